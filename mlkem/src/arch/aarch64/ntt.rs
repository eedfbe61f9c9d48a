//! The number-theoretic transform (FIPS 203, section 4.3) in two passes over memory.
//!
//! The layers of length 128 to 16 combine whole vectors: sixteen of them, every second one of the polynomial, stay
//! in registers for all four. The layers of length 8, 4 and 2 stay inside a block of sixteen coefficients, two
//! vectors a and b. Between them the vectors exchange halves, then quarters, so that the two sides of every
//! butterfly stand in the same lane of two registers.
//!
//! The compiler is kept from seeing the tables (`black_box`): it would fill a register with each zeta, and spill them.
//!
//! Either transform costs 112 butterflies of five instructions, 96 exchanges, and loading and storing twice; the
//! inverse one also 32 reductions and 16 multiplications.

use super::vector::{Factor, load, multiply, multiply_lane, reduce, store};
use crate::arch::barrett::{FORWARD, INVERSE};
use crate::ring::{Rq, Tq};
use core::arch::aarch64::*;
use core::hint::black_box;

/// Algorithm 9. In: |f| <= q. Out: below 6q, in the standard's order.
///
/// A layer turns a bound B into B + q/2 + B q / 2^16, and seven of them turn q into 5.5 q.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn ntt(f: &Rq, f_hat: &mut Tq) {
    let (from, to) = (f.0.as_chunks::<8>().0, f_hat.0.as_chunks_mut::<8>().0);
    let table = black_box(&FORWARD);
    let zetas = [Factor::load(&table.layers_1_to_8[0]), Factor::load(&table.layers_1_to_8[1])];
    for column in 0..2 {
        let mut v = load_column(from, column);
        for i in 0..8 {
            butterfly_lane::<1>(&mut v, [i, i + 8], zetas[0]);
        }
        for i in 0..4 {
            butterfly_lane::<2>(&mut v, [i, i + 4], zetas[0]);
            butterfly_lane::<3>(&mut v, [i + 8, i + 12], zetas[0]);
        }
        for i in 0..2 {
            butterfly_lane::<4>(&mut v, [i, i + 2], zetas[0]);
            butterfly_lane::<5>(&mut v, [i + 4, i + 6], zetas[0]);
            butterfly_lane::<6>(&mut v, [i + 8, i + 10], zetas[0]);
            butterfly_lane::<7>(&mut v, [i + 12, i + 14], zetas[0]);
        }
        butterfly_lane::<0>(&mut v, [0, 1], zetas[1]);
        butterfly_lane::<1>(&mut v, [2, 3], zetas[1]);
        butterfly_lane::<2>(&mut v, [4, 5], zetas[1]);
        butterfly_lane::<3>(&mut v, [6, 7], zetas[1]);
        butterfly_lane::<4>(&mut v, [8, 9], zetas[1]);
        butterfly_lane::<5>(&mut v, [10, 11], zetas[1]);
        butterfly_lane::<6>(&mut v, [12, 13], zetas[1]);
        butterfly_lane::<7>(&mut v, [14, 15], zetas[1]);
        store_column(to, column, &v);
    }
    for (two_blocks, zetas) in to.as_chunks_mut::<4>().0.iter_mut().zip(table.blocks.as_chunks::<2>().0) {
        for ([a, b], zetas) in two_blocks.as_chunks_mut::<2>().0.iter_mut().zip(zetas) {
            let (x, y) = butterfly(load(a), load(b), Factor::load(&zetas.layer_16));
            let (x, y) = butterfly(even_64(x, y), odd_64(x, y), Factor::load(&zetas.layer_32));
            let (x, y) = butterfly(even_32(x, y), odd_32(x, y), Factor::load(&zetas.layer_64));
            store(a, interleave_low_32(x, y));
            store(b, interleave_high_32(x, y));
        }
    }
}

/// Algorithm 10, times R. In: |f_hat| < 4.5 q, in the standard's order. Out: |f| <= q.
///
/// A sum of two coefficients doubles the bound, and must stay below 9.8 q, which is 2^15: sums are reduced to
/// 0.65 q after the first layer, and again after the fourth. A product of a difference is below q.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn ntt_inverse(f_hat: &Tq, f: &mut Rq) {
    let (from, to) = (f_hat.0.as_chunks::<8>().0, f.0.as_chunks_mut::<8>().0);
    let table = black_box(&INVERSE);
    let blocks = from.as_chunks::<4>().0.iter().zip(table.blocks.as_chunks::<2>().0);
    for (two_blocks, (two_blocks_hat, zetas)) in to.as_chunks_mut::<4>().0.iter_mut().zip(blocks) {
        let blocks = two_blocks_hat.as_chunks::<2>().0.iter().zip(zetas);
        for ([a, b], ([a_hat, b_hat], zetas)) in two_blocks.as_chunks_mut::<2>().0.iter_mut().zip(blocks) {
            let (x, y) = (load(a_hat), load(b_hat));
            let (x, y) = butterfly_inverse(even_places_32(x, y), odd_places_32(x, y), Factor::load(&zetas.layer_64));
            let x = reduce(x);
            let (x, y) = butterfly_inverse(even_32(x, y), odd_32(x, y), Factor::load(&zetas.layer_32));
            let (x, y) = butterfly_inverse(even_64(x, y), odd_64(x, y), Factor::load(&zetas.layer_16));
            store(a, x); // below 4q
            store(b, y);
        }
    }
    let zetas = [Factor::load(&table.layers_1_to_8[0]), Factor::load(&table.layers_1_to_8[1])];
    for column in 0..2 {
        let mut v = load_column(to, column);
        butterfly_inverse_lane::<0>(&mut v, [0, 1], zetas[1]);
        butterfly_inverse_lane::<1>(&mut v, [2, 3], zetas[1]);
        butterfly_inverse_lane::<2>(&mut v, [4, 5], zetas[1]);
        butterfly_inverse_lane::<3>(&mut v, [6, 7], zetas[1]);
        butterfly_inverse_lane::<4>(&mut v, [8, 9], zetas[1]);
        butterfly_inverse_lane::<5>(&mut v, [10, 11], zetas[1]);
        butterfly_inverse_lane::<6>(&mut v, [12, 13], zetas[1]);
        butterfly_inverse_lane::<7>(&mut v, [14, 15], zetas[1]);
        for i in 0..8 {
            v[2 * i] = reduce(v[2 * i]); // from below 8q
        }
        for i in 0..2 {
            butterfly_inverse_lane::<4>(&mut v, [i, i + 2], zetas[0]);
            butterfly_inverse_lane::<5>(&mut v, [i + 4, i + 6], zetas[0]);
            butterfly_inverse_lane::<6>(&mut v, [i + 8, i + 10], zetas[0]);
            butterfly_inverse_lane::<7>(&mut v, [i + 12, i + 14], zetas[0]);
        }
        for i in 0..4 {
            butterfly_inverse_lane::<2>(&mut v, [i, i + 4], zetas[0]);
            butterfly_inverse_lane::<3>(&mut v, [i + 8, i + 12], zetas[0]);
        }
        for i in 0..8 {
            butterfly_inverse_lane::<1>(&mut v, [i, i + 8], zetas[0]);
            v[i] = multiply_lane::<0>(v[i], zetas[0]); // line 15, which lane 1 has already
        }
        store_column(to, column, &v);
    }
}

