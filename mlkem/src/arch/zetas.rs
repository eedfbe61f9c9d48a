//! The powers of zeta = 17 that the transforms need (FIPS 203, appendix A), computed and in Montgomery form.

use super::Q;

/// The modulus, wide enough to multiply.
const MODULUS: i64 = Q as i64;

/// q^-1 mod 2^16, as the signed number that a 16-bit low multiplication wants.
pub(crate) const Q_INVERSE: i16 = {
    let mut inverse = 1i16;
    let mut step = 0;
    while step < 4 {
        inverse = inverse.wrapping_mul(2i16.wrapping_sub(Q.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
};

/// R^2 mod q with R = 2^16: the factor with which a Montgomery multiplication multiplies by R.
pub(crate) const R_SQUARED: i16 = centered(1 << 32);

/// R^2 / 128 mod q: the factor with which it multiplies by R / 128.
pub(crate) const R_SQUARED_OVER_128: i16 = centered(1 << 25);

/// `ZETAS[k]` = zeta^BitRev7(k), times R: the factors of Algorithms 9 and 10 in the order in which they are used.
pub(crate) const ZETAS: [i16; 128] = {
    let mut zetas = [0; 128];
    let mut k = 0;
    while k < 128 {
        zetas[k] = to_montgomery(power_of_zeta(bit_reverse_7(k)));
        k += 1;
    }
    zetas
};

/// `GAMMAS[i]` = zeta^(2 BitRev7(i) + 1), times R: the moduli X^2 - gamma of T_q (Algorithm 11).
pub(crate) const GAMMAS: [i16; 128] = {
    let mut gammas = [0; 128];
    let mut i = 0;
    while i < 128 {
        gammas[i] = to_montgomery(power_of_zeta(2 * bit_reverse_7(i) + 1));
        i += 1;
    }
    gammas
};

/// BitRev7 of FIPS 203, section 4.3.
const fn bit_reverse_7(i: usize) -> u32 {
    (i as u8).reverse_bits() as u32 >> 1
}

const fn power_of_zeta(exponent: u32) -> i64 {
    let mut power = 1;
    let mut step = 0;
    while step < exponent {
        power = modulo_q(power * 17);
        step += 1;
    }
    power
}

/// x * R mod q, centered.
const fn to_montgomery(x: i64) -> i16 {
    centered(x << 16)
}

/// The representative of x mod q between -q/2 and q/2.
const fn centered(x: i64) -> i16 {
    let residue = modulo_q(x);
    (if residue > MODULUS >> 1 { residue - MODULUS } else { residue }) as i16
}

/// Constants only, evaluated by the compiler.
#[allow(clippy::integer_division_remainder_used)]
const fn modulo_q(x: i64) -> i64 {
    x.rem_euclid(MODULUS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appendix A of FIPS 203 begins 1, 1729, 2580, 3289 and ends 2154; the gammas 17, -17, 2761.
    #[test]
    fn tables_are_those_of_appendix_a() {
        let plain = |montgomery: i16| modulo_q(i64::from(montgomery) * 169); // 169 = R^-1 mod q
        assert_eq!(modulo_q(169 << 16), 1);
        assert_eq!([ZETAS[0], ZETAS[1], ZETAS[2], ZETAS[3], ZETAS[127]].map(plain), [1, 1729, 2580, 3289, 2154]);
        assert_eq!([GAMMAS[0], GAMMAS[1], GAMMAS[2], GAMMAS[127]].map(plain), [17, 3312, 2761, 1175]);
        assert_eq!(Q.wrapping_mul(Q_INVERSE), 1);
    }
}
