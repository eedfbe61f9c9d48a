//! Any number of lanes on a backend that has certain widths.

use crate::states::{Aligned, Permute, States};

/// What is done with each group of lanes that a backend handles together.
pub(crate) trait Visitor {
    /// `states` holds the lanes `first` to `first + lanes`; a group that is not full has idle lanes behind them.
    fn visit<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, first: usize, lanes: usize);
}

/// A backend's widths, each with its own kernel, and which of them serves what.
pub(crate) trait Groups: Permute<1> {
    /// Cuts the lanes in `words`, 25 for each, into groups and visits them in order: as many as there are of the
    /// widest, then the narrowest that holds the rest. Lanes in one group are interleaved.
    fn for_each_group(self, words: &mut [u64], visitor: &mut impl Visitor);

    /// Hashes many messages on the width with the best throughput.
    fn hash_many<J: Jobs>(self, jobs: &mut J);
}

/// Many messages of any length, to be hashed alike.
pub(crate) trait Jobs {
    fn run<B: Permute<W> + Permute<1>, const W: usize>(&mut self, backend: B);
}

/// `$widths` go from wide to narrow and end in 1; `$many` is the one for many messages.
macro_rules! groups {
    ($backend:ty, widths: [$($width:literal),*], many: $many:literal) => {
        impl $crate::groups::Groups for $backend {
            #[inline]
            fn for_each_group(self, words: &mut [u64], visitor: &mut impl $crate::groups::Visitor) {
                const WIDTHS: &[usize] = &[$($width),*];
                let mut rest = words;
                let mut first = 0;
                while !rest.is_empty() {
                    let lanes = $crate::groups::lanes_in(rest);
                    let width = WIDTHS.iter().rev().copied().find(|width| *width >= lanes).unwrap_or(WIDTHS[0]);
                    let group;
                    (group, rest) = rest.split_at_mut(25 * width.min(lanes));
                    match width {
                        $($width => $crate::groups::visit::<_, $width>(self, group, first, visitor),)*
                        _ => {}
                    }
                    first += width;
                }
            }

            #[inline]
            fn hash_many<J: $crate::groups::Jobs>(self, jobs: &mut J) {
                jobs.run::<_, $many>(self);
            }
        }
    };
}

pub(crate) use groups;

/// The number of lanes whose words these are.
pub(crate) fn lanes_in(words: &[u64]) -> usize {
    words.as_chunks::<25>().0.len()
}

/// A full group is visited where it stands, the rest of a group in a copy.
#[inline]
pub(crate) fn visit<B: Permute<W>, const W: usize>(
    backend: B,
    group: &mut [u64],
    first: usize,
    visitor: &mut impl Visitor,
) {
    if let Ok(states) = <&mut States<W>>::try_from(group.as_chunks_mut::<W>().0) {
        visitor.visit(backend, states, first, W);
        return;
    }
    let lanes = lanes_in(group);
    let mut states = Aligned([[0; W]; 25]);
    for (copy, word) in states.0.iter_mut().zip(group.chunks_exact(lanes)) {
        copy[..lanes].copy_from_slice(word);
    }
    visitor.visit(backend, &mut states.0, first, lanes);
    for (copy, word) in states.0.iter_mut().zip(group.chunks_exact_mut(lanes)) {
        word.copy_from_slice(&copy[..lanes]);
    }
    #[cfg(feature = "zeroize")]
    {
        states.0 = [[0; W]; 25];
        zeroize::optimization_barrier(&states);
    }
}
