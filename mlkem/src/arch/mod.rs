//! The arithmetic backends, and the one place in this crate where `unsafe` may stand.
//!
//! [`Arithmetic`] says what a backend computes and between which bounds; `portable` computes it as
//! FIPS 203 reads, and every other backend gives the same bytes wherever bytes are given.

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
pub(crate) mod aarch64;
#[cfg(any(
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod barrett;
pub(crate) mod memory;
pub(crate) mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod wasm32;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;
pub(crate) mod zetas;

use crate::params::XOF_RATE;
use crate::ring::{Rq, Tq};
use keccak::{Aligned, Permute, States};
use zeroize::optimization_barrier;

/// What one operation runs on: arithmetic, and Keccak on W lanes (and on one, for what is left over).
pub(crate) trait Backend<const W: usize>: Copy {
    type Arithmetic: Arithmetic;
    type Keccak: Permute<W> + Permute<1>;

    fn arithmetic(self) -> Self::Arithmetic;
    fn keccak(self) -> Self::Keccak;
}

/// Any arithmetic goes with any Keccak: both are proofs of what the processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<A, H> {
    pub(crate) arithmetic: A,
    pub(crate) keccak: H,
}

impl<A, H> Pair<A, H> {
    /// Both proofs, if both can be had.
    #[inline]
    pub(crate) fn new(arithmetic: Option<A>, keccak: Option<H>) -> Option<Self> {
        Some(Self { arithmetic: arithmetic?, keccak: keccak? })
    }
}

impl<A: Arithmetic, H: Permute<W> + Permute<1>, const W: usize> Backend<W> for Pair<A, H> {
    type Arithmetic = A;
    type Keccak = H;

    #[inline]
    fn arithmetic(self) -> A {
        self.arithmetic
    }

    #[inline]
    fn keccak(self) -> H {
        self.keccak
    }
}

/// The modulus q of FIPS 203, section 2.4.
pub(crate) const Q: i16 = 3329;

/// What [`Arithmetic::ntt`] takes: coefficients of absolute value at most q.
pub(crate) const NTT_INPUT_BOUND: i16 = Q;

/// What [`Arithmetic::ntt`] gives: coefficients of absolute value below 8q.
/// Each of the seven layers adds less than q, so nothing needs to be reduced on the way.
pub(crate) const NTT_OUTPUT_BOUND: i16 = 8 * Q;

/// What [`Arithmetic::dot_product`] gives, and [`Arithmetic::ntt_inverse`] takes: absolute value below 4q.
pub(crate) const DOT_PRODUCT_BOUND: i16 = 4 * Q;

/// What [`Arithmetic::byte_encode_12`] takes: absolute value below 9q.
pub(crate) const ENCODE_BOUND: i16 = 9 * Q;

/// What [`Arithmetic::compress`] takes: the *sum* of its two operands has an absolute value below 2q.
pub(crate) const COMPRESS_BOUND: i16 = 2 * Q;

/// The first words of one lane of W, as many as there is room for.
#[inline]
fn copy_lane<const W: usize>(block: &States<W>, lane: usize, bytes: &mut [u8]) {
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(block) {
        *bytes = word[lane].to_le_bytes();
    }
}

/// Vector arithmetic in R_q and T_q and its encodings. Coefficients are signed and stand for their residue mod q;
/// T_q's are in the order of FIPS 203 on every backend. R is 2^16 (Montgomery's factor).
pub(crate) trait Arithmetic: Copy {
    /// Algorithm 9, NTT. In: |f| <= [`NTT_INPUT_BOUND`]. Out: |f_hat| < [`NTT_OUTPUT_BOUND`].
    fn ntt(self, f: &Rq, f_hat: &mut Tq);

    /// Algorithm 10, NTT^-1, *times R*: undoes the factor that [`Self::dot_product`] leaves.
    /// In: |f_hat| < [`DOT_PRODUCT_BOUND`]. Out: |f| <= q.
    fn ntt_inverse(self, f_hat: &Tq, f: &mut Rq);

    /// The part of Algorithm 12 that depends on one factor only: `twin[2i] = b[2i]`, `twin[2i+1] = b[2i+1] * gamma_i`
    /// with gamma_i = zeta^(2 BitRev7(i) + 1). In: |b| < [`NTT_OUTPUT_BOUND`]. Out: even places as b, odd ones of absolute value at most q.
    fn multiply_prepare(self, b: &Tq, twin: &mut Tq);

