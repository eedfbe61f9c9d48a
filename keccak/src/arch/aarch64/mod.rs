//! AArch64: NEON, which every such processor has, and the SHA-3 instructions, which some have.

pub mod hybrid;
mod lanes;
pub mod neon;
pub mod policy;
mod scalar;
pub mod sha3;
#[cfg(test)]
mod tests;

pub use hybrid::Hybrid;
pub use neon::Neon;
pub use sha3::Sha3;

/// The column x of lane `i = x + 5 * y`, and x modulo 5 for a small x.
const fn column(mut i: usize) -> usize {
    while i >= 5 {
        i -= 5;
    }
    i
}
