//! Every AArch64 backend is byte-equal to the portable one.

use super::{Neon, Sha3};
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
