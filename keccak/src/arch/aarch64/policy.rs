//! Which backend is the fastest on which core.
//!
//! Having the SHA-3 instructions does not mean that they are fast: most of Arm's larger cores have one unit for them, and
//! their four integer units do a state in less than half the time in which that unit does two.

use super::Sha3;

/// A kind of core, as its main identification register (MIDR_EL1) says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Core {
    /// Who made it: 0x41 is Arm, 0x61 Apple.
    pub implementer: u8,
    /// The maker's number for the kind of core.
    pub part: u16,
}

/// The backends, in the order of [this folder's table](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// [`Scalar`](super::Scalar)
    Scalar,
    /// [`Neon`](super::Neon)
    Neon,
    /// [`Hybrid<Neon>`](super::Hybrid)
    NeonHybrid,
    /// [`Sha3`]
    Sha3,
    /// [`Pairs<Sha3>`](super::Pairs)
    Sha3Pairs,
    /// [`Hybrid<Sha3>`](super::Hybrid)
    Sha3Hybrid,
}

/// The cores that something is known about, by Arm's part numbers.
///
/// The figures are cycles for a permutation. "Published" ones were measured by Becker and Kannwischer (Hybrid
/// scalar/vector implementations of Keccak and SPHINCS+ on AArch64, 2022), or are what AWS-LC selects by. "Model" ones are
/// llvm-mca's for this crate's loops, and decide where nothing was published.
const ARM_CORES: &[(u16, Choice)] = &[
    // Cortex-A55. Published: scalar 1418, and that vectors do not help
    (0xd05, Choice::Scalar),
    // Cortex-A57, A72: rotated operands are not free. Model: portable 1585, scalar 2352, NEON two 2029
    (0xd07, Choice::Neon),
    (0xd08, Choice::Neon),
    // Cortex-A76, Neoverse N1, Cortex-A77, A78. Published: on A78 scalar 709, NEON two 2197, and beside three scalar 2191;
    // on N1 NEON beside scalar for four
    (0xd0b, Choice::NeonHybrid),
    (0xd0c, Choice::NeonHybrid),
    (0xd0d, Choice::NeonHybrid),
    (0xd41, Choice::NeonHybrid),
    // Cortex-X1 and its server sibling Neoverse V1. Published: scalar 690, NEON two 1317, and beside two scalar 1524
    (0xd44, Choice::NeonHybrid),
    (0xd40, Choice::NeonHybrid),
    // Cortex-A510. Published: scalar 968, SHA-3 instructions two 1144 (and one as fast), NEON two 6970
    (0xd46, Choice::Sha3),
    // Cortex-A710 and Neoverse N2. Published: scalar 701, NEON two 2044, SHA-3 instructions two 1549, and beside two
    // scalar 1608
    (0xd47, Choice::Sha3Hybrid),
    (0xd49, Choice::Sha3Hybrid),
    // Cortex-X2, X3 and Neoverse V2. Published: scalar 687, NEON two 1274, SHA-3 instructions two 1547. Model for four:
    // SHA-3 instructions beside scalar 1564, NEON beside scalar 1921
    (0xd48, Choice::Sha3Hybrid),
    (0xd4e, Choice::Sha3Hybrid),
    (0xd4f, Choice::Sha3Hybrid),
    // Neoverse V3. Published: scalar for one; for four the instructions, and beside scalar 8 % faster. Model: scalar 349,
    // SHA-3 instructions two 493, and beside two scalar 871
    (0xd84, Choice::Sha3Hybrid),
];

/// The choice for a core. `sha3` says whether the SHA-3 instructions are there (a virtual machine may hide them); without
/// them none of them is chosen.
pub const fn choose(core: Option<Core>, sha3: bool) -> Choice {
    // of an unknown core only the instructions are known; two states are a fair load for them
    let mut choice = Choice::Sha3Pairs;
    match core {
        // Apple's cores have the instructions in all their vector units, and pay for rotated operands
        Some(Core { implementer: 0x61, .. }) => choice = Choice::Sha3,
        Some(Core { implementer: 0x41, part }) => {
            let mut i = 0;
            while i < ARM_CORES.len() {
                if ARM_CORES[i].0 == part {
                    choice = ARM_CORES[i].1;
                }
                i += 1;
            }
        }
        _ => {}
    }
    match choice {
        Choice::Sha3 | Choice::Sha3Pairs if !sha3 => Choice::Scalar,
        Choice::Sha3Hybrid if !sha3 => Choice::NeonHybrid,
        choice => choice,
    }
}

