//! Keys and ciphertexts: their forms, their checks (FIPS 203, sections 7.1 to 7.3) and their lifetimes.

use crate::arch::memory::{STACK_TO_WIPE, Wiped, wipe};
use crate::backend::Backend;
use crate::error::Error;
use crate::ml_kem::DecapsulationInput;
use crate::operations::KeyGenJob;
use crate::params::{ByteArray, ParameterSet, SEED_SIZE};
use crate::shared_secret::SharedSecret;
use core::fmt;
use rand_core::TryCryptoRng;
use zeroize::ZeroizeOnDrop;

/// `bytes` as an array, if they have its length.
fn exactly<A: ByteArray>(bytes: &[u8]) -> Result<A, Error> {
    A::try_from(bytes).map_err(|_| Error::WrongLength { expected: size_of::<A>(), actual: bytes.len() })
}

/// A ciphertext c; any string of the right length is one.
///
/// 768, 1088 or 1568 bytes for ML-KEM-512, -768 or -1024.
#[derive(Clone)]
pub struct Ciphertext<P: ParameterSet>(pub(crate) P::CiphertextBytes);

impl<P: ParameterSet> Ciphertext<P> {
    /// Takes `bytes` as a ciphertext.
    ///
    /// # Errors
    /// [`Error::WrongLength`] unless there are [`ParameterSet::CIPHERTEXT_SIZE`] of them (the ciphertext type check of section 7.3).
    #[inline]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        exactly(bytes).map(Self)
    }

    /// The ciphertext's bytes.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_ref()
    }

    /// The ciphertext as an array.
    #[inline]
    #[must_use]
    pub fn to_bytes(&self) -> P::CiphertextBytes {
        self.0.clone()
    }
}

/// An encapsulation key whose coefficients were checked.
///
/// 800, 1184 or 1568 bytes for ML-KEM-512, -768 or -1024, and no more than that in memory: encapsulation samples
/// the matrix again. [`PreparedEncapsulationKey`] keeps it.
#[derive(Clone)]
pub struct EncapsulationKey<P: ParameterSet>(P::EncapsulationKeyBytes);

impl<P: ParameterSet> EncapsulationKey<P> {
    /// Takes `bytes` as an encapsulation key, with the checks of section 7.2.
    ///
    /// # Errors
    /// [`Error::WrongLength`] unless there are [`ParameterSet::ENCAPSULATION_KEY_SIZE`] bytes,
    /// [`Error::CoefficientNotReduced`] if one of the coefficients is q or more.
    #[inline]
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let key = Self(exactly(bytes)?);
        if P::check_encapsulation_key(Backend::active(), bytes) { Ok(key) } else { Err(Error::CoefficientNotReduced) }
    }

    /// The key's bytes.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_ref()
    }

    /// The key as an array.
    #[inline]
    #[must_use]
    pub fn to_bytes(&self) -> P::EncapsulationKeyBytes {
        self.0.clone()
    }

    /// Keeps what every encapsulation to this key has in common, for callers who encapsulate to it often.
    #[must_use]
    pub fn prepare(&self) -> PreparedEncapsulationKey<P> {
        let mut hash = [0; 32];
        let prepared = P::prepare(Backend::active(), self.as_bytes(), &mut hash);
        PreparedEncapsulationKey { prepared, hash, key: self.clone() }
    }

    #[inline]
    pub(crate) fn encapsulate_internal(&self, m: &[u8; 32]) -> (Ciphertext<P>, SharedSecret) {
        encapsulation(|c, k| P::encaps(Backend::active(), self.as_bytes(), m, c, k))
    }
}

/// An encapsulation key with its matrix, its vector t and H(ek), for many encapsulations to the same key.
///
/// Beside the key's bytes it holds 512 (k^2 + k) + 32 of them: 3104, 6176 or 10272.
#[derive(Clone)]
pub struct PreparedEncapsulationKey<P: ParameterSet> {
    prepared: P::PublicKey,
    hash: [u8; 32],
    key: EncapsulationKey<P>,
}

