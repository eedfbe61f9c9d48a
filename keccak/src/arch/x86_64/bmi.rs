//! One state in general registers with BMI1 and BMI2: `andn` is half of chi, `rorx` rotates into another register.

use crate::arch::portable;
use crate::states::{Permute, States, round_constants};

cpufeatures::new!(features, "bmi1", "bmi2");

/// Proof that the processor has BMI1 and BMI2.
#[derive(Clone, Copy, Debug)]
pub struct Bmi(());

impl Bmi {
    /// The backend, if this processor has it.
    #[inline]
    pub fn detect() -> Option<Self> {
        features::get().then_some(Self(()))
    }
}

impl Permute<1> for Bmi {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        if let Some(state) = states.0.as_flattened_mut().as_mut_array() {
            // SAFETY: `self` proves BMI1 and BMI2.
            unsafe { keccak_p(state, round_constants(rounds)) }
        }
    }
}

/// The portable rounds, compiled for BMI1 and BMI2.
#[target_feature(enable = "bmi1,bmi2")]
#[inline(never)]
fn keccak_p(state: &mut [u64; 25], constants: &[u64]) {
    portable::keccak_p(state, constants);
}
