//! The factors of the layers whose butterflies lie within a register, in the order in which the kernels hold
//! the coefficients at that moment.
//!
//! The kernels take a pair of registers that hold a run of coefficients. A layer of Algorithm 9 with `len` = 2^b
//! joins coefficients whose indexes differ in bit b only. So each layer first exchanges parts of the two registers
//! until bit b of the index says in *which register* a coefficient is; the other bits say where in it. Every such
//! exchange is a permutation of index bits, and a layout is told by listing, from the top bit of the position in
//! the register to its bit 1, which bit of the index stands there. Bit 0 always stays bit 0.

#![allow(clippy::integer_division_remainder_used)] // constants only, evaluated by the compiler

use crate::arch::Q;
use crate::arch::zetas::{GAMMAS, Q_INVERSE, R_SQUARED_OVER_128, ZETAS};

/// Factors zeta R, one for each 16-bit place of a register, and the same times q^-1 mod 2^16.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Twiddles<const N: usize> {
    pub(super) zeta: [i16; N],
    pub(super) zeta_q: [i16; N],
}

/// The factors of a layer of Algorithm 9 with `len` = 2^`bit`, for each of PAIRS pairs of registers of N coefficients.
pub(super) const fn forward_layer<const N: usize, const PAIRS: usize>(
    bit: u32,
    layout: &[u32],
) -> [Twiddles<N>; PAIRS] {
    let mut twiddles = [Twiddles { zeta: [0; N], zeta_q: [0; N] }; PAIRS];
    let mut i = 0;
    while i < PAIRS * N {
        let (pair, position) = (i / N, i % N);
        let block = (2 * N * pair + index(position, layout)) >> (bit + 1);
        let zeta = ZETAS[(128 >> bit) + block];
        twiddles[pair].zeta[position] = zeta;
        twiddles[pair].zeta_q[position] = zeta.wrapping_mul(Q_INVERSE);
        i += 1;
    }
    twiddles
}

/// The factors of a layer of Algorithm 10, which walks through the same zetas backwards.
pub(super) const fn inverse_layer<const N: usize, const PAIRS: usize>(
    bit: u32,
    layout: &[u32],
) -> [Twiddles<N>; PAIRS] {
    let mut twiddles = [Twiddles { zeta: [0; N], zeta_q: [0; N] }; PAIRS];
    let mut i = 0;
    while i < PAIRS * N {
        let (pair, position) = (i / N, i % N);
        let block = (2 * N * pair + index(position, layout)) >> (bit + 1);
        let zeta = ZETAS[(256 >> bit) - 1 - block];
        twiddles[pair].zeta[position] = zeta;
        twiddles[pair].zeta_q[position] = zeta.wrapping_mul(Q_INVERSE);
        i += 1;
    }
    twiddles
}

/// Which of the pair's coefficients stands at `position` of its first register.
pub(super) const fn index(position: usize, layout: &[u32]) -> usize {
    let mut index = position & 1;
    let mut i = 0;
    while i < layout.len() {
        let place = layout.len() - i;
        index |= (position >> place & 1) << layout[i];
        i += 1;
    }
    index
}

/// A factor for all places of a register: zeta R twice in 32 bits, and so the same times q^-1 mod 2^16.
///
/// To fill a register with a number of 32 bits costs no more than to load it; with one of 16 bits it does.
pub(super) type Everywhere = [i32; 2];

/// The factors of whole registers.
pub(super) struct Factors {
    /// For the layers `len` = 128 to 16: zeta^BitRev7(k).
    pub(super) zetas: [Everywhere; 16],
    /// For the last layer of Algorithm 10, with the division by 128 and the multiplication by R: 1 and zeta^BitRev7(1).
    pub(super) last_layer: [Everywhere; 2],
}

static FACTORS: Factors = {
    let mut zetas = [[0; 2]; 16];
    let mut k = 0;
    while k < 16 {
        zetas[k] = everywhere(ZETAS[k]);
        k += 1;
    }
    let zeta_over_128 = montgomery_multiply(ZETAS[1], R_SQUARED_OVER_128);
    Factors { zetas, last_layer: [everywhere(R_SQUARED_OVER_128), everywhere(zeta_over_128)] }
};

/// The factors of whole registers, where the compiler does not see their values: it would store each as often as it
/// fits in a register, and more cache lines to wait for is what an operation needs least.
#[inline]
pub(super) fn factors() -> &'static Factors {
    core::hint::black_box(&FACTORS)
}

const fn everywhere(zeta: i16) -> Everywhere {
    let zeta_q = zeta.wrapping_mul(Q_INVERSE);
    [(zeta as u16 as i32).wrapping_mul(0x1_0001), (zeta_q as u16 as i32).wrapping_mul(0x1_0001)]
}

/// For Algorithm 11: gamma_i R in the place of each coefficient 2i + 1, and nothing at 2i.
pub(super) const fn gammas<const N: usize, const REGISTERS: usize>() -> [Twiddles<N>; REGISTERS] {
    let mut twiddles = [Twiddles { zeta: [0; N], zeta_q: [0; N] }; REGISTERS];
    let mut register = 0;
    while register < REGISTERS {
        let mut position = 1;
        while position < N {
            let gamma = GAMMAS[(register * N + position) >> 1];
            twiddles[register].zeta[position] = gamma;
            twiddles[register].zeta_q[position] = gamma.wrapping_mul(Q_INVERSE);
            position += 2;
        }
        register += 1;
    }
    twiddles
}

/// a b / R mod q, as the kernels compute it.
const fn montgomery_multiply(a: i16, b: i16) -> i16 {
    let product = a as i32 * b as i32;
    let multiple_of_q = (product as i16).wrapping_mul(Q_INVERSE) as i32 * Q as i32;
    ((product - multiple_of_q) >> 16) as i16
}

/// For Compress_d: 2^(16 + e) / q, rounded, with e = d where that leaves it below 2^15, so at most 10.
pub(super) const fn reciprocal_of_q(d: usize) -> i16 {
    let exponent = if d > 10 { 10 } else { d };
    (((2 << (16 + exponent)) / Q as i64 + 1) / 2) as i16
}
