//! The faults that were found in other implementations of ML-KEM, one test each, on every backend and parameter set.
#![allow(clippy::unwrap_used, clippy::panic, clippy::integer_division_remainder_used)]

mod common;

use common::reference::{self, Reference, byte_decode, byte_encode};
use common::{bytes, for_each_set, on_each_backend, rejection_key};
use keccak::Sha3_256;
use mlkem::{Ciphertext, DecapsulationKey, EncapsulationKey, Error, ParameterSet};

/// The seed of a key for tests.
fn seed<P: ParameterSet>() -> [u8; 64] {
    bytes(P::NAME)
}

/// dk of an encapsulation key and a secret that need not belong to it, with a right H(ek).
fn decapsulation_key(s: &[u8], ek: &[u8], z: &[u8; 32]) -> Vec<u8> {
    [s, ek, &Sha3_256::digest(ek), z].concat()
}

fn set_coefficient(encoded: &mut [u8], index: usize, value: u16) {
    let pair = &mut encoded[3 * (index / 2)..][..3];
    let mut both = u32::from_le_bytes([pair[0], pair[1], pair[2], 0]);
    let shift = 12 * (index % 2);
    both = both & !(0xfff << shift) | u32::from(value) << shift;
    pair.copy_from_slice(&both.to_le_bytes()[..3]);
}

/// Fault: the comparison left out the last 32 bytes of ML-KEM-1024's ciphertext, or c1, or a vector's tail; a
/// rejection mask of 0x01 changed the key by a bit. Every single bit of c counts, and the key of rejection is all of J(z || c).
#[test]
fn every_ciphertext_bit_is_compared_and_rejection_is_complete() {
    fn check<P: ParameterSet>() {
        let seed = seed::<P>();
        let dk = DecapsulationKey::<P>::from_seed(&seed);
        let prepared = dk.prepare();
        let (honest, k) = dk.encapsulation_key().encapsulate_deterministic(&bytes("m"));
        assert_eq!(dk.decapsulate(&honest).as_bytes(), k.as_bytes());
        let mut c = honest.as_bytes().to_vec();
        let emulated = std::env::var_os("EMULATED").is_some(); // then every 27th bit must do
        for bit in (0..8 * c.len()).step_by(if emulated { 27 } else { 1 }) {
            c[bit / 8] ^= 1 << (bit % 8);
            let tampered = Ciphertext::from_bytes(&c).unwrap();
            let expected = rejection_key(&seed[32..], &c);
            assert_eq!(dk.decapsulate(&tampered).as_bytes(), &expected, "{} bit {bit}", P::NAME);
            if bit % 8 == 0 {
                assert_eq!(prepared.decapsulate(&tampered).as_bytes(), &expected, "{} bit {bit}", P::NAME);
            }
            c[bit / 8] ^= 1 << (bit % 8);
        }
        assert_eq!(dk.decapsulate(&Ciphertext::from_bytes(&c).unwrap()).as_bytes(), k.as_bytes());
    }
    on_each_backend("ciphertext comparison", || for_each_set!(check()));
}

/// Fault: comparing as strings do, up to the first zero byte, and differences that cancel out when they are summed.
#[test]
fn differences_do_not_cancel_out() {
    fn check<P: ParameterSet>() {
        let seed = seed::<P>();
        let dk = DecapsulationKey::<P>::from_seed(&seed);
        let (honest, _) = dk.encapsulation_key().encapsulate_deterministic(&bytes("m"));
        let size = P::CIPHERTEXT_SIZE;
        for distance in [1, 2, 4, 8, 16, 32, 64, 128, 256, size / 2, size - 1] {
            for mask in [0x01, 0x80, 0xff] {
                let mut c = honest.as_bytes().to_vec();
                c[0] ^= mask;
                c[distance] ^= mask;
                let key = dk.decapsulate(&Ciphertext::from_bytes(&c).unwrap());
                assert_eq!(key.as_bytes(), &rejection_key(&seed[32..], &c), "{} {distance}", P::NAME);
            }
        }
        for fill in [0x00, 0xff] {
            let c = vec![fill; size];
            let key = dk.decapsulate(&Ciphertext::from_bytes(&c).unwrap());
            assert_eq!(key.as_bytes(), &rejection_key(&seed[32..], &c), "{} {fill}", P::NAME);
        }
    }
    on_each_backend("comparison of many differences", || for_each_set!(check()));
}

