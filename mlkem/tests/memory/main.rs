//! How much stack the operations take, and that neither the stack nor a dropped key keeps a secret.
//!
//! `cargo test --release -p mlkem --test memory -- --nocapture` prints the figures.
#![cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::integer_division_remainder_used, clippy::large_enum_variant)]

#[allow(unsafe_code)]
mod arch;
#[path = "../common/mod.rs"]
mod common;

use arch::{PaintedStack, dropped};
use common::reference::{self, Polynomial, Reference};
use common::{bytes, for_each_set, on_each_backend, rejection_key};
use keccak::{Sha3_256, Shake256};
use mlkem::{Backend, Ciphertext, DecapsulationKey, ParameterSet, batch};
use std::hint::black_box;
use zeroize::Zeroize;

/// More than any operation takes, and a batch of eight.
const STACK: usize = 1 << 20;

/// Fault: decapsulation overflowing a small thread's stack. Measured on a painted stack, in bytes touched.
#[test]
fn stack_use() {
    fn check<P: ParameterSet>() {
        let mut stack = PaintedStack::new(STACK);
        let mut used = |operation: &mut dyn FnMut()| {
            stack.run(operation);
            stack.used()
        };
        let seed = bytes("stack");
        let m = bytes("stack m");
        let (mut dk, mut c) = (None, None);
        let key_gen = used(&mut || dk = Some(DecapsulationKey::<P>::from_seed(&seed)));
        let dk = dk.unwrap();
        let encaps = used(&mut || c = Some(dk.encapsulation_key().encapsulate_deterministic(&m).0));
        let c: Ciphertext<P> = c.unwrap();
        let decaps = used(&mut || _ = black_box(dk.decapsulate(&c)));
        let prepared = dk.prepare();
        let decaps_prepared = used(&mut || _ = black_box(prepared.decapsulate(&c)));
        let prepared = dk.encapsulation_key().prepare();
        let encaps_prepared = used(&mut || _ = black_box(prepared.encapsulate_deterministic(&m)));
        let eight = |used: &mut dyn FnMut(&mut dyn FnMut()) -> usize| {
            [
                used(&mut || batch::from_seeds::<P>([&seed; 8]).for_each(drop)),
                used(&mut || batch::encapsulate_deterministic([(dk.encapsulation_key(), &m); 8]).for_each(drop)),
                used(&mut || batch::decapsulate([(&dk, &c); 8]).for_each(drop)),
            ]
        };
        println!("stack of {} on {}: batches of eight {:?}", P::NAME, Backend::active().name(), eight(&mut used));
        println!(
            "stack of {} on {}: KeyGen {key_gen}, Encaps {encaps} (prepared {encaps_prepared}), \
             Decaps {decaps} (prepared {decaps_prepared}) bytes",
            P::NAME,
            Backend::active().name(),
        );
        if P::NAME == "ML-KEM-768" && Backend::active().name() == "portable" && !cfg!(debug_assertions) {
            assert!(decaps < 16 << 10, "decapsulation takes {decaps} bytes of stack");
        }
    }
    on_each_backend("stack use", || for_each_set!(check()));
}

/// The same as a user meets it: everything in a thread of 64 KiB.
#[test]
fn small_thread() {
    fn check<P: ParameterSet>() {
        let exchange = || {
            let dk = DecapsulationKey::<P>::generate().unwrap();
            let (c, k) = dk.encapsulation_key().encapsulate().unwrap();
            assert_eq!(dk.decapsulate(&c).as_bytes(), k.as_bytes());
        };
        std::thread::Builder::new().stack_size(64 << 10).spawn(exchange).unwrap().join().unwrap();
    }
    on_each_backend("thread of 64 KiB", || for_each_set!(check()));
}

/// What must not be found in memory.
#[allow(clippy::large_enum_variant)] // a test has room
enum Secret {
    /// Eight of these bytes in a row, at any address.
    Bytes(Vec<u8>),
    /// This many coefficients in a row, at every second place and mod q: whatever the representative, and in the form
    /// that is prepared for multiplication too.
    Coefficients(Polynomial, usize),
}

/// Elements of T_q look random; six of them in a row are no chance.
const TRANSFORMED: usize = 6;
/// Noise has about two bits a coefficient.
const SMALL: usize = 32;

impl Secret {
    fn bytes(bytes: impl AsRef<[u8]>) -> Self {
        Self::Bytes(bytes.as_ref().to_vec())
    }

    /// Noise and its transform.
    fn noise(f: Polynomial) -> [Self; 2] {
        [Self::Coefficients(f, SMALL), Self::Coefficients(reference::ntt(&f), TRANSFORMED)]
    }

