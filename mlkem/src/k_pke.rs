//! K-PKE (FIPS 203, section 5), the part after sampling: arithmetic in R_q and T_q, and encoding.
//!
//! The hashing of Algorithms 13 and 14 runs in [`crate::lanes`], interleaved with ML-KEM's own.

use crate::arch::Arithmetic;
use crate::params::ParameterSet;
use crate::ring::{Rq, Tq, zero_vector};
use zeroize::Zeroize;

/// A vector in T_q^k with what [`Arithmetic::multiply_prepare`] makes of it; wiped on drop, for most are secret.
pub(crate) struct Multiplier<const K: usize> {
    pub(crate) vector: [Tq; K],
    twin: [Tq; K],
}

impl<const K: usize> Multiplier<K> {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { vector: zero_vector(), twin: zero_vector() }
    }

    /// vector\[i\] = NTT(f), ready to multiply with.
    #[inline]
    pub(crate) fn set(&mut self, arithmetic: impl Arithmetic, i: usize, f: &Rq) {
        arithmetic.ntt(f, &mut self.vector[i]);
        arithmetic.multiply_prepare(&self.vector[i], &mut self.twin[i]);
    }

    /// The product of a row with this vector, divided by R.
    #[inline]
    pub(crate) fn dot_product(&self, arithmetic: impl Arithmetic, row: &[Tq; K], product: &mut Tq) {
        arithmetic.dot_product(row, &self.vector, &self.twin, product);
    }
}

impl<const K: usize> Drop for Multiplier<K> {
    fn drop(&mut self) {
        self.vector.zeroize();
        self.twin.zeroize();
    }
}

/// The noise of one encryption: y (transformed), e1 and e2. Wiped on drop.
pub(crate) struct Noise<const K: usize> {
    pub(crate) y_hat: Multiplier<K>,
    pub(crate) e1: [Rq; K],
    pub(crate) e2: Rq,
}

impl<const K: usize> Noise<K> {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Self { y_hat: Multiplier::new(), e1: [const { Rq::ZERO }; K], e2: Rq::ZERO }
    }
}

impl<const K: usize> Drop for Noise<K> {
    fn drop(&mut self) {
        self.e1.zeroize();
        self.e2.zeroize();
    }
}

/// Algorithm 13, lines 18 and 19, for one row: t_hat\[i\] = A\[i\] s_hat + e_hat\[i\], encoded.
#[inline]
pub(crate) fn key_gen_row<const K: usize>(
    arithmetic: impl Arithmetic,
    row: &[Tq; K],
    s_hat: &Multiplier<K>,
    e_hat: &Tq,
    bytes: &mut [u8; 384],
) {
    let mut t_hat = Tq::ZERO;
    s_hat.dot_product(arithmetic, row, &mut t_hat);
    arithmetic.multiply_r_add(&mut t_hat, e_hat);
    arithmetic.byte_encode_12(&t_hat, bytes);
}

/// ByteEncode_12 of an element that the transform left unreduced.
#[inline]
pub(crate) fn encode_reduced(arithmetic: impl Arithmetic, f_hat: &Tq, bytes: &mut [u8; 384]) {
    let mut reduced = Tq::ZERO;
    arithmetic.multiply_r_add(&mut reduced, f_hat); // 0 R + f_hat
    arithmetic.byte_encode_12(&reduced, bytes);
    reduced.zeroize();
}

/// ByteDecode_12 of a vector; whether all its coefficients were below q.
#[inline]
pub(crate) fn decode_vector<const K: usize>(arithmetic: impl Arithmetic, bytes: &[u8], vector: &mut [Tq; K]) -> bool {
    let mut reduced = true;
    for (bytes, t) in bytes.as_chunks().0.iter().zip(vector) {
        reduced &= arithmetic.byte_decode_12(bytes, t);
    }
    reduced
}

/// Algorithm 14, lines 18 to 23: c = (Compress(A^T y + e1), Compress(t y + e2 + mu)). `a_hat` is transposed already.
#[inline]
pub(crate) fn encrypt<P: ParameterSet, const K: usize>(
    arithmetic: impl Arithmetic,
    a_hat: &[[Tq; K]],
    t_hat: &[Tq; K],
    noise: &mut Noise<K>,
    m: &[u8; 32],
    c: &mut [u8],
) {
    let mut product = Tq::ZERO;
    let mut f = Rq::ZERO;
    let (c1, c2) = c.split_at_mut(32 * P::DU * K);
    for ((row, e1), bytes) in a_hat.iter().zip(&noise.e1).zip(c1.chunks_exact_mut(32 * P::DU)) {
        noise.y_hat.dot_product(arithmetic, row, &mut product);
        arithmetic.ntt_inverse(&product, &mut f);
        compress(arithmetic, P::DU, &f, e1, bytes);
    }
    noise.y_hat.dot_product(arithmetic, t_hat, &mut product);
    arithmetic.ntt_inverse(&product, &mut f);
    arithmetic.message_add(m, &mut noise.e2);
    compress(arithmetic, P::DV, &f, &noise.e2, c2);
    product.zeroize();
    f.zeroize();
}

/// Algorithm 15, K-PKE.Decrypt. Not inlined, so that its frame is free again when the re-encryption needs the stack.
#[inline(never)]
pub(crate) fn decrypt<P: ParameterSet, const K: usize>(
    arithmetic: impl Arithmetic,
    s: &[u8],
    c: &[u8],
    m: &mut [u8; 32],
) {
    let (c1, c2) = c.split_at(32 * P::DU * K);
    let mut f = Rq::ZERO;
    let mut u_hat = const { Multiplier::<K>::new() };
    for (i, bytes) in c1.chunks_exact(32 * P::DU).enumerate() {
        decompress(arithmetic, P::DU, bytes, &mut f);
        u_hat.set(arithmetic, i, &f);
    }
    let mut s_hat = zero_vector();
    decode_vector(arithmetic, s, &mut s_hat);
    let mut product = Tq::ZERO;
    u_hat.dot_product(arithmetic, &s_hat, &mut product);
    arithmetic.ntt_inverse(&product, &mut f);
    let mut v = Rq::ZERO;
    decompress(arithmetic, P::DV, c2, &mut v);
    arithmetic.message_encode(&v, &f, m);
    s_hat.zeroize();
    product.zeroize();
    f.zeroize();
}

/// Compress_d and ByteEncode_d with d = d_u or d_v, a constant of the parameter set.
#[inline]
fn compress(arithmetic: impl Arithmetic, d: usize, f: &Rq, g: &Rq, bytes: &mut [u8]) {
    match d {
        4 => arithmetic.compress::<4>(f, g, bytes),
        5 => arithmetic.compress::<5>(f, g, bytes),
        10 => arithmetic.compress::<10>(f, g, bytes),
        _ => arithmetic.compress::<11>(f, g, bytes),
    }
}

/// ByteDecode_d and Decompress_d with d = d_u or d_v.
#[inline]
fn decompress(arithmetic: impl Arithmetic, d: usize, bytes: &[u8], f: &mut Rq) {
    match d {
        4 => arithmetic.decompress::<4>(bytes, f),
        5 => arithmetic.decompress::<5>(bytes, f),
        10 => arithmetic.decompress::<10>(bytes, f),
        _ => arithmetic.decompress::<11>(bytes, f),
    }
}
