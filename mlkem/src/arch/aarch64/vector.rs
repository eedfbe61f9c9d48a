//! What the kernels share: loads and stores, and arithmetic mod q on eight coefficients at once.

use crate::arch::Q;
use crate::arch::barrett::{Factors, quotient};
use core::arch::aarch64::*;

/// [`Factors`] in registers.
#[derive(Clone, Copy)]
pub(super) struct Factor {
    b: int16x8_t,
    b_quotient: int16x8_t,
}

impl Factor {
    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn load(factors: &Factors) -> Self {
        Self { b: load(&factors.b), b_quotient: load(&factors.b_quotient) }
    }
}

/// a b mod q, lane by lane: a b - q round(a b' / 2^15), of which only the low halves are computed.
///
/// In: any i16. Out: at most q/2 + |a| q / 2^16 in absolute value, which is below q: the quotient is rounded
/// (that is q/2), and b' is off by 1/2 (that is |a| / 2^16). Three instructions.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn multiply(a: int16x8_t, factor: Factor) -> int16x8_t {
    let quotient = vqrdmulhq_s16(a, factor.b_quotient);
    vmlsq_n_s16(vmulq_s16(a, factor.b), quotient, Q)
}

/// [`multiply`] by one of the eight factors.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn multiply_lane<const LANE: i32>(a: int16x8_t, factor: Factor) -> int16x8_t {
    let quotient = vqrdmulhq_laneq_s16::<LANE>(a, factor.b_quotient);
    vmlsq_n_s16(vmulq_laneq_s16::<LANE>(a, factor.b), quotient, Q)
}

/// a mod q, nearly centered: [`multiply`] by 1, with the quotient round(10 a / 2^15).
///
/// In: any i16. Out: at most q/2 + |a| 0.016 in absolute value, so below 2q/3.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn reduce(a: int16x8_t) -> int16x8_t {
    vmlsq_n_s16(a, vqrdmulhq_n_s16(a, quotient(1)), Q)
}

/// a mod q in \[0, q). In: -q <= a < q. As an unsigned number a is less than a + q exactly when it is not negative.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn add_q_if_negative(a: int16x8_t) -> int16x8_t {
    let a_plus_q = vaddq_s16(a, vdupq_n_s16(Q));
    vreinterpretq_s16_u16(vminq_u16(vreinterpretq_u16_s16(a), vreinterpretq_u16_s16(a_plus_q)))
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load(a: &[i16; 8]) -> int16x8_t {
    // SAFETY: reads the 16 bytes that `a` is.
    unsafe { vld1q_s16(a.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn store(a: &mut [i16; 8], v: int16x8_t) {
    // SAFETY: writes the 16 bytes that `a` is.
    unsafe { vst1q_s16(a.as_mut_ptr(), v) }
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_u16(a: &[u16; 8]) -> uint16x8_t {
    // SAFETY: reads the 16 bytes that `a` is.
    unsafe { vld1q_u16(a.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_bytes(a: &[u8; 16]) -> uint8x16_t {
    // SAFETY: reads the 16 bytes that `a` is.
    unsafe { vld1q_u8(a.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn store_bytes(a: &mut [u8; 16], v: uint8x16_t) {
    // SAFETY: writes the 16 bytes that `a` is.
    unsafe { vst1q_u8(a.as_mut_ptr(), v) }
}

/// The even and the odd places of 16 coefficients.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_2(a: &[i16; 16]) -> int16x8x2_t {
    // SAFETY: reads the 32 bytes that `a` is.
    unsafe { vld2q_s16(a.as_ptr()) }
}

/// The inverse of [`load_2`].
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn store_2(a: &mut [i16; 16], even: int16x8_t, odd: int16x8_t) {
    // SAFETY: writes the 32 bytes that `a` is.
    unsafe { vst2q_s16(a.as_mut_ptr(), int16x8x2_t(even, odd)) }
}

/// Four interleaved vectors of coefficients: the first has the places 0, 4, 8...
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn store_4(a: &mut [i16; 32], v: [int16x8_t; 4]) {
    // SAFETY: writes the 64 bytes that `a` is.
    unsafe { vst4q_s16(a.as_mut_ptr(), int16x8x4_t(v[0], v[1], v[2], v[3])) }
}

/// Three interleaved vectors of bytes: the first has the places 0, 3, 6...
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn load_bytes_3(a: &[u8; 48]) -> uint8x16x3_t {
    // SAFETY: reads the 48 bytes that `a` is.
    unsafe { vld3q_u8(a.as_ptr()) }
}

/// The inverse of [`load_bytes_3`].
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn store_bytes_3(a: &mut [u8; 48], v: [uint8x16_t; 3]) {
    // SAFETY: writes the 48 bytes that `a` is.
    unsafe { vst3q_u8(a.as_mut_ptr(), uint8x16x3_t(v[0], v[1], v[2])) }
}
