//! Two states with plain NEON: a vector holds one word of each.
//!
//! A rotation is a shift and a shift that inserts, two instructions; rotating by 1, an addition and one. Per round: 76
//! xors, 25 and-nots, 58 for the rotations, and the compiler spills a few of the 32 registers.

use super::column;
use super::lanes::{lanes_in_pairs, load_pair, store_pair};
use crate::arch::portable::Portable;
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};
use core::arch::aarch64::{uint64x2_t, vaddq_u64, vbicq_u64, vdupq_n_u64, veorq_u64, vshlq_n_u64, vsriq_n_u64};

/// NEON, which AArch64 processors have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neon(());

impl Neon {
    /// The token. This module is compiled for targets that have NEON, so there always is one.
    #[inline]
    pub const fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Permute<1> for Neon {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        Portable.permute(states, rounds);
    }
}

impl Permute<2> for Neon {
    const ONE_IS_FASTER: bool = true;

    #[inline]
    fn permute(self, states: &mut States<2>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves NEON; `states` may be read and written.
        unsafe { keccak_p_pair(states, states, 0, rounds) }
    }

    #[inline]
    fn permute_into(self, from: &States<2>, to: &mut States<2>, rounds: usize) {
        // SAFETY: `self` proves NEON.
        unsafe { keccak_p_pair(from, to, 0, rounds) }
    }

    lanes_in_pairs!(2);
}

impl Permute<4> for Neon {
    #[inline]
    fn permute(self, states: &mut States<4>, rounds: usize) {
        let states: *mut _ = states;
        for pair in [0, 1] {
            // SAFETY: `self` proves NEON; `states` may be read and written.
            unsafe { keccak_p_pair(states, states, pair, rounds) }
        }
    }

    #[inline]
    fn permute_into(self, from: &States<4>, to: &mut States<4>, rounds: usize) {
        for pair in [0, 1] {
            // SAFETY: `self` proves NEON.
            unsafe { keccak_p_pair(from, to, pair, rounds) }
        }
    }

    lanes_in_pairs!(4);
}

/// `to` becomes the permuted `from`, in lanes 2 * `pair` and 2 * `pair` + 1.
///
/// # Safety
///
/// The processor has NEON, `from` may be read and `to` written (they may be the same), and W is at
/// least 2 * `pair` + 2.
#[inline(never)]
#[target_feature(enable = "neon")]
unsafe fn keccak_p_pair<const W: usize>(from: *const States<W>, to: *mut States<W>, pair: usize, rounds: usize) {
    // SAFETY: the caller's promise.
    let a = unsafe { load_pair(from, pair) };
    let a = keccak_p::<W>(a, rounds);
    // SAFETY: the caller's promise.
    unsafe { store_pair(to, pair, a) };
}

/// W only makes copies of this, and of `round`: a function with one caller is sure to be inlined.
#[inline]
#[target_feature(enable = "neon")]
fn keccak_p<const W: usize>(mut a: [uint64x2_t; 25], rounds: usize) -> [uint64x2_t; 25] {
    for &constant in round_constants(rounds) {
        a = round::<W>(a, constant);
    }
    a
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn round<const W: usize>(a: [uint64x2_t; 25], constant: u64) -> [uint64x2_t; 25] {
    // theta: the parity of each column, and what each column gets
    let mut c = [a[0]; 5];
    for x in 0..5 {
        c[x] = veorq_u64(veorq_u64(veorq_u64(veorq_u64(a[x], a[x + 5]), a[x + 10]), a[x + 15]), a[x + 20]);
    }
    let mut d = c;
    for x in 0..5 {
        let next = c[column(x + 1)];
        d[x] = veorq_u64(c[column(x + 4)], vsriq_n_u64::<63>(vaddq_u64(next, next), next));
    }

    // the rest of theta, with rho and pi
    macro_rules! lane {
        ($i:expr) => {{
            const FROM: usize = PI_SOURCE[$i];
            const LEFT: i32 = RHO_OFFSETS[FROM] as i32;
            let lane = veorq_u64(a[FROM], d[column(FROM)]);
            if LEFT == 0 { lane } else { vsriq_n_u64::<{ 64 - LEFT }>(vshlq_n_u64::<{ LEFT }>(lane), lane) }
        }};
    }
    let mut e = a;
    macro_rules! row {
        ($y:expr) => {{
            let b = [lane!($y), lane!($y + 1), lane!($y + 2), lane!($y + 3), lane!($y + 4)];
            for x in [0, 1, 4, 2, 3] {
                e[$y + x] = veorq_u64(b[x], vbicq_u64(b[column(x + 2)], b[column(x + 1)]));
            }
        }};
    }
    // in an order that leaves the compiler few words to move and to spill
    row!(10);
    row!(15);
    row!(20);
    row!(0);
    row!(5);
    let mut a = e;

    // iota
    a[0] = veorq_u64(a[0], vdupq_n_u64(constant));
    a
}
