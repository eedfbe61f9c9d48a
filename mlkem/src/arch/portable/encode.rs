//! ByteEncode and ByteDecode (FIPS 203, section 4.2.1) and the comparison of byte strings.

use super::reduce::{add_q_if_negative, barrett_reduce, subtract_q_if_not_less};
use crate::arch::{ENCODE_BOUND, Q};
use crate::ring::Tq;
use subtle::ConstantTimeEq;

/// Algorithm 5 for any d: eight values of D bits make D bytes.
pub(super) fn byte_encode<const D: usize>(values: &[u16; 256], bytes: &mut [u8]) {
    for (eight, bytes) in values.as_chunks::<8>().0.iter().zip(bytes.chunks_exact_mut(D)) {
        let mut bits = 0u128;
        for (i, &value) in eight.iter().enumerate() {
            bits |= u128::from(value) << (D * i);
        }
        bytes.copy_from_slice(&bits.to_le_bytes()[..D]);
    }
}

/// Algorithm 6 for any d, without the reduction that d = 12 wants.
pub(super) fn byte_decode<const D: usize>(bytes: &[u8], values: &mut [u16; 256]) {
    for (eight, bytes) in values.as_chunks_mut::<8>().0.iter_mut().zip(bytes.chunks_exact(D)) {
        let mut padded = [0; 16];
        padded[..D].copy_from_slice(bytes);
        let bits = u128::from_le_bytes(padded);
        for (i, value) in eight.iter_mut().enumerate() {
            *value = (bits >> (D * i)) as u16 & ((1 << D) - 1);
        }
    }
}

/// Algorithm 5 with d = 12, of the residues: two coefficients make three bytes.
pub(super) fn byte_encode_12(f_hat: &Tq, bytes: &mut [u8; 384]) {
    debug_assert!(f_hat.0.iter().all(|c| c.abs() < ENCODE_BOUND));
    for (three, pair) in bytes.as_chunks_mut::<3>().0.iter_mut().zip(f_hat.0.as_chunks::<2>().0) {
        let [c0, c1] = pair.map(|c| add_q_if_negative(barrett_reduce(c)));
        *three = [c0 as u8, (c0 >> 8 | c1 << 4) as u8, (c1 >> 4) as u8];
    }
}

/// Algorithm 6 with d = 12, reduced mod q; whether nothing had to be.
pub(super) fn byte_decode_12(bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
    let mut too_large = 0; // the sign of q - 1 - c, gathered
    for (pair, &three) in f_hat.0.as_chunks_mut::<2>().0.iter_mut().zip(bytes.as_chunks::<3>().0) {
        let [b0, b1, b2] = three.map(i16::from);
        let values = [b0 | (b1 & 15) << 8, b1 >> 4 | b2 << 4];
        too_large |= (Q - 1 - values[0]) | (Q - 1 - values[1]);
        *pair = values.map(subtract_q_if_not_less);
    }
    too_large >= 0
}

/// 0xff when the strings are equal, 0 when they are not; reads all of both.
pub(super) fn equal(a: &[u8], b: &[u8]) -> u8 {
    debug_assert_eq!(a.len(), b.len());
    let mut difference = 0;
    for (a, b) in a.iter().zip(b) {
        difference |= a ^ b;
    }
    0u8.wrapping_sub(difference.ct_eq(&0).unwrap_u8())
}
