//! Which backends exist, which of them this processor has, and which one is used.

use crate::arch::portable::Portable;
use crate::registry::BackendError;

crate::backends! {
    override_cfg: keccak_backend ["portable"],
    preferred: None,
    /// Plain 64-bit words, on any processor.
    Portable(Portable) = "portable", Some(Portable);
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Portable);
}

/// Runs `$body` with `$token` bound to the backend's token: everything below is static.
macro_rules! with_backend {
    ($backend:expr, $token:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Portable($token) => $body,
        }
    };
}
pub(crate) use with_backend;
