//! Registers from memory and back, and the arithmetic mod q that the kernels share.

use super::super::twiddles::{Everywhere, Twiddles};
use crate::arch::Q;
use crate::arch::zetas::Q_INVERSE;
use core::arch::x86_64::*;

/// Sixteen coefficients.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load(from: &[i16; 16]) -> __m256i {
    // SAFETY: the array is 32 readable bytes.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

/// Sixteen coefficients.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store(to: &mut [i16; 16], v: __m256i) {
    // SAFETY: the array is 32 writable bytes.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), v) }
}

/// Eight coefficients from `at` on, if there is room for eight.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_8_at(to: &mut [i16; 256], at: usize, v: __m128i) {
    if at <= 256 - 8 {
        // SAFETY: eight coefficients from `at` on are in the array.
        unsafe { _mm_storeu_si128(to.as_mut_ptr().add(at).cast(), v) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_32_bytes(from: &[u8; 32]) -> __m256i {
    // SAFETY: the array is 32 readable bytes.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_8_bytes(from: &[u8; 8]) -> __m128i {
    _mm_cvtsi64_si128(i64::from_le_bytes(*from))
}

/// The first sixteen bytes of a group of at least that many.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_first<const N: usize>(to: &mut [u8; N], v: __m128i) {
    const { assert!(N >= 16) };
    // SAFETY: the array is at least 16 writable bytes.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), v) }
}

/// The eight bytes of a group from `at` on.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store_8_bytes_at<const N: usize>(to: &mut [u8; N], at: usize, v: __m128i) {
    if let Some(to) = to.get_mut(at..).and_then(|to| to.first_chunk_mut()) {
        *to = _mm_cvtsi128_si64(v).to_le_bytes();
    }
}

/// The first and the last sixteen bytes of a group (at least that long), one in each half of a register.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_ends<const N: usize>(from: &[u8; N]) -> __m256i {
    _mm256_set_m128i(load_last(from), load_first(from))
}

/// The first sixteen bytes of a group of at least that many.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_first<const N: usize>(from: &[u8; N]) -> __m128i {
    const { assert!(N >= 16) };
    // SAFETY: the array is at least 16 readable bytes.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

/// The last sixteen bytes of a group of at least that many.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load_last<const N: usize>(from: &[u8; N]) -> __m128i {
    const { assert!(N >= 16) };
    // SAFETY: the array is at least 16 readable bytes, and these are its last.
    unsafe { _mm_loadu_si128(from.as_ptr().add(N - 16).cast()) }
}

/// One factor in every place, or factors that differ: zeta R beside zeta R q^-1 mod 2^16.
#[derive(Clone, Copy)]
pub(super) struct Factor {
    zeta: __m256i,
    zeta_q: __m256i,
}

impl Factor {
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn all(zeta: i16) -> Self {
        Self { zeta: _mm256_set1_epi16(zeta), zeta_q: _mm256_set1_epi16(zeta.wrapping_mul(Q_INVERSE)) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn everywhere([zeta, zeta_q]: &Everywhere) -> Self {
        Self { zeta: _mm256_set1_epi32(*zeta), zeta_q: _mm256_set1_epi32(*zeta_q) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn each(twiddles: &Twiddles<16>) -> Self {
        Self { zeta: load(&twiddles.zeta), zeta_q: load(&twiddles.zeta_q) }
    }
}

/// a * factor / R mod q, for every a. |result| <= |a| / 39 + q / 2, so below 0.71 q for |a| <= 8 q.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn montgomery_multiply(a: __m256i, factor: Factor) -> __m256i {
    let high = _mm256_mulhi_epi16(a, factor.zeta);
    let multiple_of_q = _mm256_mullo_epi16(a, factor.zeta_q);
    _mm256_sub_epi16(high, _mm256_mulhi_epi16(multiple_of_q, _mm256_set1_epi16(Q)))
}

/// a mod q, for every a. |result| < 0.65 q.
///
/// The quotient is a * 10 / 2^15, rounded: 1.6 % too large, at most 0.16 for |a| < 2^15.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn reduce(a: __m256i) -> __m256i {
    let quotient = _mm256_mulhrs_epi16(a, _mm256_set1_epi16(10));
    _mm256_sub_epi16(a, _mm256_mullo_epi16(quotient, _mm256_set1_epi16(Q)))
}

/// a + q where a is negative, which as an unsigned number is larger. In: |a| < q. Out: \[0, q).
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn add_q_if_negative(a: __m256i) -> __m256i {
    _mm256_min_epu16(a, _mm256_add_epi16(a, _mm256_set1_epi16(Q)))
}
