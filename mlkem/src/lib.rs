//! ML-KEM.
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
