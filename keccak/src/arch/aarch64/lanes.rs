//! Data in and out of interleaved states, two lanes (one vector) at a time.
//!
//! Everything writes whole vectors: the permutation loads whole vectors right after, and a load that finds half of its
//! bytes in a store that has not reached the cache yet has to wait for it.

use crate::states::States;
use core::arch::aarch64::{
    uint64x2_t, vcombine_u64, vcreate_u64, vdupq_n_u64, veorq_u64, vld1q_u8, vld1q_u64, vreinterpretq_u8_u64,
    vreinterpretq_u64_u8, vsetq_lane_u64, vst1q_u8, vst1q_u64, vzip1q_u64, vzip2q_u64,
};

/// Lanes 2 * `pair` and 2 * `pair` + 1 of W interleaved states, one vector for each of the 25 words.
///
/// # Safety
///
/// `states` may be read, and W is at least 2 * `pair` + 2.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn load_pair<const W: usize>(states: *const States<W>, pair: usize) -> [uint64x2_t; 25] {
    let mut words = states.cast::<u64>().wrapping_add(2 * pair);
    let mut vectors = [vdupq_n_u64(0); 25];
    for vector in &mut vectors {
        // SAFETY: two of the W lanes of the next of the 25 words.
        *vector = unsafe { vld1q_u64(words) };
        words = words.wrapping_add(W);
    }
    vectors
}

/// The opposite of `load_pair`.
///
/// # Safety
///
/// `states` may be written, and W is at least 2 * `pair` + 2.
#[inline]
#[target_feature(enable = "neon")]
pub(super) unsafe fn store_pair<const W: usize>(states: *mut States<W>, pair: usize, vectors: [uint64x2_t; 25]) {
    let mut words = states.cast::<u64>().wrapping_add(2 * pair);
    for vector in vectors {
        // SAFETY: two of the W lanes of the next of the 25 words.
        unsafe { vst1q_u64(words, vector) };
        words = words.wrapping_add(W);
    }
}

/// Two words of a message.
#[inline]
#[target_feature(enable = "neon")]
fn load_message(bytes: &[u8; 16]) -> uint64x2_t {
    // SAFETY: 16 bytes.
    vreinterpretq_u64_u8(unsafe { vld1q_u8(bytes.as_ptr()) })
}

#[inline]
#[target_feature(enable = "neon")]
fn store_message(bytes: &mut [u8; 16], words: uint64x2_t) {
    // SAFETY: 16 bytes.
    unsafe { vst1q_u8(bytes.as_mut_ptr(), vreinterpretq_u8_u64(words)) }
}

/// Xors one word into each lane of a pair.
///
/// # Safety
///
/// `word` is two words.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn xor(word: *mut u64, values: uint64x2_t) {
    // SAFETY: the caller's promise.
    unsafe { vst1q_u64(word, veorq_u64(vld1q_u64(word), values)) }
}

/// Xors a block into each lane of a pair. Both have the same length, a multiple of 8 and at most 200 bytes.
#[inline]
#[target_feature(enable = "neon")]
fn absorb_pair<const W: usize>(states: &mut States<W>, pair: usize, left: &[u8], right: &[u8]) {
    if pair >= W >> 1 {
        return; // no such lane
    }
    let mut word = states.as_flattened_mut().as_mut_ptr().wrapping_add(2 * pair);
    let ((lefts, left), (rights, right)) = (left.as_chunks(), right.as_chunks());
    for (left, right) in lefts.iter().zip(rights).take(12) {
        let (left, right) = (load_message(left), load_message(right));
        // SAFETY: of the 25 words of this pair of lanes, the next two; there are twelve times two.
        unsafe {
            xor(word, vzip1q_u64(left, right));
            xor(word.add(W), vzip2q_u64(left, right));
        }
        word = word.wrapping_add(2 * W);
    }
    if let (Some(left), Some(right)) = (left.first_chunk(), right.first_chunk()) {
        let (left, right) = (u64::from_le_bytes(*left), u64::from_le_bytes(*right));
        // SAFETY: after at most twelve times two words, one of the 25.
        unsafe { xor(word, vcombine_u64(vcreate_u64(left), vcreate_u64(right))) };
    }
}

