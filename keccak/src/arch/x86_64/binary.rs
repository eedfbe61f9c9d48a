//! The rounds of Keccak-p\[1600\] on four states with AVX2, whose operations have two inputs.
//!
//! AVX2 has neither a rotate nor three-input logic, and its registers do not hold 25 words. So the words stay in
//! memory: a round reads them from one buffer, as operands of its xors, and stores them to another. It is 184
//! operations: 50 xor in theta, 50 operations in chi, one in iota, and 83 for the rotates, most of which take two
//! shifts and an `or`. Four can start in a cycle (AMD Zen 5), which makes 46 cycles; but no more than five to six
//! vector instructions enter in a cycle, so loads and stores are not free either. Hence theta's parities are summed at
//! the end of the round before, while most words are still in registers, and few values have to make room for others.
//!
//! The order below and the registers are the best that a search found, which measured each candidate on that processor:
//! 24 rounds take 1215 cycles, and 1265 as a compiler arranges them. Hence assembly; it is written as the equations of
//! FIPS 202.

use super::lanes::Unaligned;
use crate::states::{Aligned, States};
use core::arch::asm;
use core::arch::x86_64::__m256i;
use core::mem::MaybeUninit;

/// Word (x, y) of four lanes is vector `x + 5 * y`.
type Words = [Unaligned<__m256i>; 25];

/// For the rotates by 8 and by 56 bits, where each byte of a word comes from.
static ROTATED_BYTES: Aligned<[[u8; 32]; 2]> = Aligned([rotated_bytes(8), rotated_bytes(56)]);

const fn rotated_bytes(bits: usize) -> [u8; 32] {
    let mut from = [0; 32];
    let mut i = 0;
    while i < 32 {
        from[i] = ((i & 24) | ((i + 8 - (bits >> 3)) & 7)) as u8;
        i += 1;
    }
    from
}

/// The register of a value. c: theta's parities, part: of some of a column's words, d: what theta adds to a column;
/// b: the words after theta, rho and pi, again: such a word, back from memory; e: the words after chi. All with (x, y)
/// as in FIPS 202.
#[rustfmt::skip]
macro_rules! register {
    (t) => {"ymm15"}; // within an equation
    (part 0) => {"ymm13"}; (part 3) => {"ymm12"};
    (c 0) => {"ymm14"}; (c 1) => {"ymm10"}; (c 2) => {"ymm5"}; (c 3) => {"ymm6"}; (c 4) => {"ymm1"};
    (d 0) => {"ymm0"}; (d 1) => {"ymm12"}; (d 2) => {"ymm3"}; (d 3) => {"ymm2"}; (d 4) => {"ymm9"};
    (b 0 0) => {"ymm0"}; (b 1 0) => {"ymm12"}; (b 2 0) => {"ymm7"}; (b 3 0) => {"ymm5"}; (b 4 0) => {"ymm10"};
    (b 0 1) => {"ymm6"}; (b 1 1) => {"ymm9"}; (b 2 1) => {"ymm11"}; (b 3 1) => {"ymm5"}; (b 4 1) => {"ymm3"};
    (b 0 2) => {"ymm6"}; (b 1 2) => {"ymm13"}; (b 2 2) => {"ymm8"}; (b 3 2) => {"ymm6"}; (b 4 2) => {"ymm5"};
    (b 0 3) => {"ymm6"}; (b 1 3) => {"ymm8"}; (b 2 3) => {"ymm13"}; (b 3 3) => {"ymm11"}; (b 4 3) => {"ymm4"};
    (b 0 4) => {"ymm4"}; (b 1 4) => {"ymm1"}; (b 2 4) => {"ymm14"}; (b 3 4) => {"ymm10"}; (b 4 4) => {"ymm11"};
    (again 3 1) => {"ymm14"}; (again 0 2) => {"ymm11"}; (again 1 2) => {"ymm0"}; (again 3 2) => {"ymm9"};
    (again 4 2) => {"ymm4"};
    (e 0 0) => {"ymm6"}; (e 1 0) => {"ymm2"}; (e 2 0) => {"ymm7"}; (e 3 0) => {"ymm0"}; (e 4 0) => {"ymm6"};
    (e 0 1) => {"ymm12"}; (e 1 1) => {"ymm0"}; (e 2 1) => {"ymm12"}; (e 3 1) => {"ymm14"}; (e 4 1) => {"ymm2"};
    (e 0 2) => {"ymm14"}; (e 1 2) => {"ymm4"}; (e 2 2) => {"ymm2"}; (e 3 2) => {"ymm9"}; (e 4 2) => {"ymm9"};
    (e 0 3) => {"ymm13"}; (e 1 3) => {"ymm14"}; (e 2 3) => {"ymm4"}; (e 3 3) => {"ymm14"}; (e 4 3) => {"ymm11"};
    (e 0 4) => {"ymm14"}; (e 1 4) => {"ymm10"}; (e 2 4) => {"ymm6"}; (e 3 4) => {"ymm5"}; (e 4 4) => {"ymm1"};
}

