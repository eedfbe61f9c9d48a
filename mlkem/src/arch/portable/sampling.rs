//! Sampling (FIPS 203, section 4.2.2): the loops of Algorithms 7 and 8 over bytes that are already there.

use crate::arch::Q;
use crate::ring::{Rq, Tq};

/// Algorithm 7, lines 4 to 16. Public data: it may branch on what it reads.
pub(super) fn sample_ntt(bytes: &[u8], a_hat: &mut Tq, mut count: usize) -> usize {
    for &[c0, c1, c2] in bytes.as_chunks::<3>().0 {
        let [c0, c1, c2] = [c0, c1, c2].map(i16::from);
        let d1 = c0 | (c1 & 15) << 8;
        let d2 = c1 >> 4 | c2 << 4;
        for d in [d1, d2] {
            // written whether it is kept or not: only the place of the next one depends on it
            if let Some(a) = a_hat.0.get_mut(count) {
                *a = d;
                count += usize::from(d < Q);
            }
        }
    }
    count
}

/// Algorithm 8 with eta = 2: a byte holds two coefficients, each the difference of two sums of two bits.
pub(super) fn sample_poly_cbd_2(bytes: &[u8; 128], f: &mut Rq) {
    for (pair, &byte) in f.0.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
        let sums = (byte & 0x55) + (byte >> 1 & 0x55); // four sums of two bits
        let [x0, y0, x1, y1] = [0, 2, 4, 6].map(|shift| i16::from(sums >> shift & 3));
        *pair = [x0 - y0, x1 - y1];
    }
}

/// Algorithm 8 with eta = 3: three bytes hold four coefficients, each the difference of two sums of three bits.
pub(super) fn sample_poly_cbd_3(bytes: &[u8; 192], f: &mut Rq) {
    for (four, &[b0, b1, b2]) in f.0.as_chunks_mut::<4>().0.iter_mut().zip(bytes.as_chunks::<3>().0) {
        let bits = u32::from_le_bytes([b0, b1, b2, 0]);
        let sums = (bits & 0x24_9249) + (bits >> 1 & 0x24_9249) + (bits >> 2 & 0x24_9249); // eight sums of three bits
        *four = [0, 6, 12, 18].map(|shift| (sums >> shift & 7) as i16 - (sums >> (shift + 3) & 7) as i16);
    }
}
