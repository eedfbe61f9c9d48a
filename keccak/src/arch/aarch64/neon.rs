//! Two states with plain NEON.

use super::{column, load_pair, store_pair};
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
    macro_rules! lanes {
        ($($i:literal)*) => {
            [$({
                const FROM: usize = PI_SOURCE[$i];
                const LEFT: i32 = RHO_OFFSETS[FROM] as i32;
                let lane = veorq_u64(a[FROM], d[column(FROM)]);
                vsriq_n_u64::<{64 - LEFT}>(vshlq_n_u64::<LEFT>(lane), lane)
            }),*]
        };
    }
    let [b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16, b17, b18, b19, b20, b21, b22, b23, b24] =
        lanes!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
    let b = [
        veorq_u64(a[0], d[0]),
        b1,
        b2,
        b3,
        b4,
        b5,
        b6,
        b7,
        b8,
        b9,
        b10,
        b11,
        b12,
        b13,
        b14,
        b15,
        b16,
        b17,
        b18,
        b19,
        b20,
        b21,
        b22,
        b23,
        b24,
    ];

    // chi
    let mut a = b;
    for y in [0, 5, 10, 15, 20] {
        for x in 0..5 {
            a[y + x] = veorq_u64(b[y + x], vbicq_u64(b[y + column(x + 2)], b[y + column(x + 1)]));
        }
    }

    // iota
    a[0] = veorq_u64(a[0], vdupq_n_u64(constant));
    a
}
