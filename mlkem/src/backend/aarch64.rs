//! AArch64: NEON arithmetic with the Keccak backend that suits the core.
//!
//! # Policy
//! That of `keccak`, by core; the names are its names. Lanes are taken two by two where four are only two pairs one after
//! the other: a plan for two leaves fewer of them idle.

use super::{BackendError, lanes};
use crate::arch::Pair;
use crate::arch::aarch64::Neon;
use keccak::arch::aarch64::{self as keccak_arm, Hybrid, Pairs, Scalar, Sha3, policy::Choice};
use keccak::arch::portable::Portable;

keccak::backends! {
    override_cfg: mlkem_backend,
    preferred: Some(Choice::detect().name()),
    /// SHA-3 instructions, two Keccak lanes.
    Sha3(Pair<Neon, Sha3>) = "sha3", Pair::new(Neon::detect(), Sha3::detect());
    /// SHA-3 instructions, two Keccak lanes; one state in general registers.
    Sha3Pairs(Pair<Neon, Pairs<Sha3>>) = "sha3-pairs", Pair::new(Neon::detect(), Sha3::detect().map(Pairs));
    /// SHA-3 instructions beside general registers, four Keccak lanes.
    Sha3Hybrid(Pair<Neon, Hybrid<Sha3>>) = "sha3-hybrid", Pair::new(Neon::detect(), Sha3::detect().map(Hybrid));
    /// NEON, two Keccak lanes.
    Neon(Pair<Neon, keccak_arm::Neon>) = "neon", Pair::new(Neon::detect(), keccak_arm::Neon::detect());
    /// NEON beside general registers, four Keccak lanes.
    NeonHybrid(Pair<Neon, Hybrid<keccak_arm::Neon>>) = "neon-hybrid",
        Pair::new(Neon::detect(), keccak_arm::Neon::detect().map(Hybrid));
    /// NEON arithmetic, one Keccak state at a time in general registers.
    Scalar(Pair<Neon, Scalar>) = "scalar", Pair::new(Neon::detect(), Some(Scalar));
    /// Plain integers, one Keccak state at a time.
    Portable(Pair<Portable, Portable>) = "portable", Pair::new(Some(Portable), Some(Portable));
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Pair { arithmetic: Portable, keccak: Portable });
}

lanes! { $
    Sha3: 2, 2;
    Sha3Pairs: 2, 2;
    Sha3Hybrid: 4, 4;
    Neon: 2, 2;
    NeonHybrid: 4, 4;
    Scalar: 1, 1;
    Portable: 1, 1;
}
