//! Every 32-bit Arm backend is byte-equal to the portable one.

use super::Neon;
use crate::arch::check::same_as_portable;

#[test]
fn neon_is_the_portable_permutation() {
    same_as_portable::<1, _>("32-bit Arm NEON", Neon::detect());
    same_as_portable::<2, _>("32-bit Arm NEON", Neon::detect());
}
