//! WebAssembly with 128-bit vectors (simd128): two states, a vector holding one word of each.
//!
//! There is no rotate: a rotation is two shifts and an or. Which machine registers there are is up to the engine, so the
//! rounds go from one buffer to another and back, row by row, as the machine code of the engine would anyway.

use crate::arch::portable::Portable;
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Permute, States, round_constants};
use core::arch::wasm32::{
    i64x2_shl, u64x2, u64x2_extract_lane, u64x2_shr, u64x2_splat, v128, v128_andnot, v128_or, v128_xor,
};

/// The proof that the module may use 128-bit vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd128(());

impl Simd128 {
    /// Always there: this file is compiled only where the target feature is on, and such a module does not load
    /// where the engine has no vectors.
    #[inline]
    pub const fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Permute<1> for Simd128 {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        Portable.permute(states, rounds);
    }
}

impl Permute<2> for Simd128 {
    #[inline]
    fn permute(self, states: &mut States<2>, rounds: usize) {
        keccak_p(states, rounds);
    }
}

#[inline(never)]
fn keccak_p(states: &mut States<2>, rounds: usize) {
    let mut a = states.map(|[left, right]| u64x2(left, right));
    let mut e = a;
    for &constant in round_constants(rounds) {
        round(&a, &mut e, constant);
        a = e;
    }
    *states = a.map(|word| [u64x2_extract_lane::<0>(word), u64x2_extract_lane::<1>(word)]);
}

#[inline(always)]
fn rotate_left(a: v128, n: u32) -> v128 {
    if n == 0 { a } else { v128_or(i64x2_shl(a, n), u64x2_shr(a, 64 - n)) }
}

/// One round, from `a` to `e`.
#[inline(always)]
fn round(a: &[v128; 25], e: &mut [v128; 25], constant: u64) {
    // theta: the parity of each column, and what each column gets
    let mut c = [a[0]; 5];
    for x in 0..5 {
        c[x] = v128_xor(v128_xor(v128_xor(a[x], a[x + 5]), v128_xor(a[x + 10], a[x + 15])), a[x + 20]);
    }
    let mut d = c;
    for x in 0..5 {
        d[x] = v128_xor(c[[4, 0, 1, 2, 3][x]], rotate_left(c[[1, 2, 3, 4, 0][x]], 1));
    }

    for y in 0..5 {
        // the rest of theta, with rho and pi: lane (x, y) comes from row x
        let mut b = c;
        for x in 0..5 {
            let from = PI_SOURCE[x + 5 * y];
            b[x] = rotate_left(v128_xor(a[from], d[from - 5 * x]), RHO_OFFSETS[from]);
        }
        // chi
        for x in 0..5 {
            e[x + 5 * y] = v128_xor(b[x], v128_andnot(b[[2, 3, 4, 0, 1][x]], b[[1, 2, 3, 4, 0][x]]));
        }
    }

    // iota
    e[0] = v128_xor(e[0], u64x2_splat(constant));
}

#[cfg(test)]
mod tests {
    use super::Simd128;
    use crate::arch::check::same_as_portable;

    /// Two states are byte-equal to two of the portable backend's.
    #[test]
    fn simd128_is_the_portable_permutation() {
        same_as_portable::<2, _>("wasm32 simd128", Simd128::detect());
    }
}
