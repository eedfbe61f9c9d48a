//! Bytes in and out of interleaved states: a few words of each lane become a few words of all lanes, and back.
//!
//! A word of all lanes is stored whole: stored lane by lane, the permutation's wide load would have to wait until
//! all the narrow stores have reached the cache.

use crate::states::{States, squeeze_words};
use core::arch::x86_64::*;

/// A vector in memory that promises no more than the alignment of its words.
#[derive(Clone, Copy)]
#[repr(C, packed(8))]
pub(super) struct Unaligned<V>(pub(super) V);

/// The same states, one vector a word.
///
/// # Safety
/// `V` is a vector of W words.
#[inline(always)]
pub(super) const unsafe fn vectors<V, const W: usize>(states: &mut States<W>) -> &mut [Unaligned<V>; 25] {
    const { assert!(size_of::<V>() == size_of::<[u64; W]>()) };
    // SAFETY: the same bytes, no stricter alignment, and every bit pattern is a vector.
    unsafe { &mut *(&raw mut *states).cast() }
}

/// Transposes a 4 by 4 matrix of words, a row a register, with eight shuffles.
#[target_feature(enable = "avx2")]
#[inline]
fn transpose([r0, r1, r2, r3]: [__m256i; 4]) -> [__m256i; 4] {
    let even_01 = _mm256_unpacklo_epi64(r0, r1); // 00 10 02 12
    let odd_01 = _mm256_unpackhi_epi64(r0, r1); // 01 11 03 13
    let even_23 = _mm256_unpacklo_epi64(r2, r3); // 20 30 22 32
    let odd_23 = _mm256_unpackhi_epi64(r2, r3); // 21 31 23 33
    [
        _mm256_permute2x128_si256::<0x20>(even_01, even_23),
        _mm256_permute2x128_si256::<0x20>(odd_01, odd_23),
        _mm256_permute2x128_si256::<0x31>(even_01, even_23),
        _mm256_permute2x128_si256::<0x31>(odd_01, odd_23),
    ]
}

/// Words `4 * group` to `4 * group + 3` of four blocks, each for all four.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn four_words(blocks: &[&[u8]; 4], group: usize) -> [__m256i; 4] {
    let mut rows = [_mm256_setzero_si256(); 4];
    for (row, block) in rows.iter_mut().zip(blocks) {
        let bytes: &[u8; 32] = &block.as_chunks().0[group];
        // SAFETY: `bytes` are 32, the load's size; it asks for no alignment.
        *row = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
    }
    transpose(rows)
}

/// Word `i` of four blocks.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn one_word(blocks: &[&[u8]; 4], i: usize) -> __m256i {
    let mut words = [0; 4];
    for (word, block) in words.iter_mut().zip(blocks) {
        *word = i64::from_le_bytes(block.as_chunks().0[i]);
    }
    _mm256_set_epi64x(words[3], words[2], words[1], words[0])
}

/// Copies the first bytes of four neighbouring lanes out, from lane `4 * quad` on; at most 200 bytes of each.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn squeeze<const W: usize>(states: &States<W>, quad: usize, outs: &mut [&mut [u8]; 4]) {
    let [out0, out1, out2, out3] = outs;
    let (out0, tail0) = out0.as_chunks_mut::<32>();
    let (out1, tail1) = out1.as_chunks_mut::<32>();
    let (out2, tail2) = out2.as_chunks_mut::<32>();
    let (out3, tail3) = out3.as_chunks_mut::<32>();
    let whole = out0.len();
    let outs = out0.iter_mut().zip(out1).zip(out2).zip(out3);
    for (words, (((out0, out1), out2), out3)) in states.as_chunks::<4>().0.iter().zip(outs) {
        let mut rows = [_mm256_setzero_si256(); 4];
        for (row, word) in rows.iter_mut().zip(words) {
            let four: &[u64; 4] = &word.as_chunks().0[quad];
            // SAFETY: `four` words are 32 bytes, the load's size; it asks for no alignment.
            *row = unsafe { _mm256_loadu_si256(four.as_ptr().cast()) };
        }
        for (row, out) in transpose(rows).into_iter().zip([out0, out1, out2, out3]) {
            // SAFETY: `out` is 32 bytes, the store's size; it asks for no alignment.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), row) };
        }
    }
    for (lane, tail) in [tail0, tail1, tail2, tail3].into_iter().enumerate() {
        squeeze_words(states.get(4 * whole..).unwrap_or_default(), 4 * quad + lane, tail);
    }
}
