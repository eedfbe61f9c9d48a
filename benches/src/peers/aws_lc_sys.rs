//! `aws-lc-sys` 0.47, AWS-LC itself: what `aws-lc-rs` does not offer, SHAKE and the deterministic operations of ML-KEM.
//!
//! Some of these functions are exported by the library but missing from the crate's bindings; their names carry its
//! version, which Cargo.toml therefore pins.

use super::Peer;
use crate::arch::aws_lc::{self, Key, decaps, encaps, key_gen, prepare};
use crate::hashing::{Algorithm, Hash};
use crate::kem::Kem;
use aws_lc_sys::{NID_MLKEM512, NID_MLKEM768, NID_MLKEM1024};

const LIBRARY: &str = "aws-lc-sys";

pub(super) fn peers() -> Vec<Peer> {
    super::hashes(LIBRARY, hash)
        .chain(super::many(LIBRARY, many))
        .chain(super::kem::<MlKem512>(LIBRARY))
        .chain(super::kem::<MlKem768>(LIBRARY))
        .chain(super::kem::<MlKem1024>(LIBRARY))
        .collect()
}

pub(super) fn hash(algorithm: Algorithm) -> Option<Hash> {
    Some(match algorithm {
        Algorithm::Sha3_224 => |data, writes, output| aws_lc::SHA3_224.digest(data, writes, output),
        Algorithm::Sha3_256 => |data, writes, output| aws_lc::SHA3_256.digest(data, writes, output),
        Algorithm::Sha3_384 => |data, writes, output| aws_lc::SHA3_384.digest(data, writes, output),
        Algorithm::Sha3_512 => |data, writes, output| aws_lc::SHA3_512.digest(data, writes, output),
        Algorithm::Shake128 => |data, writes, output| aws_lc::SHAKE128.digest(data, writes, output),
        Algorithm::Shake256 => |data, writes, output| aws_lc::SHAKE256.digest(data, writes, output),
        Algorithm::Kt128 => return None,
    })
}

pub(super) fn many(inputs: &[[u8; 34]], outputs: &mut [[u8; 504]]) {
    for (input, output) in inputs.iter().zip(outputs) {
        aws_lc::shake128(input, output);
    }
}

macro_rules! impl_kem {
    ($set:ident, $name:literal, $nid:ident) => {
        pub(super) struct $set;

        #[allow(clippy::expect_used, reason = "see Kem")]
        impl Kem for $set {
            const SET: &'static str = $name;
            type DecapsulationKey = Key;
            type PreparedKey = Key;
            type KeyBytes = [u8; <mlkem::$set as mlkem::ParameterSet>::ENCAPSULATION_KEY_SIZE];
            type CiphertextBytes = [u8; <mlkem::$set as mlkem::ParameterSet>::CIPHERTEXT_SIZE];

            fn key_gen(seed: &[u8; 64]) -> (Self::DecapsulationKey, Self::KeyBytes) {
                let mut bytes = <Self::KeyBytes as mlkem::ByteArray>::ZERO;
                (key_gen($nid, seed, &mut bytes), bytes)
            }

            fn encaps(key: &[u8], m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
                Self::prepared_encaps(&prepare($nid, key), m)
            }

            fn decaps(key: &Self::DecapsulationKey, ciphertext: &[u8]) -> [u8; 32] {
                decaps(key, ciphertext)
            }

            fn random_key_gen() -> (Self::DecapsulationKey, Self::KeyBytes) {
                let mut seed = [0; 64];
                getrandom::fill(&mut seed).expect("randomness");
                Self::key_gen(&seed)
            }

            fn random_encaps(key: &[u8]) -> (Self::CiphertextBytes, [u8; 32]) {
                let mut m = [0; 32];
                getrandom::fill(&mut m).expect("randomness");
                Self::encaps(key, &m)
            }

            fn prepare(key: &[u8]) -> Self::PreparedKey {
                prepare($nid, key)
            }

            fn prepared_encaps(key: &Self::PreparedKey, m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
                let mut ciphertext = <Self::CiphertextBytes as mlkem::ByteArray>::ZERO;
                let secret = encaps(key, m, &mut ciphertext);
                (ciphertext, secret)
            }
        }
    };
}

impl_kem!(MlKem512, "ML-KEM-512", NID_MLKEM512);
impl_kem!(MlKem768, "ML-KEM-768", NID_MLKEM768);
impl_kem!(MlKem1024, "ML-KEM-1024", NID_MLKEM1024);
