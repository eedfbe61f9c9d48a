//! One and two states with ARMv7's NEON.
//!
//! The intrinsics for it are not stable on 32-bit Arm, so the permutations are assembly, in files of their own whose
//! macros are the step mappings. Each is the body of a naked function.

use crate::states::{Permute, States, round_constants};
use core::arch::naked_asm;

/// NEON: holding one proves that the processor has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neon(());

unsafe extern "C" {
    /// The C library's; Linux and Android have it.
    safe fn getauxval(kind: usize) -> usize;
}

/// What `getauxval` gives for the first word of hardware capabilities, and the bit in it that says NEON.
const AT_HWCAP: usize = 16;
const HWCAP_NEON: usize = 1 << 12;

impl Neon {
    /// The token, if the system says that the processor has NEON.
    #[inline]
    pub fn detect() -> Option<Self> {
        (getauxval(AT_HWCAP) & HWCAP_NEON != 0).then_some(Self(()))
    }
}

impl Permute<1> for Neon {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        let constants = round_constants(rounds).as_ptr_range();
        if !constants.is_empty() {
            // SAFETY: `self` proves NEON; there are 25 words and at least one constant.
            unsafe { keccak_p_x1(states, constants.start, constants.end) };
        }
    }
}

impl Permute<2> for Neon {
    const ONE_IS_FASTER: bool = true; // two thirds of the instructions

    #[inline]
    fn permute(self, states: &mut States<2>, rounds: usize) {
        let constants = round_constants(rounds).as_ptr_range();
        if constants.is_empty() {
            return;
        }
        let mut other = [[0; 2]; 25];
        // SAFETY: `self` proves NEON; there are 25 pairs of words twice, and at least one constant.
        unsafe { keccak_p_x2(states, &mut other, constants.start, constants.end) };
        if rounds & 1 == 1 {
            *states = other;
        }
    }
}

/// Permutes `states`.
///
/// # Safety
///
/// The processor has NEON, and `constants` to `end` is at least one word.
#[unsafe(naked)]
unsafe extern "C" fn keccak_p_x1(states: &mut States<1>, constants: *const u64, end: *const u64) {
    naked_asm!(include_str!("keccak_p_x1.s"), options(raw));
}

/// Permutes `states`; for an odd number of constants the result is in `other`.
///
/// # Safety
///
/// The processor has NEON, and `constants` to `end` is at least one word.
#[unsafe(naked)]
unsafe extern "C" fn keccak_p_x2(
    states: &mut States<2>,
    other: &mut States<2>,
    constants: *const u64,
    end: *const u64,
) {
    naked_asm!(include_str!("keccak_p_x2.s"), options(raw));
}
