//! Keccak-p\[1600\], the SHA-3 family, and many states at once.
//!
//! | | one message | many at once |
//! | --- | --- | --- |
//! | FIPS 202 | [`Sha3_224`], [`Sha3_256`], [`Sha3_384`], [`Sha3_512`], [`Shake128`], [`Shake256`] | `digest_many`, `digest_xof_many`; in step: [`ParallelShake128`], [`ParallelShake256`] |
//! | SP 800-185 | [`CShake128`], [`CShake256`], [`Kmac128`], [`Kmac256`] | [`ParallelHash128`], [`ParallelHash256`] |
//! | RFC 9861 | [`TurboShake128`], [`TurboShake256`] | `digest_xof_many`; [`Kt128`], [`Kt256`] |
//! | before FIPS 202 | [`Keccak256`] | `digest_many` |
//!
//! ```
//! use keccak::{Sha3_256, Shake128};
//!
//! let hash: [u8; 32] = Sha3_256::digest(b"message");
//!
//! let mut shake = Shake128::new();
//! shake.update(b"mess");
//! shake.update(b"age");
//! let mut output = [0; 1000];
//! shake.finalize_xof().read(&mut output);
//! ```
//!
//! Everything runs on the [`Backend`] that suits the processor best; each is reachable by name. [`Permute`] and [`States`]
//! are the engine underneath, for those who build on the permutation itself.
//!
//! Neither the standard library nor an allocator is needed. To compare backends, or in tests, force one for the whole process:
//!
//! ```
//! keccak::Backend::from_name("portable")?.force();
//! # keccak::Backend::unforce();
//! # Ok::<(), keccak::BackendError>(())
//! ```
//!
//! # Features
//! - `zeroize` (default): every state is wiped when it is dropped (not the stack below).
//! - `digest`: the traits of the `digest` crate, 0.11.
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
mod registry;
mod sha3;
mod shake;
mod sponge;
mod states;
mod turboshake;

pub use backend::Backend;
pub use cshake::{CShake, CShake128, CShake256};
pub use kangarootwelve::{KangarooTwelve, Kt128, Kt256};
pub use kmac::{Kmac, Kmac128, Kmac256};
pub use many::LengthMismatch;
pub use parallel::{ParallelReader, ParallelShake, ParallelShake128, ParallelShake256};
pub use parallel_hash::{ParallelHash, ParallelHash128, ParallelHash256};
pub use registry::{BackendError, same_name};
pub use sha3::{Keccak256, Sha3, Sha3_224, Sha3_256, Sha3_384, Sha3_512};
pub use shake::{Shake, Shake128, Shake256, XofReader};
pub use states::{Aligned, Permute, States};
pub use turboshake::{TurboShake, TurboShake128, TurboShake256};