/// `Permute::absorb_lane`: the other lane of the pair gets zeros.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn absorb_lane<const W: usize>(states: &mut States<W>, lane: usize, block: &[u8]) {
    static ZEROS: [u8; 200] = [0; 200];
    let zeros = ZEROS.get(..block.len()).unwrap_or(&ZEROS);
    if lane & 1 == 0 {
        absorb_pair(states, lane >> 1, block, zeros);
    } else {
        absorb_pair(states, lane >> 1, zeros, block);
    }
}

/// `Permute::absorb`.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn absorb<const W: usize>(states: &mut States<W>, blocks: &[&[u8]; W]) {
    for (pair, [left, right]) in blocks.as_chunks().0.iter().enumerate() {
        absorb_pair(states, pair, left, right);
    }
}

/// `Permute::start_lane`.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn start_lane<const W: usize>(states: &mut States<W>, lane: usize, block: &[u8]) {
    let values = block.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).chain(core::iter::repeat(0));
    for (word, value) in states.iter_mut().zip(values) {
        let two: &mut [u64; 2] = &mut word.as_chunks_mut().0[lane >> 1];
        // SAFETY: `two` is 16 bytes.
        let old = unsafe { vld1q_u64(two.as_ptr()) };
        let new = if lane & 1 == 0 { vsetq_lane_u64::<0>(value, old) } else { vsetq_lane_u64::<1>(value, old) };
        // SAFETY: as above.
        unsafe { vst1q_u64(two.as_mut_ptr(), new) };
    }
}

/// `Permute::squeeze`.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn squeeze<const W: usize>(states: &States<W>, outs: &mut [&mut [u8]; W]) {
    for (pair, [left, right]) in outs.as_chunks_mut().0.iter_mut().enumerate() {
        let mut word = states.as_flattened().as_ptr().wrapping_add(2 * pair);
        let ((lefts, left), (rights, right)) = (left.as_chunks_mut(), right.as_chunks_mut());
        let whole = lefts.len().min(12);
        for (left, right) in lefts.iter_mut().zip(rights).take(whole) {
            // SAFETY: of the 25 words of this pair of lanes, the next two; there are twelve times two.
            let (first, second) = unsafe { (vld1q_u64(word), vld1q_u64(word.add(W))) };
            store_message(left, vzip1q_u64(first, second));
            store_message(right, vzip2q_u64(first, second));
            word = word.wrapping_add(2 * W);
        }
        // less than 16 bytes of each
        let tails = left.chunks_mut(8).zip(right.chunks_mut(8));
        for ((left, right), word) in tails.zip(&states[2 * whole..]) {
            left.copy_from_slice(&word[2 * pair].to_le_bytes()[..left.len()]);
            right.copy_from_slice(&word[2 * pair + 1].to_le_bytes()[..right.len()]);
        }
    }
}

/// The data movement of `Permute` for an even W, inside an `impl`.
macro_rules! lanes_in_pairs {
    ($W:literal) => {
        #[inline]
        fn absorb_lane(self, states: &mut States<$W>, lane: usize, block: &[u8]) {
            // SAFETY: this module is compiled for processors that have NEON.
            unsafe { crate::arch::aarch64::lanes::absorb_lane(states, lane, block) }
        }

        #[inline]
        fn absorb(self, states: &mut States<$W>, blocks: &[&[u8]; $W]) {
            // SAFETY: as above.
            unsafe { crate::arch::aarch64::lanes::absorb(states, blocks) }
        }

        #[inline]
        fn start_lane(self, states: &mut States<$W>, lane: usize, block: &[u8]) {
            // SAFETY: as above.
            unsafe { crate::arch::aarch64::lanes::start_lane(states, lane, block) }
        }

        #[inline]
        fn squeeze(self, states: &States<$W>, outs: &mut [&mut [u8]; $W]) {
            // SAFETY: as above.
            unsafe { crate::arch::aarch64::lanes::squeeze(states, outs) }
        }
    };
}
pub(super) use lanes_in_pairs;
