//! Algorithms 9 and 10 in eight registers, from the first layer to the last.
//!
//! Three layers join whole registers. For the other four, registers go in pairs of neighbours, in which
//! coefficients of the same register meet: [`twiddles`](super::super::twiddles) says how they get apart.

use super::super::twiddles::{Everywhere, Factors, Twiddles, factors, forward_layer, index, inverse_layer};
use super::vector::{Factor, dwords, load, montgomery_multiply, reduce, store};
use crate::ring::{Rq, Tq};
use core::arch::x86_64::*;

/// Where the bits of an index stand while it is bit 4, 3, 2 or 1 that says in which register a coefficient is.
const LAYOUT_4: [u32; 4] = [5, 3, 2, 1];
const LAYOUT_4_INVERSE: [u32; 4] = [3, 5, 2, 1];
const LAYOUT_3: [u32; 4] = [4, 5, 2, 1];
const LAYOUT_2: [u32; 4] = [4, 5, 1, 3];
const LAYOUT_1: [u32; 4] = [4, 5, 3, 2];

/// The factors of the layers `len` = 16, 8, 4 and 2, for each pair of registers.
static FORWARD: [[Twiddles<32>; 4]; 4] = [
    forward_layer(4, &LAYOUT_4),
    forward_layer(3, &LAYOUT_3),
    forward_layer(2, &LAYOUT_2),
    forward_layer(1, &LAYOUT_1),
];

/// The same for the inverse, in its order: `len` = 2, 4, 8 and 16.
static INVERSE: [[Twiddles<32>; 4]; 4] = [
    inverse_layer(1, &LAYOUT_1),
    inverse_layer(2, &LAYOUT_2),
    inverse_layer(3, &LAYOUT_3),
    inverse_layer(4, &LAYOUT_4_INVERSE),
];

/// The dwords of a pair (0 to 15 of the first register, 16 to 31 of the second) in the layout of `len` = 2 ...
static TO_LAYOUT_1: [[i32; 16]; 2] = {
    let mut dwords = [[0; 16]; 2];
    let mut i = 0;
    while i < 16 {
        let low = index(2 * i, &LAYOUT_1) >> 1;
        dwords[0][i] = low as i32;
        dwords[1][i] = low as i32 + 1;
        i += 1;
    }
    dwords
};

/// ... and back in their places.
static FROM_LAYOUT_1: [[i32; 16]; 2] = {
    let mut dwords = [[0; 16]; 2];
    let mut i = 0;
    while i < 16 {
        let low = index(2 * i, &LAYOUT_1) >> 1;
        dwords[low >> 4][low & 15] = i as i32;
        dwords[low >> 4][low & 15 | 1] = i as i32 + 16;
        i += 1;
    }
    dwords
};

/// Algorithm 9. In: |f| <= q. Out: |f_hat| < 8 q, as each layer adds less than q; in the order of FIPS 203.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn ntt(f: &Rq, f_hat: &mut Tq) {
    let f = f.0.as_chunks::<32>().0;
    let f_hat = f_hat.0.as_chunks_mut::<32>().0;
    let zetas = &factors().zetas;

    // len = 128, 64, 32
    let mut v = [_mm512_setzero_si512(); 8];
    for i in 0..8 {
        v[i] = load(&f[i]);
    }
    layer::<2>(&mut v, zetas);
    layer::<1>(&mut v, zetas);
    layer::<0>(&mut v, zetas);

    // len = 16, 8, 4, 2: a step at a time for all pairs, so that they need not wait for one another
    let mut pairs = [(v[0], v[1]), (v[2], v[3]), (v[4], v[5]), (v[6], v[7])];
    for pair in &mut pairs {
        *pair = exchange_halves(*pair);
    }
    butterflies(&mut pairs, &FORWARD[0]);
    for pair in &mut pairs {
        *pair = unzip_quarters(*pair);
    }
    butterflies(&mut pairs, &FORWARD[1]);
    for pair in &mut pairs {
        *pair = zip(*pair);
    }
    butterflies(&mut pairs, &FORWARD[2]);
    for pair in &mut pairs {
        *pair = zip(*pair);
    }
    butterflies(&mut pairs, &FORWARD[3]);
    let [low, high] = &FROM_LAYOUT_1;
    let (low, high) = (dwords(low), dwords(high));
    for i in 0..4 {
        let (x, y) = pairs[i];
        store(&mut f_hat[2 * i], _mm512_permutex2var_epi32(x, low, y));
        store(&mut f_hat[2 * i + 1], _mm512_permutex2var_epi32(x, high, y));
    }
}

