//! One, two or four states with AVX-512VL, in xmm and ymm registers: no zmm is touched, so that processors that
//! have slower or no 512-bit units lose nothing.
//!
//! One, two and four states take the same time: the narrow widths are there because their loads and stores,
//! and what feeds them, are less.

use super::avx2;
use super::lanes::{squeeze, squeeze_words};
use super::ternary::{CHI, XOR3};
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};
use core::arch::x86_64::*;

cpufeatures::new!(features, "avx512f", "avx512vl", "avx2");

/// Proof that processor and operating system have AVX-512 F and VL.
#[derive(Clone, Copy, Debug)]
pub struct Avx512Vl(());

impl Avx512Vl {
    /// The backend, if this machine has it.
    #[inline]
    pub fn detect() -> Option<Self> {
        features::get().then_some(Self(()))
    }
}

impl Permute<1> for Avx512Vl {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves AVX-512 F and VL; in place is allowed.
        unsafe { keccak_p_x1(states, states, round_constants(rounds)) }
    }

    #[inline]
    fn permute_into(self, from: &States<1>, to: &mut States<1>, rounds: usize) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { keccak_p_x1(from, to, round_constants(rounds)) }
    }

    #[inline]
    fn squeeze_lane(self, states: &States<1>, lane: usize, out: &mut [u8]) {
        squeeze_words(&states.0, lane, out);
    }
}

impl Permute<2> for Avx512Vl {
    #[inline]
    fn permute(self, states: &mut States<2>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves AVX-512 F and VL; in place is allowed.
        unsafe { keccak_p_x2(states, states, round_constants(rounds)) }
    }

    #[inline]
    fn permute_into(self, from: &States<2>, to: &mut States<2>, rounds: usize) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { keccak_p_x2(from, to, round_constants(rounds)) }
    }

    #[inline]
    fn absorb_lane(self, states: &mut States<2>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { absorb_lane_x2(words2_mut(states), lane, block) }
    }

    #[inline]
    fn absorb(self, states: &mut States<2>, blocks: &[&[u8]; 2]) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { absorb_x2(words2_mut(states), blocks) }
    }

    #[inline]
    fn set_lane(self, states: &mut States<2>, lane: usize, words: &[u64; 25]) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { set_lane_x2(words2_mut(states), lane, words) }
    }

    #[inline]
    fn squeeze_lane(self, states: &States<2>, lane: usize, out: &mut [u8]) {
        squeeze_words(&states.0, lane, out);
    }

    #[inline]
    fn squeeze(self, states: &States<2>, outs: &mut [&mut [u8]; 2]) {
        for (lane, out) in outs.iter_mut().enumerate() {
            squeeze_words(&states.0, lane, out);
        }
    }
}

impl Permute<4> for Avx512Vl {
    #[inline]
    fn permute(self, states: &mut States<4>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves AVX-512 F and VL; in place is allowed.
        unsafe { keccak_p_x4(states, states, round_constants(rounds)) }
    }

    #[inline]
    fn permute_into(self, from: &States<4>, to: &mut States<4>, rounds: usize) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { keccak_p_x4(from, to, round_constants(rounds)) }
    }

    #[inline]
    fn absorb_lane(self, states: &mut States<4>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { absorb_lane_x4(avx2::words_mut(states), lane, block) }
    }

    #[inline]
    fn absorb(self, states: &mut States<4>, blocks: &[&[u8]; 4]) {
        // SAFETY: `self` proves AVX2, which AVX-512 F includes.
        unsafe { avx2::absorb(avx2::words_mut(states), blocks) }
    }

    #[inline]
    fn set_lane(self, states: &mut States<4>, lane: usize, words: &[u64; 25]) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { set_lane_x4(avx2::words_mut(states), lane, words) }
    }

    #[inline]
    fn squeeze_lane(self, states: &States<4>, lane: usize, out: &mut [u8]) {
        squeeze_words(&states.0, lane, out);
    }

    #[inline]
    fn squeeze(self, states: &States<4>, outs: &mut [&mut [u8]; 4]) {
        // SAFETY: `self` proves AVX2, which AVX-512 F includes.
        unsafe { squeeze(states, 0, outs) }
    }
}

#[inline]
fn words2_mut(states: &mut States<2>) -> &mut [__m128i; 25] {
    // SAFETY: the same 400 bytes; `States` is aligned to 64 bytes, and every bit pattern is a vector.
    unsafe { &mut *(&raw mut states.0).cast() }
}