/// A value as an operand: in memory if it is one of a, the words before the round, w, the words after chi, and kept, a
/// word after pi whose register was needed; or else in its register.
#[rustfmt::skip]
macro_rules! operand {
    (a $x:tt $y:tt) => { concat!("ymmword ptr [{source} + 32 * (", $x, " + 5 * ", $y, ")]") };
    (w $x:tt $y:tt) => { concat!("ymmword ptr [{target} + 32 * (", $x, " + 5 * ", $y, ")]") };
    (kept 4 2) => { "ymmword ptr [{kept}]" };
    (kept 1 2) => { "ymmword ptr [{kept} + 32]" };
    (kept 0 2) => { "ymmword ptr [{kept} + 64]" };
    (kept 3 2) => { "ymmword ptr [{kept} + 96]" };
    (kept 3 1) => { "ymmword ptr [{kept} + 128]" };
    (bytes 8) => { "ymmword ptr [{bytes}]" };
    (bytes 56) => { "ymmword ptr [{bytes} + 32]" };
    (constant) => { "qword ptr [{constant}]" };
    ($($value:tt)+) => { register!($($value)+) };
}

/// An instruction: its name, where its result goes, its inputs, and a number if it takes one.
macro_rules! instruction {
    ($name:literal ($($to:tt)+) $(($($from:tt)+))+ $($number:literal)*) => {
        concat!($name, " ", operand!($($to)+), $(", ", operand!($($from)+),)+ instruction!(@ $($number)*), "\n")
    };
    (@) => { "" };
    (@ $($number:literal)+) => { concat!(", " $(, $number)+) };
}

