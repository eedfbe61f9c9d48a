//! ML-KEM keyGen and encapDecap.

use crate::fields::Test;
use crate::kem::Set;
use crate::{Error, Outcome};

pub(super) fn set(test: &Test<'_>) -> Result<Set, Error> {
    let name = test.text("parameterSet")?;
    Set::from_name(name).ok_or_else(|| Error::malformed(test, format!("no parameter set {name:?}")))
}

/// d || z, in one field or in two.
fn seed(test: &Test<'_>) -> Result<Vec<u8>, Error> {
    Ok(match test.bytes_or_none("seed")? {
        Some(seed) => seed,
        None => [test.bytes("d")?, test.bytes("z")?].concat(),
    })
}

pub(super) fn key_gen(test: &Test<'_>) -> Result<Outcome, Error> {
    let (ek, dk) = (test.bytes("ek")?, test.bytes("dk")?);
    Ok(match set(test)?.key_gen(&seed(test)?) {
        Ok((found_ek, found_dk)) => Outcome::equal("ek", &ek, &found_ek).and(|| Outcome::equal("dk", &dk, &found_dk)),
        Err(error) => Outcome::Fail(error.to_string()),
    })
}

pub(super) fn encap_decap(test: &Test<'_>) -> Result<Outcome, Error> {
    let set = set(test)?;
    match test.text("function")? {
        "encapsulation" => encapsulation(set, test),
        "decapsulation" => decapsulation(set, test),
        "encapsulationKeyCheck" => {
            let got = set.check_encapsulation_key(&test.bytes("ek")?);
            Ok(Outcome::accepted("ek", test_passed(test)?, got.map_err(|error| error.to_string())))
        }
        "decapsulationKeyCheck" => {
            let got = set.check_decapsulation_key(&test.bytes("dk")?);
            Ok(Outcome::accepted("dk", test_passed(test)?, got.map_err(|error| error.to_string())))
        }
        other => Err(Error::malformed(test, format!("no function {other:?} of ML-KEM"))),
    }
}

pub(super) fn test_passed(test: &Test<'_>) -> Result<bool, Error> {
    test.flag_or_none("testPassed")?.ok_or_else(|| Error::malformed(test, "testPassed is missing"))
}

fn encapsulation(set: Set, test: &Test<'_>) -> Result<Outcome, Error> {
    let (ek, m) = (test.bytes("ek")?, test.bytes("m")?);
    let (c, k) = (test.bytes("c")?, test.bytes("k")?);
    Ok(match set.encapsulate(&ek, &m) {
        Ok((found_c, found_k)) => Outcome::equal("c", &c, &found_c).and(|| Outcome::equal("k", &k, &found_k)),
        Err(error) => Outcome::Fail(error.to_string()),
    })
}

/// The key is a seed or expanded (`keyFormat`), and where both are given both are tried.
fn decapsulation(set: Set, test: &Test<'_>) -> Result<Outcome, Error> {
    let (c, k) = (test.bytes("c")?, test.bytes("k")?);
    let check = |name, found| match found {
        Ok(found) => Outcome::equal(name, &k, &found as &[u8; 32]),
        Err(error) => Outcome::Fail(format!("{error}")),
    };
    let with_seed = match test.has("seed") || test.has("d") {
        true => Some(check("k (seed)", set.decapsulate_with_seed(&seed(test)?, &c))),
        false => None,
    };
    let expanded = test.bytes_or_none("dk")?.map(|dk| check("k (expanded)", set.decapsulate(&dk, &c)));
    match (with_seed, expanded) {
        (Some(with_seed), Some(expanded)) => Ok(with_seed.and(|| expanded)),
        (Some(only), None) | (None, Some(only)) => Ok(only),
        (None, None) => Err(Error::malformed(test, "no decapsulation key")),
    }
}
