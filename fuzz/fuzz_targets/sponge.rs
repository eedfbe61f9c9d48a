//! Absorbing and squeezing in pieces: every split gives what one call gives, on every backend.
#![no_main]

use arbitrary::Arbitrary;
use keccak::*;
use libfuzzer_sys::fuzz_target;
use sha3::digest::{Digest as _, ExtendableOutput as _, Update as _, XofReader as _};
use std::num::NonZeroUsize;

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Function {
    Sha3_224,
    Sha3_256,
    Sha3_384,
    Sha3_512,
    Keccak256,
    Shake128,
    Shake256,
    CShake128,
    CShake256,
    Kmac128,
    Kmac256,
    KmacXof128,
    KmacXof256,
    TurboShake128(u8),
    TurboShake256(u8),
    Kt128,
    Kt256,
    ParallelHash128(u8),
    ParallelHash256(u8),
}

#[derive(Arbitrary, Debug)]
struct Input {
    function: Function,
    /// N of cSHAKE, the key of KMAC.
    name: Vec<u8>,
    customization: Vec<u8>,
    message: Vec<u8>,
    /// How often the message is repeated, so that it passes blocks and chunks.
    repeat: u8,
    /// The lengths of the pieces to absorb, over and over.
    pieces: Vec<u8>,
    /// The lengths of the pieces to squeeze; their sum is the length of the output.
    reads: Vec<u8>,
}

/// `length` cut into pieces, the last as long as it must be.
fn split(length: usize, pieces: &[u8]) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut rest = length;
    // at least one byte a round, or it would not end
    let mut pieces = pieces.iter().map(|&piece| usize::from(piece)).chain([1]).cycle();
    while rest > 0 {
        let piece = pieces.next().map_or(rest, |piece| piece.min(rest));
        lengths.push(piece);
        rest -= piece;
    }
    lengths
}

/// The output of the input's function, absorbing and squeezing in pieces of these lengths.
fn run(input: &Input, backend: Backend, message: &[u8], pieces: &[usize], reads: &[usize]) -> Vec<u8> {
    let length = reads.iter().sum();
    macro_rules! absorb {
        ($state:expr) => {{
            let mut state = $state;
            let mut rest = message;
            for &piece in pieces {
                let (head, tail) = rest.split_at(piece);
                state.update(head);
                rest = tail;
            }
            state
        }};
    }
    macro_rules! squeeze {
        ($reader:expr) => {{
            let mut reader = $reader;
            let mut output = vec![0; length];
            let mut rest = &mut output[..];
            for &read in reads {
                let (head, tail) = rest.split_at_mut(read);
                reader.read(head);
                rest = tail;
            }
            output
        }};
    }
    macro_rules! tag {
        ($state:expr) => {{
            let mut tag = vec![0; length];
            $state.finalize(&mut tag);
            tag
        }};
    }
    let (name, customization) = (&input.name, &input.customization);
    let block = |size: u8| NonZeroUsize::new(usize::from(size)).unwrap_or(NonZeroUsize::MIN);
    match input.function {
        Function::Sha3_224 => absorb!(Sha3_224::with_backend(backend)).finalize().to_vec(),
        Function::Sha3_256 => absorb!(Sha3_256::with_backend(backend)).finalize().to_vec(),
        Function::Sha3_384 => absorb!(Sha3_384::with_backend(backend)).finalize().to_vec(),
        Function::Sha3_512 => absorb!(Sha3_512::with_backend(backend)).finalize().to_vec(),
        Function::Keccak256 => absorb!(Keccak256::with_backend(backend)).finalize().to_vec(),
        Function::Shake128 => squeeze!(absorb!(Shake128::with_backend(backend)).finalize_xof()),
        Function::Shake256 => squeeze!(absorb!(Shake256::with_backend(backend)).finalize_xof()),
        Function::CShake128 => squeeze!(absorb!(CShake128::with_backend(backend, name, customization)).finalize_xof()),
        Function::CShake256 => squeeze!(absorb!(CShake256::with_backend(backend, name, customization)).finalize_xof()),
        Function::Kmac128 => tag!(absorb!(Kmac128::with_backend(backend, name, customization))),
        Function::Kmac256 => tag!(absorb!(Kmac256::with_backend(backend, name, customization))),
        Function::KmacXof128 => squeeze!(absorb!(Kmac128::with_backend(backend, name, customization)).finalize_xof()),
        Function::KmacXof256 => squeeze!(absorb!(Kmac256::with_backend(backend, name, customization)).finalize_xof()),
        Function::TurboShake128(domain) => match TurboShake128::with_backend(backend, domain) {
            Some(state) => squeeze!(absorb!(state).finalize_xof()),
            None => Vec::new(),
        },
        Function::TurboShake256(domain) => match TurboShake256::with_backend(backend, domain) {
            Some(state) => squeeze!(absorb!(state).finalize_xof()),
            None => Vec::new(),
        },
        Function::Kt128 => squeeze!(absorb!(Kt128::with_backend(backend)).finalize_xof(customization)),
        Function::Kt256 => squeeze!(absorb!(Kt256::with_backend(backend)).finalize_xof(customization)),
        Function::ParallelHash128(size) => {
            squeeze!(absorb!(ParallelHash128::with_backend(backend, block(size), customization)).finalize_xof())
        }
        Function::ParallelHash256(size) => {
            squeeze!(absorb!(ParallelHash256::with_backend(backend, block(size), customization)).finalize_xof())
        }
    }
}

