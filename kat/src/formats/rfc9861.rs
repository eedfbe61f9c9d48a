//! TurboSHAKE, KT128 and KT256: the records of RFC 9861 as JSON, and the Keccak team's `NAME(M=..., C=..., N bytes):` text.

use crate::fields::Test;
use crate::hash::{self, Strength, plain};
use crate::{Error, Outcome, Report};
use serde_json::Value;

/// The longest message that is built: the longest in the RFC has 17^6 = 24 137 569 bytes.
const LONGEST_MESSAGE: usize = 1 << 30;

/// What is hashed, and which bytes come out.
struct Record {
    name: String,
    message: Vec<u8>,
    /// C of KT.
    customization: Vec<u8>,
    /// D of TurboSHAKE.
    domain: u8,
    output_size: usize,
    /// Only the last so many bytes are given.
    last_bytes: usize,
    output: Vec<u8>,
}

pub(crate) fn recognise_json(file: &Value) -> bool {
    let first = file.as_array().and_then(|records| records.first());
    first.is_some_and(|record| ["alg", "msg", "outLen", "out"].iter().all(|name| record.get(name).is_some()))
}

pub(crate) fn run_json(file: &Value, report: &mut Report) -> Result<(), Error> {
    for (i, record) in file.as_array().into_iter().flatten().enumerate() {
        let test = Test { group: &Value::Null, test: record };
        let place = |error: Error| match error {
            Error::Malformed(what) => Error::malformed(format!("record {i}"), what),
            other => other,
        };
        let read = || {
            let output = test.bytes("out")?;
            let output_size = test.number("outLen")?;
            let domain = test.bytes_or_none("domain")?.unwrap_or_else(|| vec![0x1f]);
            Ok(Record {
                name: test.text("alg")?.to_owned(),
                message: message(test.text("msg")?)?,
                customization: test.text_or_none("custom")?.map_or(Ok(Vec::new()), message)?,
                domain: *domain.first().ok_or_else(|| Error::malformed("domain", "is empty"))?,
                output_size,
                last_bytes: test.number_or_none("lastBytes")?.unwrap_or(output_size),
                output,
            })
        };
        let record = read().map_err(place)?;
        report.record(format!("record {i}, {}", record.name), run(&record).map_err(place)?);
    }
    Ok(())
}

fn run(record: &Record) -> Result<Outcome, Error> {
    if record.output_size > LONGEST_MESSAGE || record.last_bytes > record.output_size {
        return Err(Error::malformed("output length", "too long"));
    }
    let (message, size) = (&record.message, record.output_size);
    let found = match plain(&record.name).as_str() {
        "TURBOSHAKE128" => hash::turboshake(Strength::Bits128, record.domain, message, size),
        "TURBOSHAKE256" => hash::turboshake(Strength::Bits256, record.domain, message, size),
        "KT128" | "KANGAROOTWELVE" => Some(hash::kt(Strength::Bits128, &record.customization, message, size)),
        "KT256" => Some(hash::kt(Strength::Bits256, &record.customization, message, size)),
        other => return Err(Error::malformed("function", format!("{other} is not in RFC 9861"))),
    };
    let Some(found) = found else { return Ok(Outcome::Fail("the domain byte is rejected".to_owned())) };
    Ok(Outcome::equal("out", &record.output, &found[record.output_size - record.last_bytes..]))
}

/// A string in the RFC's notation or the Keccak team's.
fn message(text: &str) -> Result<Vec<u8>, Error> {
    let text = text.trim();
    let wrong = |what: &str| Error::malformed(format!("{text:?}"), what);
    // ptn(17**2 bytes), pattern 0x00 to 0xFA for 17^2 bytes
    let pattern = text.strip_prefix("ptn(").and_then(|rest| rest.strip_suffix(')')).or_else(|| {
        text.strip_prefix("pattern 0x00 to 0xFA for ").or_else(|| text.strip_prefix("pattern 0x00 to 0xfa for "))
    });
    if let Some(size) = pattern {
        let size = size.trim_end_matches("bytes").trim_end_matches("byte");
        let size = power(size).ok_or_else(|| wrong("is no length"))?;
        return Ok((0..=0xfa).cycle().take(size).collect());
    }
    if text == "empty" {
        return Ok(Vec::new());
    }
    // 3 times byte 0xFF
    if let Some((count, byte)) = text.split_once(" times byte 0x") {
        let count = power(count).ok_or_else(|| wrong("is no length"))?;
        let byte = u8::from_str_radix(byte.trim(), 16).map_err(|_| wrong("is no byte"))?;
        return Ok(vec![byte; count]);
    }
    // `FF FF`, `00`^0
    let (bytes, count) = text.rsplit_once('^').filter(|(bytes, _)| bytes.ends_with('`')).unwrap_or((text, "1"));
    let bytes: String = bytes.trim().trim_matches('`').split_whitespace().collect();
    let bytes = hex::decode(bytes).map_err(|_| wrong("is in no known notation"))?;
    let count = power(count).filter(|count| count.saturating_mul(bytes.len()) <= LONGEST_MESSAGE);
    Ok(bytes.repeat(count.ok_or_else(|| wrong("is too long"))?))
}

