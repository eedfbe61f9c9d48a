//! Decapsulation of a changed ciphertext with a valid key: K for the honest one, else J(z || c).
#![no_main]

use arbitrary::Arbitrary;
use fuzz::{Change, Set, change, on_each_backend, rejection_key, with_set};
use libfuzzer_sys::fuzz_target;
use mlkem::{Ciphertext, DecapsulationKey, ParameterSet};

#[derive(Arbitrary, Debug)]
struct Input {
    set: Set,
    seed: [u8; 64],
    m: [u8; 32],
    changes: Vec<Change>,
}

fn decapsulate<P: ParameterSet>(input: &Input) {
    let key = on_each_backend(|| {
        let dk = DecapsulationKey::<P>::from_seed(&input.seed);
        let (honest, k) = dk.encapsulation_key().encapsulate_deterministic(&input.m);
        let mut c = honest.as_bytes().to_vec();
        change(&mut c, &input.changes);
        let expected = if c == honest.as_bytes() { *k.as_bytes() } else { rejection_key(&input.seed[32..], &c) };
        let c = Ciphertext::from_bytes(&c).expect("the length is right");
        assert_eq!(dk.decapsulate(&c).as_bytes(), &expected);
        assert_eq!(dk.prepare().decapsulate(&c).as_bytes(), &expected);
        assert_eq!(dk.decapsulate(&honest).as_bytes(), k.as_bytes());
        expected
    });
    std::hint::black_box(key);
}

fuzz_target!(|input: Input| with_set!(input.set, decapsulate(&input)));
