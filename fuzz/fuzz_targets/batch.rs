//! Many at once: states in step, messages of unequal lengths and keys in lanes give what single ones give.
#![no_main]

use arbitrary::Arbitrary;
use fuzz::{Set, on_each_backend, with_set};
use keccak::*;
use libfuzzer_sys::fuzz_target;
use mlkem::{Ciphertext, DecapsulationKey, ParameterSet, batch};

#[derive(Arbitrary, Debug)]
enum Input {
    /// States in step: the same lengths for all, each its own bytes.
    InStep { shake256: bool, count: u8, salt: u8, pieces: Vec<u16>, reads: Vec<u16> },
    /// Messages with a length each, outputs with a length each.
    Many { function: Many, salt: u8, lengths: Vec<(u16, u16)> },
    /// Keys of one parameter set; a ciphertext is changed where the flag says so.
    Keys { set: Set, salt: u8, changed: Vec<bool> },
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Many {
    Shake128,
    Shake256,
    TurboShake128,
    TurboShake256,
    Sha3_256,
    Sha3_512,
    Keccak256,
}

/// Bytes that differ with salt and number.
fn bytes(salt: u8, number: usize, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    let mut turbo = TurboShake128::new();
    turbo.update([salt]);
    turbo.update(number.to_le_bytes());
    turbo.finalize_xof().read(&mut bytes);
    bytes
}

fn in_step<const RATE: usize, const N: usize>(backend: Backend, salt: u8, pieces: &[usize], reads: &[usize]) {
    let length = pieces.iter().sum();
    let messages: [Vec<u8>; N] = std::array::from_fn(|i| bytes(salt, i, length));
    let mut states = ParallelShake::<RATE, N>::with_backend(backend);
    let mut start = 0;
    for &piece in pieces {
        states.update(messages.each_ref().map(|message| &message[start..start + piece])).expect("one length");
        start += piece;
    }
    let mut reader = states.finalize_xof();
    let mut outputs: [Vec<u8>; N] = std::array::from_fn(|_| vec![0; reads.iter().sum()]);
    let mut start = 0;
    for &read in reads {
        reader.read(outputs.each_mut().map(|output| &mut output[start..start + read])).expect("one length");
        start += read;
    }
    for (message, output) in messages.iter().zip(&outputs) {
        let mut single = vec![0; output.len()];
        Shake::<RATE>::digest_xof(message, &mut single);
        assert!(single == *output, "{}", backend.name());
    }
    let mut at_once: [Vec<u8>; N] = std::array::from_fn(|i| vec![0; outputs[i].len()]);
    backend.force();
    ParallelShake::<RATE, N>::digest_xof(messages.each_ref(), at_once.each_mut()).expect("one length");
    Backend::unforce();
    assert!(at_once == outputs, "{}", backend.name());
}

fn many(backend: Backend, function: Many, salt: u8, lengths: &[(u16, u16)]) {
    let limit = |length: u16| usize::from(length) % 1100;
    let messages: Vec<_> = lengths.iter().enumerate().map(|(i, length)| bytes(salt, i, limit(length.0))).collect();
    macro_rules! xof {
        ($shake:ident) => {{
            let mut outputs: Vec<_> = lengths.iter().map(|length| vec![0; limit(length.1)]).collect();
            $shake::digest_xof_many_on(backend, &messages, &mut outputs).expect("as many");
            for (message, output) in messages.iter().zip(&outputs) {
                let mut single = vec![0; output.len()];
                $shake::digest_xof(message, &mut single);
                assert!(single == *output, "{}", backend.name());
            }
        }};
    }
    macro_rules! hash {
        ($hash:ident) => {{
            let mut outputs = vec![[0; $hash::OUTPUT_SIZE]; messages.len()];
            $hash::digest_many_on(backend, &messages, &mut outputs).expect("as many");
            for (message, output) in messages.iter().zip(&outputs) {
                assert_eq!($hash::digest(message), *output, "{}", backend.name());
            }
        }};
    }
    match function {
        Many::Shake128 => xof!(Shake128),
        Many::Shake256 => xof!(Shake256),
        Many::TurboShake128 => xof!(TurboShake128),
        Many::TurboShake256 => xof!(TurboShake256),
        Many::Sha3_256 => hash!(Sha3_256),
        Many::Sha3_512 => hash!(Sha3_512),
        Many::Keccak256 => hash!(Keccak256),
    }
}

fn keys<P: ParameterSet>(salt: u8, changed: &[bool]) {
    let seeds: Vec<[u8; 64]> = (0..changed.len()).map(|i| bytes(salt, i, 64).try_into().expect("64 bytes")).collect();
    let messages: Vec<[u8; 32]> = seeds.iter().map(Sha3_256::digest).collect();
    on_each_backend(|| {
        let keys: Vec<DecapsulationKey<P>> = batch::from_seeds(&seeds).collect();
        let sent: Vec<_> =
            batch::encapsulate_deterministic(keys.iter().map(|key| key.encapsulation_key()).zip(&messages)).collect();
        let received: Vec<Ciphertext<P>> = sent
            .iter()
            .zip(changed)
            .enumerate()
            .map(|(i, ((c, _), changed))| {
                let mut c = c.as_bytes().to_vec();
                let place = 97 * i % c.len();
                c[place] ^= u8::from(*changed);
                Ciphertext::from_bytes(&c).expect("the length is right")
            })
            .collect();
        let secrets: Vec<_> = batch::decapsulate(keys.iter().zip(&received)).collect();
        assert_eq!((keys.len(), sent.len(), secrets.len()), (seeds.len(), seeds.len(), seeds.len()));
        for i in 0..seeds.len() {
            let key = DecapsulationKey::<P>::from_seed(&seeds[i]);
            assert_eq!(keys[i].to_bytes().as_ref(), key.to_bytes().as_ref());
            let (c, k) = key.encapsulation_key().encapsulate_deterministic(&messages[i]);
            assert!(sent[i].0 == c && sent[i].1.as_bytes() == k.as_bytes());
            assert_eq!(secrets[i].as_bytes(), key.decapsulate(&received[i]).as_bytes());
            assert_eq!(secrets[i].as_bytes() == k.as_bytes(), !changed[i]);
        }
        secrets.iter().map(|secret| *secret.as_bytes()).collect::<Vec<_>>()
    });
}

fuzz_target!(|input: Input| match input {
    Input::InStep { shake256, count, salt, pieces, reads } => {
        let lengths =
            |lengths: &[u16]| -> Vec<usize> { lengths.iter().take(12).map(|&l| usize::from(l) % 420).collect() };
        let (pieces, reads) = (lengths(&pieces), lengths(&reads));
        macro_rules! with_count {
            ($($n:literal)*) => {
                match usize::from(count) % 18 {
                    $($n => for backend in Backend::available() {
                        if shake256 {
                            in_step::<136, $n>(backend, salt, &pieces, &reads);
                        } else {
                            in_step::<168, $n>(backend, salt, &pieces, &reads);
                        }
                    },)*
                    _ => {}
                }
            };
        }
        with_count!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17);
    }
    Input::Many { function, salt, lengths } => {
        let lengths = &lengths[..lengths.len().min(300)];
        Backend::available().for_each(|backend| many(backend, function, salt, lengths));
    }
    Input::Keys { set, salt, changed } => {
        let changed = &changed[..changed.len().min(19)];
        with_set!(set, keys(salt, changed));
    }
});