/// `17`, `17**2` or `17^2`.
fn power(text: &str) -> Option<usize> {
    let text = text.trim();
    let (base, exponent) = text.split_once("**").or_else(|| text.split_once('^')).unwrap_or((text, "1"));
    let size = base.trim().parse::<usize>().ok()?.checked_pow(exponent.trim().parse().ok()?)?;
    (size <= LONGEST_MESSAGE).then_some(size)
}

/// `NAME(M=..., C=..., N bytes), last N bytes:`, or with D instead of C.
fn heading(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.split_once('(')?;
    let known = ["KANGAROOTWELVE", "KT128", "KT256", "TURBOSHAKE128", "TURBOSHAKE256"];
    (known.contains(&plain(name).as_str()) && rest.starts_with("M=") && line.ends_with(':')).then_some((name, rest))
}

pub(crate) fn recognise_text(text: &str) -> bool {
    text.lines().map(str::trim).find(|line| !line.is_empty()).is_some_and(|line| heading(line).is_some())
}

pub(crate) fn run_text(text: &str, report: &mut Report) -> Result<(), Error> {
    let mut lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()).peekable();
    while let Some((number, line)) = lines.next() {
        let place = format!("line {}", number + 1);
        let (name, rest) = heading(line).ok_or_else(|| Error::malformed(&place, "no heading of a test"))?;
        let mut output = String::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| heading(line).is_none()) {
            output.extend(line.split_whitespace());
        }
        let wrong = |what: &str| Error::malformed(&place, what);
        let output = hex::decode(output).map_err(|_| wrong("the output is no hexadecimal"))?;
        let mut record = Record {
            name: name.to_owned(),
            message: Vec::new(),
            customization: Vec::new(),
            domain: 0x1f,
            output_size: output.len(),
            last_bytes: output.len(),
            output,
        };
        let parts = rest.trim_end_matches(':').replace(')', "");
        for part in parts.split(',').map(str::trim) {
            let bytes = |text: &str| message(text).map_err(|_| wrong("a string is in no known notation"));
            let count = |text: &str| power(text.trim_end_matches("bytes")).ok_or_else(|| wrong("no length"));
            if let Some(text) = part.strip_prefix("M=") {
                record.message = bytes(text)?;
            } else if let Some(text) = part.strip_prefix("C=") {
                record.customization = bytes(text)?;
            } else if let Some(text) = part.strip_prefix("D=") {
                let domain = u8::from_str_radix(text.trim_matches('`').trim_start_matches("0x"), 16);
                record.domain = domain.map_err(|_| wrong("D is no byte"))?;
            } else if let Some(text) = part.strip_prefix("last ") {
                record.last_bytes = count(text)?;
            } else {
                record.output_size = count(part)?;
            }
        }
        report.record(format!("{place}, {name}"), run(&record)?);
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn notations_of_strings() {
        assert_eq!(message("`00`^0").unwrap(), [0u8; 0]);
        assert_eq!(message("`FF ff FF`").unwrap(), [0xff; 3]);
        assert_eq!(message("`AB`^3").unwrap(), [0xab; 3]);
        assert_eq!(message("ptn(17**2 bytes)").unwrap().len(), 289);
        assert_eq!(message("ptn(252 bytes)").unwrap()[249..], [249, 250, 0]);
        assert_eq!(message("empty").unwrap(), [0u8; 0]);
        assert_eq!(message("pattern 0x00 to 0xFA for 17^1 bytes").unwrap().len(), 17);
        assert_eq!(message("3 times byte 0xFF").unwrap(), [0xff; 3]);
        assert!(message("ptn(17**99 bytes)").is_err());
        assert!(message("`FF`^99999999999").is_err());
        assert!(message("what").is_err());
    }
}
