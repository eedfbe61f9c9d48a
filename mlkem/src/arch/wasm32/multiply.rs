//! Multiplication in T_q (FIPS 203, section 4.3.1).

use super::vector::{Factor, load, multiply, store};
use crate::arch::Q;
use crate::arch::barrett::{Factors, GAMMA_FACTORS, times};
use crate::arch::zetas::Q_INVERSE;
use crate::ring::Tq;
use core::arch::wasm32::*;

/// The odd places times gamma. In: |b| < 8q. Out: odd places below 0.91 q.
#[inline(never)]
pub(super) fn multiply_prepare(b: &Tq, twin: &mut Tq) {
    let pairs = b.0.as_chunks::<16>().0.iter().zip(&GAMMA_FACTORS);
    for (twin, (b, gammas)) in twin.0.as_chunks_mut::<16>().0.iter_mut().zip(pairs) {
        let (twin, b) = (twin.as_chunks_mut().0, b.as_chunks().0);
        let (low, high) = (load(&b[0]), load(&b[1]));
        let odd = i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high);
        let odd = multiply(odd, Factor::load(gammas));
        store(&mut twin[0], i16x8_shuffle::<0, 8, 2, 9, 4, 10, 6, 11>(low, odd));
        store(&mut twin[1], i16x8_shuffle::<0, 12, 2, 13, 4, 14, 6, 15>(high, odd));
    }
}

/// Algorithms 11 and 12 summed over a row and divided by R: c0 = a0 b0 + a1 b1 gamma, c1 = a0 b1 + a1 b0.
///
/// In: a in \[0, q), |b| < 8q. Out: below 4q. The products of neighbours are added as they are made: those of a with
/// the twin are c0, those of a with b whose neighbours are swapped c1. A sum of eight products is below 2^30.
#[inline(never)]
pub(super) fn dot_product<const K: usize>(a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq) {
    for (i, sum) in sum.0.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let (mut c0, mut c1) = (i32x4_splat(0), i32x4_splat(0));
        for j in 0..K {
            let a = load(&a[j].0.as_chunks().0[i]);
            let b = load(&b[j].0.as_chunks().0[i]);
            let twin = load(&b_twin[j].0.as_chunks().0[i]);
            let b_swapped = i16x8_shuffle::<1, 0, 3, 2, 5, 4, 7, 6>(b, b);
            c0 = i32x4_add(c0, i32x4_dot_i16x8(a, twin));
            c1 = i32x4_add(c1, i32x4_dot_i16x8(a, b_swapped));
        }
        store(sum, montgomery_reduce(c0, c1));
    }
}

/// c / R mod q, of c0 in the even and c1 in the odd places. In: any c. Out: at most |c| / 2^16 + q/2.
///
/// The low half of c, times q^-1, is the multiple of q whose low half is the same; the difference's high half is exact.
#[inline(always)]
fn montgomery_reduce(c0: v128, c1: v128) -> v128 {
    let low = i16x8_shuffle::<0, 8, 2, 10, 4, 12, 6, 14>(c0, c1);
    let t = i16x8_mul(low, i16x8_splat(Q_INVERSE));
    // The products with q of the even places, and of the odd ones.
    let t_q_even = i32x4_dot_i16x8(t, i32x4_splat(Q as i32));
    let t_q_odd = i32x4_dot_i16x8(t, i32x4_splat((Q as i32) << 16));
    i16x8_shuffle::<1, 9, 3, 11, 5, 13, 7, 15>(i32x4_sub(c0, t_q_even), i32x4_sub(c1, t_q_odd))
}

/// sum += t R. In: |t| < 4q, |sum| < 8q. Out: |sum| < 9q, as the product is below q.
#[inline(never)]
pub(super) fn multiply_r_add(t: &Tq, sum: &mut Tq) {
    const R: Factors = Factors::new([times(1 << 8, 1 << 8); 8]);
    for (sum, t) in sum.0.as_chunks_mut::<8>().0.iter_mut().zip(t.0.as_chunks::<8>().0) {
        let value = i16x8_add(multiply(load(t), Factor::load(&R)), load(sum));
        store(sum, value);
    }
}