/// Fault: an XOF capped at three blocks. One polynomial in 120 needs a fourth; these seeds were searched for keys
/// whose matrix has several, and one that ends within the last bytes of the third block, and are checked to be so.
#[test]
fn matrix_that_needs_a_fourth_block() {
    fn check<P: ParameterSet>() {
        let reference = Reference::of::<P>();
        let mut fourth_blocks = 0;
        for number in 0..400u32 {
            let d = Sha3_256::digest([P::K as u8, number as u8, (number >> 8) as u8]);
            let rho = reference.rho(&d);
            let k = P::K as u8;
            let pairs = (0..k).flat_map(|j| (0..k).map(move |i| (j, i)));
            let reads: Vec<usize> = pairs.map(|(j, i)| reference::sample_ntt(&rho, j, i).1).collect();
            let unlucky = reads.iter().filter(|&&read| read > 3 * 168).count();
            let at_the_edge = reads.iter().any(|&read| (3 * 168 - 3..=3 * 168 + 3).contains(&read));
            if unlucky == 0 && !at_the_edge {
                continue;
            }
            fourth_blocks += unlucky;
            let z = [7; 32];
            let (ek, dk) = reference.key_gen(&d, &z);
            let key = DecapsulationKey::<P>::from_seed(&[d, z].concat().try_into().unwrap());
            assert_eq!(key.encapsulation_key().as_bytes(), ek, "{} {number}", P::NAME);
            assert_eq!(key.to_bytes().as_ref(), dk, "{} {number}", P::NAME);

            let m = bytes("unlucky");
            let (k, c) = reference.encaps(&ek, &m);
            let prepared = key.encapsulation_key().prepare();
            for (c_ours, k_ours) in
                [key.encapsulation_key().encapsulate_deterministic(&m), prepared.encapsulate_deterministic(&m)]
            {
                assert_eq!((c_ours.as_bytes(), k_ours.as_bytes()), (&c[..], &k), "{} {number}", P::NAME);
                assert_eq!(key.decapsulate(&c_ours).as_bytes(), &k);
            }
        }
        assert!(fourth_blocks >= 10, "{}: the search met {fourth_blocks} polynomials of four blocks", P::NAME);
    }
    on_each_backend("fourth SHAKE128 block", || for_each_set!(check()));
}

/// Fault: Decompress rounding up, or down, instead of to nearest, which honest keys never show. Here t is shifted by a
/// constant c, so that decryption meets noise c y and fails for about half of the messages: then every unit decides.
#[test]
fn decompress_rounds_to_nearest() {
    fn check<P: ParameterSet>() {
        let reference = Reference::of::<P>();
        let round_up = reference.with_decompress(|d, y| (y * 3329 + (1 << d) - 1) >> d);
        let round_down = reference.with_decompress(|d, y| (y * 3329) >> d);
        let (d, z) = (bytes("rounding d"), bytes("rounding z"));
        let (ek, dk) = reference.key_gen(&d, &z);
        // the transform of a constant has it in every even place
        let shift = [240, 345, 360][P::K - 2];
        let mut t = byte_decode(12, &ek[..384]);
        t.iter_mut().step_by(2).for_each(|c| *c = (*c + shift) % 3329);
        let crafted = [&byte_encode(12, &t), &ek[384..]].concat();
        let dk = decapsulation_key(&dk[..384 * P::K], &crafted, &z);
        let key = DecapsulationKey::<P>::from_bytes(&dk).unwrap();

        let (mut accepted, mut rejected, mut up_differs, mut down_differs) = (0, 0, 0, 0);
        for number in 0..200u8 {
            let m = Sha3_256::digest([number]);
            let (k, c) = reference.encaps(&crafted, &m);
            let expected = reference.decaps(&dk, &c);
            let ciphertext = Ciphertext::from_bytes(&c).unwrap();
            assert_eq!(key.decapsulate(&ciphertext).as_bytes(), &expected, "{} {number}", P::NAME);
            assert_eq!(key.prepare().decapsulate(&ciphertext).as_bytes(), &expected, "{} {number}", P::NAME);
            if expected == k {
                accepted += 1
            } else {
                rejected += 1
            }
            up_differs += usize::from(round_up.k_pke_decrypt(&dk[..384 * P::K], &c) == m) ^ usize::from(expected == k);
            down_differs +=
                usize::from(round_down.k_pke_decrypt(&dk[..384 * P::K], &c) == m) ^ usize::from(expected == k);
        }
        println!(
            "{}: {accepted} accepted, {rejected} rejected; rounding up differs in {up_differs}, down in {down_differs}",
            P::NAME
        );
        assert!(accepted > 10 && rejected > 10, "{}: the crafted key fails often, not always", P::NAME);
        assert!(up_differs > 0 && down_differs > 0, "{}: wrong rounding would be seen", P::NAME);
    }
    on_each_backend("decompress rounding", || for_each_set!(check()));
}

