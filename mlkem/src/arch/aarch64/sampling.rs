//! Sampling (FIPS 203, section 4.2.2): the loops of Algorithms 7 and 8 over bytes that are already there.

use super::bits::Fields;
use super::vector::{load_bytes, load_bytes_3, load_u16, store, store_2, store_4};
use crate::arch::Q;
use crate::params::XOF_RATE;
use crate::ring::{Rq, Tq};
use core::arch::aarch64::*;
use keccak::States;

/// Algorithm 7, lines 4 to 16: sixteen candidates, 24 bytes, at a time, one by one what is left of the bytes.
///
/// Public data: how many candidates pass decides where the next ones go, and the pattern that passed is the index
/// of a table. Reads nothing after `bytes`; may write anything to the places of `a_hat` behind those accepted.
/// About 18 instructions for eight candidates.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn sample_ntt(bytes: &[u8], a_hat: &mut Tq, mut count: usize) -> usize {
    let (blocks, rest) = bytes.as_chunks::<24>();
    for block in blocks {
        let (Some(first), Some(last)) = (block.first_chunk(), block.last_chunk()) else { continue };
        count = append_accepted_of_24(load_bytes(first), load_bytes(last), a_hat, count);
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
#[target_feature(enable = "neon")]
pub(super) fn sample_ntt_lane<const W: usize>(blocks: [&States<W>; 3], lane: usize, a_hat: &mut Tq) -> usize {
    const WORDS: usize = XOF_RATE >> 3;
    let mut count = 0;
    for states in blocks {
        for words in states[..WORDS].as_chunks::<3>().0 {
            let [w0, w1, w2] = [vcreate_u64(words[0][lane]), vcreate_u64(words[1][lane]), vcreate_u64(words[2][lane])];
            let first = vreinterpretq_u8_u64(vcombine_u64(w0, w1));
            let last = vreinterpretq_u8_u64(vcombine_u64(w1, w2));
            count = append_accepted_of_24(first, last, a_hat, count);
            if count == 256 {
                return count;
            }
        }
    }
    count
}

/// The candidates of 24 bytes, which come as the first 16 and the last 16 of them.
#[inline]
#[target_feature(enable = "neon")]
fn append_accepted_of_24(first: uint8x16_t, last: uint8x16_t, a_hat: &mut Tq, count: usize) -> usize {
    // The second eight candidates begin at byte 12, which is the fourth of the last 16.
    const FIELDS: [Fields; 2] = [Fields::new(12, 0, 12), Fields::new(12, 4, 12)];
    let count = append_accepted(FIELDS[0].take(first), a_hat, count);
    append_accepted(FIELDS[1].take(last), a_hat, count)
}

/// The candidates below q, in their order, as long as there is room.
#[inline]
#[target_feature(enable = "neon")]
fn append_accepted(candidates: uint16x8_t, a_hat: &mut Tq, count: usize) -> usize {
    // One addition across the lanes gives both the pattern of those accepted and, above it, their number.
    const WEIGHTS: [u16; 8] = [0x101, 0x102, 0x104, 0x108, 0x110, 0x120, 0x140, 0x180];
    let below_q = vcltq_u16(candidates, vdupq_n_u16(Q as u16));
    let sum = vaddvq_u16(vandq_u16(below_q, load_u16(&WEIGHTS)));
    let pattern = &ACCEPTED_FIRST.0[usize::from(sum as u8)];
    let accepted = vreinterpretq_s16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(candidates), load_bytes(pattern)));
    let number = usize::from(sum >> 8);
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
#[target_feature(enable = "neon")]
fn fill(free: &mut [i16], accepted: int16x8_t, number: usize) -> usize {
    let mut eight = [0; 8];
    store(&mut eight, accepted);
    for (a, d) in free.iter_mut().zip(eight) {
        *a = d;
    }
    number.min(free.len())
}

#[repr(align(64))]
struct Patterns([[u8; 16]; 256]);

/// For each pattern of accepted lanes, the bytes of these lanes first.
static ACCEPTED_FIRST: Patterns = {
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
    Patterns(patterns)
};

/// Algorithm 8 with eta = 2: a byte holds two coefficients, each the number of ones in its two lower bits less
/// the number in its two upper ones. 15 instructions for 32 coefficients.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn sample_poly_cbd_2(bytes: &[u8; 128], f: &mut Rq) {
    for (f, bytes) in f.0.as_chunks_mut::<32>().0.iter_mut().zip(bytes.as_chunks::<16>().0) {
        let bytes = load_bytes(bytes);
        let even = ones_difference(bytes, 0b0000_0011, 0b0000_1100);
        let odd = ones_difference(bytes, 0b0011_0000, 0b1100_0000);
        let [low, high] = f.as_chunks_mut::<16>().0 else { return };
        store_2(low, even[0], odd[0]);
        store_2(high, even[1], odd[1]);
    }
}

/// Algorithm 8 with eta = 3: three bytes hold four coefficients of two times three bits.
/// 31 instructions for 64 coefficients.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn sample_poly_cbd_3(bytes: &[u8; 192], f: &mut Rq) {
    for (f, bytes) in f.0.as_chunks_mut::<64>().0.iter_mut().zip(bytes.as_chunks::<48>().0) {
        let uint8x16x3_t(b0, b1, b2) = load_bytes_3(bytes);
        // The six bits of the second and of the third coefficient lie in two bytes.
        let b0_b1 = vsliq_n_u8::<2>(vshrq_n_u8::<6>(b0), b1);
        let b1_b2 = vsliq_n_u8::<4>(vshrq_n_u8::<4>(b1), b2);
        let c0 = ones_difference(b0, 0b0000_0111, 0b0011_1000);
        let c1 = ones_difference(b0_b1, 0b0000_0111, 0b0011_1000);
        let c2 = ones_difference(b1_b2, 0b0000_0111, 0b0011_1000);
        let c3 = ones_difference(b2, 0b0001_1100, 0b1110_0000);
        let [low, high] = f.as_chunks_mut::<32>().0 else { return };
        store_4(low, [c0[0], c1[0], c2[0], c3[0]]);
        store_4(high, [c0[1], c1[1], c2[1], c3[1]]);
    }
}

/// For each byte, the number of ones in the bits of `x` less the number in the bits of `y`, as 16-bit lanes.
#[inline]
#[target_feature(enable = "neon")]
fn ones_difference(bytes: uint8x16_t, x: u8, y: u8) -> [int16x8_t; 2] {
    let x = vcntq_u8(vandq_u8(bytes, vdupq_n_u8(x)));
    let y = vcntq_u8(vandq_u8(bytes, vdupq_n_u8(y)));
    let low = vsubl_u8(vget_low_u8(x), vget_low_u8(y));
    [vreinterpretq_s16_u16(low), vreinterpretq_s16_u16(vsubl_high_u8(x, y))]
}
