//! The rounds of Keccak-p\[1600\] with AVX-512's rotates and three-input logic: one source for every vector width.
//!
//! All 32 registers are in use: 25 words and seven temporary values. A round is 92 operations, and how long it takes
//! is a matter of their order: of the four that can start in a cycle, two may have three inputs and two may be rotates
//! (AMD Zen 5), so each kind should always find the others' company. The order below, the two columns whose theta is
//! one operation of three inputs instead of one of two (1 and 2), and the registers are the best that a search found,
//! which measured each candidate on that processor: 24 rounds take 695 cycles in this order, and 780 in the order in
//! which FIPS 202 defines a round.

/// Where the values are; see `equations`.
#[rustfmt::skip]
macro_rules! register {
    (a $x:tt $y:tt) => { concat!("a", $x, $y) };
    (c 0) => {"t1"}; (c 1) => {"t5"}; (c 2) => {"t6"}; (c 3) => {"t4"}; (c 4) => {"a24"};
    (r 0) => {"a10"}; (r 1) => {"a10"}; (r 2) => {"a24"}; (r 3) => {"t3"}; (r 4) => {"a10"};
    (d 0) => {"a13"}; (d 3) => {"t6"}; (d 4) => {"t4"};
    (b 0 0) => {"a04"}; (b 1 0) => {"t0"}; (b 2 0) => {"a22"}; (b 3 0) => {"a10"}; (b 4 0) => {"a44"};
    (b 0 1) => {"a30"}; (b 1 1) => {"a41"}; (b 2 1) => {"a02"}; (b 3 1) => {"t1"}; (b 4 1) => {"t2"};
    (b 0 2) => {"a11"}; (b 1 2) => {"a21"}; (b 2 2) => {"t2"}; (b 3 2) => {"t4"}; (b 4 2) => {"t3"};
    (b 0 3) => {"a40"}; (b 1 3) => {"a01"}; (b 2 3) => {"a12"}; (b 3 3) => {"t5"}; (b 4 3) => {"t6"};
    (b 0 4) => {"a33"}; (b 1 4) => {"a31"}; (b 2 4) => {"a42"}; (b 3 4) => {"a03"}; (b 4 4) => {"a14"};
    (e 0 0) => {"a00"}; (e 1 0) => {"a10"}; (e 2 0) => {"a20"}; (e 3 0) => {"a13"}; (e 4 0) => {"a44"};
    (e 0 1) => {"a24"}; (e 1 1) => {"a23"}; (e 2 1) => {"a02"}; (e 3 1) => {"a30"}; (e 4 1) => {"a41"};
    (e 0 2) => {"t2"}; (e 1 2) => {"t4"}; (e 2 2) => {"a22"}; (e 3 2) => {"t0"}; (e 4 2) => {"t3"};
    (e 0 3) => {"a40"}; (e 1 3) => {"t5"}; (e 2 3) => {"t6"}; (e 3 3) => {"a34"}; (e 4 3) => {"a43"};
    (e 0 4) => {"a04"}; (e 1 4) => {"t1"}; (e 2 4) => {"a42"}; (e 3 4) => {"a03"}; (e 4 4) => {"a31"};
    (i 0 0) => {"a00"};
}

