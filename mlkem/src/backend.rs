//! Which backends exist, which of them this processor has, and which one is used.
//!
//! A backend of this crate is arithmetic together with the Keccak lanes that feed it.

use crate::arch::Pair;
use keccak::BackendError;
use keccak::arch::portable::Portable;

keccak::backends! {
    override_cfg: mlkem_backend ["portable"],
    preferred: None,
    /// Plain integers, one Keccak state at a time.
    Portable(Pair<Portable, Portable>) = "portable", Some(Backend::PORTABLE_PAIR);
}

impl Backend {
    const PORTABLE_PAIR: Pair<Portable, Portable> = Pair { arithmetic: Portable, keccak: Portable };
    const PORTABLE: Self = Self::Portable(Self::PORTABLE_PAIR);
}

/// Runs `$body` with `$token` bound to the backend's proofs and `$lanes` to the number of Keccak lanes that serves one
/// operation best: everything below is static.
macro_rules! with_backend {
    ($backend:expr, $token:ident, $lanes:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Portable($token) => {
                const $lanes: usize = 1;
                $body
            }
        }
    };
}
pub(crate) use with_backend;

/// The same with the number of lanes that serves many keys best, each key in a lane of its own.
macro_rules! with_batch_backend {
    ($backend:expr, $token:ident, $lanes:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Portable($token) => {
                const $lanes: usize = 1;
                $body
            }
        }
    };
}
pub(crate) use with_batch_backend;
