//! Reductions mod q = 3329 without division: Montgomery (R = 2^16), Barrett, and the last step to \[0, q).

use crate::arch::Q;
use crate::arch::zetas::Q_INVERSE;

/// a / R mod q. In: any i32 of absolute value below 2^31 - 2^15 q. Out: absolute value at most |a| / 2^16 + q / 2,
/// so below q when |a| < 2^15 q.
#[inline(always)]
pub(super) fn montgomery_reduce(a: i32) -> i16 {
    let t = (a as i16).wrapping_mul(Q_INVERSE); // a = t q (mod 2^16)
    ((a - i32::from(t) * i32::from(Q)) >> 16) as i16
}

/// a b / R mod q. Out: below q in absolute value, when |b| <= q / 2 or |a b| < 2^15 q.
#[inline(always)]
pub(super) fn montgomery_multiply(a: i16, b: i16) -> i16 {
    // The low halves of a b and t q are equal, so the difference of the high halves is exact:
    // this form is two high and two low 16-bit products, which compilers vectorize.
    let t = a.wrapping_mul(b).wrapping_mul(Q_INVERSE);
    multiply_high(a, b).wrapping_sub(multiply_high(t, Q))
}

#[inline(always)]
fn multiply_high(a: i16, b: i16) -> i16 {
    ((i32::from(a) * i32::from(b)) >> 16) as i16
}

/// The multiplier of [`barrett_reduce`], 2^26 / q rounded.
const BARRETT_MULTIPLIER: i32 = 20159;

/// a mod q, centered. In: any i16. Out: |a| <= (q - 1) / 2.
#[inline(always)]
pub(super) fn barrett_reduce(a: i16) -> i16 {
    let quotient = (multiply_high(a, BARRETT_MULTIPLIER as i16) + (1 << 9)) >> 10;
    a.wrapping_sub(quotient.wrapping_mul(Q))
}

/// a mod q in \[0, q). In: -q <= a < q.
#[inline(always)]
pub(super) fn add_q_if_negative(a: i16) -> i16 {
    a + (Q & (a >> 15))
}

/// a mod q in \[0, q). In: 0 <= a < 2q.
#[inline(always)]
pub(super) fn subtract_q_if_not_less(a: i16) -> i16 {
    add_q_if_negative(a - Q)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over every i16: the Barrett quotient is the nearest one.
    #[test]
    fn barrett_reduce_is_exact_everywhere() {
        for a in i16::MIN..=i16::MAX {
            let reduced = barrett_reduce(a);
            assert_eq!((i32::from(a) - i32::from(reduced)).rem_euclid(3329), 0, "{a}");
            assert!(reduced.abs() <= 1664, "{a} -> {reduced}");
        }
    }

    /// Over the whole range of i32 that the dot product can reach and a sample beyond: congruent and within the bound.
    #[test]
    fn montgomery_reduce_is_exact_on_its_range() {
        let check = |a: i32| {
            let reduced = i64::from(montgomery_reduce(a));
            assert_eq!((reduced * 65536 - i64::from(a)).rem_euclid(3329), 0, "{a}");
            assert!(reduced.abs() <= (i64::from(a).abs() >> 16) + 1665, "{a} -> {reduced}");
        };
        let limit = i32::MAX - (3329 << 15);
        for a in (-(3329 << 15)..=(3329 << 15)).step_by(if cfg!(debug_assertions) { 7 } else { 1 }) {
            check(a);
            assert!(montgomery_reduce(a).abs() < 3329 || a.abs() == 3329 << 15);
        }
        for a in (-limit..=limit).step_by(997) {
            check(a);
        }
        check(limit);
        check(-limit);
    }

    /// Every pair of an i16 and a factor of the tables' range that the NTT may multiply.
    #[test]
    fn montgomery_multiply_agrees_with_montgomery_reduce() {
        for a in i16::MIN..=i16::MAX {
            for b in (-1664..=1664).step_by(52) {
                let product = montgomery_multiply(a, b);
                assert_eq!(product, montgomery_reduce(i32::from(a) * i32::from(b)));
                assert!(product.abs() < 3329);
            }
        }
    }

    /// Both conditional corrections over their whole input ranges.
    #[test]
    fn conditional_corrections_are_exact() {
        for a in -3329i16..3329 {
            assert_eq!(i32::from(add_q_if_negative(a)), i32::from(a).rem_euclid(3329));
        }
        for a in 0i16..2 * 3329 {
            assert_eq!(i32::from(subtract_q_if_not_less(a)), i32::from(a).rem_euclid(3329));
        }
    }
}
