//! KMAC128, KMAC256 and their extendable-output forms KMACXOF128 and KMACXOF256 (SP 800-185, section 4).

use crate::backend::Backend;
use crate::cshake::CShake;
use crate::encode::{right_encode, right_encode_bits};
use crate::permutation::ROUNDS;
use crate::shake::XofReader;

/// KMAC128.
pub type Kmac128 = Kmac<168>;
/// KMAC256.
pub type Kmac256 = Kmac<136>;

/// KMAC128 or KMAC256; use it through these names.
///
/// ```
/// use keccak::Kmac128;
///
/// let mut kmac = Kmac128::new(b"a key of sixteen", b"");
/// kmac.update(b"message");
/// let mut tag = [0; 32];
/// kmac.clone().finalize(&mut tag);
/// assert!(kmac.verify(&tag));
/// ```
#[derive(Clone)]
pub struct Kmac<const RATE: usize> {
    cshake: CShake<RATE>,
}

impl<const RATE: usize> Kmac<RATE> {
    /// An empty message so far, under `key` and the customization string S, on the preferred backend.
    #[must_use]
    pub fn new(key: &[u8], customization: &[u8]) -> Self {
        Self::with_backend(Backend::active(), key, customization)
    }

    /// The same on the given backend.
    #[must_use]
    pub fn with_backend(backend: Backend, key: &[u8], customization: &[u8]) -> Self {
        let mut cshake = CShake::with_backend(backend, b"KMAC", customization);
        cshake.absorb_padded_string(key);
        Self { cshake }
    }

    /// Appends `data` to the message.
    #[inline]
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.cshake.update(data);
    }

    /// Fills `tag`; its length, in bits, is part of what is authenticated.
    pub fn finalize(mut self, tag: &mut [u8]) {
        self.cshake.update(right_encode_bits(tag.len()).as_bytes());
        self.cshake.finalize_xof().read(tag);
    }

    /// KMACXOF: ends the message; the reader gives as many bytes as are asked for.
    #[must_use]
    pub fn finalize_xof(mut self) -> XofReader<RATE, ROUNDS> {
        self.cshake.update(right_encode(0).as_bytes());
        self.cshake.finalize_xof()
    }

    /// Whether `tag` is this message's tag of that length, in time that depends on the length alone. An empty tag is refused.
    #[must_use]
    pub fn verify(mut self, tag: &[u8]) -> bool {
        self.cshake.update(right_encode_bits(tag.len()).as_bytes());
        let mut reader = self.cshake.finalize_xof();
        let mut difference = 0;
        for chunk in tag.chunks(64) {
            let mut expected = [0; 64];
            reader.read(&mut expected[..chunk.len()]);
            for (a, b) in chunk.iter().zip(expected) {
                difference |= core::hint::black_box(a ^ b);
            }
        }
        difference == 0 && !tag.is_empty()
    }
}

impl<const RATE: usize> core::fmt::Debug for Kmac<RATE> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Kmac").finish_non_exhaustive()
    }
}
