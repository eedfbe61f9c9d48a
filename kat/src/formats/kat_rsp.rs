//! ML-KEM KAT `.rsp`: count, z, d, msg, seed, pk, sk, ct_n, ss_n, ct, ss.
//!
//! `seed` is the generator's own and not needed. Files without z, d and msg, whose randomness comes from AES, still
//! say what decapsulation must give.

use crate::kem::{Rejected, Set};
use crate::records::{Record, Records};
use crate::{Error, Outcome, Report};

pub(crate) fn recognise(file: &Records<'_>) -> bool {
    let of_ml_kem = |record: &Record<'_>| {
        record.get("pk").is_some_and(|pk| Set::from_encapsulation_key_size(pk.len() / 2).is_some())
    };
    file.have(&["pk", "sk", "ct", "ss"]) && file.records.iter().any(of_ml_kem)
}

pub(crate) fn run(file: &Records<'_>, report: &mut Report) -> Result<(), Error> {
    if file.comments.iter().any(|comment| comment.to_ascii_lowercase().contains("kyber")) {
        return Err(Error::NotRecognised("KAT records of Kyber, before it became ML-KEM".to_owned()));
    }
    for record in &file.records {
        let outcome = match test(record)? {
            Ok(outcome) => outcome,
            Err(rejected) => Outcome::Fail(rejected.to_string()),
        };
        report.record(record, outcome);
    }
    Ok(())
}

/// The parameter set, by the length of pk. Another KEM's records have the same fields: the first one tells.
fn set(record: &Record<'_>) -> Result<Set, Error> {
    let size = record.bytes("pk")?.len();
    let none = || Error::malformed(record, format!("no parameter set of ML-KEM has a pk of {size} bytes"));
    Set::from_encapsulation_key_size(size).ok_or_else(none)
}

fn test(record: &Record<'_>) -> Result<Result<Outcome, Rejected>, Error> {
    let set = set(record)?;
    let (pk, sk) = (record.bytes("pk")?, record.bytes("sk")?);
    let (ct, ss) = (record.bytes("ct")?, record.bytes("ss")?);
    let (d, z, m) = (record.bytes_or_none("d")?, record.bytes_or_none("z")?, record.bytes_or_none("msg")?);
    let rejection = record.bytes_or_none("ct_n")?.zip(record.bytes_or_none("ss_n")?);
    let seed = d.zip(z).map(|(d, z)| [d, z].concat());
    Ok((|| {
        let mut outcome = Outcome::equal("ss (sk)", &ss, &set.decapsulate(&sk, &ct)?);
        if let Some((ct_n, ss_n)) = &rejection {
            let found = set.decapsulate(&sk, ct_n)?;
            outcome = outcome.and(|| Outcome::equal("ss_n (sk)", ss_n, &found));
        }
        if let Some(seed) = seed {
            let (found_pk, found_sk) = set.key_gen(&seed)?;
            outcome = outcome.and(|| Outcome::equal("pk", &pk, &found_pk));
            outcome = outcome.and(|| Outcome::equal("sk", &sk, &found_sk));
            let found = set.decapsulate_with_seed(&seed, &ct)?;
            outcome = outcome.and(|| Outcome::equal("ss (seed)", &ss, &found));
        }
        if let Some(m) = m {
            let (found_ct, found_ss) = set.encapsulate(&pk, &m)?;
            outcome = outcome.and(|| Outcome::equal("ct", &ct, &found_ct));
            outcome = outcome.and(|| Outcome::equal("ss", &ss, &found_ss));
        }
        Ok(outcome)
    })())
}