/// A round in registers `$v` (x, y or z) wide, up to the loop around it.
macro_rules! round {
    ($v:tt) => {
        steps! { $v
            (c 2 = a 2 4 ^ a 2 1 ^ a 2 0)
            (c 1 = a 1 4 ^ a 1 0 ^ a 1 1)
            (c 2 ^= a 2 3 ^ a 2 2)
            (c 1 ^= a 1 3 ^ a 1 2)
            (c 3 = a 3 2 ^ a 3 0 ^ a 3 1)
            (c 3 ^= a 3 4 ^ a 3 3)
            (r 3 = c 3 <<< 1)
            (a 2 4 ^= c 1 ^ r 3)
            (a 2 2 ^= c 1 ^ r 3)
            (b 2 0 = a 2 2 <<< 43)
            (b 4 1 = a 2 4 <<< 61)
            (r 2 = c 2 <<< 1)
            (c 0 = a 0 4 ^ a 0 1 ^ a 0 0)
            (c 0 ^= a 0 2 ^ a 0 3)
            (a 1 4 ^= c 0 ^ r 2)
            (a 1 3 ^= c 0 ^ r 2)
            (a 1 1 ^= c 0 ^ r 2)
            (b 1 0 = a 1 1 <<< 44)
            (a 1 0 ^= c 0 ^ r 2)
            (b 0 2 = a 1 0 <<< 1)
            (b 4 4 = a 1 4 <<< 2)
            (a 1 2 ^= c 0 ^ r 2)
            (b 2 3 = a 1 2 <<< 10)
            (r 0 = c 0 <<< 1)
            (b 3 1 = a 1 3 <<< 45)
            (c 4 = a 4 3 ^ a 4 1 ^ a 4 0)
            (c 4 ^= a 4 4 ^ a 4 2)
            (d 4 = c 3 ^ r 0)
            (b 4 0 = a 4 4 ^ d 4)
            (b 1 1 = a 4 1 ^ d 4)
            (b 2 4 = a 4 2 ^ d 4)
            (r 1 = c 1 <<< 1)
            (d 0 = c 4 ^ r 1)
            (b 2 1 = a 0 2 ^ d 0)
            (b 3 4 = a 0 3 ^ d 0)
            (b 2 1 <<<= 3)
            (r 4 = c 4 <<< 1)
            (d 3 = c 2 ^ r 4)
            (b 0 1 = a 3 0 ^ d 3)
            (b 0 1 <<<= 28)
            (b 1 1 <<<= 20)
            (e 0 1 = b 0 1 ^ !b 1 1 & b 2 1)
            (a 2 0 ^= c 1 ^ r 3)
            (a 2 1 ^= c 1 ^ r 3)
            (b 1 2 = a 2 1 <<< 6)
            (b 3 4 <<<= 41)
            (b 3 0 = a 3 3 ^ d 3)
            (b 3 0 <<<= 21)
            (b 0 4 = a 2 0 <<< 62)
            (b 1 3 = a 0 1 ^ d 0)
            (b 1 3 <<<= 36)
            (b 2 4 <<<= 39)
            (b 4 0 <<<= 14)
            (e 2 0 = b 2 0 ^ !b 3 0 & b 4 0)
            (b 0 3 = a 4 0 ^ d 4)
            (b 0 3 <<<= 27)
            (a 2 3 ^= c 1 ^ r 3)
            (b 3 3 = a 2 3 <<< 15)
            (b 4 2 = a 0 4 ^ d 0)
            (b 4 2 <<<= 18)
            (b 0 0 = a 0 0 ^ d 0)
            (e 3 0 = b 3 0 ^ !b 4 0 & b 0 0)
            (e 1 1 = b 1 1 ^ !b 2 1 & b 3 1)
            (b 1 4 = a 3 1 ^ d 3)
            (i 0 0 = b 0 0 ^ constant)
            (e 0 0 ^= !b 1 0 & b 2 0)
            (e 1 0 = !b 2 0 & b 3 0 ^ b 1 0)
            (e 4 1 = !b 0 1 & b 1 1 ^ b 4 1)
            (e 4 0 ^= !b 0 0 & b 1 0)
            (e 3 1 = !b 4 1 & b 0 1 ^ b 3 1)
            (b 3 2 = a 4 3 ^ d 4)
            (b 3 2 <<<= 8)
            (e 3 2 = b 3 2 ^ !b 4 2 & b 0 2)
            (e 2 1 ^= !b 3 1 & b 4 1)
            (b 2 2 = a 3 2 ^ d 3)
            (b 1 4 <<<= 55)
            (e 1 4 = b 1 4 ^ !b 2 4 & b 3 4)
            (e 0 4 = b 0 4 ^ !b 1 4 & b 2 4)
            (e 2 4 ^= !b 3 4 & b 4 4)
            (b 2 2 <<<= 25)
            (e 2 2 = b 2 2 ^ !b 3 2 & b 4 2)
            (e 1 2 = !b 2 2 & b 3 2 ^ b 1 2)
            (e 0 2 = !b 1 2 & b 2 2 ^ b 0 2)
            (e 4 4 = !b 0 4 & b 1 4 ^ b 4 4)
            (b 4 3 = a 3 4 ^ d 3)
            (b 4 3 <<<= 56)
            (e 3 3 = b 3 3 ^ !b 4 3 & b 0 3)
            (e 4 3 = b 4 3 ^ !b 0 3 & b 1 3)
            (e 4 2 ^= !b 0 2 & b 1 2)
            (e 3 4 ^= !b 4 4 & b 0 4)
            (e 2 3 = !b 3 3 & b 4 3 ^ b 2 3)
            (e 1 3 = !b 2 3 & b 3 3 ^ b 1 3)
            (e 0 3 ^= !b 1 3 & b 2 3)
            (a 0 1 = e 0 1)
            (a 1 1 = e 1 1)
            (a 2 1 = e 2 1)
            (a 0 2 = e 0 2)
            (a 1 2 = e 1 2)
            (a 3 2 = e 3 2)
            (a 2 3 = e 2 3)
            (a 3 3 = e 3 3)
            (a 1 4 = e 1 4)
            (a 2 4 = e 2 4)
            (a 3 4 = e 3 4)
            (a 4 2 = e 4 2)
            (a 0 3 = e 0 3)
            (a 4 0 = e 4 0)
            (a 4 4 = e 4 4)
            (a 3 1 = e 3 1)
            (a 3 0 = e 3 0)
            (a 1 3 = e 1 3)
        }
    };
}

