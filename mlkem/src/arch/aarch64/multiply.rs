//! Multiplication in T_q (FIPS 203, section 4.3.1).

use super::vector::{Factor, load, load_2, multiply, store, store_2};
use crate::arch::Q;
use crate::arch::barrett::{Factors, GAMMA_FACTORS, times};
use crate::arch::zetas::Q_INVERSE;
use crate::ring::Tq;
use core::arch::aarch64::*;
use core::hint::black_box;

/// The odd places times gamma. In: |b| < 8q. Out: odd places below 0.91 q. Seven instructions for 16 coefficients.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn multiply_prepare(b: &Tq, twin: &mut Tq) {
    let pairs = b.0.as_chunks::<16>().0.iter().zip(black_box(&GAMMA_FACTORS));
    for (twin, (b, gammas)) in twin.0.as_chunks_mut::<16>().0.iter_mut().zip(pairs) {
        let int16x8x2_t(b0, b1) = load_2(b);
        store_2(twin, b0, multiply(b1, Factor::load(gammas)));
    }
}

/// Algorithms 11 and 12 summed over a row and divided by R: c0 = a0 b0 + a1 b1 gamma, c1 = a0 b1 + a1 b0.
///
/// In: a in \[0, q), |b| < 8q. Out: below 4q. The vectors stay in their order: the products of a with the twin, and
/// with b whose neighbours are swapped, are summed over the row as they stand, and neighbours added at the end.
/// A sum of eight products is below 2^30. Eight long multiplications for 16 coefficients and each of the K terms,
/// and one reduction for all of them.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn dot_product<const K: usize>(a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq) {
    let zero = [vdupq_n_s32(0); 2];
    for (i, sum) in sum.0.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let (mut c0, mut c1) = ([zero; 2], [zero; 2]);
        for j in 0..K {
            for half in 0..2 {
                let a = load(&a[j].0.as_chunks().0[2 * i + half]);
                let b = load(&b[j].0.as_chunks().0[2 * i + half]);
                let twin = load(&b_twin[j].0.as_chunks().0[2 * i + half]);
                c0[half] = multiply_add(c0[half], a, twin);
                c1[half] = multiply_add(c1[half], a, vrev32q_s16(b));
            }
        }
        store_2(sum, montgomery_reduce(add_neighbours(c0)), montgomery_reduce(add_neighbours(c1)));
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn add_neighbours(c: [[int32x4_t; 2]; 2]) -> [int32x4_t; 2] {
    [vpaddq_s32(c[0][0], c[0][1]), vpaddq_s32(c[1][0], c[1][1])]
}

/// c + a b, in 32 bits: c\[0\] for the low four lanes, c\[1\] for the high ones.
#[inline]
#[target_feature(enable = "neon")]
fn multiply_add(c: [int32x4_t; 2], a: int16x8_t, b: int16x8_t) -> [int32x4_t; 2] {
    [vmlal_s16(c[0], vget_low_s16(a), vget_low_s16(b)), vmlal_high_s16(c[1], a, b)]
}

/// c / R mod q. In: any c. Out: at most |c| / 2^16 + q/2.
///
/// The low half of c, times q^-1, is the multiple of q whose low half is the same; the difference's high half is exact.
#[inline]
#[target_feature(enable = "neon")]
fn montgomery_reduce(c: [int32x4_t; 2]) -> int16x8_t {
    let low = vuzp1q_s16(vreinterpretq_s16_s32(c[0]), vreinterpretq_s16_s32(c[1]));
    let t = vmulq_n_s16(low, Q_INVERSE);
    let c0 = vmlsl_n_s16(c[0], vget_low_s16(t), Q);
    let c1 = vmlsl_high_n_s16(c[1], t, Q);
    vuzp2q_s16(vreinterpretq_s16_s32(c0), vreinterpretq_s16_s32(c1))
}

/// sum += t R. In: |t| < 4q, |sum| < 8q. Out: |sum| < 9q, as the product is below q.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn multiply_r_add(t: &Tq, sum: &mut Tq) {
    const R: Factors = Factors::new([times(1 << 8, 1 << 8); 8]);
    for (sum, t) in sum.0.as_chunks_mut::<32>().0.iter_mut().zip(t.0.as_chunks::<32>().0) {
        for (sum, t) in sum.as_chunks_mut::<8>().0.iter_mut().zip(t.as_chunks::<8>().0) {
            let value = vaddq_s16(multiply(load(t), Factor::load(&R)), load(sum));
            store(sum, value);
        }
    }
}
