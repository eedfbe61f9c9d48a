//! Compress and Decompress (FIPS 203, section 4.2.1), with the encodings around them.

use super::bits::Fields;
use super::vector::{load, load_bytes, store, store_bytes};
use crate::arch::Q;
use crate::ring::Rq;
use core::arch::aarch64::*;

/// round(2^15 2^D / q). Constants only, evaluated by the compiler.
#[allow(clippy::integer_division_remainder_used)]
const fn two_to_15_plus(d: usize) -> i16 {
    ((2 << 15 << d) + Q as i32).div_euclid(2 * Q as i32) as i16
}

/// Compress_D(x) = round(2^D x / q), equation 4.7; what lies above the low D bits is of no meaning.
///
/// In: |x| < 2q; exact for all of them. The floor of x times the rounded 2^15 2^D / q is at most 2q / 2^16, a tenth,
/// from 2^D x / q before it is rounded down: it is the wanted number or one less. What it leaves of 2^D x,
/// counted mod 2^16 but between -q/2 and 5q/4, says which: it has to be below q/2. Five instructions.
#[inline]
#[target_feature(enable = "neon")]
fn compress_lanes<const D: usize>(x: int16x8_t) -> int16x8_t {
    let floor = vqdmulhq_n_s16(x, const { two_to_15_plus(D) });
    let rest = vmlsq_n_s16(vshlq_s16(x, vdupq_n_s16(D as i16)), floor, Q);
    vsubq_s16(floor, vreinterpretq_s16_u16(vcgtq_s16(rest, vdupq_n_s16(Q >> 1)))) // true is -1
}

/// ByteEncode_D(Compress_D(f + g)). In: |f + g| < 2q.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn compress<const D: usize>(f: &Rq, g: &Rq, bytes: &mut [u8]) {
    let f_g = f.0.as_chunks::<32>().0.iter().zip(g.0.as_chunks::<32>().0);
    for (bytes, (f, g)) in bytes.chunks_exact_mut(4 * D).zip(f_g) {
        let (f, g) = (f.as_chunks::<8>().0, g.as_chunks::<8>().0);
        let mut fields = [vdupq_n_u16(0); 4];
        for i in 0..4 {
            fields[i] = vreinterpretq_u16_s16(compress_lanes::<D>(vaddq_s16(load(&f[i]), load(&g[i]))));
        }
        match D {
            4 => encode_4(fields, bytes),
            5 => encode_5(fields, bytes),
            10 => encode_10(fields, bytes),
            _ => encode_11(fields, bytes),
        }
    }
}

/// Algorithm 5 with d = 4, of the low 4 bits of 32 lanes: 16 bytes.
#[inline]
#[target_feature(enable = "neon")]
fn encode_4(fields: [uint16x8_t; 4], bytes: &mut [u8]) {
    let [low, high] = low_bytes(fields);
    let (even, odd) = (vuzp1q_u8(low, high), vuzp2q_u8(low, high));
    if let Some(bytes) = bytes.first_chunk_mut() {
        store_bytes(bytes, vsliq_n_u8::<4>(even, odd));
    }
}

/// Algorithm 5 with d = 5, of the low 5 bits of 32 lanes: 20 bytes. Two fields of 5 bits are one of 10.
#[inline]
#[target_feature(enable = "neon")]
fn encode_5(fields: [uint16x8_t; 4], bytes: &mut [u8]) {
    let [low, high] = low_bytes(fields);
    encode_10_of_16([join_two_of_5(low), join_two_of_5(high)], bytes);
}

/// Algorithm 5 with d = 10, of the low 10 bits of 32 lanes: 40 bytes.
#[inline]
#[target_feature(enable = "neon")]
fn encode_10([a, b, c, d]: [uint16x8_t; 4], bytes: &mut [u8]) {
    let (low, high) = bytes.split_at_mut(20);
    encode_10_of_16([a, b], low);
    encode_10_of_16([c, d], high);
}

/// Sixteen fields of 10 bits: 20 bytes, five of each 64-bit lane.
#[inline]
#[target_feature(enable = "neon")]
fn encode_10_of_16([a, b]: [uint16x8_t; 2], bytes: &mut [u8]) {
    const RUNS: [[u8; 16]; 2] = first_and_last_16([(0, 5), (8, 5), (16, 5), (24, 5)]);
    store_runs(join_four::<10, 20>(a), join_four::<10, 20>(b), &RUNS, bytes);
}

/// Algorithm 5 with d = 11, of the low 11 bits of 32 lanes: 44 bytes.
#[inline]
#[target_feature(enable = "neon")]
fn encode_11([a, b, c, d]: [uint16x8_t; 4], bytes: &mut [u8]) {
    let (low, high) = bytes.split_at_mut(22);
    encode_11_of_16([a, b], low);
    encode_11_of_16([c, d], high);
}