/// The instructions of an equation, which uses `!`, `&`, `^` and `<<<` (rotate) as on paper.
macro_rules! step {
    // theta
    (c $x:tt = a $_0:tt $y0:tt ^ a $_1:tt $y1:tt ^ a $_2:tt $y2:tt ^ a $_3:tt $y3:tt ^ a $_4:tt $y4:tt) => {
        concat!(
            instruction!("vmovdqu" (c $x) (a $x $y0)),
            instruction!("vpxor" (c $x) (c $x) (a $x $y1)),
            instruction!("vpxor" (c $x) (c $x) (a $x $y2)),
            instruction!("vpxor" (c $x) (c $x) (a $x $y3)),
            instruction!("vpxor" (c $x) (c $x) (a $x $y4))
        )
    };
    ($c:ident $x:tt = e $i:tt $j:tt ^ $p:tt $k:tt $l:tt) => { instruction!("vpxor" ($c $x) (e $i $j) ($p $k $l)) };
    (c $x:tt = part $_x:tt ^ $p:tt $i:tt $j:tt) => { instruction!("vpxor" (c $x) (part $x) ($p $i $j)) };
    ($c:ident $x:tt ^= $p:tt $i:tt $j:tt) => { instruction!("vpxor" ($c $x) ($c $x) ($p $i $j)) };
    (d $x:tt = c $p:tt ^ c $q:tt <<< 1) => {
        concat!(
            instruction!("vpaddq" (t) (c $q) (c $q)),
            instruction!("vpxor" (t) (t) (c $p)),
            instruction!("vpsrlq" (d $x) (c $q) 63),
            instruction!("vpxor" (d $x) (d $x) (t))
        )
    };
    // theta, rho and pi
    (b 0 0 = $a:tt 0 0 ^ d 0) => { instruction!("vpxor" (b 0 0) (d 0) ($a 0 0)) };
    (b $x:tt $y:tt = ($a:tt $i:tt $j:tt ^ d $p:tt) <<< $by:tt) => {
        concat!(instruction!("vpxor" (b $x $y) (d $p) ($a $i $j)), rotate!((b $x $y) $by))
    };
    // chi and iota
    (e 0 0 = b 0 0 ^ !b 1 0 & b 2 0 ^ constant) => {
        concat!(
            instruction!("vpandn" (t) (b 1 0) (b 2 0)),
            instruction!("vpxor" (e 0 0) (t) (b 0 0)),
            instruction!("vpbroadcastq" (t) (constant)),
            instruction!("vpxor" (e 0 0) (e 0 0) (t)),
            instruction!("vmovdqu" (w 0 0) (e 0 0))
        )
    };
    (e $x:tt $y:tt = $b:tt $i:tt $j:tt ^ !$p:tt $k:tt $l:tt & $q:tt $m:tt $n:tt) => {
        concat!(
            instruction!("vpandn" (t) ($p $k $l) ($q $m $n)),
            instruction!("vpxor" (e $x $y) (t) ($b $i $j)),
            instruction!("vmovdqu" (w $x $y) (e $x $y))
        )
    };
    // a word to memory and back
    (kept $x:tt $y:tt = b $_x:tt $_y:tt) => { instruction!("vmovdqu" (kept $x $y) (b $x $y)) };
    (again $x:tt $y:tt = kept $_x:tt $_y:tt) => { instruction!("vmovdqu" (again $x $y) (kept $x $y)) };
}

/// The instructions of a rotate: one shuffle if it is by whole bytes, or else two shifts, of which the one by a single
/// bit is an addition.
macro_rules! rotate {
    ($word:tt 1) => {
        concat!(
            instruction!("vpaddq" (t) $word $word),
            instruction!("vpsrlq" $word $word 63),
            instruction!("vpor" $word $word (t))
        )
    };
    ($word:tt 8) => { instruction!("vpshufb" $word $word (bytes 8)) };
    ($word:tt 56) => { instruction!("vpshufb" $word $word (bytes 56)) };
    ($word:tt $by:tt) => {
        concat!(
            instruction!("vpsllq" (t) $word $by),
            instruction!("vpsrlq" $word $word "64 - " $by),
            instruction!("vpor" $word $word (t))
        )
    };
}

macro_rules! steps {
    ($($step:tt)*) => { concat!($(step! $step),*) };
}

