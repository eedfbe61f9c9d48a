//! Four states, two of them in vectors and two in the general registers, side by side.
//!
//! The vector units and the integer units of a core work at the same time. While the vectors do one round for lanes
//! 0 and 1, the general registers do two for lane 2, and, once lane 2 is done, for lane 3. It pays on cores that look
//! far ahead and rotate operands for free.

use super::lanes::{lanes_in_pairs, load_pair, store_pair};
use super::{Neon, Scalar, Sha3, neon, scalar, sha3};
use crate::states::{Permute, States, round_constants};

/// Four states at once, partly by the vector instructions that `Vector` proves and partly in the general registers;
/// two by the vector instructions, one in the general registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hybrid<Vector>(pub Vector);

impl<Vector: Copy> Permute<1> for Hybrid<Vector> {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        Scalar.permute(states, rounds);
    }
}

impl<Vector: Permute<2>> Permute<2> for Hybrid<Vector> {
    #[inline]
    fn permute(self, states: &mut States<2>, rounds: usize) {
        self.0.permute(states, rounds);
    }

    #[inline]
    fn permute_into(self, from: &States<2>, to: &mut States<2>, rounds: usize) {
        self.0.permute_into(from, to, rounds);
    }

    lanes_in_pairs!(2);
}

impl Permute<4> for Hybrid<Neon> {
    const ONE_IS_FASTER: bool = true;

    #[inline]
    fn permute(self, states: &mut States<4>, rounds: usize) {
        if rounds & 1 == 0 {
            // SAFETY: `self` holds the proof of NEON.
            unsafe { with_neon(states, rounds) }
        } else {
            self.0.permute(states, rounds);
        }
    }

    lanes_in_pairs!(4);
}

impl Permute<4> for Hybrid<Sha3> {
    const ONE_IS_FASTER: bool = true;

    #[inline]
    fn permute(self, states: &mut States<4>, rounds: usize) {
        if rounds & 1 == 0 {
            // SAFETY: `self` holds the proof of FEAT_SHA3.
            unsafe { with_sha3(states, rounds) }
        } else {
            self.0.permute(states, rounds);
        }
    }

    lanes_in_pairs!(4);
}

macro_rules! keccak_p_x4 {
    ($name:ident, $feature:literal, $round:path) => {
        /// Keccak-p\[1600, rounds\] of four lanes, for an even number of rounds.
        #[inline(never)]
        #[target_feature(enable = $feature)]
        fn $name(states: &mut States<4>, rounds: usize) {
            let constants = round_constants(rounds);
            let (first, second) = constants.split_at(rounds >> 1);
            // SAFETY: `states` may be read.
            let mut vectors = unsafe { load_pair(states, 0) };
            for (lane, half) in [(2, first), (3, second)] {
                let mut words = scalar::load(states, lane);
                for (&constant, &[one, two]) in half.iter().zip(constants.as_chunks().0) {
                    vectors = $round(vectors, constant);
                    words = scalar::round(scalar::round(words, one), two);
                }
                scalar::store(states, lane, words);
            }
            // SAFETY: `states` may be written.
            unsafe { store_pair(states, 0, vectors) };
        }
    };
}

keccak_p_x4!(with_neon, "neon", neon::round::<0>);
keccak_p_x4!(with_sha3, "sha3", sha3::round::<0>);
