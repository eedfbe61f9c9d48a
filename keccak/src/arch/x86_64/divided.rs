//! One state, divided between the two halves of the processor: plane y = 0 in general registers, the other four in
//! the lower halves of vectors.
//!
//! A state in vectors alone is 92 operations a round for the vector units, while the units of the general registers have
//! nothing to do. With plane y = 0 in their hands, 75 are left, and 24 rounds take 615 cycles instead of 695 (AMD Zen 5).
//! The two meet twice in a round: theta's parities take in plane y = 0 as vectors, and go to the general registers; pi
//! takes four words each way, of which two are vectors since theta. A word takes three to four cycles to cross, and is
//! no work for the vector units.
//!
//! All 13 general registers that there are for assembly are in use; with two planes in them there would not be enough.
//! Order and registers are the best that a search found, as in `ternary`.

use super::equations::round_constants;
use crate::states::States;
use core::arch::x86_64::*;

/// Where the values are; see `equations`.
#[rustfmt::skip]
macro_rules! register {
    (a 0 0) => {"t6"}; (a 1 0) => {"t9"}; (a 2 0) => {"t7"}; (a 3 0) => {"t8"}; (a 4 0) => {"t11"};
    (a $x:tt $y:tt) => { concat!("a", $x, $y) };
    (A $x:tt) => { concat!("A", $x) };
    (c 0) => {"a11"}; (c 1) => {"t9"}; (c 2) => {"t7"}; (c 3) => {"a33"}; (c 4) => {"t10"};
    (r 0) => {"t6"}; (r 1) => {"a11"}; (r 2) => {"a22"}; (r 3) => {"a13"}; (r 4) => {"a22"};
    (d 1) => {"t5"}; (d 2) => {"a02"}; (d 3) => {"t7"}; (d 4) => {"t6"};
    (C 0) => {"T1"}; (C 1) => {"T5"}; (C 2) => {"T0"}; (C 3) => {"A3"}; (C 4) => {"T4"};
    (D 0) => {"T1"}; (D 1) => {"A4"}; (D 2) => {"A1"}; (D 3) => {"T4"}; (D 4) => {"T4"};
    (B 0) => {"A0"}; (B 1) => {"T3"}; (B 2) => {"T2"}; (B 3) => {"T6"}; (B 4) => {"A4"};
    (E 0) => {"T6"}; (E 1) => {"A1"}; (E 2) => {"A2"}; (E 3) => {"A3"}; (E 4) => {"T5"};
    (b 0 1) => {"t8"}; (b 1 1) => {"a41"}; (b 2 1) => {"t1"}; (b 3 1) => {"t4"}; (b 4 1) => {"t9"};
    (b 0 2) => {"t3"}; (b 1 2) => {"a21"}; (b 2 2) => {"a22"}; (b 3 2) => {"a43"}; (b 4 2) => {"t2"};
    (b 0 3) => {"a33"}; (b 1 3) => {"a13"}; (b 2 3) => {"a12"}; (b 3 3) => {"a32"}; (b 4 3) => {"t11"};
    (b 0 4) => {"a31"}; (b 1 4) => {"t1"}; (b 2 4) => {"a14"}; (b 3 4) => {"t10"}; (b 4 4) => {"t5"};
    (e 0 1) => {"a01"}; (e 1 1) => {"a11"}; (e 2 1) => {"t0"}; (e 3 1) => {"t4"}; (e 4 1) => {"a41"};
    (e 0 2) => {"a02"}; (e 1 2) => {"a23"}; (e 2 2) => {"a22"}; (e 3 2) => {"t3"}; (e 4 2) => {"a21"};
    (e 0 3) => {"a03"}; (e 1 3) => {"a13"}; (e 2 3) => {"t11"}; (e 3 3) => {"a33"}; (e 4 3) => {"a43"};
    (e 0 4) => {"a04"}; (e 1 4) => {"t1"}; (e 2 4) => {"a24"}; (e 3 4) => {"a31"}; (e 4 4) => {"a44"};
}