/// The five rows of `$a`, with word (x, y) of every lane in vector `[y][x]`, after Keccak-p\[1600, $rounds\]; the vectors
/// are `$v` (x, y or z) wide. Unsafe: it takes AVX-512 F and VL.
macro_rules! keccak_p {
    ($a:expr, $rounds:expr, $v:tt) => {{
        let mut a = $a;
        let constants = $crate::arch::x86_64::equations::round_constants($rounds);
        let mut t = [a[0][0]; 7];
        if !constants.is_empty() {
            core::arch::asm!(
                ".p2align 6",
                "2:",
                round!($v),
                "add {constant:l}, 8",
                "jnz 2b",
                constant = inout(reg) constants.as_ptr().expose_provenance() as u64 => _,
                a00 = inout(zmm_reg) a[0][0], a10 = inout(zmm_reg) a[0][1], a20 = inout(zmm_reg) a[0][2],
                a30 = inout(zmm_reg) a[0][3], a40 = inout(zmm_reg) a[0][4],
                a01 = inout(zmm_reg) a[1][0], a11 = inout(zmm_reg) a[1][1], a21 = inout(zmm_reg) a[1][2],
                a31 = inout(zmm_reg) a[1][3], a41 = inout(zmm_reg) a[1][4],
                a02 = inout(zmm_reg) a[2][0], a12 = inout(zmm_reg) a[2][1], a22 = inout(zmm_reg) a[2][2],
                a32 = inout(zmm_reg) a[2][3], a42 = inout(zmm_reg) a[2][4],
                a03 = inout(zmm_reg) a[3][0], a13 = inout(zmm_reg) a[3][1], a23 = inout(zmm_reg) a[3][2],
                a33 = inout(zmm_reg) a[3][3], a43 = inout(zmm_reg) a[3][4],
                a04 = inout(zmm_reg) a[4][0], a14 = inout(zmm_reg) a[4][1], a24 = inout(zmm_reg) a[4][2],
                a34 = inout(zmm_reg) a[4][3], a44 = inout(zmm_reg) a[4][4],
                t0 = out(zmm_reg) t[0], t1 = out(zmm_reg) t[1], t2 = out(zmm_reg) t[2], t3 = out(zmm_reg) t[3],
                t4 = out(zmm_reg) t[4], t5 = out(zmm_reg) t[5], t6 = out(zmm_reg) t[6],
                options(readonly, nostack)
            );
            let _ = t;
        }
        a
    }};
}
