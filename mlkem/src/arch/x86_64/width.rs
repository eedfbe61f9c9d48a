//! Whether 512-bit vectors cost what 256-bit ones do.

use core::arch::x86_64::__cpuid;

/// Whether eight Keccak states take about the time of four. Then eight lanes serve even a single operation, which
/// cannot fill them but has fewer steps.
///
/// So it is where all vector units are 512 bits wide, which AMD's Zen 5 can say for itself (FP512, CPUID 8000_001A); behind a
/// hypervisor that hides the bit, the model has to: the server parts (00 to 1F) and Granite Ridge (40 to 4F), but not the
/// mobile parts, whose units are 256 bits wide, as those of Zen 4 are. Intel's processors have fewer units for 512 bits than for
/// 256, and only one that rotates.
pub(crate) fn eight_states_cost_four() -> bool {
    const FAMILY_ZEN_5: u32 = 0x1a;
    let vendor = cpuid(0);
    if [vendor.ebx, vendor.edx, vendor.ecx] != [*b"Auth", *b"enti", *b"cAMD"].map(u32::from_le_bytes) {
        return false;
    }
    if cpuid(0x8000_0000).eax >= 0x8000_001a && cpuid(0x8000_001a).eax & 1 << 3 != 0 {
        return true;
    }
    let signature = cpuid(1).eax;
    let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
    let model = signature >> 4 & 0xf | signature >> 12 & 0xf0;
    family == FAMILY_ZEN_5 && matches!(model, 0x00..=0x1f | 0x40..=0x4f)
}

#[allow(unused_unsafe)]
fn cpuid(leaf: u32) -> core::arch::x86_64::CpuidResult {
    // SAFETY: every x86-64 processor has the instruction (enclaves refuse it; there no backend is detected that would ask).
    unsafe { __cpuid(leaf) }
}
