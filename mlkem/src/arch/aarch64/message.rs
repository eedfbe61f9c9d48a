//! The message as a polynomial: Compress_1 and Decompress_1 with their encodings (FIPS 203, section 4.2.1).

use super::vector::load_bytes;
use super::vector::{load, load_u16, reduce, store, store_bytes};
use crate::arch::Q;
use crate::ring::Rq;
use core::arch::aarch64::*;

/// The bits of two bytes, lane by lane.
const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// ByteEncode_1(Compress_1(v - w)). In: |v - w| < 2q.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn message_encode(v: &Rq, w: &Rq, message: &mut [u8; 32]) {
    let v_w = v.0.as_chunks::<128>().0.iter().zip(w.0.as_chunks::<128>().0);
    for (message, (v, w)) in message.as_chunks_mut::<16>().0.iter_mut().zip(v_w) {
        let (v, w) = (v.as_chunks::<8>().0, w.as_chunks::<8>().0);
        let mut bits = [vdupq_n_u8(0); 8];
        for (i, bits) in bits.iter_mut().enumerate() {
            let low = compress_1(vsubq_s16(load(&v[2 * i]), load(&w[2 * i])));
            let high = compress_1(vsubq_s16(load(&v[2 * i + 1]), load(&w[2 * i + 1])));
            *bits = vandq_u8(vuzp1q_u8(low, high), load_bytes(&BITS));
        }
        // Adding neighbours three times brings eight bits into one byte.
        let [b0, b1, b2, b3, b4, b5, b6, b7] = bits;
        let low = vpaddq_u8(vpaddq_u8(b0, b1), vpaddq_u8(b2, b3));
        let high = vpaddq_u8(vpaddq_u8(b4, b5), vpaddq_u8(b6, b7));
        store_bytes(message, vpaddq_u8(low, high));
    }
}

/// Compress_1 as a mask of all ones or zeros. In: |x| < 2q.
///
/// It is 1 when x is nearer to q/2 than to 0, modulo q. The reduced x is between -0.54 q and 0.54 q, so its absolute
/// value decides: 832 is the last one below q/4.
#[inline]
#[target_feature(enable = "neon")]
fn compress_1(x: int16x8_t) -> uint8x16_t {
    vreinterpretq_u8_u16(vcgtq_s16(vabsq_s16(reduce(x)), vdupq_n_s16(832)))
}

/// f = f + Decompress_1(ByteDecode_1(message)): a bit adds 0 or (q + 1) / 2. In: |f| <= 3.
///
/// Sixteen bits of the message go to every lane, and each lane looks at one of them.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn message_add(message: &[u8; 32], f: &mut Rq) {
    const LOW_BITS: [u16; 8] = [1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7];
    const HIGH_BITS: [u16; 8] = [1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15];
    for (f, &bytes) in f.0.as_chunks_mut::<16>().0.iter_mut().zip(message.as_chunks::<2>().0) {
        let bits = vdupq_n_u16(u16::from_le_bytes(bytes));
        for (f, lane_bits) in f.as_chunks_mut().0.iter_mut().zip([&LOW_BITS, &HIGH_BITS]) {
            let is_one = vreinterpretq_s16_u16(vtstq_u16(bits, load_u16(lane_bits)));
            store(f, vaddq_s16(load(f), vandq_s16(is_one, vdupq_n_s16((Q + 1) >> 1))));
        }
    }
}
