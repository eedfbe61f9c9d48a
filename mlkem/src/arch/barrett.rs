//! Constants for Barrett multiplication on vectors of eight: what a rounded 16-bit high product (NEON's sqrdmulh,
//! WebAssembly's q15mulr) needs to multiply by zetas and gammas. Computed by the compiler.

use super::Q;
use super::zetas::{GAMMAS, ZETAS};

/// Constants to multiply by mod q: each b is between -q/2 and q/2, and with it goes b' = round(2^15 b / q).
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct Factors {
    pub(crate) b: [i16; 8],
    pub(crate) b_quotient: [i16; 8],
}

impl Factors {
    pub(crate) const fn new(b: [i16; 8]) -> Self {
        let mut b_quotient = [0; 8];
        let mut i = 0;
        while i < 8 {
            b_quotient[i] = quotient(b[i]);
            i += 1;
        }
        Self { b, b_quotient }
    }
}

/// R^-1 mod q, which takes the tables of `zetas` out of Montgomery form.
pub(crate) const R_INVERSE: i16 = 169;

/// a b mod q, centered. Constants only, evaluated by the compiler.
#[allow(clippy::integer_division_remainder_used)]
pub(crate) const fn times(a: i16, b: i16) -> i16 {
    let (q, half) = (Q as i32, Q as i32 >> 1);
    ((a as i32 * b as i32 + half).rem_euclid(q) - half) as i16
}

/// round(2^15 b / q). A constant, evaluated by the compiler.
#[allow(clippy::integer_division_remainder_used)]
pub(crate) const fn quotient(b: i16) -> i16 {
    let q = Q as i32;
    (((b as i32) << 16) + q).div_euclid(2 * q) as i16
}

/// The zetas of a transform. A layer is named by the number of its zetas: layer 1 has length 128, layer 64 length 2.
pub(crate) struct Zetas {
    /// Lane `layer + i` has the i-th zeta of the layer.
    pub(crate) layers_1_to_8: [Factors; 2],
    pub(crate) blocks: [BlockZetas; 16],
}

/// The zetas of a block of 16 coefficients, in the lanes where the exchanges want them: one, two and four.
#[derive(Clone, Copy)]
pub(crate) struct BlockZetas {
    pub(crate) layer_16: Factors,
    pub(crate) layer_32: Factors,
    pub(crate) layer_64: Factors,
}

pub(crate) static FORWARD: Zetas = zetas(Direction::Forward);
pub(crate) static INVERSE: Zetas = zetas(Direction::Inverse);

#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Inverse,
}

impl Direction {
    /// The i-th zeta that a layer uses. Algorithm 9 counts up from 1, Algorithm 10 down from 127.
    const fn zeta(self, layer: usize, i: usize) -> i16 {
        let montgomery = match self {
            Self::Forward => ZETAS[layer + i],
            Self::Inverse => ZETAS[2 * layer - 1 - i],
        };
        times(montgomery, R_INVERSE)
    }
}

const fn zetas(direction: Direction) -> Zetas {
    let mut lanes = [1; 16];
    let mut layer = 1;
    while layer < 16 {
        let mut i = 0;
        while i < layer {
            lanes[layer + i] = direction.zeta(layer, i);
            i += 1;
        }
        layer *= 2;
    }
    if let Direction::Inverse = direction {
        // Line 15 of Algorithm 10 and its factor R: R / 128 = 2^9 goes to both sides of the last butterfly.
        lanes[0] = 1 << 9;
        lanes[1] = times(lanes[1], 1 << 9);
    }
    let [l0, l1, l2, l3, l4, l5, l6, l7, h0, h1, h2, h3, h4, h5, h6, h7] = lanes;
    let layers_1_to_8 =
        [Factors::new([l0, l1, l2, l3, l4, l5, l6, l7]), Factors::new([h0, h1, h2, h3, h4, h5, h6, h7])];
    let mut blocks = [block_zetas(direction, 0); 16];
    let mut i = 1;
    while i < 16 {
        blocks[i] = block_zetas(direction, i);
        i += 1;
    }
    Zetas { layers_1_to_8, blocks }
}

const fn block_zetas(direction: Direction, block: usize) -> BlockZetas {
    BlockZetas {
        layer_16: spread(direction, 16, block, 1),
        layer_32: spread(direction, 32, block, 2),
        layer_64: spread(direction, 64, block, 4),
    }
}

/// The `count` zetas of a layer for one block, each in `8 / count` neighbouring lanes.
const fn spread(direction: Direction, layer: usize, block: usize, count: usize) -> Factors {
    let mut lanes = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        lanes[lane] = direction.zeta(layer, block * count + ((lane * count) >> 3));
        lane += 1;
    }
    Factors::new(lanes)
}

/// gamma_i of Algorithm 11, eight to a vector.
pub(crate) static GAMMA_FACTORS: [Factors; 16] = {
    let mut factors = [Factors::new([0; 8]); 16];
    let mut i = 0;
    while i < 16 {
        let mut gammas = [0; 8];
        let mut lane = 0;
        while lane < 8 {
            gammas[lane] = times(GAMMAS[8 * i + lane], R_INVERSE);
            lane += 1;
        }
        factors[i] = Factors::new(gammas);
        i += 1;
    }
    factors
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Appendix A of FIPS 203: zeta^BitRev7(k) for k = 1, 2, 3 is 1729, 2580, 3289, and 2154 for k = 127.
    #[test]
    fn zetas_are_those_of_appendix_a() {
        assert_eq!(FORWARD.layers_1_to_8[0].b[..4], [1, 1729 - 3329, 2580 - 3329, 3289 - 3329]);
        assert_eq!(FORWARD.blocks[15].layer_64.b[7], 2154 - 3329);
        assert_eq!(INVERSE.blocks[0].layer_64.b[0], 2154 - 3329);
        assert_eq!(INVERSE.layers_1_to_8[0].b[2..4], [3289 - 3329, 2580 - 3329]);
    }
}
