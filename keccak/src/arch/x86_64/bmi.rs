//! One state in general registers with BMI1 and BMI2: `rorx` rotates into another register, `andn` saves a complement.

use crate::arch::portable::{Rows, parity, rho_pi, theta};
use crate::states::{Permute, States, round_constants};

cpufeatures::new!(features, "bmi1", "bmi2");

/// Proof that the processor has BMI1 and BMI2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Keccak-p\[1600\] with one round for each of `constants`; from one buffer to another and back, two rounds a step.
#[target_feature(enable = "bmi1,bmi2")]
#[inline(never)]
fn keccak_p(states: &mut States<1>, constants: &[u64]) {
    // SAFETY: the same 25 words.
    let state = unsafe { &mut *(&raw mut *states).cast::<Rows>() };
    let mut a = *state;
    let mut e = a;
    let mut c = parity(&a);
    let (pairs, last) = constants.as_chunks::<2>();
    for [first, second] in pairs {
        c = round(&a, &mut e, c, *first);
        c = round(&e, &mut a, c, *second);
    }
    for constant in last {
        round(&a, &mut e, c, *constant);
        a = e;
    }
    *state = a;
}

/// One round, from `a` to `e`. `c` is the parity of `a`'s columns, the result that of `e`'s.
#[inline(always)]
fn round(a: &Rows, e: &mut Rows, c: [u64; 5], constant: u64) -> [u64; 5] {
    let d = theta(c);
    let mut c = [0; 5];
    for y in 0..5 {
        let [b0, b1, b2, b3, b4] = rho_pi(a, &d, y);
        e[y] = [b0 ^ (!b1 & b2), b1 ^ (!b2 & b3), b2 ^ (!b3 & b4), b3 ^ (!b4 & b0), b4 ^ (!b0 & b1)];
        if y == 0 {
            e[0][0] ^= constant;
        }
        for x in 0..5 {
            c[x] ^= e[y][x];
        }
    }
    c
}
