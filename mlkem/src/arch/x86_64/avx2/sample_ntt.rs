//! The loop of Algorithm 7 (SampleNTT). Public data: the matrix is no secret.

use super::vector::{load_ends, load_first, store_8_at};
use crate::arch::Q;
use crate::ring::Tq;
use core::arch::x86_64::*;
use keccak::States;

/// For each set of accepted values among eight (bit i for value i): the byte shuffle that brings them to the front.
///
/// Indexed by what was accepted: public, like the matrix.
static ACCEPT: [[u8; 16]; 256] = {
    let mut table = [[0; 16]; 256];
    let mut accepted = 0;
    while accepted < 256 {
        let mut place = 0;
        let mut value = 0;
        while value < 8 {
            if accepted >> value & 1 == 1 {
                table[accepted][2 * place] = 2 * value;
                table[accepted][2 * place + 1] = 2 * value + 1;
                place += 1;
            }
            value += 1;
        }
        accepted += 1;
    }
    table
};

/// Algorithm 7, lines 4 to 16, over `bytes`: appends to the first `count` coefficients, and returns how many they are then.
#[inline(never)]
#[target_feature(enable = "avx2,popcnt")]
pub(super) fn sample_ntt(bytes: &[u8], a_hat: &mut Tq, mut count: usize) -> usize {
    let (chunks, _) = bytes.as_chunks::<24>();
    let mut done = 0;
    for chunk in chunks {
        if count > ROOM_FOR_16 {
            break;
        }
        count = append(unpack_12(load_ends(chunk)), &mut a_hat.0, count);
        done += 24;
    }
    append_scalar(bytes.get(done..).unwrap_or_default(), &mut a_hat.0, count)
}

/// [`sample_ntt`] over the first 21 words of one lane of each block: three words at a time hold sixteen values.
#[inline(never)]
#[target_feature(enable = "avx2,popcnt")]
pub(super) fn sample_ntt_lane<const W: usize>(
    first: &States<W>,
    second: &States<W>,
    third: &States<W>,
    lane: usize,
    a_hat: &mut Tq,
) -> usize {
    let lane = lane & (W - 1);
    let mut count = 0;
    for block in [first, second, third] {
        for words in block[..21].as_chunks::<3>().0 {
            let [w0, w1, w2] = [words[0][lane], words[1][lane], words[2][lane]];
            if count <= ROOM_FOR_16 {
                let ends = _mm256_set_epi64x(w2 as i64, w1 as i64, w1 as i64, w0 as i64);
                count = append(unpack_12(ends), &mut a_hat.0, count);
            } else {
                count = append_scalar([w0, w1, w2].map(u64::to_le_bytes).as_flattened(), &mut a_hat.0, count);
            }
        }
    }
    count
}

/// The largest count at which sixteen more have room.
const ROOM_FOR_16: usize = 256 - 16;

/// Sixteen values of twelve bits, from 24 bytes as [`load_ends`] loads them.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn unpack_12(ends: __m256i) -> __m256i {
    // The two bytes that hold each value; in the upper half the first four bytes belong to the lower.
    let pairs = _mm256_shuffle_epi8(
        ends,
        _mm256_setr_epi8(
            0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 10, 11, //
            4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11, 12, 13, 14, 14, 15,
        ),
    );
    let values = _mm256_blend_epi16::<0b1010_1010>(pairs, _mm256_srli_epi16::<4>(pairs));
    _mm256_and_si256(values, _mm256_set1_epi16(0xfff))
}

/// Appends those of sixteen values that are below q, where there is room for sixteen.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn append(values: __m256i, a_hat: &mut [i16; 256], count: usize) -> usize {
    let below = _mm256_cmpgt_epi16(_mm256_set1_epi16(Q), values);
    let accepted = _mm256_movemask_epi8(_mm256_packs_epi16(below, _mm256_setzero_si256())) as u32;
    let (lower, upper) = (accepted as u8, (accepted >> 16) as u8);
    let middle = count + lower.count_ones() as usize;
    let new_count = count + accepted.count_ones() as usize;
    let lower = _mm_shuffle_epi8(_mm256_castsi256_si128(values), load_first(&ACCEPT[usize::from(lower)]));
    let upper = _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(values), load_first(&ACCEPT[usize::from(upper)]));
    // Eight are written each time: the next write goes over those that were not accepted.
    store_8_at(a_hat, count, lower);
    store_8_at(a_hat, middle, upper);
    new_count
}

/// The same one by one, until there are 256.
#[inline]
fn append_scalar(bytes: &[u8], a_hat: &mut [i16; 256], mut count: usize) -> usize {
    for &[c0, c1, c2] in bytes.as_chunks().0 {
        let [c0, c1, c2] = [c0, c1, c2].map(i16::from);
        for value in [c0 | (c1 & 15) << 8, c1 >> 4 | c2 << 4] {
            let Some(a) = a_hat.get_mut(count) else { return count };
            *a = value;
            count += usize::from(value < Q);
        }
    }
    count
}
