//! SHAKE128 of `libcrux-sha3` on four states, with AVX2.

use libcrux_sha3::avx2::x4::incremental;

/// Three blocks from each of four seeds.
///
/// # Panics
/// On a processor without AVX2.
pub(crate) fn shake128_x4(inputs: &[[u8; 34]; 4], outputs: &mut [[u8; 504]; 4]) {
    assert!(std::arch::is_x86_feature_detected!("avx2"));
    // SAFETY: the processor has AVX2.
    unsafe { four(inputs, outputs) };
}

/// In a function with AVX2, as `libcrux-ml-kem` calls it: elsewhere its intrinsics would not be inlined.
#[target_feature(enable = "avx2")]
fn four([a, b, c, d]: &[[u8; 34]; 4], [u, v, w, x]: &mut [[u8; 504]; 4]) {
    let mut state = incremental::init();
    incremental::shake128_absorb_final(&mut state, a, b, c, d);
    incremental::shake128_squeeze_first_three_blocks(&mut state, u, v, w, x);
}
