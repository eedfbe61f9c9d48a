//! One state in the general registers, for cores where a rotated second operand of a logic instruction is free.
//!
//! Nothing is rotated on its own. A word may stand for its lane *deferred* by n: the lane is the word, rotated left
//! by n. Xoring or masking two words that are deferred by different amounts takes one rotation of either, and AArch64's
//! `eor` and `bic` rotate their second operand on the way; the result is deferred like the other one. rho and pi then
//! cost nothing: they change what a word stands for. The amounts below make a round end as it began, and leave
//! every operation with an operand that needs no rotation: 102 instructions a round, and the constant.

use super::column;
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};

/// By how much theta's result is deferred, column by column.
const THETA: [u32; 5] = [0, 45, 57, 19, 48];

/// By how much each lane of a round's input, and of its output, is deferred: what rho and pi make of `THETA`.
const ROUND: [u32; 25] = {
    let mut deferred = [0; 25];
    let mut i = 0;
    while i < 25 {
        let from = PI_SOURCE[i];
        deferred[i] = (RHO_OFFSETS[from] + THETA[column(from)]) & 63;
        i += 1;
    }
    deferred
};

/// The lanes of each column, in the order in which theta xors them: their parity is deferred like the last one.
const COLUMNS: [[usize; 5]; 5] =
    [[10, 15, 20, 0, 5], [16, 21, 1, 6, 11], [17, 22, 2, 7, 12], [18, 23, 3, 8, 13], [19, 24, 4, 9, 14]];

/// A word deferred by `from`, as one deferred by `to`.
#[inline(always)]
const fn defer(word: u64, from: u32, to: u32) -> u64 {
    word.rotate_left(from.wrapping_sub(to) & 63)
}

/// The general registers, rotations folded. Plain Rust, correct everywhere; its shape is AArch64's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar;

impl Permute<1> for Scalar {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        keccak_p(states, rounds);
    }
}

#[inline(never)]
fn keccak_p(states: &mut States<1>, rounds: usize) {
    let mut a = load(states, 0);
    for &constant in round_constants(rounds) {
        a = round(a, constant);
    }
    store(states, 0, a);
}

/// `$f!` of every lane's number, written out: the compiler cannot be relied on to unroll a loop this long.
macro_rules! lanes {
    ($f:ident) => {
        [
            $f!(0),
            $f!(1),
            $f!(2),
            $f!(3),
            $f!(4),
            $f!(5),
            $f!(6),
            $f!(7),
            $f!(8),
            $f!(9),
            $f!(10),
            $f!(11),
            $f!(12),
            $f!(13),
            $f!(14),
            $f!(15),
            $f!(16),
            $f!(17),
            $f!(18),
            $f!(19),
            $f!(20),
            $f!(21),
            $f!(22),
            $f!(23),
            $f!(24),
        ]
    };
}

/// One lane of W, as `round` takes it.
#[inline(always)]
pub(super) fn load<const W: usize>(states: &States<W>, lane: usize) -> [u64; 25] {
    macro_rules! word {
        ($i:literal) => {
            defer(states[$i][lane], 0, ROUND[$i])
        };
    }
    lanes!(word)
}

/// The opposite of `load`.
#[inline(always)]
pub(super) fn store<const W: usize>(states: &mut States<W>, lane: usize, a: [u64; 25]) {
    macro_rules! word {
        ($i:literal) => {
            states[$i][lane] = defer(a[$i], ROUND[$i], 0)
        };
    }
    lanes!(word);
}

#[inline(always)]
pub(super) fn round(a: [u64; 25], constant: u64) -> [u64; 25] {
    // theta: the parity of each column, and what each column gets
    macro_rules! parity {
        ($x:literal) => {{
            const LANES: [usize; 5] = COLUMNS[$x];
            let c = a[LANES[0]];
            let c = defer(c, ROUND[LANES[0]], ROUND[LANES[1]]) ^ a[LANES[1]];
            let c = defer(c, ROUND[LANES[1]], ROUND[LANES[2]]) ^ a[LANES[2]];
            let c = defer(c, ROUND[LANES[2]], ROUND[LANES[3]]) ^ a[LANES[3]];
            defer(c, ROUND[LANES[3]], ROUND[LANES[4]]) ^ a[LANES[4]]
        }};
    }
    let c = [parity!(0), parity!(1), parity!(2), parity!(3), parity!(4)];
    macro_rules! add {
        ($x:literal) => {{
            const LEFT: usize = column($x + 4);
            const RIGHT: usize = column($x + 1);
            let left = defer(c[LEFT], ROUND[COLUMNS[LEFT][4]], THETA[$x]);
            left ^ defer(c[RIGHT], ROUND[COLUMNS[RIGHT][4]] + 1, THETA[$x])
        }};
    }
    let d = [add!(0), add!(1), add!(2), add!(3), add!(4)];

    let mut e = [0; 25];
    // the rest of theta; rho, which only changes by how much a lane is deferred; and pi
    macro_rules! lane {
        ($i:expr) => {{
            const FROM: usize = PI_SOURCE[$i];
            defer(a[FROM], ROUND[FROM], THETA[column(FROM)]) ^ d[column(FROM)]
        }};
    }
    macro_rules! chi {
        ($b:ident, $y:expr, $x:literal) => {{
            const NEXT: usize = column($x + 1);
            const AFTER: usize = column($x + 2);
            let masked = !defer($b[NEXT], ROUND[$y + NEXT], ROUND[$y + AFTER]) & $b[AFTER];
            e[$y + $x] = $b[$x] ^ defer(masked, ROUND[$y + AFTER], ROUND[$y + $x]);
        }};
    }
    macro_rules! row {
        ($y:literal) => {
            let b = [lane!($y), lane!($y + 1), lane!($y + 2), lane!($y + 3), lane!($y + 4)];
            chi!(b, $y, 4);
            chi!(b, $y, 3);
            chi!(b, $y, 2);
            chi!(b, $y, 1);
            chi!(b, $y, 0);
        };
    }
    // in an order that leaves the compiler few words to move and to spill
    row!(10);
    row!(0);
    row!(20);
    row!(5);
    row!(15);

    // iota
    e[0] ^= constant;
    e
}

// The amounts fit: iota takes its constant as it is, and theta xors the right column's parity as it is.
const _: () = {
    assert!(ROUND[0] == 0);
    let mut x = 0;
    while x < 5 {
        let [.., last] = COLUMNS[column(x + 1)];
        assert!(THETA[x] == (ROUND[last] + 1) & 63);
        x += 1;
    }
};
