//! `fips203` 0.5. Portable Rust.

use super::Peer;
use crate::kem::{FromExpanded, Kem};
use fips203::traits::{Decaps, Encaps, KeyGen, SerDes};
use fips203::{ml_kem_512, ml_kem_768, ml_kem_1024};

pub(super) fn peers() -> Vec<Peer> {
    super::kem::<MlKem512>("fips203")
        .chain(super::kem::<MlKem768>("fips203"))
        .chain(super::kem::<MlKem1024>("fips203"))
        .chain([
            super::expanded::<MlKem512>("fips203"),
            super::expanded::<MlKem768>("fips203"),
            super::expanded::<MlKem1024>("fips203"),
        ])
        .collect()
}

macro_rules! impl_kem {
    ($set:ident, $name:literal, $module:ident) => {
        pub(super) struct $set;

        #[allow(clippy::expect_used, reason = "see Kem")]
        impl Kem for $set {
            const SET: &'static str = $name;
            type DecapsulationKey = $module::DecapsKey;
            type PreparedKey = $module::EncapsKey;
            type KeyBytes = [u8; $module::EK_LEN];
            type CiphertextBytes = [u8; $module::CT_LEN];

            fn key_gen(seed: &[u8; 64]) -> (Self::DecapsulationKey, Self::KeyBytes) {
                let [d, z] = [0, 32].map(|start| *seed[start..].first_chunk().expect("32 bytes"));
                let (key, decapsulation_key) = $module::KG::keygen_from_seed(d, z);
                (decapsulation_key, key.into_bytes())
            }

            fn encaps(key: &[u8], m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
                Self::prepared_encaps(&Self::prepare(key), m)
            }

            fn decaps(key: &Self::DecapsulationKey, ciphertext: &[u8]) -> [u8; 32] {
                let ciphertext = ciphertext.try_into().expect("its length");
                let ciphertext = $module::CipherText::try_from_bytes(ciphertext).expect("a ciphertext");
                key.try_decaps(&ciphertext).expect("a secret").into_bytes()
            }

            fn random_key_gen() -> (Self::DecapsulationKey, Self::KeyBytes) {
                let (key, decapsulation_key) = $module::KG::try_keygen().expect("randomness");
                (decapsulation_key, key.into_bytes())
            }

            fn random_encaps(key: &[u8]) -> (Self::CiphertextBytes, [u8; 32]) {
                let (secret, ciphertext) = Self::prepare(key).try_encaps().expect("randomness");
                (ciphertext.into_bytes(), secret.into_bytes())
            }

            fn prepare(key: &[u8]) -> Self::PreparedKey {
                $module::EncapsKey::try_from_bytes(key.try_into().expect("its length")).expect("a good key")
            }

            fn prepared_encaps(key: &Self::PreparedKey, m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
                let (secret, ciphertext) = key.encaps_from_seed(m);
                (ciphertext.into_bytes(), secret.into_bytes())
            }
        }

        #[allow(clippy::expect_used, reason = "see Kem")]
        impl FromExpanded for $set {
            fn decaps_from_bytes(key: &[u8], ciphertext: &[u8]) -> [u8; 32] {
                let key = key.try_into().expect("its length");
                Self::decaps(&$module::DecapsKey::try_from_bytes(key).expect("a good key"), ciphertext)
            }
        }
    };
}

impl_kem!(MlKem512, "ML-KEM-512", ml_kem_512);
impl_kem!(MlKem768, "ML-KEM-768", ml_kem_768);
impl_kem!(MlKem1024, "ML-KEM-1024", ml_kem_1024);
