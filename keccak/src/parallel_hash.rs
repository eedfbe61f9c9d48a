//! ParallelHash128, ParallelHash256 and their extendable-output forms (SP 800-185, section 6).

use crate::backend::Backend;
use crate::cshake::CShake;
use crate::encode::{left_encode, right_encode, right_encode_bits};
use crate::leaves::Leaves;
use crate::permutation::ROUNDS;
use crate::shake::{SHAKE_DOMAIN, XofReader};
use core::num::NonZeroUsize;

/// ParallelHash128: blocks are hashed to 32 bytes.
pub type ParallelHash128 = ParallelHash<168, 32>;
/// ParallelHash256: blocks are hashed to 64 bytes.
pub type ParallelHash256 = ParallelHash<136, 64>;

/// ParallelHash128 or ParallelHash256; use it through these names. Blocks are hashed side by side, as many as the
/// backend has lanes.
///
/// ```
/// use keccak::ParallelHash128;
/// use std::num::NonZeroUsize;
///
/// let block_size = NonZeroUsize::new(8).unwrap();
/// let mut hash = ParallelHash128::new(block_size, b"");
/// hash.update([0, 1, 2, 3, 4, 5, 6, 7, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17]);
/// hash.update([0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27]);
/// let mut output = [0; 32];
/// hash.finalize(&mut output);
/// assert_eq!(output[..4], [0xba, 0x8d, 0xc1, 0xd1]);
/// ```
#[derive(Clone)]
pub struct ParallelHash<const RATE: usize, const LEAF: usize> {
    node: CShake<RATE>,
    leaves: Leaves<RATE, ROUNDS, LEAF>,
}

impl<const RATE: usize, const LEAF: usize> ParallelHash<RATE, LEAF> {
    /// An empty message so far, in blocks of `block_size` bytes (B), with the customization string S,
    /// on the preferred backend.
    #[must_use]
    pub fn new(block_size: NonZeroUsize, customization: &[u8]) -> Self {
        Self::with_backend(Backend::active(), block_size, customization)
    }

    /// The same on the given backend.
    #[must_use]
    pub fn with_backend(backend: Backend, block_size: NonZeroUsize, customization: &[u8]) -> Self {
        let mut node = CShake::with_backend(backend, b"ParallelHash", customization);
        node.update(left_encode(block_size.get() as u128).as_bytes());
        Self { node, leaves: Leaves::new(backend, block_size.get(), SHAKE_DOMAIN) }
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.leaves.absorb(data.as_ref(), |leaf| self.node.update(leaf));
    }

    /// Fills `output`; its length, in bits, goes into the hash.
    pub fn finalize(self, output: &mut [u8]) {
        let length = right_encode_bits(output.len());
        self.end(length.as_bytes()).read(output);
    }

    /// ParallelHashXOF: ends the message; the reader gives as many bytes as are asked for.
    #[must_use]
    pub fn finalize_xof(self) -> XofReader<RATE, ROUNDS> {
        self.end(right_encode(0).as_bytes())
    }

    fn end(mut self, length: &[u8]) -> XofReader<RATE, ROUNDS> {
        self.leaves.finish(|leaf| self.node.update(leaf));
        self.node.update(right_encode(self.leaves.count()).as_bytes());
        self.node.update(length);
        self.node.finalize_xof()
    }
}

impl<const RATE: usize, const LEAF: usize> core::fmt::Debug for ParallelHash<RATE, LEAF> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ParallelHash").finish_non_exhaustive()
    }
}
