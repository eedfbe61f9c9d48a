//! Eight states with AVX-512, in zmm registers where that pays.
//!
//! 710 cycles on a processor with full 512-bit units (AMD Zen 5), as much as four states in ymm take. Where such an
//! operation goes in two halves (Zen 4), zmm registers take 1435 and two times four in ymm 1390: so they go there.

use super::Cost512;
use super::avx512vl::Avx512Vl;
use super::lanes::{Unaligned, four_words, one_word, squeeze, vectors};
use crate::states::{Permute, States};
use core::arch::x86_64::*;

/// Proof that processor and operating system have AVX-512 F and VL, and that zmm registers are welcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(Avx512Vl);

impl Avx512 {
    /// The backend, if this machine has it.
    #[inline]
    pub fn detect() -> Option<Self> {
        Avx512Vl::detect().map(Self)
    }
}

/// What the narrow widths do, Avx512Vl does.
macro_rules! delegate {
    ($($w:literal)*) => {$(
        impl Permute<$w> for Avx512 {
            const ONE_IS_FASTER: bool = <Avx512Vl as Permute<$w>>::ONE_IS_FASTER;

            #[inline]
            fn permute(self, states: &mut States<$w>, rounds: usize) {
                self.0.permute(states, rounds);
            }

            #[inline]
            fn permute_into(self, from: &States<$w>, to: &mut States<$w>, rounds: usize) {
                self.0.permute_into(from, to, rounds);
            }

            #[inline]
            fn absorb_lane(self, states: &mut States<$w>, lane: usize, block: &[u8]) {
                self.0.absorb_lane(states, lane, block);
            }

            #[inline]
            fn absorb_blocks<const RATE: usize>(
                self,
                states: &mut States<$w>,
                blocks: &[[u8; RATE]],
                last: Option<&[u8; RATE]>,
                rounds: usize,
            ) {
                self.0.absorb_blocks(states, blocks, last, rounds);
            }

            #[inline]
            fn absorb(self, states: &mut States<$w>, blocks: &[&[u8]; $w]) {
                self.0.absorb(states, blocks);
            }

            #[inline]
            fn absorb_last(self, states: &mut States<$w>, tails: &[&[u8]; $w], domain: u8, rate: usize) {
                self.0.absorb_last(states, tails, domain, rate);
            }

            #[inline]
            fn start_lane(self, states: &mut States<$w>, lane: usize, block: &[u8]) {
                self.0.start_lane(states, lane, block);
            }

            #[inline]
            fn start_seeded(
                self,
                states: &mut States<$w>,
                lanes: u8,
                seed: &[u8; 32],
                suffixes: &[u64; $w],
                rate: usize,
            ) {
                self.0.start_seeded(states, lanes, seed, suffixes, rate);
            }

            #[inline]
            fn squeeze_lane(self, states: &States<$w>, lane: usize, out: &mut [u8]) {
                self.0.squeeze_lane(states, lane, out);
            }

            #[inline]
            fn squeeze(self, states: &States<$w>, outs: &mut [&mut [u8]; $w]) {
                self.0.squeeze(states, outs);
            }
        }
    )*};
}

delegate!(1 2 4);

impl Permute<8> for Avx512 {
    const ONE_IS_FASTER: bool = true; // as of four, which take as long as eight

    #[inline]
    fn permute(self, states: &mut States<8>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves AVX-512 F and VL; in place is allowed.
        unsafe { keccak_p(states, states, rounds) }
    }

    #[inline]
    fn permute_into(self, from: &States<8>, to: &mut States<8>, rounds: usize) {
        // SAFETY: `self` proves AVX-512 F and VL.
        unsafe { keccak_p(from, to, rounds) }
    }

    #[inline]
    fn absorb_lane(self, states: &mut States<8>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { absorb_lane(states, lane, block) }
    }

    #[inline]
    fn absorb(self, states: &mut States<8>, blocks: &[&[u8]; 8]) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { absorb(states, blocks) }
    }

    #[inline]
    fn absorb_last(self, states: &mut States<8>, tails: &[&[u8]; 8], domain: u8, rate: usize) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { absorb_last(self, states, tails, domain, rate) }
    }

    #[inline]
    fn start_lane(self, states: &mut States<8>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { start_lane(states, lane, block) }
    }

    #[inline]
    fn start_seeded(self, states: &mut States<8>, lanes: u8, seed: &[u8; 32], suffixes: &[u64; 8], rate: usize) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { start_seeded(states, lanes, seed, suffixes, rate) }
    }

    #[inline]
    fn squeeze(self, states: &States<8>, outs: &mut [&mut [u8]; 8]) {
        let [out0, out1, out2, out3, out4, out5, out6, out7] = outs;
        // SAFETY: `self` proves AVX2, which AVX-512 F includes.
        unsafe {
            squeeze(states, 0, &mut [out0, out1, out2, out3]);
            squeeze(states, 1, &mut [out4, out5, out6, out7]);
        }
    }
}

/// Keccak-p\[1600, rounds\] on eight lanes.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
unsafe fn keccak_p(from: *const States<8>, to: *mut States<8>, rounds: usize) {
    // SAFETY: as promised to this function.
    unsafe {
        if Cost512::get() == Cost512::Twice {
            keccak_p_half(from, to, 0, rounds);
            keccak_p_half(from, to, 1, rounds);
        } else {
            keccak_p_x8(from, to, rounds);
        }
    }
}

