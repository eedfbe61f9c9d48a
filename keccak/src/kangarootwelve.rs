//! KT128 and KT256 (RFC 9861, section 3): KangarooTwelve, a tree hash over TurboSHAKE whose leaves run in lanes.

use crate::backend::Backend;
use crate::encode::right_encode;
use crate::leaves::Leaves;
use crate::shake::XofReader;
use crate::turboshake::{TURBO_ROUNDS, TurboShake};

/// KT128: each chunk of 8192 bytes is hashed to 32.
pub type Kt128 = KangarooTwelve<168, 32>;
/// KT256: each chunk of 8192 bytes is hashed to 64.
pub type Kt256 = KangarooTwelve<136, 64>;

/// The bytes of a chunk, and of the part of the message that the final node takes itself.
const CHUNK: usize = 8192;

/// Domain separation bytes: a message of one chunk, the final node of a tree, a leaf.
const SINGLE_NODE: u8 = 0x07;
const FINAL_NODE: u8 = 0x06;
const LEAF_NODE: u8 = 0x0b;

/// KT128 or KT256; use it through these names.
///
/// ```
/// use keccak::Kt128;
///
/// let mut hash = Kt128::new();
/// hash.update(b"message");
/// let mut output = [0; 32];
/// hash.finalize_xof(b"customization").read(&mut output);
///
/// let mut same = [0; 32];
/// Kt128::digest_xof(b"message", b"customization", &mut same);
/// assert_eq!(output, same);
///
/// Kt128::digest_xof(b"", b"", &mut same);
/// assert_eq!(same[..4], [0x1a, 0xc2, 0xd4, 0x50]);
/// ```
#[derive(Clone)]
pub struct KangarooTwelve<const RATE: usize, const LEAF: usize> {
    /// TurboSHAKE of the first chunk: with what else, and with which domain, the message's length decides.
    node: TurboShake<RATE>,
    first_chunk: usize,
    leaves: Leaves<RATE, TURBO_ROUNDS, LEAF>,
}

impl<const RATE: usize, const LEAF: usize> KangarooTwelve<RATE, LEAF> {
    /// An empty message so far, on the preferred backend.
    #[must_use]
    pub fn new() -> Self {
        Self::with_backend(Backend::active())
    }

    /// The same on the given backend.
    #[must_use]
    pub const fn with_backend(backend: Backend) -> Self {
        Self {
            node: TurboShake::new_unchecked(backend, SINGLE_NODE),
            first_chunk: 0,
            leaves: Leaves::new(backend, CHUNK, LEAF_NODE),
        }
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        let data = data.as_ref();
        let (first, rest) = data.split_at(data.len().min(CHUNK - self.first_chunk));
        self.node.update(first);
        self.first_chunk += first.len();
        if !rest.is_empty() {
            self.become_tree();
            self.leaves.absorb(rest, |leaf| self.node.update(leaf));
        }
    }

    /// Ends the message with the customization string C; the reader gives as many bytes as are asked for.
    #[must_use]
    pub fn finalize_xof(mut self, customization: &[u8]) -> XofReader<RATE, TURBO_ROUNDS> {
        self.update(customization);
        self.update(length_encode(customization.len()).as_bytes());
        if self.node.domain() == FINAL_NODE {
            self.leaves.finish(|leaf| self.node.update(leaf));
            self.node.update(length_encode(self.leaves.count() as usize).as_bytes());
            self.node.update([0xff, 0xff]);
        }
        self.node.finalize_xof()
    }

    /// Fills `output` from `data` and the customization string C, in one call.
    pub fn digest_xof(data: impl AsRef<[u8]>, customization: &[u8], output: &mut [u8]) {
        let mut hash = Self::new();
        hash.update(data);
        hash.finalize_xof(customization).read(output);
    }

    /// At the first byte after the first chunk: the suffix 110^62 that announces leaves.
    fn become_tree(&mut self) {
        if self.node.domain() == SINGLE_NODE {
            self.node.update([3, 0, 0, 0, 0, 0, 0, 0]);
            self.node.set_domain(FINAL_NODE);
        }
    }
}

/// length_encode of RFC 9861, section 3.3: right_encode, but 0 has no bytes before the count.
fn length_encode(length: usize) -> LengthEncoded {
    LengthEncoded(if length == 0 { None } else { Some(right_encode(length as u128)) })
}

struct LengthEncoded(Option<crate::encode::Encoded>);

impl LengthEncoded {
    fn as_bytes(&self) -> &[u8] {
        self.0.as_ref().map_or(&[0], |encoded| encoded.as_bytes())
    }
}

impl<const RATE: usize, const LEAF: usize> Default for KangarooTwelve<RATE, LEAF> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const RATE: usize, const LEAF: usize> core::fmt::Debug for KangarooTwelve<RATE, LEAF> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("KangarooTwelve").finish_non_exhaustive()
    }
}
