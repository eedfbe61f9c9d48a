//! Two and four states in vectors, but one in the general registers.

use super::Scalar;
use super::lanes::lanes_in_pairs;
use crate::states::{Permute, States};

/// Vector instructions (those that `Vector` proves) where they have two states to work on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairs<Vector>(pub Vector);

impl<Vector: Copy> Permute<1> for Pairs<Vector> {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        Scalar.permute(states, rounds);
    }
}

macro_rules! by_vectors {
    ($W:literal) => {
        impl<Vector: Permute<$W>> Permute<$W> for Pairs<Vector> {
            const ONE_IS_FASTER: bool = true;

            #[inline]
            fn permute(self, states: &mut States<$W>, rounds: usize) {
                self.0.permute(states, rounds);
            }

            #[inline]
            fn permute_into(self, from: &States<$W>, to: &mut States<$W>, rounds: usize) {
                self.0.permute_into(from, to, rounds);
            }

            lanes_in_pairs!($W);
        }
    };
}
by_vectors!(2);
by_vectors!(4);
