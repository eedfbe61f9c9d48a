//! Four states with AVX2, in 16 ymm registers and two buffers.
//!
//! AVX2 has neither a rotate nor three-input logic, and the 25 words do not fit in its registers. So the words
//! stay in memory: a round reads the rows of one buffer as operands and stores each finished row to the other at
//! once, while five registers gather the parity that the next round's theta needs. A round is 184 operations.

use super::bmi::Bmi;
use super::lanes::{interleave, interleave_word, squeeze, squeeze_words};
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};
use core::arch::x86_64::*;

cpufeatures::new!(features, "avx2", "bmi1", "bmi2");

/// Proof that processor and operating system have AVX2, and the processor BMI1 and BMI2.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(Bmi);

impl Avx2 {
    /// The backend, if this machine has it.
    #[inline]
    pub fn detect() -> Option<Self> {
        if features::get() { Bmi::detect().map(Self) } else { None }
    }
}

impl Permute<1> for Avx2 {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        self.0.permute(states, rounds);
    }

    #[inline]
    fn permute_into(self, from: &States<1>, to: &mut States<1>, rounds: usize) {
        self.0.permute_into(from, to, rounds);
    }
}

/// The words of four lanes, a vector each.
type Words = [__m256i; 25];

impl Permute<4> for Avx2 {
    #[inline]
    fn permute(self, states: &mut States<4>, rounds: usize) {
        let states = words_mut(states);
        // SAFETY: `self` proves AVX2; source and destination may be the same.
        unsafe { keccak_p(states, states, round_constants(rounds)) }
    }

    #[inline]
    fn permute_into(self, from: &States<4>, to: &mut States<4>, rounds: usize) {
        // SAFETY: `self` proves AVX2; both are references.
        unsafe { keccak_p((&raw const from.0).cast(), words_mut(to), round_constants(rounds)) }
    }

    #[inline]
    fn absorb_lane(self, states: &mut States<4>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX2.
        unsafe { absorb_lane(words_mut(states), lane, block) }
    }

    #[inline]
    fn absorb(self, states: &mut States<4>, blocks: &[&[u8]; 4]) {
        // SAFETY: `self` proves AVX2.
        unsafe { absorb(words_mut(states), blocks) }
    }

    #[inline]
    fn set_lane(self, states: &mut States<4>, lane: usize, words: &[u64; 25]) {
        // SAFETY: `self` proves AVX2.
        unsafe { set_lane(words_mut(states), lane, words) }
    }

    #[inline]
    fn squeeze_lane(self, states: &States<4>, lane: usize, out: &mut [u8]) {
        squeeze_words(&states.0, lane, out);
    }

    #[inline]
    fn squeeze(self, states: &States<4>, outs: &mut [&mut [u8]; 4]) {
        // SAFETY: `self` proves AVX2.
        unsafe { squeeze(states, 0, outs) }
    }
}

#[inline]
pub(super) fn words_mut(states: &mut States<4>) -> &mut Words {
    // SAFETY: the same 800 bytes; `States` is aligned to 64 bytes, and every bit pattern is a vector.
    unsafe { &mut *(&raw mut states.0).cast() }
}

/// Keccak-p\[1600\] on four lanes, with one round for each of `constants`.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx2")]
#[inline(never)]
unsafe fn keccak_p(from: *const Words, to: *mut Words, constants: &[u64]) {
    let mut buffer = [_mm256_setzero_si256(); 25];
    // SAFETY: the caller's word for `from` and `to`. A round's source and target are never the same:
    // `from` or `to`, and `buffer`; or the other way round.
    unsafe {
        let (mut source, mut target, mut next) = (from, &raw mut buffer, to);
        let mut c = parity(source);
        for &constant in constants {
            c = round(source, target, c, constant);
            source = target;
            (target, next) = (next, target);
        }
        if source != to.cast_const() {
            *to = *source;
        }
    }
}

/// The parity of each column.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn parity(a: *const Words) -> [__m256i; 5] {
    let mut c = [_mm256_setzero_si256(); 5];
    for x in 0..5 {
        for y in 0..5 {
            // SAFETY: `a` can be read.
            c[x] = _mm256_xor_si256(c[x], unsafe { (*a)[x + 5 * y] });
        }
    }
    c
}

