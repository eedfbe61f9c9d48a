//! AArch64.
//!
//! # Policy
//! Having the SHA-3 instructions does not mean that they are fast, so the core decides: see the table in
//! [`policy`](crate::arch::aarch64::policy). The order below is only that of the names.

use super::BackendError;
use crate::arch::aarch64::{Hybrid, Neon, Pairs, Scalar, Sha3, policy::Choice};
use crate::arch::portable::Portable;
use crate::groups::groups;

crate::backends! {
    override_cfg: keccak_backend,
    preferred: Some(Choice::detect().name()),
    /// SHA-3 instructions for one, two and four states.
    Sha3(Sha3) = "sha3", Sha3::detect();
    /// General registers for one state, SHA-3 instructions for two and four.
    Sha3Pairs(Pairs<Sha3>) = "sha3-pairs", Sha3::detect().map(Pairs);
    /// General registers for one state, SHA-3 instructions for two, both side by side for four.
    Sha3Hybrid(Hybrid<Sha3>) = "sha3-hybrid", Sha3::detect().map(Hybrid);
    /// NEON for two states and four.
    Neon(Neon) = "neon", Neon::detect();
    /// General registers for one state, NEON for two, both side by side for four.
    NeonHybrid(Hybrid<Neon>) = "neon-hybrid", Neon::detect().map(Hybrid);
    /// General registers, with the rotations folded into the logic instructions.
    Scalar(Scalar) = "scalar", Some(Scalar);
    /// Plain 64-bit words, on any processor.
    Portable(Portable) = "portable", Some(Portable);
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Portable);
}

groups!(Sha3, widths: [2, 1], many: 2);
groups!(Pairs<Sha3>, widths: [2, 1], many: 2);
groups!(Hybrid<Sha3>, widths: [4, 2, 1], many: 4);
groups!(Neon, widths: [2, 1], many: 2);
groups!(Hybrid<Neon>, widths: [4, 2, 1], many: 4);
groups!(Scalar, widths: [1], many: 1);
groups!(Portable, widths: [1], many: 1);

/// Runs `$body` with `$token` bound to the backend's token: everything below is static.
macro_rules! with_backend {
    ($backend:expr, $token:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Sha3($token) => $body,
            $crate::Backend::Sha3Pairs($token) => $body,
            $crate::Backend::Sha3Hybrid($token) => $body,
            $crate::Backend::Neon($token) => $body,
            $crate::Backend::NeonHybrid($token) => $body,
            $crate::Backend::Scalar($token) => $body,
            $crate::Backend::Portable($token) => $body,
        }
    };
}
pub(crate) use with_backend;