    /// Where in `memory` a part of it stands.
    fn find(&self, memory: &[u8]) -> Option<usize> {
        match self {
            Self::Bytes(bytes) => {
                let parts: std::collections::HashSet<_> = bytes.windows(8).collect();
                memory.windows(8).position(|window| parts.contains(window))
            }
            Self::Coefficients(f, count) => {
                let residues: Vec<_> = memory
                    .chunks_exact(2)
                    .map(|two| i64::from(i16::from_le_bytes([two[0], two[1]])).rem_euclid(3329) as u16)
                    .collect();
                let every_second = |window: &[u16]| window.iter().step_by(2).copied().collect::<Vec<_>>();
                let f = f.map(|c| c as u16);
                let parts: std::collections::HashSet<_> = f.windows(2 * count).step_by(2).map(every_second).collect();
                residues.windows(2 * count).position(|window| parts.contains(&every_second(window))).map(|i| 2 * i)
            }
        }
    }
}

fn assert_absent(what: &str, secrets: &[(&str, Secret)], memory: &[u8]) {
    let found: Vec<_> = secrets
        .iter()
        .filter_map(|(name, secret)| Some(format!("{name} at {} below the top", memory.len() - secret.find(memory)?)))
        .collect();
    assert!(found.is_empty(), "{what} on {} left {found:?}", Backend::active().name());
}

/// Makes a value and drops it where it was made, which wipes it: what is then found on the stack is a copy that nobody owned.
macro_rules! in_place {
    ($value:expr) => {
        &mut || {
            let value = $value;
            black_box(&value);
        }
    };
}

/// The search finds what is there: a control for the tests below.
#[test]
fn the_search_finds_what_is_left() {
    let secret: [u8; 32] = bytes("planted");
    let noise = Reference::of::<mlkem::MlKem768>().key_noise(&secret)[0];
    let mut stack = PaintedStack::new(STACK);
    let transformed = reference::ntt(&noise);
    stack.run(in_place!((secret.map(|byte| byte ^ 1), noise.map(|c| c as i16), transformed.map(|c| c as i16 - 3329))));
    assert!(Secret::bytes(secret.map(|byte| byte ^ 1)).find(stack.left()).is_some());
    for secret in Secret::noise(noise) {
        assert!(secret.find(stack.left()).is_some());
    }
    assert!(Secret::bytes([0x5a; 32]).find(stack.left()).is_none());
}

/// Fault: secrets not wiped, in buffers, in spilled registers, in copies that moves leave. After each operation the stack
/// that it ran on holds no eight bytes of a seed, a message or a key, and no secret polynomial.
///
/// In a debug build the compiler copies whatever is moved, which no library can wipe: there it is only run.
#[test]
fn the_stack_keeps_no_secret() {
    fn check<P: ParameterSet>() {
        let reference = Reference::of::<P>();
        let mut stack = PaintedStack::new(STACK);
        let mut check = |what: &str, secrets: &[(&str, Secret)], operation: &mut dyn FnMut()| {
            stack.run(operation);
            if !cfg!(debug_assertions) {
                assert_absent(&format!("{} {what}", P::NAME), secrets, stack.left());
            }
        };

        let seed: [u8; 64] = bytes("wiped seed");
        let (d, z) = (seed[..32].try_into().unwrap(), &seed[32..]);
        let sigma = reference.sigma(&d);
        let mut secrets = vec![("d", Secret::bytes(d)), ("z", Secret::bytes(z)), ("sigma", Secret::bytes(sigma))];
        for (n, f) in reference.key_noise(&sigma).into_iter().enumerate() {
            let mut prf = [0; 192];
            Shake256::digest_xof([&sigma[..], &[n as u8]].concat(), &mut prf);
            secrets.push(("PRF(sigma)", Secret::bytes(&prf[..if P::K == 2 { 192 } else { 128 }])));
            secrets.extend(Secret::noise(f).map(|secret| (if n < P::K { "s" } else { "e" }, secret)));
            if n < P::K {
                secrets.push(("encoded s", Secret::bytes(reference::byte_encode(12, &reference::ntt(&f)))));
            }
        }
        check("KeyGen", &secrets, in_place!(DecapsulationKey::<P>::from_seed(&seed)));
        let dk = &DecapsulationKey::<P>::from_seed(&seed);

        let m: [u8; 32] = bytes("wiped m");
        let ek = dk.encapsulation_key();
        let (k, r) = reference::g(&[&m, &Sha3_256::digest(ek)]);
        let mut encryption = vec![("m", Secret::bytes(m)), ("K", Secret::bytes(k)), ("r", Secret::bytes(r))];
        for (n, f) in reference.encryption_noise(&r).into_iter().enumerate() {
            let mut prf = [0; 192];
            Shake256::digest_xof([&r[..], &[n as u8]].concat(), &mut prf);
            secrets.push(("PRF(r)", Secret::bytes(&prf[..if P::K == 2 && n < 2 { 192 } else { 128 }])));
            encryption.extend(Secret::noise(f).map(|secret| (["y", "e1", "e2"][n / P::K], secret)));
        }
        check("Encaps", &encryption, in_place!(ek.encapsulate_deterministic(&m)));
        let prepared = ek.prepare();
        check("prepared Encaps", &encryption, in_place!(prepared.encapsulate_deterministic(&m)));
        let (c, _) = &ek.encapsulate_deterministic(&m);

        secrets.extend(encryption);
        secrets.push(("J(z || c)", Secret::bytes(rejection_key(z, c.as_bytes()))));
        let product = reference.secret_product(dk.to_bytes().as_ref(), c.as_bytes());
        secrets.push(("s u", Secret::Coefficients(product, TRANSFORMED)));
        check("Decaps", &secrets, in_place!(dk.decapsulate(c)));
        let prepared = dk.prepare();
        check("prepared Decaps", &secrets, in_place!(prepared.decapsulate(c)));
        // the lowest bit of every coefficient of c2 changes nothing in m', so the re-encryption gives c2 as it was
        let (mut tampered, c2) = (c.to_bytes(), 32 * P::DU * P::K);
        (0..256).map(|i| i * P::DV).for_each(|bit| tampered.as_mut()[c2 + (bit >> 3)] ^= 1 << (bit & 7));
        let tampered = &Ciphertext::<P>::from_bytes(tampered.as_ref()).unwrap();
        assert_eq!(dk.decapsulate(tampered).as_bytes(), &rejection_key(z, tampered.as_bytes()));
        let re_encryption = [("c'", Secret::bytes(&c.as_bytes()[c2..]))];
        check("rejecting Decaps", &re_encryption, in_place!(dk.decapsulate(tampered)));
        check("prepared rejecting Decaps", &re_encryption, in_place!(prepared.decapsulate(tampered)));
        check("preparation", &secrets, in_place!(dk.prepare()));

        let mut expanded = dk.to_bytes();
        check("from_bytes", &secrets, in_place!(DecapsulationKey::<P>::from_bytes(expanded.as_ref())));
        expanded.as_mut()[384 * P::K] ^= 1;
        check("refused key", &secrets, in_place!(DecapsulationKey::<P>::from_bytes(expanded.as_ref())));

        // a batch hands its results on by value, and they leave copies where they were; nothing else does
        let results = ["d", "z", "s", "encoded s", "K"];
        secrets.retain(|(name, _)| !results.contains(name));
        check("batch KeyGen", &secrets, &mut || batch::from_seeds::<P>([&seed; 5]).for_each(|key| _ = black_box(&key)));
        check("batch Encaps", &secrets, &mut || {
            batch::encapsulate_deterministic([(ek, &m); 5]).for_each(|sent| _ = black_box(&sent));
        });
        check("batch Decaps", &secrets, &mut || batch::decapsulate([(dk, c); 5]).for_each(|key| _ = black_box(&key)));
        check("rejecting batch Decaps", &re_encryption, &mut || {
            batch::decapsulate([(dk, tampered); 5]).for_each(|key| _ = black_box(&key));
        });
    }
    on_each_backend("stack after an operation", || for_each_set!(check()));
}

