//! The loop of Algorithm 8 (SamplePolyCBD): a coefficient is the difference of two sums of eta bits. Secret data.

use super::vector::{load_8_bytes, load_first, load_last, store};
use crate::ring::Rq;
use core::arch::x86_64::*;

/// Algorithm 8 with eta = 2. Out: |f| <= 2.
///
/// A coefficient is a function of four bits, looked up in a register.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn sample_poly_cbd_2(bytes: &[u8; 128], f: &mut Rq) {
    // 2 + (x0 + x1) - (y0 + y1), for the nibble y1 y0 x1 x0
    let coefficient = _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 3, 3, 4, 1, 2, 2, 3, 1, 2, 2, 3, 0, 1, 1, 2));
    let low_nibbles = _mm256_set1_epi32(0x000f_000f);
    let two = _mm256_set1_epi8(2);
    for (bytes, f) in bytes.as_chunks::<8>().0.iter().zip(f.0.as_chunks_mut::<16>().0) {
        // A byte to each dword, then a nibble to each word. The upper bytes of the words are looked up as zero: two.
        let v = _mm256_cvtepu8_epi32(load_8_bytes(bytes));
        let nibbles = _mm256_and_si256(_mm256_or_si256(v, _mm256_slli_epi32::<12>(v)), low_nibbles);
        store(f, _mm256_sub_epi16(_mm256_shuffle_epi8(coefficient, nibbles), two));
    }
}

/// Algorithm 8 with eta = 3. Out: |f| <= 3.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn sample_poly_cbd_3(bytes: &[u8; 192], f: &mut Rq) {
    // Two bytes that hold each field of six bits, for the first 12 of 24 bytes and for the other 12.
    let first = _mm256_setr_epi8(
        0, 1, 0, 1, 1, 2, 1, 2, 3, 4, 3, 4, 4, 5, 4, 5, //
        6, 7, 6, 7, 7, 8, 7, 8, 9, 10, 9, 10, 10, 11, 10, 11,
    );
    let second = _mm256_add_epi8(first, _mm256_set1_epi8(4));
    for (bytes, f) in bytes.as_chunks::<24>().0.iter().zip(f.0.as_chunks_mut::<32>().0) {
        let (f, _) = f.as_chunks_mut::<16>();
        let lower = _mm256_broadcastsi128_si256(load_first(bytes));
        let upper = _mm256_broadcastsi128_si256(load_last(bytes));
        store(&mut f[0], cbd_3(_mm256_shuffle_epi8(lower, first)));
        store(&mut f[1], cbd_3(_mm256_shuffle_epi8(upper, second)));
    }
}

/// Sixteen coefficients of eta = 3, from words that hold six bits each: from bit 0, 6, 4, 10 on, and so forth.
#[inline]
#[target_feature(enable = "avx2")]
fn cbd_3(fields: __m256i) -> __m256i {
    let to_the_top = _mm256_set1_epi64x(0x0001_0040_0010_0400); // shifts by 10, 4, 6, 0
    let ones = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0));
    let fields = _mm256_mullo_epi16(fields, to_the_top);
    // Three bits to each byte: x in the lower, y in the upper; then how many of them are set, and their difference.
    let x = _mm256_and_si256(_mm256_srli_epi16::<10>(fields), _mm256_set1_epi16(0x0007));
    let y = _mm256_and_si256(_mm256_srli_epi16::<5>(fields), _mm256_set1_epi16(0x0700));
    let sums = _mm256_shuffle_epi8(ones, _mm256_or_si256(x, y));
    _mm256_maddubs_epi16(sums, _mm256_set1_epi16(0xff01_u16 as i16))
}
