//! Four states with AVX2, in 16 ymm registers and two buffers.
//!
//! AVX2 has neither a rotate nor three-input logic, and its registers do not hold 25 words. So the words stay in
//! memory: a round reads them from one buffer, mostly as operands of its xors, and stores each finished row to the
//! other. A round is 184 operations: 50 xor in theta, 50 operations in chi, one in iota, and 83 for the rotates, most of
//! which take two shifts and an `or`.
//!
//! 1270 cycles for four states (AMD Zen 5); Keccak-f\[1600\] on one state with BMI takes 845 there.

use super::bmi::Bmi;
use super::lanes::{Unaligned, four_words, one_word, squeeze, vectors};
use crate::permutation::{PI_SOURCE, RHO_OFFSETS};
use crate::states::{Aligned, Permute, States, round_constants};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

cpufeatures::new!(features, "avx2", "bmi1", "bmi2");

/// Proof that processor and operating system have AVX2, and the processor BMI1 and BMI2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(Bmi);

impl Avx2 {
    /// The backend, if this machine has it.
    #[inline]
    pub fn detect() -> Option<Self> {
        if features::get() { Bmi::detect().map(Self) } else { None }
    }
}

impl Permute<1> for Avx2 {
    #[inline]
    fn permute(self, states: &mut States<1>, rounds: usize) {
        self.0.permute(states, rounds);
    }

    #[inline]
    fn permute_into(self, from: &States<1>, to: &mut States<1>, rounds: usize) {
        self.0.permute_into(from, to, rounds);
    }
}

impl Permute<4> for Avx2 {
    const ONE_IS_FASTER: bool = true; // two thirds of the time

    #[inline]
    fn permute(self, states: &mut States<4>, rounds: usize) {
        let states: *mut _ = states;
        // SAFETY: `self` proves AVX2; in place is allowed.
        unsafe { keccak_p(states, states, round_constants(rounds)) }
    }

    #[inline]
    fn permute_into(self, from: &States<4>, to: &mut States<4>, rounds: usize) {
        // SAFETY: `self` proves AVX2.
        unsafe { keccak_p(from, to, round_constants(rounds)) }
    }

    #[inline]
    fn absorb_lane(self, states: &mut States<4>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX2.
        unsafe { absorb_lane(states, lane, block) }
    }

    #[inline]
    fn absorb(self, states: &mut States<4>, blocks: &[&[u8]; 4]) {
        // SAFETY: `self` proves AVX2.
        unsafe { absorb(states, blocks) }
    }

    #[inline]
    fn start_lane(self, states: &mut States<4>, lane: usize, block: &[u8]) {
        // SAFETY: `self` proves AVX2.
        unsafe { start_lane(states, lane, block) }
    }

    #[inline]
    fn start_seeded(self, states: &mut States<4>, lanes: u8, seed: &[u8; 32], suffixes: &[u64; 4], rate: usize) {
        // SAFETY: `self` proves AVX2.
        unsafe { start_seeded(states, lanes, seed, suffixes, rate) }
    }

    #[inline]
    fn squeeze(self, states: &States<4>, outs: &mut [&mut [u8]; 4]) {
        // SAFETY: `self` proves AVX2.
        unsafe { squeeze(states, 0, outs) }
    }
}

/// Keccak-p\[1600\] on four lanes, with one round for each of `constants`.
///
/// # Safety
/// `from` can be read and `to` be written; they may be the same.
#[target_feature(enable = "avx2")]
#[inline(never)]
unsafe fn keccak_p(from: *const States<4>, to: *mut States<4>, constants: &[u64]) {
    let mut buffer = MaybeUninit::<Aligned<Rows>>::uninit();
    let to = to.cast::<Rows>();
    // SAFETY: `from` can be read and `to` be written; `States<4>` is 25 vectors that promise no alignment.
    // No round's source is its target: one of the two is `buffer`, and the other is not.
    unsafe {
        let (mut source, mut target, mut next) = (from.cast::<Rows>(), buffer.as_mut_ptr().cast(), to);
        for &constant in constants {
            round(source, target, constant);
            source = target;
            (target, next) = (next, target);
        }
        if source != to.cast_const() {
            *to = *source;
        }
    }
}

