//! Registers from memory and back, and the arithmetic mod q that the kernels share.

use super::super::twiddles::{Everywhere, Twiddles};
use crate::arch::Q;
use crate::arch::zetas::Q_INVERSE;
use core::arch::x86_64::*;

/// Thirty-two coefficients.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(from: &[i16; 32]) -> __m512i {
    // SAFETY: the array is 64 readable bytes.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// Thirty-two coefficients.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store(to: &mut [i16; 32], v: __m512i) {
    // SAFETY: the array is 64 writable bytes.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), v) }
}

/// From coefficient `at` on, thirty-two: `at` is at most 224.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store_at(to: &mut [i16; 256], at: usize, v: __m512i) {
    debug_assert!(at <= 256 - 32);
    // SAFETY: 32 coefficients from there on are in the array.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().add(at.min(256 - 32)).cast(), v) }
}

/// From coefficient `at` on, thirty-two, or as many as there are left.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn store_from(to: &mut [i16; 256], at: usize, v: __m512i) {
    let left = 256 - at.min(256);
    let mask = ((1_u64 << left.min(32)) - 1) as u32;
    // SAFETY: the mask leaves only the coefficients that are in the array.
    unsafe { _mm512_mask_storeu_epi16(to.as_mut_ptr().wrapping_add(at), mask, v) }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load_16_bytes(from: &[u8; 16]) -> __m128i {
    // SAFETY: the array is 16 readable bytes.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

/// The first 64 bytes, or all if there are fewer; then what is missing comes from `missing`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn load_bytes(from: &[u8], missing: __m512i) -> __m512i {
    // SAFETY: the mask leaves only bytes that are in the slice.
    unsafe { _mm512_mask_loadu_epi8(missing, first_bytes(from.len()), from.as_ptr().cast()) }
}

/// The first bytes of a register, as many as there is room for.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn store_bytes(to: &mut [u8], v: __m512i) {
    // SAFETY: the mask leaves only bytes that are in the slice.
    unsafe { _mm512_mask_storeu_epi8(to.as_mut_ptr().cast(), first_bytes(to.len()), v) }
}

#[inline]
const fn first_bytes(len: usize) -> u64 {
    if len >= 64 { u64::MAX } else { (1 << len) - 1 }
}

/// A table of bytes: a shuffle, or whatever else.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn table(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the array is 64 readable bytes.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// A table of dwords: indexes for a permutation.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn dwords(from: &[i32; 16]) -> __m512i {
    // SAFETY: the array is 64 readable bytes.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

/// One factor in every place, or factors that differ: zeta R beside zeta R q^-1 mod 2^16.
#[derive(Clone, Copy)]
pub(super) struct Factor {
    zeta: __m512i,
    zeta_q: __m512i,
}

impl Factor {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn all(zeta: i16) -> Self {
        Self { zeta: _mm512_set1_epi16(zeta), zeta_q: _mm512_set1_epi16(zeta.wrapping_mul(Q_INVERSE)) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn everywhere([zeta, zeta_q]: &Everywhere) -> Self {
        Self { zeta: _mm512_set1_epi32(*zeta), zeta_q: _mm512_set1_epi32(*zeta_q) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn each(twiddles: &Twiddles<32>) -> Self {
        Self { zeta: load(&twiddles.zeta), zeta_q: load(&twiddles.zeta_q) }
    }
}

/// a * factor / R mod q, for every a. |result| <= |a| / 39 + q / 2, so below 0.71 q for |a| <= 8 q.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn montgomery_multiply(a: __m512i, factor: Factor) -> __m512i {
    let high = _mm512_mulhi_epi16(a, factor.zeta);
    let multiple_of_q = _mm512_mullo_epi16(a, factor.zeta_q);
    _mm512_sub_epi16(high, _mm512_mulhi_epi16(multiple_of_q, _mm512_set1_epi16(Q)))
}

/// a mod q, for every a. |result| < 0.65 q.
///
/// The quotient is a * 10 / 2^15, rounded: 1.6 % too large, at most 0.16 for |a| < 2^15.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn reduce(a: __m512i) -> __m512i {
    let quotient = _mm512_mulhrs_epi16(a, _mm512_set1_epi16(10));
    _mm512_sub_epi16(a, _mm512_mullo_epi16(quotient, _mm512_set1_epi16(Q)))
}

/// a + q where a is negative, which as an unsigned number is larger. In: |a| < q. Out: \[0, q).
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn add_q_if_negative(a: __m512i) -> __m512i {
    _mm512_min_epu16(a, _mm512_add_epi16(a, _mm512_set1_epi16(Q)))
}
