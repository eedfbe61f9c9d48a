//! Keccak.
#![no_std]

#[allow(unsafe_code)]
pub mod arch;
mod backend;
mod cshake;
#[cfg(feature = "digest")]
mod digest_traits;
mod encode;
mod groups;
mod kangarootwelve;
mod kmac;
mod leaves;
mod many;
mod parallel;
mod parallel_hash;
pub mod permutation;
mod sha3;
mod shake;
mod sponge;
mod states;
mod turboshake;

pub use backend::{Backend, BackendError};
pub use cshake::{CShake, CShake128, CShake256};
pub use kangarootwelve::{KangarooTwelve, Kt128, Kt256};
pub use kmac::{Kmac, Kmac128, Kmac256};
pub use many::LengthMismatch;
pub use parallel::{ParallelReader, ParallelShake, ParallelShake128, ParallelShake256};
pub use parallel_hash::{ParallelHash, ParallelHash128, ParallelHash256};
pub use sha3::{Keccak256, Sha3, Sha3_224, Sha3_256, Sha3_384, Sha3_512};
pub use shake::{Shake, Shake128, Shake256, XofReader};
pub use states::{Aligned, Permute, States};
pub use turboshake::{TurboShake, TurboShake128, TurboShake256};
