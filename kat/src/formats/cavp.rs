//! Records of hashes: NIST CAVP (ShortMsg, LongMsg, Monte, VariableOut) and the Keccak team's ShortMsgKAT.
//!
//! | fields | what |
//! | --- | --- |
//! | Len, Msg, MD | SHA-3 |
//! | Len, Msg, Output or Squeezed | SHAKE |
//! | COUNT, Outputlen, Msg, Output | SHAKE, variable output |
//! | Seed, then COUNT, MD | SHA-3, Monte Carlo |
//! | Msg, then COUNT, Outputlen, Output | SHAKE, Monte Carlo |
//!
//! Lengths are in bits. The function's name stands in the comments, or nowhere but in the file's name.

use crate::bits::{self, BIT_LEVEL_INPUT, BIT_LEVEL_OUTPUT};
use crate::hash::{Function, Strength};
use crate::records::{Record, Records};
use crate::{Error, Outcome, Report};

/// Links of a Monte Carlo chain between two records.
const LINKS: usize = 1000;
/// Bytes of a message in SHAKE's Monte Carlo chain.
const MESSAGE_SIZE: usize = 16;

/// What the records are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Digests { output: &'static str },
    VariableOutput,
    Sha3Chain,
    ShakeChain,
}

fn shape(file: &Records<'_>) -> Option<Shape> {
    if file.have(&["Len", "Msg"]) {
        // A first record that is cut off still shows what the others are.
        let output =
            ["MD", "Output", "Squeezed"].into_iter().find(|name| file.records.iter().any(|r| r.get(name).is_some()));
        return output.map(|output| Shape::Digests { output });
    }
    if file.have(&["Seed", "COUNT", "MD"]) {
        return Some(Shape::Sha3Chain);
    }
    if !file.have(&["COUNT", "Outputlen", "Msg", "Output"]) {
        return None;
    }
    let chain = file.setting("Minimum Output Length (bits)").is_some() && file.setting("Input Length").is_none();
    let one_message = file.records.len() > 1 && file.records[1].get("Msg").is_none();
    Some(if chain && (one_message || file.records.len() == 1) { Shape::ShakeChain } else { Shape::VariableOutput })
}

/// Whether the fields are those of one of these files.
pub(crate) fn recognise(file: &Records<'_>) -> bool {
    shape(file).is_some()
}

/// The names that stand in the comments of these files, and in their own names.
const NAMES: [(&str, Function); 6] = [
    ("SHA3-224", Function::Sha3_224),
    ("SHA3-256", Function::Sha3_256),
    ("SHA3-384", Function::Sha3_384),
    ("SHA3-512", Function::Sha3_512),
    ("SHAKE128", Function::Shake(Strength::Bits128)),
    ("SHAKE256", Function::Shake(Strength::Bits256)),
];

