//! Compress and Decompress (FIPS 203, section 4.2.1) with VBMI, with the encodings around them.

use super::super::twiddles::reciprocal_of_q;
use super::vector::{load, load_bytes, store, store_bytes, table};
use crate::arch::Q;
use crate::ring::Rq;
use core::arch::x86_64::*;

/// ByteEncode_D(Compress_D(f + g)), 32 values into 4 D bytes at a time. D is 4, 5, 10 or 11. In: |f + g| < 2q.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn compress<const D: usize>(f: &Rq, g: &Rq, bytes: &mut [u8]) {
    let (f, g) = (f.0.as_chunks::<32>().0, g.0.as_chunks::<32>().0);
    for i in 0..8 {
        let values = compress_32::<D>(_mm512_add_epi16(load(&f[i]), load(&g[i])));
        if let Some(bytes) = bytes.get_mut(4 * D * i..32 * D) {
            store_bytes(bytes, pack::<D>(values));
        }
    }
}

/// Compress_D(x) = round(x 2^D / q) mod 2^D, for |x| < 2q.
///
/// `quotient` is x 2^D / q rounded down, but from a rounded reciprocal of q: what remains is between -0.1 q and 1.1 q,
/// and says whether to round up. It has 16 bits, so those of the products are enough. A test tries every x.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn compress_32<const D: usize>(x: __m512i) -> __m512i {
    let scaled = if D == 11 { _mm512_add_epi16(x, x) } else { x };
    let quotient = _mm512_mulhi_epi16(scaled, _mm512_set1_epi16(const { reciprocal_of_q(D) }));
    let product = _mm512_mullo_epi16(quotient, _mm512_set1_epi16(Q));
    let remainder = _mm512_sub_epi16(_mm512_mullo_epi16(x, _mm512_set1_epi16(1 << D)), product);
    let round_up = _mm512_cmpgt_epi16_mask(remainder, _mm512_set1_epi16(Q >> 1));
    let rounded = _mm512_mask_sub_epi16(quotient, round_up, quotient, _mm512_set1_epi16(-1));
    _mm512_and_si512(rounded, _mm512_set1_epi16((1 << D) - 1))
}

/// Thirty-two values of D bits in the words of a register become its first 4 D bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn pack<const D: usize>(values: __m512i) -> __m512i {
    // 2 D bits in each dword, then 4 D bits in each quadword
    let pairs = _mm512_madd_epi16(values, _mm512_set1_epi32(1 | 1 << (16 + D)));
    let gap = _mm512_set1_epi64(32 - 2 * D as i64);
    let fours = _mm512_srlv_epi64(_mm512_sllv_epi32(pairs, gap), gap);
    // D / 2 bytes of each quadword. For odd D, two quadwords share the byte in their middle.
    if D & 1 == 0 {
        return _mm512_permutexvar_epi8(table(&const { join_fours(D) }), fours);
    }
    let fours = _mm512_sllv_epi64(fours, _mm512_setr_epi64(0, 4, 0, 4, 0, 4, 0, 4));
    let joined = _mm512_permutexvar_epi8(table(&const { join_fours(D) }), fours);
    let shared = _mm512_maskz_permutexvar_epi8(const { shared_bytes(D) }, table(&const { shared_halves(D) }), fours);
    _mm512_or_si512(joined, shared)
}

/// The shuffle that joins the first D / 2 bytes of each quadword. For odd D the middle byte of D comes from the first of two.
const fn join_fours(d: usize) -> [u8; 64] {
    let mut shuffle = [0; 64];
    let mut pair = 0;
    while pair < 4 {
        let mut byte = 0;
        while byte < d {
            let from = if 2 * byte < d { byte } else { 8 + byte - (d >> 1) };
            shuffle[d * pair + byte] = (16 * pair + from) as u8;
            byte += 1;
        }
        pair += 1;
    }
    shuffle
}

