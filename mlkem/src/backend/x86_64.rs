//! x86-64, from the widest backend to the narrowest.
//!
//! # Policy
//! The first that the processor has, but for the number of lanes. One operation of ML-KEM-768 takes 15, 12 and 11 steps on four lanes
//! (KeyGen, Encaps, Decaps), and 13, 11 and 9 on eight: worth it only where a step of eight costs no more than one of four.

use super::{BackendError, lanes};
use crate::arch::Pair;
use crate::arch::x86_64::{Avx2, Avx512, Avx512Vbmi};
use keccak::arch::portable::Portable;
use keccak::arch::x86_64::{self as keccak_x86, Bmi, Cost512};

keccak::backends! {
    override_cfg: mlkem_backend,
    preferred: (Avx512Vbmi::detect().is_some() && Cost512::get() == Cost512::Same).then_some("avx512x8"),
    /// AVX-512 F, VL and BW with VBMI and VBMI2; four Keccak lanes, eight in batches.
    Avx512Vbmi(Pair<Avx512Vbmi, keccak_x86::Avx512>) = "avx512vbmi",
        Pair::new(Avx512Vbmi::detect(), keccak_x86::Avx512::detect());
    /// The same with eight Keccak lanes for a single operation too.
    Avx512x8(Pair<Avx512Vbmi, keccak_x86::Avx512>) = "avx512x8",
        Pair::new(Avx512Vbmi::detect(), keccak_x86::Avx512::detect());
    /// AVX-512 F, VL and BW; four Keccak lanes, eight in batches.
    Avx512(Pair<Avx512, keccak_x86::Avx512>) = "avx512", Pair::new(Avx512::detect(), keccak_x86::Avx512::detect());
    /// AVX2; four Keccak lanes.
    Avx2(Pair<Avx2, keccak_x86::Avx2>) = "avx2", Pair::new(Avx2::detect(), keccak_x86::Avx2::detect());
    /// Plain integers, one Keccak state at a time with BMI1 and BMI2.
    Bmi(Pair<Portable, Bmi>) = "bmi", Pair::new(Some(Portable), Bmi::detect());
    /// Plain integers, one Keccak state at a time.
    Portable(Pair<Portable, Portable>) = "portable", Pair::new(Some(Portable), Some(Portable));
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Pair { arithmetic: Portable, keccak: Portable });
}

lanes! { $
    Avx512Vbmi: 4, 8;
    Avx512x8: 8, 8;
    Avx512: 4, 8;
    Avx2: 4, 4;
    Bmi: 1, 1;
    Portable: 1, 1;
}