impl Choice {
    /// The choice for this processor. It asks the system, which is slow: keep the answer.
    pub fn detect() -> Self {
        choose(Core::detect(), Sha3::detect().is_some())
    }

    /// The backend's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Neon => "neon",
            Self::NeonHybrid => "neon-hybrid",
            Self::Sha3 => "sha3",
            Self::Sha3Pairs => "sha3-pairs",
            Self::Sha3Hybrid => "sha3-hybrid",
        }
    }
}

impl Core {
    /// A core out of its MIDR_EL1.
    pub const fn from_midr(midr: u32) -> Self {
        Self { implementer: (midr >> 24) as u8, part: (midr >> 4) as u16 & 0xfff }
    }

    /// The core that this runs on, where the system lets a program know. Where cores of several kinds share a
    /// system, it is the kind that the question was asked on.
    pub fn detect() -> Option<Self> {
        detect()
    }
}

#[cfg(target_vendor = "apple")]
fn detect() -> Option<Core> {
    Some(Core { implementer: 0x61, part: 0 })
}

/// Linux emulates the reading of MIDR_EL1, which a program may not read itself, and says whether it does.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn detect() -> Option<Core> {
    const HWCAP_CPUID: usize = 1 << 11;
    if super::hwcap() & HWCAP_CPUID == 0 {
        return None;
    }
    let midr: u64;
    // SAFETY: HWCAP_CPUID says that this may be executed; it changes nothing but its result.
    unsafe { core::arch::asm!("mrs {}, MIDR_EL1", out(reg) midr, options(nomem, nostack, preserves_flags)) };
    Some(Core::from_midr(midr as u32))
}

#[cfg(not(any(target_vendor = "apple", target_os = "linux", target_os = "android")))]
fn detect() -> Option<Core> {
    None
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::println;

    const FIRESTORM: Option<Core> = Some(Core { implementer: 0x61, part: 0x023 });

    fn arm(part: u16) -> Option<Core> {
        Some(Core { implementer: 0x41, part })
    }

    #[test]
    fn midr_is_taken_apart() {
        // Neoverse V1 r1p1, and an Apple M1's fast core
        assert_eq!(Some(Core::from_midr(0x411f_d401)), arm(0xd40));
        assert_eq!(Some(Core::from_midr(0x611f_0231)), FIRESTORM);
    }

    /// For one state, the instructions only on Apple's cores and the Cortex-A510.
    #[test]
    fn one_state_uses_the_instructions_where_they_are_faster() {
        for core in [FIRESTORM, arm(0xd46)] {
            assert_eq!(choose(core, true), Choice::Sha3);
        }
        // Cortex-X2, A710, Neoverse N1, N2, V1, V2, V3, and a core that is not known
        for part in [0xd48, 0xd47, 0xd0c, 0xd49, 0xd40, 0xd4f, 0xd84, 0xfff] {
            assert_ne!(choose(arm(part), true), Choice::Sha3, "{part:#x}");
        }
        assert_ne!(choose(None, true), Choice::Sha3);
    }

    #[test]
    fn four_states_use_what_was_published() {
        assert_eq!(choose(arm(0xd0c), false), Choice::NeonHybrid);
        assert_eq!(choose(arm(0xd4f), true), Choice::Sha3Hybrid);
        assert_eq!(choose(arm(0xd05), false), Choice::Scalar);
        assert_eq!(choose(None, true), Choice::Sha3Pairs);
        // another maker's core with an Arm part number is not Arm's core
        assert_eq!(choose(Some(Core { implementer: 0x48, part: 0xd08 }), false), Choice::Scalar);
    }

    /// Where a virtual machine hides the instructions, nothing that needs them is chosen.
    #[test]
    fn nothing_is_chosen_that_is_not_there() {
        for part in 0..0x1000 {
            for implementer in [0x41, 0x51, 0x61, 0xc0] {
                let choice = choose(Some(Core { implementer, part }), false);
                assert!(
                    matches!(choice, Choice::Scalar | Choice::Neon | Choice::NeonHybrid),
                    "{implementer:#x} {part:#x}"
                );
            }
        }
    }

    #[test]
    fn a_core_is_listed_once() {
        for (i, (part, _)) in ARM_CORES.iter().enumerate() {
            assert!(ARM_CORES[..i].iter().all(|(other, _)| other != part), "{part:#x}");
        }
    }

    #[test]
    fn the_choice_for_this_processor_is_stable() {
        let choice = Choice::detect();
        println!("{:x?}: {choice:?}", Core::detect());
        assert_eq!(choice, Choice::detect());
    }
}