/// For odd D, the shuffle that brings the first byte of the second of two quadwords to the byte they share ...
const fn shared_halves(d: usize) -> [u8; 64] {
    let mut shuffle = [0; 64];
    let mut pair = 0;
    while pair < 4 {
        shuffle[d * pair + (d >> 1)] = (16 * pair + 8) as u8;
        pair += 1;
    }
    shuffle
}

/// ... and which bytes those are.
const fn shared_bytes(d: usize) -> u64 {
    let mut mask = 0;
    let mut pair = 0;
    while pair < 4 {
        mask |= 1 << (d * pair + (d >> 1));
        pair += 1;
    }
    mask
}

/// Decompress_D(ByteDecode_D(bytes)), 32 values from 4 D bytes at a time. D is 4, 5, 10 or 11. Out: \[0, q).
///
/// `vpmulhrsw` gives round(a b / 2^15): with a = y 2^(15-D) just round(y q / 2^D). So each value goes to the bits from
/// 15 - D of its word on: its four go to a quadword, and from there, at any bit, to the two bytes of each word.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn decompress<const D: usize>(bytes: &[u8], f: &mut Rq) {
    let fours = table(&const { split_fours(D) });
    let words = table(&const { split_words(D) });
    let mask = _mm512_set1_epi16(((1 << D) - 1) << (15 - D));
    for (i, f) in f.0.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        if let Some(bytes) = bytes.get(4 * D * i..) {
            let fours = _mm512_permutexvar_epi8(fours, load_bytes(bytes, _mm512_setzero_si512()));
            let values = _mm512_and_si512(_mm512_multishift_epi64_epi8(words, fours), mask);
            store(f, _mm512_mulhrs_epi16(values, _mm512_set1_epi16(Q)));
        }
    }
}

/// The shuffle that brings the bytes that hold four values to a quadword; what else comes with them does not matter.
const fn split_fours(d: usize) -> [u8; 64] {
    let mut shuffle = [0; 64];
    let mut i = 0;
    while i < 64 {
        let quadword = i >> 3;
        shuffle[i] = (((4 * d * quadword) >> 3) + (i & 7)) as u8 & 63;
        i += 1;
    }
    shuffle
}

/// At which bit of its quadword each byte begins, so that words hold their values from bit 15 - D on.
const fn split_words(d: usize) -> [u8; 64] {
    let mut shifts = [0; 64];
    let mut i = 0;
    while i < 64 {
        let quadword = i >> 3;
        let value = i >> 1 & 3;
        let first_bit = ((4 * d * quadword) & 7) + d * value;
        shifts[i] = (64 + first_bit + 8 * (i & 1) - (15 - d)) as u8 & 63;
        i += 1;
    }
    shifts
}

/// ByteEncode_1(Compress_1(v - w)). In: |v - w| < 2q.
///
/// In 16 x / q, rounded down, plus 4, bit 3 is the lowest bit of 2 x / q, rounded. A test tries every x.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn message_encode(v: &Rq, w: &Rq, message: &mut [u8; 32]) {
    let (v, w) = (v.0.as_chunks::<32>().0, w.0.as_chunks::<32>().0);
    for (i, bytes) in message.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let x = _mm512_sub_epi16(load(&v[i]), load(&w[i]));
        let quotient = _mm512_mulhi_epi16(x, _mm512_set1_epi16(const { reciprocal_of_q(4) }));
        let rounded = _mm512_add_epi16(quotient, _mm512_set1_epi16(4));
        *bytes = _mm512_test_epi16_mask(rounded, _mm512_set1_epi16(8)).to_le_bytes();
    }
}

/// f + Decompress_1(ByteDecode_1(message)): (q + 1) / 2 is added where a bit is set.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn message_add(message: &[u8; 32], f: &mut Rq) {
    let half = _mm512_set1_epi16((Q + 1) >> 1);
    for (bytes, f) in message.as_chunks::<4>().0.iter().zip(f.0.as_chunks_mut::<32>().0) {
        let v = load(f);
        store(f, _mm512_mask_add_epi16(v, u32::from_le_bytes(*bytes), v, half));
    }
}
