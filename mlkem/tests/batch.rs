//! Batches give what single operations give, for any count and every backend.
#![allow(clippy::unwrap_used, clippy::integer_division_remainder_used)]

use mlkem::{Backend, Ciphertext, DecapsulationKey, MlKem512, MlKem768, MlKem1024, ParameterSet, batch};

fn check<P: ParameterSet>() {
    for backend in Backend::available() {
        backend.force();
        println!("{} on {}", P::NAME, backend.name());
        for count in (0..=20).chain([33, 64]) {
            let seeds: Vec<[u8; 64]> = (0..count).map(|i| [i as u8; 64]).collect();
            let keys: Vec<DecapsulationKey<P>> = batch::from_seeds(&seeds).collect();
            assert_eq!(keys.len(), count);
            for (seed, key) in seeds.iter().zip(&keys) {
                let single = DecapsulationKey::<P>::from_seed(seed);
                assert!(key.to_bytes().as_ref() == single.to_bytes().as_ref());
                assert_eq!(key.seed(), Some(*seed));
            }

            let messages: Vec<[u8; 32]> = (0..count).map(|i| [!i as u8; 32]).collect();
            let inputs = keys.iter().map(DecapsulationKey::encapsulation_key).zip(&messages);
            let sent: Vec<_> = batch::encapsulate_deterministic(inputs).collect();
            assert_eq!(sent.len(), count);
            for ((key, m), (c, k)) in keys.iter().zip(&messages).zip(&sent) {
                let (single_c, single_k) = key.encapsulation_key().encapsulate_deterministic(m);
                assert_eq!(c, &single_c);
                assert_eq!(k.as_bytes(), single_k.as_bytes());
            }

            // every third ciphertext is damaged
            let ciphertexts: Vec<Ciphertext<P>> = sent
                .iter()
                .enumerate()
                .map(|(i, (c, _))| {
                    let mut bytes = c.as_bytes().to_vec();
                    bytes[i] ^= u8::from(i % 3 == 0);
                    Ciphertext::from_bytes(&bytes).unwrap()
                })
                .collect();
            let received: Vec<_> = batch::decapsulate(keys.iter().zip(&ciphertexts)).collect();
            assert_eq!(received.len(), count);
            for (i, ((key, c), k)) in keys.iter().zip(&ciphertexts).zip(&received).enumerate() {
                assert_eq!(k.as_bytes(), key.decapsulate(c).as_bytes());
                assert_eq!(k.as_bytes() == sent[i].1.as_bytes(), i % 3 != 0);
            }
        }
    }
}

/// Fault: a group drawn for more lanes than the backend has by then, whose last results are lost.
fn another_backend_meanwhile() {
    let seeds: Vec<[u8; 64]> = (0..20).map(|i| [i; 64]).collect();
    for first in Backend::available() {
        for second in Backend::available() {
            first.force();
            let drawn = seeds.iter().enumerate().map(|(i, seed)| {
                if i == 2 {
                    second.force();
                }
                seed
            });
            let keys = batch::from_seeds::<MlKem512>(drawn).map(|key| key.seed().unwrap());
            assert!(keys.eq(seeds.iter().copied()), "{}, then {}", first.name(), second.name());
        }
    }
}

// one test, so that no other forces another backend meanwhile
#[test]
fn batches_equal_single_operations() {
    check::<MlKem512>();
    check::<MlKem768>();
    check::<MlKem1024>();
    another_backend_meanwhile();
    Backend::unforce();
    let keys: Result<Vec<DecapsulationKey<MlKem768>>, _> = batch::generate(9).collect();
    let keys = keys.unwrap();
    assert!(keys.windows(2).all(|pair| pair[0].encapsulation_key() != pair[1].encapsulation_key()));
    let sent = batch::encapsulate(keys.iter().map(DecapsulationKey::encapsulation_key));
    for (key, sent) in keys.iter().zip(sent) {
        let (c, k) = sent.unwrap();
        assert_eq!(key.decapsulate(&c).as_bytes(), k.as_bytes());
    }
}
