//! The sampling loops of Algorithms 7 (uniform, public) and 8 (centered binomial, secret).

use super::vector::{load_8_bytes, load_ends, load_first, load_last, store, store_8_at};
use crate::arch::Q;
use crate::ring::{Rq, Tq};
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

/// Algorithm 8 with eta = 2. Out: |f| <= 2.
///
/// A coefficient is a function of four bits, looked up in a register.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn sample_poly_cbd_2(bytes: &[u8; 128], f: &mut Rq) {
    // 2 + (x0 + x1) - (y0 + y1), for the nibble y1 y0 x1 x0
    let coefficient = _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 3, 3, 4, 1, 2, 2, 3, 1, 2, 2, 3, 0, 1, 1, 2));
    let low_nibbles = _mm256_set1_epi32(0x000f_000f);
    let two = _mm256_set1_epi8(2);
    for (bytes, f) in bytes.as_chunks::<8>().0.iter().zip(f.0.as_chunks_mut::<16>().0) {
        // A byte to each dword, then a nibble to each word. The upper bytes of the words are looked up as zero: two.
        let v = _mm256_cvtepu8_epi32(load_8_bytes(bytes));
        let nibbles = _mm256_and_si256(_mm256_or_si256(v, _mm256_slli_epi32::<12>(v)), low_nibbles);
        store(f, _mm256_sub_epi16(_mm256_shuffle_epi8(coefficient, nibbles), two));
    }
}

/// Algorithm 8 with eta = 3. Out: |f| <= 3.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn sample_poly_cbd_3(bytes: &[u8; 192], f: &mut Rq) {
    // Two bytes that hold each field of six bits, for the first 12 of 24 bytes and for the other 12.
    let first = _mm256_setr_epi8(
        0, 1, 0, 1, 1, 2, 1, 2, 3, 4, 3, 4, 4, 5, 4, 5, //
        6, 7, 6, 7, 7, 8, 7, 8, 9, 10, 9, 10, 10, 11, 10, 11,
    );
    let second = _mm256_add_epi8(first, _mm256_set1_epi8(4));
    for (bytes, f) in bytes.as_chunks::<24>().0.iter().zip(f.0.as_chunks_mut::<32>().0) {
        let (f, _) = f.as_chunks_mut::<16>();
        let lower = _mm256_broadcastsi128_si256(load_first(bytes));
        let upper = _mm256_broadcastsi128_si256(load_last(bytes));
        store(&mut f[0], cbd_3(_mm256_shuffle_epi8(lower, first)));
        store(&mut f[1], cbd_3(_mm256_shuffle_epi8(upper, second)));
    }
}

/// Sixteen coefficients of eta = 3, from words that hold six bits each: from bit 0, 6, 4, 10 on, and so forth.
#[inline]
#[target_feature(enable = "avx2")]
fn cbd_3(fields: __m256i) -> __m256i {
    let to_the_top = _mm256_set1_epi64x(0x0001_0040_0010_0400); // shifts by 10, 4, 6, 0
    let ones = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0));
    let fields = _mm256_mullo_epi16(fields, to_the_top);
    // Three bits to each byte: x in the lower, y in the upper; then how many of them are set, and their difference.
    let x = _mm256_and_si256(_mm256_srli_epi16::<10>(fields), _mm256_set1_epi16(0x0007));
    let y = _mm256_and_si256(_mm256_srli_epi16::<5>(fields), _mm256_set1_epi16(0x0700));
    let sums = _mm256_shuffle_epi8(ones, _mm256_or_si256(x, y));
    _mm256_maddubs_epi16(sums, _mm256_set1_epi16(0xff01_u16 as i16))
}
