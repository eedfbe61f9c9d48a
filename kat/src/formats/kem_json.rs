//! ML-KEM values in plain JSON: one object, a list of them, or a list named `tests`.
//!
//! A test has `parameterSet` and what of d, z (or seed), ek, dk, m, c, K (or k) it needs; `dkSha256` stands for dk.
//! Two files of special kinds are read here too: a crafted key that shows how Decompress rounds, and tables of Compress
//! and Decompress, which the library does not show.

use crate::fields::Test;
use crate::kem::{Rejected, Set};
use crate::{Error, Outcome, Report};
use keccak::Sha3_256;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The tests of a file.
pub(crate) fn tests(file: &Value) -> Vec<&Value> {
    match file.get("tests").unwrap_or(file) {
        Value::Array(tests) => tests.iter().collect(),
        one => vec![one],
    }
}

pub(crate) fn recognise(file: &Value) -> bool {
    tests(file).first().is_some_and(|test| {
        let has = |name| test.get(name).is_some();
        let set = test.get("parameterSet").or_else(|| file.get("parameterSet")).and_then(Value::as_str);
        set.is_some_and(|set| Set::from_name(set).is_some())
            && (has("ek") || has("dk") || has("dkSha256"))
            && (has("c") || has("d") || has("seed"))
    })
}

pub(crate) fn run(file: &Value, report: &mut Report) -> Result<(), Error> {
    for (i, test) in tests(file).into_iter().enumerate() {
        let test = Test { group: file, test };
        let place = if test.has("tcId") { test.to_string() } else { format!("record {i}") };
        let outcome = values(&test)?.run().unwrap_or_else(|error| Outcome::Fail(error.to_string()));
        report.record(place, outcome);
    }
    Ok(())
}

/// What a test gives.
struct Values {
    set: Set,
    seed: Option<Vec<u8>>,
    ek: Option<Vec<u8>>,
    dk: Option<Vec<u8>>,
    dk_sha256: Option<Vec<u8>>,
    m: Option<Vec<u8>>,
    c: Option<Vec<u8>>,
    k: Option<Vec<u8>>,
}

fn values(test: &Test<'_>) -> Result<Values, Error> {
    let name = test.text("parameterSet")?;
    let set = Set::from_name(name).ok_or_else(|| Error::malformed(test, format!("no parameter set {name:?}")))?;
    let seed = match (test.bytes_or_none("d")?, test.bytes_or_none("z")?) {
        (Some(d), Some(z)) => Some([d, z].concat()),
        _ => test.bytes_or_none("seed")?,
    };
    let ek = test.bytes_or_none("ek")?;
    let dk = match (test.bytes_or_none("dk")?, test.text_or_none("construction")?, &ek) {
        (None, Some(construction), Some(ek)) => crafted_key(set, construction, ek),
        (dk, ..) => dk,
    };
    let k = match test.bytes_or_none("decapsMustReturn")? {
        None => test.bytes_or_none("K")?,
        found => found,
    };
    Ok(Values {
        set,
        seed,
        dk,
        dk_sha256: test.bytes_or_none("dkSha256")?,
        m: test.bytes_or_none("m")?,
        c: test.bytes_or_none("c")?,
        k: k.map_or_else(|| test.bytes_or_none("k"), |k| Ok(Some(k)))?,
        ek,
    })
}

/// The key that `construction` describes: s = 0, then ek, its hash, and z of 32 equal bytes.
fn crafted_key(set: Set, construction: &str, ek: &[u8]) -> Option<Vec<u8>> {
    let z = construction.split([',', ';']).find_map(|part| part.trim().strip_prefix("z=")?.strip_suffix("^32"))?;
    let z = u8::from_str_radix(z, 16).ok()?;
    if !construction.contains("s_hat=0") {
        return None;
    }
    let s = vec![0; set.encapsulation_key_range().start];
    Some([&s[..], ek, &Sha3_256::digest(ek), &[z; 32]].concat())
}

impl Values {
    /// Everything that these values determine.
    fn run(&self) -> Result<Outcome, Rejected> {
        let mut outcome = Outcome::Skip("not enough values for a test");
        let mut check = |name: &str, expected: &Option<Vec<u8>>, found: &[u8]| {
            if let (Some(expected), Outcome::Pass | Outcome::Skip(_)) = (expected, &outcome) {
                outcome = Outcome::equal(name, expected, found);
            }
        };
        if let Some(seed) = &self.seed {
            let (ek, dk) = self.set.key_gen(seed)?;
            check("ek", &self.ek, &ek);
            check("dk", &self.dk, &dk);
            check("SHA-256 of dk", &self.dk_sha256, &Sha256::digest(&dk));
            if let Some(c) = &self.c {
                check("K (seed)", &self.k, &self.set.decapsulate_with_seed(seed, c)?);
            }
        }
        if let (Some(ek), Some(m)) = (&self.ek, &self.m) {
            let (c, k) = self.set.encapsulate(ek, m)?;
            check("c", &self.c, &c);
            check("K (encapsulation)", &self.k, &k);
        }
        if let (Some(dk), Some(c)) = (&self.dk, &self.c) {
            check("K (dk)", &self.k, &self.set.decapsulate(dk, c)?);
        }
        Ok(outcome)
    }
}

/// Whether it has tables of Compress and Decompress.
pub(crate) fn recognise_tables(file: &Value) -> bool {
    let tables = file.get("tables").and_then(Value::as_object);
    tables.and_then(|tables| tables.values().next()).is_some_and(|table| table.get("compress_sha256").is_some())
}

pub(crate) fn skip_tables(file: &Value, report: &mut Report) {
    let tables = file.get("tables").and_then(Value::as_object).into_iter().flat_map(|tables| tables.values());
    let names = ["compress_sha256", "decompress_sha256"];
    let count = tables.map(|table| names.iter().filter(|name| table.get(**name).is_some()).count() as u64).sum();
    report.skip("tables of Compress and Decompress, which the library does not show", count);
}
