//! Which backends exist, which of them this processor has, and which one is used.
//!
//! A backend of this crate is arithmetic together with the Keccak lanes that feed it.

use crate::arch::Pair;
#[cfg(target_arch = "x86_64")]
use crate::arch::x86_64 as x86;
use keccak::BackendError;
use keccak::arch::portable::Portable;
#[cfg(target_arch = "x86_64")]
use keccak::arch::x86_64 as keccak_x86;

keccak::backends! {
    override_cfg: mlkem_backend ["portable", "bmi", "avx2", "avx512", "avx512vbmi"],
    preferred: None,
    /// AVX-512 F, VL and BW with VBMI, VBMI2 and VNNI; four Keccak states, eight in batches.
    #[cfg(target_arch = "x86_64")]
    Avx512Vbmi(Pair<x86::Avx512Vbmi, keccak_x86::Avx512>) = "avx512vbmi",
        Pair::new(x86::Avx512Vbmi::detect(), keccak_x86::Avx512::detect());
    /// AVX-512 F, VL and BW; four Keccak states, eight in batches.
    #[cfg(target_arch = "x86_64")]
    Avx512(Pair<x86::Avx512, keccak_x86::Avx512>) = "avx512",
        Pair::new(x86::Avx512::detect(), keccak_x86::Avx512::detect());
    /// AVX2; four Keccak states.
    #[cfg(target_arch = "x86_64")]
    Avx2(Pair<x86::Avx2, keccak_x86::Avx2>) = "avx2", Pair::new(x86::Avx2::detect(), keccak_x86::Avx2::detect());
    /// Plain integers, one Keccak state at a time with BMI1 and BMI2.
    #[cfg(target_arch = "x86_64")]
    Bmi(Pair<Portable, keccak_x86::Bmi>) = "bmi", Pair::new(Some(Portable), keccak_x86::Bmi::detect());
    /// Plain integers, one Keccak state at a time.
    Portable(Pair<Portable, Portable>) = "portable", Pair::new(Some(Portable), Some(Portable));
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Pair { arithmetic: Portable, keccak: Portable });
}

/// Runs `$body` with `$token` bound to the backend's proofs and `$lanes` to the number of Keccak lanes that serves one
/// operation best: everything below is static.
macro_rules! with_backend {
    ($backend:expr, $token:ident, $lanes:ident => $body:expr) => {
        match $backend {
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Avx512Vbmi($token) => {
                const $lanes: usize = 4;
                $body
            }
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Avx512($token) => {
                const $lanes: usize = 4;
                $body
            }
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Avx2($token) => {
                const $lanes: usize = 4;
                $body
            }
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Bmi($token) => {
                const $lanes: usize = 1;
                $body
            }
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
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Avx512Vbmi($token) => {
                const $lanes: usize = 8;
                $body
            }
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Avx512($token) => {
                const $lanes: usize = 8;
                $body
            }
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Avx2($token) => {
                const $lanes: usize = 4;
                $body
            }
            #[cfg(target_arch = "x86_64")]
            $crate::Backend::Bmi($token) => {
                const $lanes: usize = 1;
                $body
            }
            $crate::Backend::Portable($token) => {
                const $lanes: usize = 1;
                $body
            }
        }
    };
}
pub(crate) use with_batch_backend;
