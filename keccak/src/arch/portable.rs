//! The portable backend: plain 64-bit words, the step mappings of FIPS 202, section 3.2.
//!
//! Chi, b0 ^ (!b1 & b2), asks for 25 complements a round, and not every processor has them for nothing. So six of the
//! words are kept complemented from the first round to the last. The xors of theta, and rho and pi, carry complements
//! along; in chi they meet, and `and` becomes `or` by De Morgan's law. The six are chosen such that the same six come
//! out complemented, with five complements a round.
//!
//! This also keeps the compiler from vectorizing the rounds where it has vector rotates (AVX-512), which makes scalar
//! Keccak twice as slow: neighbouring words are no longer computed alike.

use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};

/// Plain 64-bit words; there on every processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portable;

impl Permute<1> for Portable {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        keccak_p(states, round_constants(rounds));
    }
}

#[inline(never)]
fn keccak_p(states: &mut States<1>, constants: &[u64]) {
    permute(states, constants);
}

/// Word (x, y) of the state is `[y][x]`.
pub(super) type Rows = [[u64; 5]; 5];

/// Keccak-p\[1600\] with one round for each of `constants`: from one buffer to another and back, two rounds a step.
///
/// Inlined, so that other backends may compile it for their processor.
#[inline(always)]
pub(super) fn permute(states: &mut States<1>, constants: &[u64]) {
    // SAFETY: the same 25 words.
    let a = unsafe { &mut *(&raw mut *states).cast::<Rows>() };
    let mut e = Rows::default();
    complement(a);
    let (pairs, last) = constants.as_chunks::<2>();
    for [first, second] in pairs {
        round(a, &mut e, *first);
        round(&e, a, *second);
    }
    for constant in last {
        round(a, &mut e, *constant);
        *a = e;
    }
    complement(a);
}

/// The six words that the rounds take and leave complemented.
#[inline(always)]
fn complement(a: &mut Rows) {
    for (x, y) in [(1, 0), (2, 0), (3, 1), (2, 2), (2, 3), (0, 4)] {
        a[y][x] = !a[y][x];
    }
}

/// One round, from `a` to `e`.
#[inline(always)]
fn round(a: &Rows, e: &mut Rows, constant: u64) {
    let d = theta(parity(a));
    let [b0, b1, b2, b3, b4] = rho_pi(a, &d, 0);
    e[0] = [b0 ^ (b1 | b2), b1 ^ (!b2 | b3), b2 ^ (b3 & b4), b3 ^ (b4 | b0), b4 ^ (b0 & b1)];
    e[0][0] ^= constant; // iota
    let [b0, b1, b2, b3, b4] = rho_pi(a, &d, 1);
    e[1] = [b0 ^ (b1 | b2), b1 ^ (b2 & b3), b2 ^ (b3 | !b4), b3 ^ (b4 | b0), b4 ^ (b0 & b1)];
    let [b0, b1, b2, b3, b4] = rho_pi(a, &d, 2);
    e[2] = [b0 ^ (b1 | b2), b1 ^ (b2 & b3), b2 ^ (!b3 & b4), !b3 ^ (b4 | b0), b4 ^ (b0 & b1)];
    let [b0, b1, b2, b3, b4] = rho_pi(a, &d, 3);
    e[3] = [b0 ^ (b1 & b2), b1 ^ (b2 | b3), b2 ^ (!b3 | b4), !b3 ^ (b4 & b0), b4 ^ (b0 | b1)];
    let [b0, b1, b2, b3, b4] = rho_pi(a, &d, 4);
    e[4] = [b0 ^ (!b1 & b2), !b1 ^ (b2 | b3), b2 ^ (b3 & b4), b3 ^ (b4 | b0), b4 ^ (b0 & b1)];
}

/// The parity of each column.
#[inline(always)]
pub(super) fn parity(a: &Rows) -> [u64; 5] {
    let mut c = [0; 5];
    for x in 0..5 {
        c[x] = a[0][x] ^ a[1][x] ^ a[2][x] ^ a[3][x] ^ a[4][x];
    }
    c
}

/// What theta xors to each word of column x.
#[inline(always)]
pub(super) fn theta(c: [u64; 5]) -> [u64; 5] {
    [
        c[4] ^ c[1].rotate_left(1),
        c[0] ^ c[2].rotate_left(1),
        c[1] ^ c[3].rotate_left(1),
        c[2] ^ c[4].rotate_left(1),
        c[3] ^ c[0].rotate_left(1),
    ]
}

/// Row y after theta, rho and pi, which takes its word x from row x.
#[inline(always)]
pub(super) fn rho_pi(a: &Rows, d: &[u64; 5], y: usize) -> [u64; 5] {
    let mut b = [0; 5];
    for x in 0..5 {
        let column = PI_SOURCE[x + 5 * y] - 5 * x;
        b[x] = (a[x][column] ^ d[column]).rotate_left(RHO_OFFSETS[column + 5 * x]);
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::permutation::{ROUND_CONSTANTS, ROUNDS};

    /// FIPS 202, section 3.2, as it reads.
    fn by_the_letter(mut a: Rows, constant: u64) -> Rows {
        let parity: [u64; 5] = core::array::from_fn(|x| (0..5).fold(0, |c, y| c ^ a[y][x]));
        for y in 0..5 {
            for x in 0..5 {
                a[y][x] ^= parity[[4, 0, 1, 2, 3][x]] ^ parity[[1, 2, 3, 4, 0][x]].rotate_left(1); // theta
                a[y][x] = a[y][x].rotate_left(RHO_OFFSETS[x + 5 * y]); // rho
            }
        }
        let mut b = a;
        for (word, source) in b.as_flattened_mut().iter_mut().zip(PI_SOURCE) {
            *word = a.as_flattened()[source]; // pi
        }
        for y in 0..5 {
            for x in 0..5 {
                a[y][x] = b[y][x] ^ (!b[y][[1, 2, 3, 4, 0][x]] & b[y][[2, 3, 4, 0, 1][x]]); // chi
            }
        }
        a[0][0] ^= constant; // iota
        a
    }

    /// Complements and pairs of rounds change nothing: every number of rounds gives what the step mappings give.
    #[test]
    fn equals_the_step_mappings() {
        for rounds in 1..=ROUNDS {
            let mut states = States::<1>::default();
            for (i, word) in states.iter_mut().enumerate() {
                word[0] = (i as u64 + rounds as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i as u32);
            }
            let mut expected = Rows::default();
            expected.as_flattened_mut().copy_from_slice(states.as_flattened());
            for constant in &ROUND_CONSTANTS[ROUNDS - rounds..] {
                expected = by_the_letter(expected, *constant);
            }
            Portable.permute(&mut states, rounds);
            assert_eq!(states.as_flattened(), expected.as_flattened(), "{rounds} rounds");
        }
    }
}
