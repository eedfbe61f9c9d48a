//! The same operations of other libraries.
//!
//! Not here: OpenSSL and C libraries that have no crate with their own sources.

mod aws_lc_rs;
mod aws_lc_sys;
mod fips203;
mod graviola;
mod libcrux;
mod rustcrypto;

use crate::cases::Run;
use crate::hashing::{self, Algorithm, Hash, ManyShake128, SHAPES, STATES};
use crate::kem::{FromExpanded, Kem, Operation, expanded_operation, operations};

/// An operation of another library.
pub struct Peer {
    /// The library's name.
    pub library: &'static str,
    /// The name of the same operation in [`cases`](crate::cases).
    pub case: String,
    /// The operations that one run does.
    pub operations: usize,
    /// Makes the inputs.
    pub prepare: Box<dyn Fn() -> Run>,
}

/// Every operation of every library that runs on this processor.
#[must_use]
pub fn all() -> Vec<Peer> {
    [
        rustcrypto::peers(),
        fips203::peers(),
        libcrux::peers(),
        graviola::peers(),
        aws_lc_rs::peers(),
        aws_lc_sys::peers(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The hash functions that a library has.
fn hashes(library: &'static str, hash: fn(Algorithm) -> Option<Hash>) -> impl Iterator<Item = Peer> {
    SHAPES.iter().filter_map(move |shape| {
        let function = hash(shape.algorithm)?;
        let prepare = Box::new(move || hashing::hash(function, shape));
        Some(Peer { library, case: shape.name.to_string(), operations: 1, prepare })
    })
}

/// Many states of SHAKE128 at once.
fn many(library: &'static str, function: ManyShake128) -> impl Iterator<Item = Peer> {
    STATES.into_iter().map(move |(states, _)| Peer {
        library,
        case: hashing::many_name(states),
        operations: 1,
        prepare: Box::new(move || hashing::many(function, states)),
    })
}

/// One parameter set of a library.
fn kem<K: Kem + 'static>(library: &'static str) -> impl Iterator<Item = Peer> {
    operations::<K>().into_iter().map(move |operation| kem_peer::<K>(library, operation))
}

/// Its decapsulation from the expanded key.
fn expanded<K: FromExpanded + 'static>(library: &'static str) -> Peer {
    kem_peer::<K>(library, expanded_operation::<K>())
}

fn kem_peer<K: Kem>(library: &'static str, (operation, _, prepare): Operation) -> Peer {
    Peer { library, case: format!("{}/{operation}", K::SET), operations: 1, prepare: Box::new(prepare) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;
    use crate::kem::Ours;
    use mlkem::{MlKem512, MlKem768, MlKem1024};

    /// Every peer's operation is one of ours, is there once, and runs.
    #[test]
    fn each_is_one_of_ours() {
        let (cases, peers) = (cases::all(), all());
        for (index, peer) in peers.iter().enumerate() {
            let key = |peer: &Peer| (peer.library, peer.case.clone());
            assert!(peers[..index].iter().all(|other| key(other) != key(peer)), "{:?} is there twice", key(peer));
            assert!(cases.iter().any(|case| case.name == peer.case), "{:?} is not ours", key(peer));
            (peer.prepare)()();
        }
    }

    /// What is compared is the same function: the same digests.
    #[test]
    fn same_hashes() {
        for hash in [rustcrypto::hash, graviola::hash, aws_lc_sys::hash] {
            for shape in &SHAPES {
                if let Some(function) = hash(shape.algorithm) {
                    let data = vec![0xa3; shape.size];
                    let (mut expected, mut actual) = (vec![0; shape.output], vec![0; shape.output]);
                    hashing::ours(shape.algorithm)(&data, shape.writes, &mut expected);
                    function(&data, shape.writes, &mut actual);
                    assert_eq!(actual, expected, "{}", shape.name);
                }
            }
        }
    }

    #[test]
    fn same_streams() {
        let functions: [ManyShake128; 4] = [rustcrypto::many, libcrux::many, graviola::many, aws_lc_sys::many];
        for (states, ours) in STATES {
            let inputs: Vec<[u8; 34]> = (0..states).map(|state| [state as u8; 34]).collect();
            let mut expected = vec![[0; 504]; states];
            ours(&inputs, &mut expected);
            for function in functions {
                let mut actual = vec![[0; 504]; states];
                function(&inputs, &mut actual);
                assert_eq!(actual, expected);
            }
        }
    }

    /// What is compared is the same KEM: the same keys, ciphertexts and secrets from the same seeds.
    #[test]
    fn same_kem() {
        same::<Ours<MlKem512>, rustcrypto::MlKem<ml_kem::MlKem512>>();
        same::<Ours<MlKem768>, rustcrypto::MlKem<ml_kem::MlKem768>>();
        same::<Ours<MlKem1024>, rustcrypto::MlKem<ml_kem::MlKem1024>>();
        same::<Ours<MlKem512>, fips203::MlKem512>();
        same::<Ours<MlKem768>, fips203::MlKem768>();
        same::<Ours<MlKem1024>, fips203::MlKem1024>();
        same::<Ours<MlKem512>, libcrux::MlKem512>();
        same::<Ours<MlKem768>, libcrux::MlKem768>();
        same::<Ours<MlKem1024>, libcrux::MlKem1024>();
        same::<Ours<MlKem768>, graviola::MlKem768>();
        same::<Ours<MlKem512>, aws_lc_sys::MlKem512>();
        same::<Ours<MlKem768>, aws_lc_sys::MlKem768>();
        same::<Ours<MlKem1024>, aws_lc_sys::MlKem1024>();
    }

    fn same<A: Kem, B: Kem>() {
        let (seed, m) = ([7; 64], [8; 32]);
        let ((key, bytes), (other_key, other_bytes)) = (A::key_gen(&seed), B::key_gen(&seed));
        assert_eq!((A::SET, bytes.as_ref()), (B::SET, other_bytes.as_ref()));
        let ((ciphertext, secret), other) = (A::encaps(bytes.as_ref(), &m), B::encaps(bytes.as_ref(), &m));
        assert_eq!((ciphertext.as_ref(), secret), (other.0.as_ref(), other.1));
        let other = B::prepared_encaps(&B::prepare(bytes.as_ref()), &m);
        assert_eq!((ciphertext.as_ref(), secret), (other.0.as_ref(), other.1));
        assert_eq!(A::decaps(&key, ciphertext.as_ref()), secret);
        assert_eq!(B::decaps(&other_key, ciphertext.as_ref()), secret);
    }
}
