//! Any number of lanes on a backend that has certain widths.

use crate::states::Permute;

/// What is done with each group of lanes that a backend handles together.
pub(crate) trait Visitor {
    /// The lanes `first` to `first + lanes`: W of them, or fewer in the last group.
    fn visit<B: Permute<W>, const W: usize>(&mut self, backend: B, first: usize, lanes: usize);
}

/// A backend's widths, each with its own kernel, and which of them serves what.
pub(crate) trait Groups: Permute<1> {
    /// Cuts so many lanes into groups and visits them in order: as many as there are of the widest, then the narrowest
    /// that holds the rest.
    fn for_each_group(self, lanes: usize, visitor: &mut impl Visitor);

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
            fn for_each_group(self, lanes: usize, visitor: &mut impl $crate::groups::Visitor) {
                const WIDTHS: &[usize] = &[$($width),*];
                let mut first = 0;
                while first < lanes {
                    let rest = lanes - first;
                    let width = WIDTHS.iter().rev().copied().find(|width| *width >= rest).unwrap_or(WIDTHS[0]);
                    match width {
                        $($width => visitor.visit::<_, $width>(self, first, width.min(rest)),)*
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