/// The same by another implementation, where it has the function.
fn other(input: &Input, message: &[u8], length: usize) -> Option<Vec<u8>> {
    macro_rules! xof {
        ($state:expr) => {{
            let mut state = $state;
            state.update(message);
            let mut output = vec![0; length];
            state.finalize_xof().read(&mut output);
            output
        }};
    }
    let (name, customization) = (&input.name, &input.customization);
    Some(match input.function {
        Function::Sha3_224 => sha3::Sha3_224::digest(message).to_vec(),
        Function::Sha3_256 => sha3::Sha3_256::digest(message).to_vec(),
        Function::Sha3_384 => sha3::Sha3_384::digest(message).to_vec(),
        Function::Sha3_512 => sha3::Sha3_512::digest(message).to_vec(),
        Function::Keccak256 => sha3::Keccak256::digest(message).to_vec(),
        Function::Shake128 => xof!(sha3::Shake128::default()),
        Function::Shake256 => xof!(sha3::Shake256::default()),
        Function::CShake128 => {
            xof!(sha3::CShake128::from_core(sha3::CShake128Core::new_with_function_name(name, customization)))
        }
        Function::CShake256 => {
            xof!(sha3::CShake256::from_core(sha3::CShake256Core::new_with_function_name(name, customization)))
        }
        Function::TurboShake128(domain @ 1..=0x7f) => {
            xof!(sha3::TurboShake128::from_core(sha3::TurboShake128Core::new(domain)))
        }
        Function::TurboShake256(domain @ 1..=0x7f) => {
            xof!(sha3::TurboShake256::from_core(sha3::TurboShake256Core::new(domain)))
        }
        _ => return None,
    })
}

fuzz_target!(|input: Input| {
    let message = input.message.repeat(usize::from(input.repeat) + 1);
    if message.len() > 1 << 16 || input.reads.len() > 64 {
        return;
    }
    let reads: Vec<usize> = input.reads.iter().map(|&read| usize::from(read)).collect();
    let length = reads.iter().sum();
    let pieces = split(message.len(), &input.pieces);
    let portable = Backend::from_name("portable").expect("it is always there");
    let expected = run(&input, portable, &message, &[message.len()], &[length]);
    if let Some(other) = other(&input, &message, length) {
        assert_eq!(expected, other);
    }
    for backend in Backend::available() {
        assert_eq!(run(&input, backend, &message, &[message.len()], &[length]), expected, "{}", backend.name());
        assert_eq!(run(&input, backend, &message, &pieces, &reads), expected, "{}", backend.name());
    }
});
