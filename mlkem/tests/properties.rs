//! What holds for every key, message and ciphertext, on every backend and parameter set.
#![allow(clippy::unwrap_used, clippy::panic, clippy::integer_division_remainder_used)]

mod common;

use common::{for_each_set, on_each_backend, rejection_key};
use mlkem::{Backend, Ciphertext, DecapsulationKey, EncapsulationKey, ParameterSet, batch};
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, TestRunner};

/// Runs a property for random inputs; a counterexample is printed, not kept.
fn check<S: Strategy>(strategy: S, property: impl Fn(S::Value)) {
    let config = ProptestConfig {
        cases: 64,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    };
    let run = |value| {
        property(value);
        Ok(())
    };
    TestRunner::new(config).run(&strategy, run).unwrap();
}

fn seed() -> impl Strategy<Value = [u8; 64]> {
    (any::<[u8; 32]>(), any::<[u8; 32]>()).prop_map(|(d, z)| [d, z].concat().try_into().unwrap())
}

/// Both sides come to the same secret, by whichever forms of the keys.
#[test]
fn round_trip() {
    fn property<P: ParameterSet>() {
        check((seed(), any::<[u8; 32]>()), |(seed, m)| {
            let dk = DecapsulationKey::<P>::from_seed(&seed);
            let ek = dk.encapsulation_key();
            let (c, k) = ek.encapsulate_deterministic(&m);
            let (c_prepared, k_prepared) = ek.prepare().encapsulate_deterministic(&m);
            assert_eq!(&c, &c_prepared);
            let expanded = DecapsulationKey::<P>::from_bytes(dk.to_bytes().as_ref()).unwrap();
            let secrets = [
                k_prepared,
                dk.decapsulate(&c),
                dk.prepare().decapsulate(&c),
                expanded.decapsulate(&c),
                expanded.prepare().decapsulate(&c),
            ];
            for secret in secrets {
                assert_eq!(secret.as_bytes(), k.as_bytes());
            }
        });
    }
    on_each_backend("round trip", || for_each_set!(property()));
}

/// Any other ciphertext, however far from the honest one, gives J(z || c).
#[test]
fn tampering_is_rejected_implicitly() {
    fn property<P: ParameterSet>() {
        let changes = prop::collection::vec((any::<prop::sample::Index>(), 1..=255u8), 1..8);
        check((seed(), any::<[u8; 32]>(), changes), |(seed, m, changes)| {
            let dk = DecapsulationKey::<P>::from_seed(&seed);
            let (honest, k) = dk.encapsulation_key().encapsulate_deterministic(&m);
            let mut c = honest.as_bytes().to_vec();
            for (index, mask) in changes {
                let place = index.index(c.len());
                c[place] ^= mask;
            }
            let expected = if c == honest.as_bytes() { *k.as_bytes() } else { rejection_key(&seed[32..], &c) };
            let c = Ciphertext::from_bytes(&c).unwrap();
            assert_eq!(dk.decapsulate(&c).as_bytes(), &expected);
            assert_eq!(dk.prepare().decapsulate(&c).as_bytes(), &expected);
        });
    }
    on_each_backend("tampering", || for_each_set!(property()));
}

/// What is written out comes back the same.
#[test]
fn serialization() {
    fn property<P: ParameterSet>() {
        check((seed(), any::<[u8; 32]>()), |(seed, m)| {
            let dk = DecapsulationKey::<P>::from_seed(&seed);
            assert_eq!(dk.seed(), Some(seed));
            let bytes = dk.to_bytes();
            let again = DecapsulationKey::<P>::from_bytes(bytes.as_ref()).unwrap();
            assert_eq!(again.to_bytes().as_ref(), bytes.as_ref());
            assert_eq!(again.seed(), None);
            assert_eq!(again.encapsulation_key(), dk.encapsulation_key());
            let ek = EncapsulationKey::<P>::try_from(dk.encapsulation_key().as_bytes()).unwrap();
            assert_eq!(&ek, dk.encapsulation_key());
            assert_eq!(ek.to_bytes().as_ref(), ek.as_bytes());
            let (c, _) = ek.encapsulate_deterministic(&m);
            assert_eq!(&Ciphertext::<P>::try_from(c.as_bytes()).unwrap(), &c);
            assert_eq!(c.to_bytes().as_ref(), c.as_bytes());
        });
    }
    on_each_backend("serialization", || for_each_set!(property()));
}

/// Many keys at once give what each gives alone; every number of them, so that last groups are short.
#[test]
fn batches_equal_single_operations() {
    fn property<P: ParameterSet>() {
        let inputs = prop::collection::vec((seed(), any::<[u8; 32]>(), any::<bool>()), 0..19);
        check(inputs, |inputs| {
            let keys: Vec<DecapsulationKey<P>> = batch::from_seeds(inputs.iter().map(|(seed, ..)| seed)).collect();
            let messages = inputs.iter().map(|(_, m, _)| m);
            let sent: Vec<_> =
                batch::encapsulate_deterministic(keys.iter().map(|key| key.encapsulation_key()).zip(messages))
                    .collect();
            let received: Vec<_> = sent
                .iter()
                .zip(&inputs)
                .map(|((c, _), (seed, _, tampered))| {
                    let mut c = c.as_bytes().to_vec();
                    let last = c.len() - 1 - usize::from(seed[0]);
                    c[last] ^= u8::from(*tampered);
                    Ciphertext::from_bytes(&c).unwrap()
                })
                .collect();
            let secrets: Vec<_> = batch::decapsulate(keys.iter().zip(&received)).collect();
            assert_eq!((keys.len(), sent.len(), secrets.len()), (inputs.len(), inputs.len(), inputs.len()));
            for (i, (seed, m, tampered)) in inputs.iter().enumerate() {
                let dk = DecapsulationKey::<P>::from_seed(seed);
                assert_eq!(keys[i].to_bytes().as_ref(), dk.to_bytes().as_ref());
                assert_eq!(keys[i].seed(), Some(*seed));
                let (c, k) = dk.encapsulation_key().encapsulate_deterministic(m);
                assert_eq!(&sent[i].0, &c);
                assert_eq!(sent[i].1.as_bytes(), k.as_bytes());
                let rejected = rejection_key(&seed[32..], received[i].as_bytes());
                assert_eq!(secrets[i].as_bytes(), if *tampered { &rejected } else { k.as_bytes() });
            }
        });
    }
    on_each_backend("batches", || for_each_set!(property()));
}

/// A key made on one backend works on another, and whatever is made is the same bytes.
#[test]
fn backends_understand_each_other() {
    fn property<P: ParameterSet>() {
        check((seed(), any::<[u8; 32]>()), |(seed, m)| {
            let portable = Backend::from_name("portable").unwrap();
            let here = Backend::active();
            let dk = DecapsulationKey::<P>::from_seed(&seed);
            portable.force();
            assert_eq!(DecapsulationKey::<P>::from_seed(&seed).to_bytes().as_ref(), dk.to_bytes().as_ref());
            let (c, k) = dk.encapsulation_key().encapsulate_deterministic(&m);
            let prepared = dk.prepare();
            here.force();
            assert_eq!(prepared.decapsulate(&c).as_bytes(), k.as_bytes());
            assert_eq!(dk.decapsulate(&c).as_bytes(), k.as_bytes());
        });
    }
    on_each_backend("one backend to another", || for_each_set!(property()));
}
