//! What the kernels share: loads and stores, and arithmetic mod q on eight coefficients at once.

use crate::arch::Q;
use crate::arch::barrett::{Factors, quotient};
use core::arch::wasm32::*;

/// [`Factors`] in vectors.
#[derive(Clone, Copy)]
pub(super) struct Factor {
    b: v128,
    b_quotient: v128,
}

impl Factor {
    #[inline(always)]
    pub(super) fn load(factors: &Factors) -> Self {
        Self { b: load(&factors.b), b_quotient: load(&factors.b_quotient) }
    }

    /// One of the eight factors in all lanes.
    #[inline(always)]
    pub(super) fn splat(factors: &Factors, lane: usize) -> Self {
        Self { b: i16x8_splat(factors.b[lane]), b_quotient: i16x8_splat(factors.b_quotient[lane]) }
    }
}

/// a b mod q, lane by lane: a b - q round(a b' / 2^15), of which only the low halves are computed.
///
/// In: any i16. Out: at most q/2 + |a| q / 2^16 in absolute value, which is below q: the quotient is rounded
/// (that is q/2), and b' is off by 1/2 (that is |a| / 2^16).
#[inline(always)]
pub(super) fn multiply(a: v128, factor: Factor) -> v128 {
    subtract_multiple(i16x8_mul(a, factor.b), i16x8_q15mulr_sat(a, factor.b_quotient))
}

/// a mod q, nearly centered: [`multiply`] by 1, with the quotient round(10 a / 2^15).
///
/// In: any i16. Out: at most q/2 + |a| 0.016 in absolute value, so below 2q/3.
#[inline(always)]
pub(super) fn reduce(a: v128) -> v128 {
    subtract_multiple(a, i16x8_q15mulr_sat(a, i16x8_splat(const { quotient(1) })))
}

/// a - n q.
#[inline(always)]
pub(super) fn subtract_multiple(a: v128, n: v128) -> v128 {
    i16x8_sub(a, i16x8_mul(n, i16x8_splat(Q)))
}

/// a mod q in \[0, q). In: -q <= a < q. As an unsigned number a is less than a + q exactly when it is not negative.
#[inline(always)]
pub(super) fn add_q_if_negative(a: v128) -> v128 {
    u16x8_min(a, i16x8_add(a, i16x8_splat(Q)))
}

/// The bytes of a and b that two lists of places, each below 32, name.
#[inline(always)]
pub(super) fn pick(a: v128, b: v128, places: &[u8; 16]) -> v128 {
    // A place outside of a vector picks zero; the places of b are those of a from 16 on.
    let places = load_bytes(places);
    v128_or(i8x16_swizzle(a, places), i8x16_swizzle(b, i8x16_sub(places, i8x16_splat(16))))
}

#[inline(always)]
pub(super) fn load(a: &[i16; 8]) -> v128 {
    // SAFETY: reads the 16 bytes that `a` is; any alignment will do.
    unsafe { v128_load(a.as_ptr().cast()) }
}

#[inline(always)]
pub(super) fn store(a: &mut [i16; 8], v: v128) {
    // SAFETY: writes the 16 bytes that `a` is; any alignment will do.
    unsafe { v128_store(a.as_mut_ptr().cast(), v) }
}

#[inline(always)]
pub(super) fn load_bytes(a: &[u8; 16]) -> v128 {
    // SAFETY: reads the 16 bytes that `a` is; any alignment will do.
    unsafe { v128_load(a.as_ptr().cast()) }
}

#[inline(always)]
pub(super) fn store_bytes(a: &mut [u8; 16], v: v128) {
    // SAFETY: writes the 16 bytes that `a` is; any alignment will do.
    unsafe { v128_store(a.as_mut_ptr().cast(), v) }
}

/// Stores all but the last bytes of the one, and the last 16 bytes that both make: the two stores overlap.
#[inline(always)]
pub(super) fn store_first_and_last(bytes: &mut [u8], first: v128, last: v128) {
    if let Some(bytes) = bytes.first_chunk_mut() {
        store_bytes(bytes, first);
    }
    if let Some(bytes) = bytes.last_chunk_mut() {
        store_bytes(bytes, last);
    }
}

/// Runs of bytes (where they begin among 32, and their length), put together: the first and the last 16 of them.
pub(super) const fn first_and_last_16(runs: [(u8, usize); 8]) -> [[u8; 16]; 2] {
    let mut all = [0; 32];
    let (mut run, mut end) = (0, 0);
    while run < 8 {
        let mut i = 0;
        while i < runs[run].1 {
            all[end] = runs[run].0 + i as u8;
            (i, end) = (i + 1, end + 1);
        }
        run += 1;
    }
    let mut windows = [[0; 16]; 2];
    let mut i = 0;
    while i < 16 {
        windows[0][i] = all[i];
        windows[1][i] = all[end - 16 + i];
        i += 1;
    }
    windows
}
