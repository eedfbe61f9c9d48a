//! ByteEncode_12 and ByteDecode_12 (Algorithms 5 and 6) with VBMI, and the comparison of ciphertexts.

use super::sample_ntt::unpack_12_vbmi;
use super::vector::{add_q_if_negative, load, load_bytes, reduce, store, store_bytes, table};
use crate::arch::Q;
use crate::ring::Tq;
use core::arch::x86_64::*;

/// Algorithm 5 with d = 12, of the residues, 32 coefficients into 48 bytes at a time. In: |f_hat| < 9 q.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn byte_encode_12(f_hat: &Tq, bytes: &mut [u8; 384]) {
    let join_pairs = _mm512_set1_epi32(1 | 1 << (16 + 12));
    let three_of_four = table(&const { three_of_four() });
    let f_hat = f_hat.0.as_chunks::<32>().0;
    for i in 0..8 {
        let residues = add_q_if_negative(reduce(load(&f_hat[i])));
        let pairs = _mm512_madd_epi16(residues, join_pairs);
        store_bytes(&mut bytes[48 * i..], _mm512_permutexvar_epi8(three_of_four, pairs));
    }
}

/// The shuffle that drops the last byte of each dword.
const fn three_of_four() -> [u8; 64] {
    let mut shuffle = [0; 64];
    let mut i = 0;
    while i < 16 {
        let mut byte = 0;
        while byte < 3 {
            shuffle[3 * i + byte] = (4 * i + byte) as u8;
            byte += 1;
        }
        i += 1;
    }
    shuffle
}

/// Algorithm 6 with d = 12, reduced mod q, and whether nothing had to be. Out: \[0, q).
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn byte_decode_12(bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
    let q = _mm512_set1_epi16(Q);
    let mut largest = _mm512_setzero_si512();
    let f_hat = f_hat.0.as_chunks_mut::<32>().0;
    for i in 0..8 {
        let values = unpack_12_vbmi(load_bytes(&bytes[48 * i..], _mm512_setzero_si512()));
        largest = _mm512_max_epi16(largest, values);
        // Below q, the difference wraps around and is the larger of the two.
        store(&mut f_hat[i], _mm512_min_epu16(values, _mm512_sub_epi16(values, q)));
    }
    _mm512_cmpge_epi16_mask(largest, q) == 0
}

/// 0xff when the strings are equal, else 0. They have the same length.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn equal(a: &[u8], b: &[u8]) -> u8 {
    debug_assert_eq!(a.len(), b.len());
    let (a_chunks, a_rest) = a.as_chunks::<64>();
    let (b_chunks, b_rest) = b.as_chunks::<64>();
    let zero = _mm512_setzero_si512();
    let mut difference = _mm512_xor_si512(load_bytes(a_rest, zero), load_bytes(b_rest, zero));
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        difference = _mm512_or_si512(difference, _mm512_xor_si512(load_bytes(a, zero), load_bytes(b, zero)));
    }
    0u8.wrapping_sub((_mm512_test_epi32_mask(difference, difference) == 0) as u8)
}
