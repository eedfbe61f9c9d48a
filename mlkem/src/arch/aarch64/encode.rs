//! ByteEncode_12 and ByteDecode_12 (FIPS 203, section 4.2.1) and the comparison of byte strings.

use super::vector::{add_q_if_negative, load_2, load_bytes, load_bytes_3, reduce, store_2, store_bytes_3};
use crate::arch::Q;
use crate::ring::Tq;
use core::arch::aarch64::*;

/// Algorithm 5 with d = 12, of the residues: two coefficients make three bytes. In: |f_hat| < 9q.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn byte_encode_12(f_hat: &Tq, bytes: &mut [u8; 384]) {
    for (bytes, f) in bytes.as_chunks_mut::<48>().0.iter_mut().zip(f_hat.0.as_chunks::<32>().0) {
        let [first, second] = f.as_chunks().0 else { continue };
        let ([c0, c1], [c2, c3]) = (residues(first), residues(second));
        let ([c0_low, c0_high], [c1_low, c1_high]) = (split_bytes(c0, c2), split_bytes(c1, c3));
        let b1 = vsliq_n_u8::<4>(c0_high, c1_low);
        let b2 = vsliq_n_u8::<4>(vshrq_n_u8::<4>(c1_low), c1_high);
        store_bytes_3(bytes, [c0_low, b1, b2]);
    }
}

/// The residues of sixteen coefficients in \[0, q): those in even places, and those in odd ones.
#[inline]
#[target_feature(enable = "neon")]
fn residues(f: &[i16; 16]) -> [int16x8_t; 2] {
    let int16x8x2_t(even, odd) = load_2(f);
    [add_q_if_negative(reduce(even)), add_q_if_negative(reduce(odd))]
}

/// The low and the high bytes of sixteen lanes.
#[inline]
#[target_feature(enable = "neon")]
fn split_bytes(a: int16x8_t, b: int16x8_t) -> [uint8x16_t; 2] {
    let (a, b) = (vreinterpretq_u8_s16(a), vreinterpretq_u8_s16(b));
    [vuzp1q_u8(a, b), vuzp2q_u8(a, b)]
}

/// Algorithm 6 with d = 12, reduced mod q; whether nothing had to be. 23 instructions for 32 coefficients.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn byte_decode_12(bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
    let mut largest = vdupq_n_u16(0);
    for (f, bytes) in f_hat.0.as_chunks_mut::<32>().0.iter_mut().zip(bytes.as_chunks::<48>().0) {
        let uint8x16x3_t(c0_low, b1, b2) = load_bytes_3(bytes);
        let c0_high = vandq_u8(b1, vdupq_n_u8(15));
        let c1_low = vsliq_n_u8::<4>(vshrq_n_u8::<4>(b1), b2);
        let c1_high = vshrq_n_u8::<4>(b2);
        let c0 = join_bytes(c0_low, c0_high);
        let c1 = join_bytes(c1_low, c1_high);
        for (i, f) in f.as_chunks_mut().0.iter_mut().enumerate() {
            largest = vmaxq_u16(largest, vmaxq_u16(c0[i], c1[i]));
            store_2(f, subtract_q_if_not_less(c0[i]), subtract_q_if_not_less(c1[i]));
        }
    }
    vmaxvq_u16(largest) < Q as u16
}

/// Sixteen low and sixteen high bytes to sixteen lanes.
#[inline]
#[target_feature(enable = "neon")]
fn join_bytes(low: uint8x16_t, high: uint8x16_t) -> [uint16x8_t; 2] {
    [vreinterpretq_u16_u8(vzip1q_u8(low, high)), vreinterpretq_u16_u8(vzip2q_u8(low, high))]
}

/// a mod q. In: a < 2q. The difference wraps round to a larger number than a exactly when a < q.
#[inline]
#[target_feature(enable = "neon")]
fn subtract_q_if_not_less(a: uint16x8_t) -> int16x8_t {
    vreinterpretq_s16_u16(vminq_u16(a, vsubq_u16(a, vdupq_n_u16(Q as u16))))
}

/// 0xff when the strings are equal, 0 when they are not; reads all of both.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn equal(a: &[u8], b: &[u8]) -> u8 {
    let ((a_blocks, a_rest), (b_blocks, b_rest)) = (a.as_chunks::<32>(), b.as_chunks::<32>());
    let mut differences = vdupq_n_u8(0);
    for (a, b) in a_blocks.iter().zip(b_blocks) {
        for (a, b) in a.as_chunks().0.iter().zip(b.as_chunks().0) {
            differences = vorrq_u8(differences, veorq_u8(load_bytes(a), load_bytes(b)));
        }
    }
    let mut difference = vmaxvq_u8(differences);
    for (a, b) in a_rest.iter().zip(b_rest) {
        difference |= a ^ b;
    }
    (u16::from(difference).wrapping_sub(1) >> 8) as u8
}