/// Keccak-p\[1600\] on one state, with one round for each of `constants`.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline(never)]
unsafe fn keccak_p_x1(from: *const States<1>, to: *mut States<1>, constants: &[u64]) {
    let mut a = [[_mm_setzero_si128(); 5]; 5];
    for y in 0..5 {
        for x in 0..5 {
            // SAFETY: `from` can be read.
            a[y][x] = _mm_cvtsi64_si128(unsafe { (*from).0[x + 5 * y][0] } as i64);
        }
    }
    let a = keccak_p!(
        a, constants,
        xor: _mm_xor_si128,
        ternary: _mm_ternarylogic_epi64,
        rotate: _mm_rol_epi64,
        broadcast: _mm_set1_epi64x
    );
    for y in 0..5 {
        for x in 0..5 {
            // SAFETY: `to` can be written.
            unsafe { (*to).0[x + 5 * y][0] = _mm_cvtsi128_si64(a[y][x]) as u64 };
        }
    }
}

/// Keccak-p\[1600\] on two lanes, with one round for each of `constants`.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline(never)]
unsafe fn keccak_p_x2(from: *const States<2>, to: *mut States<2>, constants: &[u64]) {
    // SAFETY: `from` can be read and `to` be written; `States<2>` is 25 vectors, and aligned for them.
    unsafe {
        *to.cast() = keccak_p!(
            *from.cast::<[[__m128i; 5]; 5]>(), constants,
            xor: _mm_xor_si128,
            ternary: _mm_ternarylogic_epi64,
            rotate: _mm_rol_epi64,
            broadcast: _mm_set1_epi64x
        );
    }
}

/// Keccak-p\[1600\] on four lanes, with one round for each of `constants`.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline(never)]
unsafe fn keccak_p_x4(from: *const States<4>, to: *mut States<4>, constants: &[u64]) {
    // SAFETY: `from` can be read and `to` be written; `States<4>` is 25 vectors, and aligned for them.
    unsafe {
        *to.cast() = keccak_p!(
            *from.cast::<[[__m256i; 5]; 5]>(), constants,
            xor: _mm256_xor_si256,
            ternary: _mm256_ternarylogic_epi64,
            rotate: _mm256_rol_epi64,
            broadcast: _mm256_set1_epi64x
        );
    }
}

#[target_feature(enable = "avx512f,avx512vl")]
fn absorb_lane_x2(states: &mut [__m128i; 25], lane: usize, block: &[u8]) {
    for (word, bytes) in states.iter_mut().zip(block.as_chunks::<8>().0) {
        *word = _mm_mask_xor_epi64(*word, 1 << lane, *word, _mm_set1_epi64x(i64::from_le_bytes(*bytes)));
    }
}

#[target_feature(enable = "avx512f,avx512vl")]
fn absorb_lane_x4(states: &mut [__m256i; 25], lane: usize, block: &[u8]) {
    for (word, bytes) in states.iter_mut().zip(block.as_chunks::<8>().0) {
        *word = _mm256_mask_xor_epi64(*word, 1 << lane, *word, _mm256_set1_epi64x(i64::from_le_bytes(*bytes)));
    }
}

#[target_feature(enable = "avx512f,avx512vl")]
fn set_lane_x2(states: &mut [__m128i; 25], lane: usize, words: &[u64; 25]) {
    for (word, value) in states.iter_mut().zip(words) {
        *word = _mm_mask_set1_epi64(*word, 1 << lane, *value as i64);
    }
}

#[target_feature(enable = "avx512f,avx512vl")]
fn set_lane_x4(states: &mut [__m256i; 25], lane: usize, words: &[u64; 25]) {
    for (word, value) in states.iter_mut().zip(words) {
        *word = _mm256_mask_set1_epi64(*word, 1 << lane, *value as i64);
    }
}

#[target_feature(enable = "avx512f,avx512vl")]
fn absorb_x2(states: &mut [__m128i; 25], blocks: &[&[u8]; 2]) {
    let [block0, block1] = blocks;
    for (word, (word0, word1)) in states.iter_mut().zip(block0.as_chunks::<8>().0.iter().zip(block1.as_chunks::<8>().0))
    {
        let value = _mm_set_epi64x(i64::from_le_bytes(*word1), i64::from_le_bytes(*word0));
        *word = _mm_xor_si128(*word, value);
    }
}
