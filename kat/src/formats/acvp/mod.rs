//! NIST ACVP: `internalProjection.json`, and `prompt.json` with its `expectedResults.json`.
//!
//! All three are `testGroups[] { tgId, tests[] { tcId, ... } }`. A prompt lacks the results, the expected results lack
//! everything else; merged by tgId and tcId they make what the internal projection is.

mod hash;
mod kem;
mod monte;

use crate::fields::{Test, each_test};
use crate::hash::{Function, Strength, plain};
use crate::{Error, Options, Report};
use serde_json::Value;

/// What an ACVP file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Inputs and results.
    Whole,
    /// Inputs.
    Prompt,
    /// Results.
    Expected,
}

/// The algorithms that are tested here.
#[derive(Clone, Copy, Debug)]
enum Algorithm {
    KeyGen,
    EncapDecap,
    Hash(Function),
    CShake(Strength),
    Kmac(Strength),
    ParallelHash(Strength),
}

/// The object with `testGroups`: the file itself or, with the protocol's version before it, an element of the file.
pub(crate) fn body(file: &Value) -> Option<&Value> {
    let has_groups = |value: &&Value| value.get("testGroups").is_some_and(Value::is_array);
    match file {
        Value::Array(elements) => elements.iter().take(2).find(has_groups),
        _ => Some(file).filter(has_groups),
    }
}

fn algorithm(body: &Value) -> Result<Algorithm, Error> {
    let text = |name| body.get(name).and_then(Value::as_str).unwrap_or_default();
    let name = text("algorithm");
    let strength = |bits: &str| match bits {
        "128" => Some(Strength::Bits128),
        "256" => Some(Strength::Bits256),
        _ => None,
    };
    let plain_name = plain(name);
    let known = match (plain_name.as_str(), text("mode")) {
        ("MLKEM", "keyGen") => Some(Algorithm::KeyGen),
        ("MLKEM", "encapDecap") => Some(Algorithm::EncapDecap),
        _ => plain_name
            .strip_prefix("CSHAKE")
            .and_then(strength)
            .map(Algorithm::CShake)
            .or_else(|| plain_name.strip_prefix("PARALLELHASH").and_then(strength).map(Algorithm::ParallelHash))
            .or_else(|| plain_name.strip_prefix("KMAC").and_then(strength).map(Algorithm::Kmac))
            .or_else(|| Function::from_name(name).map(Algorithm::Hash)),
    };
    known.ok_or_else(|| Error::NotRecognised(format!("ACVP tests of {name:?} {:?}", text("mode"))))
}

/// Which part the file is.
///
/// # Errors
/// Not one of the algorithms tested here, or no test in it.
pub(crate) fn part(body: &Value) -> Result<Part, Error> {
    let mut tests = body
        .get("testGroups")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .flat_map(|group| {
            group.get("tests").and_then(Value::as_array).into_iter().flatten().map(move |test| (group, test))
        })
        .map(|(group, test)| Test { group, test })
        .peekable();
    let Some(first) = tests.peek() else { return Err(Error::malformed("testGroups", "no test in it")) };
    // Only the expected results say nothing about what to do.
    if !first.has("testType") && !first.has("function") && !has_input(first) {
        return Ok(Part::Expected);
    }
    let algorithm = algorithm(body)?;
    Ok(if tests.any(|test| has_result(algorithm, &test)) { Part::Whole } else { Part::Prompt })
}

fn has_input(test: &Test<'_>) -> bool {
    ["msg", "largeMsg", "d", "m", "key"].iter().any(|name| test.has(name))
}

fn has_result(algorithm: Algorithm, test: &Test<'_>) -> bool {
    let names: &[&str] = match algorithm {
        Algorithm::KeyGen => &["ek", "dk"],
        Algorithm::EncapDecap => &["k", "testPassed"],
        Algorithm::Hash(_) | Algorithm::CShake(_) | Algorithm::ParallelHash(_) => &["md", "resultsArray"],
        Algorithm::Kmac(_) if test.get("testType").is_some_and(|kind| kind == "MVT") => &["testPassed"],
        Algorithm::Kmac(_) => &["mac", "resultsArray"],
    };
    names.iter().any(|name| test.has(name))
}

/// Whether `expected` can belong to `prompt`: nothing in their heads contradicts, and it has results for its tests.
pub(crate) fn belong_together(prompt: &Value, expected: &Value) -> bool {
    let heads_agree = ["vsId", "algorithm", "mode", "revision"].iter().all(|name| {
        let (a, b) = (prompt.get(name), expected.get(name));
        a.is_none() || b.is_none() || a == b
    });
    heads_agree && !identities(prompt).is_empty() && identities(prompt) == identities(expected)
}

/// tgId and tcId of every test.
fn identities(body: &Value) -> std::collections::BTreeSet<(u64, u64)> {
    fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
        value.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }
    let id = |value: &Value, name| value.get(name).and_then(Value::as_u64).unwrap_or(u64::MAX);
    let mut identities = std::collections::BTreeSet::new();
    for group in list(body, "testGroups") {
        identities.extend(list(group, "tests").iter().map(|test| (id(group, "tgId"), id(test, "tcId"))));
    }
    identities
}

/// Puts the results into the prompt.
pub(crate) fn merge(prompt: &mut Value, expected: &Value) {
    let by_id = |list: &'_ Value, name: &str, id: &Value| {
        list.as_array().into_iter().flatten().find(|element| element.get(name) == Some(id)).cloned()
    };
    for group in prompt.get_mut("testGroups").and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(expected_group) = by_id(&expected["testGroups"], "tgId", &group["tgId"]) else { continue };
        for test in group.get_mut("tests").and_then(Value::as_array_mut).into_iter().flatten() {
            let result = by_id(&expected_group["tests"], "tcId", &test["tcId"]);
            if let (Some(test), Some(Value::Object(result))) = (test.as_object_mut(), result) {
                for (name, value) in result {
                    test.insert(name, value);
                }
            }
        }
    }
}

/// Runs every test of an internal projection, or of a prompt with its results in it.
pub(crate) fn run(body: &Value, options: &Options<'_>, report: &mut Report) -> Result<(), Error> {
    let algorithm = algorithm(body)?;
    let name = body.get("algorithm").and_then(Value::as_str).unwrap_or_default();
    each_test(body, report, |test| {
        if !has_result(algorithm, &test) {
            return Ok(crate::Outcome::Skip("without an expected result"));
        }
        match algorithm {
            Algorithm::KeyGen => kem::key_gen(&test),
            Algorithm::EncapDecap => kem::encap_decap(&test),
            Algorithm::Hash(function) => hash::hash(function, name, &test, options),
            Algorithm::CShake(strength) => hash::cshake(strength, &test),
            Algorithm::Kmac(strength) => hash::kmac(strength, &test),
            Algorithm::ParallelHash(strength) => hash::parallel_hash(strength, &test),
        }
    })
}