/// Word (x, y) of four lanes is vector `[y][x]`.
type Rows = [[Unaligned<__m256i>; 5]; 5];

/// One round from `a` to `e`.
///
/// # Safety
/// `a` can be read and `e` be written; they are not the same.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn round(a: *const Rows, e: *mut Rows, constant: u64) {
    macro_rules! rotate_left {
        ($word:expr, $by:expr) => {{
            let word = $word;
            const BY: i32 = $by as i32;
            _mm256_or_si256(_mm256_slli_epi64::<BY>(word), _mm256_srli_epi64::<{ 64 - BY }>(word))
        }};
    }
    /// The parity of column x.
    macro_rules! parity {
        ($x:literal) => {{
            let parity = _mm256_xor_si256((*a)[4][$x].0, (*a)[3][$x].0);
            let parity = _mm256_xor_si256(_mm256_xor_si256(parity, (*a)[0][$x].0), (*a)[1][$x].0);
            _mm256_xor_si256(parity, (*a)[2][$x].0)
        }};
    }
    /// Word (x, y) after theta, rho and pi, which takes it from row x.
    macro_rules! theta_rho_pi {
        ($d:ident, $x:literal, $y:literal) => {{
            const COLUMN: usize = PI_SOURCE[$x + 5 * $y] - 5 * $x;
            rotate_left!(_mm256_xor_si256((*a)[$x][COLUMN].0, $d[COLUMN]), RHO_OFFSETS[COLUMN + 5 * $x])
        }};
    }
    /// Row y after theta, rho and pi.
    macro_rules! row {
        ($d:ident, $y:literal) => {
            [
                theta_rho_pi!($d, 0, $y),
                theta_rho_pi!($d, 1, $y),
                theta_rho_pi!($d, 2, $y),
                theta_rho_pi!($d, 3, $y),
                theta_rho_pi!($d, 4, $y),
            ]
        };
    }
    // SAFETY: `a` can be read and `e` be written.
    unsafe {
        let c = [parity!(0), parity!(1), parity!(2), parity!(3), parity!(4)];
        let d = [
            _mm256_xor_si256(c[4], rotate_left!(c[1], 1)),
            _mm256_xor_si256(c[0], rotate_left!(c[2], 1)),
            _mm256_xor_si256(c[1], rotate_left!(c[3], 1)),
            _mm256_xor_si256(c[2], rotate_left!(c[4], 1)),
            _mm256_xor_si256(c[3], rotate_left!(c[0], 1)),
        ];
        // Each row is rotated before the chi of the row before it, which then waits for nothing. The order of the
        // rows is free; this one measured best.
        let row4 = row!(d, 4);
        let row3 = row!(d, 3);
        (*e)[4] = chi(row4);
        let row0 = row!(d, 0);
        (*e)[3] = chi(row3);
        let row1 = row!(d, 1);
        let mut row0 = chi(row0);
        row0[0].0 = _mm256_xor_si256(row0[0].0, _mm256_set1_epi64x(constant as i64)); // iota
        (*e)[0] = row0;
        let row2 = row!(d, 2);
        (*e)[1] = chi(row1);
        (*e)[2] = chi(row2);
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn chi([b0, b1, b2, b3, b4]: [__m256i; 5]) -> [Unaligned<__m256i>; 5] {
    [
        Unaligned(_mm256_xor_si256(b0, _mm256_andnot_si256(b1, b2))),
        Unaligned(_mm256_xor_si256(b1, _mm256_andnot_si256(b2, b3))),
        Unaligned(_mm256_xor_si256(b2, _mm256_andnot_si256(b3, b4))),
        Unaligned(_mm256_xor_si256(b3, _mm256_andnot_si256(b4, b0))),
        Unaligned(_mm256_xor_si256(b4, _mm256_andnot_si256(b0, b1))),
    ]
}

/// All ones in `lane`, zeros in the other three.
#[target_feature(enable = "avx2")]
#[inline]
fn lane_mask(lane: usize) -> __m256i {
    _mm256_cmpeq_epi64(_mm256_set1_epi64x(lane as i64), _mm256_set_epi64x(3, 2, 1, 0))
}

#[target_feature(enable = "avx2")]
fn absorb_lane(states: &mut States<4>, lane: usize, block: &[u8]) {
    let mask = lane_mask(lane);
    // SAFETY: four words are a `__m256i`.
    let words: &mut [Unaligned<__m256i>; 25] = unsafe { vectors(states) };
    for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
        let value = _mm256_and_si256(_mm256_set1_epi64x(i64::from_le_bytes(*bytes)), mask);
        word.0 = _mm256_xor_si256(word.0, value);
    }
}

