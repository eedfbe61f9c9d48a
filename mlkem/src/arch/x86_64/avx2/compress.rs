//! Compress and Decompress (FIPS 203, section 4.2.1), with the encodings around them.

use super::super::twiddles::reciprocal_of_q;
use super::vector::{
    load, load_32_bytes, load_ends, load_first, load_last, reduce, store, store_8_bytes_at, store_first,
};
use crate::arch::Q;
use crate::ring::Rq;
use core::arch::x86_64::*;

/// ByteEncode_D(Compress_D(f + g)). D is 4, 5, 10 or 11; `bytes` are 32 D. In: |f + g| < 2q.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(in super::super) fn compress<const D: usize>(f: &Rq, g: &Rq, bytes: &mut [u8]) {
    match D {
        4 => compress_by_32::<4, 16>(f, g, bytes),
        5 => compress_by_32::<5, 20>(f, g, bytes),
        10 => compress_by_16::<10, 20>(f, g, bytes),
        11 => compress_by_16::<11, 22>(f, g, bytes),
        _ => {}
    }
}

/// Large D: 16 values into BYTES = 2 D bytes at a time.
#[inline]
#[target_feature(enable = "avx2")]
fn compress_by_16<const D: usize, const BYTES: usize>(f: &Rq, g: &Rq, bytes: &mut [u8]) {
    let (f, g) = (f.0.as_chunks::<16>().0, g.0.as_chunks::<16>().0);
    for (i, bytes) in bytes.as_chunks_mut::<BYTES>().0.iter_mut().take(16).enumerate() {
        store_packed(bytes, compress_values::<D>(_mm256_add_epi16(load(&f[i]), load(&g[i]))));
    }
}

/// Small D: 32 values into BYTES = 4 D bytes at a time, as 16 values of twice the size.
#[inline]
#[target_feature(enable = "avx2")]
fn compress_by_32<const D: usize, const BYTES: usize>(f: &Rq, g: &Rq, bytes: &mut [u8]) {
    let (f, g) = (f.0.as_chunks::<32>().0, g.0.as_chunks::<32>().0);
    for (i, bytes) in bytes.as_chunks_mut::<BYTES>().0.iter_mut().take(8).enumerate() {
        let ([f0, f1], [g0, g1]) = (halves(&f[i]), halves(&g[i]));
        let lower = compress_values::<D>(_mm256_add_epi16(f0, g0));
        let upper = compress_values::<D>(_mm256_add_epi16(f1, g1));
        let values = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(lower, upper));
        store_packed(bytes, _mm256_maddubs_epi16(values, _mm256_set1_epi16(1 | 1 << (8 + D))));
    }
}

/// Compress_D(x) = round(x 2^D / q) mod 2^D, for |x| < 2q.
///
/// `quotient` is x 2^D / q rounded down, but from a rounded reciprocal of q: what remains is between -0.1 q and 1.1 q,
/// and says whether to round up. It has 16 bits, so those of the products are enough. A test tries every x.
#[inline]
#[target_feature(enable = "avx2")]
fn compress_values<const D: usize>(x: __m256i) -> __m256i {
    let scaled = if D == 11 { _mm256_add_epi16(x, x) } else { x };
    let quotient = _mm256_mulhi_epi16(scaled, _mm256_set1_epi16(const { reciprocal_of_q(D) }));
    let product = _mm256_mullo_epi16(quotient, _mm256_set1_epi16(Q));
    let remainder = _mm256_sub_epi16(_mm256_mullo_epi16(x, _mm256_set1_epi16(1 << D)), product);
    let round_up = _mm256_cmpgt_epi16(remainder, _mm256_set1_epi16(Q >> 1)); // -1 where it does
    _mm256_and_si256(_mm256_sub_epi16(quotient, round_up), _mm256_set1_epi16((1 << D) - 1))
}

