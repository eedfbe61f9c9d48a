//! All that is unsafe: calls into C, and single instructions.

#[cfg(feature = "peers")]
pub(crate) mod aws_lc;
#[cfg(all(feature = "peers", target_arch = "x86_64"))]
pub(crate) mod libcrux;

/// Some libraries return with the upper halves of the vector registers in use, which slows down the SSE instructions
/// of whoever comes next: that one shall not pay for it.
pub(crate) fn clear_upper_halves() {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx") {
        // SAFETY: the processor has AVX. The compiler knows what the intrinsic overwrites.
        unsafe { std::arch::x86_64::_mm256_zeroupper() };
    }
}