/// A round, up to the loop around it.
macro_rules! round {
    () => {
        steps! { "x"
            (a 4 0 = A 4)
            (B 3 = a 3 3)
            (c 4 = a 4 3 ^ a 4 2 ^ a 4 1)
            (a 1 0 = A 1)
            (a 3 0 = A 3)
            (a 2 0 = A 2)
            (c 1 ^= a 1 1 ^ a 1 2)
            (c 1 ^= a 1 4 ^ a 1 3)
            (C 1 = c 1)
            (a 0 0 = A 0)
            (c 4 ^= a 4 4 ^ a 4 0)
            (C 4 = c 4)
            (B 1 = a 1 1)
            (B 2 = a 2 2)
            (D 0 = C 1 <<< 1)
            (D 0 ^= C 4)
            (B 0 ^= D 0)
            (c 0 = a 0 3 ^ a 0 2 ^ a 0 1)
            (c 0 ^= a 0 4 ^ a 0 0)
            (C 0 = c 0)
            (r 0 = c 0 <<< 1)
            (c 3 ^= a 3 2 ^ a 3 0)
            (c 2 ^= a 2 2 ^ a 2 1)
            (c 2 ^= a 2 4 ^ a 2 3)
            (r 2 = c 2 <<< 1)
            (d 1 = c 0 ^ r 2)
            (C 2 = c 2)
            (b 3 1 = a 1 3 ^ d 1)
            (b 3 1 <<<= 45)
            (D 1 = C 2 <<< 1)
            (D 1 ^= C 0)
            (A 1 ^= D 1)
            (A 1 <<<= 1)
            (b 0 2 = A 1)
            (c 3 ^= a 3 1 ^ a 3 4)
            (C 3 = c 3)
            (D 2 = C 3 <<< 1)
            (r 1 = c 1 <<< 1)
            (a 0 2 ^= c 4 ^ r 1)
            (a 0 4 ^= c 4 ^ r 1)
            (b 4 2 = a 0 4 <<< 18)
            (D 3 = C 4 <<< 1)
            (B 1 ^= D 1)
            (d 4 = c 3 ^ r 0)
            (b 3 2 = a 4 3 ^ d 4)
            (b 3 2 <<<= 8)
            (r 3 = c 3 <<< 1)
            (b 2 1 = a 0 2 <<< 3)
            (B 4 = a 4 4)
            (r 4 = c 4 <<< 1)
            (d 3 = c 2 ^ r 4)
            (b 2 2 = a 3 2 ^ d 3)
            (b 2 2 <<<= 25)
            (b 0 1 = a 3 0 ^ d 3)
            (b 0 1 <<<= 28)
            (d 2 = c 1 ^ r 3)
            (b 4 1 = a 2 4 ^ d 2)
            (b 4 1 <<<= 61)
            (e 2 1 = b 2 1 ^ !b 3 1 & b 4 1)
            (b 3 3 = a 2 3 ^ d 2)
            (b 3 3 <<<= 15)
            (b 1 2 = a 2 1 ^ d 2)
            (b 1 2 <<<= 6)
            (e 1 2 = b 1 2 ^ !b 2 2 & b 3 2)
            (e 0 2 = b 0 2 ^ !b 1 2 & b 2 2)
            (e 4 2 = !b 0 2 & b 1 2 ^ b 4 2)
            (a 0 1 ^= c 4 ^ r 1)
            (b 1 3 = a 0 1 <<< 36)
            (a 0 3 ^= c 4 ^ r 1)
            (b 3 4 = a 0 3 <<< 41)
            (b 1 1 = a 4 1 ^ d 4)
            (b 1 1 <<<= 20)
            (e 1 1 = b 1 1 ^ !b 2 1 & b 3 1)
            (e 0 1 = b 0 1 ^ !b 1 1 & b 2 1)
            (e 4 1 = !b 0 1 & b 1 1 ^ b 4 1)
            (b 1 4 = a 3 1 ^ d 3)
            (b 1 4 <<<= 55)
            (b 2 3 = a 1 2 ^ d 1)
            (b 2 3 <<<= 10)
            (D 2 ^= C 1)
            (A 2 ^= D 2)
            (A 2 <<<= 62)
            (b 0 4 = A 2)
            (b 4 4 = a 1 4 ^ d 1)
            (D 3 ^= C 2)
            (B 3 ^= D 3)
            (B 3 <<<= 21)
            (b 2 4 = a 4 2 ^ d 4)
            (b 2 4 <<<= 39)
            (e 0 4 = b 0 4 ^ !b 1 4 & b 2 4)
            (e 3 2 = !b 4 2 & b 0 2 ^ b 3 2)
            (b 0 3 = a 4 0 ^ d 4)
            (b 0 3 <<<= 27)
            (e 0 3 = b 0 3 ^ !b 1 3 & b 2 3)
            (B 1 <<<= 44)
            (E 4 = !B 0 & B 1)
            (e 2 2 ^= !b 3 2 & b 4 2)
            (b 4 4 <<<= 2)
            (e 4 4 = b 4 4 ^ !b 0 4 & b 1 4)
            (e 2 4 = b 2 4 ^ !b 3 4 & b 4 4)
            (e 3 4 = !b 4 4 & b 0 4 ^ b 3 4)
            (B 2 ^= D 2)
            (B 2 <<<= 43)
            (E 1 = !B 2 & B 3)
            (E 1 ^= B 1)
            (e 1 4 ^= !b 2 4 & b 3 4)
            (D 4 = C 0 <<< 1)
            (D 4 ^= C 3)
            (B 4 ^= D 4)
            (B 4 <<<= 14)
            (E 4 ^= B 4)
            (E 2 = !B 3 & B 4)
            (E 2 ^= B 2)
            (E 3 = !B 4 & B 0)
            (E 3 ^= B 3)
            (b 4 3 = a 3 4 ^ d 3)
            (b 4 3 <<<= 56)
            (e 4 3 = b 4 3 ^ !b 0 3 & b 1 3)
            (e 3 3 = !b 4 3 & b 0 3 ^ b 3 3)
            (e 2 3 = !b 3 3 & b 4 3 ^ b 2 3)
            (e 1 3 ^= !b 2 3 & b 3 3)
            (e 3 1 ^= !b 4 1 & b 0 1)
            (E 0 = !B 1 & B 2)
            (E 0 ^= constant)
            (E 0 ^= B 0)
            (a 1 2 = e 1 2)
            (a 3 2 = e 3 2)
            (a 4 2 = e 4 2)
            (a 2 3 = e 2 3)
            (a 1 4 = e 1 4)
            (a 3 4 = e 3 4)
            (a 2 1 = e 2 1)
            (a 3 1 = e 3 1)
            (A 0 = E 0)
            (A 4 = E 4)
        }
    };
}

