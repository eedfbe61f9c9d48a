//! Bytes of an expanded decapsulation key: the checks of FIPS 203, section 7.3, and whatever passes them is used.
#![no_main]

use arbitrary::Arbitrary;
use fuzz::{Change, Set, change, is_reduced, on_each_backend, rejection_key, with_set};
use keccak::Sha3_256;
use libfuzzer_sys::fuzz_target;
use mlkem::{Ciphertext, DecapsulationKey, Error, ParameterSet};

#[derive(Arbitrary, Debug)]
struct Input {
    set: Set,
    seed: [u8; 64],
    m: [u8; 32],
    changes: Vec<Change>,
    /// Whether H(ek) is made right after the changes.
    rehash: bool,
    ciphertext_changes: Vec<Change>,
}

fn decapsulation_key<P: ParameterSet>(input: &Input) {
    let (ek, hash, z) = (384 * P::K, P::DECAPSULATION_KEY_SIZE - 64, P::DECAPSULATION_KEY_SIZE - 32);
    let mut dk = DecapsulationKey::<P>::from_seed(&input.seed).to_bytes();
    let dk = dk.as_mut();
    change(dk, &input.changes);
    let h = Sha3_256::digest(&dk[ek..hash]);
    if input.rehash {
        dk[hash..z].copy_from_slice(&h);
    }
    let expected = match (dk[hash..z] == h, is_reduced(&dk[ek..hash])) {
        (true, true) => Ok(()),
        (true, false) => Err(Error::CoefficientNotReduced),
        (false, _) => Err(Error::HashMismatch),
    };
    on_each_backend(|| {
        let key = DecapsulationKey::<P>::from_bytes(dk);
        assert_eq!(key.as_ref().map(drop).map_err(|error| *error), expected);
        let Ok(key) = key else { return None };
        assert_eq!(key.to_bytes().as_ref(), dk);
        assert_eq!(key.encapsulation_key().as_bytes(), &dk[ek..hash]);
        let (honest, k) = key.encapsulation_key().encapsulate_deterministic(&input.m);
        let mut c = honest.as_bytes().to_vec();
        change(&mut c, &input.ciphertext_changes);
        let received = *key.decapsulate(&Ciphertext::from_bytes(&c).expect("the length is right")).as_bytes();
        // the secret need not belong to ek, so even an honest ciphertext may be rejected
        let honest = c == honest.as_bytes() && received == *k.as_bytes();
        assert!(honest || received == rejection_key(&dk[z..], &c));
        Some((c, received))
    });
}

fuzz_target!(|input: Input| with_set!(input.set, decapsulation_key(&input)));
