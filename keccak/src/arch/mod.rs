//! The permutation backends: one file each, and the one place in this crate where `unsafe` may stand.
//!
//! A backend is a zero-sized token. Only a successful check of the processor *and* of the operating
//! system makes one, so holding it proves that its instructions may be used, and its methods are safe.

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub mod aarch64;
#[cfg(all(target_arch = "arm", target_endian = "little", any(target_os = "linux", target_os = "android")))]
pub mod arm;
#[cfg(test)]
mod check;
pub mod portable;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;
