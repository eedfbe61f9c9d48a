//! Which backend is fastest on which core, for one, two and four states.
//!
//! Having the SHA-3 instructions does not mean that they are fast: Arm's larger cores have one unit for them, and their
//! four integer units do a state in less than half the time that the one unit does two.

use super::Sha3;

/// A kind of core, as its main identification register (MIDR_EL1) says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Core {
    /// Who made it: 0x41 is Arm, 0x61 Apple.
    pub implementer: u8,
    /// The maker's number for the kind of core.
    pub part: u16,
}

/// One of the ways to permute that there are on AArch64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, [`Portable`](crate::arch::portable::Portable). One state.
    Portable,
    /// [`Neon`](super::Neon). One state (in the general registers, rotations folded), two or four.
    Neon,
    /// [`Sha3`]. One, two or four states.
    Sha3,
    /// [`Hybrid<Neon>`](super::Hybrid). Four states.
    NeonHybrid,
    /// [`Hybrid<Sha3>`](super::Hybrid). Four states.
    Sha3Hybrid,
}

/// What to use for one, two and four states. `None` says that doing fewer at a time is faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// For one state.
    pub one: Kernel,
    /// For two states.
    pub two: Option<Kernel>,
    /// For four states.
    pub four: Option<Kernel>,
}

/// The Apple cores (and whatever runs an Apple system): SHA-3 instructions in every vector unit, and logic instructions
/// that take longer when they rotate.
const APPLE: Choice = choice(Kernel::Sha3, Some(Kernel::Sha3), Some(Kernel::Sha3));

/// Cores that nothing is known about. The instructions for two and four states, where there are any.
const UNKNOWN: Choice = choice(Kernel::Neon, Some(Kernel::Sha3), Some(Kernel::Sha3));

const fn choice(one: Kernel, two: Option<Kernel>, four: Option<Kernel>) -> Choice {
    Choice { one, two, four }
}

/// The cores that something is known about: Arm's part numbers, from their technical reference manuals.
///
/// The figures are cycles for a permutation. "Published" ones were measured by Becker and Kannwischer (Hybrid
/// scalar/vector implementations of Keccak and SPHINCS+ on AArch64, 2022), or are what AWS-LC selects by. "Model" ones are
/// llvm-mca's for this crate's loops, and stand where nothing was published.
const ARM_CORES: &[(u16, Choice)] = {
    use Kernel::{Neon, NeonHybrid, Portable, Sha3, Sha3Hybrid};
    &[
        // Cortex-A55. Published: scalar 1418, and no vectors
        (0xd05, choice(Neon, None, None)),
        // Cortex-A57, A72: rotating an operand takes a unit of its own, of which there is one.
        // Model: plain 2209, folded 2352, NEON two 2017
        (0xd07, choice(Portable, Some(Neon), None)),
        (0xd08, choice(Portable, Some(Neon), None)),
        // Cortex-A76, Neoverse N1, Cortex-A77, A78. Published (A78): scalar 709, NEON two 2197, beside scalar five 2191
        (0xd0b, choice(Neon, None, Some(NeonHybrid))),
        (0xd0c, choice(Neon, None, Some(NeonHybrid))),
        (0xd0d, choice(Neon, None, Some(NeonHybrid))),
        (0xd41, choice(Neon, None, Some(NeonHybrid))),
        // Cortex-X1 and its server sibling, Neoverse V1. Published: scalar 690, NEON two 1317, beside scalar four 1524
        (0xd44, choice(Neon, Some(Neon), Some(NeonHybrid))),
        (0xd40, choice(Neon, Some(Neon), Some(NeonHybrid))),
        // Cortex-A510. Published: scalar 968, SHA-3 instructions two 1144, NEON two 6970
        (0xd46, choice(Sha3, Some(Sha3), Some(Sha3))),
        // Cortex-A710, Neoverse N2. Published: scalar 701, NEON two 2044, SHA-3 instructions two 1549, beside scalar
        // four 1608
        (0xd47, choice(Neon, None, Some(Sha3Hybrid))),
        (0xd49, choice(Neon, None, Some(Sha3Hybrid))),
        // Cortex-X2, X3, Neoverse V2. Published: scalar 687, NEON two 1274, SHA-3 instructions two 1547; all three
        // together three 985. Model, four: 1564 beside scalar
        (0xd48, choice(Neon, Some(Neon), Some(Sha3Hybrid))),
        (0xd4e, choice(Neon, Some(Neon), Some(Sha3Hybrid))),
        (0xd4f, choice(Neon, Some(Neon), Some(Sha3Hybrid))),
        // Neoverse V3. Published: scalar for one; for four the instructions, and beside scalar 8 % more.
        // Model: scalar 361, SHA-3 instructions two 493, beside scalar four 914
        (0xd84, choice(Neon, Some(Sha3), Some(Sha3Hybrid))),
    ]
};