/// Sixteen fields of 11 bits: 22 bytes. Eight fields have 88 bits, the first 64 in `low`, the other 24 in `high`.
#[inline]
#[target_feature(enable = "neon")]
fn encode_11_of_16([a, b]: [uint16x8_t; 2], bytes: &mut [u8]) {
    const RUNS: [[u8; 16]; 2] = first_and_last_16([(0, 8), (16, 3), (8, 8), (24, 3)]);
    let (a, b) = (join_four::<11, 22>(a), join_four::<11, 22>(b));
    let (first_44, last_44) = (vtrn1q_u64(a, b), vtrn2q_u64(a, b));
    let (low, high) = (vsliq_n_u64::<44>(first_44, last_44), vshrq_n_u64::<20>(last_44));
    store_runs(low, high, &RUNS, bytes);
}

/// The low bytes of the lanes.
#[inline]
#[target_feature(enable = "neon")]
fn low_bytes(lanes: [uint16x8_t; 4]) -> [uint8x16_t; 2] {
    let [a, b, c, d] = lanes;
    [
        vuzp1q_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b)),
        vuzp1q_u8(vreinterpretq_u8_u16(c), vreinterpretq_u8_u16(d)),
    ]
}

/// Two fields of 5 bits, from the low bits of two bytes to the low 10 bits of a 16-bit lane.
#[inline]
#[target_feature(enable = "neon")]
fn join_two_of_5(fields: uint8x16_t) -> uint16x8_t {
    let fields = vreinterpretq_u16_u8(fields);
    vsliq_n_u16::<5>(fields, vshrq_n_u16::<8>(fields))
}

/// Four fields of D bits, from the low bits of four 16-bit lanes to the low 4D bits of a 64-bit lane.
/// `D2` is 2D. A field's upper bits are overwritten by the next field; the last one's remain.
#[inline]
#[target_feature(enable = "neon")]
fn join_four<const D: i32, const D2: i32>(fields: uint16x8_t) -> uint64x2_t {
    let fields = vreinterpretq_u32_u16(fields);
    let pairs = vreinterpretq_u64_u32(vsliq_n_u32::<D>(fields, vshrq_n_u32::<16>(fields)));
    vsliq_n_u64::<D2>(pairs, vshrq_n_u64::<32>(pairs))
}

/// Runs of bytes (where they begin among 32, and their length), put together: the first and the last 16 of them.
const fn first_and_last_16(runs: [(u8, usize); 4]) -> [[u8; 16]; 2] {
    let mut all = [0; 32];
    let (mut run, mut end) = (0, 0);
    while run < 4 {
        let mut i = 0;
        while i < runs[run].1 {
            all[end] = runs[run].0 + i as u8;
            (i, end) = (i + 1, end + 1);
        }
        run += 1;
    }
    let mut windows = [[0; 16]; 2];
    let mut i = 0;
    while i < 16 {
        windows[0][i] = all[i];
        windows[1][i] = all[end - 16 + i];
        i += 1;
    }
    windows
}

/// Stores the runs of bytes of a and b that [`first_and_last_16`] describes; the two stores overlap.
#[inline]
#[target_feature(enable = "neon")]
fn store_runs(a: uint64x2_t, b: uint64x2_t, runs: &[[u8; 16]; 2], bytes: &mut [u8]) {
    let a_b = uint8x16x2_t(vreinterpretq_u8_u64(a), vreinterpretq_u8_u64(b));
    if let Some(first) = bytes.first_chunk_mut() {
        store_bytes(first, vqtbl2q_u8(a_b, load_bytes(&runs[0])));
    }
    if let Some(last) = bytes.last_chunk_mut() {
        store_bytes(last, vqtbl2q_u8(a_b, load_bytes(&runs[1])));
    }
}

/// Decompress_D(ByteDecode_D(bytes)): round(q y / 2^D), equation 4.8. Out: \[0, q).
///
/// A field y is taken to the upper bits of its lane, below the sign: that is 2^15 y / 2^D, and the rounded product
/// with q / 2^15 is exact. Five or six instructions for eight coefficients, nine with 11 bits.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn decompress<const D: usize>(bytes: &[u8], f: &mut Rq) {
    for (f, bytes) in f.0.as_chunks_mut::<32>().0.iter_mut().zip(bytes.chunks_exact(4 * D)) {
        for (i, f) in f.as_chunks_mut().0.iter_mut().enumerate() {
            if let Some(window) = bytes.get(window_start(D, i)..).and_then(<[u8]>::first_chunk) {
                let y = vreinterpretq_s16_u16(Unpack::<D>::FIELDS[i].take(load_bytes(window)));
                store(f, vqrdmulhq_n_s16(y, Q));
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
    const FIELDS: [Fields; 4] = [Self::fields(0), Self::fields(1), Self::fields(2), Self::fields(3)];

    const fn fields(i: usize) -> Fields {
        Fields::new(D, i * D - window_start(D, i), 15)
    }
}
