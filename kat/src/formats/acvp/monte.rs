//! Monte Carlo tests (MCT): each result is the thousandth link of a chain of hashes.

use crate::bits::{self, BIT_LEVEL_INPUT, BIT_LEVEL_OUTPUT};
use crate::fields::Test;
use crate::hash::{Function, Strength, cshake as cshake_digest};
use crate::{Error, Outcome};

/// Links between two results.
const LINKS: usize = 1000;
/// Bytes of a message in the chains of SHAKE and cSHAKE.
const MESSAGE_SIZE: usize = 16;

/// The results in their order, as (output, its length in bits).
fn results(test: &Test<'_>) -> Result<Vec<(Vec<u8>, usize)>, Error> {
    let mut results = Vec::new();
    for result in test.list("resultsArray")? {
        let result = Test { group: test.test, test: result };
        let md = result.bytes("md")?;
        let bits = result.number_or_none("outLen")?.filter(|bits| *bits > 0).unwrap_or(md.len() * 8);
        results.push((md, bits));
    }
    if results.is_empty() {
        return Err(Error::malformed(test, "resultsArray is empty"));
    }
    Ok(results)
}

/// `bytes` cut or filled up with zeros to `size`.
fn resized(mut bytes: Vec<u8>, size: usize) -> Vec<u8> {
    bytes.resize(size, 0);
    bytes
}

/// SHA3: each message is the digest before; in the `alternate` version cut or filled up to the seed's length.
pub(super) fn sha3(function: Function, test: &Test<'_>) -> Result<Outcome, Error> {
    let Some(mut message) = test.message("msg", "len")? else { return Ok(Outcome::Skip(BIT_LEVEL_INPUT)) };
    let message_size = match test.text_or_none("mctVersion")? {
        Some("alternate") => Some(message.len()),
        _ => None,
    };
    for (i, (md, bits)) in results(test)?.into_iter().enumerate() {
        for _ in 0..LINKS {
            message = resized(message.clone(), message_size.unwrap_or(message.len()));
            message = function.digest([&message[..]], 0);
        }
        let outcome = bits::equal(&format!("result {i}"), &md, &message, bits);
        if outcome != Outcome::Pass {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Pass)
}

/// The lowest and highest output length of a chain in bits.
fn output_range(test: &Test<'_>) -> Result<(usize, usize), Error> {
    let (lowest, highest) = (test.number("minOutLen")?, test.number("maxOutLen")?);
    if lowest > highest || highest > 1 << 20 {
        return Err(Error::malformed(test, "minOutLen is above maxOutLen, or that too large"));
    }
    Ok((lowest, highest))
}

/// SHAKE: each message is the first 128 bits of the output before, each output length follows from the last 16 bits.
pub(super) fn shake(function: Function, test: &Test<'_>) -> Result<Outcome, Error> {
    let (lowest, highest) = output_range(test)?;
    let (lowest, highest) = (lowest.div_ceil(8), highest / 8);
    if lowest > highest || lowest < 2 {
        return Ok(Outcome::Skip(BIT_LEVEL_OUTPUT));
    }
    let Some(mut output) = test.message("msg", "len")? else { return Ok(Outcome::Skip(BIT_LEVEL_INPUT)) };
    let mut size = highest;
    for (i, (md, bits)) in results(test)?.into_iter().enumerate() {
        for _ in 0..LINKS {
            output = function.digest([&resized(output, MESSAGE_SIZE)[..]], size);
            size = lowest + last_16_bits(&output, output.len() * 8) % (highest - lowest + 1);
        }
        let outcome = bits::equal(&format!("result {i}"), &md, &output, bits);
        if outcome != Outcome::Pass {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Pass)
}

/// cSHAKE: as SHAKE, but output lengths go in steps of `outLenIncrement` bits, and the customization string follows
/// from the message and the last 16 bits.
pub(super) fn cshake(strength: Strength, test: &Test<'_>) -> Result<Outcome, Error> {
    let (lowest, highest) = output_range(test)?;
    if lowest < 16 {
        return Ok(Outcome::Skip(BIT_LEVEL_OUTPUT));
    }
    let step = test.number_or_none("outLenIncrement")?.unwrap_or(8).max(1);
    let Some(mut output) = test.message("msg", "len")? else { return Ok(Outcome::Skip(BIT_LEVEL_INPUT)) };
    let mut bits = highest;
    let mut customization = Vec::new();
    for (i, (md, md_bits)) in results(test)?.into_iter().enumerate() {
        for _ in 0..LINKS {
            let message = resized(output, MESSAGE_SIZE);
            output = cshake_digest(strength, b"", &customization, &message, bits.div_ceil(8));
            let last = last_16_bits(&output, bits);
            customization = message.iter().chain(&(last as u16).to_be_bytes()).map(|byte| byte % 26 + 65).collect();
            mask_to(&mut output, bits);
            bits = lowest + last % (highest - lowest + 1) / step * step;
        }
        let outcome = bits::equal(&format!("result {i}"), &md, &output, md_bits);
        if outcome != Outcome::Pass {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Pass)
}

/// The last 16 of the first `bits` bits as a big-endian number. The bits of a last byte that is not whole are its low
/// ones in FIPS 202, and stand at its high end in ACVP's strings.
fn last_16_bits(output: &[u8], bits: usize) -> usize {
    let (whole, rest) = (bits / 8, bits % 8);
    let byte = |i: usize| usize::from(output[i]);
    match rest {
        0 => byte(whole - 2) << 8 | byte(whole - 1),
        _ => {
            let partial = byte(whole) & ((1 << rest) - 1);
            (byte(whole - 2) << 16 | byte(whole - 1) << 8 | partial << (8 - rest)) >> (8 - rest) & 0xffff
        }
    }
}

/// Clears what follows the first `bits` bits.
fn mask_to(output: &mut [u8], bits: usize) {
    if let (Some(last), rest @ 1..) = (output.last_mut(), bits % 8) {
        *last &= (1 << rest) - 1;
    }
}
