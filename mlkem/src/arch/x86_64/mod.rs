//! The x86-64 backends: AVX2, and AVX-512 with and without VBMI and VBMI2, which came later.
//!
//! Each is a zero-sized token. Only a successful check of the processor *and* of the operating system makes one, so
//! holding it proves that its instructions may be used: its methods are safe to call, tiny and inlined, and each
//! calls one kernel, a function of its own that is compiled for those instructions.
//!
//! Inside the kernels all memory is reached through slices and arrays; the few functions of `vector.rs` that turn
//! them into registers and back are the only ones that handle pointers.

mod avx2;
mod avx512;
mod twiddles;

#[cfg(test)]
mod tests;

pub(crate) use avx2::Avx2;
pub(crate) use avx512::{Avx512, Avx512Vbmi};

/// Calls a kernel on behalf of a token.
macro_rules! run {
    ($kernel:expr) => {
        // SAFETY: the kernel needs the features that the token's `detect` found, and nothing else.
        unsafe { $kernel }
    };
}
use run;
