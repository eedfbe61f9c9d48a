//! The number-theoretic transform (FIPS 203, section 4.3) in two passes over memory.
//!
//! The layers of length 128 to 32 combine whole vectors: eight of them, every fourth one of the polynomial, stay
//! in registers for all three. The layer of length 16 and those of 8, 4 and 2 follow block by block; in the last
//! two the vectors exchange halves, then quarters, so that the two sides of every butterfly stand in the same lane.

use super::vector::{Factor, load, multiply, reduce, store};
use crate::arch::barrett::{BlockZetas, FORWARD, Factors, INVERSE};
use crate::ring::{Rq, Tq};
use core::arch::wasm32::*;

/// Algorithm 9. In: |f| <= q. Out: below 6q, in the standard's order.
///
/// A layer turns a bound B into B + q/2 + B q / 2^16, and seven of them turn q into 5.5 q.
#[inline(never)]
pub(super) fn ntt(f: &Rq, f_hat: &mut Tq) {
    let (from, to) = (f.0.as_chunks::<8>().0, f_hat.0.as_chunks_mut::<8>().0);
    for column in 0..4 {
        let mut v = load_column(from, column);
        for i in 0..4 {
            butterfly_of(&mut v, [i, i + 4], zeta(&FORWARD.layers_1_to_8, 1));
        }
        for i in 0..2 {
            butterfly_of(&mut v, [i, i + 2], zeta(&FORWARD.layers_1_to_8, 2));
            butterfly_of(&mut v, [i + 4, i + 6], zeta(&FORWARD.layers_1_to_8, 3));
        }
        for i in 0..4 {
            butterfly_of(&mut v, [2 * i, 2 * i + 1], zeta(&FORWARD.layers_1_to_8, 4 + i));
        }
        store_column(to, column, &v);
    }
    let blocks = FORWARD.blocks.as_chunks::<2>().0;
    for (i, (four, zetas)) in to.as_chunks_mut::<4>().0.iter_mut().zip(blocks).enumerate() {
        let mut v = [load(&four[0]), load(&four[1]), load(&four[2]), load(&four[3])];
        let zeta = zeta(&FORWARD.layers_1_to_8, 8 + i);
        butterfly_of(&mut v, [0, 2], zeta);
        butterfly_of(&mut v, [1, 3], zeta);
        let [a, b, c, d] = v;
        [four[0], four[1]] = ntt_block(a, b, &zetas[0]);
        [four[2], four[3]] = ntt_block(c, d, &zetas[1]);
    }
}

/// The layers of length 8, 4 and 2.
#[inline(always)]
fn ntt_block(a: v128, b: v128, zetas: &BlockZetas) -> [[i16; 8]; 2] {
    let (x, y) = butterfly(a, b, Factor::load(&zetas.layer_16));
    let (x, y) = butterfly(even_64(x, y), odd_64(x, y), Factor::load(&zetas.layer_32));
    let (x, y) = butterfly(even_32(x, y), odd_32(x, y), Factor::load(&zetas.layer_64));
    let mut block = [[0; 8]; 2];
    store(&mut block[0], i32x4_shuffle::<0, 4, 1, 5>(x, y));
    store(&mut block[1], i32x4_shuffle::<2, 6, 3, 7>(x, y));
    block
}

/// Algorithm 10, times R. In: |f_hat| < 4.5 q, in the standard's order. Out: |f| <= q.
///
/// A sum of two coefficients doubles the bound, and must stay below 9.8 q, which is 2^15: sums are reduced to
/// 0.65 q after the first layer, and again after the fourth. A product of a difference is below q.
#[inline(never)]
pub(super) fn ntt_inverse(f_hat: &Tq, f: &mut Rq) {
    let (from, to) = (f_hat.0.as_chunks::<8>().0, f.0.as_chunks_mut::<8>().0);
    let blocks = from.as_chunks::<4>().0.iter().zip(INVERSE.blocks.as_chunks::<2>().0);
    for (i, (four, (four_hat, zetas))) in to.as_chunks_mut::<4>().0.iter_mut().zip(blocks).enumerate() {
        let [a, b] = ntt_inverse_block(&four_hat[0], &four_hat[1], &zetas[0]);
        let [c, d] = ntt_inverse_block(&four_hat[2], &four_hat[3], &zetas[1]);
        let mut v = [a, b, c, d]; // below 4q
        let zeta = zeta(&INVERSE.layers_1_to_8, 8 + i);
        butterfly_inverse_of(&mut v, [0, 2], zeta);
        butterfly_inverse_of(&mut v, [1, 3], zeta);
        store(&mut four[0], reduce(v[0])); // from below 8q
        store(&mut four[1], reduce(v[1]));
        store(&mut four[2], v[2]);
        store(&mut four[3], v[3]);
    }
    for column in 0..4 {
        let mut v = load_column(to, column);
        for i in 0..4 {
            butterfly_inverse_of(&mut v, [2 * i, 2 * i + 1], zeta(&INVERSE.layers_1_to_8, 4 + i));
        }
        for i in 0..2 {
            butterfly_inverse_of(&mut v, [i, i + 2], zeta(&INVERSE.layers_1_to_8, 2));
            butterfly_inverse_of(&mut v, [i + 4, i + 6], zeta(&INVERSE.layers_1_to_8, 3));
        }
        for i in 0..4 {
            butterfly_inverse_of(&mut v, [i, i + 4], zeta(&INVERSE.layers_1_to_8, 1));
            v[i] = multiply(v[i], zeta(&INVERSE.layers_1_to_8, 0)); // line 15, which lane 1 has already
        }
        store_column(to, column, &v);
    }
}

