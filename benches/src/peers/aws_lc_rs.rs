//! `aws-lc-rs` 1.19, the safe interface to AWS-LC: AVX2, chosen as it runs.
//!
//! It has no deterministic operations, so all of these draw randomness from the system; `aws_lc_sys` has the others.

use super::Peer;
use crate::kem::{FromExpanded, Kem};
use aws_lc_rs::kem::{
    Algorithm, Ciphertext, DecapsulationKey, EncapsulationKey, EncapsulationKeyBytes, ML_KEM_512, ML_KEM_768,
    ML_KEM_1024,
};

const LIBRARY: &str = "aws-lc-rs";

pub(super) fn peers() -> Vec<Peer> {
    super::kem::<MlKem<512>>(LIBRARY)
        .chain(super::kem::<MlKem<768>>(LIBRARY))
        .chain(super::kem::<MlKem<1024>>(LIBRARY))
        .chain([
            super::expanded::<MlKem<512>>(LIBRARY),
            super::expanded::<MlKem<768>>(LIBRARY),
            super::expanded::<MlKem<1024>>(LIBRARY),
        ])
        .collect()
}

/// The library's own wrapping of bytes, seen as bytes.
pub(super) struct KeyBytes(EncapsulationKeyBytes<'static>);

impl AsRef<[u8]> for KeyBytes {
    fn as_ref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

/// ML-KEM-N.
pub(super) struct MlKem<const N: usize>;

impl<const N: usize> MlKem<N> {
    const ALGORITHM: &'static Algorithm = match N {
        512 => &ML_KEM_512,
        768 => &ML_KEM_768,
        _ => &ML_KEM_1024,
    };
}

#[allow(clippy::expect_used, reason = "see Kem")]
fn secret(secret: impl AsRef<[u8]>) -> [u8; 32] {
    secret.as_ref().try_into().expect("32 bytes")
}

#[allow(clippy::expect_used, reason = "see Kem")]
impl<const N: usize> Kem for MlKem<N> {
    const SET: &'static str = match N {
        512 => "ML-KEM-512",
        768 => "ML-KEM-768",
        _ => "ML-KEM-1024",
    };
    type DecapsulationKey = DecapsulationKey;
    type PreparedKey = EncapsulationKey;
    type KeyBytes = KeyBytes;
    type CiphertextBytes = Ciphertext<'static>;

    fn key_gen(_: &[u8; 64]) -> (Self::DecapsulationKey, Self::KeyBytes) {
        Self::random_key_gen()
    }

    fn encaps(key: &[u8], _: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
        Self::random_encaps(key)
    }

    fn decaps(key: &Self::DecapsulationKey, ciphertext: &[u8]) -> [u8; 32] {
        secret(key.decapsulate(ciphertext.into()).expect("a secret"))
    }

    fn random_key_gen() -> (Self::DecapsulationKey, Self::KeyBytes) {
        let key = DecapsulationKey::generate(Self::ALGORITHM).expect("randomness");
        let bytes = key.encapsulation_key().and_then(|key| key.key_bytes()).expect("a key");
        (key, KeyBytes(bytes))
    }

    fn random_encaps(key: &[u8]) -> (Self::CiphertextBytes, [u8; 32]) {
        Self::prepared_encaps(&Self::prepare(key), &[0; 32])
    }

    fn prepare(key: &[u8]) -> Self::PreparedKey {
        EncapsulationKey::new(Self::ALGORITHM, key).expect("a good key")
    }

    fn prepared_encaps(key: &Self::PreparedKey, _: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
        let (ciphertext, shared) = key.encapsulate().expect("randomness");
        (ciphertext, secret(shared))
    }
}

#[allow(clippy::expect_used, reason = "see Kem")]
impl<const N: usize> FromExpanded for MlKem<N> {
    fn decaps_from_bytes(key: &[u8], ciphertext: &[u8]) -> [u8; 32] {
        Self::decaps(&DecapsulationKey::new(Self::ALGORITHM, key).expect("a key"), ciphertext)
    }
}
