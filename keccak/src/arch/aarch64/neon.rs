//! Two states with plain NEON.

use super::{column, scalar, load_pair, store_pair};
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};
use core::arch::aarch64::{uint64x2_t, vaddq_u64, vbicq_u64, vdupq_n_u64, veorq_u64, vshlq_n_u64, vsriq_n_u64};

/// NEON, which AArch64 processors have.
#[derive(Clone, Copy, Debug)]
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
        scalar::keccak_p(states, rounds);
    }
}

impl Permute<2> for Neon {
    #[inline]
    fn permute(self, states: &mut States<2>, rounds: usize) {
        // SAFETY: `self` proves NEON.
        unsafe { keccak_p_x2(states, rounds) }
    }
}

#[inline(never)]
#[target_feature(enable = "neon")]
fn keccak_p_x2(states: &mut States<2>, rounds: usize) {
    let a = load_pair(states, 0);
    store_pair(states, 0, keccak_p(a, rounds));
}

#[inline]
#[target_feature(enable = "neon")]
fn keccak_p(mut a: [uint64x2_t; 25], rounds: usize) -> [uint64x2_t; 25] {
    for &constant in round_constants(rounds) {
        a = round(a, constant);
    }
    a
}

#[inline]
#[target_feature(enable = "neon")]
fn round(a: [uint64x2_t; 25], constant: u64) -> [uint64x2_t; 25] {
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
            for x in [3, 1, 2, 0, 4] {
                e[$y + x] = veorq_u64(b[x], vbicq_u64(b[column(x + 2)], b[column(x + 1)]));
            }
        }};
    }
    row!(0);
    row!(5);
    row!(10);
    row!(15);
    row!(20);
    let mut a = e;

    // iota
    a[0] = veorq_u64(a[0], vdupq_n_u64(constant));
    a
}
