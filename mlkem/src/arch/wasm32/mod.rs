//! WebAssembly with 128-bit vectors (simd128), eight coefficients to a vector. The same arithmetic as on NEON, whose
//! rounded high product WebAssembly has under the name q15mulr.
//!
//! A module either contains these instructions or not: the target feature that it is compiled with decides. Loads
//! and stores are all in `vector.rs`; all else is safe.
//!
//! No kernel has a branch or an address that depends on its data, but for [`sampling::sample_ntt`], whose data is public.

mod bits;
mod compress;
mod encode;
mod message;
mod multiply;
mod ntt;
mod sampling;
#[cfg(test)]
#[path = "../aarch64/tests.rs"]
mod tests;
mod vector;

use super::Arithmetic;
use crate::ring::{Rq, Tq};
#[cfg(test)]
use Simd128 as Tested;
use keccak::States;

/// The proof that the module may use 128-bit vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd128(());

impl Simd128 {
    /// Always there: this module is compiled only where the target feature is on.
    pub(crate) const fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Arithmetic for Simd128 {
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
        multiply::multiply_prepare(b, twin);
    }

    #[inline]
    fn dot_product<const K: usize>(self, a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq) {
        multiply::dot_product(a, b, b_twin, sum);
    }

    #[inline]
    fn multiply_r_add(self, t: &Tq, sum: &mut Tq) {
        multiply::multiply_r_add(t, sum);
    }

    #[inline]
    fn sample_ntt(self, bytes: &[u8], a_hat: &mut Tq, count: usize) -> usize {
        sampling::sample_ntt(bytes, a_hat, count)
    }

    #[inline]
    fn sample_ntt_lane<const W: usize>(self, blocks: [&States<W>; 3], lane: usize, a_hat: &mut Tq) -> usize {
        sampling::sample_ntt_lane(blocks, lane, a_hat)
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
        message::message_encode(v, w, message);
    }

    #[inline]
    fn message_add(self, message: &[u8; 32], f: &mut Rq) {
        message::message_add(message, f);
    }

    #[inline]
    fn equal(self, a: &[u8], b: &[u8]) -> u8 {
        encode::equal(a, b)
    }
}
