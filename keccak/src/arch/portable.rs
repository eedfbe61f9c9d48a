//! The portable backend: FIPS 202, section 3.2, as it reads. Every other backend is byte-equal to this one.

use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};

/// Plain 64-bit words; there on every processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

impl Permute<1> for Portable {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        let state = states.as_flattened_mut();
        if let Some(state) = state.as_mut_array() {
            keccak_p(state, rounds);
        }
    }
}

fn keccak_p(state: &mut [u64; 25], rounds: usize) {
    let mut a = *state;
    for &constant in round_constants(rounds) {
        a = iota(chi(pi(rho(theta(a)))), constant);
    }
    *state = a;
}

#[inline(always)]
fn theta(mut a: [u64; 25]) -> [u64; 25] {
    let c: [u64; 5] = core::array::from_fn(|x| a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20]);
    for x in 0..5 {
        let d = c[[4, 0, 1, 2, 3][x]] ^ c[[1, 2, 3, 4, 0][x]].rotate_left(1);
        for y in 0..5 {
            a[x + 5 * y] ^= d;
        }
    }
    a
}

#[inline(always)]
fn rho(a: [u64; 25]) -> [u64; 25] {
    core::array::from_fn(|i| a[i].rotate_left(RHO_OFFSETS[i]))
}

#[inline(always)]
fn pi(a: [u64; 25]) -> [u64; 25] {
    core::array::from_fn(|i| a[PI_SOURCE[i]])
}

#[inline(always)]
fn chi(a: [u64; 25]) -> [u64; 25] {
    let mut b = a;
    for y in 0..5 {
        for x in 0..5 {
            b[x + 5 * y] = a[x + 5 * y] ^ (!a[[1, 2, 3, 4, 0][x] + 5 * y] & a[[2, 3, 4, 0, 1][x] + 5 * y]);
        }
    }
    b
}

#[inline(always)]
fn iota(mut a: [u64; 25], constant: u64) -> [u64; 25] {
    a[0] ^= constant;
    a
}
