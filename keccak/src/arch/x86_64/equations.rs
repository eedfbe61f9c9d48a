//! Rounds of Keccak-p\[1600\] in assembly, written as the equations of FIPS 202.
//!
//! Why assembly: how long a round takes is a matter of the order of its operations, and a compiler orders intrinsics
//! as it sees fit. A round is a list of equations between values. a: the words before the round; c: theta's parities,
//! r = c <<< 1, d: what theta adds to a column; b: the words after theta, rho and pi; e: the words after chi. All with
//! (x, y) as in FIPS 202. Small letters stand for vectors; capital letters, with x alone, for the words of plane y = 0
//! and theta's values in general registers. A module that uses these macros has its own `register!`, which says in
//! which register each value is.

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

/// A word from a general register into the lower half of a vector.
macro_rules! move_to_vector {
    ($v:tt $to:tt ($($from:tt)+)) => { concat!("vmovq ", operand!($v $to), ", ", general!($($from)+), "\n") };
}

/// The instructions of an equation, which uses `!`, `&`, `^` and `<<<` (rotate) as on paper.
///
/// Three-input logic overwrites one of its inputs: one that is not needed any more, or a copy. Copies between
/// registers cost next to nothing, for the processor only gives the value another name.
macro_rules! step {
    // plane y = 0 in general registers: theta
    ($v:tt (a $x:tt 0 = A $_0:tt)) => { move_to_vector!($v (a $x 0) (A $x)) };
    ($v:tt (C $x:tt = c $_0:tt)) => { concat!("vmovq ", general!(C $x), ", ", operand!($v (c $x)), "\n") };
    ($v:tt (D $x:tt = C $p:tt ^ C $q:tt <<< $n:tt)) => {
        concat!(
            "rorx ", general!(D $x), ", ", general!(C $q), ", 64-", $n, "\n",
            "xor ", general!(D $x), ", ", general!(C $p), "\n"
        )
    };
    // theta, rho and pi, of words that stay in general registers, come into them, and leave them
    ($v:tt (B 0 = A 0 ^ D 0)) => { concat!("xor ", general!(B 0), ", ", general!(D 0), "\n") };
    ($v:tt (B $x:tt = (a $_0:tt $y:tt ^ D $_1:tt) <<< $n:tt)) => {
        concat!(
            "vmovq ", general!(B $x), ", ", operand!($v (a $x $y)), "\n",
            "xor ", general!(B $x), ", ", general!(D $x), "\n",
            "rorx ", general!(B $x), ", ", general!(B $x), ", 64-", $n, "\n"
        )
    };
    ($v:tt (b $x:tt $y:tt = (A $p:tt ^ D $_0:tt) <<< $n:tt)) => {
        concat!(
            "xor ", general!(A $p), ", ", general!(D $p), "\n",
            "rorx ", general!(A $p), ", ", general!(A $p), ", 64-", $n, "\n",
            move_to_vector!($v (b $x $y) (A $p))
        )
    };
    // chi and iota
    ($v:tt (E 0 = B 0 ^ constant ^ !B $p:tt & B $q:tt)) => {
        concat!(
            "andn ", general!(E 0), ", ", general!(B $p), ", ", general!(B $q), "\n",
            "xor ", general!(E 0), ", qword ptr [{constant}]\n",
            "xor ", general!(E 0), ", ", general!(B 0), "\n"
        )
    };
    ($v:tt (E $x:tt = B $_0:tt ^ !B $p:tt & B $q:tt)) => {
        concat!(
            "andn ", general!(E $x), ", ", general!(B $p), ", ", general!(B $q), "\n",
            "xor ", general!(E $x), ", ", general!(B $x), "\n"
        )
    };
    ($v:tt (A $x:tt = E $_0:tt)) => { concat!("mov ", general!(A $x), ", ", general!(E $x), "\n") };
    // all planes in vectors: theta
    ($v:tt (c $x:tt = a $_0:tt $y0:tt ^ a $_1:tt $y1:tt ^ a $_2:tt $y2:tt
        ^ a $_3:tt $y3:tt ^ a $_4:tt $y4:tt)) => {
        concat!(
            instruction!($v "vmovdqa64" (c $x) (a $x $y0)),
            instruction!($v "vpternlogq" (c $x) (a $x $y1) (a $x $y2) "0x96"),
            instruction!($v "vpternlogq" (c $x) (a $x $y3) (a $x $y4) "0x96")
        )
    };
    ($v:tt (c $x:tt ^= a $_1:tt $y1:tt ^ a $_2:tt $y2:tt ^ a $_3:tt $y3:tt ^ a $_4:tt $y4:tt)) => {
        concat!(
            instruction!($v "vpternlogq" (c $x) (a $x $y1) (a $x $y2) "0x96"),
            instruction!($v "vpternlogq" (c $x) (a $x $y3) (a $x $y4) "0x96")
        )
    };
    ($v:tt (r $x:tt = c $p:tt <<< $n:tt)) => { instruction!($v "vprolq" (r $x) (c $p) $n) };
    ($v:tt (d $x:tt = c $p:tt ^ r $q:tt)) => { instruction!($v "vpxorq" (d $x) (c $p) (r $q)) };
    // theta, rho and pi
    ($v:tt (b 0 0 = a 0 0 ^ d 0)) => { instruction!($v "vpxorq" (b 0 0) (a 0 0) (d 0)) };
    ($v:tt (b $x:tt $y:tt = (a $i:tt $j:tt ^ d $p:tt) <<< $n:tt)) => {
        concat!(
            instruction!($v "vpxorq" (b $x $y) (a $i $j) (d $p)),
            instruction!($v "vprolq" (b $x $y) (b $x $y) $n)
        )
    };
    ($v:tt (b $x:tt $y:tt = (a $i:tt $j:tt ^ c $p:tt ^ r $q:tt) <<< $n:tt)) => {
        concat!(
            instruction!($v "vpternlogq" (a $i $j) (c $p) (r $q) "0x96"),
            instruction!($v "vprolq" (b $x $y) (a $i $j) $n)
        )
    };
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
    ($v:tt (a $x:tt $y:tt = e $_x:tt $_y:tt)) => {
        instruction!($v "vmovdqa64" (a $x $y) (e $x $y))
    };
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
