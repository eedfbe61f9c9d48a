//! Compress and Decompress (FIPS 203, section 4.2.1), with the encodings around them.

use super::encode::{byte_decode, byte_encode};
use super::reduce::{add_q_if_negative, barrett_reduce};
use crate::arch::{COMPRESS_BOUND, Q};
use crate::ring::Rq;
use core::hint::black_box;

/// Compress_d(x) = round(x 2^d / q) mod 2^d, equation 4.7, for x in \[0, q).
///
/// Never a division: some processors take longer over larger numbers (KyberSlash). The quotient by q is a product
/// with 2^33 / q, rounded up, which is exact for every x (the test tries them all).
#[inline(always)]
fn compress_coefficient<const D: usize>(x: i16) -> u16 {
    const RECIPROCAL: u64 = 2_580_335; // 2^33 / q, rounded up
    let rounded = ((x as u64) << D) + (Q as u64 >> 1);
    ((rounded * RECIPROCAL) >> 33) as u16 & ((1 << D) - 1)
}

/// Decompress_d(y) = round(y q / 2^d), equation 4.8, rounded half up.
#[inline(always)]
fn decompress_coefficient<const D: usize>(y: u16) -> i16 {
    ((i32::from(y) * i32::from(Q) + (1 << (D - 1))) >> D) as i16
}

/// The residue in \[0, q), of any i16.
#[inline(always)]
fn canonical(x: i16) -> i16 {
    add_q_if_negative(barrett_reduce(x))
}

pub(super) fn compress<const D: usize>(f: &Rq, g: &Rq, bytes: &mut [u8]) {
    let mut values = [0; 256];
    for (value, (f, g)) in values.iter_mut().zip(f.0.iter().zip(&g.0)) {
        debug_assert!((f + g).abs() < COMPRESS_BOUND);
        *value = compress_coefficient::<D>(canonical(f + g));
    }
    byte_encode::<D>(&values, bytes);
}

pub(super) fn decompress<const D: usize>(bytes: &[u8], f: &mut Rq) {
    let mut values = [0; 256];
    byte_decode::<D>(bytes, &mut values);
    for (f, &value) in f.0.iter_mut().zip(&values) {
        *f = decompress_coefficient::<D>(value);
    }
}

pub(super) fn message_encode(v: &Rq, w: &Rq, message: &mut [u8; 32]) {
    let mut values = [0; 256];
    for (value, (v, w)) in values.iter_mut().zip(v.0.iter().zip(&w.0)) {
        debug_assert!((v - w).abs() < COMPRESS_BOUND);
        *value = compress_coefficient::<1>(canonical(v - w));
    }
    byte_encode::<1>(&values, message);
}

/// Decompress_1 maps a bit to 0 or (q + 1) / 2.
///
/// The factor is hidden from the compiler, which might otherwise turn the product into a branch on a secret bit.
pub(super) fn message_add(message: &[u8; 32], f: &mut Rq) {
    let half = black_box(decompress_coefficient::<1>(1));
    for (eight, &byte) in f.0.as_chunks_mut::<8>().0.iter_mut().zip(message) {
        for (i, c) in eight.iter_mut().enumerate() {
            *c += i16::from(byte >> i & 1) * half;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equation 4.7 in exact rational arithmetic: round half up of x 2^d / q is floor((2 x 2^d + q) / 2q).
    fn compress_exact(x: i64, d: u32) -> u16 {
        ((2 * (x << d) + 3329).div_euclid(2 * 3329) & ((1 << d) - 1)) as u16
    }

    fn check_compress<const D: usize>() {
        for x in -2 * 3329 + 1..2 * 3329 {
            let exact = compress_exact(i64::from(x).rem_euclid(3329), D as u32);
            assert_eq!(compress_coefficient::<D>(canonical(x)), exact, "Compress_{D}({x})");
        }
    }

    /// Every coefficient a caller may pass, for every d.
    #[test]
    fn compress_is_exact_everywhere() {
        check_compress::<1>();
        check_compress::<4>();
        check_compress::<5>();
        check_compress::<10>();
        check_compress::<11>();
    }

    fn check_decompress<const D: usize>() {
        for y in 0..1u16 << D {
            let exact = (2 * i64::from(y) * 3329 + (1 << D)).div_euclid(2 << D);
            assert_eq!(i64::from(decompress_coefficient::<D>(y)), exact, "Decompress_{D}({y})");
            assert_eq!(
                compress_coefficient::<D>(decompress_coefficient::<D>(y)),
                y,
                "FIPS 203: Compress(Decompress(y)) = y"
            );
        }
    }

    /// Every compressed value, for every d, and that compressing it again gives it back.
    #[test]
    fn decompress_is_exact_everywhere() {
        check_decompress::<1>();
        check_decompress::<4>();
        check_decompress::<5>();
        check_decompress::<10>();
        check_decompress::<11>();
    }
}
