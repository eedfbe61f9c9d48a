//! W Keccak states side by side, and what a backend can do with them.

use crate::permutation::ROUNDS;

/// W Keccak-p\[1600\] states, interleaved: word `i` of all W lanes stands side by side.
///
/// Word `i = x + 5 * y` is FIPS 202's lane (x, y); to keep the words apart, *lane* means one of the
/// W states everywhere in this crate. With W = 1 it is the plain state of 25 words.
///
/// Vector backends are fastest where it is aligned to 8 W bytes (see [`Aligned`]), and correct anywhere.
pub type States<const W: usize> = [[u64; W]; 25];

/// Puts its content on a boundary of 64 bytes, where no vector straddles two cache lines.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);

/// A backend's way to permute W interleaved states and to move data in and out of them.
///
/// Only `permute` is required; what stands here is the portable meaning of the rest, which a backend
/// replaces where vector instructions do better. All of them give the same bytes.
pub trait Permute<const W: usize>: Copy {
    /// Whether one state takes less time than W: a lane that is busy alone had better leave.
    const ONE_IS_FASTER: bool = false;

    /// Applies Keccak-p\[1600, rounds\] to every lane. `rounds` is 1 to 24.
    fn permute(self, states: &mut States<W>, rounds: usize);

    /// The same, out of place: `to` becomes the permuted `from`.
    #[inline]
    fn permute_into(self, from: &States<W>, to: &mut States<W>, rounds: usize) {
        *to = *from;
        self.permute(to, rounds);
    }

    /// Xors `block`, whose length is a multiple of 8 and at most 200 bytes, into one lane.
    #[inline]
    fn absorb_lane(self, states: &mut States<W>, lane: usize, block: &[u8]) {
        for (word, bytes) in states.iter_mut().zip(block.as_chunks::<8>().0) {
            word[lane] ^= u64::from_le_bytes(*bytes);
        }
    }

    /// Absorbs whole blocks into lane 0, and after them `last`, which is somewhere else, with a permutation of all lanes
    /// after each. `RATE` is a multiple of 8, at most 200.
    #[inline]
    fn absorb_blocks<const RATE: usize>(
        self,
        states: &mut States<W>,
        blocks: &[[u8; RATE]],
        last: Option<&[u8; RATE]>,
        rounds: usize,
    ) {
        for block in blocks.iter().chain(last) {
            self.absorb_lane(states, 0, block);
            self.permute(states, rounds);
        }
    }

    /// Xors one block into each lane. All blocks have the same length, a multiple of 8 and at most 200 bytes.
    #[inline]
    fn absorb(self, states: &mut States<W>, blocks: &[&[u8]; W]) {
        for (lane, block) in blocks.iter().enumerate() {
            self.absorb_lane(states, lane, block);
        }
    }

    /// Makes one lane a new state that has absorbed `block`, whose length is a multiple of 8 and at most 200 bytes.
    #[inline]
    fn start_lane(self, states: &mut States<W>, lane: usize, block: &[u8]) {
        for word in states.iter_mut() {
            word[lane] = 0;
        }
        self.absorb_lane(states, lane, block);
    }

    /// Makes every lane whose bit is set in `lanes` a new state that has absorbed the one block that a seed expander
    /// starts from: `seed`, the lane's word of `suffixes` with the domain suffix in it, zeros, and the last bit of the
    /// padding at the end of `rate` bytes (a multiple of 8, at least 48).
    #[inline]
    fn start_seeded(self, states: &mut States<W>, lanes: u8, seed: &[u8; 32], suffixes: &[u64; W], rate: usize) {
        for (lane, suffix) in suffixes.iter().enumerate().filter(|(lane, _)| lanes >> lane & 1 == 1) {
            self.start_lane(states, lane, seed);
            states[4][lane] = *suffix;
            states[(rate >> 3) - 1][lane] = 1 << 63;
        }
    }

    /// Copies the first bytes of one lane out; `out` is at most 200 bytes, of any length.
    #[inline]
    fn squeeze_lane(self, states: &States<W>, lane: usize, out: &mut [u8]) {
        squeeze_words(states, lane, out);
    }

    /// Copies the first bytes of every lane out. All slices have the same length, at most 200 bytes, of any length.
    #[inline]
    fn squeeze(self, states: &States<W>, outs: &mut [&mut [u8]; W]) {
        for (lane, out) in outs.iter_mut().enumerate() {
            self.squeeze_lane(states, lane, out);
        }
    }
}

/// Copies one lane of `words` out, as far as `out` reaches.
#[inline]
pub(crate) fn squeeze_words<const W: usize>(words: &[[u64; W]], lane: usize, out: &mut [u8]) {
    let (whole, tail) = out.as_chunks_mut::<8>();
    for (bytes, word) in whole.iter_mut().zip(words) {
        *bytes = word[lane].to_le_bytes();
    }
    if let Some(word) = words.get(whole.len()) {
        for (byte, value) in tail.iter_mut().zip(word[lane].to_le_bytes()) {
            *byte = value;
        }
    }
}

/// The round constants of Keccak-p\[1600, rounds\]: the last `rounds` of the 24.
#[inline]
pub(crate) fn round_constants(rounds: usize) -> &'static [u64] {
    debug_assert!((1..=ROUNDS).contains(&rounds), "Keccak-p[1600, n] has 1 to 24 rounds");
    &crate::permutation::ROUND_CONSTANTS[ROUNDS.saturating_sub(rounds)..]
}