/// A state, divided.
#[derive(Clone, Copy)]
pub(super) struct Divided {
    /// Plane y = 0.
    general: [u64; 5],
    /// Planes y = 1 to 4, each word in the lower half.
    vectors: [[__m128i; 5]; 4],
}

impl Divided {
    #[target_feature(enable = "avx512f,avx512vl")]
    #[inline]
    pub(super) fn load(state: &States<1>) -> Self {
        let (plane, planes) = state.split_at(5);
        let mut divided = Self { general: [0; 5], vectors: [[_mm_setzero_si128(); 5]; 4] };
        for (general, [word]) in divided.general.iter_mut().zip(plane) {
            *general = *word;
        }
        for (vector, [word]) in divided.vectors.as_flattened_mut().iter_mut().zip(planes) {
            *vector = _mm_cvtsi64_si128(*word as i64);
        }
        divided
    }

    #[target_feature(enable = "avx512f,avx512vl")]
    #[inline]
    pub(super) fn store(self, state: &mut States<1>) {
        let (plane, planes) = state.split_at_mut(5);
        for ([word], general) in plane.iter_mut().zip(self.general) {
            *word = general;
        }
        for ([word], vector) in planes.iter_mut().zip(self.vectors.as_flattened()) {
            *word = _mm_cvtsi128_si64(*vector) as u64;
        }
    }

