//! `graviola` 0.4.4: AVX-512, AVX2 or NEON, chosen as it runs. ML-KEM-768 only.
//!
//! The deterministic operations are public but hidden from its documentation. Its decapsulation key keeps the matrix,
//! and is not read from bytes.

use super::Peer;
use crate::hashing::{Algorithm, Hash};
use crate::kem::Kem;
use graviola::hashing::sha3::{Sha3_256Context, Sha3_512Context, Shake128, Shake256};
use graviola::key_agreement::mlkem768::{Ciphertext, DecapKey, EncapKey, Message, SharedSecret};

const LIBRARY: &str = "graviola";

pub(super) fn peers() -> Vec<Peer> {
    if !graviola::util::is_cpu_supported() {
        return Vec::new();
    }
    super::hashes(LIBRARY, hash).chain(super::many(LIBRARY, many)).chain(super::kem::<MlKem768>(LIBRARY)).collect()
}

pub(super) fn hash(algorithm: Algorithm) -> Option<Hash> {
    match algorithm {
        Algorithm::Sha3_256 => Some(|data, writes, output| {
            let mut hash = Sha3_256Context::new();
            (0..writes).for_each(|_| hash.update(data));
            output.copy_from_slice(&hash.finish());
        }),
        Algorithm::Sha3_512 => Some(|data, writes, output| {
            let mut hash = Sha3_512Context::new();
            (0..writes).for_each(|_| hash.update(data));
            output.copy_from_slice(&hash.finish());
        }),
        // Takes its message at once, in pieces.
        Algorithm::Shake128 => Some(|data, writes, output| Shake128::new(&[data; 1024][..writes]).read(output)),
        Algorithm::Shake256 => Some(|data, writes, output| Shake256::new(&[data; 1024][..writes]).read(output)),
        _ => None,
    }
}

pub(super) fn many(inputs: &[[u8; 34]], outputs: &mut [[u8; 504]]) {
    for (input, output) in inputs.iter().zip(outputs) {
        Shake128::new(&[input]).read(output);
    }
}

pub(super) struct MlKem768;

fn bytes((secret, ciphertext): (SharedSecret, Ciphertext)) -> ([u8; 1088], [u8; 32]) {
    (*ciphertext.as_ref(), *secret.as_ref())
}

#[allow(clippy::expect_used, reason = "see Kem")]
impl Kem for MlKem768 {
    const SET: &'static str = "ML-KEM-768";
    type DecapsulationKey = DecapKey;
    type PreparedKey = EncapKey;
    type KeyBytes = [u8; 1184];
    type CiphertextBytes = [u8; 1088];

    fn key_gen(seed: &[u8; 64]) -> (Self::DecapsulationKey, Self::KeyBytes) {
        let key = DecapKey::keygen_internal(seed);
        let bytes = key.encapsulation_key().as_bytes();
        (key, bytes)
    }

    fn encaps(key: &[u8], m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
        bytes(Self::prepare(key).encaps_internal(Message(*m)))
    }

    fn decaps(key: &Self::DecapsulationKey, ciphertext: &[u8]) -> [u8; 32] {
        let ciphertext: [u8; 1088] = ciphertext.try_into().expect("its length");
        *key.decaps_internal(&ciphertext.into()).as_ref()
    }

    fn random_key_gen() -> (Self::DecapsulationKey, Self::KeyBytes) {
        let key = DecapKey::generate().expect("randomness");
        let bytes = key.encapsulation_key().as_bytes();
        (key, bytes)
    }

    fn random_encaps(key: &[u8]) -> (Self::CiphertextBytes, [u8; 32]) {
        bytes(Self::prepare(key).encaps().expect("randomness"))
    }

    fn prepare(key: &[u8]) -> Self::PreparedKey {
        EncapKey::from_bytes(key.try_into().expect("its length")).expect("a good key")
    }

    fn prepared_encaps(key: &Self::PreparedKey, m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
        bytes(key.clone().encaps_internal(Message(*m)))
    }
}
