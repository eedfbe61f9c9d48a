//! C2SP CCTV for ML-KEM: `name = hexadecimal` lines, and files of encapsulation keys.
//!
//! | file | fields | what is tested |
//! | --- | --- | --- |
//! | unluckysample | d, z, ek, dk, m, K, c | d, z -> ek, dk; ek, m -> c, K; dk, c -> K |
//! | strcmp | dk, c, K | dk, c -> K |
//! | intermediate | d, ρ, σ, ..., ek, dk, m, K, r, c, KBar | the same, and what hashes and concatenations show |
//! | modulus | a key a line | each key is rejected for a coefficient that is not reduced |
//!
//! Some of these were made for the draft of FIPS 203, in which G hashes d without the byte k. Such a key is told by its
//! rho, and its generation is skipped; encapsulation and decapsulation hold under the final standard too.

use crate::kem::{Rejected, Set};
use crate::records::{Record, Records};
use crate::{Error, Outcome, Report};
use keccak::{Sha3_256, Sha3_512, Shake256};

/// Why the generation of a key is not tested.
const DRAFT: &str = "key generation of the draft of FIPS 203";
/// Why a line of an intermediate file is not tested.
const INTERNAL: &str = "intermediate values that the library does not show";

/// The lines of an intermediate file that are tested.
const SHOWN: [&str; 17] =
    ["d", "z", "ρ", "σ", "t", "ek", "dkPKE = NTT(s)", "H(ek)", "dk", "m", "K", "r", "c1", "c2", "c", "KBar", "seed"];

/// Whether the fields are those of one of these files; a KAT has other names for them.
pub(crate) fn recognise(file: &Records<'_>) -> bool {
    let has = |name| file.records.iter().any(|record| record.get(name).is_some());
    has("c") && has("K") && (has("dk") || (has("ek") && has("m")))
}

pub(crate) fn run(file: &Records<'_>, report: &mut Report) -> Result<(), Error> {
    // The one test of an intermediate file has several lines of the same name; the first is what is meant here.
    if file.records.iter().any(|record| record.get("ρ").is_some()) {
        let all = Record::joined(&file.records);
        test(&all, report)?;
        intermediate(&all, report)?;
        report.skip(INTERNAL, all.names().filter(|name| !SHOWN.contains(name)).count() as u64);
        return Ok(());
    }
    file.records.iter().try_for_each(|record| test(record, report))
}

/// Keys, encapsulation and decapsulation, as far as their fields are there.
fn test(record: &Record<'_>, report: &mut Report) -> Result<(), Error> {
    let (ek, dk) = (record.bytes_or_none("ek")?, record.bytes_or_none("dk")?);
    let (c, k) = (record.bytes("c")?, record.bytes("K")?);
    let by_size = match (&ek, &dk) {
        (Some(ek), _) => Set::from_encapsulation_key_size(ek.len()),
        (None, Some(dk)) => Set::from_decapsulation_key_size(dk.len()),
        (None, None) => None,
    };
    let set = by_size.ok_or_else(|| Error::malformed(record, "no parameter set has keys of this length"))?;
    let of = |outcome: Result<Outcome, Rejected>| outcome.unwrap_or_else(|error| Outcome::Fail(error.to_string()));

    if let (Some(d), Some(z), Some(ek)) = (record.bytes_or_none("d")?, record.bytes_or_none("z")?, &ek) {
        let outcome = key_gen(set, &d, &z, ek, dk.as_deref());
        report.record(format!("{record}: key generation"), of(outcome));
    }
    if let (Some(ek), Some(m)) = (&ek, record.bytes_or_none("m")?) {
        let outcome = set
            .encapsulate(ek, &m)
            .map(|(found_c, found_k)| Outcome::equal("c", &c, &found_c).and(|| Outcome::equal("K", &k, &found_k)));
        report.record(format!("{record}: encapsulation"), of(outcome));
    }
    if let Some(dk) = &dk {
        let outcome = set.decapsulate(dk, &c).map(|found| Outcome::equal("K", &k, &found));
        report.record(format!("{record}: decapsulation"), of(outcome));
    }
    Ok(())
}

fn key_gen(set: Set, d: &[u8], z: &[u8], ek: &[u8], dk: Option<&[u8]>) -> Result<Outcome, Rejected> {
    let (found_ek, found_dk) = set.key_gen(&[d, z].concat())?;
    if found_ek != ek && ek.ends_with(&Sha3_512::digest(d)[..32]) {
        return Ok(Outcome::Skip(DRAFT));
    }
    Ok(Outcome::equal("ek", ek, &found_ek).and(|| dk.map_or(Outcome::Pass, |dk| Outcome::equal("dk", dk, &found_dk))))
}

/// What the library's hash functions and its results say of the lines between.
fn intermediate(record: &Record<'_>, report: &mut Report) -> Result<(), Error> {
    let bytes = |name| record.bytes(name);
    let (ek, dk, c) = (bytes("ek")?, bytes("dk")?, bytes("c")?);
    let mut check = |what: &str, expected: &[u8], found: &[u8]| {
        report.record(format!("{record}: {what}"), Outcome::equal(what, expected, found));
    };
    let hash = Sha3_256::digest(&ek);
    check("H(ek)", &bytes("H(ek)")?, &hash);
    check(
        "(K, r) = G(m || H(ek))",
        &[bytes("K")?, bytes("r")?].concat(),
        &Sha3_512::digest([bytes("m")?, hash.to_vec()].concat()),
    );
    let mut rejection = [0; 32];
    Shake256::digest_xof([bytes("z")?, c.clone()].concat(), &mut rejection);
    check("KBar = J(z || c)", &bytes("KBar")?, &rejection);
    check("ek = t || ρ", &ek, &[bytes("t")?, bytes("ρ")?].concat());
    check("c = c1 || c2", &c, &[bytes("c1")?, bytes("c2")?].concat());
    check("dk", &dk, &[bytes("dkPKE = NTT(s)")?, ek.clone(), hash.to_vec(), bytes("z")?].concat());
    Ok(())
}

/// Whether each line is the hexadecimal of as many bytes as an encapsulation key has.
pub(crate) fn recognise_modulus(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.next().is_some_and(|line| {
        Set::from_encapsulation_key_size(line.len() / 2).is_some() && line.bytes().all(|c| c.is_ascii_hexdigit())
    })
}

pub(crate) fn run_modulus(text: &str, report: &mut Report) -> Result<(), Error> {
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let place = format!("line {}", number + 1);
        let key = hex::decode(line).map_err(|error| Error::malformed(&place, error))?;
        let set = Set::from_encapsulation_key_size(key.len());
        let set = set.ok_or_else(|| Error::malformed(&place, "no parameter set has keys of this length"))?;
        let outcome = match set.check_encapsulation_key(&key) {
            Err(Rejected::Library(mlkem::Error::CoefficientNotReduced)) => Outcome::Pass,
            Err(other) => Outcome::Fail(format!("rejected, but not for its coefficients: {other}")),
            Ok(()) => Outcome::Fail("a coefficient that is not reduced was accepted".to_owned()),
        };
        report.record(place, outcome);
    }
    Ok(())
}
