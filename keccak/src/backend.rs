//! Which backends exist, which of them this processor has, and which one is used.
//!
//! # Policy
//! On x86-64 the widest backend that the processor has is the fastest at every width that was measured, so the order of
//! preference is the order of the list. `avx512` uses 512-bit registers only where eight states go side by side, `avx512vl`
//! never: on processors that lower their clock for 512-bit work (Intel before Ice Lake), force the latter.

use crate::arch::portable::Portable;
#[cfg(target_arch = "x86_64")]
use crate::arch::x86_64::{Avx2, Avx512, Avx512Vl, Bmi};
use crate::registry::BackendError;

crate::backends! {
    override_cfg: keccak_backend ["portable", "bmi", "avx2", "avx512vl", "avx512"],
    preferred: None,
    /// AVX-512 F and VL: one, two and four states in 128- and 256-bit registers, eight in 512-bit ones.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512) = "avx512", Avx512::detect();
    /// The same without 512-bit registers.
    #[cfg(target_arch = "x86_64")]
    Avx512Vl(Avx512Vl) = "avx512vl", Avx512Vl::detect();
    /// AVX2 for four states, BMI1 and BMI2 for one.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2) = "avx2", Avx2::detect();
    /// 64-bit words with BMI1 and BMI2 (andn, rorx).
    #[cfg(target_arch = "x86_64")]
    Bmi(Bmi) = "bmi", Bmi::detect();
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
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Avx512($token) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Avx512Vl($token) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Avx2($token) => $body,
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Bmi($token) => $body,
            $crate::Backend::Portable($token) => $body,
        }
    };
}
pub(crate) use with_backend;
