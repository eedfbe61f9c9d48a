//! The message as a polynomial: Compress_1 and Decompress_1 with their encodings (FIPS 203, section 4.2.1).

use super::vector::{load, reduce, store};
use crate::arch::Q;
use crate::ring::Rq;
use core::arch::wasm32::*;

/// ByteEncode_1(Compress_1(v - w)). In: |v - w| < 2q.
///
/// Compress_1 is 1 when x is nearer to q/2 than to 0, modulo q. The reduced x is between -0.54 q and 0.54 q, so its
/// absolute value decides: 832 is the last one below q/4.
#[inline(never)]
pub(super) fn message_encode(v: &Rq, w: &Rq, message: &mut [u8; 32]) {
    let v_w = v.0.as_chunks::<8>().0.iter().zip(w.0.as_chunks::<8>().0);
    for (byte, (v, w)) in message.iter_mut().zip(v_w) {
        let x = reduce(i16x8_sub(load(v), load(w)));
        *byte = i16x8_bitmask(i16x8_gt(i16x8_abs(x), i16x8_splat(832)));
    }
}

/// f = f + Decompress_1(ByteDecode_1(message)): a bit adds 0 or (q + 1) / 2. In: |f| <= 3.
#[inline(never)]
pub(super) fn message_add(message: &[u8; 32], f: &mut Rq) {
    let lane_bits = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
    for (f, &byte) in f.0.as_chunks_mut().0.iter_mut().zip(message) {
        let is_one = i16x8_eq(v128_and(i16x8_splat(i16::from(byte)), lane_bits), lane_bits);
        store(f, i16x8_add(load(f), v128_and(is_one, i16x8_splat((Q + 1) >> 1))));
    }
}
