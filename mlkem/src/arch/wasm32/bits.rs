//! Fields of D bits, one after the other as ByteEncode_D leaves them, taken apart into 16-bit lanes and put together.

use super::vector::load_bytes;
use core::arch::wasm32::*;

/// How to take eight fields of D bits out of a window of 16 bytes: which bytes hold each, and what to multiply
/// these with so that the field ends at the top.
///
/// D is 4, 5, 10 or 12, whose fields touch two bytes, or 11: then `SPAN` is 4 and 32-bit lanes do the same for
/// the lower and the upper four fields.
pub(super) struct Fields<const D: usize> {
    bytes: [[u8; 16]; 2],
    to_top: [[u8; 16]; 2],
}

impl<const D: usize> Fields<D> {
    /// Bytes of a lane.
    const SPAN: usize = if D == 11 { 4 } else { 2 };

    /// Fields that begin at byte `start` of the window.
    pub(super) const fn new(start: usize) -> Self {
        let mut fields = Self { bytes: [[0; 16]; 2], to_top: [[0; 16]; 2] };
        let mut lane = 0;
        while lane < 8 {
            let (byte, bit) = (start + ((D * lane) >> 3), (D * lane) & 7);
            let factor = (1u32 << (8 * Self::SPAN - D - bit)).to_le_bytes();
            let mut i = 0;
            while i < Self::SPAN {
                let place = Self::SPAN * lane + i;
                fields.bytes[place >> 4][place & 15] = (byte + i) as u8;
                fields.to_top[place >> 4][place & 15] = factor[i];
                i += 1;
            }
            lane += 1;
        }
        fields
    }

    /// The eight fields. Constant time in the window. `self` should be hidden from the compiler (`black_box`, once before
    /// the loop): where it sees powers of two it shifts instead, and must do that lane by lane.
    #[inline(always)]
    pub(super) fn take(&self, window: v128) -> v128 {
        let low = i8x16_swizzle(window, load_bytes(&self.bytes[0]));
        if Self::SPAN == 2 {
            return u16x8_shr(i16x8_mul(low, load_bytes(&self.to_top[0])), const { 16 - D as u32 });
        }
        let high = i8x16_swizzle(window, load_bytes(&self.bytes[1]));
        let low = u32x4_shr(i32x4_mul(low, load_bytes(&self.to_top[0])), const { 32 - D as u32 });
        let high = u32x4_shr(i32x4_mul(high, load_bytes(&self.to_top[1])), const { 32 - D as u32 });
        i16x8_narrow_i32x4(low, high)
    }
}

/// Sixteen fields of 12 bits are 24 bytes: eight in the first 16 bytes, eight in the last 16, from the fourth on.
pub(super) static FIELDS_12: [Fields<12>; 2] = [Fields::new(0), Fields::new(4)];

/// Two fields of D bits, each alone in a 16-bit lane, to the low 2D bits of a 32-bit lane: c0 + 2^D c1.
#[inline(always)]
pub(super) fn join_two<const D: usize>(fields: v128) -> v128 {
    i32x4_dot_i16x8(fields, i32x4_splat(const { 1 + (1 << (16 + D)) }))
}

/// Two fields of D bits, each alone in a 32-bit lane, to the low 2D bits of a 64-bit lane.
#[inline(always)]
pub(super) fn join_two_64<const D: u32>(fields: v128) -> v128 {
    v128_or(v128_and(fields, i64x2_splat(0xffff_ffff)), i64x2_shl(u64x2_shr(fields, 32), D))
}
