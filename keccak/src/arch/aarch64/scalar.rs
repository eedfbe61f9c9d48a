//! One state in the general registers, for cores where a rotated second operand of a logic instruction is free.
//!
//! Nothing is rotated on its own. A word may stand for its lane *deferred* by n: the lane is the word, rotated left
//! by n. Xoring or masking two words that are deferred by different amounts takes one rotation of either, and AArch64's
//! `eor` and `bic` rotate their second operand on the way; the result is deferred like the other one. rho and pi then
//! cost nothing: they change what a word stands for. The amounts below make a round end as it began, and leave
//! every operation with an operand that needs no rotation: 102 instructions a round, and the constant.

use super::column;
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{States, round_constants};
use core::array::from_fn;

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

const COLUMN: [usize; 25] = [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4];

/// A word deferred by `from`, as one deferred by `to`.
#[inline(always)]
const fn defer(word: u64, from: u32, to: u32) -> u64 {
    word.rotate_left(from.wrapping_sub(to) & 63)
}

/// Keccak-p\[1600, rounds\]. Plain Rust, correct everywhere; its shape is AArch64's.
#[inline(never)]
pub(super) fn keccak_p(states: &mut States<1>, rounds: usize) {
    let mut a = load(states, 0);
    for &constant in round_constants(rounds) {
        a = round(a, constant);
    }
    store(states, 0, a);
}

/// One lane of W, as `round` takes it.
#[inline(always)]
pub(super) fn load<const W: usize>(states: &States<W>, lane: usize) -> [u64; 25] {
    let mut a = [0; 25];
    for i in 0..25 {
        a[i] = defer(states[i][lane], 0, ROUND[i]);
    }
    a
}

/// The opposite of `load`.
#[inline(always)]
pub(super) fn store<const W: usize>(states: &mut States<W>, lane: usize, a: [u64; 25]) {
    for i in 0..25 {
        states[i][lane] = defer(a[i], ROUND[i], 0);
    }
}

#[inline(always)]
pub(super) fn round(a: [u64; 25], constant: u64) -> [u64; 25] {
    // theta: the parity of each column, and what each column gets
    let c: [u64; 5] = from_fn(|x| {
        let lanes = COLUMNS[x];
        let mut parity = a[lanes[0]];
        for k in 1..5 {
            parity = defer(parity, ROUND[lanes[k - 1]], ROUND[lanes[k]]) ^ a[lanes[k]];
        }
        parity
    });
    let d: [u64; 5] = from_fn(|x| {
        let (left, right) = ([4, 0, 1, 2, 3][x], [1, 2, 3, 4, 0][x]);
        defer(c[left], ROUND[COLUMNS[left][4]], THETA[x]) ^ defer(c[right], ROUND[COLUMNS[right][4]] + 1, THETA[x])
    });

    let mut e = [0; 25];
    macro_rules! row {
        ($y:literal) => {{
            // the rest of theta; rho, which only changes by how much a lane is deferred; and pi
            let b: [u64; 5] = from_fn(|x| {
                let from = PI_SOURCE[$y + x];
                defer(a[from], ROUND[from], THETA[COLUMN[from]]) ^ d[COLUMN[from]]
            });
            // chi
            for x in [4, 3, 2, 1, 0] {
                let (next, after) = ([1, 2, 3, 4, 0][x], [2, 3, 4, 0, 1][x]);
                let masked = !defer(b[next], ROUND[$y + next], ROUND[$y + after]) & b[after];
                e[$y + x] = b[x] ^ defer(masked, ROUND[$y + after], ROUND[$y + x]);
            }
        }};
    }
    // in the order that leaves the compiler the fewest words to move and to spill
    row!(10);
    row!(0);
    row!(20);
    row!(5);
    row!(15);

    // iota
    e[0] ^= constant;
    e
}

const _: () = assert!(ROUND[0] == 0, "iota takes the constant as it is");
