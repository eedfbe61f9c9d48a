//! Algorithms 9 and 10 in two passes over memory.
//!
//! One holds eight registers, every second of the sixteen, for the three layers that join whole registers.
//! The other holds two neighbours for the other four, in which coefficients of the same register meet:
//! [`twiddles`](super::super::twiddles) says how they get apart.

use super::super::twiddles::{Everywhere, Factors, Twiddles, factors, forward_layer, inverse_layer};
use super::vector::{Factor, load, montgomery_multiply, reduce, store};
use crate::ring::{Rq, Tq};
use core::arch::x86_64::*;

/// Where the bits of an index stand while it is bit 3, 2 or 1 that says in which register a coefficient is.
const LAYOUT_3: [u32; 3] = [2, 1, 4];
const LAYOUT_2: [u32; 3] = [3, 1, 4];
const LAYOUT_1: [u32; 3] = [3, 4, 2];

/// The factors of the layers `len` = 8, 4 and 2, for each pair of registers.
static FORWARD: [[Twiddles<16>; 8]; 3] =
    [forward_layer(3, &LAYOUT_3), forward_layer(2, &LAYOUT_2), forward_layer(1, &LAYOUT_1)];

/// The same for the inverse, in its order: `len` = 2, 4 and 8.
static INVERSE: [[Twiddles<16>; 8]; 3] =
    [inverse_layer(1, &LAYOUT_1), inverse_layer(2, &LAYOUT_2), inverse_layer(3, &LAYOUT_3)];

/// Algorithm 9. In: |f| <= q. Out: |f_hat| < 8 q, as each layer adds less than q; in the order of FIPS 203.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn ntt(f: &Rq, f_hat: &mut Tq) {
    let f = f.0.as_chunks::<16>().0;
    let f_hat = f_hat.0.as_chunks_mut::<16>().0;
    let zetas = &factors().zetas;

    // len = 128, 64, 32
    for column in 0..2 {
        let mut v = [_mm256_setzero_si256(); 8];
        for row in 0..8 {
            v[row] = load(&f[2 * row + column]);
        }
        layer::<2>(&mut v, zetas);
        layer::<1>(&mut v, zetas);
        layer::<0>(&mut v, zetas);
        for row in 0..8 {
            store(&mut f_hat[2 * row + column], v[row]);
        }
    }

    // len = 16, 8, 4, 2: a step at a time for four pairs, so that they need not wait for one another
    for half in 0..2 {
        let f_hat = &mut f_hat[8 * half..8 * half + 8];
        let mut pairs = [(_mm256_setzero_si256(), _mm256_setzero_si256()); 4];
        for i in 0..4 {
            let (x, y) = (load(&f_hat[2 * i]), load(&f_hat[2 * i + 1]));
            pairs[i] = butterfly(x, y, Factor::everywhere(&zetas[8 + 4 * half + i]));
        }
        for (x, y) in &mut pairs {
            (*x, *y) = zip((swap_quarters(*x), swap_quarters(*y)));
        }
        butterflies(&mut pairs, &FORWARD[0][4 * half..]);
        for pair in &mut pairs {
            *pair = exchange_halves(*pair);
        }
        butterflies(&mut pairs, &FORWARD[1][4 * half..]);
        for pair in &mut pairs {
            *pair = zip(*pair);
        }
        butterflies(&mut pairs, &FORWARD[2][4 * half..]);
        for i in 0..4 {
            (pairs[i].0, pairs[i].1) = zip(pairs[i]);
            store(&mut f_hat[2 * i], pairs[i].0);
            store(&mut f_hat[2 * i + 1], pairs[i].1);
        }
    }
}

/// Algorithm 10, times R. In: |f_hat| < 2^14. Out: |f| <= q.
///
/// A sum doubles the bound, a product ends below 0.71 q. The sums of `len` = 2 and 16 are reduced, so the bound goes
/// 2^15, 1 q, then 2, 4 and 8 q, 1 q, then 2, 4 and 8 q again; the last layer multiplies its sums too, by R^2 / 128.
#[inline(never)]
#[target_feature(enable = "avx2")]
pub(super) fn ntt_inverse(f_hat: &Tq, f: &mut Rq) {
    let f_hat = f_hat.0.as_chunks::<16>().0;
    let f = f.0.as_chunks_mut::<16>().0;
    let Factors { zetas, last_layer } = factors();

    // len = 2, 4, 8, 16
    for half in 0..2 {
        let (f_hat, f) = (&f_hat[8 * half..8 * half + 8], &mut f[8 * half..8 * half + 8]);
        let mut pairs = [(_mm256_setzero_si256(), _mm256_setzero_si256()); 4];
        for i in 0..4 {
            pairs[i] = unzip((load(&f_hat[2 * i]), load(&f_hat[2 * i + 1])));
        }
        butterflies_inverse(&mut pairs, &INVERSE[0][4 * half..]);
        for (x, y) in &mut pairs {
            (*x, *y) = unzip((reduce(*x), *y));
        }
        butterflies_inverse(&mut pairs, &INVERSE[1][4 * half..]);
        for pair in &mut pairs {
            *pair = exchange_halves(*pair);
        }
        butterflies_inverse(&mut pairs, &INVERSE[2][4 * half..]);
        for (x, y) in &mut pairs {
            (*x, *y) = unzip((*x, *y));
            (*x, *y) = (swap_quarters(*x), swap_quarters(*y));
        }
        for i in 0..4 {
            let (x, y) = pairs[i];
            let (x, y) = butterfly_inverse(x, y, Factor::everywhere(&zetas[15 - 4 * half - i]));
            store(&mut f[2 * i], reduce(x));
            store(&mut f[2 * i + 1], y);
        }
    }

    // len = 32, 64, 128
    for column in 0..2 {
        let mut v = [_mm256_setzero_si256(); 8];
        for row in 0..8 {
            v[row] = load(&f[2 * row + column]);
        }
        layer_inverse::<0>(&mut v, zetas);
        layer_inverse::<1>(&mut v, zetas);
        last_layer_inverse(&mut v, last_layer);
        for row in 0..8 {
            store(&mut f[2 * row + column], v[row]);
        }
    }
}

