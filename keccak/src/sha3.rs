//! SHA3-224, -256, -384, -512 (FIPS 202, section 6.1) and the Keccak-256 that came before the standard.

use crate::backend::Backend;
use crate::permutation::ROUNDS;
use crate::sponge::Sponge;

/// SHA3-224: 28 bytes of output.
pub type Sha3_224 = Sha3<144, 28, 0x06>;
/// SHA3-256: 32 bytes of output.
pub type Sha3_256 = Sha3<136, 32, 0x06>;
/// SHA3-384: 48 bytes of output.
pub type Sha3_384 = Sha3<104, 48, 0x06>;
/// SHA3-512: 64 bytes of output.
pub type Sha3_512 = Sha3<72, 64, 0x06>;
/// Keccak-256 with the padding of the original submission, which Ethereum uses: 32 bytes of output.
pub type Keccak256 = Sha3<136, 32, 0x01>;

/// A hash function of fixed output length; use it through its names, [`Sha3_256`] and so on.
///
/// ```
/// use keccak::Sha3_256;
///
/// let mut hash = Sha3_256::new();
/// hash.update(b"ab");
/// hash.update(b"c");
/// assert_eq!(hash.finalize(), Sha3_256::digest(b"abc"));
/// ```
#[derive(Clone)]
pub struct Sha3<const RATE: usize, const OUTPUT: usize, const DOMAIN: u8> {
    sponge: Sponge<RATE, ROUNDS>,
}

impl<const RATE: usize, const OUTPUT: usize, const DOMAIN: u8> Sha3<RATE, OUTPUT, DOMAIN> {
    /// The bytes absorbed by one permutation.
    pub const RATE: usize = RATE;
    /// The bytes of output.
    pub const OUTPUT_SIZE: usize = OUTPUT;

    /// An empty message so far, on the preferred backend.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self::with_backend(Backend::active())
    }

    /// An empty message so far, on the given backend.
    #[inline]
    #[must_use]
    pub const fn with_backend(backend: Backend) -> Self {
        Self { sponge: Sponge::new(backend) }
    }

    /// Appends `data` to the message.
    #[inline]
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.sponge.absorb(data.as_ref());
    }

    /// The hash of the message.
    #[inline]
    #[must_use]
    pub fn finalize(mut self) -> [u8; OUTPUT] {
        let mut output = [0; OUTPUT];
        self.sponge.finish(&[], DOMAIN);
        self.sponge.squeeze(&mut output);
        output
    }

    /// The hash of `data`, in one call.
    #[inline]
    #[must_use]
    pub fn digest(data: impl AsRef<[u8]>) -> [u8; OUTPUT] {
        let mut hash = Self::new();
        let mut output = [0; OUTPUT];
        hash.sponge.finish(data.as_ref(), DOMAIN);
        hash.sponge.squeeze(&mut output);
        output
    }
}

impl<const RATE: usize, const OUTPUT: usize, const DOMAIN: u8> Default for Sha3<RATE, OUTPUT, DOMAIN> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const RATE: usize, const OUTPUT: usize, const DOMAIN: u8> core::fmt::Debug for Sha3<RATE, OUTPUT, DOMAIN> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sha3").finish_non_exhaustive()
    }
}