/// The choice for a core. `sha3` says whether the SHA-3 instructions are there; without them none of them is chosen.
pub const fn choose(core: Option<Core>, sha3: bool) -> Choice {
    let mut choice = UNKNOWN;
    match core {
        Some(Core { implementer: 0x61, .. }) => {
            choice = if sha3 { APPLE } else { self::choice(Kernel::Portable, None, None) }
        }
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
    if sha3 { choice } else { without_sha3(choice) }
}

/// A virtual machine may hide instructions that its core has.
const fn without_sha3(Choice { one, two, four }: Choice) -> Choice {
    Choice {
        one: match one {
            Kernel::Sha3 => Kernel::Neon,
            other => other,
        },
        two: match two {
            Some(Kernel::Sha3) => None,
            other => other,
        },
        four: match four {
            Some(Kernel::Sha3) => None,
            Some(Kernel::Sha3Hybrid) => Some(Kernel::NeonHybrid),
            other => other,
        },
    }
}

impl Choice {
    /// The choice for this processor.
    pub fn detect() -> Self {
        choose(Core::detect(), Sha3::detect().is_some())
    }
}

impl Core {
    /// A core out of its MIDR_EL1.
    pub const fn from_midr(midr: u32) -> Self {
        Self { implementer: (midr >> 24) as u8, part: (midr >> 4) as u16 & 0xfff }
    }

    /// The core that this runs on, where the system lets a program know. Where cores of several kinds share a
    /// system, it is the one that asked first.
    pub fn detect() -> Option<Self> {
        detect()
    }
}

#[cfg(target_vendor = "apple")]
fn detect() -> Option<Core> {
    Some(Core { implementer: 0x61, part: 0 })
}

/// Linux emulates the reading of MIDR_EL1, which a program may not read itself, and says so.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn detect() -> Option<Core> {
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

    const AT_HWCAP: usize = 16;
    const HWCAP_CPUID: usize = 1 << 11;
    unsafe extern "C" {
        // The C library's, which `cpufeatures` asks too.
        safe fn getauxval(kind: usize) -> usize;
    }

    // The emulation is slow, so it is asked once. No core's MIDR_EL1 is 0 or 1.
    const NOT_ASKED: u32 = 0;
    const HIDDEN: u32 = 1;
    static MIDR: AtomicU32 = AtomicU32::new(NOT_ASKED);
    let mut midr = MIDR.load(Relaxed);
    if midr == NOT_ASKED {
        midr = HIDDEN;
        if getauxval(AT_HWCAP) & HWCAP_CPUID != 0 {
            let register: u64;
            // SAFETY: HWCAP_CPUID says that this may be executed; it changes nothing but its result.
            unsafe {
                core::arch::asm!("mrs {}, MIDR_EL1", out(reg) register, options(nomem, nostack, preserves_flags));
            }
            midr = register as u32;
        }
        MIDR.store(midr, Relaxed);
    }
    if midr == HIDDEN { None } else { Some(Core::from_midr(midr)) }
}

#[cfg(not(any(target_vendor = "apple", target_os = "linux", target_os = "android")))]
fn detect() -> Option<Core> {
    None
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::super::Neon;
    use super::*;
    use Kernel::{NeonHybrid, Portable, Sha3Hybrid};
    use std::println;

    fn arm(part: u16) -> Option<Core> {
        Some(Core { implementer: 0x41, part })
    }

    #[test]
    fn midr_is_taken_apart() {
        // Neoverse V1 r1p1, and an Apple M1's fast core
        assert_eq!(Core::from_midr(0x411f_d401), Core { implementer: 0x41, part: 0xd40 });
        assert_eq!(Core::from_midr(0x611f_0231), Core { implementer: 0x61, part: 0x023 });
    }

    #[test]
    fn one_state_uses_the_instructions_where_they_are_faster() {
        let firestorm = Some(Core { implementer: 0x61, part: 0x023 });
        for core in [firestorm, arm(0xd46)] {
            assert_eq!(choose(core, true).one, Kernel::Sha3);
        }
        // Cortex-X2, A710, Neoverse N1, N2, V1, V2, V3, a core that is not known, and no core
        for core in [0xd48, 0xd47, 0xd0c, 0xd49, 0xd40, 0xd4f, 0xd84, 0xfff].map(arm).into_iter().chain([None]) {
            assert_eq!(choose(core, true).one, Kernel::Neon, "{core:?}");
        }
        assert_eq!(choose(arm(0xd08), false).one, Portable);
    }

    #[test]
    fn four_states_use_what_was_published() {
        assert_eq!(choose(arm(0xd0c), false).four, Some(NeonHybrid));
        assert_eq!(choose(arm(0xd4f), true).four, Some(Sha3Hybrid));
        assert_eq!(choose(arm(0xd46), true).four, Some(Kernel::Sha3));
        assert_eq!(choose(arm(0xd05), false).four, None);
        assert_eq!(choose(None, true).four, Some(Kernel::Sha3));
        // another maker's core with an Arm part number is not Arm's core
        assert_eq!(choose(Some(Core { implementer: 0x48, part: 0xd08 }), false).one, Kernel::Neon);
    }

    #[test]
    fn nothing_is_chosen_that_is_not_there() {
        for part in 0..0x1000 {
            for implementer in [0x41, 0x51, 0x61, 0xc0] {
                let Choice { one, two, four } = choose(Some(Core { implementer, part }), false);
                for kernel in [Some(one), two, four] {
                    assert!(!matches!(kernel, Some(Kernel::Sha3 | Sha3Hybrid)), "{implementer:#x} {part:#x}");
                }
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
    fn this_processor_can_run_its_choice() {
        let choice = Choice::detect();
        println!("{:x?}: {choice:?}", Core::detect());
        assert!(Neon::detect().is_some());
        assert_eq!(choice, Choice::detect(), "asked twice");
    }
}