/// Algorithm 10, times R. In: |f_hat| < 2^14. Out: |f| <= q.
///
/// A sum doubles the bound, a product ends below 0.71 q. The sums of `len` = 2 and 16 are reduced, so the bound goes
/// 2^15, 1 q, then 2, 4 and 8 q, 1 q, then 2, 4 and 8 q again; the last layer multiplies its sums too, by R^2 / 128.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn ntt_inverse(f_hat: &Tq, f: &mut Rq) {
    let f_hat = f_hat.0.as_chunks::<32>().0;
    let f = f.0.as_chunks_mut::<32>().0;
    let Factors { zetas, last_layer: [one, zeta] } = factors();

    // len = 2, 4, 8, 16
    let [low, high] = &TO_LAYOUT_1;
    let (low, high) = (dwords(low), dwords(high));
    let mut pairs = [(low, high); 4];
    for i in 0..4 {
        let (x, y) = (load(&f_hat[2 * i]), load(&f_hat[2 * i + 1]));
        pairs[i] = (_mm512_permutex2var_epi32(x, low, y), _mm512_permutex2var_epi32(x, high, y));
    }
    butterflies_inverse(&mut pairs, &INVERSE[0]);
    for pair in &mut pairs {
        *pair = unzip((reduce(pair.0), pair.1));
    }
    butterflies_inverse(&mut pairs, &INVERSE[1]);
    for pair in &mut pairs {
        *pair = unzip(*pair);
    }
    butterflies_inverse(&mut pairs, &INVERSE[2]);
    for pair in &mut pairs {
        *pair = exchange_halves(*pair);
    }
    butterflies_inverse(&mut pairs, &INVERSE[3]);
    for pair in &mut pairs {
        *pair = unzip_quarters((reduce(pair.0), pair.1));
    }
    let [(v0, v1), (v2, v3), (v4, v5), (v6, v7)] = pairs;
    let mut v = [v0, v1, v2, v3, v4, v5, v6, v7];

    // len = 32, 64, 128
    layer_inverse::<0>(&mut v, zetas);
    layer_inverse::<1>(&mut v, zetas);
    let (one, zeta) = (Factor::everywhere(one), Factor::everywhere(zeta));
    for i in 0..4 {
        let (sum, difference) = (_mm512_add_epi16(v[i], v[i + 4]), _mm512_sub_epi16(v[i + 4], v[i]));
        store(&mut f[i], montgomery_multiply(sum, one));
        store(&mut f[i + 4], montgomery_multiply(difference, zeta));
    }
}

/// Lines 8 to 12 of Algorithm 9: (x, y) becomes (x + zeta y, x - zeta y).
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn butterfly(x: __m512i, y: __m512i, zeta: Factor) -> (__m512i, __m512i) {
    let t = montgomery_multiply(y, zeta);
    (_mm512_add_epi16(x, t), _mm512_sub_epi16(x, t))
}

/// Lines 7 to 12 of Algorithm 10: (x, y) becomes (x + y, zeta (y - x)).
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn butterfly_inverse(x: __m512i, y: __m512i, zeta: Factor) -> (__m512i, __m512i) {
    (_mm512_add_epi16(x, y), montgomery_multiply(_mm512_sub_epi16(y, x), zeta))
}

/// A layer of Algorithm 9 that joins the registers of each pair.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn butterflies(pairs: &mut [(__m512i, __m512i); 4], twiddles: &[Twiddles<32>; 4]) {
    for i in 0..4 {
        pairs[i] = butterfly(pairs[i].0, pairs[i].1, Factor::each(&twiddles[i]));
    }
}

/// The same for Algorithm 10.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn butterflies_inverse(pairs: &mut [(__m512i, __m512i); 4], twiddles: &[Twiddles<32>; 4]) {
    for i in 0..4 {
        pairs[i] = butterfly_inverse(pairs[i].0, pairs[i].1, Factor::each(&twiddles[i]));
    }
}

/// A layer of Algorithm 9 that joins registers 2^LOG apart: `len` = 32 * 2^LOG.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn layer<const LOG: usize>(v: &mut [__m512i; 8], zetas: &[Everywhere; 16]) {
    for i in 0..4 {
        let block = i >> LOG;
        let low = i + (block << LOG);
        let high = low + (1 << LOG);
        (v[low], v[high]) = butterfly(v[low], v[high], Factor::everywhere(&zetas[(4 >> LOG) + block]));
    }
}

/// The same for Algorithm 10.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn layer_inverse<const LOG: usize>(v: &mut [__m512i; 8], zetas: &[Everywhere; 16]) {
    for i in 0..4 {
        let block = i >> LOG;
        let low = i + (block << LOG);
        let high = low + (1 << LOG);
        (v[low], v[high]) = butterfly_inverse(v[low], v[high], Factor::everywhere(&zetas[(8 >> LOG) - 1 - block]));
    }
}

/// The lower halves of both, and the upper halves.
#[inline]
#[target_feature(enable = "avx512f")]
fn exchange_halves((a, b): (__m512i, __m512i)) -> (__m512i, __m512i) {
    (_mm512_shuffle_i64x2::<0b01_00_01_00>(a, b), _mm512_shuffle_i64x2::<0b11_10_11_10>(a, b))
}

/// The quarters a0..a3 and b0..b3 become a0 a2 b0 b2 and a1 a3 b1 b3.
#[inline]
#[target_feature(enable = "avx512f")]
fn unzip_quarters((a, b): (__m512i, __m512i)) -> (__m512i, __m512i) {
    (_mm512_shuffle_i64x2::<0b10_00_10_00>(a, b), _mm512_shuffle_i64x2::<0b11_01_11_01>(a, b))
}

/// In each quarter, the dwords a0..a3 and b0..b3 become a0 b0 a1 b1 and a2 b2 a3 b3.
#[inline]
#[target_feature(enable = "avx512f")]
fn zip((a, b): (__m512i, __m512i)) -> (__m512i, __m512i) {
    (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b))
}

/// In each quarter, the dwords a0..a3 and b0..b3 become a0 a2 b0 b2 and a1 a3 b1 b3.
#[inline]
#[target_feature(enable = "avx512f")]
fn unzip((a, b): (__m512i, __m512i)) -> (__m512i, __m512i) {
    let (a, b) = (_mm512_castsi512_ps(a), _mm512_castsi512_ps(b));
    let (even, odd) = (_mm512_shuffle_ps::<0b10_00_10_00>(a, b), _mm512_shuffle_ps::<0b11_01_11_01>(a, b));
    (_mm512_castps_si512(even), _mm512_castps_si512(odd))
}
