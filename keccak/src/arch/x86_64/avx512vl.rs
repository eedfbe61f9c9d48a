//! One, two or four states with AVX-512VL, in xmm and ymm registers. No zmm register is touched: nothing is lost
//! where 512-bit operations are slow or lower the clock.
//!
//! 695 cycles (AMD Zen 5) for two states or four, which differ in their loads and stores only. One state takes 615: a
//! part of it is in general registers, see `divided`.

use super::avx2;
use super::divided::Divided;
use super::lanes::{Unaligned, squeeze, vectors};
use crate::states::{Permute, States};
use core::arch::x86_64::*;

// BMI1 and BMI2 are for one state; no processor has AVX-512 without them
cpufeatures::new!(features, "avx512f", "avx512vl", "avx2", "bmi1", "bmi2");

/// Proof that processor and operating system have AVX-512 F and VL, and the processor AVX2, BMI1 and BMI2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        // SAFETY: `self` proves AVX-512 F and VL, BMI1 and BMI2; in place is allowed.
        unsafe { keccak_p_x1(states, states, rounds) }
    }

    #[inline]
    fn permute_into(self, from: &States<1>, to: &mut States<1>, rounds: usize) {
        // SAFETY: `self` proves AVX-512 F and VL, BMI1 and BMI2.
        unsafe { keccak_p_x1(from, to, rounds) }
    }

    #[inline]
    fn absorb_blocks<const RATE: usize>(
        self,
        states: &mut States<1>,
        blocks: &[[u8; RATE]],
        last: Option<&[u8; RATE]>,
        rounds: usize,
    ) {
        // SAFETY: `self` proves AVX-512 F and VL, BMI1 and BMI2.
        unsafe { absorb_blocks_x1(states, blocks, last, rounds) }
    }
}

impl Permute<2> for Avx512Vl {
    #[inline]
    fn permute(self, states: &mut States<2>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves AVX-512 F and VL; in place is allowed.
        unsafe { keccak_p_x2(states, states, rounds) }
    }

    #[inline]
    fn permute_into(self, from: &States<2>, to: &mut States<2>, rounds: usize) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { keccak_p_x2(from, to, rounds) }
    }
}

impl Permute<4> for Avx512Vl {
    const ONE_IS_FASTER: bool = true; // seven eighths of the time

    #[inline]
    fn permute(self, states: &mut States<4>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves AVX-512 F and VL; in place is allowed.
        unsafe { keccak_p_x4(states, states, rounds) }
    }

    #[inline]
    fn permute_into(self, from: &States<4>, to: &mut States<4>, rounds: usize) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { keccak_p_x4(from, to, rounds) }
    }

    #[inline]
    fn absorb_lane(self, states: &mut States<4>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { absorb_lane_x4(states, lane, block) }
    }

    #[inline]
    fn absorb(self, states: &mut States<4>, blocks: &[&[u8]; 4]) {
        // SAFETY: `self` proves AVX2, which AVX-512 F includes.
        unsafe { avx2::absorb(states, blocks) }
    }

    #[inline]
    fn absorb_last(self, states: &mut States<4>, tails: &[&[u8]; 4], domain: u8, rate: usize) {
        // SAFETY: `self` proves AVX2, which AVX-512 F includes.
        unsafe { avx2::absorb_last(self, states, tails, domain, rate) }
    }

    #[inline]
    fn start_lane(self, states: &mut States<4>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { start_lane_x4(states, lane, block) }
    }

    #[inline]
    fn start_seeded(self, states: &mut States<4>, lanes: u8, seed: &[u8; 32], suffixes: &[u64; 4], rate: usize) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { start_seeded_x4(states, lanes, seed, suffixes, rate) }
    }

    #[inline]
    fn squeeze(self, states: &States<4>, outs: &mut [&mut [u8]; 4]) {
        // SAFETY: `self` proves AVX2, which AVX-512 F includes.
        unsafe { squeeze(states, 0, outs) }
    }
}

/// Keccak-p\[1600, rounds\] on one state.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f,avx512vl,bmi1,bmi2")]
#[inline(never)]
unsafe fn keccak_p_x1(from: *const States<1>, to: *mut States<1>, rounds: usize) {
    // SAFETY: `from` can be read and `to` be written, after `from` was read.
    unsafe {
        let mut state = Divided::load(&*from);
        state.keccak_p(rounds);
        state.store(&mut *to);
    }
}