/// Sixteen values of BYTES / 2 bits each, in BYTES bytes, which are 16, 20 or 22.
///
/// Each half of a register holds eight values, so BYTES / 2 bytes. The lower half is stored whole, and what comes too
/// much is overwritten by the upper half's first and last eight bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn store_packed<const BYTES: usize>(bytes: &mut [u8; BYTES], values: __m256i) {
    let bits = BYTES as i64 >> 1;
    // Twice as many bits in each dword, then four times as many in each quadword
    let pairs = _mm256_madd_epi16(values, _mm256_set1_epi32(1 | 1 << (16 + bits)));
    let gap = _mm256_set1_epi64x(32 - 2 * bits);
    let fours = _mm256_srlv_epi64(_mm256_sllv_epi32(pairs, gap), gap);
    let packed = if BYTES & 2 == 0 {
        _mm256_shuffle_epi8(fours, load_32_bytes(&const { join_fours(BYTES) }))
    } else {
        // The quadwords share the byte in their middle.
        let fours = _mm256_sllv_epi64(fours, _mm256_setr_epi64x(0, 4, 0, 4));
        let joined = _mm256_shuffle_epi8(fours, load_32_bytes(&const { join_fours(BYTES) }));
        _mm256_or_si256(joined, _mm256_shuffle_epi8(fours, load_32_bytes(&const { shared_halves(BYTES) })))
    };
    let (lower, upper) = (_mm256_castsi256_si128(packed), _mm256_extracti128_si256::<1>(packed));
    store_first(bytes, lower);
    store_8_bytes_at(bytes, BYTES >> 1, upper);
    store_8_bytes_at(bytes, BYTES - 8, _mm_unpackhi_epi64(upper, upper));
}

/// The shuffle that joins BYTES / 4 bytes of each quadword, as [`store_packed`] wants them. Of a byte that is shared it takes
/// the first quadword's part.
const fn join_fours(bytes: usize) -> [u8; 32] {
    let mut shuffle = [0x80; 32];
    let mut position = 0;
    while position < 32 {
        let byte = packed_byte(position, bytes >> 1);
        if 4 * byte < bytes {
            shuffle[position] = byte as u8;
        } else if 2 * byte < bytes {
            shuffle[position] = (8 + byte - (bytes >> 2)) as u8;
        }
        position += 1;
    }
    shuffle
}

/// The shuffle that brings the first byte of the second quadword to the byte that is shared.
const fn shared_halves(bytes: usize) -> [u8; 32] {
    let mut shuffle = [0x80; 32];
    let mut position = 0;
    while position < 32 {
        if packed_byte(position, bytes >> 1) == bytes >> 2 {
            shuffle[position] = 8;
        }
        position += 1;
    }
    shuffle
}

/// Which byte of a half stands where in a register: all in the lower half, the first and the last eight in the upper.
const fn packed_byte(position: usize, bytes: usize) -> usize {
    match position {
        0..16 => position,
        16..24 => position - 16,
        _ => position + bytes - 32,
    }
}

/// Decompress_D(ByteDecode_D(bytes)). D is 4, 5, 10 or 11; `bytes` are 32 D. Out: \[0, q).
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(in super::super) fn decompress<const D: usize>(bytes: &[u8], f: &mut Rq) {
    match D {
        4 => decompress_32::<4, 16>(bytes, f),
        5 => decompress_32::<5, 20>(bytes, f),
        10 => decompress_16::<10, 20>(bytes, f),
        11 => decompress_16::<11, 22>(bytes, f),
        _ => {}
    }
}

/// Small D: 32 values from 4 D = BYTES bytes at a time.
#[inline]
#[target_feature(enable = "avx2")]
fn decompress_32<const D: usize, const BYTES: usize>(bytes: &[u8], f: &mut Rq) {
    for (bytes, f) in bytes.as_chunks::<BYTES>().0.iter().zip(f.0.as_chunks_mut::<32>().0) {
        let first = _mm256_broadcastsi128_si256(load_first(bytes));
        let last = _mm256_broadcastsi128_si256(load_last(bytes));
        let (f, _) = f.as_chunks_mut::<16>();
        store(&mut f[0], decompress_values::<D>(first, &const { split_pairs(D, 0, D) }));
        store(&mut f[1], decompress_values::<D>(last, &const { split_pairs(D, 16 - 2 * D, 16 - D) }));
    }
}

/// Large D: 16 values from 2 D = BYTES bytes at a time.
#[inline]
#[target_feature(enable = "avx2")]
fn decompress_16<const D: usize, const BYTES: usize>(bytes: &[u8], f: &mut Rq) {
    for (bytes, f) in bytes.as_chunks::<BYTES>().0.iter().zip(f.0.as_chunks_mut::<16>().0) {
        let ends = load_ends(bytes);
        store(f, decompress_values::<D>(ends, &const { split_pairs(D, 0, 16 - D) }));
    }
}

