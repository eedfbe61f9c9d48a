//! Keccak-p\[1600, n\] and its constants (FIPS 202, section 3), computed from their definitions.

use crate::backend::{Backend, with_backend};
use crate::states::{Permute, States};

/// Keccak-f\[1600\] on one state, on the preferred backend. Word `x + 5 * y` is FIPS 202's lane (x, y).
///
/// ```
/// let mut state = [0; 25];
/// keccak::permutation::keccak_f1600(&mut state);
/// assert_eq!(state[0], 0xf1258f7940e1dde7);
/// ```
#[inline]
pub fn keccak_f1600(state: &mut [u64; 25]) {
    keccak_p1600::<ROUNDS>(state);
}

/// Keccak-p\[1600, N\]: the last N of the 24 rounds; N is 1 to 24, or it does not compile.
#[inline]
pub fn keccak_p1600<const N: usize>(state: &mut [u64; 25]) {
    const { assert!(1 <= N && N <= ROUNDS, "Keccak-p[1600, n] has 1 to 24 rounds") };
    if let Ok(states) = <&mut States<1>>::try_from(state.as_chunks_mut().0) {
        with_backend!(Backend::active(), backend => backend.permute(states, N));
    }
}

/// The number of rounds of Keccak-f\[1600\], and the largest that Keccak-p\[1600, n\] takes here.
pub const ROUNDS: usize = 24;

/// The iota constants RC of FIPS 202, section 3.2.5: `ROUND_CONSTANTS[ir]` belongs to round `ir`.
///
/// Keccak-p\[1600, n\] uses the *last* n of them.
pub const ROUND_CONSTANTS: [u64; ROUNDS] = round_constants();

/// The rotation offsets of rho (FIPS 202, section 3.2.2), modulo 64; lane (x, y) stands at `x + 5 * y`.
pub const RHO_OFFSETS: [u32; 25] = rho_offsets();

/// Where pi (FIPS 202, section 3.2.3) takes lane `i` of its output from: lane (x, y) comes from (x + 3y, x).
pub const PI_SOURCE: [usize; 25] = pi_source();

/// Algorithm 5 of FIPS 202, rc(t), as one pass over the linear feedback shift register.
const fn round_constants() -> [u64; ROUNDS] {
    let mut constants = [0u64; ROUNDS];
    let mut register = 1u8; // rc(0) is its low bit
    let mut round = 0;
    while round < ROUNDS {
        let mut j = 0;
        while j <= 6 {
            // bit 2^j - 1 of RC is rc(j + 7 * ir)
            constants[round] |= ((register & 1) as u64) << ((1 << j) - 1);
            register = (register << 1) ^ (0x71 * (register >> 7));
            j += 1;
        }
        round += 1;
    }
    constants
}

/// Algorithm 2 of FIPS 202: the walk (x, y) <- (y, 2x + 3y), with offset (t + 1)(t + 2)/2 at step t.
const fn rho_offsets() -> [u32; 25] {
    let mut offsets = [0u32; 25];
    let (mut x, mut y) = (1, 0);
    let (mut t, mut triangle) = (0, 0);
    while t < 24 {
        triangle += t + 1;
        offsets[x + 5 * y] = triangle & 63;
        (x, y) = (y, mod5(2 * x + 3 * y));
        t += 1;
    }
    offsets
}

/// Algorithm 3 of FIPS 202.
const fn pi_source() -> [usize; 25] {
    let mut source = [0; 25];
    let mut y = 0;
    while y < 5 {
        let mut x = 0;
        while x < 5 {
            source[x + 5 * y] = mod5(x + 3 * y) + 5 * x;
            x += 1;
        }
        y += 1;
    }
    source
}

const fn mod5(mut value: usize) -> usize {
    while value >= 5 {
        value -= 5;
    }
    value
}
