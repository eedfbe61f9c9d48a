//! WebAssembly with 128-bit vectors; Keccak stays in 64-bit words, which are faster there than two states in vectors.

use super::{BackendError, lanes};
use crate::arch::Pair;
use crate::arch::wasm32::Simd128;
use keccak::arch::portable::Portable;

keccak::backends! {
    override_cfg: mlkem_backend,
    preferred: None,
    /// 128-bit vectors, one Keccak state at a time.
    Simd128(Pair<Simd128, Portable>) = "simd128", Pair::new(Simd128::detect(), Some(Portable));
    /// Plain integers, one Keccak state at a time.
    Portable(Pair<Portable, Portable>) = "portable", Pair::new(Some(Portable), Some(Portable));
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Pair { arithmetic: Portable, keccak: Portable });
}

lanes! { $
    Simd128: 1, 1;
    Portable: 1, 1;
}
