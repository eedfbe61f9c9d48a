//! The rings of FIPS 203, section 2.4.4: R_q and its image T_q under the number-theoretic transform.
//!
//! Two types, so that an element cannot be used in the wrong domain.

/// A polynomial f in R_q = Z_q\[X\]/(X^256 + 1); coefficients are signed representatives, each
/// function of [`crate::arch::Arithmetic`] says between which bounds.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Rq(pub(crate) [i16; 256]);

/// An element of T_q: 128 polynomials of degree one, in the order of FIPS 203, section 4.3.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct Tq(pub(crate) [i16; 256]);

impl Tq {
    pub(crate) const ZERO: Self = Self([0; 256]);
}

/// The zero vector in T_q^k.
pub(crate) const fn zero_vector<const K: usize>() -> [Tq; K] {
    [const { Tq::ZERO }; K]
}
