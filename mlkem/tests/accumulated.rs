//! The accumulated test: thousands of key exchanges hashed into one figure (FIPS 203 final).

use keccak::Shake128;
use mlkem::{Backend, Ciphertext, DecapsulationKey, MlKem512, MlKem768, MlKem1024, ParameterSet};
use std::sync::Mutex;
use subtle::ConstantTimeEq;

/// Keys, messages and bad ciphertexts come from SHAKE128 of the empty string; ek, dk, c, K and the
/// key of implicit rejection go into another SHAKE128, whose first 32 bytes are the figure.
fn accumulated<P: ParameterSet>(n: usize) -> String {
    let mut source = Shake128::new().finalize_xof();
    let mut sink = Shake128::new();
    for _ in 0..n {
        let mut seed = [0; 64];
        source.read(&mut seed);
        let mut m = [0; 32];
        source.read(&mut m);
        let mut bad = vec![0; P::CIPHERTEXT_SIZE];
        source.read(&mut bad);

        let dk = DecapsulationKey::<P>::from_seed(&seed);
        let (c, k) = dk.encapsulation_key().encapsulate_deterministic(&m);
        assert!(bool::from(dk.decapsulate(&c).ct_eq(&k)));
        let k_bad = dk.decapsulate(&Ciphertext::from_bytes(&bad).unwrap());

        sink.update(dk.encapsulation_key());
        sink.update(dk.to_bytes());
        sink.update(&c);
        sink.update(&k);
        sink.update(&k_bad);
    }
    let mut figure = [0; 32];
    sink.finalize_xof().read(&mut figure);
    figure.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// On every backend that this processor has. A backend is forced for the whole process: one set after the other.
fn on_every_backend<P: ParameterSet>(figures: &[(usize, &str)]) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap();
    for name in Backend::names() {
        match Backend::from_name(name) {
            Ok(backend) => {
                backend.force();
                for (n, figure) in figures {
                    assert_eq!(accumulated::<P>(*n), *figure, "{} on {name}, n = {n}", P::NAME);
                }
                println!("{} on {name}: ran", P::NAME);
            }
            Err(error) => println!("{} on {name}: not run, {error}", P::NAME),
        }
    }
    Backend::unforce();
}

#[test]
fn ml_kem_512() {
    on_every_backend::<MlKem512>(&[
        (100, "449120c6e320ef3e9fbfa2316e5f2d2e1e6dd37d8ff5d086d5d2db7d42aff0a1"),
        (10_000, "705dcffc87f4e67e35a09dcaa31772e86f3341bd3ccf1e78a5fef99ae6a35a13"),
    ]);
}

#[test]
fn ml_kem_768() {
    on_every_backend::<MlKem768>(&[
        (100, "8d65b902f28edc683cebee2872962fd165a4d197c9e24ec74caa4470270df0b7"),
        (10_000, "f959d18d3d1180121433bf0e05f11e7908cf9d03edc150b2b07cb90bef5bc1c1"),
    ]);
}

#[test]
fn ml_kem_1024() {
    on_every_backend::<MlKem1024>(&[
        (100, "c3ffe9ebecfa479c142656cbfbc6417efa05b77e994fe538eef4daed166363df"),
        (10_000, "e3bf82b013307b2e9d47dde791ff6dfc82e694e6382404abdb948b908b75bad5"),
    ]);
}
