//! The number-theoretic transform and multiplication in T_q (FIPS 203, sections 4.3 and 4.3.1).

use super::reduce::{barrett_reduce, montgomery_multiply, montgomery_reduce};
use crate::arch::zetas::{GAMMAS, R_SQUARED, R_SQUARED_OVER_128, ZETAS};
use crate::arch::{DOT_PRODUCT_BOUND, NTT_INPUT_BOUND, NTT_OUTPUT_BOUND, Q};
use crate::ring::{Rq, Tq};

/// Algorithm 9. Each layer adds less than q: after seven of them |f_hat| < q + 7q.
pub(super) fn ntt(f: &Rq, f_hat: &mut Tq) {
    debug_assert!(f.0.iter().all(|c| c.abs() <= NTT_INPUT_BOUND));
    f_hat.0 = f.0;
    ntt_layer::<128>(&mut f_hat.0);
    ntt_layer::<64>(&mut f_hat.0);
    ntt_layer::<32>(&mut f_hat.0);
    ntt_layer::<16>(&mut f_hat.0);
    ntt_layer::<8>(&mut f_hat.0);
    ntt_layer::<4>(&mut f_hat.0);
    ntt_layer::<2>(&mut f_hat.0);
    debug_assert!(f_hat.0.iter().all(|c| c.abs() < NTT_OUTPUT_BOUND));
}

/// Lines 4 to 13 of Algorithm 9 for one `LEN`; the layer's zetas begin at 128 / LEN.
#[inline(always)]
fn ntt_layer<const LEN: usize>(f: &mut [i16; 256]) {
    let zetas = &ZETAS[const { 128 >> LEN.trailing_zeros() }..];
    for (block, &zeta) in f.chunks_exact_mut(2 * LEN).zip(zetas) {
        let (low, high) = block.split_at_mut(LEN);
        for (a, b) in low.iter_mut().zip(high) {
            let t = montgomery_multiply(*b, zeta);
            *b = *a - t;
            *a += t;
        }
    }
}

/// Algorithm 10, times R. Sums double with each layer: they are reduced to q/2 before the first layer and
/// after the fourth, so that nothing passes 8q.
pub(super) fn ntt_inverse(f_hat: &Tq, f: &mut Rq) {
    debug_assert!(f_hat.0.iter().all(|c| c.abs() < DOT_PRODUCT_BOUND));
    for (c, c_hat) in f.0.iter_mut().zip(&f_hat.0) {
        *c = barrett_reduce(*c_hat);
    }
    ntt_inverse_layer::<2>(&mut f.0);
    ntt_inverse_layer::<4>(&mut f.0);
    ntt_inverse_layer::<8>(&mut f.0);
    ntt_inverse_layer::<16>(&mut f.0);
    for c in &mut f.0 {
        *c = barrett_reduce(*c);
    }
    ntt_inverse_layer::<32>(&mut f.0);
    ntt_inverse_layer::<64>(&mut f.0);
    ntt_inverse_layer::<128>(&mut f.0);
    for c in &mut f.0 {
        *c = montgomery_multiply(*c, R_SQUARED_OVER_128); // line 15: 3303 = 128^-1, here times R
    }
    debug_assert!(f.0.iter().all(|c| c.abs() <= Q));
}

/// Lines 4 to 13 of Algorithm 10 for one `LEN`; the layer's zetas end before 256 / LEN and run backwards.
#[inline(always)]
fn ntt_inverse_layer<const LEN: usize>(f: &mut [i16; 256]) {
    let zetas = &ZETAS[..const { 256 >> LEN.trailing_zeros() }];
    for (block, &zeta) in f.chunks_exact_mut(2 * LEN).zip(zetas.iter().rev()) {
        let (low, high) = block.split_at_mut(LEN);
        for (a, b) in low.iter_mut().zip(high) {
            let difference = *b - *a;
            *a += *b;
            *b = montgomery_multiply(difference, zeta);
        }
    }
}

/// The products b1 gamma of Algorithm 12, once for every row that `b` is multiplied with.
pub(super) fn multiply_prepare(b: &Tq, twin: &mut Tq) {
    debug_assert!(b.0.iter().all(|c| c.abs() < NTT_OUTPUT_BOUND));
    let pairs = b.0.as_chunks::<2>().0.iter().zip(&GAMMAS);
    for (twin, ([b0, b1], &gamma)) in twin.0.as_chunks_mut::<2>().0.iter_mut().zip(pairs) {
        *twin = [*b0, montgomery_multiply(*b1, gamma)];
    }
}

/// Algorithms 11 and 12 summed over a row: c0 = a0 b0 + a1 b1 gamma, c1 = a0 b1 + a1 b0.
///
/// The sum of 2K products is below 2 * 4 * q * 8q < 2^30, and one reduction brings it below 4q.
pub(super) fn dot_product<const K: usize>(a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq) {
    debug_assert!(a.iter().all(|a| a.0.iter().all(|c| (0..Q).contains(c))));
    for (i, sum) in sum.0.as_chunks_mut::<2>().0.iter_mut().enumerate() {
        let (mut c0, mut c1) = (0i32, 0i32);
        for ((a, b), twin) in a.iter().zip(b).zip(b_twin) {
            let [a0, a1] = a.0.as_chunks::<2>().0[i].map(i32::from);
            let [b0, b1] = b.0.as_chunks::<2>().0[i].map(i32::from);
            let [_, b1_gamma] = twin.0.as_chunks::<2>().0[i].map(i32::from);
            c0 += a0 * b0 + a1 * b1_gamma;
            c1 += a0 * b1 + a1 * b0;
        }
        *sum = [montgomery_reduce(c0), montgomery_reduce(c1)];
    }
    debug_assert!(sum.0.iter().all(|c| c.abs() < DOT_PRODUCT_BOUND));
}

/// sum += t R: takes the factor 1/R of the dot product away and adds it to the error.
pub(super) fn multiply_r_add(t: &Tq, sum: &mut Tq) {
    debug_assert!(t.0.iter().all(|c| c.abs() < DOT_PRODUCT_BOUND));
    debug_assert!(sum.0.iter().all(|c| c.abs() < NTT_OUTPUT_BOUND));
    for (sum, t) in sum.0.iter_mut().zip(&t.0) {
        *sum += montgomery_multiply(*t, R_SQUARED); // below q + 8q = 29961, which is an i16
    }
}
