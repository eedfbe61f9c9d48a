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

    /// Xors the end of a message into each lane: `tails`, less than `rate` bytes and as many for each, and the padding of
    /// a block of `rate` bytes (a multiple of 8, at most 200), which begins with `domain`.
    #[inline]
    fn absorb_last(self, states: &mut States<W>, tails: &[&[u8]; W], domain: u8, rate: usize) {
        absorb_last(self, states, tails, domain, rate);
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

/// [`Permute::absorb_last`] for any backend: a word of all lanes at a time, with the caller's vectors.
#[inline(always)]
pub(crate) fn absorb_last<B: Permute<W>, const W: usize>(
    backend: B,
    states: &mut States<W>,
    tails: &[&[u8]; W],
    domain: u8,
    rate: usize,
) {
    let length = tails.first().map_or(0, |tail| tail.len());
    let words = length >> 3;
    backend.absorb(states, &tails.map(|tail| &tail[..8 * words]));
    let padding = u64::from(domain) << (8 * (length & 7));
    xor_word(&mut states[words], tails.map(|tail| padding | from_le_bytes(&tail[8 * words..])));
    xor_word(&mut states[(rate >> 3) - 1], [1 << 63; W]);
}

/// Xors data of one length into all lanes, from byte `position` on.
#[inline]
pub(crate) fn xor_bytes<const W: usize>(states: &mut States<W>, data: &[&[u8]; W], position: usize) {
    let mut rest = *data;
    let mut position = position;
    while let Some(length) = rest.first().map(|rest| rest.len().min(8 - (position & 7)))
        && length > 0
    {
        let shift = 8 * (position & 7);
        xor_word(&mut states[position >> 3], rest.map(|rest| from_le_bytes(&rest[..length]) << shift));
        rest = rest.map(|rest| &rest[length..]);
        position += length;
    }
}

#[inline(always)]
fn xor_word<const W: usize>(word: &mut [u64; W], values: [u64; W]) {
    for (word, value) in word.iter_mut().zip(values) {
        *word ^= value;
    }
}

/// At most eight bytes as a word, with zeros for those that are not there.
#[inline(always)]
fn from_le_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Zeros that the compiler may not leave out, with the feature `zeroize`; nothing without it.
#[inline]
#[cfg_attr(not(feature = "zeroize"), allow(unused_variables))]
pub(crate) fn wipe<T: Copy + Default, const A: usize, const B: usize>(values: &mut [[T; A]; B]) {
    #[cfg(feature = "zeroize")]
    {
        *values = [[T::default(); A]; B];
        zeroize::optimization_barrier(values);
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
