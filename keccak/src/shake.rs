//! SHAKE128 and SHAKE256 (FIPS 202, section 6.2), and the reader that all extendable-output functions end in.

use crate::backend::Backend;
use crate::permutation::ROUNDS;
use crate::sponge::Sponge;

/// SHAKE128: 128-bit security strength, any length of output.
pub type Shake128 = Shake<168>;
/// SHAKE256: 256-bit security strength, any length of output.
pub type Shake256 = Shake<136>;

/// The domain suffix 1111 of SHAKE with the first bit of the padding.
pub(crate) const SHAKE_DOMAIN: u8 = 0x1f;

/// SHAKE128 or SHAKE256; use it through these names.
///
/// ```
/// use keccak::Shake128;
///
/// let mut shake = Shake128::new();
/// shake.update(b"message");
/// let mut reader = shake.finalize_xof();
/// let (mut first, mut second) = ([0; 10], [0; 500]);
/// reader.read(&mut first);
/// reader.read(&mut second);
///
/// let mut both = [0; 510];
/// Shake128::digest_xof(b"message", &mut both);
/// assert_eq!(both, *[&first[..], &second[..]].concat());
/// ```
#[derive(Clone)]
pub struct Shake<const RATE: usize> {
    sponge: Sponge<RATE, ROUNDS>,
}

impl<const RATE: usize> Shake<RATE> {
    /// The bytes absorbed or squeezed by one permutation.
    pub const RATE: usize = RATE;

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

    /// Ends the message; the reader gives as many bytes as are asked for.
    #[inline]
    #[must_use]
    pub fn finalize_xof(mut self) -> XofReader<RATE, ROUNDS> {
        self.sponge.finish(&[], SHAKE_DOMAIN);
        XofReader { sponge: self.sponge }
    }

    /// Fills `output` from `data`, in one call.
    #[inline]
    pub fn digest_xof(data: impl AsRef<[u8]>, output: &mut [u8]) {
        let mut shake = Self::new();
        shake.sponge.finish(data.as_ref(), SHAKE_DOMAIN);
        shake.sponge.squeeze(output);
    }
}

impl<const RATE: usize> Default for Shake<RATE> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const RATE: usize> core::fmt::Debug for Shake<RATE> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Shake").finish_non_exhaustive()
    }
}

/// The output of an extendable-output function, read in pieces of any length.
#[derive(Clone)]
pub struct XofReader<const RATE: usize, const ROUNDS: usize> {
    pub(crate) sponge: Sponge<RATE, ROUNDS>,
}

impl<const RATE: usize, const ROUNDS: usize> XofReader<RATE, ROUNDS> {
    /// Fills `output` with the next bytes.
    #[inline]
    pub fn read(&mut self, output: &mut [u8]) {
        self.sponge.squeeze(output);
    }
}

impl<const RATE: usize, const ROUNDS: usize> core::fmt::Debug for XofReader<RATE, ROUNDS> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("XofReader").finish_non_exhaustive()
    }
}
