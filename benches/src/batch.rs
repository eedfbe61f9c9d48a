//! ML-KEM for many keys at once: the operations of [`kem`](crate::kem), each key in a Keccak lane of its own.

use crate::cases::{Case, Family, Run};
use mlkem::{Ciphertext, DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024, ParameterSet, batch};
use std::hint::black_box;

/// How many keys.
pub(crate) const SIZES: [usize; 2] = [8, 64];

/// The single operation that one of a batch does the work of, and how the batch is prepared.
type Operation = (&'static str, fn(usize) -> Run);

const fn operations<P: ParameterSet>() -> [Operation; 3] {
    [("KeyGen", key_gen::<P>), ("Encaps", encaps::<P>), ("Decaps", decaps::<P>)]
}

/// The operations of every set, by the names of the single ones.
pub(crate) fn all() -> impl Iterator<Item = (String, fn(usize) -> Run)> {
    [
        (MlKem512::NAME, operations::<MlKem512>()),
        (MlKem768::NAME, operations::<MlKem768>()),
        (MlKem1024::NAME, operations::<MlKem1024>()),
    ]
    .into_iter()
    .flat_map(|(set, operations)| operations.map(|(operation, prepare)| (format!("{set}/{operation}"), prepare)))
}

/// The benchmarks; their times are those of one operation of the batch.
pub(crate) fn cases() -> Vec<Case> {
    let case = |name: &str, prepare: fn(usize) -> Run, size: usize| Case {
        name: format!("{name}/x{size}"),
        family: Family::MlKem,
        bytes: None,
        operations: size,
        listed: true,
        prepare: Box::new(move || prepare(size)),
    };
    all().flat_map(|(name, prepare)| SIZES.map(|size| case(&name, prepare, size))).collect()
}

fn seeds(size: usize) -> Vec<[u8; 64]> {
    (0..size).map(|key| [key as u8; 64]).collect()
}

fn keys<P: ParameterSet>(size: usize) -> Vec<DecapsulationKey<P>> {
    seeds(size).iter().map(DecapsulationKey::from_seed).collect()
}

fn key_gen<P: ParameterSet>(size: usize) -> Run {
    let seeds = seeds(size);
    Box::new(move || {
        for key in batch::from_seeds::<P>(black_box(&seeds)) {
            black_box(key.encapsulation_key().to_bytes());
        }
    })
}

#[allow(clippy::expect_used, reason = "an input that is refused has no time")]
fn encaps<P: ParameterSet>(size: usize) -> Run {
    let bytes: Vec<_> = keys::<P>(size).iter().map(|key| key.encapsulation_key().to_bytes()).collect();
    let messages = vec![[0x3d; 32]; size];
    Box::new(move || {
        let parse = |bytes: &P::EncapsulationKeyBytes| EncapsulationKey::<P>::from_bytes(bytes.as_ref());
        let keys: Result<Vec<_>, _> = black_box(&bytes).iter().map(parse).collect();
        for (ciphertext, secret) in batch::encapsulate_deterministic(keys.expect("good keys").iter().zip(&messages)) {
            black_box((ciphertext.to_bytes(), *secret.as_bytes()));
        }
    })
}

fn decaps<P: ParameterSet>(size: usize) -> Run {
    let keys = keys::<P>(size);
    let encaps = |key: &DecapsulationKey<P>| key.encapsulation_key().encapsulate_deterministic(&[0x3d; 32]).0;
    let ciphertexts: Vec<Ciphertext<P>> = keys.iter().map(encaps).collect();
    Box::new(move || {
        for secret in batch::decapsulate(black_box(&keys).iter().zip(black_box(&ciphertexts))) {
            black_box(*secret.as_bytes());
        }
    })
}
