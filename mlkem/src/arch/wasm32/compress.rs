//! Compress and Decompress (FIPS 203, section 4.2.1), with the encodings around them.

use super::bits::{Fields, join_two, join_two_64};
use super::vector::{
    first_and_last_16, load, load_bytes, pick, store, store_bytes, store_first_and_last, subtract_multiple,
};
use crate::arch::Q;
use crate::ring::Rq;
use core::arch::wasm32::*;
use core::hint::black_box;

/// 2^15 2^D / q, rounded down. Constants only, evaluated by the compiler.
#[allow(clippy::integer_division_remainder_used)]
const fn two_to_15_plus(d: usize) -> i16 {
    (1i32 << 15 << d).div_euclid(Q as i32) as i16
}

/// Compress_D(x) = round(2^D x / q) mod 2^D, equation 4.7.
///
/// In: |x| < 2q; exact for all of them. With 2q added, which changes nothing mod 2^D, x is below 4q, and its product
/// with 2^15 2^D / q rounded down is less than 4q / 2^15, which is 0.41, below 2^D x / q: after rounding it
/// is the wanted number or one less. What it leaves of 2^D x, counted mod 2^16 but between -q/2 and q,
/// says which: it has to be below q/2.
#[inline(always)]
fn compress_lanes<const D: usize>(x: v128) -> v128 {
    let x = i16x8_add(x, i16x8_splat(2 * Q));
    let y = i16x8_q15mulr_sat(x, i16x8_splat(const { two_to_15_plus(D) }));
    let rest = subtract_multiple(i16x8_shl(x, D as u32), y);
    let y = i16x8_sub(y, i16x8_gt(rest, i16x8_splat(Q >> 1))); // true is -1
    v128_and(y, i16x8_splat(const { (1 << D) - 1 }))
}

/// ByteEncode_D(Compress_D(f + g)). In: |f + g| < 2q.
#[inline(never)]
pub(super) fn compress<const D: usize>(f: &Rq, g: &Rq, bytes: &mut [u8]) {
    let f_g = f.0.as_chunks::<32>().0.iter().zip(g.0.as_chunks::<32>().0);
    for (bytes, (f, g)) in bytes.chunks_exact_mut(4 * D).zip(f_g) {
        let (f, g) = (f.as_chunks().0, g.as_chunks().0);
        let mut pairs = [i32x4_splat(0); 4];
        for i in 0..4 {
            pairs[i] = join_two::<D>(compress_lanes::<D>(i16x8_add(load(&f[i]), load(&g[i]))));
        }
        match D {
            4 => encode_4(pairs, bytes),
            5 => encode_5(pairs, bytes),
            10 => encode_10(pairs, bytes),
            _ => encode_11(pairs, bytes),
        }
    }
}

/// Algorithm 5 with d = 4, of sixteen pairs in 32-bit lanes: 16 bytes.
#[inline(always)]
fn encode_4([a, b, c, d]: [v128; 4], bytes: &mut [u8]) {
    if let Some(bytes) = bytes.first_chunk_mut() {
        store_bytes(bytes, u8x16_narrow_i16x8(i16x8_narrow_i32x4(a, b), i16x8_narrow_i32x4(c, d)));
    }
}

/// Algorithm 5 with d = 5, of sixteen pairs in 32-bit lanes: 20 bytes. Two fields of 5 bits are one of 10.
#[inline(always)]
fn encode_5([a, b, c, d]: [v128; 4], bytes: &mut [u8]) {
    encode_10_of_16(join_two::<10>(i16x8_narrow_i32x4(a, b)), join_two::<10>(i16x8_narrow_i32x4(c, d)), bytes);
}

/// Algorithm 5 with d = 10, of sixteen pairs in 32-bit lanes: 40 bytes.
#[inline(always)]
fn encode_10([a, b, c, d]: [v128; 4], bytes: &mut [u8]) {
    let (low, high) = bytes.split_at_mut(20);
    encode_10_of_16(a, b, low);
    encode_10_of_16(c, d, high);
}

/// Eight pairs of 10 bits: 20 bytes, five of each 64-bit lane.
#[inline(always)]
fn encode_10_of_16(a: v128, b: v128, bytes: &mut [u8]) {
    const RUNS: [[u8; 16]; 2] = first_and_last_16([(0, 5), (8, 5), (16, 5), (24, 5), (0, 0), (0, 0), (0, 0), (0, 0)]);
    let (a, b) = (join_two_64::<20>(a), join_two_64::<20>(b));
    store_first_and_last(bytes, pick(a, b, &RUNS[0]), pick(a, b, &RUNS[1]));
}

/// Algorithm 5 with d = 11, of sixteen pairs in 32-bit lanes: 44 bytes.
#[inline(always)]
fn encode_11([a, b, c, d]: [v128; 4], bytes: &mut [u8]) {
    let (low, high) = bytes.split_at_mut(22);
    encode_11_of_16(a, b, low);
    encode_11_of_16(c, d, high);
}

/// Eight pairs of 11 bits: 22 bytes. Eight fields have 88 bits, the first 64 in `low`, the other 24 in `high`.
#[inline(always)]
fn encode_11_of_16(a: v128, b: v128, bytes: &mut [u8]) {
    const RUNS: [[u8; 16]; 2] = first_and_last_16([(0, 8), (16, 3), (8, 8), (24, 3), (0, 0), (0, 0), (0, 0), (0, 0)]);
    let (a, b) = (join_two_64::<22>(a), join_two_64::<22>(b));
    let (first_44, last_44) = (i64x2_shuffle::<0, 2>(a, b), i64x2_shuffle::<1, 3>(a, b));
    let (low, high) = (v128_or(first_44, i64x2_shl(last_44, 44)), u64x2_shr(last_44, 20));
    store_first_and_last(bytes, pick(low, high, &RUNS[0]), pick(low, high, &RUNS[1]));
}

/// Decompress_D(ByteDecode_D(bytes)): round(q y / 2^D), equation 4.8. Out: \[0, q).
///
/// A field y is taken to the upper bits of its lane, below the sign: that is 2^15 y / 2^D, and the rounded product
/// with q / 2^15 is exact.
#[inline(never)]
pub(super) fn decompress<const D: usize>(bytes: &[u8], f: &mut Rq) {
    let fields = black_box(&Unpack::<D>::FIELDS);
    for (f, bytes) in f.0.as_chunks_mut::<32>().0.iter_mut().zip(bytes.chunks_exact(4 * D)) {
        for (i, f) in f.as_chunks_mut().0.iter_mut().enumerate() {
            if let Some(window) = bytes.get(window_start(D, i)..).and_then(<[u8]>::first_chunk) {
                let y = fields[i].take(load_bytes(window));
                store(f, i16x8_q15mulr_sat(i16x8_shl(y, 15 - D as u32), i16x8_splat(Q)));
            }
        }
    }
}

/// Where to read the i-th eight fields of 32, in 4D bytes: at the first one, but so that 16 bytes are there.
const fn window_start(d: usize, i: usize) -> usize {
    if i * d + 16 <= 4 * d { i * d } else { 4 * d - 16 }
}

struct Unpack<const D: usize>;

impl<const D: usize> Unpack<D> {
    const FIELDS: [Fields<D>; 4] = [Self::fields(0), Self::fields(1), Self::fields(2), Self::fields(3)];

    const fn fields(i: usize) -> Fields<D> {
        Fields::new(i * D - window_start(D, i))
    }
}
