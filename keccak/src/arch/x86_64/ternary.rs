//! The rounds of Keccak-p\[1600\] with AVX-512's rotates and three-input logic: one source for every vector width.

/// The five rows of `a`, with word (x, y) of every lane in vector `a[y][x]`, after a round for each of `constants`.
///
/// A round is 100 operations: 41 xor, 30 of three inputs, 29 rotates. The rows are done one after the other, each
/// from theta to chi: then little more than 25 words and theta's five is alive at any time, which 32 registers hold,
/// and the rotates, of which fewer can start in a cycle than of the others, are spread over the round. (Theta for all
/// 25 words first takes 15 % longer.)
macro_rules! keccak_p {
    ($a:expr, $constants:expr,
     xor: $xor:ident, ternary: $ternary:ident, rotate: $rotate:ident, broadcast: $broadcast:ident) => {{
        let mut a = $a;

        /// The parity of column x.
        macro_rules! parity {
            ($x:literal) => {
                $ternary::<XOR3>($xor($xor(a[0][$x], a[1][$x]), a[2][$x]), a[3][$x], a[4][$x])
            };
        }
        /// Word (x, y) after theta, rho and pi, which takes it from row x.
        macro_rules! theta_rho_pi {
            ($d:ident, $x:literal, $y:literal) => {{
                const COLUMN: usize = PI_SOURCE[$x + 5 * $y] - 5 * $x;
                $rotate::<{ RHO_OFFSETS[COLUMN + 5 * $x] as i32 }>($xor(a[$x][COLUMN], $d[COLUMN]))
            }};
        }
        /// Row y after theta, rho, pi and chi.
        macro_rules! row {
            ($d:ident, $y:literal) => {{
                let b0 = theta_rho_pi!($d, 0, $y);
                let b1 = theta_rho_pi!($d, 1, $y);
                let b2 = theta_rho_pi!($d, 2, $y);
                let b3 = theta_rho_pi!($d, 3, $y);
                let b4 = theta_rho_pi!($d, 4, $y);
                [
                    $ternary::<CHI>(b0, b1, b2),
                    $ternary::<CHI>(b1, b2, b3),
                    $ternary::<CHI>(b2, b3, b4),
                    $ternary::<CHI>(b3, b4, b0),
                    $ternary::<CHI>(b4, b0, b1),
                ]
            }};
        }

        for &constant in $constants {
            let c = [parity!(0), parity!(1), parity!(2), parity!(3), parity!(4)];
            let d = [
                $xor(c[4], $rotate::<1>(c[1])),
                $xor(c[0], $rotate::<1>(c[2])),
                $xor(c[1], $rotate::<1>(c[3])),
                $xor(c[2], $rotate::<1>(c[4])),
                $xor(c[3], $rotate::<1>(c[0])),
            ];
            a = [row!(d, 0), row!(d, 1), row!(d, 2), row!(d, 3), row!(d, 4)];
            a[0][0] = $xor(a[0][0], $broadcast(constant as i64)); // iota
        }
        a
    }};
}

/// Three-input logic: p ^ q ^ r.
pub(super) const XOR3: i32 = 0x96;
/// Three-input logic: p ^ (!q & r).
pub(super) const CHI: i32 = 0xd2;