/// One round from `a` to `e`, which is another buffer. `c` is the parity of `a`'s columns, the result that of `e`'s.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn round(a: *const Words, e: *mut Words, c: [__m256i; 5], constant: u64) -> [__m256i; 5] {
    let mut d = c;
    for x in 0..5 {
        d[x] = _mm256_xor_si256(c[[4, 0, 1, 2, 3][x]], rotate_left(c[[1, 2, 3, 4, 0][x]], 1));
    }
    let mut c = [_mm256_setzero_si256(); 5];
    for y in 0..5 {
        // theta, rho and pi: a row of pi's output
        let mut b = c;
        for x in 0..5 {
            let source = PI_SOURCE[x + 5 * y];
            let column = [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4][source];
            // SAFETY: `a` can be read.
            b[x] = rotate_left(_mm256_xor_si256(unsafe { (*a)[source] }, d[column]), RHO_OFFSETS[source]);
        }
        // chi and iota
        for x in 0..5 {
            let mut word = _mm256_xor_si256(b[x], _mm256_andnot_si256(b[[1, 2, 3, 4, 0][x]], b[[2, 3, 4, 0, 1][x]]));
            if x + 5 * y == 0 {
                word = _mm256_xor_si256(word, _mm256_set1_epi64x(constant as i64));
            }
            // SAFETY: `e` can be written.
            unsafe { (*e)[x + 5 * y] = word };
            c[x] = _mm256_xor_si256(c[x], word);
        }
    }
    c
}

#[target_feature(enable = "avx2")]
#[inline]
fn rotate_left(word: __m256i, by: u32) -> __m256i {
    let left = _mm256_sllv_epi64(word, _mm256_set1_epi64x(i64::from(by)));
    let right = _mm256_srlv_epi64(word, _mm256_set1_epi64x(64 - i64::from(by)));
    _mm256_or_si256(left, right)
}

/// All ones in `lane`, zeros in the other three.
#[target_feature(enable = "avx2")]
#[inline]
fn lane_mask(lane: usize) -> __m256i {
    _mm256_cmpeq_epi64(_mm256_set1_epi64x(lane as i64), _mm256_set_epi64x(3, 2, 1, 0))
}

#[target_feature(enable = "avx2")]
fn absorb_lane(states: &mut Words, lane: usize, block: &[u8]) {
    let mask = lane_mask(lane);
    for (word, bytes) in states.iter_mut().zip(block.as_chunks::<8>().0) {
        let value = _mm256_set1_epi64x(i64::from_le_bytes(*bytes));
        *word = _mm256_xor_si256(*word, _mm256_and_si256(value, mask));
    }
}

#[target_feature(enable = "avx2")]
fn set_lane(states: &mut Words, lane: usize, words: &[u64; 25]) {
    let mask = lane_mask(lane);
    for (word, value) in states.iter_mut().zip(words) {
        *word = _mm256_blendv_epi8(*word, _mm256_set1_epi64x(*value as i64), mask);
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn absorb(states: &mut Words, blocks: &[&[u8]; 4]) {
    let [block0, block1, block2, block3] = blocks;
    let (block0, tail0) = block0.as_chunks::<32>();
    let (block1, tail1) = block1.as_chunks::<32>();
    let (block2, tail2) = block2.as_chunks::<32>();
    let (block3, tail3) = block3.as_chunks::<32>();
    let chunks = block0.iter().zip(block1).zip(block2).zip(block3);
    let whole = 4 * chunks.len();
    for (words, (((chunk0, chunk1), chunk2), chunk3)) in states.as_chunks_mut::<4>().0.iter_mut().zip(chunks) {
        for (word, value) in words.iter_mut().zip(interleave([chunk0, chunk1, chunk2, chunk3])) {
            *word = _mm256_xor_si256(*word, value);
        }
    }
    let words0 = tail0.as_chunks::<8>().0.iter();
    let words = words0.zip(tail1.as_chunks::<8>().0).zip(tail2.as_chunks::<8>().0).zip(tail3.as_chunks::<8>().0);
    for (word, (((word0, word1), word2), word3)) in states[whole..].iter_mut().zip(words) {
        *word = _mm256_xor_si256(*word, interleave_word([word0, word1, word2, word3]));
    }
}
