//! The SHA-3 instructions of Armv8.2 (FEAT_SHA3): EOR3, RAX1, XAR and BCAX, on 128-bit registers.
//!
//! A vector holds one word of two states. The 25 words and seven temporaries are all the 32 registers there
//! are, so a round touches memory for its constant only. One state runs in the low halves.
//! Per round: 10 EOR3, 5 RAX1, 24 XAR, 25 BCAX and three EOR or loads.

use super::column;
use super::lanes::{lanes_in_pairs, load_pair, store_pair};
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};
use core::arch::aarch64::{
    uint64x2_t, vbcaxq_u64, vcombine_u64, vdup_n_u64, vdupq_n_u64, veor3q_u64, veorq_u64, vget_low_u64, vld1_u64,
    vrax1q_u64, vst1_u64, vxarq_u64,
};

/// The SHA-3 instructions: holding one proves that the processor has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sha3(());

cpufeatures::new!(feat_sha3, "sha3");

impl Sha3 {
    /// The token, if the operating system says that the processor has FEAT_SHA3.
    pub fn detect() -> Option<Self> {
        // `cpufeatures` takes SHA-512 instructions for these, which Linux tells apart.
        #[cfg(any(target_os = "linux", target_os = "android"))]
        if super::hwcap() & (1 << 17) == 0 {
            return None;
        }
        feat_sha3::get().then_some(Self(()))
    }
}

impl Permute<1> for Sha3 {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        // SAFETY: `self` proves FEAT_SHA3.
        unsafe { keccak_p_x1(states, rounds) }
    }
}

impl Permute<2> for Sha3 {
    #[inline]
    fn permute(self, states: &mut States<2>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves FEAT_SHA3; `states` may be read and written.
        unsafe { keccak_p_pair(states, states, 0, rounds) }
    }

    #[inline]
    fn permute_into(self, from: &States<2>, to: &mut States<2>, rounds: usize) {
        // SAFETY: `self` proves FEAT_SHA3.
        unsafe { keccak_p_pair(from, to, 0, rounds) }
    }

    lanes_in_pairs!(2);
}

impl Permute<4> for Sha3 {
    #[inline]
    fn permute(self, states: &mut States<4>, rounds: usize) {
        let states: *mut _ = states;
        for pair in [0, 1] {
            // SAFETY: `self` proves FEAT_SHA3; `states` may be read and written.
            unsafe { keccak_p_pair(states, states, pair, rounds) }
        }
    }

    #[inline]
    fn permute_into(self, from: &States<4>, to: &mut States<4>, rounds: usize) {
        for pair in [0, 1] {
            // SAFETY: `self` proves FEAT_SHA3.
            unsafe { keccak_p_pair(from, to, pair, rounds) }
        }
    }

    lanes_in_pairs!(4);
}

#[inline(never)]
#[target_feature(enable = "sha3")]
fn keccak_p_x1(states: &mut States<1>, rounds: usize) {
    let zero = vdup_n_u64(0);
    let mut a = [vdupq_n_u64(0); 25];
    for (vector, word) in a.iter_mut().zip(&*states) {
        // SAFETY: `word` is 8 readable bytes.
        *vector = vcombine_u64(unsafe { vld1_u64(word.as_ptr()) }, zero);
    }
    let a = keccak_p::<1>(a, rounds);
    for (word, vector) in states.iter_mut().zip(a) {
        // SAFETY: `word` is 8 writable bytes.
        unsafe { vst1_u64(word.as_mut_ptr(), vget_low_u64(vector)) };
    }
}

/// `to` becomes the permuted `from`, in lanes 2 * `pair` and 2 * `pair` + 1.
///
/// # Safety
///
/// The processor has FEAT_SHA3, `from` may be read and `to` written (they may be the same), and W is at
/// least 2 * `pair` + 2.
#[inline(never)]
#[target_feature(enable = "sha3")]
unsafe fn keccak_p_pair<const W: usize>(from: *const States<W>, to: *mut States<W>, pair: usize, rounds: usize) {
    // SAFETY: the caller's promise.
    let a = unsafe { load_pair(from, pair) };
    let a = keccak_p::<W>(a, rounds);
    // SAFETY: the caller's promise.
    unsafe { store_pair(to, pair, a) };
}

/// W only makes copies of this, and of `round`: a function with one caller is sure to be inlined.
#[inline]
#[target_feature(enable = "sha3")]
fn keccak_p<const W: usize>(mut a: [uint64x2_t; 25], rounds: usize) -> [uint64x2_t; 25] {
    for &constant in round_constants(rounds) {
        a = round::<W>(a, constant);
    }
    a
}

#[inline]
#[target_feature(enable = "sha3")]
pub(super) fn round<const W: usize>(a: [uint64x2_t; 25], constant: u64) -> [uint64x2_t; 25] {
    // theta: the parity of each column, and what each column gets
    let mut c = [a[0]; 5];
    for x in 0..5 {
        c[x] = veor3q_u64(veor3q_u64(a[x], a[x + 5], a[x + 10]), a[x + 15], a[x + 20]);
    }
    let d = [
        vrax1q_u64(c[4], c[1]),
        vrax1q_u64(c[0], c[2]),
        vrax1q_u64(c[1], c[3]),
        vrax1q_u64(c[2], c[4]),
        vrax1q_u64(c[3], c[0]),
    ];

    // the rest of theta, with rho and pi
    macro_rules! lanes {
        ($($i:literal)*) => {
            [$({
                const FROM: usize = PI_SOURCE[$i];
                const RIGHT: i32 = 63 & (64 - RHO_OFFSETS[FROM] as i32);
                vxarq_u64::<RIGHT>(a[FROM], d[column(FROM)])
            }),*]
        };
    }
    let b = lanes!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);

    // chi
    let mut a = b;
    for y in [0, 5, 10, 15, 20] {
        for x in 0..5 {
            a[y + x] = vbcaxq_u64(b[y + x], b[y + column(x + 2)], b[y + column(x + 1)]);
        }
    }

    // iota
    a[0] = veorq_u64(a[0], vdupq_n_u64(constant));
    a
}
