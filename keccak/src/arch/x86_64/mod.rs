//! The x86-64 backends, from narrow to wide.
//!
//! | token | processor features | states at once |
//! | --- | --- | --- |
//! | [`Bmi`] | BMI1, BMI2 | 1 |
//! | [`Avx2`] | AVX2, BMI1, BMI2 | 1, 4 |
//! | [`Avx512Vl`] | AVX-512 F and VL, AVX2, BMI1, BMI2; no zmm register | 1, 2, 4 |
//! | [`Avx512`] | the same | 1, 2, 4, 8 |
//!
//! `detect` asks CPUID for each feature by name, and for the vector features OSXSAVE and XCR0 as well: whether
//! the operating system saves the registers (xmm and ymm for AVX2; also the masks and all of zmm for AVX-512).

// Rounds in assembly, in this order: the macros of `equations` and `ternary` go to the files below them, and `binary`,
// `divided` and `ternary` have a `register!` each.
mod binary;
#[macro_use]
mod equations;
mod divided;
#[macro_use]
mod ternary;

mod avx2;
mod avx512;
mod avx512vl;
mod bmi;
mod lanes;
#[cfg(test)]
mod tests;
mod width;

pub use avx2::Avx2;
pub use avx512::Avx512;
pub use avx512vl::Avx512Vl;
pub use bmi::Bmi;
pub use width::Cost512;
