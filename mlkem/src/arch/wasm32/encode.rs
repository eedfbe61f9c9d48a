//! ByteEncode_12 and ByteDecode_12 (FIPS 203, section 4.2.1) and the comparison of byte strings.

use super::bits::{FIELDS_12, join_two};
use super::vector::{
    add_q_if_negative, first_and_last_16, load, load_bytes, pick, reduce, store, store_first_and_last,
};
use crate::arch::Q;
use crate::ring::Tq;
use core::arch::wasm32::*;
use core::hint::black_box;

/// Algorithm 5 with d = 12, of the residues: two coefficients make three bytes. In: |f_hat| < 9q.
#[inline(never)]
pub(super) fn byte_encode_12(f_hat: &Tq, bytes: &mut [u8; 384]) {
    const RUNS: [[u8; 16]; 2] =
        first_and_last_16([(0, 3), (4, 3), (8, 3), (12, 3), (16, 3), (20, 3), (24, 3), (28, 3)]);
    for (bytes, f) in bytes.as_chunks_mut::<24>().0.iter_mut().zip(f_hat.0.as_chunks::<16>().0) {
        let f = f.as_chunks().0;
        let residues = |f| add_q_if_negative(reduce(load(f)));
        let (a, b) = (join_two::<12>(residues(&f[0])), join_two::<12>(residues(&f[1])));
        store_first_and_last(bytes, pick(a, b, &RUNS[0]), pick(a, b, &RUNS[1]));
    }
}

/// Algorithm 6 with d = 12, reduced mod q; whether nothing had to be.
#[inline(never)]
pub(super) fn byte_decode_12(bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
    let fields = black_box(&FIELDS_12);
    let mut largest = u16x8_splat(0);
    for (f, bytes) in f_hat.0.as_chunks_mut::<16>().0.iter_mut().zip(bytes.as_chunks::<24>().0) {
        let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else { continue };
        let f = f.as_chunks_mut().0;
        let (a, b) = (fields[0].take(load_bytes(first)), fields[1].take(load_bytes(last)));
        largest = u16x8_max(largest, u16x8_max(a, b));
        store(&mut f[0], subtract_q_if_not_less(a));
        store(&mut f[1], subtract_q_if_not_less(b));
    }
    !v128_any_true(u16x8_gt(largest, i16x8_splat(Q - 1)))
}

/// a mod q. In: a < 2q. The difference wraps round to a larger number than a exactly when a < q.
#[inline(always)]
fn subtract_q_if_not_less(a: v128) -> v128 {
    u16x8_min(a, i16x8_sub(a, i16x8_splat(Q)))
}

/// 0xff when the strings are equal, 0 when they are not; reads all of both.
#[inline(never)]
pub(super) fn equal(a: &[u8], b: &[u8]) -> u8 {
    let ((a_vectors, a_rest), (b_vectors, b_rest)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut differences = u8x16_splat(0);
    for (a, b) in a_vectors.iter().zip(b_vectors) {
        differences = v128_or(differences, v128_xor(load_bytes(a), load_bytes(b)));
    }
    let mut difference = u64x2_extract_lane::<0>(differences) | u64x2_extract_lane::<1>(differences);
    for (a, b) in a_rest.iter().zip(b_rest) {
        difference |= u64::from(a ^ b);
    }
    // Zero has no bit set, nor has its negative; any other number has its top bit set, or its negative has.
    ((difference | difference.wrapping_neg()) >> 63).wrapping_sub(1) as u8
}
