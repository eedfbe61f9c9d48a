//! The rounds of Keccak-p\[1600\] with AVX-512's rotates and three-input logic: one source for every vector width.

/// `a`, the 25 words of every lane with one vector a word, after one round for each of `constants`.
///
/// The words stay in registers through all rounds, with five of theta's and two temporaries: 32 registers,
/// no spills. A round is 100 operations: 41 xor, 30 of three inputs, 29 rotates.
macro_rules! keccak_p {
    ($a:expr, $constants:expr, xor: $xor:ident, ternary: $ternary:ident, rotate: $rotate:ident, broadcast: $broadcast:ident) => {{
        const XOR3: i32 = 0x96; // p ^ q ^ r
        const CHI: i32 = 0xd2; // p ^ (!q & r)
        let mut a = $a;
        for &constant in $constants {
            // theta: the parity of each column, then D[x] = C[x - 1] ^ (C[x + 1] <<< 1) to each of its words
            let mut c = [$broadcast(0); 5];
            for x in 0..5 {
                c[x] = $ternary::<XOR3>($xor($xor(a[x], a[x + 5]), a[x + 10]), a[x + 15], a[x + 20]);
            }
            for x in 0..5 {
                let d = $xor(c[[4, 0, 1, 2, 3][x]], $rotate(c[[1, 2, 3, 4, 0][x]], $broadcast(1)));
                for y in 0..5 {
                    a[x + 5 * y] = $xor(a[x + 5 * y], d);
                }
            }
            // rho and pi
            let mut b = a;
            for i in 0..25 {
                b[i] = $rotate(a[PI_SOURCE[i]], $broadcast(RHO_OFFSETS[PI_SOURCE[i]] as i64));
            }
            // chi
            for y in 0..5 {
                for x in 0..5 {
                    let (x1, x2) = ([1, 2, 3, 4, 0][x], [2, 3, 4, 0, 1][x]);
                    a[x + 5 * y] = $ternary::<CHI>(b[x + 5 * y], b[x1 + 5 * y], b[x2 + 5 * y]);
                }
            }
            // iota
            a[0] = $xor(a[0], $broadcast(constant as i64));
        }
        a
    }};
}
