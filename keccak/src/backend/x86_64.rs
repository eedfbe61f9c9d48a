//! x86-64, from the widest backend to the narrowest.
//!
//! # Policy
//! The first that the processor has, for every width; but `avx512vl` where 512-bit operations go in two halves. Measured
//! (cycles a permutation, smallest tenth of interleaved runs):
//!
//! | | one: portable | BMI | AVX-512VL | four: AVX2 | AVX-512VL | eight |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | Zen 4 | 990 | 940 | 685 | 1215 | 710 | 1435 in 512-bit registers, 1390 in two halves |
//! | Zen 5 | 910 | 845 | 615 | 1215 | 695 | 710 in 512-bit registers |
//! | Intel Sapphire Rapids, at 3.9 GHz | 860 | 750 | 755 | 1530 | 760 | 1120 in 512-bit registers |
//!
//! `avx512` uses 512-bit registers only where eight states go side by side, `avx512vl` never. Processors that lower their
//! clock for 512-bit work (Intel before Ice Lake) would want the latter, which can be forced. Intel's since Ice Lake have
//! two units for 512 bits and three for 256: eight states take 1.47 times four, and `avx512` it is. General registers
//! and vectors share their units there, so that one state gains nothing from being divided among them, and nearly
//! loses nothing: as a hash, with its state in registers from block to block, it is as fast as with BMI.

use super::BackendError;
use crate::arch::portable::Portable;
use crate::arch::x86_64::{Avx2, Avx512, Avx512Vl, Bmi, Cost512};
use crate::groups::groups;

crate::backends! {
    override_cfg: keccak_backend,
    preferred: (Avx512::detect().is_some() && Cost512::get() == Cost512::Twice).then_some("avx512vl"),
    /// AVX-512 F and VL: one state in general and 128-bit registers, two and four in 128- and 256-bit ones, eight in
    /// 512-bit ones, or in two halves where those cost twice as much.
    Avx512(Avx512) = "avx512", Avx512::detect();
    /// The same without 512-bit registers.
    Avx512Vl(Avx512Vl) = "avx512vl", Avx512Vl::detect();
    /// AVX2 for four states, BMI1 and BMI2 for one.
    Avx2(Avx2) = "avx2", Avx2::detect();
    /// 64-bit words with BMI1 and BMI2 (andn, rorx).
    Bmi(Bmi) = "bmi", Bmi::detect();
    /// Plain 64-bit words, on any processor.
    Portable(Portable) = "portable", Some(Portable);
}

impl Backend {
    const PORTABLE: Self = Self::Portable(Portable);
}

groups!(Avx512, widths: [8, 4, 2, 1], many: 8);
groups!(Avx512Vl, widths: [4, 2, 1], many: 4);
groups!(Avx2, widths: [4, 1], many: 4);
groups!(Bmi, widths: [1], many: 1);
groups!(Portable, widths: [1], many: 1);

/// Runs `$body` with `$token` bound to the backend's token: everything below is static.
macro_rules! with_backend {
    ($backend:expr, $token:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Avx512($token) => $body,
            $crate::Backend::Avx512Vl($token) => $body,
            $crate::Backend::Avx2($token) => $body,
            $crate::Backend::Bmi($token) => $body,
            $crate::Backend::Portable($token) => $body,
        }
    };
}
pub(crate) use with_backend;