impl<P: ParameterSet> PreparedEncapsulationKey<P> {
    /// The key that this one was made of.
    #[must_use]
    pub const fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        &self.key
    }

    #[inline]
    pub(crate) fn encapsulate_internal(&self, m: &[u8; 32]) -> (Ciphertext<P>, SharedSecret) {
        encapsulation(|c, k| P::encaps_prepared(Backend::active(), &self.prepared, &self.hash, m, c, k))
    }
}

#[inline]
fn encapsulation<P: ParameterSet>(encapsulate: impl FnOnce(&mut [u8], &mut [u8; 32])) -> (Ciphertext<P>, SharedSecret) {
    let mut c = Ciphertext::<P>(P::CiphertextBytes::ZERO);
    let mut k = SharedSecret([0; 32]);
    encapsulate(c.0.as_mut(), &mut k.0);
    zeroize::zeroize_stack::<STACK_TO_WIPE>();
    (c, k.clone())
}

/// Algorithm 20, ML-KEM.Encaps, is the same for a plain and a prepared key.
macro_rules! encapsulate {
    ($key:ident) => {
        impl<P: ParameterSet> $key<P> {
            /// Makes a shared secret and the ciphertext that carries it to the key's owner (Algorithm 20, ML-KEM.Encaps),
            /// with randomness from the operating system.
            ///
            /// # Errors
            /// [`Error::Randomness`] if the operating system has none.
            #[cfg(feature = "getrandom")]
            #[inline]
            pub fn encapsulate(&self) -> Result<(Ciphertext<P>, SharedSecret), Error> {
                let mut m = Wiped([0; 32]);
                getrandom::fill(&mut m.0)?;
                Ok(self.encapsulate_internal(&m.0))
            }

            /// The same with randomness from `rng`.
            ///
            /// # Errors
            /// Those of `rng`.
            #[inline]
            pub fn encapsulate_with_rng<R: TryCryptoRng + ?Sized>(
                &self,
                rng: &mut R,
            ) -> Result<(Ciphertext<P>, SharedSecret), R::Error> {
                let mut m = Wiped([0; 32]);
                rng.try_fill_bytes(&mut m.0)?;
                Ok(self.encapsulate_internal(&m.0))
            }

            /// The same with the given m (Algorithm 17, ML-KEM.Encaps_internal), which must be random, secret and
            /// used once: whoever knows it knows the shared secret.
            #[cfg(feature = "hazmat")]
            #[inline]
            #[must_use]
            pub fn encapsulate_deterministic(&self, m: &[u8; 32]) -> (Ciphertext<P>, SharedSecret) {
                self.encapsulate_internal(m)
            }
        }
    };
}

encapsulate!(EncapsulationKey);
encapsulate!(PreparedEncapsulationKey);

/// A decapsulation key, checked or made here.
///
/// It holds the expanded form of FIPS 203 and, where it is known, the seed: 1632, 2400 or 3168 bytes and 33 more.
/// Wiped when dropped; `Debug` does not show it.
///
/// Store the seed, and send the encapsulation key:
///
/// ```
/// use mlkem::DecapsulationKey768;
///
/// let key = DecapsulationKey768::generate()?;
/// let seed = key.seed().expect("a key that was generated knows its seed");
/// let same = DecapsulationKey768::from_seed(&seed);
/// assert_eq!(same.encapsulation_key(), key.encapsulation_key());
/// // the expanded form does not tell the seed
/// assert!(DecapsulationKey768::from_bytes(&key.to_bytes())?.seed().is_none());
/// # Ok::<(), mlkem::Error>(())
/// ```
#[derive(Clone)]
pub struct DecapsulationKey<P: ParameterSet> {
    s: P::VectorBytes,
    encapsulation_key: EncapsulationKey<P>,
    hash: [u8; 32],
    z: [u8; 32],
    /// d, or zeros where the key came in the expanded form, which does not tell it.
    d: [u8; 32],
    has_d: bool,
}

impl<P: ParameterSet> DecapsulationKey<P> {
    /// The key that belongs to the seed d || z (Algorithm 16, ML-KEM.KeyGen_internal).
    #[must_use]
    pub fn from_seed(seed: &[u8; SEED_SIZE]) -> Self {
        let mut key = Self::blank();
        key.set_seed(seed);
        let (d, s, ek, h) = key.key_gen_job();
        P::key_gen(Backend::active(), d, s, ek, h);
        zeroize::zeroize_stack::<STACK_TO_WIPE>();
        key.clone() // a move would leave what it moves; this one is wiped
    }

