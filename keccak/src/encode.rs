//! The length encodings of SP 800-185, section 2.3.

/// left_encode or right_encode of a number below 2^128: at most 16 bytes and their count.
pub(crate) struct Encoded {
    bytes: [u8; 17],
    start: usize,
    end: usize,
}

impl Encoded {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }
}

/// The number of bytes that `value` needs, at least one.
const fn significant_bytes(value: u128) -> usize {
    let bits = 128 - value.leading_zeros();
    if bits == 0 { 1 } else { (bits as usize + 7) >> 3 }
}

/// left_encode(value): the count of bytes, then the value, big-endian.
pub(crate) fn left_encode(value: u128) -> Encoded {
    let count = significant_bytes(value);
    let mut bytes = [0; 17];
    bytes[1..].copy_from_slice(&value.to_be_bytes());
    bytes[16 - count] = count as u8;
    Encoded { bytes, start: 16 - count, end: 17 }
}

/// right_encode(value): the value, big-endian, then the count of bytes.
pub(crate) fn right_encode(value: u128) -> Encoded {
    let count = significant_bytes(value);
    let mut bytes = [0; 17];
    bytes[..16].copy_from_slice(&value.to_be_bytes());
    bytes[16] = count as u8;
    Encoded { bytes, start: 16 - count, end: 17 }
}

/// left_encode of a length of `bytes` bytes, in bits.
pub(crate) fn left_encode_bits(bytes: usize) -> Encoded {
    left_encode(bytes as u128 * 8)
}

/// right_encode of a length of `bytes` bytes, in bits.
pub(crate) fn right_encode_bits(bytes: usize) -> Encoded {
    right_encode(bytes as u128 * 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of section 2.3.1, and the edges of each byte count.
    #[test]
    fn encodings_are_those_of_section_2_3() {
        assert_eq!(left_encode(0).as_bytes(), [1, 0]);
        assert_eq!(right_encode(0).as_bytes(), [0, 1]);
        assert_eq!(left_encode(255).as_bytes(), [1, 255]);
        assert_eq!(left_encode(256).as_bytes(), [2, 1, 0]);
        assert_eq!(right_encode(65536).as_bytes(), [1, 0, 0, 3]);
        assert_eq!(left_encode(u128::MAX).as_bytes(), [&[16][..], &[255; 16]].concat());
        assert_eq!(left_encode_bits(1 << 29).as_bytes(), [5, 1, 0, 0, 0, 0]);
    }
}
