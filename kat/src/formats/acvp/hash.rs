//! SHA-3, SHAKE, cSHAKE, KMAC.

use super::kem::test_passed;
use super::monte;
use crate::bits::{self, BIT_LEVEL_INPUT, BIT_LEVEL_OUTPUT};
use crate::fields::Test;
use crate::hash::{self, Function, Strength};
use crate::{Error, Options, Outcome};
use serde_json::Value;
use std::num::NonZeroUsize;

/// Bytes that a large message is hashed in.
const LARGE_PIECE: usize = 1 << 20;

pub(super) fn hash(function: Function, name: &str, test: &Test<'_>, options: &Options<'_>) -> Result<Outcome, Error> {
    if test.has("largeMsg") {
        return large(function, name, test, options);
    }
    if test.has("resultsArray") {
        return match function {
            Function::Shake(_) => monte::shake(function, test),
            _ => monte::sha3(function, test),
        };
    }
    let Some(message) = test.message("msg", "len")? else { return Ok(Outcome::Skip(BIT_LEVEL_INPUT)) };
    let md = test.bytes("md")?;
    let bits = output_bits(test, &md)?;
    Ok(bits::check("md", &md, bits, |size| function.digest([&message[..]], size)))
}

/// Bits of output: `outLen`, or else as many as are there.
fn output_bits(test: &Test<'_>, output: &[u8]) -> Result<usize, Error> {
    let bits = test.number_or_none("outLen")?.unwrap_or(0);
    Ok(if bits == 0 { output.len() * 8 } else { bits })
}

/// LDT: a short content repeated to gigabytes.
fn large(function: Function, name: &str, test: &Test<'_>, options: &Options<'_>) -> Result<Outcome, Error> {
    let none = Value::Null;
    let large = Test { group: &none, test: test.get("largeMsg").unwrap_or(&none) };
    let content = large.message("content", "contentLength")?;
    let (full_bits, technique) = (large.large_number("fullLength")?, large.text_or_none("expansionTechnique")?);
    let md = test.bytes("md")?;
    let Some(content) = content.filter(|_| full_bits.is_multiple_of(8)) else {
        return Ok(Outcome::Skip(BIT_LEVEL_INPUT));
    };
    if content.is_empty() || technique.is_some_and(|technique| technique != "repeating") {
        return Err(Error::malformed(test, "only a content that is repeated makes a large message"));
    }
    if options.skip_large {
        return Ok(Outcome::Skip("large data tests left out on request"));
    }

    let piece = content.repeat((LARGE_PIECE / content.len()).max(1));
    let full = full_bits / 8;
    let mut left = full;
    let pieces = std::iter::from_fn(|| {
        if (full - left).is_multiple_of(256 * piece.len() as u64) {
            options.progress.now(&format!("{name}, {test}: {} of {} MiB", (full - left) >> 20, full >> 20));
        }
        let size = usize::try_from(left).map_or(piece.len(), |left| left.min(piece.len()));
        let next = piece.get(..size).filter(|next| !next.is_empty())?;
        left -= next.len() as u64;
        Some(next)
    });
    let bits = output_bits(test, &md)?;
    Ok(bits::check("md", &md, bits, |size| function.digest(pieces, size)))
}

/// The customization string: in hexadecimal if the group says so, else its characters.
fn customization(test: &Test<'_>) -> Result<Vec<u8>, Error> {
    let hexadecimal = test.bytes_or_none("customizationHex")?;
    let characters = test.text_or_none("customization")?.unwrap_or_default().as_bytes().to_vec();
    Ok(match test.flag_or_none("hexCustomization")? {
        Some(true) => hexadecimal.unwrap_or_default(),
        Some(false) => characters,
        None => hexadecimal.unwrap_or(characters),
    })
}

pub(super) fn cshake(strength: Strength, test: &Test<'_>) -> Result<Outcome, Error> {
    if test.has("resultsArray") {
        return monte::cshake(strength, test);
    }
    let Some(message) = test.message("msg", "len")? else { return Ok(Outcome::Skip(BIT_LEVEL_INPUT)) };
    let function_name = test.text_or_none("functionName")?.unwrap_or_default().as_bytes();
    let md = test.bytes("md")?;
    let bits = output_bits(test, &md)?;
    let customization = customization(test)?;
    let compute = |size| hash::cshake(strength, function_name, &customization, &message, size);
    Ok(bits::check("md", &md, bits, compute))
}

/// `blockSize` is in bytes. The length of the output goes into ParallelHash, but not into ParallelHashXOF.
pub(super) fn parallel_hash(strength: Strength, test: &Test<'_>) -> Result<Outcome, Error> {
    if test.has("resultsArray") {
        return Ok(Outcome::Skip("Monte Carlo test of ParallelHash"));
    }
    let Some(message) = test.message("msg", "len")? else { return Ok(Outcome::Skip(BIT_LEVEL_INPUT)) };
    let block_size = NonZeroUsize::new(test.number("blockSize")?);
    let block_size = block_size.ok_or_else(|| Error::malformed(test, "blockSize is 0"))?;
    let customization = customization(test)?;
    let xof = test.flag_or_none("xof")?.unwrap_or(false);
    let md = test.bytes("md")?;
    let bits = output_bits(test, &md)?;
    if !xof && !bits.is_multiple_of(8) {
        return Ok(Outcome::Skip(BIT_LEVEL_OUTPUT));
    }
    let compute = |size| hash::parallel_hash(strength, xof, block_size, &customization, &message, size);
    Ok(bits::check("md", &md, bits, compute))
}

/// AFT computes the tag, MVT judges it (`testPassed`). The length of the tag goes into KMAC, but not into KMACXOF.
pub(super) fn kmac(strength: Strength, test: &Test<'_>) -> Result<Outcome, Error> {
    if test.has("resultsArray") {
        return Ok(Outcome::Skip("Monte Carlo test of KMAC"));
    }
    let (key, message) = (test.message("key", "keyLen")?, test.message("msg", "msgLen")?);
    let (Some(key), Some(message)) = (key, message) else { return Ok(Outcome::Skip(BIT_LEVEL_INPUT)) };
    let customization = customization(test)?;
    let xof = test.flag_or_none("xof")?.unwrap_or(false);
    let mac = test.bytes("mac")?;
    let bits = test.number_or_none("macLen")?.unwrap_or(mac.len() * 8);
    if !xof && !bits.is_multiple_of(8) {
        return Ok(Outcome::Skip(BIT_LEVEL_OUTPUT));
    }
    let compute = |size| hash::kmac(strength, xof, &key, &customization, &message, size);
    let same = bits::check("mac", &mac, bits, compute);
    if !test.has("testPassed") {
        return Ok(same);
    }
    let expected = test_passed(test)?;
    let judge = |good| Outcome::accepted("mac", expected, if good { Ok(()) } else { Err("another tag".to_owned()) });
    let verified = xof || hash::kmac_verify(strength, &key, &customization, &message, &mac) == (same == Outcome::Pass);
    Ok(if verified { judge(same == Outcome::Pass) } else { Outcome::Fail("verify and finalize disagree".to_owned()) })
}
