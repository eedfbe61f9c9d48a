//! AArch64: NEON, which every such processor has, and the SHA-3 instructions, which some have.
//!
//! | backend | one state | two | four |
//! | --- | --- | --- | --- |
//! | [`Scalar`] | general registers | | |
//! | [`Neon`] | [portable](super::portable) | NEON | NEON, pair after pair |
//! | [`Hybrid<Neon>`] | general registers | NEON | NEON beside general registers |
//! | [`Sha3`] | SHA-3 instructions | SHA-3 instructions | SHA-3 instructions, pair after pair |
//! | [`Pairs<Sha3>`] | general registers | SHA-3 instructions | SHA-3 instructions, pair after pair |
//! | [`Hybrid<Sha3>`] | general registers | SHA-3 instructions | SHA-3 instructions beside general registers |
//!
//! Which is best depends on the core: see [`policy`].

mod hybrid;
mod lanes;
mod neon;
mod pairs;
pub mod policy;
mod scalar;
mod sha3;
#[cfg(test)]
mod tests;

pub use hybrid::Hybrid;
pub use neon::Neon;
pub use pairs::Pairs;
pub use scalar::Scalar;
pub use sha3::Sha3;

/// The column x of lane `i = x + 5 * y`, and x modulo 5 for a small x.
const fn column(mut i: usize) -> usize {
    while i >= 5 {
        i -= 5;
    }
    i
}

/// What Linux says about the processor: the first word of its hardware capabilities.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn hwcap() -> usize {
    const AT_HWCAP: usize = 16;
    unsafe extern "C" {
        // The C library's, which `cpufeatures` asks too.
        safe fn getauxval(kind: usize) -> usize;
    }
    getauxval(AT_HWCAP)
}
