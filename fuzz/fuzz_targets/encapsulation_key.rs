//! Bytes of an encapsulation key: accepted exactly when the length is right and every coefficient is below q.
#![no_main]

use arbitrary::Arbitrary;
use fuzz::{Set, is_reduced, on_each_backend, with_set};
use libfuzzer_sys::fuzz_target;
use mlkem::{DecapsulationKey, EncapsulationKey, Error, ParameterSet};

#[derive(Arbitrary, Debug)]
struct Input {
    set: Set,
    seed: [u8; 64],
    m: [u8; 32],
    rho: Option<[u8; 32]>,
    /// Places and new values of coefficients.
    coefficients: Vec<(u16, u16)>,
    /// How many bytes to cut off or to append.
    length_change: Option<i16>,
}

fn encapsulation_key<P: ParameterSet>(input: &Input) {
    let dk = DecapsulationKey::<P>::from_seed(&input.seed);
    let mut ek = dk.encapsulation_key().as_bytes().to_vec();
    let coefficients = 384 * P::K;
    if let Some(rho) = input.rho {
        ek[coefficients..].copy_from_slice(&rho);
    }
    for &(place, value) in &input.coefficients {
        let place = usize::from(place) % (256 * P::K);
        let pair = &mut ek[place / 2 * 3..][..3];
        if place % 2 == 0 {
            pair[0] = value as u8;
            pair[1] = pair[1] & 0xf0 | (value >> 8) as u8 & 0x0f;
        } else {
            pair[1] = pair[1] & 0x0f | (value as u8) << 4;
            pair[2] = (value >> 4) as u8;
        }
    }
    let expected = P::ENCAPSULATION_KEY_SIZE;
    let actual = expected.saturating_add_signed(input.length_change.unwrap_or(0).into());
    ek.resize(actual, 0);
    let outcome = if actual != expected {
        Err(Error::WrongLength { expected, actual })
    } else if is_reduced(&ek) {
        Ok(())
    } else {
        Err(Error::CoefficientNotReduced)
    };
    on_each_backend(|| {
        let key = EncapsulationKey::<P>::from_bytes(&ek);
        assert_eq!(key.as_ref().map(drop).map_err(|error| *error), outcome);
        let Ok(key) = key else { return None };
        assert_eq!(key.as_bytes(), ek);
        let (c, k) = key.encapsulate_deterministic(&input.m);
        let (c_prepared, k_prepared) = key.prepare().encapsulate_deterministic(&input.m);
        assert!(c == c_prepared && k.as_bytes() == k_prepared.as_bytes());
        Some((c.as_bytes().to_vec(), *k.as_bytes()))
    });
}

fuzz_target!(|input: Input| with_set!(input.set, encapsulation_key(&input)));
