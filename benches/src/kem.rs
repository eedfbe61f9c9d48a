//! The ML-KEM benchmarks, written once for every library: ours and the peers'.

use crate::cases::{Case, Family, Run};
use mlkem::{Ciphertext, DecapsulationKey, EncapsulationKey, ParameterSet, PreparedEncapsulationKey};
use mlkem::{MlKem512, MlKem768, MlKem1024};
use std::hint::black_box;
use std::marker::PhantomData;

/// One parameter set of one library, as a protocol uses it: what travels is bytes, what stays is as the library likes it.
///
/// An input that is refused panics: it has no time.
pub trait Kem {
    /// `ML-KEM-512`, `ML-KEM-768` or `ML-KEM-1024`.
    const SET: &'static str;
    /// The decapsulation key, parsed, with all that the library keeps in it.
    type DecapsulationKey;
    /// The encapsulation key in its fastest form.
    type PreparedKey;
    /// The encapsulation key as bytes.
    type KeyBytes: AsRef<[u8]>;
    /// The ciphertext as bytes.
    type CiphertextBytes: AsRef<[u8]>;

    /// Algorithm 16: the key pair of the seed d || z.
    fn key_gen(seed: &[u8; 64]) -> (Self::DecapsulationKey, Self::KeyBytes);
    /// Algorithm 17 with the key's checks.
    fn encaps(key: &[u8], m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]);
    /// Algorithm 18.
    fn decaps(key: &Self::DecapsulationKey, ciphertext: &[u8]) -> [u8; 32];
    /// Algorithm 19, with randomness from the system.
    fn random_key_gen() -> (Self::DecapsulationKey, Self::KeyBytes);
    /// Algorithm 20, with randomness from the system.
    fn random_encaps(key: &[u8]) -> (Self::CiphertextBytes, [u8; 32]);
    /// The key with its checks done and, where the library can, its matrix and hash kept.
    fn prepare(key: &[u8]) -> Self::PreparedKey;
    /// Algorithm 17 on a prepared key.
    fn prepared_encaps(key: &Self::PreparedKey, m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]);
}

/// A library that also reads the expanded decapsulation key of FIPS 203.
pub trait FromExpanded: Kem {
    /// Algorithm 18 with the key's checks.
    fn decaps_from_bytes(key: &[u8], ciphertext: &[u8]) -> [u8; 32];
}

/// An operation: its name without the set's, whether it is [`Case::listed`], and how it is prepared.
pub type Operation = (&'static str, bool, fn() -> Run);

/// The operations of any library.
#[must_use]
pub const fn operations<K: Kem + 'static>() -> [Operation; 7] {
    [
        ("KeyGen", true, key_gen::<K>),
        ("Encaps", true, encaps::<K>),
        ("Decaps", true, decaps::<K>),
        ("RoundTrip/Alice", true, alice::<K>),
        ("RoundTrip/Bob", true, bob::<K>),
        ("Encaps/prepared", false, prepared_encaps::<K>),
        ("Handshake", false, handshake::<K>),
    ]
}

/// The operation of a library that reads expanded keys.
#[must_use]
pub const fn expanded_operation<K: FromExpanded + 'static>() -> Operation {
    ("Decaps/bytes", false, decaps_from_bytes::<K>)
}

/// All benchmarks of `mlkem`.
pub(crate) fn cases() -> Vec<Case> {
    set_cases::<Ours<MlKem512>>().chain(set_cases::<Ours<MlKem768>>()).chain(set_cases::<Ours<MlKem1024>>()).collect()
}

fn set_cases<K: FromExpanded + 'static>() -> impl Iterator<Item = Case> {
    operations::<K>().into_iter().chain([expanded_operation::<K>()]).map(|(operation, listed, prepare)| Case {
        name: format!("{}/{operation}", K::SET),
        family: Family::MlKem,
        bytes: None,
        operations: 1,
        listed,
        prepare: Box::new(prepare),
    })
}

const SEED: [u8; 64] = [0x5e; 64];
const M: [u8; 32] = [0x3d; 32];

fn key_gen<K: Kem + 'static>() -> Run {
    Box::new(|| {
        black_box(K::key_gen(black_box(&SEED)));
    })
}

fn encaps<K: Kem + 'static>() -> Run {
    let (_, key) = K::key_gen(&SEED);
    Box::new(move || {
        black_box(K::encaps(black_box(key.as_ref()), black_box(&M)));
    })
}

fn decaps<K: Kem + 'static>() -> Run {
    let (decapsulation_key, key) = K::key_gen(&SEED);
    let (ciphertext, _) = K::encaps(key.as_ref(), &M);
    Box::new(move || {
        black_box(K::decaps(black_box(&decapsulation_key), black_box(ciphertext.as_ref())));
    })
}

fn decaps_from_bytes<K: FromExpanded + 'static>() -> Run {
    let (expanded, ciphertext) = expanded_key_and_ciphertext(K::SET);
    Box::new(move || {
        black_box(K::decaps_from_bytes(black_box(&expanded), black_box(&ciphertext)));
    })
}

/// One side: generate, export, and decapsulate what the other side sent.
fn alice<K: Kem + 'static>() -> Run {
    let (_, key) = K::key_gen(&SEED);
    let (ciphertext, _) = K::encaps(key.as_ref(), &M);
    Box::new(move || {
        let (decapsulation_key, key) = K::random_key_gen();
        black_box(key.as_ref());
        black_box(K::decaps(&decapsulation_key, black_box(ciphertext.as_ref())));
    })
}

