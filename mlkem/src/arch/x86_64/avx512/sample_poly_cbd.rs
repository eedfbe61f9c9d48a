//! The loop of Algorithm 8 (SamplePolyCBD): a coefficient is the difference of two sums of eta bits. Secret data.

use super::vector::{load_16_bytes, load_bytes, store};
use crate::ring::Rq;
use core::arch::x86_64::*;
use keccak::States;

/// Algorithm 8 with eta = 2. Out: |f| <= 2.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn sample_poly_cbd_2(bytes: &[u8; 128], f: &mut Rq) {
    for (bytes, f) in bytes.as_chunks::<16>().0.iter().zip(f.0.as_chunks_mut::<32>().0) {
        store(f, differences_of_2(load_16_bytes(bytes)));
    }
}

/// The same over the first 16 words of one lane of a block, two words at a time.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn sample_poly_cbd_2_lane<const W: usize>(block: &States<W>, lane: usize, f: &mut Rq) {
    let lane = lane & (W - 1);
    for ([low, high], f) in block.as_chunks().0.iter().zip(f.0.as_chunks_mut::<32>().0) {
        store(f, differences_of_2(_mm_set_epi64x(high[lane] as i64, low[lane] as i64)));
    }
}

/// Thirty-two coefficients: each a function of four bits, looked up in a register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn differences_of_2(bytes: __m128i) -> __m512i {
    // 2 + (x0 + x1) - (y0 + y1), for the nibble y1 y0 x1 x0
    let coefficient = _mm512_broadcast_i32x4(_mm_setr_epi8(2, 3, 3, 4, 1, 2, 2, 3, 1, 2, 2, 3, 0, 1, 1, 2));
    // A byte to each dword, then a nibble to each word. The upper bytes of the words are looked up as zero: two.
    let v = _mm512_cvtepu8_epi32(bytes);
    let nibbles = _mm512_and_si512(_mm512_or_si512(v, _mm512_slli_epi32::<12>(v)), _mm512_set1_epi32(0x000f_000f));
    _mm512_sub_epi16(_mm512_shuffle_epi8(coefficient, nibbles), _mm512_set1_epi8(2))
}

/// Algorithm 8 with eta = 3. Out: |f| <= 3.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn sample_poly_cbd_3(bytes: &[u8; 192], f: &mut Rq) {
    // Six bytes of 24 for each quarter, of which two begin within a dword; then the two bytes that hold each six bits.
    let two_dwords = _mm512_setr_epi32(0, 1, 0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 4, 5, 0, 0);
    let pairs = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 0, 1, 1, 2, 1, 2, 3, 4, 3, 4, 4, 5, 4, 5));
    let within_dword = 0xffff_0000_ffff_0000;
    let pairs = _mm512_mask_add_epi8(pairs, within_dword, pairs, _mm512_set1_epi8(2));
    let skip = _mm512_set1_epi64(10 << 48 | 4 << 32 | 6 << 16);
    let ones = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0));
    for (bytes, f) in bytes.as_chunks::<24>().0.iter().zip(f.0.as_chunks_mut::<32>().0) {
        let quarters = _mm512_permutexvar_epi32(two_dwords, load_bytes(bytes, _mm512_setzero_si512()));
        let fields = _mm512_srlv_epi16(_mm512_shuffle_epi8(quarters, pairs), skip);
        // Three bits to each byte: x in the lower, y in the upper; then how many of them are set, and their difference.
        let x = _mm512_and_si512(fields, _mm512_set1_epi16(0x0007));
        let y = _mm512_and_si512(_mm512_slli_epi16::<5>(fields), _mm512_set1_epi16(0x0700));
        let sums = _mm512_shuffle_epi8(ones, _mm512_or_si512(x, y));
        store(f, _mm512_maddubs_epi16(sums, _mm512_set1_epi16(0xff01_u16 as i16)));
    }
}