/// Fault: inputs to the transforms not reduced, sums that pass an i16. Coefficients at their limits, secrets that were never
/// reduced (ByteDecode_12 takes them mod q), extreme ciphertexts: all as exact integers give them.
#[test]
fn extreme_coefficients() {
    fn check<P: ParameterSet>() {
        let reference = Reference::of::<P>();
        let z = bytes("extreme z");
        let vectors: [Vec<u8>; 5] = [0, 1, 1664, 1665, 3328].map(|value| {
            let mut encoded = vec![0; 384 * P::K];
            (0..256 * P::K).for_each(|i| set_coefficient(&mut encoded, i, value));
            encoded
        });
        for t in &vectors {
            let ek = [&t[..], &bytes::<32>("extreme rho")].concat();
            let key = EncapsulationKey::<P>::from_bytes(&ek).unwrap();
            for m in [[0; 32], [0xff; 32], bytes("extreme m")] {
                let (k, c) = reference.encaps(&ek, &m);
                for (c_ours, k_ours) in [key.encapsulate_deterministic(&m), key.prepare().encapsulate_deterministic(&m)]
                {
                    assert_eq!((c_ours.as_bytes(), k_ours.as_bytes()), (&c[..], &k), "{}", P::NAME);
                }
                let mut unreduced = vec![0; 384 * P::K];
                (0..256 * P::K).for_each(|i| set_coefficient(&mut unreduced, i, [4095, 3329, 3330][i % 3]));
                for s in vectors.iter().chain([&unreduced]) {
                    let dk = decapsulation_key(s, &ek, &z);
                    let key = DecapsulationKey::<P>::from_bytes(&dk).unwrap();
                    assert_eq!(key.to_bytes().as_ref(), dk, "{}: a key is given back as it came", P::NAME);
                    for c in [c.clone(), vec![0; c.len()], vec![0xff; c.len()]] {
                        let key = key.decapsulate(&Ciphertext::from_bytes(&c).unwrap());
                        assert_eq!(key.as_bytes(), &reference.decaps(&dk, &c), "{}", P::NAME);
                    }
                }
            }
        }
    }
    on_each_backend("extreme coefficients", || for_each_set!(check()));
}

/// Fault: no modulus check of the encapsulation key (section 7.2). It sees every coefficient, q as well as 4095, and takes q - 1.
#[test]
fn modulus_check_sees_every_coefficient() {
    fn check<P: ParameterSet>() {
        let dk = DecapsulationKey::<P>::from_seed(&seed::<P>());
        let ek = dk.encapsulation_key().as_bytes();
        for index in 0..256 * P::K {
            let with = |value| {
                let mut changed = ek.to_vec();
                set_coefficient(&mut changed, index, value);
                changed
            };
            for value in [3329, 3330, 3584, 4095] {
                let error = EncapsulationKey::<P>::from_bytes(&with(value)).unwrap_err();
                assert_eq!(error, Error::CoefficientNotReduced, "{} {index} {value}", P::NAME);
                // inside a decapsulation key too, whose hash is right
                let expanded = decapsulation_key(&dk.to_bytes().as_ref()[..384 * P::K], &with(value), &[0; 32]);
                let error = DecapsulationKey::<P>::from_bytes(&expanded).unwrap_err();
                assert_eq!(error, Error::CoefficientNotReduced, "{} {index} {value}", P::NAME);
            }
            for value in [0, 3328] {
                assert!(EncapsulationKey::<P>::from_bytes(&with(value)).is_ok(), "{} {index} {value}", P::NAME);
            }
        }
        // rho is no coefficient
        let mut any_rho = ek.to_vec();
        any_rho[384 * P::K..].fill(0xff);
        assert!(EncapsulationKey::<P>::from_bytes(&any_rho).is_ok());
    }
    on_each_backend("modulus check", || for_each_set!(check()));
}

/// Fault: no hash check of the expanded decapsulation key (section 7.3). It sees every bit of ek and of H(ek).
#[test]
fn hash_check_sees_every_bit() {
    fn check<P: ParameterSet>() {
        let key = DecapsulationKey::<P>::from_seed(&seed::<P>());
        let mut dk = key.to_bytes();
        let dk = dk.as_mut();
        let (ek, z) = (384 * P::K, P::DECAPSULATION_KEY_SIZE - 32);
        for bit in 8 * ek..8 * z {
            dk[bit / 8] ^= 1 << (bit % 8);
            let error = DecapsulationKey::<P>::from_bytes(dk).unwrap_err();
            assert_eq!(error, Error::HashMismatch, "{} bit {bit}", P::NAME);
            dk[bit / 8] ^= 1 << (bit % 8);
        }
        let parsed = DecapsulationKey::<P>::from_bytes(dk).unwrap();
        assert_eq!(parsed.to_bytes().as_ref(), dk);
        assert!(parsed.seed().is_none(), "the expanded form does not tell the seed");
    }
    on_each_backend("hash check", || for_each_set!(check()));
}