/// Fault: keys that outlive their drop. What is left of a key, a secret or a hash state is zero, as far as it was secret.
#[test]
fn dropped_values_are_wiped() {
    fn check<P: ParameterSet>() {
        let seed: [u8; 64] = bytes("dropped");
        let dk = DecapsulationKey::<P>::from_seed(&seed);
        let mut expanded = dk.to_bytes();
        let secrets = [
            ("d", Secret::bytes(&seed[..32])),
            ("z", Secret::bytes(&seed[32..])),
            ("s", Secret::bytes(&expanded.as_ref()[..384 * P::K])),
        ];
        let (c, k) = dk.encapsulation_key().encapsulate_deterministic(&bytes("m"));
        assert_absent("a dropped key", &secrets, &dropped(dk.clone()));
        assert_absent("a dropped prepared key", &secrets, &dropped(dk.prepare()));
        let parsed = DecapsulationKey::<P>::from_bytes(expanded.as_ref()).unwrap();
        assert_absent("a dropped parsed key", &secrets, &dropped(parsed));
        assert_eq!(dropped(k), [0; 32]);
        assert_eq!(dropped(dk.decapsulate(&c)), [0; 32]);
        expanded.as_mut().zeroize();

        let mut batch = batch::decapsulate([(&dk, &c); 8]);
        let results: Vec<_> = batch.by_ref().map(|k| ("K", Secret::bytes(k.as_bytes()))).collect();
        assert_absent("a used-up batch", &results, &dropped(batch));
    }
    on_each_backend("dropped keys", || for_each_set!(check()));

    // the 25 words of a hash state, wherever they stand
    let wiped = |bytes: Vec<u8>| bytes.windows(200).any(|window| window == [0; 200]);
    let mut shake = Shake256::new();
    shake.update([0x55; 200]);
    assert!(wiped(dropped(shake.clone())));
    assert!(wiped(dropped(shake.finalize_xof())));
    assert!(wiped(dropped(keccak::Kmac128::new(b"a secret key", b""))));
    let mut hash = Sha3_256::new();
    hash.update([0x55; 77]);
    assert!(wiped(dropped(hash)));
}