/// Four of the eight lanes in ymm registers.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline(never)]
unsafe fn keccak_p_half(from: *const States<8>, to: *mut States<8>, half: usize, rounds: usize) {
    let (from, to) = (from.cast::<[[[Unaligned<__m256i>; 2]; 5]; 5]>(), to.cast::<[[[Unaligned<__m256i>; 2]; 5]; 5]>());
    let mut a = [[_mm256_setzero_si256(); 5]; 5];
    // SAFETY: `from` can be read and `to` be written; `States<8>` is 25 pairs of vectors that promise no alignment.
    unsafe {
        for (y, plane) in a.iter_mut().enumerate() {
            for (x, word) in plane.iter_mut().enumerate() {
                *word = (*from)[y][x][half].0;
            }
        }
        for (y, plane) in keccak_p!(a, rounds, "y").into_iter().enumerate() {
            for (x, word) in plane.into_iter().enumerate() {
                (*to)[y][x][half] = Unaligned(word);
            }
        }
    }
}

/// All eight in zmm registers.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f")]
#[inline(never)]
unsafe fn keccak_p_x8(from: *const States<8>, to: *mut States<8>, rounds: usize) {
    // SAFETY: `from` can be read and `to` be written; `States<8>` is 25 vectors that promise no alignment.
    unsafe {
        let a = from.cast::<[[__m512i; 5]; 5]>().read_unaligned();
        to.cast::<[[__m512i; 5]; 5]>().write_unaligned(keccak_p!(a, rounds, "z"));
    }
}

#[target_feature(enable = "avx512f")]
fn absorb_lane(states: &mut States<8>, lane: usize, block: &[u8]) {
    // SAFETY: eight words are a `__m512i`.
    let words: &mut [Unaligned<__m512i>; 25] = unsafe { vectors(states) };
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        let value = _mm512_set1_epi64(i64::from_le_bytes(*bytes));
        word.0 = _mm512_mask_xor_epi64(word.0, 1 << lane, word.0, value);
    }
}

#[target_feature(enable = "avx512f")]
fn start_seeded(states: &mut States<8>, lanes: u8, seed: &[u8; 32], suffixes: &[u64; 8], rate: usize) {
    // SAFETY: eight words are a `__m512i`.
    let words: &mut [Unaligned<__m512i>; 25] = unsafe { vectors(states) };
    let (first, rest) = words.split_at_mut(4);
    for (word, bytes) in first.iter_mut().zip(seed.as_chunks().0) {
        word.0 = _mm512_mask_set1_epi64(word.0, lanes, i64::from_le_bytes(*bytes));
    }
    for word in rest {
        word.0 = _mm512_maskz_mov_epi64(!lanes, word.0);
    }
    // SAFETY: `suffixes` are 64 bytes, the load's size; it asks for no alignment.
    let suffixes = unsafe { _mm512_loadu_si512(suffixes.as_ptr().cast()) };
    words[4].0 = _mm512_mask_mov_epi64(words[4].0, lanes, suffixes);
    let last = &mut words[(rate >> 3) - 1];
    last.0 = _mm512_mask_set1_epi64(last.0, lanes, i64::MIN);
}

#[target_feature(enable = "avx512f")]
fn start_lane(states: &mut States<8>, lane: usize, block: &[u8]) {
    // SAFETY: eight words are a `__m512i`.
    let words: &mut [Unaligned<__m512i>; 25] = unsafe { vectors(states) };
    let (first, rest) = words.split_at_mut(block.len() >> 3);
    for (word, bytes) in first.iter_mut().zip(block.as_chunks().0) {
        word.0 = _mm512_mask_set1_epi64(word.0, 1 << lane, i64::from_le_bytes(*bytes));
    }
    for word in rest {
        word.0 = _mm512_mask_set1_epi64(word.0, 1 << lane, 0);
    }
}

#[target_feature(enable = "avx512f")]
fn absorb(states: &mut States<8>, blocks: &[&[u8]; 8]) {
    let [block0, block1, block2, block3, block4, block5, block6, block7] = *blocks;
    let (low, high) = ([block0, block1, block2, block3], [block4, block5, block6, block7]);
    // SAFETY: eight words are a `__m512i`.
    let words: &mut [Unaligned<__m512i>; 25] = unsafe { vectors(states) };
    let (groups, last) = words.as_chunks_mut::<4>();
    let length = block0.len();
    let whole = length >> 5;
    for (i, group) in groups[..whole].iter_mut().enumerate() {
        let halves = four_words(&low, i).into_iter().zip(four_words(&high, i));
        for (word, (low, high)) in group.iter_mut().zip(halves) {
            word.0 = _mm512_xor_si512(word.0, join(low, high));
        }
    }
    let rest = groups[whole..].as_flattened_mut().iter_mut().chain(last);
    for (i, word) in (4 * whole..length >> 3).zip(rest) {
        word.0 = _mm512_xor_si512(word.0, join(one_word(&low, i), one_word(&high, i)));
    }
}

#[target_feature(enable = "avx512f")]
fn absorb_last(backend: Avx512, states: &mut States<8>, tails: &[&[u8]; 8], domain: u8, rate: usize) {
    crate::states::absorb_last(backend, states, tails, domain, rate);
}

#[target_feature(enable = "avx512f")]
#[inline]
fn join(low: __m256i, high: __m256i) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
}
