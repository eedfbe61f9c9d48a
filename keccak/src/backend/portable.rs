//! Processors without a backend of their own.

use super::BackendError;
use crate::arch::portable::Portable;
use crate::groups::groups;

crate::backends! {
    override_cfg: keccak_backend,
    preferred: None,
    /// Plain 64-bit words, on any processor.
    Portable(Portable) = "portable", Some(Portable);
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Portable);
}

groups!(Portable, widths: [1], many: 1);

/// Runs `$body` with `$token` bound to the backend's token: everything below is static.
macro_rules! with_backend {
    ($backend:expr, $token:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Portable($token) => $body,
        }
    };
}
pub(crate) use with_backend;
