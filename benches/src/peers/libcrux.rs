//! `libcrux-ml-kem` and `libcrux-sha3` 0.0.11: AVX2 or NEON, chosen as they run.

use super::Peer;
#[cfg(target_arch = "x86_64")]
use crate::arch::libcrux::shake128_x4;
use crate::kem::{FromExpanded, Kem};
use libcrux_ml_kem::{mlkem512, mlkem768, mlkem1024};

const LIBRARY: &str = "libcrux";

/// Nothing on an x86-64 without AVX2: the prepared keys and the four-way SHAKE below need it.
pub(super) fn peers() -> Vec<Peer> {
    #[cfg(target_arch = "x86_64")]
    if !std::arch::is_x86_feature_detected!("avx2") {
        return Vec::new();
    }
    super::many(LIBRARY, many)
        .chain(super::kem::<MlKem512>(LIBRARY))
        .chain(super::kem::<MlKem768>(LIBRARY))
        .chain(super::kem::<MlKem1024>(LIBRARY))
        .chain([
            super::expanded::<MlKem512>(LIBRARY),
            super::expanded::<MlKem768>(LIBRARY),
            super::expanded::<MlKem1024>(LIBRARY),
        ])
        .collect()
}

/// Four states at a time with AVX2, and one by one what is left.
pub(super) fn many(inputs: &[[u8; 34]], outputs: &mut [[u8; 504]]) {
    #[cfg(target_arch = "x86_64")]
    let (inputs, outputs) = {
        let ((fours, rest), (outputs, rest_outputs)) = (inputs.as_chunks(), outputs.as_chunks_mut());
        for (inputs, outputs) in fours.iter().zip(outputs) {
            shake128_x4(inputs, outputs);
        }
        (rest, rest_outputs)
    };
    for (input, output) in inputs.iter().zip(outputs) {
        libcrux_sha3::shake128_ema(output, input);
    }
}

macro_rules! impl_kem {
    ($set:ident, $name:literal, $module:ident, $unpacked_key:ident) => {
        pub(super) struct $set;

        #[allow(clippy::expect_used, reason = "see Kem")]
        impl Kem for $set {
            const SET: &'static str = $name;
            type DecapsulationKey = [u8; <mlkem::$set as mlkem::ParameterSet>::DECAPSULATION_KEY_SIZE];
            type PreparedKey = unpacked::$module::$unpacked_key;
            type KeyBytes = [u8; <mlkem::$set as mlkem::ParameterSet>::ENCAPSULATION_KEY_SIZE];
            type CiphertextBytes = [u8; <mlkem::$set as mlkem::ParameterSet>::CIPHERTEXT_SIZE];

            fn key_gen(seed: &[u8; 64]) -> (Self::DecapsulationKey, Self::KeyBytes) {
                let (decapsulation_key, key) = $module::generate_key_pair(*seed).into_parts();
                (decapsulation_key.into(), key.into())
            }

            fn encaps(key: &[u8], m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
                let key = key.try_into().expect("its length");
                assert!($module::validate_public_key(&key));
                let (ciphertext, secret) = $module::encapsulate(&key, *m);
                (ciphertext.into(), secret)
            }

            fn decaps(key: &Self::DecapsulationKey, ciphertext: &[u8]) -> [u8; 32] {
                $module::decapsulate(&key.into(), &ciphertext.try_into().expect("its length"))
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
                let mut prepared = unpacked::$module::init_public_key();
                unpacked::$module::unpacked_public_key(&key.try_into().expect("its length"), &mut prepared);
                prepared
            }

            fn prepared_encaps(key: &Self::PreparedKey, m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
                let (ciphertext, secret) = unpacked::$module::encapsulate(key, *m);
                (ciphertext.into(), secret)
            }
        }

        #[allow(clippy::expect_used, reason = "see Kem")]
        impl FromExpanded for $set {
            fn decaps_from_bytes(key: &[u8], ciphertext: &[u8]) -> [u8; 32] {
                let (key, ciphertext) =
                    (key.try_into().expect("its length"), ciphertext.try_into().expect("its length"));
                assert!($module::validate_private_key(&key, &ciphertext));
                $module::decapsulate(&key, &ciphertext)
            }
        }
    };
}

/// The vectorized form of the unpacked keys, which the crate offers by name only.
mod unpacked {
    #[cfg(target_arch = "x86_64")]
    pub(super) use libcrux_ml_kem::{
        mlkem512::avx2::unpacked as mlkem512, mlkem768::avx2::unpacked as mlkem768,
        mlkem1024::avx2::unpacked as mlkem1024,
    };
    #[cfg(target_arch = "aarch64")]
    pub(super) use libcrux_ml_kem::{
        mlkem512::neon::unpacked as mlkem512, mlkem768::neon::unpacked as mlkem768,
        mlkem1024::neon::unpacked as mlkem1024,
    };
    #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
    pub(super) use libcrux_ml_kem::{
        mlkem512::portable::unpacked as mlkem512, mlkem768::portable::unpacked as mlkem768,
        mlkem1024::portable::unpacked as mlkem1024,
    };
}

impl_kem!(MlKem512, "ML-KEM-512", mlkem512, MlKem512PublicKeyUnpacked);
impl_kem!(MlKem768, "ML-KEM-768", mlkem768, MlKem768PublicKeyUnpacked);
impl_kem!(MlKem1024, "ML-KEM-1024", mlkem1024, MlKem1024PublicKeyUnpacked);
