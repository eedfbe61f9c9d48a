//! K-PKE (FIPS 203, section 5), the part after sampling: arithmetic in R_q and T_q, and encoding.
//!
//! The hashing of Algorithms 13 and 14 runs in [`crate::lanes`], interleaved with ML-KEM's own.

use crate::arch::Arithmetic;
use crate::arch::memory::{Public, STACK_TO_WIPE, Secret, plain};
use crate::params::ParameterSet;
use crate::ring::{Rq, Tq};

plain! {
    /// A vector in T_q^k with what [`Arithmetic::multiply_prepare`] makes of it.
    struct Multiplier<const K: usize> {
        vector: [Tq; K],
        twin: [Tq; K],
    }
}

impl<const K: usize> Multiplier<K> {
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

plain! {
    /// Room for what comes between two functions.
    struct Room {
        /// Before a transform or behind its inverse.
        f: Rq,
        /// A dot product.
        product: Tq,
    }
}

plain! {
    /// The secrets of one key generation: s and e, transformed.
    struct Secrets<const K: usize> {
        s_hat: Multiplier<K>,
        /// e, and with A s added to it t.
        e_hat: [Tq; K],
        room: Room,
    }
}

plain! {
    /// The noise of one encryption: y (transformed), e1 and e2.
    struct Noise<const K: usize> {
        y_hat: Multiplier<K>,
        e1: [Rq; K],
        e2: Rq,
        room: Room,
    }
}

plain! {
    /// What one decryption computes, apart from the ciphertext's parts: s, and w up to its last step.
    struct Decryption<const K: usize> {
        s_hat: [Tq; K],
        room: Room,
    }
}

/// Algorithm 13, lines 18 and 19, for row i: t_hat\[i\] = A\[i\] s_hat + e_hat\[i\], encoded.
#[inline]
pub(crate) fn key_gen_row<const K: usize>(
    arithmetic: impl Arithmetic,
    row: &[Tq; K],
    i: usize,
    Secrets { s_hat, e_hat, room }: &mut Secrets<K>,
    bytes: &mut [u8; 384],
) {
    s_hat.dot_product(arithmetic, row, &mut room.product);
    arithmetic.multiply_r_add(&room.product, &mut e_hat[i]);
    arithmetic.byte_encode_12(&e_hat[i], bytes);
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
    let Noise { y_hat, e1, e2, room: Room { f, product } } = noise;
    let (c1, c2) = c.split_at_mut(32 * P::DU * K);
    for ((row, e1), bytes) in a_hat.iter().zip(&*e1).zip(c1.chunks_exact_mut(32 * P::DU)) {
        y_hat.dot_product(arithmetic, row, product);
        arithmetic.ntt_inverse(product, f);
        compress(arithmetic, P::DU, f, e1, bytes);
    }
    y_hat.dot_product(arithmetic, t_hat, product);
    arithmetic.ntt_inverse(product, f);
    arithmetic.message_add(m, e2);
    compress(arithmetic, P::DV, f, e2, c2);
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
    let (mut u_hat, mut v) = (Public::<Multiplier<K>>::new(), Public::<Rq>::new());
    let (u_hat, v) = (u_hat.get(), v.get());
    for (i, bytes) in c1.chunks_exact(32 * P::DU).enumerate() {
        decompress(arithmetic, P::DU, bytes, v);
        u_hat.set(arithmetic, i, v);
    }
    decompress(arithmetic, P::DV, c2, v);
    let mut decryption = Secret::<Decryption<K>>::new();
    let Decryption { s_hat, room } = decryption.get();
    decode_vector(arithmetic, s, s_hat);
    u_hat.dot_product(arithmetic, s_hat, &mut room.product);
    arithmetic.ntt_inverse(&room.product, &mut room.f);
    arithmetic.message_encode(v, &room.f, m);
    // what the kernels spilled: where the matrix is prepared, nothing reaches down there again
    zeroize::zeroize_stack::<STACK_TO_WIPE>();
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
