//! Processors without a backend of their own.

use super::{BackendError, lanes};
use crate::arch::Pair;
use keccak::arch::portable::Portable;

keccak::backends! {
    override_cfg: mlkem_backend,
    preferred: None,
    /// Plain integers, one Keccak state at a time.
    Portable(Pair<Portable, Portable>) = "portable", Pair::new(Some(Portable), Some(Portable));
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Pair { arithmetic: Portable, keccak: Portable });
}

lanes! { $
    Portable: 1, 1;
}
