//! ML-KEM, the module-lattice key-encapsulation mechanism of FIPS 203: 512, 768 and 1024.
//!
//! One side makes a key pair and sends the encapsulation key; the other makes a shared secret and sends the ciphertext
//! that carries it back:
//!
//! ```
//! use mlkem::{Ciphertext768, EncapsulationKey768, MlKem768};
//!
//! // Alice: a new key; the encapsulation key (1184 bytes) goes to Bob
//! let alice = MlKem768::generate()?;
//! let sent = alice.encapsulation_key().to_bytes();
//!
//! // Bob: checks the key, makes a secret; the ciphertext (1088 bytes) goes to Alice
//! let key = EncapsulationKey768::from_bytes(&sent)?;
//! let (ciphertext, bobs_secret) = key.encapsulate()?;
//!
//! // Alice: the same secret
//! let ciphertext = Ciphertext768::from_bytes(ciphertext.as_bytes())?;
//! let alices_secret = alice.decapsulate(&ciphertext);
//! assert_eq!(alices_secret.as_bytes(), bobs_secret.as_bytes());
//! # Ok::<(), mlkem::Error>(())
//! ```
//!
//! | | ML-KEM-512 | ML-KEM-768 | ML-KEM-1024 |
//! | --- | --- | --- | --- |
//! | encapsulation key, bytes | 800 | 1184 | 1568 |
//! | ciphertext, bytes | 768 | 1088 | 1568 |
//! | decapsulation key: seed / expanded, bytes | 64 / 1632 | 64 / 2400 | 64 / 3168 |
//! | shared secret, bytes | 32 | 32 | 32 |
//!
//! # Which type to use
//! - [`EncapsulationKey`] and [`DecapsulationKey`] are enough for handshakes. [`EncapsulationKey::prepare`] and
//!   [`DecapsulationKey::prepare`] keep the matrix, for many operations with one key.
//! - Keys are stored as seeds ([`DecapsulationKey::seed`], [`DecapsulationKey::from_seed`]), or exchanged in the expanded form
//!   of FIPS 203 ([`DecapsulationKey::to_bytes`], [`DecapsulationKey::from_bytes`]).
//! - [`batch`] is for servers that have several handshakes in hand.
//! - [`ParameterSet`] is for code that is generic over the three sets; it has the sizes as constants.
//! - [`Backend`] tells which processor's instructions are used, and changes that, for tests and comparisons.
//!
//! Whatever comes from outside is checked where it comes in, with an [`Error`] that says what is wrong; after that only
//! the source of randomness can fail. The `_with_rng` forms take generators of `rand_core` 0.10.
//!
//! # Where things are in the source
//! `ml_kem` holds Algorithms 16 to 18, `k_pke` the arithmetic of Algorithms 13 to 15, `keys` the checks of sections
//! 7.1 to 7.3. All hashing of an operation runs in the lanes of one Keccak engine: `schedule` packs its streams, `lanes`
//! carries them out. `arch` holds the arithmetic, once for every processor and, as FIPS 203 reads, portably.
//!
//! # Features
//! - `getrandom` (default): randomness from the operating system; without it, every `_with_rng` form remains.
//! - `hazmat`: encapsulation with given randomness, for tests and for protocols that derive it.
//!
//! The crate is `no_std` and does not allocate; without an operating system, leave `getrandom` out.
#![no_std]

#[allow(unsafe_code)]
mod arch;
mod backend;
pub mod batch;
mod error;
mod k_pke;
mod keys;
mod lanes;
mod ml_kem;
mod operations;
mod params;
mod ring;
mod schedule;
mod shared_secret;

pub use backend::Backend;
pub use error::Error;
pub use keccak::BackendError;
pub use keys::{Ciphertext, DecapsulationKey, EncapsulationKey, PreparedDecapsulationKey, PreparedEncapsulationKey};
pub use params::{ByteArray, MlKem512, MlKem768, MlKem1024, ParameterSet, SEED_SIZE, SHARED_SECRET_SIZE};
pub use shared_secret::SharedSecret;

/// A decapsulation key of ML-KEM-512.
pub type DecapsulationKey512 = DecapsulationKey<MlKem512>;
/// An encapsulation key of ML-KEM-512.
pub type EncapsulationKey512 = EncapsulationKey<MlKem512>;
/// A prepared decapsulation key of ML-KEM-512.
pub type PreparedDecapsulationKey512 = PreparedDecapsulationKey<MlKem512>;
/// A prepared encapsulation key of ML-KEM-512.
pub type PreparedEncapsulationKey512 = PreparedEncapsulationKey<MlKem512>;
/// A ciphertext of ML-KEM-512.
pub type Ciphertext512 = Ciphertext<MlKem512>;
/// A decapsulation key of ML-KEM-768.
pub type DecapsulationKey768 = DecapsulationKey<MlKem768>;
/// An encapsulation key of ML-KEM-768.
pub type EncapsulationKey768 = EncapsulationKey<MlKem768>;
/// A prepared decapsulation key of ML-KEM-768.
pub type PreparedDecapsulationKey768 = PreparedDecapsulationKey<MlKem768>;
/// A prepared encapsulation key of ML-KEM-768.
pub type PreparedEncapsulationKey768 = PreparedEncapsulationKey<MlKem768>;
/// A ciphertext of ML-KEM-768.
pub type Ciphertext768 = Ciphertext<MlKem768>;
/// A decapsulation key of ML-KEM-1024.
pub type DecapsulationKey1024 = DecapsulationKey<MlKem1024>;
/// An encapsulation key of ML-KEM-1024.
pub type EncapsulationKey1024 = EncapsulationKey<MlKem1024>;
/// A prepared decapsulation key of ML-KEM-1024.
pub type PreparedDecapsulationKey1024 = PreparedDecapsulationKey<MlKem1024>;
/// A prepared encapsulation key of ML-KEM-1024.
pub type PreparedEncapsulationKey1024 = PreparedEncapsulationKey<MlKem1024>;
/// A ciphertext of ML-KEM-1024.
pub type Ciphertext1024 = Ciphertext<MlKem1024>;
