//! The sponge over Keccak-p\[1600\] (FIPS 202, section 4), one state.

use crate::backend::{Backend, with_backend};
use crate::states::{Permute, States};

/// A sponge of `RATE` bytes, a multiple of 8 below 200, over Keccak-p\[1600, ROUNDS\]; absorbing or squeezing, its owner knows.
#[derive(Clone)]
pub(crate) struct Sponge<const RATE: usize, const ROUNDS: usize> {
    state: States<1>,
    /// Where in the block the next byte goes, or comes from: 0 to RATE - 1, and RATE when a squeezed block is used up.
    position: usize,
    backend: Backend,
}

impl<const RATE: usize, const ROUNDS: usize> Sponge<RATE, ROUNDS> {
    #[inline]
    pub(crate) const fn new(backend: Backend) -> Self {
        const { assert!(RATE < 200 && RATE & 7 == 0 && ROUNDS <= 24) };
        Self { state: [[0]; 25], position: 0, backend }
    }

    /// Absorbs any number of bytes. Whole blocks go straight from the input into the state.
    #[inline]
    pub(crate) fn absorb(&mut self, input: &[u8]) {
        if input.len() < RATE - self.position {
            xor_bytes(&mut self.state, self.position, input);
            self.position += input.len();
        } else {
            let (head, blocks, rest) = self.split(input);
            self.absorb_blocks(head, blocks, None);
            xor_bytes(&mut self.state, 0, rest);
            self.position = rest.len();
        }
    }

    /// Absorbs the end of the message, pads with `domain` (the function's suffix and the first bit of pad10*1, FIPS 202,
    /// section 5.1 and B.2), permutes, and turns to squeezing.
    #[inline]
    pub(crate) fn finish(&mut self, end: &[u8], domain: u8) {
        if end.len() < RATE - self.position {
            xor_bytes(&mut self.state, self.position, end);
            self.position += end.len();
            self.state[self.position >> 3][0] ^= u64::from(domain) << (8 * (self.position & 7));
            self.state[(RATE >> 3) - 1][0] ^= 1 << 63;
            with_backend!(self.backend, backend => backend.permute(&mut self.state, ROUNDS));
        } else {
            self.finish_blocks(end, domain);
        }
        self.position = 0;
    }

    #[inline(never)]
    fn finish_blocks(&mut self, end: &[u8], domain: u8) {
        let (head, blocks, rest) = self.split(end);
        let mut last = [0; RATE];
        last[..rest.len()].copy_from_slice(rest);
        last[rest.len()] = domain;
        last[RATE - 1] |= 0x80;
        self.absorb_blocks(head, blocks, Some(&last));
        #[cfg(feature = "zeroize")]
        {
            last = [0; RATE];
            zeroize::optimization_barrier(&last);
        }
    }

    /// `input` as what completes the block that was begun, whole blocks, and the rest.
    #[inline]
    fn split<'a>(&self, input: &'a [u8]) -> (&'a [u8], &'a [[u8; RATE]], &'a [u8]) {
        let (head, input) = input.split_at(if self.position == 0 { 0 } else { RATE - self.position });
        let (blocks, rest) = input.as_chunks();
        (head, blocks, rest)
    }

    /// Absorbs the end of a block, whole blocks, and one from elsewhere, with a permutation after each that there is.
    fn absorb_blocks(&mut self, head: &[u8], blocks: &[[u8; RATE]], last: Option<&[u8; RATE]>) {
        with_backend!(self.backend, backend => {
            if !head.is_empty() {
                xor_bytes(&mut self.state, self.position, head);
                backend.permute(&mut self.state, ROUNDS);
            }
            backend.absorb_blocks(&mut self.state, blocks, last, ROUNDS);
        });
    }

    /// Fills up the block with zeros: bytepad of SP 800-185, section 2.3.3.
    pub(crate) fn pad_block(&mut self) {
        if self.position != 0 {
            with_backend!(self.backend, backend => backend.permute(&mut self.state, ROUNDS));
            self.position = 0;
        }
    }

    /// Squeezes any number of bytes, going on where the last call stopped.
    #[inline]
    pub(crate) fn squeeze(&mut self, output: &mut [u8]) {
        let (head, rest) = output.split_at_mut(output.len().min(RATE - self.position));
        copy_bytes(&self.state, self.position, head);
        self.position += head.len();
        if !rest.is_empty() {
            self.squeeze_blocks(rest);
        }
    }

    fn squeeze_blocks(&mut self, output: &mut [u8]) {
        with_backend!(self.backend, backend => {
            for block in output.chunks_mut(RATE) {
                backend.permute(&mut self.state, ROUNDS);
                backend.squeeze_lane(&self.state, 0, block);
                self.position = block.len();
            }
        });
    }
}

#[cfg(feature = "zeroize")]
impl<const RATE: usize, const ROUNDS: usize> Drop for Sponge<RATE, ROUNDS> {
    fn drop(&mut self) {
        self.state = [[0]; 25];
        self.position = 0;
        zeroize::optimization_barrier(self);
    }
}

/// Xors `bytes` into the state from byte `position` on.
#[inline]
fn xor_bytes(state: &mut States<1>, position: usize, bytes: &[u8]) {
    let (words, rest) = bytes.as_chunks::<8>();
    if position & 7 == 0 && rest.is_empty() {
        xor_words(&mut state[position >> 3..], words);
    } else {
        xor_unaligned_bytes(state, position, bytes);
    }
}

#[inline]
fn xor_words(state: &mut [[u64; 1]], words: &[[u8; 8]]) {
    for (lane, word) in state.iter_mut().zip(words) {
        lane[0] ^= u64::from_le_bytes(*word);
    }
}

/// Up to the next word bytewise, then word by word, and what is left bytewise again.
fn xor_unaligned_bytes(state: &mut States<1>, mut position: usize, mut bytes: &[u8]) {
    while position & 7 != 0 {
        let Some((byte, rest)) = bytes.split_first() else { return };
        state[position >> 3][0] ^= u64::from(*byte) << (8 * (position & 7));
        position += 1;
        bytes = rest;
    }
    let (words, last) = bytes.as_chunks::<8>();
    let state = &mut state[position >> 3..];
    xor_words(state, words);
    if !last.is_empty() {
        state[words.len()][0] ^= last.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    }
}

/// Copies bytes of the state out, from byte `position` on.
#[inline]
fn copy_bytes(state: &States<1>, mut position: usize, mut output: &mut [u8]) {
    while position & 7 != 0 {
        let Some((byte, rest)) = output.split_first_mut() else { return };
        *byte = (state[position >> 3][0] >> (8 * (position & 7))) as u8;
        position += 1;
        output = rest;
    }
    for (bytes, word) in output.chunks_mut(8).zip(&state[position >> 3..]) {
        bytes.copy_from_slice(&word[0].to_le_bytes()[..bytes.len()]);
    }
}
