//! ML-KEM by the parameter set's name, from bytes to bytes.
//!
//! Each call goes every way that the library offers to the same result, and says so when two of them differ.

use crate::hash::plain;
use mlkem::{
    Ciphertext, DecapsulationKey, EncapsulationKey, Error, MlKem512, MlKem768, MlKem1024, ParameterSet, SEED_SIZE,
};

/// Why something is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// By the library.
    #[error("{0}")]
    Library(Error),
    /// A seed, a share or an m of the wrong length, which the library's types rule out.
    #[error("{name} of {actual} bytes instead of {expected}")]
    WrongLength {
        /// What it is.
        name: &'static str,
        /// Bytes it must have.
        expected: usize,
        /// Bytes it has.
        actual: usize,
    },
    /// Two ways to one result differ: a fault of the library.
    #[error("the library contradicts itself: {0}")]
    Contradiction(&'static str),
}

impl From<Error> for Rejected {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}

/// `bytes` as an array.
pub(crate) fn array<const N: usize>(name: &'static str, bytes: &[u8]) -> Result<[u8; N], Rejected> {
    bytes.try_into().map_err(|_| Rejected::WrongLength { name, expected: N, actual: bytes.len() })
}

/// A parameter set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// ML-KEM-512.
    MlKem512,
    /// ML-KEM-768.
    MlKem768,
    /// ML-KEM-1024.
    MlKem1024,
}

/// Runs `$body` with `$P` naming the parameter set's type.
macro_rules! with_set {
    ($set:expr, $P:ident => $body:expr) => {
        match $set {
            Set::MlKem512 => {
                type $P = MlKem512;
                $body
            }
            Set::MlKem768 => {
                type $P = MlKem768;
                $body
            }
            Set::MlKem1024 => {
                type $P = MlKem1024;
                $body
            }
        }
    };
}

impl Set {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::MlKem512, Self::MlKem768, Self::MlKem1024];

    /// The set of that name, however it is hyphenated.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = plain(name);
        Self::ALL.into_iter().find(|set| plain(set.name()) == name)
    }

    /// The set whose encapsulation keys have so many bytes.
    #[must_use]
    pub fn from_encapsulation_key_size(size: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.encapsulation_key_size() == size)
    }

    /// The set whose expanded decapsulation keys have so many bytes.
    #[must_use]
    pub fn from_decapsulation_key_size(size: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.decapsulation_key_size() == size)
    }

    /// `ML-KEM-768`
    #[must_use]
    pub const fn name(self) -> &'static str {
        with_set!(self, P => P::NAME)
    }

    /// Bytes of an encapsulation key.
    #[must_use]
    pub const fn encapsulation_key_size(self) -> usize {
        with_set!(self, P => P::ENCAPSULATION_KEY_SIZE)
    }

    /// Bytes of an expanded decapsulation key.
    #[must_use]
    pub const fn decapsulation_key_size(self) -> usize {
        with_set!(self, P => P::DECAPSULATION_KEY_SIZE)
    }

    /// Bytes of a ciphertext.
    #[must_use]
    pub const fn ciphertext_size(self) -> usize {
        with_set!(self, P => P::CIPHERTEXT_SIZE)
    }

    /// The encapsulation key and the expanded decapsulation key of `seed` = d || z.
    ///
    /// # Errors
    /// Wrong length.
    pub fn key_gen(self, seed: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Rejected> {
        with_set!(self, P => key_gen::<P>(seed))
    }

    /// The ciphertext and the shared secret.
    ///
    /// # Errors
    /// Wrong length, coefficient not reduced.
    pub fn encapsulate(self, encapsulation_key: &[u8], m: &[u8]) -> Result<(Vec<u8>, [u8; 32]), Rejected> {
        with_set!(self, P => encapsulate::<P>(encapsulation_key, m))
    }

    /// The shared secret that the key of `seed` finds.
    ///
    /// # Errors
    /// Wrong length.
    pub fn decapsulate_with_seed(self, seed: &[u8], ciphertext: &[u8]) -> Result<[u8; 32], Rejected> {
        with_set!(self, P => decapsulate(&DecapsulationKey::<P>::from_seed(&array("seed", seed)?), ciphertext))
    }

    /// The shared secret that an expanded decapsulation key finds.
    ///
    /// # Errors
    /// Wrong length, hash check.
    pub fn decapsulate(self, decapsulation_key: &[u8], ciphertext: &[u8]) -> Result<[u8; 32], Rejected> {
        with_set!(self, P => decapsulate(&DecapsulationKey::<P>::from_bytes(decapsulation_key)?, ciphertext))
    }

    /// A whole key exchange, and what a random ciphertext gives.
    ///
    /// # Errors
    /// Wrong length, or decapsulation does not find the secret that was encapsulated.
    pub fn exchange(
        self,
        seed: &[u8; SEED_SIZE],
        m: &[u8; 32],
        random_ciphertext: &[u8],
    ) -> Result<Exchange, Rejected> {
        with_set!(self, P => exchange::<P>(seed, m, random_ciphertext))
    }

    /// FIPS 203, section 7.2.
    ///
    /// # Errors
    /// Wrong length, coefficient not reduced.
    pub fn check_encapsulation_key(self, encapsulation_key: &[u8]) -> Result<(), Rejected> {
        with_set!(self, P => EncapsulationKey::<P>::from_bytes(encapsulation_key).map(drop).map_err(Rejected::from))
    }

    /// FIPS 203, section 7.3.
    ///
    /// # Errors
    /// Wrong length, hash check.
    pub fn check_decapsulation_key(self, decapsulation_key: &[u8]) -> Result<(), Rejected> {
        with_set!(self, P => DecapsulationKey::<P>::from_bytes(decapsulation_key).map(drop).map_err(Rejected::from))
    }

    /// Where the encapsulation key stands in an expanded decapsulation key.
    #[must_use]
    pub const fn encapsulation_key_range(self) -> std::ops::Range<usize> {
        let start = with_set!(self, P => 384 * P::K);
        start..start + self.encapsulation_key_size()
    }
}

