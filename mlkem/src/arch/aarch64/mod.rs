//! NEON (Advanced SIMD) on little-endian AArch64, eight coefficients to a vector.
//!
//! NEON belongs to the baseline of every AArch64 target that this module is compiled for. Inside the kernels only
//! loads and stores are unsafe, and they are all in `vector.rs`.
//!
//! No kernel has a branch or an address that depends on its data, but for [`sampling::sample_ntt`], whose data is
//! public. Products with constants are Barrett's: a b - q round(a b'), see [`vector::multiply`].

mod bits;
mod compress;
mod encode;
mod message;
mod multiply;
mod ntt;
mod sampling;
#[cfg(test)]
mod tests;
mod vector;

use super::Arithmetic;
use crate::ring::{Rq, Tq};
#[cfg(test)]
use Neon as Tested;
use keccak::States;

/// The proof that NEON may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neon(());

impl Neon {
    /// Always there: the target's baseline has it.
    pub(crate) const fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Arithmetic for Neon {
    #[inline]
    fn ntt(self, f: &Rq, f_hat: &mut Tq) {
        // SAFETY: the token proves that NEON is there.
        unsafe { ntt::ntt(f, f_hat) };
    }

    #[inline]
    fn ntt_inverse(self, f_hat: &Tq, f: &mut Rq) {
        // SAFETY: the token proves that NEON is there.
        unsafe { ntt::ntt_inverse(f_hat, f) };
    }

    #[inline]
    fn multiply_prepare(self, b: &Tq, twin: &mut Tq) {
        // SAFETY: the token proves that NEON is there.
        unsafe { multiply::multiply_prepare(b, twin) };
    }

    #[inline]
    fn dot_product<const K: usize>(self, a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq) {
        // SAFETY: the token proves that NEON is there.
        unsafe { multiply::dot_product(a, b, b_twin, sum) };
    }

    #[inline]
    fn multiply_r_add(self, t: &Tq, sum: &mut Tq) {
        // SAFETY: the token proves that NEON is there.
        unsafe { multiply::multiply_r_add(t, sum) };
    }

    #[inline]
    fn sample_ntt(self, bytes: &[u8], a_hat: &mut Tq, count: usize) -> usize {
        // SAFETY: the token proves that NEON is there.
        unsafe { sampling::sample_ntt(bytes, a_hat, count) }
    }

    #[inline]
    fn sample_ntt_lane<const W: usize>(self, blocks: [&States<W>; 3], lane: usize, a_hat: &mut Tq) -> usize {
        // SAFETY: the token proves that NEON is there.
        unsafe { sampling::sample_ntt_lane(blocks, lane, a_hat) }
    }

    #[inline]
    fn sample_poly_cbd_2(self, bytes: &[u8; 128], f: &mut Rq) {
        // SAFETY: the token proves that NEON is there.
        unsafe { sampling::sample_poly_cbd_2(bytes, f) };
    }

    #[inline]
    fn sample_poly_cbd_3(self, bytes: &[u8; 192], f: &mut Rq) {
        // SAFETY: the token proves that NEON is there.
        unsafe { sampling::sample_poly_cbd_3(bytes, f) };
    }

    #[inline]
    fn byte_encode_12(self, f_hat: &Tq, bytes: &mut [u8; 384]) {
        // SAFETY: the token proves that NEON is there.
        unsafe { encode::byte_encode_12(f_hat, bytes) };
    }

    #[inline]
    fn byte_decode_12(self, bytes: &[u8; 384], f_hat: &mut Tq) -> bool {
        // SAFETY: the token proves that NEON is there.
        unsafe { encode::byte_decode_12(bytes, f_hat) }
    }

    #[inline]
    fn compress<const D: usize>(self, f: &Rq, g: &Rq, bytes: &mut [u8]) {
        // SAFETY: the token proves that NEON is there.
        unsafe { compress::compress::<D>(f, g, bytes) };
    }

    #[inline]
    fn decompress<const D: usize>(self, bytes: &[u8], f: &mut Rq) {
        // SAFETY: the token proves that NEON is there.
        unsafe { compress::decompress::<D>(bytes, f) };
    }

    #[inline]
    fn message_encode(self, v: &Rq, w: &Rq, message: &mut [u8; 32]) {
        // SAFETY: the token proves that NEON is there.
        unsafe { message::message_encode(v, w, message) };
    }

    #[inline]
    fn message_add(self, message: &[u8; 32], f: &mut Rq) {
        // SAFETY: the token proves that NEON is there.
        unsafe { message::message_add(message, f) };
    }

    #[inline]
    fn equal(self, a: &[u8], b: &[u8]) -> u8 {
        // SAFETY: the token proves that NEON is there.
        unsafe { encode::equal(a, b) }
    }
}