    /// Xors a block in, as many words as it has.
    #[target_feature(enable = "avx512f,avx512vl")]
    #[inline]
    pub(super) fn absorb<const RATE: usize>(&mut self, block: &[u8; RATE]) {
        let words = block.as_chunks().0;
        for (general, bytes) in self.general.iter_mut().zip(words) {
            *general ^= u64::from_le_bytes(*bytes);
        }
        for (vector, bytes) in self.vectors.as_flattened_mut().iter_mut().zip(words.iter().skip(5)) {
            *vector = _mm_xor_si128(*vector, _mm_cvtsi64_si128(i64::from_le_bytes(*bytes)));
        }
    }

    /// Keccak-p\[1600, rounds\]; `rounds` is 1 to 24.
    #[target_feature(enable = "avx512f,avx512vl,bmi1,bmi2")]
    #[inline]
    pub(super) fn keccak_p(&mut self, rounds: usize) {
        let constants = round_constants(rounds);
        if constants.is_empty() {
            return;
        }
        let [plane1, plane2, plane3, plane4] = &mut self.vectors;
        // SAFETY: this function has the features; only `constants` is read, which end where the loop does.
        unsafe {
            core::arch::asm!(
                ".p2align 6",
                "2:",
                round!(),
                "add {constant:l}, 8",
                "jnz 2b",
                constant = inout(reg) constants.as_ptr().expose_provenance() as u64 => _,
                A0 = inout(reg) self.general[0], A1 = inout(reg) self.general[1], A2 = inout(reg) self.general[2],
                A3 = inout(reg) self.general[3], A4 = inout(reg) self.general[4],
                T0 = out(reg) _, T1 = out(reg) _, T2 = out(reg) _, T3 = out(reg) _, T4 = out(reg) _, T5 = out(reg) _,
                T6 = out(reg) _,
                a01 = inout(zmm_reg) plane1[0], a11 = inout(zmm_reg) plane1[1], a21 = inout(zmm_reg) plane1[2],
                a31 = inout(zmm_reg) plane1[3], a41 = inout(zmm_reg) plane1[4],
                a02 = inout(zmm_reg) plane2[0], a12 = inout(zmm_reg) plane2[1], a22 = inout(zmm_reg) plane2[2],
                a32 = inout(zmm_reg) plane2[3], a42 = inout(zmm_reg) plane2[4],
                a03 = inout(zmm_reg) plane3[0], a13 = inout(zmm_reg) plane3[1], a23 = inout(zmm_reg) plane3[2],
                a33 = inout(zmm_reg) plane3[3], a43 = inout(zmm_reg) plane3[4],
                a04 = inout(zmm_reg) plane4[0], a14 = inout(zmm_reg) plane4[1], a24 = inout(zmm_reg) plane4[2],
                a34 = inout(zmm_reg) plane4[3], a44 = inout(zmm_reg) plane4[4],
                t0 = out(zmm_reg) _, t1 = out(zmm_reg) _, t2 = out(zmm_reg) _, t3 = out(zmm_reg) _,
                t4 = out(zmm_reg) _, t5 = out(zmm_reg) _, t6 = out(zmm_reg) _, t7 = out(zmm_reg) _,
                t8 = out(zmm_reg) _, t9 = out(zmm_reg) _, t10 = out(zmm_reg) _, t11 = out(zmm_reg) _,
                options(readonly, nostack)
            );
        }
    }
}
