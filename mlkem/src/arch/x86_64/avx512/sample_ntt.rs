//! The loop of Algorithm 7 (SampleNTT). Public data: the matrix is no secret.
//!
//! It comes twice. With VBMI and VBMI2 bytes go to any place in one step, and the accepted among 32 words to the
//! front in another; without, the first takes two steps and the second works on 16 dwords.

use super::vector::{load_bytes, store_at, store_from, table};
use crate::arch::Q;
use crate::ring::Tq;
use core::arch::x86_64::*;
use keccak::States;

macro_rules! sampling_kernels {
    ($features:literal, $sample_ntt:ident, $sample_ntt_lane:ident, $unpack_12:ident, $append_early:ident, $append:ident) => {
        /// Algorithm 7, lines 4 to 16, over `bytes`: appends to the first `count` coefficients, and returns how many
        /// they are then.
        #[inline(never)]
        #[target_feature(enable = $features)]
        pub(super) fn $sample_ntt(bytes: &[u8], a_hat: &mut Tq, mut count: usize) -> usize {
            let (chunks, rest) = bytes.as_chunks::<48>();
            for chunk in chunks {
                count = $append($unpack_12(load_bytes(chunk, rejected())), a_hat, count);
            }
            if !rest.is_empty() {
                count = $append($unpack_12(load_bytes(rest, rejected())), a_hat, count);
            }
            count
        }

        /// The same from the start, over the first 21 words of one lane of each block, six words at a time. The first
        /// eight times there is room for all 32 values, whatever they are.
        #[inline(never)]
        #[target_feature(enable = $features)]
        pub(super) fn $sample_ntt_lane<const W: usize>(
            first: &States<W>,
            second: &States<W>,
            third: &States<W>,
            lane: usize,
            a_hat: &mut Tq,
        ) -> usize {
            let mut count = 0;
            for words in &first.as_chunks::<6>().0[..3] {
                count = $append_early($unpack_12(six_words(words.each_ref(), lane)), a_hat, count);
            }
            let seam = [&first[18], &first[19], &first[20], &second[0], &second[1], &second[2]];
            count = $append_early($unpack_12(six_words(seam, lane)), a_hat, count);
            for words in second[3..21].as_chunks::<6>().0 {
                count = $append_early($unpack_12(six_words(words.each_ref(), lane)), a_hat, count);
            }
            let [eighth, ninth, tenth, ..] = third.as_chunks::<6>().0 else { return count };
            count = $append_early($unpack_12(six_words(eighth.each_ref(), lane)), a_hat, count);
            count = $append($unpack_12(six_words(ninth.each_ref(), lane)), a_hat, count);
            count = $append($unpack_12(six_words(tenth.each_ref(), lane)), a_hat, count);
            let nothing = [u64::MAX; W];
            let rest = [&third[18], &third[19], &third[20], &nothing, &nothing, &nothing];
            $append($unpack_12(six_words(rest, lane)), a_hat, count)
        }
    };
}

sampling_kernels!("avx512f,avx512bw,popcnt", sample_ntt, sample_ntt_lane, unpack_12, append, append);
sampling_kernels!(
    "avx512f,avx512bw,avx512vbmi,avx512vbmi2,popcnt",
    sample_ntt_vbmi,
    sample_ntt_lane_vbmi,
    unpack_12_vbmi,
    append_early_vbmi,
    append_vbmi
);

/// Bytes of which no value is accepted: 0xfff is not below q.
#[inline]
#[target_feature(enable = "avx512f")]
fn rejected() -> __m512i {
    _mm512_set1_epi8(-1)
}

/// Six words of one lane in the first 48 bytes of a register.
#[inline]
#[target_feature(enable = "avx512f")]
fn six_words<const W: usize>(words: [&[u64; W]; 6], lane: usize) -> __m512i {
    let lane = lane & (W - 1);
    let [w0, w1, w2] = [words[0][lane] as i64, words[1][lane] as i64, words[2][lane] as i64];
    let [w3, w4, w5] = [words[3][lane] as i64, words[4][lane] as i64, words[5][lane] as i64];
    _mm512_setr_epi64(w0, w1, w2, w3, w4, w5, 0, 0)
}

/// Thirty-two values of twelve bits, from the first 48 bytes of a register.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn unpack_12_vbmi(bytes: __m512i) -> __m512i {
    split_12(_mm512_permutexvar_epi8(table(&const { pairs_of_12(64) }), bytes))
}

/// The same without VBMI: twelve bytes go to each quarter first.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn unpack_12(bytes: __m512i) -> __m512i {
    let three_dwords = _mm512_setr_epi32(0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 9, 10, 11, 0);
    let quarters = _mm512_permutexvar_epi32(three_dwords, bytes);
    split_12(_mm512_shuffle_epi8(quarters, table(&const { pairs_of_12(16) })))
}

/// The shuffle that brings the two bytes that hold a value to its word, in groups of 16 or 64 bytes.
const fn pairs_of_12(group: usize) -> [u8; 64] {
    let mut shuffle = [0; 64];
    let mut word = 0;
    while word < 32 {
        let place = word & ((group >> 1) - 1);
        let first = ((3 * place) >> 1) as u8;
        shuffle[2 * word] = first;
        shuffle[2 * word + 1] = first + 1;
        word += 1;
    }
    shuffle
}

/// The lower twelve bits of even words, and the upper twelve of odd ones.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn split_12(pairs: __m512i) -> __m512i {
    let values = _mm512_srlv_epi16(pairs, _mm512_set1_epi32(4 << 16));
    _mm512_and_si512(values, _mm512_set1_epi16(0xfff))
}

/// Appends those of 32 values that are below q, of which the first 256 are wanted.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn append_vbmi(values: __m512i, a_hat: &mut Tq, count: usize) -> usize {
    let (packed, accepted) = pack_vbmi(values);
    store_from(&mut a_hat.0, count, packed);
    (count + accepted).min(256)
}

/// The same while `count` is at most 224.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn append_early_vbmi(values: __m512i, a_hat: &mut Tq, count: usize) -> usize {
    let (packed, accepted) = pack_vbmi(values);
    store_at(&mut a_hat.0, count, packed);
    count + accepted
}

/// Those of 32 values that are below q, and how many; in a register, for a store through a compressing mask is slow.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn pack_vbmi(values: __m512i) -> (__m512i, usize) {
    let accepted = _mm512_cmplt_epi16_mask(values, _mm512_set1_epi16(Q));
    (_mm512_maskz_compress_epi16(accepted, values), accepted.count_ones() as usize)
}

/// The same without VBMI2, which packs words: in two halves of dwords.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,popcnt")]
fn append(values: __m512i, a_hat: &mut Tq, count: usize) -> usize {
    let count = append_16(_mm512_castsi512_si256(values), a_hat, count);
    append_16(_mm512_extracti64x4_epi64::<1>(values), a_hat, count)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,popcnt")]
fn append_16(values: __m256i, a_hat: &mut Tq, count: usize) -> usize {
    let values = _mm512_cvtepu16_epi32(values);
    let accepted = _mm512_cmplt_epi32_mask(values, _mm512_set1_epi32(i32::from(Q)));
    let packed = _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(accepted, values));
    store_from(&mut a_hat.0, count, _mm512_zextsi256_si512(packed));
    (count + accepted.count_ones() as usize).min(256)
}
