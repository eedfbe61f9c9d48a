//! One state in general registers with BMI1 and BMI2: `rorx` rotates into another register, `andn` saves a complement.

use crate::arch::portable;
use crate::states::{Permute, States, round_constants};

cpufeatures::new!(features, "bmi1", "bmi2");

/// Proof that the processor has BMI1 and BMI2.
#[derive(Clone, Copy, Debug)]
pub struct Bmi(());

impl Bmi {
    /// The backend, if this machine has it.
    #[inline]
    pub fn detect() -> Option<Self> {
        features::get().then_some(Self(()))
    }
}

impl Permute<1> for Bmi {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        // SAFETY: `self` proves BMI1 and BMI2.
        unsafe { keccak_p(states, round_constants(rounds)) }
    }
}

/// The portable rounds, compiled for BMI1 and BMI2.
#[target_feature(enable = "bmi1,bmi2")]
#[inline(never)]
fn keccak_p(states: &mut States<1>, constants: &[u64]) {
    portable::permute(states, constants);
}