/// Lines 8 to 10 of Algorithm 9.
#[inline]
#[target_feature(enable = "neon")]
fn butterfly(a: int16x8_t, b: int16x8_t, zeta: Factor) -> (int16x8_t, int16x8_t) {
    let t = multiply(b, zeta);
    (vaddq_s16(a, t), vsubq_s16(a, t))
}

/// [`butterfly`] between two of the vectors, its zeta in lane `LANE`.
#[inline]
#[target_feature(enable = "neon")]
fn butterfly_lane<const LANE: i32>(v: &mut [int16x8_t; 16], [a, b]: [usize; 2], zeta: Factor) {
    let t = multiply_lane::<LANE>(v[b], zeta);
    v[b] = vsubq_s16(v[a], t);
    v[a] = vaddq_s16(v[a], t);
}

/// Lines 8 to 10 of Algorithm 10.
#[inline]
#[target_feature(enable = "neon")]
fn butterfly_inverse(a: int16x8_t, b: int16x8_t, zeta: Factor) -> (int16x8_t, int16x8_t) {
    (vaddq_s16(a, b), multiply(vsubq_s16(b, a), zeta))
}

/// [`butterfly_inverse`] between two of the vectors, its zeta in lane `LANE`.
#[inline]
#[target_feature(enable = "neon")]
fn butterfly_inverse_lane<const LANE: i32>(v: &mut [int16x8_t; 16], [a, b]: [usize; 2], zeta: Factor) {
    let difference = vsubq_s16(v[b], v[a]);
    v[a] = vaddq_s16(v[a], v[b]);
    v[b] = multiply_lane::<LANE>(difference, zeta);
}

/// Every second vector of a polynomial.
#[inline]
#[target_feature(enable = "neon")]
fn load_column(f: &[[i16; 8]], column: usize) -> [int16x8_t; 16] {
    let mut v = [vdupq_n_s16(0); 16];
    for (v, pair) in v.iter_mut().zip(f.as_chunks::<2>().0) {
        *v = load(&pair[column]);
    }
    v
}

#[inline]
#[target_feature(enable = "neon")]
fn store_column(f: &mut [[i16; 8]], column: usize, v: &[int16x8_t; 16]) {
    for (pair, &v) in f.as_chunks_mut::<2>().0.iter_mut().zip(v) {
        store(&mut pair[column], v);
    }
}

/// The exchanges. `even_N` has the even lanes of N bits of a and b by turns, `odd_N` the odd ones; doing it twice
/// undoes it. `interleave_*_32` undoes `*_places_32`, which has those of a first and then those of b.
#[inline]
#[target_feature(enable = "neon")]
fn even_64(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vreinterpretq_s16_s64(vtrn1q_s64(vreinterpretq_s64_s16(a), vreinterpretq_s64_s16(b)))
}

#[inline]
#[target_feature(enable = "neon")]
fn odd_64(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vreinterpretq_s16_s64(vtrn2q_s64(vreinterpretq_s64_s16(a), vreinterpretq_s64_s16(b)))
}

#[inline]
#[target_feature(enable = "neon")]
fn even_32(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vreinterpretq_s16_s32(vtrn1q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)))
}

#[inline]
#[target_feature(enable = "neon")]
fn odd_32(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vreinterpretq_s16_s32(vtrn2q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)))
}

#[inline]
#[target_feature(enable = "neon")]
fn interleave_low_32(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vreinterpretq_s16_s32(vzip1q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)))
}

#[inline]
#[target_feature(enable = "neon")]
fn interleave_high_32(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vreinterpretq_s16_s32(vzip2q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)))
}

#[inline]
#[target_feature(enable = "neon")]
fn even_places_32(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vreinterpretq_s16_s32(vuzp1q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)))
}

#[inline]
#[target_feature(enable = "neon")]
fn odd_places_32(a: int16x8_t, b: int16x8_t) -> int16x8_t {
    vreinterpretq_s16_s32(vuzp2q_s32(vreinterpretq_s32_s16(a), vreinterpretq_s32_s16(b)))
}
