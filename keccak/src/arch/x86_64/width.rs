//! What operations on 512 bits cost.

use core::arch::x86_64::__cpuid;
use core::sync::atomic::{AtomicU8, Ordering};

/// The time of an operation on 512 bits, compared with one on 256 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost512 {
    /// The same: all vector units are 512 bits wide. Eight Keccak states take the time of four.
    Same,
    /// More: there are fewer units for 512 bits than for 256, as in Intel's processors.
    More,
    /// Twice as much: each goes through a unit of 256 bits in two halves. Eight states take longer than two times four.
    Twice,
}

/// 0: not asked yet; else [`Cost512`] + 1.
static KNOWN: AtomicU8 = AtomicU8::new(0);

impl Cost512 {
    /// What the processor says, which should have AVX-512. It is asked once.
    #[inline]
    #[must_use]
    pub fn get() -> Self {
        match KNOWN.load(Ordering::Relaxed) {
            1 => Self::Same,
            2 => Self::More,
            3 => Self::Twice,
            _ => Self::ask(),
        }
    }

    #[cold]
    fn ask() -> Self {
        Self::detect().remember()
    }

    /// Makes this the answer from now on: tests run what is for other processors.
    #[inline]
    pub(super) fn remember(self) -> Self {
        KNOWN.store(self as u8 + 1, Ordering::Relaxed);
        self
    }

    /// AMD's processors can say for themselves that their units are wide (FP512, CPUID 8000_001A); behind a hypervisor that hides the
    /// bit, the model has to: of Zen 5 the server parts (00 to 1F) and Granite Ridge (40 to 4F) are, the mobile parts not.
    fn detect() -> Self {
        const FAMILY_ZEN_5: u32 = 0x1a;
        let vendor = cpuid(0);
        if [vendor.ebx, vendor.edx, vendor.ecx] != [*b"Auth", *b"enti", *b"cAMD"].map(u32::from_le_bytes) {
            return Self::More;
        }
        let wide = cpuid(0x8000_0000).eax >= 0x8000_001a && cpuid(0x8000_001a).eax & 1 << 3 != 0;
        let signature = cpuid(1).eax;
        let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
        let model = signature >> 4 & 0xf | signature >> 12 & 0xf0;
        if wide || family == FAMILY_ZEN_5 && matches!(model, 0x00..=0x1f | 0x40..=0x4f) {
            Self::Same
        } else {
            Self::Twice
        }
    }
}

#[allow(unused_unsafe)]
fn cpuid(leaf: u32) -> core::arch::x86_64::CpuidResult {
    // SAFETY: every x86-64 processor has the instruction. (Enclaves refuse it: nothing asks there but a build that enables AVX-512.)
    unsafe { __cpuid(leaf) }
}
