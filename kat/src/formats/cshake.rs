//! The samples of SP 800-185 for cSHAKE: NLen, SLen, Len in bits, N, S, Msg, MD.

use crate::bits::{self, BIT_LEVEL_INPUT};
use crate::hash::{self, Strength};
use crate::records::Records;
use crate::{Error, Outcome, Report};

pub(crate) fn recognise(file: &Records<'_>) -> bool {
    file.have(&["NLen", "SLen", "Len", "N", "S", "Msg"])
}

pub(crate) fn run(file: &Records<'_>, file_name: &str, report: &mut Report) -> Result<(), Error> {
    for record in &file.records {
        let md = record.bytes("MD")?;
        let (n, s) = (record.message("N", "NLen")?, record.message("S", "SLen")?);
        let outcome = match (n, s, record.message("Msg", "Len")?) {
            (Some(n), Some(s), Some(message)) => {
                let strength = strength(file, file_name, md.len())?;
                let found = hash::cshake(strength, &n, &s, &message, md.len());
                bits::equal("MD", &md, &found, md.len() * 8)
            }
            _ => Outcome::Skip(BIT_LEVEL_INPUT),
        };
        report.record(record, outcome);
    }
    Ok(())
}

/// NIST's samples have twice the strength as output; names in the comments or of the file come first.
fn strength(file: &Records<'_>, file_name: &str, output_size: usize) -> Result<Strength, Error> {
    let named = |text: &str| {
        let text = text.to_ascii_lowercase().replace(['-', '_'], "");
        match (text.contains("cshake128"), text.contains("cshake256")) {
            (true, false) => Some(Strength::Bits128),
            (false, true) => Some(Strength::Bits256),
            _ => None,
        }
    };
    let by_name = file.comments.iter().find_map(|comment| named(comment)).or_else(|| named(file_name));
    match (by_name, output_size) {
        (Some(strength), _) => Ok(strength),
        (None, 32) => Ok(Strength::Bits128),
        (None, 64) => Ok(Strength::Bits256),
        (None, _) => Err(Error::NotRecognised("cSHAKE records that do not say of which strength".to_owned())),
    }
}
