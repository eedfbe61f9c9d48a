//! 32-bit Arm under Linux and Android.
//!
//! # Policy
//! NEON where the processor has it: 64-bit words in general registers take three times the instructions.

use super::BackendError;
use crate::arch::arm::Neon;
use crate::arch::portable::Portable;
use crate::groups::groups;

crate::backends! {
    override_cfg: keccak_backend,
    preferred: None,
    /// NEON: one state in 64-bit registers, two in 128-bit ones.
    Neon(Neon) = "neon", Neon::detect();
    /// Plain 64-bit words, on any processor.
    Portable(Portable) = "portable", Some(Portable);
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Portable);
}

groups!(Neon, widths: [2, 1], many: 2);
groups!(Portable, widths: [1], many: 1);

/// Runs `$body` with `$token` bound to the backend's token: everything below is static.
macro_rules! with_backend {
    ($backend:expr, $token:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Neon($token) => $body,
            $crate::Backend::Portable($token) => $body,
        }
    };
}
pub(crate) use with_backend;
