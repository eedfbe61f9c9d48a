//! Lengths in bits, as NIST writes them, for libraries that take bytes.

use crate::{Error, Outcome};

/// Why a test whose input is no whole number of bytes is not run.
pub(crate) const BIT_LEVEL_INPUT: &str = "bit-level input";
/// Why a test whose output length goes into the function and is no whole number of bytes is not run.
pub(crate) const BIT_LEVEL_OUTPUT: &str = "bit-level output";

/// The first `bits` bits of `message` as bytes; `None` if that is no whole number of bytes.
///
/// A length of 0 is the empty message, whatever stands in the file (`Msg = 00` is usual).
pub(crate) fn message(mut message: Vec<u8>, bits: Option<usize>) -> Result<Option<Vec<u8>>, Error> {
    let bits = bits.unwrap_or(message.len() * 8);
    if message.len() < bits.div_ceil(8) {
        return Err(Error::malformed("message", format!("{} bytes for {bits} bits", message.len())));
    }
    if !bits.is_multiple_of(8) {
        return Ok(None);
    }
    message.truncate(bits / 8);
    Ok(Some(message))
}

/// Compares the first `bits` bits of what `compute` makes in so many bytes with `expected`; does not compute if that has
/// another length.
pub(crate) fn check(name: &str, expected: &[u8], bits: usize, compute: impl FnOnce(usize) -> Vec<u8>) -> Outcome {
    if expected.len() != bits.div_ceil(8) {
        return Outcome::Fail(format!("{name}: {} bytes in the file for {bits} bits", expected.len()));
    }
    equal(name, expected, &compute(expected.len()), bits)
}

/// Compares the first `bits` bits of `got` with `expected`.
///
/// In a last byte that is not whole, the files put the bits at the low end (FIPS 202, B.1) or at the high end: both are
/// read.
pub(crate) fn equal(name: &str, expected: &[u8], got: &[u8], bits: usize) -> Outcome {
    let (whole, rest) = (bits / 8, bits % 8);
    if expected.len() != bits.div_ceil(8) || got.len() != expected.len() {
        return Outcome::Fail(format!(
            "{name}: {} bytes expected for {bits} bits, {} found",
            expected.len(),
            got.len()
        ));
    }
    Outcome::equal(name, &expected[..whole], &got[..whole]).and(|| {
        if rest == 0 {
            return Outcome::Pass;
        }
        let low = got[whole] & ((1 << rest) - 1);
        if expected[whole] == low || expected[whole] == low << (8 - rest) {
            Outcome::Pass
        } else {
            Outcome::Fail(format!("{name}: the last {rest} bits differ"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_bytes_are_read_at_either_end_and_compared() {
        assert_eq!(equal("md", &[0xab, 0x05], &[0xab, 0xfd], 11), Outcome::Pass);
        assert_eq!(equal("md", &[0xab, 0xa0], &[0xab, 0xfd], 11), Outcome::Pass);
        assert!(matches!(equal("md", &[0xab, 0x04], &[0xab, 0xfd], 11), Outcome::Fail(_)));
        assert!(matches!(equal("md", &[0xaa, 0x05], &[0xab, 0xfd], 11), Outcome::Fail(_)));
        assert!(matches!(equal("md", &[0xab], &[0xab, 0xfd], 11), Outcome::Fail(_)));
    }

    #[test]
    fn message_lengths() {
        assert_eq!(message(vec![0], Some(0)).ok(), Some(Some(vec![])));
        assert_eq!(message(vec![1, 2], None).ok(), Some(Some(vec![1, 2])));
        assert_eq!(message(vec![1, 2], Some(9)).ok(), Some(None));
        assert!(message(vec![1], Some(9)).is_err());
    }
}
