//! Which backends exist, which of them this processor has, and which one is used.
//!
//! One file for each architecture lists them in order of preference, says why, and gives the widths that each has.

use crate::registry::BackendError;

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
use aarch64 as list;

#[cfg(all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")))]
mod arm;
#[cfg(all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")))]
use arm as list;

#[cfg(target_arch = "x86_64")]
mod x86_64;
#[cfg(target_arch = "x86_64")]
use x86_64 as list;

#[cfg(not(any(
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
    all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")),
    target_arch = "x86_64"
)))]
mod portable;
#[cfg(not(any(
    all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
    all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")),
    target_arch = "x86_64"
)))]
use portable as list;

pub use list::Backend;
pub(crate) use list::with_backend;