/// One key exchange.
pub struct Exchange {
    /// Encapsulation key.
    pub ek: Vec<u8>,
    /// Expanded decapsulation key.
    pub dk: Vec<u8>,
    /// Ciphertext.
    pub ct: Vec<u8>,
    /// Shared secret, the same on both sides.
    pub k: [u8; 32],
    /// What a random ciphertext gives.
    pub rejected: [u8; 32],
}

fn exchange<P: ParameterSet>(
    seed: &[u8; SEED_SIZE],
    m: &[u8; 32],
    random_ciphertext: &[u8],
) -> Result<Exchange, Rejected> {
    let key = DecapsulationKey::<P>::from_seed(seed);
    let (ciphertext, secret) = key.encapsulation_key().encapsulate_deterministic(m);
    if key.decapsulate(&ciphertext).as_bytes() != secret.as_bytes() {
        return Err(Rejected::Contradiction("decapsulation does not find the secret that was encapsulated"));
    }
    Ok(Exchange {
        ek: key.encapsulation_key().as_bytes().to_vec(),
        dk: key.to_bytes().as_ref().to_vec(),
        ct: ciphertext.as_bytes().to_vec(),
        k: *secret.as_bytes(),
        rejected: *key.decapsulate(&Ciphertext::<P>::from_bytes(random_ciphertext)?).as_bytes(),
    })
}

fn key_gen<P: ParameterSet>(seed: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Rejected> {
    let seed = array::<SEED_SIZE>("seed", seed)?;
    let key = DecapsulationKey::<P>::from_seed(&seed);
    let encapsulation_key = key.encapsulation_key().as_bytes().to_vec();
    let expanded = key.to_bytes().as_ref().to_vec();
    if key.seed() != Some(seed) {
        return Err(Rejected::Contradiction("the seed exported is not the seed imported"));
    }
    let again = DecapsulationKey::<P>::from_bytes(&expanded)?;
    if again.to_bytes().as_ref() != expanded || again.encapsulation_key().as_bytes() != encapsulation_key {
        return Err(Rejected::Contradiction("the expanded key changes when it is exported and imported"));
    }
    Ok((encapsulation_key, expanded))
}

fn encapsulate<P: ParameterSet>(encapsulation_key: &[u8], m: &[u8]) -> Result<(Vec<u8>, [u8; 32]), Rejected> {
    let key = EncapsulationKey::<P>::from_bytes(encapsulation_key)?;
    let m = array("m", m)?;
    let (ciphertext, secret) = key.encapsulate_deterministic(&m);
    let (prepared_ciphertext, prepared_secret) = key.prepare().encapsulate_deterministic(&m);
    if ciphertext.as_bytes() != prepared_ciphertext.as_bytes() || secret.as_bytes() != prepared_secret.as_bytes() {
        return Err(Rejected::Contradiction("the prepared key encapsulates differently"));
    }
    Ok((ciphertext.as_bytes().to_vec(), *secret.as_bytes()))
}

fn decapsulate<P: ParameterSet>(key: &DecapsulationKey<P>, ciphertext: &[u8]) -> Result<[u8; 32], Rejected> {
    let ciphertext = Ciphertext::<P>::from_bytes(ciphertext)?;
    let secret = key.decapsulate(&ciphertext);
    if secret.as_bytes() != key.prepare().decapsulate(&ciphertext).as_bytes() {
        return Err(Rejected::Contradiction("the prepared key decapsulates differently"));
    }
    Ok(*secret.as_bytes())
}
