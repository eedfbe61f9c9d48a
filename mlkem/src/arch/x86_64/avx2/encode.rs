//! ByteEncode_12 and ByteDecode_12 (Algorithms 5 and 6), and the comparison of ciphertexts.

use super::sample_ntt::unpack_12;
use super::vector::{add_q_if_negative, load, load_32_bytes, load_ends, reduce, store, store_8_bytes_at, store_first};
use crate::arch::Q;
use crate::ring::Tq;
use core::arch::x86_64::*;

/// Algorithm 5 with d = 12, of the residues, sixteen coefficients into 24 bytes at a time. In: |f_hat| < 9 q.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(in super::super) fn byte_encode_12(f_hat: &Tq, bytes: &mut [u8; 384]) {
    let join_pairs = _mm256_set1_epi32(1 | 1 << (16 + 12));
    let three_of_four =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1));
    let three_of_each_half = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
    for (f, bytes) in f_hat.0.as_chunks::<16>().0.iter().zip(bytes.as_chunks_mut::<24>().0) {
        let pairs = _mm256_madd_epi16(add_q_if_negative(reduce(load(f))), join_pairs);
        let packed = _mm256_shuffle_epi8(pairs, three_of_four);
        let packed = _mm256_permutevar8x32_epi32(packed, three_of_each_half);
        store_first(bytes, _mm256_castsi256_si128(packed));
        store_8_bytes_at(bytes, 16, _mm256_extracti128_si256::<1>(packed));
    }
}

/// Algorithm 6 with d = 12, reduced mod q, and whether nothing had to be. Out: \[0, q).
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(in super::super) fn byte_decode_12(bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
    let q = _mm256_set1_epi16(Q);
    let mut largest = _mm256_setzero_si256();
    for (bytes, f) in bytes.as_chunks::<24>().0.iter().zip(f_hat.0.as_chunks_mut::<16>().0) {
        let values = unpack_12(load_ends(bytes));
        largest = _mm256_max_epi16(largest, values);
        // Below q, the difference wraps around and is the larger of the two.
        store(f, _mm256_min_epu16(values, _mm256_sub_epi16(values, q)));
    }
    _mm256_movemask_epi8(_mm256_cmpgt_epi16(q, largest)) == -1
}

/// 0xff when the strings are equal, else 0. They have the same length.
///
/// The last 32 bytes of a longer string overlap those before; a shorter one is compared byte by byte.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn equal(a: &[u8], b: &[u8]) -> u8 {
    debug_assert_eq!(a.len(), b.len());
    let mut difference = _mm256_setzero_si256();
    for (a, b) in a.as_chunks::<32>().0.iter().zip(b.as_chunks::<32>().0) {
        difference = _mm256_or_si256(difference, _mm256_xor_si256(load_32_bytes(a), load_32_bytes(b)));
    }
    if let (Some(a), Some(b)) = (a.last_chunk(), b.last_chunk()) {
        difference = _mm256_or_si256(difference, _mm256_xor_si256(load_32_bytes(a), load_32_bytes(b)));
    } else {
        let mut bits = 0;
        for (a, b) in a.iter().zip(b) {
            bits |= a ^ b;
        }
        difference = _mm256_set1_epi8(bits as i8);
    }
    0u8.wrapping_sub(_mm256_testz_si256(difference, difference) as u8)
}