    /// A key of zeros, for key generation to fill where it stands: a secret that is returned can leave a copy behind.
    pub(crate) const fn blank() -> Self {
        Self {
            s: P::VectorBytes::ZERO,
            encapsulation_key: EncapsulationKey(P::EncapsulationKeyBytes::ZERO),
            hash: [0; 32],
            z: [0; 32],
            d: [0; 32],
            has_d: true,
        }
    }

    pub(crate) fn set_seed(&mut self, seed: &[u8; SEED_SIZE]) {
        let (d, z) = seed.split_at(32);
        self.d.copy_from_slice(d);
        self.z.copy_from_slice(z);
    }

    /// What key generation reads and fills.
    pub(crate) fn key_gen_job(&mut self) -> KeyGenJob<'_> {
        (&self.d, self.s.as_mut(), self.encapsulation_key.0.as_mut(), &mut self.hash)
    }

    /// A new key (Algorithm 19, ML-KEM.KeyGen), with randomness from the operating system.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the operating system has none.
    #[cfg(feature = "getrandom")]
    #[inline]
    pub fn generate() -> Result<Self, Error> {
        let mut seed = Wiped([0; SEED_SIZE]);
        getrandom::fill(&mut seed.0)?;
        Ok(Self::from_seed(&seed.0))
    }

    /// The same with randomness from `rng`.
    ///
    /// # Errors
    /// Those of `rng`.
    #[inline]
    pub fn generate_with_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut seed = Wiped([0; SEED_SIZE]);
        rng.try_fill_bytes(&mut seed.0)?;
        Ok(Self::from_seed(&seed.0))
    }

    /// Takes the expanded form dk of FIPS 203 (a seed goes to [`Self::from_seed`]), with the checks of section 7.3, and the modulus check of section 7.2
    /// for the encapsulation key inside.
    ///
    /// # Errors
    /// [`Error::WrongLength`] unless there are [`ParameterSet::DECAPSULATION_KEY_SIZE`] bytes,
    /// [`Error::HashMismatch`] if H(ek) is not the hash of ek, [`Error::CoefficientNotReduced`] if ek is no encapsulation key.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let expected = P::DECAPSULATION_KEY_SIZE;
        if bytes.len() != expected {
            return Err(Error::WrongLength { expected, actual: bytes.len() });
        }
        let (s, rest) = bytes.split_at(384 * P::K);
        let (ek, rest) = rest.split_at(P::ENCAPSULATION_KEY_SIZE);
        let (hash, z) = rest.split_at(32);
        // both are public: ek and its hash
        if keccak::Sha3_256::digest(ek) != hash {
            return Err(Error::HashMismatch);
        }
        let mut key = Self {
            s: P::VectorBytes::ZERO,
            encapsulation_key: EncapsulationKey::from_bytes(ek)?,
            hash: exactly(hash)?,
            z: [0; 32],
            d: [0; 32],
            has_d: false,
        };
        key.s.as_mut().copy_from_slice(s);
        key.z.copy_from_slice(z);
        Ok(key.clone())
    }

    /// The seed d || z, 64 bytes, unless the key came in its expanded form. The caller wipes it.
    #[must_use]
    pub fn seed(&self) -> Option<[u8; SEED_SIZE]> {
        if !self.has_d {
            return None;
        }
        let mut seed = [0; SEED_SIZE];
        seed[..32].copy_from_slice(&self.d);
        seed[32..].copy_from_slice(&self.z);
        Some(seed)
    }

    /// The expanded form dk of FIPS 203. The caller wipes it.
    #[must_use]
    pub fn to_bytes(&self) -> P::DecapsulationKeyBytes {
        let mut bytes = P::DecapsulationKeyBytes::ZERO;
        let mut rest = bytes.as_mut();
        for part in [self.s.as_ref(), self.encapsulation_key.as_bytes(), &self.hash, &self.z] {
            let (head, tail) = rest.split_at_mut(part.len());
            head.copy_from_slice(part);
            rest = tail;
        }
        bytes
    }

    /// The encapsulation key, to send to the other side.
    #[inline]
    #[must_use]
    pub const fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        &self.encapsulation_key
    }

    /// The shared secret that `ciphertext` carries (Algorithm 21, ML-KEM.Decaps).
    ///
    /// It never fails: a ciphertext that was not made for this key gives a secret that nobody else knows
    /// (implicit rejection), and nothing tells the two apart.
    #[must_use]
    pub fn decapsulate(&self, ciphertext: &Ciphertext<P>) -> SharedSecret {
        let mut k = SharedSecret([0; 32]);
        P::decaps(Backend::active(), self.parts(), ciphertext.as_bytes(), &mut k.0);
        zeroize::zeroize_stack::<STACK_TO_WIPE>();
        k.clone()
    }

    /// Keeps the matrix as well, for callers who decapsulate with this key often.
    #[must_use]
    pub fn prepare(&self) -> PreparedDecapsulationKey<P> {
        let mut hash = [0; 32];
        let prepared = P::prepare(Backend::active(), self.encapsulation_key.as_bytes(), &mut hash);
        PreparedDecapsulationKey { prepared, key: self.clone() }
    }

    #[inline]
    pub(crate) fn parts(&self) -> DecapsulationInput<'_> {
        DecapsulationInput { s: self.s.as_ref(), ek: self.encapsulation_key.as_bytes(), h: &self.hash, z: &self.z }
    }
}

