//! The three parameter sets (FIPS 203, section 8) and the sizes that follow from them.

use crate::keys::DecapsulationKey;
use crate::operations::Operations;
use crate::schedule::Shape;
use rand_core::TryCryptoRng;

/// Bytes of a seed d || z, the private key's short form.
pub const SEED_SIZE: usize = 64;

/// Bytes of a shared secret key.
pub const SHARED_SECRET_SIZE: usize = 32;

/// SHAKE's domain suffix with the first bit of the padding (FIPS 202, section 6.2), for XOF, PRF and J.
pub(crate) const SHAKE_DOMAIN: u8 = 0x1f;

/// Bytes of one SHAKE128 block, the XOF of FIPS 203, section 4.1.
pub(crate) const XOF_RATE: usize = 168;
/// Bytes of one block of SHAKE256 (PRF, J) and of SHA3-256 (H).
pub(crate) const PRF_RATE: usize = 136;

/// How many blocks of `rate` bytes hold `length` bytes.
pub(crate) const fn blocks(length: usize, rate: usize) -> usize {
    let mut count = 0;
    while count * rate < length {
        count += 1;
    }
    count
}

/// A byte array of a size that depends on the parameter set.
pub trait ByteArray: AsRef<[u8]> + AsMut<[u8]> + for<'a> TryFrom<&'a [u8]> + Clone + Send + Sync + 'static {
    /// All bytes zero.
    const ZERO: Self;
}

impl<const N: usize> ByteArray for [u8; N] {
    const ZERO: Self = [0; N];
}

/// ML-KEM-512, -768 or -1024.
///
/// ```
/// use mlkem::{MlKem768, ParameterSet};
///
/// assert_eq!(MlKem768::ENCAPSULATION_KEY_SIZE, 1184);
/// assert_eq!(MlKem768::DECAPSULATION_KEY_SIZE, 2400);
/// assert_eq!(MlKem768::CIPHERTEXT_SIZE, 1088);
/// ```
pub trait ParameterSet: Operations {
    /// The name in FIPS 203, such as `ML-KEM-768`.
    const NAME: &'static str;
    /// The dimension k of the module.
    const K: usize;
    /// eta_1, the width of the noise s, e and y.
    const ETA1: usize;
    /// d_u, the bits of a coefficient of u in the ciphertext.
    const DU: usize;
    /// d_v, the bits of a coefficient of v.
    const DV: usize;
    /// Bytes of an encapsulation key: 384 k + 32.
    const ENCAPSULATION_KEY_SIZE: usize = 384 * Self::K + 32;
    /// Bytes of an expanded decapsulation key: 768 k + 96.
    const DECAPSULATION_KEY_SIZE: usize = 768 * Self::K + 96;
    /// Bytes of a ciphertext: 32 (d_u k + d_v).
    const CIPHERTEXT_SIZE: usize = 32 * (Self::DU * Self::K + Self::DV);

    /// `[u8; ENCAPSULATION_KEY_SIZE]`.
    type EncapsulationKeyBytes: ByteArray;
    /// `[u8; DECAPSULATION_KEY_SIZE]`.
    type DecapsulationKeyBytes: ByteArray;
    /// `[u8; CIPHERTEXT_SIZE]`.
    type CiphertextBytes: ByteArray;
    /// `[u8; 384 * K]`, an encoded vector.
    #[doc(hidden)]
    type VectorBytes: ByteArray;
}

pub(crate) const fn shape<P: ParameterSet>() -> Shape {
    Shape {
        k: P::K,
        eta1: P::ETA1,
        encapsulation_key_size: P::ENCAPSULATION_KEY_SIZE,
        ciphertext_size: P::CIPHERTEXT_SIZE,
    }
}

macro_rules! parameter_set {
    ($(#[$doc:meta])* $set:ident, $name:literal, k: $k:literal, eta1: $eta1:literal, du: $du:literal, dv: $dv:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $set;

        impl $set {
            /// A new decapsulation key, with randomness from the operating system.
            ///
            /// # Errors
            /// [`Error::Randomness`](crate::Error::Randomness) if the operating system has none.
            #[cfg(feature = "getrandom")]
            pub fn generate() -> Result<DecapsulationKey<Self>, crate::Error> {
                DecapsulationKey::generate()
            }

            /// A new decapsulation key, with randomness from `rng`.
            ///
            /// # Errors
            /// Those of `rng`.
            pub fn generate_with_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<DecapsulationKey<Self>, R::Error> {
                DecapsulationKey::generate_with_rng(rng)
            }

            /// The decapsulation key that belongs to the seed d || z.
            #[must_use]
            pub fn from_seed(seed: &[u8; SEED_SIZE]) -> DecapsulationKey<Self> {
                DecapsulationKey::from_seed(seed)
            }
        }

        impl ParameterSet for $set {
            const NAME: &'static str = $name;
            const K: usize = $k;
            const ETA1: usize = $eta1;
            const DU: usize = $du;
            const DV: usize = $dv;
            type EncapsulationKeyBytes = [u8; Self::ENCAPSULATION_KEY_SIZE];
            type DecapsulationKeyBytes = [u8; Self::DECAPSULATION_KEY_SIZE];
            type CiphertextBytes = [u8; Self::CIPHERTEXT_SIZE];
            type VectorBytes = [u8; 384 * $k];
        }
    };
}

parameter_set!(
    /// ML-KEM-512, security category 1.
    MlKem512, "ML-KEM-512", k: 2, eta1: 3, du: 10, dv: 4
);
parameter_set!(
    /// ML-KEM-768, security category 3: the set to use where nothing else is asked for.
    MlKem768, "ML-KEM-768", k: 3, eta1: 2, du: 10, dv: 4
);
parameter_set!(
    /// ML-KEM-1024, security category 5.
    MlKem1024, "ML-KEM-1024", k: 4, eta1: 2, du: 11, dv: 5
);
