//! Rounds of Keccak-p\[1600\] in assembly, written as the equations of FIPS 202.
//!
//! Why assembly: how long a round takes is a matter of the order of its operations, and a compiler orders intrinsics
//! as it sees fit. A round is a list of equations between values, one for each instruction. a: the words before the
//! round; c: theta's parities, r = c <<< 1, d: what theta adds to a column; b: the words after theta, rho and pi; e: the
//! words after chi. All with (x, y) as in FIPS 202. Small letters stand for vectors; capital letters, with x alone, for
//! the words of plane y = 0 and theta's values in general registers. A value can come to be in steps: `^=` and `<<<=`
//! change one in place. A module that uses these macros has its own `register!`, which says in which register each
//! value is.

use crate::permutation::{ROUND_CONSTANTS, ROUNDS};

/// The round constants, up to an address whose last byte is zero, where a loop over them ends: it needs no counter.
#[repr(align(256))]
struct RoundConstants([u64; 32]);

static CONSTANTS: RoundConstants = {
    let mut constants = [0; 32];
    constants.split_at_mut(32 - ROUNDS).1.copy_from_slice(&ROUND_CONSTANTS);
    RoundConstants(constants)
};

/// The constants of Keccak-p\[1600, rounds\], as far as such an address; `rounds` is 1 to 24.
#[inline]
pub(super) fn round_constants(rounds: usize) -> &'static [u64] {
    debug_assert!((1..=ROUNDS).contains(&rounds), "Keccak-p[1600, n] has 1 to 24 rounds");
    &CONSTANTS.0[32 - ROUNDS..][ROUNDS.saturating_sub(rounds)..]
}

/// A general register as an operand.
macro_rules! general {
    ($($value:tt)+) => { concat!("{", register!($($value)+), "}") };
}

/// The register of a value as an operand, `$v` (x, y or z) wide.
macro_rules! operand {
    ($v:tt ($($value:tt)+)) => { concat!("{", register!($($value)+), ":", $v, "}") };
}

/// An instruction: its name, where its result goes, its inputs, and a constant if it takes one.
macro_rules! instruction {
    ($v:tt $name:literal $to:tt $(($($from:tt)+))+ $($constant:literal)?) => {
        concat!($name, " ", operand!($v $to), $(", ", operand!($v ($($from)+)),)+ $(", ", $constant,)? "\n")
    };
}

