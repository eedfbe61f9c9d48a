//! Which backends exist, which of them this processor has, and which one is used.
//!
//! A backend of this crate is arithmetic together with the Keccak lanes that feed it. One file for each architecture lists
//! them in order of preference, and the number of lanes for a single operation and for batches.

use keccak::BackendError;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
use aarch64 as list;

#[cfg(all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")))]
mod arm;
#[cfg(all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")))]
use arm as list;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm32 as list;

#[cfg(target_arch = "x86_64")]
mod x86_64;
#[cfg(target_arch = "x86_64")]
use x86_64 as list;

#[cfg(not(any(
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
    all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")),
    all(target_arch = "wasm32", target_feature = "simd128"),
    target_arch = "x86_64"
)))]
mod portable;
#[cfg(not(any(
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
    all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")),
    all(target_arch = "wasm32", target_feature = "simd128"),
    target_arch = "x86_64"
)))]
use portable as list;

pub use list::Backend;

impl Backend {
    /// The same backend with four lanes where eight do not save a step.
    #[inline]
    pub(crate) const fn with_lanes_for(self, steps_of_four: usize, steps_of_eight: usize) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Self::Avx512x8(pair) = self
            && steps_of_eight >= steps_of_four
        {
            return Self::Avx512Vbmi(pair);
        }
        let _ = (steps_of_four, steps_of_eight);
        self
    }
}
pub(crate) use list::with_backend;

/// Makes `with_backend!`, which runs its body with a backend's proofs, and with two constants: the number of Keccak lanes
/// that serves one operation best, and the number that serves many keys best, each key in a lane of its own. Everything
/// below it is static.
macro_rules! lanes {
    ($d:tt $($variant:ident: $lanes:literal, $batch:literal;)*) => {
        macro_rules! with_backend {
            ($d backend:expr, $d token:ident, $d lanes:ident => $d body:expr) => {
                match $d backend {
                    $($crate::Backend::$variant($d token) => {
                        const $d lanes: usize = $lanes;
                        $d body
                    })*
                }
            };
            ($d backend:expr, $d token:ident, batch $d lanes:ident => $d body:expr) => {
                match $d backend {
                    $($crate::Backend::$variant($d token) => {
                        const $d lanes: usize = $batch;
                        $d body
                    })*
                }
            };
        }
        pub(crate) use with_backend;
    };
}
use lanes;
