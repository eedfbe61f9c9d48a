//! Fields of D bits, one after the other as ByteEncode_D leaves them, taken apart into 16-bit lanes.

use super::vector::{load, load_bytes, load_u16};
use core::arch::aarch64::*;

/// How to take eight fields out of a window of 16 bytes: per lane, the bytes that hold the field, and a shift.
pub(super) struct Fields {
    /// Two bytes per lane, the first that the field touches and the next.
    bytes: [u8; 16],
    shift: [i16; 8],
    /// The third byte for those lanes whose field touches three (only with 11 bits); a place outside the window,
    /// which reads as zero, for all others.
    third: [u8; 16],
    third_shift: [i16; 8],
    has_third: bool,
    mask: [u16; 8],
}

impl Fields {
    /// Fields of `d` bits that begin at byte `start` of the window. In its lane a field ends below bit `top`.
    pub(super) const fn new(d: usize, start: usize, top: usize) -> Self {
        let mut fields = Self {
            bytes: [0; 16],
            shift: [0; 8],
            third: [0xff; 16],
            third_shift: [0; 8],
            has_third: false,
            mask: [((1 << d) - 1) << (top - d); 8],
        };
        let mut lane = 0;
        while lane < 8 {
            let byte = (start + ((d * lane) >> 3)) as u8;
            let bit = (d * lane) & 7;
            fields.bytes[2 * lane] = byte;
            fields.bytes[2 * lane + 1] = byte + 1;
            fields.shift[lane] = top as i16 - d as i16 - bit as i16;
            if bit + d > 16 {
                fields.has_third = true;
                fields.third[2 * lane] = byte + 2;
                fields.third_shift[lane] = fields.shift[lane] + 16;
            }
            lane += 1;
        }
        fields
    }

    /// The eight fields. Constant time in the window; `self` should be a constant.
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn take(&self, window: uint8x16_t) -> uint16x8_t {
        let bytes = vreinterpretq_u16_u8(vqtbl1q_u8(window, load_bytes(&self.bytes)));
        let mut lanes = vshlq_u16(bytes, load(&self.shift)); // to the right where the shift is negative
        if self.has_third {
            let bytes = vreinterpretq_u16_u8(vqtbl1q_u8(window, load_bytes(&self.third)));
            lanes = vorrq_u16(lanes, vshlq_u16(bytes, load(&self.third_shift)));
        }
        vandq_u16(lanes, load_u16(&self.mask))
    }
}