/// The layers of length 2, 4 and 8.
#[inline(always)]
fn ntt_inverse_block(a_hat: &[i16; 8], b_hat: &[i16; 8], zetas: &BlockZetas) -> [v128; 2] {
    let (x, y) = (load(a_hat), load(b_hat));
    let (x, y) = (i32x4_shuffle::<0, 2, 4, 6>(x, y), i32x4_shuffle::<1, 3, 5, 7>(x, y));
    let (x, y) = butterfly_inverse(x, y, Factor::load(&zetas.layer_64));
    let x = reduce(x);
    let (x, y) = butterfly_inverse(even_32(x, y), odd_32(x, y), Factor::load(&zetas.layer_32));
    let (x, y) = butterfly_inverse(even_64(x, y), odd_64(x, y), Factor::load(&zetas.layer_16));
    [x, y]
}

/// Zeta number `k` of the first fifteen.
#[inline(always)]
fn zeta(layers_1_to_8: &[Factors; 2], k: usize) -> Factor {
    Factor::splat(&layers_1_to_8[k >> 3], k & 7)
}

/// Lines 8 to 10 of Algorithm 9.
#[inline(always)]
fn butterfly(a: v128, b: v128, zeta: Factor) -> (v128, v128) {
    let t = multiply(b, zeta);
    (i16x8_add(a, t), i16x8_sub(a, t))
}

#[inline(always)]
fn butterfly_of<const N: usize>(v: &mut [v128; N], [a, b]: [usize; 2], zeta: Factor) {
    (v[a], v[b]) = butterfly(v[a], v[b], zeta);
}

/// Lines 8 to 10 of Algorithm 10.
#[inline(always)]
fn butterfly_inverse(a: v128, b: v128, zeta: Factor) -> (v128, v128) {
    (i16x8_add(a, b), multiply(i16x8_sub(b, a), zeta))
}

#[inline(always)]
fn butterfly_inverse_of<const N: usize>(v: &mut [v128; N], [a, b]: [usize; 2], zeta: Factor) {
    (v[a], v[b]) = butterfly_inverse(v[a], v[b], zeta);
}

/// Every fourth vector of a polynomial.
#[inline(always)]
fn load_column(f: &[[i16; 8]], column: usize) -> [v128; 8] {
    let mut v = [i16x8_splat(0); 8];
    for (v, four) in v.iter_mut().zip(f.as_chunks::<4>().0) {
        *v = load(&four[column]);
    }
    v
}

#[inline(always)]
fn store_column(f: &mut [[i16; 8]], column: usize, v: &[v128; 8]) {
    for (four, &v) in f.as_chunks_mut::<4>().0.iter_mut().zip(v) {
        store(&mut four[column], v);
    }
}

/// The exchanges: the even (odd) lanes of N bits of a and b by turns; doing both twice undoes them.
#[inline(always)]
fn even_64(a: v128, b: v128) -> v128 {
    i64x2_shuffle::<0, 2>(a, b)
}

#[inline(always)]
fn odd_64(a: v128, b: v128) -> v128 {
    i64x2_shuffle::<1, 3>(a, b)
}

#[inline(always)]
fn even_32(a: v128, b: v128) -> v128 {
    i32x4_shuffle::<0, 4, 2, 6>(a, b)
}

#[inline(always)]
fn odd_32(a: v128, b: v128) -> v128 {
    i32x4_shuffle::<1, 5, 3, 7>(a, b)
}
