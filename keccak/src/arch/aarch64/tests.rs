//! Every AArch64 backend is byte-equal to the portable one.

use super::{Hybrid, Neon, Sha3};
use crate::arch::check::same_as_portable;

#[test]
fn sha3_is_the_portable_permutation() {
    same_as_portable::<1, _>("aarch64 SHA-3 instructions", Sha3::detect());
    same_as_portable::<2, _>("aarch64 SHA-3 instructions", Sha3::detect());
    same_as_portable::<4, _>("aarch64 SHA-3 instructions", Sha3::detect());
}

#[test]
fn neon_is_the_portable_permutation() {
    same_as_portable::<1, _>("aarch64 NEON", Neon::detect());
    same_as_portable::<2, _>("aarch64 NEON", Neon::detect());
    same_as_portable::<4, _>("aarch64 NEON", Neon::detect());
}

#[test]
fn the_hybrids_are_the_portable_permutation() {
    same_as_portable::<4, _>("aarch64 NEON beside general registers", Neon::detect().map(Hybrid));
    same_as_portable::<4, _>("aarch64 SHA-3 instructions beside general registers", Sha3::detect().map(Hybrid));
}
