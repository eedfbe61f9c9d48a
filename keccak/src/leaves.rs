//! The leaves of a tree hash: a message cut into chunks, each hashed on its own, many at once in lanes.

use crate::backend::Backend;
use crate::many::hash_many;
use crate::sponge::Sponge;

/// How many leaves are handed to the lanes at a time.
const LEAVES_AT_ONCE: usize = 16;

/// Cuts a message into chunks of `chunk_size` bytes and hashes each to `OUTPUT` bytes. The last, unfinished chunk
/// stays open until [`Self::finish`].
#[derive(Clone)]
pub(crate) struct Leaves<const RATE: usize, const ROUNDS: usize, const OUTPUT: usize> {
    /// The chunk that is not yet full.
    open: Sponge<RATE, ROUNDS>,
    filled: usize,
    chunk_size: usize,
    domain: u8,
    backend: Backend,
    /// The number of chunks hashed.
    count: u128,
}

impl<const RATE: usize, const ROUNDS: usize, const OUTPUT: usize> Leaves<RATE, ROUNDS, OUTPUT> {
    /// `chunk_size` is at least 1.
    pub(crate) const fn new(backend: Backend, chunk_size: usize, domain: u8) -> Self {
        Self { open: Sponge::new(backend), filled: 0, chunk_size, domain, backend, count: 0 }
    }

    /// The number of chunks hashed so far.
    pub(crate) const fn count(&self) -> u128 {
        self.count
    }

    /// Appends `input` to the message and gives the hash of each chunk that it fills, in order.
    pub(crate) fn absorb(&mut self, mut input: &[u8], mut hashed: impl FnMut(&[u8; OUTPUT])) {
        if self.filled > 0 {
            let taken = input.len().min(self.chunk_size - self.filled);
            self.open.absorb(&input[..taken]);
            self.filled += taken;
            input = &input[taken..];
            if self.filled == self.chunk_size {
                self.close(&mut hashed);
            }
        }
        // The chunks that are whole in the input go to the lanes straight from there.
        let mut chunks = input.chunks_exact(self.chunk_size);
        let mut batch: [&[u8]; LEAVES_AT_ONCE] = [&[]; LEAVES_AT_ONCE];
        loop {
            let mut size = 0;
            for (slot, chunk) in batch.iter_mut().zip(&mut chunks) {
                *slot = chunk;
                size += 1;
            }
            if size == 0 {
                break;
            }
            let mut outputs = [[0; OUTPUT]; LEAVES_AT_ONCE];
            let (batch, outputs) = (&batch[..size], &mut outputs[..size]);
            if hash_many::<RATE, ROUNDS>(self.backend, self.domain, batch, outputs).is_ok() {
                outputs.iter().for_each(&mut hashed);
                self.count += size as u128;
            }
        }
        let rest = chunks.remainder();
        self.open.absorb(rest);
        self.filled += rest.len();
    }

    /// Hashes the last chunk, if it holds anything.
    pub(crate) fn finish(&mut self, mut hashed: impl FnMut(&[u8; OUTPUT])) {
        if self.filled > 0 {
            self.close(&mut hashed);
        }
    }

    fn close(&mut self, hashed: &mut impl FnMut(&[u8; OUTPUT])) {
        let mut output = [0; OUTPUT];
        self.open.finish(&[], self.domain);
        self.open.squeeze(&mut output);
        hashed(&output);
        self.open = Sponge::new(self.backend);
        self.filled = 0;
        self.count += 1;
    }
}