/// The instruction of an equation, which uses `!`, `&`, `^` and `<<<` (rotate) as on paper.
///
/// Three-input logic overwrites one of its inputs: one that is not needed any more, or a copy. Copies between
/// registers cost next to nothing, for the processor only gives the value another name.
macro_rules! step {
    // general registers: theta, rho, chi, iota, and the next round's words in their places
    ($v:tt ($to:tt $x:tt ^= $from:tt $p:tt)) => { concat!("xor ", general!($to $x), ", ", general!($from $p), "\n") };
    ($v:tt ($to:tt $x:tt <<<= $n:tt)) => { concat!("rorx ", general!($to $x), ", ", general!($to $x), ", 64-", $n, "\n") };
    ($v:tt (D $x:tt = C $p:tt <<< $n:tt)) => { concat!("rorx ", general!(D $x), ", ", general!(C $p), ", 64-", $n, "\n") };
    ($v:tt (E $x:tt = !B $p:tt & B $q:tt)) => {
        concat!("andn ", general!(E $x), ", ", general!(B $p), ", ", general!(B $q), "\n")
    };
    ($v:tt (E 0 ^= constant)) => { concat!("xor ", general!(E 0), ", qword ptr [{constant}]\n") };
    ($v:tt (A $x:tt = E $_0:tt)) => { concat!("mov ", general!(A $x), ", ", general!(E $x), "\n") };
    // from one kind of registers to the other
    ($v:tt (a $x:tt $y:tt = A $p:tt)) => { concat!("vmovq ", operand!($v (a $x $y)), ", ", general!(A $p), "\n") };
    ($v:tt (b $x:tt $y:tt = A $p:tt)) => { concat!("vmovq ", operand!($v (b $x $y)), ", ", general!(A $p), "\n") };
    ($v:tt (C $x:tt = c $p:tt)) => { concat!("vmovq ", general!(C $x), ", ", operand!($v (c $p)), "\n") };
    ($v:tt (B $x:tt = a $i:tt $j:tt)) => { concat!("vmovq ", general!(B $x), ", ", operand!($v (a $i $j)), "\n") };
    // vectors: theta
    ($v:tt (c $x:tt = a $_0:tt $y0:tt ^ a $_1:tt $y1:tt ^ a $_2:tt $y2:tt)) => {
        concat!(
            instruction!($v "vmovdqa64" (c $x) (a $x $y0)),
            instruction!($v "vpternlogq" (c $x) (a $x $y1) (a $x $y2) "0x96")
        )
    };
    ($v:tt (c $x:tt ^= a $_0:tt $y0:tt ^ a $_1:tt $y1:tt)) => {
        instruction!($v "vpternlogq" (c $x) (a $x $y0) (a $x $y1) "0x96")
    };
    ($v:tt (r $x:tt = c $p:tt <<< $n:tt)) => { instruction!($v "vprolq" (r $x) (c $p) $n) };
    ($v:tt (d $x:tt = c $p:tt ^ r $q:tt)) => { instruction!($v "vpxorq" (d $x) (c $p) (r $q)) };
    ($v:tt (a $x:tt $y:tt ^= c $p:tt ^ r $q:tt)) => { instruction!($v "vpternlogq" (a $x $y) (c $p) (r $q) "0x96") };
    ($v:tt (b $x:tt $y:tt = a $i:tt $j:tt ^ d $p:tt)) => { instruction!($v "vpxorq" (b $x $y) (a $i $j) (d $p)) };
    // rho and pi
    ($v:tt (b $x:tt $y:tt = a $i:tt $j:tt <<< $n:tt)) => { instruction!($v "vprolq" (b $x $y) (a $i $j) $n) };
    ($v:tt (b $x:tt $y:tt <<<= $n:tt)) => { instruction!($v "vprolq" (b $x $y) (b $x $y) $n) };
    // iota, before chi
    ($v:tt (i 0 0 = b 0 0 ^ constant)) => {
        concat!(
            "vpxorq ", operand!($v (i 0 0)), ", ", operand!($v (b 0 0)),
            ", qword ptr [{constant}]{{", to_all!($v), "}}\n"
        )
    };
    // chi, in the register of its first input, a copy of that, or its third
    ($v:tt (e $x:tt $y:tt ^= !b $i:tt $j:tt & b $p:tt $q:tt)) => {
        instruction!($v "vpternlogq" (e $x $y) (b $i $j) (b $p $q) "0xd2")
    };
    ($v:tt (e $x:tt $y:tt = b $_x:tt $_y:tt ^ !b $i:tt $j:tt & b $p:tt $q:tt)) => {
        concat!(
            instruction!($v "vmovdqa64" (e $x $y) (b $x $y)),
            instruction!($v "vpternlogq" (e $x $y) (b $i $j) (b $p $q) "0xd2")
        )
    };
    ($v:tt (e $x:tt $y:tt = !b $i:tt $j:tt & b $_p:tt $_q:tt ^ b $_x:tt $_y:tt)) => {
        instruction!($v "vpternlogq" (e $x $y) (b $x $y) (b $i $j) "0x9c")
    };
    // the next round's words in their places
    ($v:tt (a $x:tt $y:tt = parked)) => { instruction!($v "vmovdqa64" (a $x $y) (parked)) };
    ($v:tt (parked = e $x:tt $y:tt)) => { instruction!($v "vmovdqa64" (parked) (e $x $y)) };
    ($v:tt (a $x:tt $y:tt = e $_x:tt $_y:tt)) => { instruction!($v "vmovdqa64" (a $x $y) (e $x $y)) };
}

/// How assembly spells that a word in memory is meant for all lanes.
macro_rules! to_all {
    ("x") => {
        "1to2"
    };
    ("y") => {
        "1to4"
    };
    ("z") => {
        "1to8"
    };
}

macro_rules! steps {
    ($v:tt $($step:tt)*) => { concat!($(step!($v $step)),*) };
}