#[target_feature(enable = "avx2")]
fn start_seeded(states: &mut States<4>, lanes: u8, seed: &[u8; 32], suffixes: &[u64; 4], rate: usize) {
    let bits = _mm256_set_epi64x(8, 4, 2, 1);
    let mask = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(lanes.into()), bits), bits);
    // SAFETY: four words are a `__m256i`.
    let words: &mut [Unaligned<__m256i>; 25] = unsafe { vectors(states) };
    let (first, rest) = words.split_at_mut(4);
    for (word, bytes) in first.iter_mut().zip(seed.as_chunks().0) {
        word.0 = _mm256_blendv_epi8(word.0, _mm256_set1_epi64x(i64::from_le_bytes(*bytes)), mask);
    }
    for word in rest {
        word.0 = _mm256_andnot_si256(mask, word.0);
    }
    // SAFETY: `suffixes` are 32 bytes, the load's size; it asks for no alignment.
    let suffixes = unsafe { _mm256_loadu_si256(suffixes.as_ptr().cast()) };
    words[4].0 = _mm256_or_si256(words[4].0, _mm256_and_si256(suffixes, mask));
    let last = &mut words[(rate >> 3) - 1];
    last.0 = _mm256_or_si256(last.0, _mm256_and_si256(_mm256_set1_epi64x(i64::MIN), mask));
}

#[target_feature(enable = "avx2")]
fn start_lane(states: &mut States<4>, lane: usize, block: &[u8]) {
    let mask = lane_mask(lane);
    // SAFETY: four words are a `__m256i`.
    let words: &mut [Unaligned<__m256i>; 25] = unsafe { vectors(states) };
    let (first, rest) = words.split_at_mut(block.len() >> 3);
    for (word, bytes) in first.iter_mut().zip(block.as_chunks().0) {
        word.0 = _mm256_blendv_epi8(word.0, _mm256_set1_epi64x(i64::from_le_bytes(*bytes)), mask);
    }
    for word in rest {
        word.0 = _mm256_andnot_si256(mask, word.0);
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn absorb(states: &mut States<4>, blocks: &[&[u8]; 4]) {
    // SAFETY: four words are a `__m256i`.
    let words: &mut [Unaligned<__m256i>; 25] = unsafe { vectors(states) };
    let (groups, last) = words.as_chunks_mut::<4>();
    let length = blocks[0].len();
    let whole = length >> 5;
    for (i, group) in groups[..whole].iter_mut().enumerate() {
        for (word, value) in group.iter_mut().zip(four_words(blocks, i)) {
            word.0 = _mm256_xor_si256(word.0, value);
        }
    }
    let rest = groups[whole..].as_flattened_mut().iter_mut().chain(last);
    for (i, word) in (4 * whole..length >> 3).zip(rest) {
        word.0 = _mm256_xor_si256(word.0, one_word(blocks, i));
    }
}
