//! Wycheproof: `testGroups[] { type, parameterSet, tests[] { tcId, result, ... } }`.
//!
//! `valid`: everything must work and agree. `invalid`: something must be rejected. `acceptable`: either.

use crate::fields::{Test, each_test};
use crate::hash::{self, Strength, plain};
use crate::kem::{Rejected, Set};
use crate::{Error, Outcome, Report};
use serde_json::Value;

/// The kinds of test that are run here.
#[derive(Clone, Copy)]
enum Kind {
    /// seed, c -> K
    Decapsulation,
    /// ek, m -> c, K
    Encapsulation,
    /// seed -> ek, dk
    KeyGen,
    /// dk, c -> K
    ExpandedDecapsulation,
    /// key, msg -> tag
    Kmac(Strength),
}

/// Whether a file's groups are of a kind that is run here.
pub(crate) fn recognise(file: &Value) -> Result<(), Error> {
    let algorithm = file.get("algorithm").and_then(Value::as_str).unwrap_or_default();
    let groups = file.get("testGroups").and_then(Value::as_array).into_iter().flatten();
    for group in groups {
        kind(algorithm, group)?;
    }
    Ok(())
}

fn kind(algorithm: &str, group: &Value) -> Result<Kind, Error> {
    let name = group.get("type").and_then(Value::as_str).unwrap_or_default();
    match (name, plain(algorithm).as_str()) {
        ("MLKEMTest", _) => Ok(Kind::Decapsulation),
        ("MLKEMEncapsTest", _) => Ok(Kind::Encapsulation),
        ("MLKEMKeyGen" | "MLKEMKeyGenTest", _) => Ok(Kind::KeyGen),
        ("MLKEMDecapsValidationTest" | "MLKEMDecapsTest", _) => Ok(Kind::ExpandedDecapsulation),
        ("MacTest", "KMAC128") => Ok(Kind::Kmac(Strength::Bits128)),
        ("MacTest", "KMAC256") => Ok(Kind::Kmac(Strength::Bits256)),
        _ => Err(Error::NotRecognised(format!("Wycheproof tests of {algorithm:?}, type {name:?}"))),
    }
}

/// What the library made of a test: results by the names of their fields, or why it rejected something.
type Found = Result<Vec<(&'static str, Vec<u8>)>, Rejected>;

pub(crate) fn run(file: &Value, report: &mut Report) -> Result<(), Error> {
    let algorithm = file.get("algorithm").and_then(Value::as_str).unwrap_or_default();
    each_test(file, report, |test| match kind(algorithm, test.group)? {
        Kind::Kmac(strength) => kmac(strength, &test),
        kind => {
            let name = test.text_or_none("parameterSet")?.unwrap_or(algorithm);
            let set = Set::from_name(name);
            let set = set.ok_or_else(|| Error::malformed(test, format!("no parameter set {name:?}")))?;
            judge(&test, find(kind, set, &test)?)
        }
    })
}

fn find(kind: Kind, set: Set, test: &Test<'_>) -> Result<Found, Error> {
    Ok(match kind {
        Kind::Decapsulation => {
            let (seed, c) = (test.bytes("seed")?, test.bytes("c")?);
            set.key_gen(&seed)
                .and_then(|(ek, _)| Ok(vec![("ek", ek), ("K", set.decapsulate_with_seed(&seed, &c)?.to_vec())]))
        }
        Kind::Encapsulation => {
            set.encapsulate(&test.bytes("ek")?, &test.bytes("m")?).map(|(c, k)| vec![("c", c), ("K", k.to_vec())])
        }
        Kind::KeyGen => set.key_gen(&test.bytes("seed")?).map(|(ek, dk)| vec![("ek", ek), ("dk", dk)]),
        Kind::ExpandedDecapsulation => {
            set.decapsulate(&test.bytes("dk")?, &test.bytes("c")?).map(|k| vec![("K", k.to_vec())])
        }
        Kind::Kmac(_) => Ok(Vec::new()),
    })
}

/// `valid`, `invalid` or `acceptable` as `Some(true)`, `Some(false)` or `None`.
fn result(test: &Test<'_>) -> Result<Option<bool>, Error> {
    match test.text("result")? {
        "valid" => Ok(Some(true)),
        "invalid" => Ok(Some(false)),
        "acceptable" => Ok(None),
        other => Err(Error::malformed(test, format!("result {other:?}"))),
    }
}

fn judge(test: &Test<'_>, found: Found) -> Result<Outcome, Error> {
    if let Err(Rejected::Contradiction(_)) = found {
        return Ok(Outcome::accepted("the test", true, found.map(drop).map_err(|error| error.to_string())));
    }
    let Some(valid) = result(test)? else { return Ok(Outcome::Pass) };
    let mut agreed = Ok(());
    match found {
        Err(rejected) => agreed = Err(rejected.to_string()),
        Ok(results) => {
            for (name, bytes) in results {
                let expected = match test.bytes_or_none(name)? {
                    // A test of decapsulation need not give the encapsulation key, an invalid one gives no results.
                    None if valid && name != "ek" => test.bytes(name)?,
                    None => continue,
                    Some(expected) if expected.is_empty() && !valid => continue,
                    Some(expected) => expected,
                };
                if let (Ok(()), Outcome::Fail(what)) = (&agreed, Outcome::equal(name, &expected, &bytes)) {
                    agreed = Err(what);
                }
            }
        }
    }
    Ok(Outcome::accepted("the test", valid, agreed))
}

fn kmac(strength: Strength, test: &Test<'_>) -> Result<Outcome, Error> {
    let (key, message, tag) = (test.bytes("key")?, test.bytes("msg")?, test.bytes("tag")?);
    let customization = test.bytes_or_none("customization")?.unwrap_or_default();
    let found = hash::kmac(strength, false, &key, &customization, &message, tag.len());
    let verified = hash::kmac_verify(strength, &key, &customization, &message, &tag);
    if verified != (found == tag) {
        return Ok(Outcome::Fail("verify and finalize disagree".to_owned()));
    }
    let Some(valid) = result(test)? else { return Ok(Outcome::Pass) };
    Ok(match Outcome::equal("tag", &tag, &found) {
        Outcome::Fail(what) => Outcome::accepted("tag", valid, Err(what)),
        _ => Outcome::accepted("tag", valid, Ok(())),
    })
}
