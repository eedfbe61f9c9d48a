//! 32-bit Arm under Linux and Android: plain arithmetic, for NEON intrinsics are not stable Rust here, and NEON for Keccak.

use super::{BackendError, lanes};
use crate::arch::Pair;
use keccak::arch::arm::Neon;
use keccak::arch::portable::Portable;

keccak::backends! {
    override_cfg: mlkem_backend,
    preferred: None,
    /// Plain integers, two Keccak lanes with NEON.
    Neon(Pair<Portable, Neon>) = "neon", Pair::new(Some(Portable), Neon::detect());
    /// Plain integers, one Keccak state at a time.
    Portable(Pair<Portable, Portable>) = "portable", Pair::new(Some(Portable), Some(Portable));
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Pair { arithmetic: Portable, keccak: Portable });
}

lanes! { $
    Neon: 2, 2;
    Portable: 1, 1;
}