    /// Algorithm 11, MultiplyNTTs, summed over a row: sum of a\[j\] * b\[j\], *divided by R*, with one reduction at the end.
    /// `b_twin` is what [`Self::multiply_prepare`] made of `b`. K is 2, 3 or 4.
    /// In: a in \[0, q), |b| < [`NTT_OUTPUT_BOUND`]. Out: absolute value below [`DOT_PRODUCT_BOUND`].
    fn dot_product<const K: usize>(self, a: &[Tq; K], b: &[Tq; K], b_twin: &[Tq; K], sum: &mut Tq);

    /// sum += t * R. In: |t| < [`DOT_PRODUCT_BOUND`], |sum| < [`NTT_OUTPUT_BOUND`]. Out: |sum| < [`ENCODE_BOUND`].
    fn multiply_r_add(self, t: &Tq, sum: &mut Tq);

    /// Rejection sampling, the loop of Algorithm 7 (SampleNTT) over `bytes`, whose length is a multiple of 3:
    /// appends accepted values to the first `count` of `a_hat` and returns their new number, at most 256.
    /// Public data only: the matrix is no secret, so branches and table indexes may depend on it.
    fn sample_ntt(self, bytes: &[u8], a_hat: &mut Tq, count: usize) -> usize;

    /// The same from the start, over three blocks of SHAKE128 that stand in one lane of W.
    #[inline]
    fn sample_ntt_lane<const W: usize>(self, blocks: [&States<W>; 3], lane: usize, a_hat: &mut Tq) -> usize {
        let mut bytes = Aligned([[0; XOF_RATE]; 3]);
        for (bytes, block) in bytes.0.iter_mut().zip(blocks) {
            copy_lane(block, lane, bytes);
        }
        self.sample_ntt(bytes.0.as_flattened(), a_hat, 0)
    }

    /// Algorithm 8, SamplePolyCBD_2. Out: |f| <= 2.
    fn sample_poly_cbd_2(self, bytes: &[u8; 128], f: &mut Rq);

    /// The same over a block of SHAKE256 that stands in one lane of W.
    #[inline]
    fn sample_poly_cbd_2_lane<const W: usize>(self, block: &States<W>, lane: usize, f: &mut Rq) {
        let mut bytes = Aligned([0; 128]);
        copy_lane(block, lane, &mut bytes.0);
        self.sample_poly_cbd_2(&bytes.0, f);
        bytes.0 = [0; 128];
        optimization_barrier(&bytes);
    }

    /// Algorithm 8, SamplePolyCBD_3. Out: |f| <= 3.
    fn sample_poly_cbd_3(self, bytes: &[u8; 192], f: &mut Rq);

    /// Algorithm 5, ByteEncode_12, of the residues. In: |f_hat| < [`ENCODE_BOUND`].
    fn byte_encode_12(self, f_hat: &Tq, bytes: &mut [u8; 384]);

    /// Algorithm 6, ByteDecode_12, reduced mod q: Out: \[0, q). Returns whether every coefficient was
    /// below q before that (the modulus check of section 7.2). Constant time: it also reads secret keys.
    fn byte_decode_12(self, bytes: &[u8; 384], f_hat: &mut Tq) -> bool;

    /// ByteEncode_d(Compress_d(f + g)), section 4.2.1; D is 4, 5, 10 or 11 and `bytes` has 32 D bytes.
    /// In: |f + g| < [`COMPRESS_BOUND`].
    fn compress<const D: usize>(self, f: &Rq, g: &Rq, bytes: &mut [u8]);

    /// Decompress_d(ByteDecode_d(bytes)), section 4.2.1; D is 4, 5, 10 or 11 and `bytes` has 32 D bytes. Out: \[0, q).
    fn decompress<const D: usize>(self, bytes: &[u8], f: &mut Rq);

    /// ByteEncode_1(Compress_1(v - w)): the message that decryption finds. In: |v - w| < [`COMPRESS_BOUND`].
    fn message_encode(self, v: &Rq, w: &Rq, message: &mut [u8; 32]);

    /// f = f + Decompress_1(ByteDecode_1(message)). In: |f| <= 3. Out: |f| <= 3 + (q + 1) / 2.
    fn message_add(self, message: &[u8; 32], f: &mut Rq);

    /// Whether two byte strings of the same length are equal, in constant time: 0xff when they are, else 0.
    fn equal(self, a: &[u8], b: &[u8]) -> u8;
}
