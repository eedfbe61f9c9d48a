//! `keccak` 0.2, `sha3` 0.12, `shake` 0.1, `k12` 0.5 and `ml-kem` 0.3 of crates.io, by RustCrypto. Portable Rust.

use super::Peer;
use crate::cases::Run;
use crate::hashing::{Algorithm, Hash};
use crate::kem::{FromExpanded, Kem};
use digest::{Digest, ExtendableOutput, Update, XofReader};
use ml_kem::array::Array;
use ml_kem::kem::{Decapsulate, Encapsulate, Generate, KeyExport, TryKeyInit};
use ml_kem::{DecapsulationKey, EncapsulationKey};
use std::hint::black_box;
use std::marker::PhantomData;

pub(super) fn peers() -> Vec<Peer> {
    let permutation = Peer {
        library: "keccak 0.2",
        case: "PermutationFunction".to_string(),
        operations: 1,
        prepare: Box::new(permutation),
    };
    std::iter::once(permutation)
        .chain(super::hashes("RustCrypto", hash))
        .chain(super::many("RustCrypto", many))
        .chain(super::kem::<MlKem<ml_kem::MlKem512>>("ml-kem"))
        .chain(super::kem::<MlKem<ml_kem::MlKem768>>("ml-kem"))
        .chain(super::kem::<MlKem<ml_kem::MlKem1024>>("ml-kem"))
        .chain([
            super::expanded::<MlKem<ml_kem::MlKem512>>("ml-kem"),
            super::expanded::<MlKem<ml_kem::MlKem768>>("ml-kem"),
            super::expanded::<MlKem<ml_kem::MlKem1024>>("ml-kem"),
        ])
        .collect()
}

fn permutation() -> Run {
    let mut state = [0; 25];
    let keccak = keccak_rustcrypto::Keccak::new();
    Box::new(move || keccak.with_f1600(|f1600| f1600(black_box(&mut state))))
}

#[allow(clippy::unnecessary_wraps, reason = "other libraries lack some")]
pub(super) fn hash(algorithm: Algorithm) -> Option<Hash> {
    Some(match algorithm {
        Algorithm::Sha3_224 => sha3::<sha3::Sha3_224>,
        Algorithm::Sha3_256 => sha3::<sha3::Sha3_256>,
        Algorithm::Sha3_384 => sha3::<sha3::Sha3_384>,
        Algorithm::Sha3_512 => sha3::<sha3::Sha3_512>,
        Algorithm::Shake128 => xof::<shake::Shake128>,
        Algorithm::Shake256 => xof::<shake::Shake256>,
        Algorithm::Kt128 => xof::<k12::Kt128>,
    })
}

fn sha3<D: Digest>(data: &[u8], writes: usize, output: &mut [u8]) {
    if writes == 1 {
        return output.copy_from_slice(&D::digest(data));
    }
    let mut hash = D::new();
    for _ in 0..writes {
        Digest::update(&mut hash, data);
    }
    output.copy_from_slice(&hash.finalize());
}

fn xof<X: Default + Update + ExtendableOutput>(data: &[u8], writes: usize, output: &mut [u8]) {
    if writes == 1 {
        return X::digest_xof(data, output);
    }
    let mut xof = X::default();
    for _ in 0..writes {
        xof.update(data);
    }
    xof.finalize_xof().read(output);
}

pub(super) fn many(inputs: &[[u8; 34]], outputs: &mut [[u8; 504]]) {
    for (input, output) in inputs.iter().zip(outputs) {
        xof::<shake::Shake128>(input, 1, output);
    }
}

/// `ml-kem`.
pub(super) struct MlKem<P>(PhantomData<P>);

macro_rules! impl_kem {
    ($set:ident, $name:literal) => {
        #[allow(clippy::expect_used, reason = "see Kem")]
        impl Kem for MlKem<ml_kem::$set> {
            const SET: &'static str = $name;
            type DecapsulationKey = DecapsulationKey<ml_kem::$set>;
            type PreparedKey = EncapsulationKey<ml_kem::$set>;
            type KeyBytes = ml_kem::Key<EncapsulationKey<ml_kem::$set>>;
            type CiphertextBytes = ml_kem::Ciphertext<ml_kem::$set>;

            fn key_gen(seed: &[u8; 64]) -> (Self::DecapsulationKey, Self::KeyBytes) {
                let key = DecapsulationKey::from_seed(Array(*seed));
                let bytes = key.encapsulation_key().to_bytes();
                (key, bytes)
            }

            fn encaps(key: &[u8], m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
                Self::prepared_encaps(&Self::prepare(key), m)
            }

            fn decaps(key: &Self::DecapsulationKey, ciphertext: &[u8]) -> [u8; 32] {
                key.decapsulate_slice(ciphertext).expect("a ciphertext").into()
            }

            fn random_key_gen() -> (Self::DecapsulationKey, Self::KeyBytes) {
                let key = DecapsulationKey::generate();
                let bytes = key.encapsulation_key().to_bytes();
                (key, bytes)
            }

            fn random_encaps(key: &[u8]) -> (Self::CiphertextBytes, [u8; 32]) {
                let (ciphertext, secret) = Self::prepare(key).encapsulate();
                (ciphertext, secret.into())
            }

            fn prepare(key: &[u8]) -> Self::PreparedKey {
                EncapsulationKey::new_from_slice(key).expect("a good key")
            }

            fn prepared_encaps(key: &Self::PreparedKey, m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
                let (ciphertext, secret) = key.encapsulate_deterministic(&Array(*m));
                (ciphertext, secret.into())
            }
        }

        #[allow(clippy::expect_used, reason = "see Kem")]
        impl FromExpanded for MlKem<ml_kem::$set> {
            #[allow(deprecated, reason = "to compare what others read")]
            fn decaps_from_bytes(key: &[u8], ciphertext: &[u8]) -> [u8; 32] {
                let key = DecapsulationKey::from_expanded(key.try_into().expect("its length")).expect("a good key");
                Self::decaps(&key, ciphertext)
            }
        }
    };
}

impl_kem!(MlKem512, "ML-KEM-512");
impl_kem!(MlKem768, "ML-KEM-768");
impl_kem!(MlKem1024, "ML-KEM-1024");