/// Blocks into one state, which stays in registers from one to the next.
#[target_feature(enable = "avx512f,avx512vl,bmi1,bmi2")]
#[inline(never)]
fn absorb_blocks_x1<const RATE: usize>(
    state: &mut States<1>,
    blocks: &[[u8; RATE]],
    last: Option<&[u8; RATE]>,
    rounds: usize,
) {
    let mut divided = Divided::load(state);
    for block in blocks.iter().chain(last) {
        divided.absorb(block);
        divided.keccak_p(rounds);
    }
    divided.store(state);
}

/// Keccak-p\[1600, rounds\] on two lanes.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline(never)]
unsafe fn keccak_p_x2(from: *const States<2>, to: *mut States<2>, rounds: usize) {
    // SAFETY: `from` can be read and `to` be written; `States<2>` is 25 vectors that promise no alignment.
    unsafe {
        let a = from.cast::<[[__m128i; 5]; 5]>().read_unaligned();
        to.cast::<[[__m128i; 5]; 5]>().write_unaligned(keccak_p!(a, rounds, "x"));
    }
}

/// Keccak-p\[1600, rounds\] on four lanes.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline(never)]
unsafe fn keccak_p_x4(from: *const States<4>, to: *mut States<4>, rounds: usize) {
    // SAFETY: `from` can be read and `to` be written; `States<4>` is 25 vectors that promise no alignment.
    unsafe {
        let a = from.cast::<[[__m256i; 5]; 5]>().read_unaligned();
        to.cast::<[[__m256i; 5]; 5]>().write_unaligned(keccak_p!(a, rounds, "y"));
    }
}

#[target_feature(enable = "avx512f,avx512vl")]
fn absorb_lane_x4(states: &mut States<4>, lane: usize, block: &[u8]) {
    // SAFETY: four words are a `__m256i`.
    let words: &mut [Unaligned<__m256i>; 25] = unsafe { vectors(states) };
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        let value = _mm256_set1_epi64x(i64::from_le_bytes(*bytes));
        word.0 = _mm256_mask_xor_epi64(word.0, 1 << lane, word.0, value);
    }
}

#[target_feature(enable = "avx512f,avx512vl")]
fn start_seeded_x4(states: &mut States<4>, lanes: u8, seed: &[u8; 32], suffixes: &[u64; 4], rate: usize) {
    // SAFETY: four words are a `__m256i`.
    let words: &mut [Unaligned<__m256i>; 25] = unsafe { vectors(states) };
    let (first, rest) = words.split_at_mut(4);
    for (word, bytes) in first.iter_mut().zip(seed.as_chunks().0) {
        word.0 = _mm256_mask_set1_epi64(word.0, lanes, i64::from_le_bytes(*bytes));
    }
    for word in rest {
        word.0 = _mm256_maskz_mov_epi64(!lanes, word.0);
    }
    // SAFETY: `suffixes` are 32 bytes, the load's size; it asks for no alignment.
    let suffixes = unsafe { _mm256_loadu_si256(suffixes.as_ptr().cast()) };
    words[4].0 = _mm256_mask_mov_epi64(words[4].0, lanes, suffixes);
    let last = &mut words[(rate >> 3) - 1];
    last.0 = _mm256_mask_set1_epi64(last.0, lanes, i64::MIN);
}

#[target_feature(enable = "avx512f,avx512vl")]
fn start_lane_x4(states: &mut States<4>, lane: usize, block: &[u8]) {
    // SAFETY: four words are a `__m256i`.
    let words: &mut [Unaligned<__m256i>; 25] = unsafe { vectors(states) };
    let (first, rest) = words.split_at_mut(block.len() >> 3);
    for (word, bytes) in first.iter_mut().zip(block.as_chunks().0) {
        word.0 = _mm256_mask_set1_epi64(word.0, 1 << lane, i64::from_le_bytes(*bytes));
    }
    for word in rest {
        word.0 = _mm256_mask_set1_epi64(word.0, 1 << lane, 0);
    }
}