/// Keccak-p\[1600\] on four lanes, with one round for each of `constants`.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx2")]
#[inline(never)]
pub(super) unsafe fn keccak_p(from: *const States<4>, to: *mut States<4>, constants: &[u64]) {
    let mut buffer = MaybeUninit::<Aligned<Words>>::uninit();
    let mut kept = MaybeUninit::<Aligned<[__m256i; 5]>>::uninit();
    let (from, to, buffer) = (from.cast::<Words>(), to.cast::<Words>(), buffer.as_mut_ptr().cast::<Words>());
    if constants.is_empty() {
        // SAFETY: `from` can be read and `to` be written.
        unsafe { *to = *from };
        return;
    }
    // SAFETY: `from` can be read and `to` be written; they are 25 vectors that promise no alignment, and no
    // instruction asks for any. No round's source is its target: one of the two is `buffer`, the other is not.
    unsafe {
        asm!(
            // what each round does for the next
            steps! {
                (c 0 = a 0 0 ^ a 0 1 ^ a 0 2 ^ a 0 3 ^ a 0 4)
                (c 1 = a 1 0 ^ a 1 1 ^ a 1 2 ^ a 1 3 ^ a 1 4)
                (c 2 = a 2 0 ^ a 2 1 ^ a 2 2 ^ a 2 3 ^ a 2 4)
                (c 3 = a 3 0 ^ a 3 1 ^ a 3 2 ^ a 3 3 ^ a 3 4)
                (c 4 = a 4 0 ^ a 4 1 ^ a 4 2 ^ a 4 3 ^ a 4 4)
                (d 2 = c 1 ^ c 3 <<< 1)
                (b 0 4 = (a 2 0 ^ d 2) <<< 62)
                (b 2 0 = (a 2 2 ^ d 2) <<< 43)
            },
            ".p2align 6",
            "2:",
            // a round; the equations with c and d 2 on the left, and what follows from these, are the next round's
            steps! {
                (b 1 2 = (a 2 1 ^ d 2) <<< 6)
                (d 1 = c 0 ^ c 2 <<< 1)
                (b 4 4 = (a 1 4 ^ d 1) <<< 2)
                (d 0 = c 4 ^ c 1 <<< 1)
                (b 3 4 = (a 0 3 ^ d 0) <<< 41)
                (d 4 = c 3 ^ c 0 <<< 1)
                (b 2 4 = (a 4 2 ^ d 4) <<< 39)
                (d 3 = c 2 ^ c 4 <<< 1)
                (b 1 4 = (a 3 1 ^ d 3) <<< 55)
                (b 1 3 = (a 0 1 ^ d 0) <<< 36)
                (b 0 2 = (a 1 0 ^ d 1) <<< 1)
                (b 4 2 = (a 0 4 ^ d 0) <<< 18)
                (kept 4 2 = b 4 2)
                (b 3 1 = (a 1 3 ^ d 1) <<< 45)
                (kept 1 2 = b 1 2)
                (b 2 3 = (a 1 2 ^ d 1) <<< 10)
                (kept 0 2 = b 0 2)
                (e 2 4 = b 2 4 ^ !b 3 4 & b 4 4)
                (b 3 2 = (a 4 3 ^ d 4) <<< 8)
                (kept 3 2 = b 3 2)
                (b 0 3 = (a 4 0 ^ d 4) <<< 27)
                (b 1 0 = (a 1 1 ^ d 1) <<< 44)
                (kept 3 1 = b 3 1)
                (e 3 4 = b 3 4 ^ !b 4 4 & b 0 4)
                (b 3 0 = (a 3 3 ^ d 3) <<< 21)
                (e 1 4 = b 1 4 ^ !b 2 4 & b 3 4)
                (b 4 0 = (a 4 4 ^ d 4) <<< 14)
                (e 0 4 = b 0 4 ^ !b 1 4 & b 2 4)
                (e 4 4 = b 4 4 ^ !b 0 4 & b 1 4)
                (b 4 3 = (a 3 4 ^ d 3) <<< 56)
                (e 4 3 = b 4 3 ^ !b 0 3 & b 1 3)
                (b 3 3 = (a 2 3 ^ d 2) <<< 15)
                (e 3 3 = b 3 3 ^ !b 4 3 & b 0 3)
                (e 1 3 = b 1 3 ^ !b 2 3 & b 3 3)
                (b 4 1 = (a 2 4 ^ d 2) <<< 61)
                (e 2 3 = b 2 3 ^ !b 3 3 & b 4 3)
                (b 2 1 = (a 0 2 ^ d 0) <<< 3)
                (e 0 3 = b 0 3 ^ !b 1 3 & b 2 3)
                (b 2 2 = (a 3 2 ^ d 3) <<< 25)
                (b 1 1 = (a 4 1 ^ d 4) <<< 20)
                (b 0 0 = a 0 0 ^ d 0)
                (e 4 0 = b 4 0 ^ !b 0 0 & b 1 0)
                (c 4 = e 4 4 ^ e 4 0)
                (e 0 0 = b 0 0 ^ !b 1 0 & b 2 0 ^ constant)
                (part 0 = e 0 0 ^ e 0 3)
                (b 0 1 = (a 3 0 ^ d 3) <<< 28)
                (e 1 0 = b 1 0 ^ !b 2 0 & b 3 0)
                (e 3 0 = b 3 0 ^ !b 4 0 & b 0 0)
                (e 2 0 = b 2 0 ^ !b 3 0 & b 4 0)
                (e 0 1 = b 0 1 ^ !b 1 1 & b 2 1)
                (part 0 ^= e 0 1)
                (part 0 ^= w 0 4)
                (c 1 = e 1 3 ^ w 1 4)
                (c 1 ^= e 1 0)
                (again 3 1 = kept 3 1)
                (e 2 1 = b 2 1 ^ !again 3 1 & b 4 1)
                (c 2 = e 2 0 ^ w 2 4)
                (c 2 ^= e 2 3)
                (c 2 ^= e 2 1)
                (part 3 = e 3 0 ^ w 3 4)
                (c 4 ^= w 4 3)
                (e 1 1 = b 1 1 ^ !b 2 1 & again 3 1)
                (c 1 ^= e 1 1)
                (e 4 1 = b 4 1 ^ !b 0 1 & b 1 1)
                (again 0 2 = kept 0 2)
                (again 1 2 = kept 1 2)
                (e 4 2 = kept 4 2 ^ !again 0 2 & again 1 2)
                (c 4 ^= e 4 2)
                (c 4 ^= e 4 1)
                (again 3 2 = kept 3 2)
                (e 2 2 = b 2 2 ^ !again 3 2 & kept 4 2)
                (c 2 ^= e 2 2)
                (e 1 2 = again 1 2 ^ !b 2 2 & again 3 2)
                (c 1 ^= e 1 2)
                (e 3 1 = again 3 1 ^ !b 4 1 & b 0 1)
                (again 4 2 = kept 4 2)
                (e 3 2 = again 3 2 ^ !again 4 2 & again 0 2)
                (c 3 = part 3 ^ w 3 3)
                (c 3 ^= e 3 1)
                (c 3 ^= e 3 2)
                (d 2 = c 1 ^ c 3 <<< 1)
                (b 0 4 = (e 2 0 ^ d 2) <<< 62)
                (b 2 0 = (e 2 2 ^ d 2) <<< 43)
                (e 0 2 = again 0 2 ^ !again 1 2 & b 2 2)
                (c 0 = part 0 ^ e 0 2)
            },
            "mov {source}, {target}",
            "mov {target}, {next}",
            "mov {next}, {source}",
            "add {constant}, 8",
            "sub {rounds}, 1",
            "jnz 2b",
            "vzeroupper",
            source = inout(reg) from.expose_provenance() as u64 => _,
            target = inout(reg) buffer.expose_provenance() as u64 => _,
            next = inout(reg) to.expose_provenance() as u64 => _,
            constant = inout(reg) constants.as_ptr().expose_provenance() as u64 => _,
            rounds = inout(reg) constants.len() as u64 => _,
            kept = in(reg) kept.as_mut_ptr().expose_provenance() as u64,
            bytes = in(reg) (&raw const ROTATED_BYTES).expose_provenance() as u64,
            out("ymm0") _, out("ymm1") _, out("ymm2") _, out("ymm3") _, out("ymm4") _, out("ymm5") _,
            out("ymm6") _, out("ymm7") _, out("ymm8") _, out("ymm9") _, out("ymm10") _, out("ymm11") _,
            out("ymm12") _, out("ymm13") _, out("ymm14") _, out("ymm15") _,
            options(nostack)
        );
    }
    if constants.len() & 1 == 1 {
        // SAFETY: the last round's target was `buffer`; `to` can be written.
        unsafe { *to = *buffer };
    }
}
