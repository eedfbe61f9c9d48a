//! The accumulated test: thousands of key exchanges hashed into one figure (FIPS 203 final).
#![allow(clippy::unwrap_used)]

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

/// How many exchanges, and their figure. Under emulation, which is likely elsewhere than on x86-64, a tenth must do.
fn case<'a>(thousand: &'a str, ten_thousand: &'a str) -> (usize, &'a str) {
    let emulated = cfg!(not(target_arch = "x86_64")) || std::env::var_os("EMULATED").is_some();
    if emulated { (1_000, thousand) } else { (10_000, ten_thousand) }
}

/// On every backend that this processor has. A backend is forced for the whole process: one set after the other.
fn on_every_backend<P: ParameterSet>((n, figure): (usize, &str)) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap();
    for name in Backend::names() {
        match Backend::from_name(name) {
            Ok(backend) => {
                backend.force();
                assert_eq!(accumulated::<P>(n), figure, "{} on {name}", P::NAME);
                println!("{} on {name}: {n} exchanges", P::NAME);
            }
            Err(error) => println!("{} on {name}: not run, {error}", P::NAME),
        }
    }
    Backend::unforce();
}

#[test]
fn ml_kem_512() {
    on_every_backend::<MlKem512>(case(
        "9144b1054d29546b0f7fdd2e48dbb6d68c573dd468845c5e97eb2dba77a8f1e9",
        "705dcffc87f4e67e35a09dcaa31772e86f3341bd3ccf1e78a5fef99ae6a35a13",
    ));
}

#[test]
fn ml_kem_768() {
    on_every_backend::<MlKem768>(case(
        "5706194c22e3e0977b570e636de7364abce0609b341433cc4eb48062080b7c76",
        "f959d18d3d1180121433bf0e05f11e7908cf9d03edc150b2b07cb90bef5bc1c1",
    ));
}

#[test]
fn ml_kem_1024() {
    on_every_backend::<MlKem1024>(case(
        "df23d235ef494a38b2de2deda2704bb1312dd88ef6987ec4fc6f08fe5963ed7f",
        "e3bf82b013307b2e9d47dde791ff6dfc82e694e6382404abdb948b908b75bad5",
    ));
}