/// The other side: parse the key and encapsulate.
fn bob<K: Kem + 'static>() -> Run {
    let (_, key) = K::key_gen(&SEED);
    Box::new(move || {
        black_box(K::random_encaps(black_box(key.as_ref())));
    })
}

fn prepared_encaps<K: Kem + 'static>() -> Run {
    let (_, key) = K::key_gen(&SEED);
    let prepared = K::prepare(key.as_ref());
    Box::new(move || {
        black_box(K::prepared_encaps(black_box(&prepared), black_box(&M)));
    })
}

/// Both sides: generate, export, parse, encapsulate, decapsulate.
fn handshake<K: Kem + 'static>() -> Run {
    Box::new(|| {
        let (decapsulation_key, key) = K::random_key_gen();
        let (ciphertext, _) = K::random_encaps(black_box(key.as_ref()));
        black_box(K::decaps(&decapsulation_key, black_box(ciphertext.as_ref())));
    })
}

/// The inputs of a decapsulation from bytes, from our library for all: not every other one exports this form.
fn expanded_key_and_ciphertext(set: &str) -> (Vec<u8>, Vec<u8>) {
    fn make<P: ParameterSet>() -> (Vec<u8>, Vec<u8>) {
        let key = DecapsulationKey::<P>::from_seed(&SEED);
        let (ciphertext, _) = key.encapsulation_key().encapsulate_deterministic(&M);
        (key.to_bytes().as_ref().to_vec(), ciphertext.as_bytes().to_vec())
    }
    match set {
        "ML-KEM-512" => make::<MlKem512>(),
        "ML-KEM-768" => make::<MlKem768>(),
        _ => make::<MlKem1024>(),
    }
}

/// This workspace's library.
pub struct Ours<P>(PhantomData<P>);

#[allow(clippy::expect_used, reason = "see Kem")]
impl<P: ParameterSet> Kem for Ours<P> {
    const SET: &'static str = P::NAME;
    type DecapsulationKey = DecapsulationKey<P>;
    type PreparedKey = PreparedEncapsulationKey<P>;
    type KeyBytes = P::EncapsulationKeyBytes;
    type CiphertextBytes = P::CiphertextBytes;

    fn key_gen(seed: &[u8; 64]) -> (Self::DecapsulationKey, Self::KeyBytes) {
        let key = DecapsulationKey::from_seed(seed);
        let bytes = key.encapsulation_key().to_bytes();
        (key, bytes)
    }

    fn encaps(key: &[u8], m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
        let key = EncapsulationKey::<P>::from_bytes(key).expect("a good key");
        let (ciphertext, secret) = key.encapsulate_deterministic(m);
        (ciphertext.to_bytes(), *secret.as_bytes())
    }

    fn decaps(key: &Self::DecapsulationKey, ciphertext: &[u8]) -> [u8; 32] {
        *key.decapsulate(&Ciphertext::from_bytes(ciphertext).expect("a ciphertext")).as_bytes()
    }

    fn random_key_gen() -> (Self::DecapsulationKey, Self::KeyBytes) {
        let key = DecapsulationKey::generate().expect("randomness");
        let bytes = key.encapsulation_key().to_bytes();
        (key, bytes)
    }

    fn random_encaps(key: &[u8]) -> (Self::CiphertextBytes, [u8; 32]) {
        let key = EncapsulationKey::<P>::from_bytes(key).expect("a good key");
        let (ciphertext, secret) = key.encapsulate().expect("randomness");
        (ciphertext.to_bytes(), *secret.as_bytes())
    }

    fn prepare(key: &[u8]) -> Self::PreparedKey {
        EncapsulationKey::from_bytes(key).expect("a good key").prepare()
    }

    fn prepared_encaps(key: &Self::PreparedKey, m: &[u8; 32]) -> (Self::CiphertextBytes, [u8; 32]) {
        let (ciphertext, secret) = key.encapsulate_deterministic(m);
        (ciphertext.to_bytes(), *secret.as_bytes())
    }
}

#[allow(clippy::expect_used, reason = "see Kem")]
impl<P: ParameterSet> FromExpanded for Ours<P> {
    fn decaps_from_bytes(key: &[u8], ciphertext: &[u8]) -> [u8; 32] {
        let key = DecapsulationKey::<P>::from_bytes(key).expect("a good key");
        Self::decaps(&key, ciphertext)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is timed is right: all ways to the shared secret lead to the same one.
    #[test]
    fn all_ways_agree() {
        agree::<Ours<MlKem512>>();
        agree::<Ours<MlKem768>>();
        agree::<Ours<MlKem1024>>();
    }

    fn agree<K: FromExpanded>() {
        let (key, bytes) = K::key_gen(&SEED);
        let (ciphertext, secret) = K::encaps(bytes.as_ref(), &M);
        assert_eq!(K::prepared_encaps(&K::prepare(bytes.as_ref()), &M).1, secret);
        assert_eq!(K::decaps(&key, ciphertext.as_ref()), secret);
        let (expanded, ciphertext) = expanded_key_and_ciphertext(K::SET);
        assert_eq!(K::decaps_from_bytes(&expanded, &ciphertext), secret);
        let (key, bytes) = K::random_key_gen();
        let (ciphertext, secret) = K::random_encaps(bytes.as_ref());
        assert_eq!(K::decaps(&key, ciphertext.as_ref()), secret);
    }
}
