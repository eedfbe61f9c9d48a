//! What is traced: each operation with several secrets, one after the other, in the same memory.

use crate::common::{bytes, for_each_set};
use crate::debugger::mark;
use mlkem::{
    Backend, Ciphertext, DecapsulationKey, EncapsulationKey, MlKem512, ParameterSet, PreparedDecapsulationKey,
    PreparedEncapsulationKey, SharedSecret,
};
use std::hint::black_box;

/// The number of secrets that each operation is run with.
pub(crate) const SECRETS: usize = 3;

/// What begins the name of an operation whose traces must not be the same.
pub(crate) const PLANTED: &str = "planted";

/// Everything, on one backend.
pub(crate) fn run(backend: &str) {
    Backend::from_name(backend).unwrap().force();
    planted();
    for_each_set!(key_gen());
    for_each_set!(encaps());
    for_each_set!(decaps());
}

/// Runs `operation` with every secret that `prepare` puts into `state`. Says its name, and marks where it begins and ends.
fn trace<S>(name: &str, mut state: S, prepare: impl Fn(&mut S, usize), operation: impl Fn(&mut S)) {
    prepare(&mut state, 0);
    operation(&mut state); // what is done only once, as loading a function's address, is done now
    println!("{name}");
    for secret in 0..SECRETS {
        prepare(&mut state, secret);
        between_marks(&operation, &mut state);
    }
}

/// Not inlined: it has to be the same code each time.
#[inline(never)]
fn between_marks<S>(operation: &impl Fn(&mut S), state: &mut S) {
    mark();
    operation(state);
    mark();
}

/// Zeros, ones, and bytes that look random.
fn secret<const N: usize>(secret: usize) -> [u8; N] {
    match secret {
        0 => [0; N],
        1 => [0xff; N],
        _ => bytes(&format!("secret {secret}")),
    }
}

/// The method finds what it looks for: a branch on a secret bit, a table indexed by a secret, and a branch on what an
/// operation makes of a secret.
fn planted() {
    let branch = |key: &mut [u8; 32]| {
        if black_box(key[7]) & 1 == 1 {
            black_box(0);
        }
    };
    trace("planted branch", [0; 32], |key, i| *key = secret(i), branch);
    let index = |key: &mut [u8; 32]| _ = black_box(black_box([3u8; 256])[usize::from(key[7])]);
    trace("planted index", [0; 32], |key, i| *key = secret(i), index);
    trace(
        "planted branch after encapsulation",
        (DecapsulationKey::<MlKem512>::from_seed(&bytes("planted")), [0; 32]),
        |(_, m), i| *m = secret(i),
        |(dk, m)| {
            let (_, k) = dk.encapsulation_key().encapsulate_deterministic(m);
            if black_box(k.as_bytes()[31]) & 1 == 1 {
                black_box(0);
            }
        },
    );
}

/// Secret: d and z.
fn key_gen<P: ParameterSet>() {
    struct KeyGen<P: ParameterSet> {
        seed: [u8; 64],
        dk: Option<DecapsulationKey<P>>,
    }
    let new = KeyGen::<P> { seed: [0; 64], dk: None };
    // none of these needs a fourth block for an entry of its matrix, of which the caller of `sample_ntt` would know
    let prepare = |state: &mut KeyGen<P>, i| state.seed = bytes(&format!("trace {i}"));
    trace(&format!("{} KeyGen", P::NAME), new, prepare, |state| {
        state.dk = Some(DecapsulationKey::from_seed(&state.seed));
    });
}

/// Secret: m.
fn encaps<P: ParameterSet>() {
    struct Encaps<P: ParameterSet> {
        ek: EncapsulationKey<P>,
        prepared: PreparedEncapsulationKey<P>,
        m: [u8; 32],
        result: Option<(Ciphertext<P>, SharedSecret)>,
    }
    let new = || {
        let ek = DecapsulationKey::<P>::from_seed(&bytes("trace")).encapsulation_key().clone();
        Encaps { prepared: ek.prepare(), ek, m: [0; 32], result: None }
    };
    let prepare = |state: &mut Encaps<P>, i| state.m = secret(i);
    trace(&format!("{} Encaps", P::NAME), new(), prepare, |state| {
        state.result = Some(state.ek.encapsulate_deterministic(&state.m));
    });
    trace(&format!("{} Encaps, prepared", P::NAME), new(), prepare, |state| {
        state.result = Some(state.prepared.encapsulate_deterministic(&state.m));
    });
}

/// Secret: s, z, and whether the ciphertext is accepted.
fn decaps<P: ParameterSet>() {
    struct Decaps<P: ParameterSet> {
        dk: DecapsulationKey<P>,
        prepared: PreparedDecapsulationKey<P>,
        c: Ciphertext<P>,
        k: Option<SharedSecret>,
    }
    let new = || {
        let dk = DecapsulationKey::<P>::from_seed(&bytes("trace"));
        let (c, _) = dk.encapsulation_key().encapsulate_deterministic(&bytes("m"));
        Decaps { prepared: dk.prepare(), dk, c, k: None }
    };
    let original = new();
    let prepare = |state: &mut Decaps<P>, i| {
        let mut dk = original.dk.to_bytes();
        let mut c = original.c.as_bytes().to_vec();
        match i {
            0 => (),
            1 => *c.last_mut().unwrap() ^= 1,
            _ => {
                // another's s, and another z: what it decrypts to encrypts to something else altogether
                let other = DecapsulationKey::<P>::from_seed(&bytes("another")).to_bytes();
                let (s, end) = (384 * P::K, P::DECAPSULATION_KEY_SIZE - 32);
                dk.as_mut()[..s].copy_from_slice(&other.as_ref()[..s]);
                dk.as_mut()[end..].copy_from_slice(&other.as_ref()[end..]);
            }
        }
        state.dk = DecapsulationKey::from_bytes(dk.as_ref()).unwrap();
        state.prepared = state.dk.prepare();
        state.c = Ciphertext::from_bytes(&c).unwrap();
    };
    trace(&format!("{} Decaps", P::NAME), new(), prepare, |state| state.k = Some(state.dk.decapsulate(&state.c)));
    trace(&format!("{} Decaps, prepared", P::NAME), new(), prepare, |state| {
        state.k = Some(state.prepared.decapsulate(&state.c));
    });
}