/// The first of the names in a text, whole: HMAC-SHA3-224 and cSHAKE128 are others.
fn named(text: &str) -> Option<Function> {
    let text =
        text.to_ascii_uppercase().replace("SHA3_", "SHA3-").replace("SHAKE_", "SHAKE").replace("SHAKE-", "SHAKE");
    NAMES.iter().find_map(|(name, function)| {
        let before = &text[..text.find(name)?];
        (!before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-')).then_some(*function)
    })
}

fn function(file: &Records<'_>, file_name: &str, shape: Shape) -> Result<Function, Error> {
    if let Some(function) = file.comments.iter().find_map(|comment| named(comment)) {
        return Ok(function);
    }
    // The Keccak team's header: what is appended to the input, rate and capacity.
    if file.comments.iter().any(|comment| comment.starts_with("Keccak(input)[r=1088, c=512]")) {
        return Ok(Function::Keccak256);
    }
    let by_length = match (shape, file.setting("L")) {
        (Shape::Digests { .. } | Shape::Sha3Chain, Some(224)) => Some(Function::Sha3_224),
        (Shape::Digests { .. } | Shape::Sha3Chain, Some(256)) => Some(Function::Sha3_256),
        (Shape::Digests { .. } | Shape::Sha3Chain, Some(384)) => Some(Function::Sha3_384),
        (Shape::Digests { .. } | Shape::Sha3Chain, Some(512)) => Some(Function::Sha3_512),
        _ => None,
    };
    let none = || Error::NotRecognised("records of a hash function that is not named, or not here".to_owned());
    // A comment that names another function is not overruled by the file's name.
    let silent = !file.comments.iter().any(|comment| comment.contains("SHA") || comment.contains("Keccak"));
    by_length.or_else(|| named(file_name)).filter(|_| silent).ok_or_else(none)
}

pub(crate) fn run(file: &Records<'_>, file_name: &str, report: &mut Report) -> Result<(), Error> {
    let shape = shape(file).ok_or_else(|| Error::NotRecognised("no records of a hash function".to_owned()))?;
    let function = function(file, file_name, shape)?;
    match shape {
        Shape::Digests { output } => digests(function, file, output, report),
        Shape::VariableOutput => {
            for record in &file.records {
                report.record(record, variable_output(function, record)?);
            }
            Ok(())
        }
        Shape::Sha3Chain => sha3_chain(function, file, report),
        Shape::ShakeChain => shake_chain(function, file, report),
    }
}

fn digests(function: Function, file: &Records<'_>, output: &str, report: &mut Report) -> Result<(), Error> {
    for record in &file.records {
        let expected = record.bytes(output)?;
        let outcome = match record.message("Msg", "Len")? {
            None => Outcome::Skip(BIT_LEVEL_INPUT),
            Some(message) => {
                let bits = match record.get("Outputlen") {
                    Some(_) => record.number("Outputlen")?,
                    None => file.setting("Outputlen").unwrap_or(expected.len() * 8),
                };
                bits::check(output, &expected, bits, |size| function.digest([&message[..]], size))
            }
        };
        report.record(record, outcome);
    }
    Ok(())
}

fn variable_output(function: Function, record: &Record<'_>) -> Result<Outcome, Error> {
    let (message, expected, bits) = (record.bytes("Msg")?, record.bytes("Output")?, record.number("Outputlen")?);
    Ok(bits::check("Output", &expected, bits, |size| function.digest([&message[..]], size)))
}

fn sha3_chain(function: Function, file: &Records<'_>, report: &mut Report) -> Result<(), Error> {
    let mut digest = file.records.first().map_or(Ok(Vec::new()), |record| record.bytes("Seed"))?;
    for record in &file.records {
        for _ in 0..LINKS {
            digest = function.digest([&digest[..]], 0);
        }
        report.record(record, Outcome::equal("MD", &record.bytes("MD")?, &digest));
    }
    Ok(())
}

/// Each message is the first 128 bits of the output before, each output length follows from the last 16 bits.
fn shake_chain(function: Function, file: &Records<'_>, report: &mut Report) -> Result<(), Error> {
    let setting = |name| file.setting(name).ok_or_else(|| Error::malformed(name, "is missing"));
    let lowest = setting("Minimum Output Length (bits)")?.div_ceil(8);
    let highest = setting("Maximum Output Length (bits)")? / 8;
    if lowest > highest || lowest < 2 || highest > 1 << 17 {
        return Err(Error::malformed("output lengths", "the minimum is above the maximum, or these are out of bounds"));
    }
    let mut output = file.records.first().map_or(Ok(Vec::new()), |record| record.bytes("Msg"))?;
    let mut size = highest;
    for record in &file.records {
        let (expected, bits) = (record.bytes("Output")?, record.number("Outputlen")?);
        if !bits.is_multiple_of(8) {
            report.record(record, Outcome::Skip(BIT_LEVEL_OUTPUT));
            continue;
        }
        for _ in 0..LINKS {
            output.resize(MESSAGE_SIZE, 0);
            output = function.digest([&output[..]], size);
            let last = usize::from(output[size - 2]) << 8 | usize::from(output[size - 1]);
            size = lowest + last % (highest - lowest + 1);
        }
        report.record(record, bits::equal("Output", &expected, &output, bits));
    }
    Ok(())
}
