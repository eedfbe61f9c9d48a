//! Sampling (FIPS 203, section 4.2.2): the loops of Algorithms 7 and 8 over bytes that are already there.

use super::bits::{FIELDS_12, Fields};
use super::vector::{load_bytes, store};
use crate::arch::Q;
use crate::params::XOF_RATE;
use crate::ring::{Rq, Tq};
use core::arch::wasm32::*;
use core::hint::black_box;
use keccak::States;

/// Algorithm 7, lines 4 to 16: sixteen candidates, 24 bytes, at a time, one by one what is left of the bytes.
///
/// Public data: how many candidates pass decides where the next ones go, and the pattern that passed is the index
/// of a table. Reads nothing after `bytes`; may write anything to the places of `a_hat` behind those accepted.
#[inline(never)]
pub(super) fn sample_ntt(bytes: &[u8], a_hat: &mut Tq, mut count: usize) -> usize {
    let fields = black_box(&FIELDS_12);
    let (blocks, rest) = bytes.as_chunks::<24>();
    for block in blocks {
        let (Some(first), Some(last)) = (block.first_chunk(), block.last_chunk()) else { continue };
        count = append_accepted_of_24(fields, load_bytes(first), load_bytes(last), a_hat, count);
        if count == 256 {
            return count;
        }
    }
    for &[c0, c1, c2] in rest.as_chunks::<3>().0 {
        let [c0, c1, c2] = [c0, c1, c2].map(i16::from);
        for d in [c0 | (c1 & 15) << 8, c1 >> 4 | c2 << 4] {
            if let Some(a) = a_hat.0.get_mut(count) {
                *a = d;
                count += usize::from(d < Q);
            }
        }
    }
    count
}

/// [`sample_ntt`] of three blocks of SHAKE128, straight from one of W lanes: three words are 24 bytes.
#[inline(never)]
pub(super) fn sample_ntt_lane<const W: usize>(blocks: [&States<W>; 3], lane: usize, a_hat: &mut Tq) -> usize {
    const WORDS: usize = XOF_RATE >> 3;
    let fields = black_box(&FIELDS_12);
    let mut count = 0;
    for states in blocks {
        for words in states[..WORDS].as_chunks::<3>().0 {
            let [w0, w1, w2] = [words[0][lane], words[1][lane], words[2][lane]];
            count = append_accepted_of_24(fields, u64x2(w0, w1), u64x2(w1, w2), a_hat, count);
            if count == 256 {
                return count;
            }
        }
    }
    count
}

/// The candidates of 24 bytes, which come as the first 16 and the last 16 of them.
#[inline(always)]
fn append_accepted_of_24(fields: &[Fields<12>; 2], first: v128, last: v128, a_hat: &mut Tq, count: usize) -> usize {
    let count = append_accepted(fields[0].take(first), a_hat, count);
    append_accepted(fields[1].take(last), a_hat, count)
}

/// The candidates below q, in their order, as long as there is room.
#[inline(always)]
fn append_accepted(candidates: v128, a_hat: &mut Tq, count: usize) -> usize {
    let pattern = i16x8_bitmask(i16x8_lt(candidates, i16x8_splat(Q)));
    let number = pattern.count_ones() as usize;
    let accepted = i8x16_swizzle(candidates, load_bytes(&ACCEPTED_FIRST[usize::from(pattern)]));
    if count <= 256 - 8 {
        if let Some(eight) = a_hat.0[count..].first_chunk_mut() {
            store(eight, accepted);
        }
        count + number
    } else {
        count + fill(&mut a_hat.0[count.min(256)..], accepted, number)
    }
}

/// [`append_accepted`] where less than eight places are free: how many it fills.
#[cold]
#[inline(never)]
fn fill(free: &mut [i16], accepted: v128, number: usize) -> usize {
    let mut eight = [0; 8];
    store(&mut eight, accepted);
    for (a, d) in free.iter_mut().zip(eight) {
        *a = d;
    }
    number.min(free.len())
}

/// For each pattern of accepted lanes, the bytes of these lanes first.
static ACCEPTED_FIRST: [[u8; 16]; 256] = {
    let mut patterns = [[0xff; 16]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if pattern >> lane & 1 == 1 {
                patterns[pattern][place] = 2 * lane;
                patterns[pattern][place + 1] = 2 * lane + 1;
                place += 2;
            }
            lane += 1;
        }
        pattern += 1;
    }
    patterns
};

/// Algorithm 8 with eta = 2: a byte holds two coefficients, each the number of ones in its two lower bits less
/// the number in its two upper ones.
#[inline(never)]
pub(super) fn sample_poly_cbd_2(bytes: &[u8; 128], f: &mut Rq) {
    for (f, bytes) in f.0.as_chunks_mut::<32>().0.iter_mut().zip(bytes.as_chunks::<16>().0) {
        let bytes = load_bytes(bytes);
        let even = ones_difference(bytes, 0b0000_0011, 0b0000_1100);
        let odd = ones_difference(bytes, 0b0011_0000, 0b1100_0000);
        let f = f.as_chunks_mut().0;
        let low = i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(even, odd);
        let high = i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(even, odd);
        store(&mut f[0], i16x8_extend_low_i8x16(low));
        store(&mut f[1], i16x8_extend_high_i8x16(low));
        store(&mut f[2], i16x8_extend_low_i8x16(high));
        store(&mut f[3], i16x8_extend_high_i8x16(high));
    }
}

/// Algorithm 8 with eta = 3: three bytes hold four coefficients of two times three bits. 32-bit lanes take three
/// bytes each, and shifts bring the four groups of six bits to four bytes.
#[inline(never)]
pub(super) fn sample_poly_cbd_3(bytes: &[u8; 192], f: &mut Rq) {
    for (f, bytes) in f.0.as_chunks_mut::<32>().0.iter_mut().zip(bytes.as_chunks::<24>().0) {
        let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else { continue };
        let first = i8x16_swizzle(load_bytes(first), i8x16(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));
        let last = i8x16_swizzle(load_bytes(last), i8x16(4, 5, 6, -1, 7, 8, 9, -1, 10, 11, 12, -1, 13, 14, 15, -1));
        let f = f.as_chunks_mut().0;
        for (i, three_bytes) in [first, last].into_iter().enumerate() {
            let six_bits = v128_or(
                v128_or(
                    v128_and(three_bytes, i32x4_splat(0x3f)),
                    v128_and(i32x4_shl(three_bytes, 2), i32x4_splat(0x3f00)),
                ),
                v128_or(
                    v128_and(i32x4_shl(three_bytes, 4), i32x4_splat(0x3f_0000)),
                    v128_and(i32x4_shl(three_bytes, 6), i32x4_splat(0x3f00_0000)),
                ),
            );
            let c = ones_difference(six_bits, 0b000_111, 0b111_000);
            store(&mut f[2 * i], i16x8_extend_low_i8x16(c));
            store(&mut f[2 * i + 1], i16x8_extend_high_i8x16(c));
        }
    }
}

/// For each byte, the number of ones in the bits of `x` less the number in the bits of `y`.
#[inline(always)]
fn ones_difference(bytes: v128, x: u8, y: u8) -> v128 {
    i8x16_sub(i8x16_popcnt(v128_and(bytes, u8x16_splat(x))), i8x16_popcnt(v128_and(bytes, u8x16_splat(y))))
}
