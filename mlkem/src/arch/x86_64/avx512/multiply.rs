//! Products in T_q (Algorithms 11 and 12), a row of them at a time.

use super::super::twiddles::{Twiddles, gammas};
use super::vector::{Factor, load, montgomery_multiply, store};
use crate::arch::Q;
use crate::arch::zetas::{Q_INVERSE, R_SQUARED};
use crate::ring::Tq;
use core::arch::x86_64::*;

static GAMMAS: [Twiddles<32>; 8] = gammas();

/// The odd words of a register.
const ODD: u32 = 0xaaaa_aaaa;

/// twin\[2i\] = b\[2i\], twin\[2i+1\] = b\[2i+1\] gamma_i. In: any. Out: even places as they were, odd ones |twin| < q.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn multiply_prepare(b: &Tq, twin: &mut Tq) {
    let (b, twin) = (b.0.as_chunks::<32>().0, twin.0.as_chunks_mut::<32>().0);
    for i in 0..8 {
        let v = load(&b[i]);
        let product = montgomery_multiply(v, Factor::each(&GAMMAS[i]));
        store(&mut twin[i], _mm512_mask_blend_epi16(ODD, v, product));
    }
}

/// The sum of a\[j\] b\[j\] / R. In: a in \[0, q), |b| < 8 q, at most four terms. Out: |sum| < 4 q.
///
/// A place of 32 bits holds the pair a0 + a1 X; `vpmaddwd` with the twin (b0, b1 gamma) gives the constant term
/// a0 b0 + a1 b1 gamma, and with (b1, b0) the other, a0 b1 + a1 b0. The sums stay below 4 * 2 * q * 8 q < 2^30.
/// The loads set the pace: `vpdpwssd` (VNNI), which adds at once, was no faster on Zen 5.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn dot_product<const K: usize>(a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq) {
    for (i, sum) in sum.0.as_chunks_mut::<32>().0.iter_mut().enumerate() {
        let mut constant = _mm512_setzero_si512();
        let mut linear = _mm512_setzero_si512();
        for j in 0..K {
            let a = load(&a[j].0.as_chunks().0[i]);
            let b = load(&b[j].0.as_chunks().0[i]);
            let twin = load(&b_twin[j].0.as_chunks().0[i]);
            constant = _mm512_add_epi32(constant, _mm512_madd_epi16(a, twin));
            linear = _mm512_add_epi32(linear, _mm512_madd_epi16(_mm512_rol_epi32::<16>(a), b));
        }
        store(sum, montgomery_reduce(constant, linear));
    }
}

/// sum += t R. In: |t| < 2^15, |sum| < 8 q. Out: |sum| < 9 q.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn multiply_r_add(t: &Tq, sum: &mut Tq) {
    let (t, sum) = (t.0.as_chunks::<32>().0, sum.0.as_chunks_mut::<32>().0);
    for i in 0..8 {
        let product = montgomery_multiply(load(&t[i]), Factor::all(R_SQUARED));
        let value = _mm512_add_epi16(product, load(&sum[i]));
        store(&mut sum[i], value);
    }
}

/// even / R in the even words and odd / R in the odd words: |result| <= |even or odd| / 2^16 + q / 2.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn montgomery_reduce(even: __m512i, odd: __m512i) -> __m512i {
    let low = _mm512_mask_blend_epi16(ODD, even, _mm512_slli_epi32::<16>(odd));
    let high = _mm512_mask_blend_epi16(ODD, _mm512_srli_epi32::<16>(even), odd);
    let multiple_of_q = _mm512_mullo_epi16(low, _mm512_set1_epi16(Q_INVERSE));
    _mm512_sub_epi16(high, _mm512_mulhi_epi16(multiple_of_q, _mm512_set1_epi16(Q)))
}