/// Fault: a wrong length that panics or is let through. Another length than the right one is an error that names both.
#[test]
fn wrong_lengths_are_errors() {
    fn check<P: ParameterSet>() {
        let lengths = |right: usize| {
            let others =
                [0, 1, 31, 32, 64, 768, 800, 1088, 1184, 1568, 1632, 2400, 3168, right - 1, right + 1, 2 * right];
            others.into_iter().filter(move |&length| length != right)
        };
        for (expected, parse) in [
            (
                P::CIPHERTEXT_SIZE,
                (|bytes| Ciphertext::<P>::from_bytes(bytes).map(drop)) as fn(&[u8]) -> Result<(), Error>,
            ),
            (P::ENCAPSULATION_KEY_SIZE, |bytes| EncapsulationKey::<P>::from_bytes(bytes).map(drop)),
            (P::ENCAPSULATION_KEY_SIZE, |bytes| EncapsulationKey::<P>::try_from(bytes).map(drop)),
            (P::DECAPSULATION_KEY_SIZE, |bytes| DecapsulationKey::<P>::from_bytes(bytes).map(drop)),
        ] {
            for actual in lengths(expected) {
                assert_eq!(parse(&vec![0; actual]), Err(Error::WrongLength { expected, actual }), "{}", P::NAME);
            }
        }
    }
    on_each_backend("lengths", || for_each_set!(check()));
}

/// Fault: implementations that agree with themselves only. Keys, ciphertexts and secrets are those of FIPS 203 in exact
/// integers, for random seeds and messages, and for ciphertexts and secret vectors made of random bytes.
#[test]
fn agrees_with_exact_integers() {
    fn check<P: ParameterSet>() {
        let reference = Reference::of::<P>();
        for number in 0..20u8 {
            let d = Sha3_256::digest([b'd', number]);
            let z = Sha3_256::digest([b'z', number]);
            let m = Sha3_256::digest([b'm', number]);
            let (ek, dk) = reference.key_gen(&d, &z);
            let key = DecapsulationKey::<P>::from_seed(&[d, z].concat().try_into().unwrap());
            assert_eq!(key.to_bytes().as_ref(), dk, "{} {number}", P::NAME);
            let (k, c) = reference.encaps(&ek, &m);
            let (c_ours, k_ours) = key.encapsulation_key().encapsulate_deterministic(&m);
            assert_eq!((c_ours.as_bytes(), k_ours.as_bytes()), (&c[..], &k), "{} {number}", P::NAME);
            assert_eq!(key.decapsulate(&c_ours).as_bytes(), &reference.decaps(&dk, &c), "{} {number}", P::NAME);

            let mut s = vec![0; 384 * P::K];
            keccak::Shake256::digest_xof(m, &mut s);
            let mut c = vec![0; P::CIPHERTEXT_SIZE];
            keccak::Shake256::digest_xof(d, &mut c);
            let dk = decapsulation_key(&s, &ek, &z);
            let key = DecapsulationKey::<P>::from_bytes(&dk).unwrap();
            let k = key.decapsulate(&Ciphertext::from_bytes(&c).unwrap());
            assert_eq!(k.as_bytes(), &reference.decaps(&dk, &c), "{} {number}", P::NAME);
        }
    }
    on_each_backend("exact integers", || for_each_set!(check()));
}

/// Fault: data that is not aligned. Keys and ciphertexts are parsed from every offset within a vector register.
#[test]
fn inputs_at_any_address() {
    fn check<P: ParameterSet>() {
        let dk = DecapsulationKey::<P>::from_seed(&seed::<P>());
        let (c, k) = dk.encapsulation_key().encapsulate_deterministic(&bytes("m"));
        let expanded = dk.to_bytes();
        for offset in 0..64 {
            let shifted = |bytes: &[u8]| [&vec![0xa5; offset][..], bytes].concat();
            let ek = EncapsulationKey::<P>::from_bytes(&shifted(dk.encapsulation_key().as_bytes())[offset..]).unwrap();
            let dk = DecapsulationKey::<P>::from_bytes(&shifted(expanded.as_ref())[offset..]).unwrap();
            let c = Ciphertext::<P>::from_bytes(&shifted(c.as_bytes())[offset..]).unwrap();
            let boxed = Box::new((0u8, ek, 0u8, dk, 0u8, c)); // and moved somewhere else
            assert_eq!(boxed.1.encapsulate_deterministic(&bytes("m")).1.as_bytes(), k.as_bytes());
            assert_eq!(boxed.3.decapsulate(&boxed.5).as_bytes(), k.as_bytes());
        }
    }
    on_each_backend("any address", || for_each_set!(check()));
}