impl<P: ParameterSet> Drop for DecapsulationKey<P> {
    fn drop(&mut self) {
        wipe(self.s.as_mut());
        wipe(&mut self.z);
        wipe(&mut self.d);
    }
}

impl<P: ParameterSet> ZeroizeOnDrop for DecapsulationKey<P> {}

/// A decapsulation key with its matrix, for many decapsulations with the same key.
///
/// Beside the key it holds 512 (k^2 + k) bytes: 3072, 6144 or 10240; they are public. The key is wiped when dropped.
#[derive(Clone)]
pub struct PreparedDecapsulationKey<P: ParameterSet> {
    prepared: P::PublicKey,
    key: DecapsulationKey<P>,
}

impl<P: ParameterSet> PreparedDecapsulationKey<P> {
    /// The key that this one was made of.
    #[must_use]
    pub const fn decapsulation_key(&self) -> &DecapsulationKey<P> {
        &self.key
    }

    /// As [`DecapsulationKey::decapsulate`].
    #[must_use]
    pub fn decapsulate(&self, ciphertext: &Ciphertext<P>) -> SharedSecret {
        let mut k = SharedSecret([0; 32]);
        P::decaps_prepared(Backend::active(), self.key.parts(), &self.prepared, ciphertext.as_bytes(), &mut k.0);
        zeroize::zeroize_stack::<STACK_TO_WIPE>();
        k.clone()
    }
}

macro_rules! public_bytes {
    ($type:ident) => {
        impl<P: ParameterSet> AsRef<[u8]> for $type<P> {
            fn as_ref(&self) -> &[u8] {
                self.as_bytes()
            }
        }

        impl<P: ParameterSet> TryFrom<&[u8]> for $type<P> {
            type Error = Error;

            fn try_from(bytes: &[u8]) -> Result<Self, Error> {
                Self::from_bytes(bytes)
            }
        }

        impl<P: ParameterSet> PartialEq for $type<P> {
            fn eq(&self, other: &Self) -> bool {
                self.as_bytes() == other.as_bytes()
            }
        }

        impl<P: ParameterSet> Eq for $type<P> {}
    };
}

public_bytes!(Ciphertext);
public_bytes!(EncapsulationKey);

macro_rules! debug_name_only {
    ($($type:ident),*) => {$(
        impl<P: ParameterSet> fmt::Debug for $type<P> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($type), "<{}>"), P::NAME)
            }
        }
    )*};
}

debug_name_only!(Ciphertext, EncapsulationKey, PreparedEncapsulationKey, DecapsulationKey, PreparedDecapsulationKey);
