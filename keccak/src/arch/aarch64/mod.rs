//! AArch64: NEON, which every such processor has, and the SHA-3 instructions, which some have.

pub mod neon;
mod scalar;
pub mod sha3;

#[cfg(test)]
mod tests;

pub use neon::Neon;
pub use sha3::Sha3;

use crate::states::States;
use core::arch::aarch64::{uint64x2_t, vdupq_n_u64, vld1q_u64, vst1q_u64};

/// The column x of lane `i = x + 5 * y`.
const fn column(mut i: usize) -> usize {
    while i >= 5 {
        i -= 5;
    }
    i
}

/// Lanes 2 * `pair` and 2 * `pair` + 1 of W interleaved states, one vector for each of the 25 words.
#[inline]
#[target_feature(enable = "neon")]
fn load_pair<const W: usize>(states: &States<W>, pair: usize) -> [uint64x2_t; 25] {
    let mut vectors = [vdupq_n_u64(0); 25];
    for (vector, word) in vectors.iter_mut().zip(&states.0) {
        let two: &[u64; 2] = &word.as_chunks().0[pair];
        // SAFETY: `two` is 16 readable bytes.
        *vector = unsafe { vld1q_u64(two.as_ptr()) };
    }
    vectors
}

/// The opposite of `load_pair`.
#[inline]
#[target_feature(enable = "neon")]
fn store_pair<const W: usize>(states: &mut States<W>, pair: usize, vectors: [uint64x2_t; 25]) {
    for (word, vector) in states.0.iter_mut().zip(vectors) {
        let two: &mut [u64; 2] = &mut word.as_chunks_mut().0[pair];
        // SAFETY: `two` is 16 writable bytes.
        unsafe { vst1q_u64(two.as_mut_ptr(), vector) };
    }
}