/// Lines 8 to 12 of Algorithm 9: (x, y) becomes (x + zeta y, x - zeta y).
#[inline]
#[target_feature(enable = "avx2")]
fn butterfly(x: __m256i, y: __m256i, zeta: Factor) -> (__m256i, __m256i) {
    let t = montgomery_multiply(y, zeta);
    (_mm256_add_epi16(x, t), _mm256_sub_epi16(x, t))
}

/// Lines 7 to 12 of Algorithm 10: (x, y) becomes (x + y, zeta (y - x)).
#[inline]
#[target_feature(enable = "avx2")]
fn butterfly_inverse(x: __m256i, y: __m256i, zeta: Factor) -> (__m256i, __m256i) {
    (_mm256_add_epi16(x, y), montgomery_multiply(_mm256_sub_epi16(y, x), zeta))
}

/// A layer of Algorithm 9 that joins the registers of each pair.
#[inline]
#[target_feature(enable = "avx2")]
fn butterflies(pairs: &mut [(__m256i, __m256i); 4], twiddles: &[Twiddles<16>]) {
    for ((x, y), twiddles) in pairs.iter_mut().zip(twiddles) {
        (*x, *y) = butterfly(*x, *y, Factor::each(twiddles));
    }
}

/// The same for Algorithm 10.
#[inline]
#[target_feature(enable = "avx2")]
fn butterflies_inverse(pairs: &mut [(__m256i, __m256i); 4], twiddles: &[Twiddles<16>]) {
    for ((x, y), twiddles) in pairs.iter_mut().zip(twiddles) {
        (*x, *y) = butterfly_inverse(*x, *y, Factor::each(twiddles));
    }
}

/// A layer of Algorithm 9 that joins registers 2^LOG apart: `len` = 32 * 2^LOG.
#[inline]
#[target_feature(enable = "avx2")]
fn layer<const LOG: usize>(v: &mut [__m256i; 8], zetas: &[Everywhere; 16]) {
    for i in 0..4 {
        let block = i >> LOG;
        let low = i + (block << LOG);
        let high = low + (1 << LOG);
        (v[low], v[high]) = butterfly(v[low], v[high], Factor::everywhere(&zetas[(4 >> LOG) + block]));
    }
}

/// The same for Algorithm 10.
#[inline]
#[target_feature(enable = "avx2")]
fn layer_inverse<const LOG: usize>(v: &mut [__m256i; 8], zetas: &[Everywhere; 16]) {
    for i in 0..4 {
        let block = i >> LOG;
        let low = i + (block << LOG);
        let high = low + (1 << LOG);
        (v[low], v[high]) = butterfly_inverse(v[low], v[high], Factor::everywhere(&zetas[(8 >> LOG) - 1 - block]));
    }
}

/// The layer `len` = 128, with the division by 128 and the multiplication by R.
#[inline]
#[target_feature(enable = "avx2")]
fn last_layer_inverse(v: &mut [__m256i; 8], [one, zeta]: &[Everywhere; 2]) {
    let (one, zeta) = (Factor::everywhere(one), Factor::everywhere(zeta));
    for low in 0..4 {
        let (sum, difference) = (_mm256_add_epi16(v[low], v[low + 4]), _mm256_sub_epi16(v[low + 4], v[low]));
        v[low] = montgomery_multiply(sum, one);
        v[low + 4] = montgomery_multiply(difference, zeta);
    }
}

/// The dwords a0..a7 and b0..b7 become a0 b0 a1 b1 a4 b4 a5 b5 and a2 b2 a3 b3 a6 b6 a7 b7.
#[inline]
#[target_feature(enable = "avx2")]
fn zip((a, b): (__m256i, __m256i)) -> (__m256i, __m256i) {
    (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b))
}

/// The dwords a0..a7 and b0..b7 become a0 a2 b0 b2 a4 a6 b4 b6 and a1 a3 b1 b3 a5 a7 b5 b7.
#[inline]
#[target_feature(enable = "avx2")]
fn unzip((a, b): (__m256i, __m256i)) -> (__m256i, __m256i) {
    let (a, b) = (_mm256_castsi256_ps(a), _mm256_castsi256_ps(b));
    let (even, odd) = (_mm256_shuffle_ps::<0b10_00_10_00>(a, b), _mm256_shuffle_ps::<0b11_01_11_01>(a, b));
    (_mm256_castps_si256(even), _mm256_castps_si256(odd))
}

/// The lower halves of both, and the upper halves.
#[inline]
#[target_feature(enable = "avx2")]
fn exchange_halves((a, b): (__m256i, __m256i)) -> (__m256i, __m256i) {
    (_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b))
}

/// The two middle quarters change places.
#[inline]
#[target_feature(enable = "avx2")]
fn swap_quarters(a: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(a)
}