/// Sixteen times Decompress_D(y) = round(y q / 2^D), of the values that `shuffle` finds in `bytes`.
///
/// `vpmulhrsw` gives round(a b / 2^15): with a = y 2^(15-D) just that.
#[inline]
#[target_feature(enable = "avx2")]
fn decompress_values<const D: usize>(bytes: __m256i, shuffle: &[u8; 32]) -> __m256i {
    let pairs = _mm256_shuffle_epi8(bytes, load_32_bytes(shuffle));
    // Two values of D bits, 2 D bits after those of the dword before: from bit 0 of each dword on, then each in the
    // bits from 15 - D of its word on
    let d = D as i32;
    let skip = _mm256_setr_epi32(0, (2 * d) & 7, (4 * d) & 7, (6 * d) & 7, 0, (2 * d) & 7, (4 * d) & 7, (6 * d) & 7);
    let pairs = _mm256_srlv_epi32(pairs, skip);
    let low = _mm256_sllv_epi32(pairs, _mm256_set1_epi32(15 - D as i32));
    let high = _mm256_sllv_epi32(pairs, _mm256_set1_epi32(31 - 2 * D as i32));
    let values = _mm256_blend_epi16::<0b1010_1010>(low, high);
    let values = _mm256_and_si256(values, _mm256_set1_epi16(((1 << D) - 1) << (15 - D)));
    _mm256_mulhrs_epi16(values, _mm256_set1_epi16(Q))
}

/// The shuffle that brings, for each pair of values, the up to four bytes that hold it to a dword: four pairs from the D bytes
/// at `lower`, four from those at `upper`.
const fn split_pairs(d: usize, lower: usize, upper: usize) -> [u8; 32] {
    let mut shuffle = [0x80; 32];
    let mut i = 0;
    while i < 32 {
        let pair = (i >> 2) & 3;
        let byte = ((2 * d * pair) >> 3) + (i & 3);
        if byte < d {
            shuffle[i] = (byte + if i < 16 { lower } else { upper }) as u8;
        }
        i += 1;
    }
    shuffle
}

/// ByteEncode_1(Compress_1(v - w)): a bit is set where v - w is nearer to q / 2 than to 0. In: |v - w| < 2q.
///
/// Reduced, the difference is at most 0.65 q from 0, so that is where it is more than q / 4.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn message_encode(v: &Rq, w: &Rq, message: &mut [u8; 32]) {
    let (v, w) = (v.0.as_chunks::<32>().0, w.0.as_chunks::<32>().0);
    for (i, bytes) in message.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let ([v0, v1], [w0, w1]) = (halves(&v[i]), halves(&w[i]));
        let bits =
            _mm256_packs_epi16(nearer_to_half(_mm256_sub_epi16(v0, w0)), nearer_to_half(_mm256_sub_epi16(v1, w1)));
        let bits = _mm256_permute4x64_epi64::<0b11_01_10_00>(bits);
        *bytes = _mm256_movemask_epi8(bits).to_le_bytes();
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn halves(f: &[i16; 32]) -> [__m256i; 2] {
    let (f, _) = f.as_chunks::<16>();
    [load(&f[0]), load(&f[1])]
}

#[inline]
#[target_feature(enable = "avx2")]
fn nearer_to_half(x: __m256i) -> __m256i {
    _mm256_cmpgt_epi16(_mm256_abs_epi16(reduce(x)), _mm256_set1_epi16(Q >> 2))
}

/// f + Decompress_1(ByteDecode_1(message)): (q + 1) / 2 is added where a bit is set.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn message_add(message: &[u8; 32], f: &mut Rq) {
    let bit = _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, i16::MIN);
    let half = _mm256_set1_epi16((Q + 1) >> 1);
    for (bytes, f) in message.as_chunks::<2>().0.iter().zip(f.0.as_chunks_mut::<16>().0) {
        let bits = _mm256_and_si256(_mm256_set1_epi16(i16::from_le_bytes(*bytes)), bit);
        let set = _mm256_cmpeq_epi16(bits, bit);
        store(f, _mm256_add_epi16(load(f), _mm256_and_si256(set, half)));
    }
}
