//! The portable backend: FIPS 203's ring arithmetic as it reads, in plain 16-bit integers.

mod compress;
mod encode;
mod ntt;
mod reduce;
mod sampling;

use super::Arithmetic;
use crate::ring::{Rq, Tq};
use keccak::arch::portable::Portable;

impl Arithmetic for Portable {
    #[inline]
    fn ntt(self, f: &Rq, f_hat: &mut Tq) {
        ntt::ntt(f, f_hat);
    }

    #[inline]
    fn ntt_inverse(self, f_hat: &Tq, f: &mut Rq) {
        ntt::ntt_inverse(f_hat, f);
    }

    #[inline]
    fn multiply_prepare(self, b: &Tq, twin: &mut Tq) {
        ntt::multiply_prepare(b, twin);
    }

    #[inline]
    fn dot_product<const K: usize>(self, a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq) {
        ntt::dot_product(a, b, b_twin, sum);
    }

    #[inline]
    fn multiply_r_add(self, t: &Tq, sum: &mut Tq) {
        ntt::multiply_r_add(t, sum);
    }

    #[inline]
    fn sample_ntt(self, bytes: &[u8], a_hat: &mut Tq, count: usize) -> usize {
        sampling::sample_ntt(bytes, a_hat, count)
    }

    #[inline]
    fn sample_poly_cbd_2(self, bytes: &[u8; 128], f: &mut Rq) {
        sampling::sample_poly_cbd_2(bytes, f);
    }

    #[inline]
    fn sample_poly_cbd_3(self, bytes: &[u8; 192], f: &mut Rq) {
        sampling::sample_poly_cbd_3(bytes, f);
    }

    #[inline]
    fn byte_encode_12(self, f_hat: &Tq, bytes: &mut [u8; 384]) {
        encode::byte_encode_12(f_hat, bytes);
    }

    #[inline]
    fn byte_decode_12(self, bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
        encode::byte_decode_12(bytes, f_hat)
    }

    #[inline]
    fn compress<const D: usize>(self, f: &Rq, g: &Rq, bytes: &mut [u8]) {
        compress::compress::<D>(f, g, bytes);
    }

    #[inline]
    fn decompress<const D: usize>(self, bytes: &[u8], f: &mut Rq) {
        compress::decompress::<D>(bytes, f);
    }

    #[inline]
    fn message_encode(self, v: &Rq, w: &Rq, message: &mut [u8; 32]) {
        compress::message_encode(v, w, message);
    }

    #[inline]
    fn message_add(self, message: &[u8; 32], f: &mut Rq) {
        compress::message_add(message, f);
    }

    #[inline]
    fn equal(self, a: &[u8], b: &[u8]) -> u8 {
        encode::equal(a, b)
    }
}
