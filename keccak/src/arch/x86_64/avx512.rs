//! Eight states with AVX-512 in zmm registers.

use super::avx512vl::Avx512Vl;
use super::lanes::{interleave, interleave_word, squeeze, squeeze_words};
use super::ternary::{CHI, XOR3};
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};
use core::arch::x86_64::*;

/// Proof that processor and operating system have AVX-512 F and VL, and that zmm registers are welcome.
#[derive(Clone, Copy, Debug)]
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
            fn absorb(self, states: &mut States<$w>, blocks: &[&[u8]; $w]) {
                self.0.absorb(states, blocks);
            }

            #[inline]
            fn set_lane(self, states: &mut States<$w>, lane: usize, words: &[u64; 25]) {
                self.0.set_lane(states, lane, words);
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

/// The words of eight lanes, a vector each.
type Words = [__m512i; 25];

impl Permute<8> for Avx512 {
    #[inline]
    fn permute(self, states: &mut States<8>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves AVX-512 F; in place is allowed.
        unsafe { keccak_p(states, states, round_constants(rounds)) }
    }

    #[inline]
    fn permute_into(self, from: &States<8>, to: &mut States<8>, rounds: usize) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { keccak_p(from, to, round_constants(rounds)) }
    }

    #[inline]
    fn absorb_lane(self, states: &mut States<8>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { absorb_lane(words_mut(states), lane, block) }
    }

    #[inline]
    fn absorb(self, states: &mut States<8>, blocks: &[&[u8]; 8]) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { absorb(words_mut(states), blocks) }
    }

    #[inline]
    fn set_lane(self, states: &mut States<8>, lane: usize, words: &[u64; 25]) {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { set_lane(words_mut(states), lane, words) }
    }

    #[inline]
    fn squeeze_lane(self, states: &States<8>, lane: usize, out: &mut [u8]) {
        squeeze_words(&states.0, lane, out);
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

#[inline]
fn words_mut(states: &mut States<8>) -> &mut Words {
    // SAFETY: the same 1600 bytes; `States` is aligned to 64 bytes, and every bit pattern is a vector.
    unsafe { &mut *(&raw mut states.0).cast() }
}

/// Keccak-p\[1600\] on eight lanes, with one round for each of `constants`.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx512f")]
#[inline(never)]
unsafe fn keccak_p(from: *const States<8>, to: *mut States<8>, constants: &[u64]) {
    // SAFETY: `from` can be read and `to` be written; `States<8>` is 25 vectors, and aligned for them.
    unsafe {
        *to.cast() = keccak_p!(
            *from.cast::<[[__m512i; 5]; 5]>(), constants,
            xor: _mm512_xor_si512,
            ternary: _mm512_ternarylogic_epi64,
            rotate: _mm512_rol_epi64,
            broadcast: _mm512_set1_epi64
        );
    }
}

#[target_feature(enable = "avx512f")]
fn absorb_lane(states: &mut Words, lane: usize, block: &[u8]) {
    for (word, bytes) in states.iter_mut().zip(block.as_chunks::<8>().0) {
        *word = _mm512_mask_xor_epi64(*word, 1 << lane, *word, _mm512_set1_epi64(i64::from_le_bytes(*bytes)));
    }
}

#[target_feature(enable = "avx512f")]
fn set_lane(states: &mut Words, lane: usize, words: &[u64; 25]) {
    for (word, value) in states.iter_mut().zip(words) {
        *word = _mm512_mask_set1_epi64(*word, 1 << lane, *value as i64);
    }
}

#[target_feature(enable = "avx512f")]
fn absorb(states: &mut Words, blocks: &[&[u8]; 8]) {
    let mut at = 0;
    let length = blocks[0].len();
    while at + 32 <= length {
        let low = interleave([
            &blocks[0].as_chunks().0[at >> 5],
            &blocks[1].as_chunks().0[at >> 5],
            &blocks[2].as_chunks().0[at >> 5],
            &blocks[3].as_chunks().0[at >> 5],
        ]);
        let high = interleave([
            &blocks[4].as_chunks().0[at >> 5],
            &blocks[5].as_chunks().0[at >> 5],
            &blocks[6].as_chunks().0[at >> 5],
            &blocks[7].as_chunks().0[at >> 5],
        ]);
        for i in 0..4 {
            let value = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low[i]), high[i]);
            states[(at >> 3) + i] = _mm512_xor_si512(states[(at >> 3) + i], value);
        }
        at += 32;
    }
    while at + 8 <= length {
        let low = interleave_word([
            &blocks[0].as_chunks().0[at >> 3],
            &blocks[1].as_chunks().0[at >> 3],
            &blocks[2].as_chunks().0[at >> 3],
            &blocks[3].as_chunks().0[at >> 3],
        ]);
        let high = interleave_word([
            &blocks[4].as_chunks().0[at >> 3],
            &blocks[5].as_chunks().0[at >> 3],
            &blocks[6].as_chunks().0[at >> 3],
            &blocks[7].as_chunks().0[at >> 3],
        ]);
        let value = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high);
        states[at >> 3] = _mm512_xor_si512(states[at >> 3], value);
        at += 8;
    }
}
