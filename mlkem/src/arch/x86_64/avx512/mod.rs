//! AVX-512: thirty-two coefficients in a register.
//!
//! Two tokens. [`Avx512`] is for processors from 2017 on; what needs bytes to cross a register it leaves to the kernels
//! of AVX2, which every such processor has. [`Avx512Vbmi`] (2019) does that at full width and shares the rest.

mod compress;
mod encode;
mod multiply;
mod ntt;
mod sample_ntt;
mod sample_poly_cbd;
mod vector;

use super::{avx2, run};
use crate::arch::Arithmetic;
use crate::ring::{Rq, Tq};
use keccak::States;

cpufeatures::new!(features, "avx2", "popcnt", "avx512f", "avx512bw");
cpufeatures::new!(vbmi_features, "avx2", "popcnt", "avx512f", "avx512bw", "avx512vbmi", "avx512vbmi2");

/// The proof that the processor has AVX2, POPCNT and AVX-512 F and BW, and that the operating system saves the registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

/// The proof of all that [`Avx512`] proves, and of AVX-512 VBMI and VBMI2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512Vbmi(());

impl Avx512 {
    /// `Some` where this backend may run.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        features::get().then_some(Self(()))
    }
}

impl Arithmetic for Avx512 {
    #[inline]
    fn ntt(self, f: &Rq, f_hat: &mut Tq) {
        run!(ntt::ntt(f, f_hat));
    }

    #[inline]
    fn ntt_inverse(self, f_hat: &Tq, f: &mut Rq) {
        run!(ntt::ntt_inverse(f_hat, f));
    }

    #[inline]
    fn multiply_prepare(self, b: &Tq, twin: &mut Tq) {
        run!(multiply::multiply_prepare(b, twin));
    }

    #[inline]
    fn dot_product<const K: usize>(self, a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq) {
        run!(multiply::dot_product(a, b, b_twin, sum));
    }

    #[inline]
    fn multiply_r_add(self, t: &Tq, sum: &mut Tq) {
        run!(multiply::multiply_r_add(t, sum));
    }

    #[inline]
    fn sample_ntt(self, bytes: &[u8], a_hat: &mut Tq, count: usize) -> usize {
        run!(sample_ntt::sample_ntt(bytes, a_hat, count))
    }

    #[inline]
    fn sample_ntt_lane<const W: usize>(self, blocks: [&States<W>; 3], lane: usize, a_hat: &mut Tq) -> usize {
        let [first, second, third] = blocks;
        run!(sample_ntt::sample_ntt_lane(first, second, third, lane, a_hat))
    }

    #[inline]
    fn sample_poly_cbd_2(self, bytes: &[u8; 128], f: &mut Rq) {
        run!(sample_poly_cbd::sample_poly_cbd_2(bytes, f));
    }

    #[inline]
    fn sample_poly_cbd_2_lane<const W: usize>(self, block: &States<W>, lane: usize, f: &mut Rq) {
        run!(sample_poly_cbd::sample_poly_cbd_2_lane(block, lane, f));
    }

    #[inline]
    fn sample_poly_cbd_3(self, bytes: &[u8; 192], f: &mut Rq) {
        run!(sample_poly_cbd::sample_poly_cbd_3(bytes, f));
    }

    #[inline]
    fn byte_encode_12(self, f_hat: &Tq, bytes: &mut [u8; 384]) {
        run!(avx2::byte_encode_12(f_hat, bytes));
    }

    #[inline]
    fn byte_decode_12(self, bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
        run!(avx2::byte_decode_12(bytes, f_hat))
    }

    #[inline]
    fn compress<const D: usize>(self, f: &Rq, g: &Rq, bytes: &mut [u8]) {
        run!(avx2::compress::<D>(f, g, bytes));
    }

    #[inline]
    fn decompress<const D: usize>(self, bytes: &[u8], f: &mut Rq) {
        run!(avx2::decompress::<D>(bytes, f));
    }

    #[inline]
    fn message_encode(self, v: &Rq, w: &Rq, message: &mut [u8; 32]) {
        run!(compress::message_encode(v, w, message));
    }

    #[inline]
    fn message_add(self, message: &[u8; 32], f: &mut Rq) {
        run!(compress::message_add(message, f));
    }

    #[inline]
    fn equal(self, a: &[u8], b: &[u8]) -> u8 {
        run!(encode::equal(a, b))
    }
}

impl Avx512Vbmi {
    /// `Some` where this backend may run.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        vbmi_features::get().then_some(Self(()))
    }
}

impl Arithmetic for Avx512Vbmi {
    #[inline]
    fn ntt(self, f: &Rq, f_hat: &mut Tq) {
        run!(ntt::ntt(f, f_hat));
    }

    #[inline]
    fn ntt_inverse(self, f_hat: &Tq, f: &mut Rq) {
        run!(ntt::ntt_inverse(f_hat, f));
    }

    #[inline]
    fn multiply_prepare(self, b: &Tq, twin: &mut Tq) {
        run!(multiply::multiply_prepare(b, twin));
    }

    #[inline]
    fn dot_product<const K: usize>(self, a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq) {
        run!(multiply::dot_product(a, b, b_twin, sum));
    }

    #[inline]
    fn multiply_r_add(self, t: &Tq, sum: &mut Tq) {
        run!(multiply::multiply_r_add(t, sum));
    }

    #[inline]
    fn sample_ntt(self, bytes: &[u8], a_hat: &mut Tq, count: usize) -> usize {
        run!(sample_ntt::sample_ntt_vbmi(bytes, a_hat, count))
    }

    #[inline]
    fn sample_ntt_lane<const W: usize>(self, blocks: [&States<W>; 3], lane: usize, a_hat: &mut Tq) -> usize {
        let [first, second, third] = blocks;
        run!(sample_ntt::sample_ntt_lane_vbmi(first, second, third, lane, a_hat))
    }

    #[inline]
    fn sample_poly_cbd_2(self, bytes: &[u8; 128], f: &mut Rq) {
        run!(sample_poly_cbd::sample_poly_cbd_2(bytes, f));
    }

    #[inline]
    fn sample_poly_cbd_2_lane<const W: usize>(self, block: &States<W>, lane: usize, f: &mut Rq) {
        run!(sample_poly_cbd::sample_poly_cbd_2_lane(block, lane, f));
    }

    #[inline]
    fn sample_poly_cbd_3(self, bytes: &[u8; 192], f: &mut Rq) {
        run!(sample_poly_cbd::sample_poly_cbd_3(bytes, f));
    }

    #[inline]
    fn byte_encode_12(self, f_hat: &Tq, bytes: &mut [u8; 384]) {
        run!(encode::byte_encode_12(f_hat, bytes));
    }

    #[inline]
    fn byte_decode_12(self, bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
        run!(encode::byte_decode_12(bytes, f_hat))
    }

    #[inline]
    fn compress<const D: usize>(self, f: &Rq, g: &Rq, bytes: &mut [u8]) {
        run!(compress::compress::<D>(f, g, bytes));
    }

    #[inline]
    fn decompress<const D: usize>(self, bytes: &[u8], f: &mut Rq) {
        run!(compress::decompress::<D>(bytes, f));
    }

    #[inline]
    fn message_encode(self, v: &Rq, w: &Rq, message: &mut [u8; 32]) {
        run!(compress::message_encode(v, w, message));
    }

    #[inline]
    fn message_add(self, message: &[u8; 32], f: &mut Rq) {
        run!(compress::message_add(message, f));
    }

    #[inline]
    fn equal(self, a: &[u8], b: &[u8]) -> u8 {
        run!(encode::equal(a, b))
    }
}
