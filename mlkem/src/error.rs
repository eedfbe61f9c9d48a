//! What can be wrong with bytes from outside.

use core::fmt;

/// Why a key or a ciphertext was not accepted, or no randomness could be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The input has the wrong length, in bytes (the type checks of FIPS 203, sections 7.2 and 7.3).
    WrongLength {
        /// The length that this parameter set asks for.
        expected: usize,
        /// The length of the input.
        actual: usize,
    },
    /// A coefficient of the encapsulation key is q or more (the modulus check of section 7.2).
    CoefficientNotReduced,
    /// The decapsulation key does not hold the hash of its encapsulation key (the hash check of section 7.3).
    HashMismatch,
    /// The operating system gave no randomness.
    #[cfg(feature = "getrandom")]
    Randomness(getrandom::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongLength { expected, actual } => {
                write!(f, "wrong length: {actual} bytes where {expected} are expected")
            }
            Self::CoefficientNotReduced => f.write_str("encapsulation key: a coefficient is not reduced modulo q"),
            Self::HashMismatch => f.write_str("decapsulation key: the hash of the encapsulation key does not match"),
            #[cfg(feature = "getrandom")]
            Self::Randomness(error) => write!(f, "no randomness from the operating system: {error}"),
        }
    }
}

impl core::error::Error for Error {}

#[cfg(feature = "getrandom")]
impl From<getrandom::Error> for Error {
    fn from(error: getrandom::Error) -> Self {
        Self::Randomness(error)
    }
}
