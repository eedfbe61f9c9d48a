//! AVX2: sixteen coefficients in a register.

mod compress;
mod encode;
mod multiply;
mod ntt;
mod sample_ntt;
mod sample_poly_cbd;
mod vector;

pub(super) use compress::{compress, decompress};
pub(super) use encode::{byte_decode_12, byte_encode_12};

use super::run;
use crate::arch::Arithmetic;
use crate::ring::{Rq, Tq};
use keccak::States;

cpufeatures::new!(features, "avx2", "popcnt");

/// The proof that the processor has AVX2 and POPCNT, and that the operating system saves the registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

impl Avx2 {
    /// `Some` where this backend may run.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        features::get().then_some(Self(()))
    }
}

impl Arithmetic for Avx2 {
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
    fn sample_poly_cbd_3(self, bytes: &[u8; 192], f: &mut Rq) {
        run!(sample_poly_cbd::sample_poly_cbd_3(bytes, f));
    }

    #[inline]
    fn byte_encode_12(self, f_hat: &Tq, bytes: &mut [u8; 384]) {
        run!(byte_encode_12(f_hat, bytes));
    }

    #[inline]
    fn byte_decode_12(self, bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
        run!(byte_decode_12(bytes, f_hat))
    }

    #[inline]
    fn compress<const D: usize>(self, f: &Rq, g: &Rq, bytes: &mut [u8]) {
        run!(compress::<D>(f, g, bytes));
    }

    #[inline]
    fn decompress<const D: usize>(self, bytes: &[u8], f: &mut Rq) {
        run!(decompress::<D>(bytes, f));
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
