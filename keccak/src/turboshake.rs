//! TurboSHAKE128 and TurboSHAKE256 (RFC 9861, section 2): SHAKE's sponge over the last 12 rounds.

use crate::backend::Backend;
use crate::shake::XofReader;
use crate::sponge::Sponge;

/// The rounds of TurboSHAKE and KangarooTwelve.
pub(crate) const TURBO_ROUNDS: usize = 12;

/// TurboSHAKE128.
pub type TurboShake128 = TurboShake<168>;
/// TurboSHAKE256.
pub type TurboShake256 = TurboShake<136>;

/// TurboSHAKE128 or TurboSHAKE256; use it through these names.
///
/// ```
/// use keccak::TurboShake128;
///
/// let mut output = [0; 64];
/// TurboShake128::digest_xof(b"message", &mut output);
///
/// let mut turbo = TurboShake128::with_domain(0x1f).expect("0x1f is the default domain");
/// turbo.update(b"message");
/// let mut same = [0; 64];
/// turbo.finalize_xof().read(&mut same);
/// assert_eq!(output, same);
/// ```
#[derive(Clone)]
pub struct TurboShake<const RATE: usize> {
    sponge: Sponge<RATE, TURBO_ROUNDS>,
    domain: u8,
}

impl<const RATE: usize> TurboShake<RATE> {
    /// The bytes absorbed or squeezed by one permutation.
    pub const RATE: usize = RATE;

    /// The domain separation byte of RFC 9861 where none is asked for.
    pub const DEFAULT_DOMAIN: u8 = 0x1f;

    /// An empty message so far, with domain separation byte 0x1F, on the preferred backend.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self::new_unchecked(Backend::active(), Self::DEFAULT_DOMAIN)
    }

    /// The same with domain separation byte D, which is 0x01 to 0x7F; otherwise `None`.
    #[inline]
    #[must_use]
    pub fn with_domain(domain: u8) -> Option<Self> {
        Self::with_backend(Backend::active(), domain)
    }

    /// The same on the given backend.
    #[inline]
    #[must_use]
    pub const fn with_backend(backend: Backend, domain: u8) -> Option<Self> {
        match domain {
            0x01..=0x7f => Some(Self::new_unchecked(backend, domain)),
            _ => None,
        }
    }

    /// `domain` is one of RFC 9861's.
    #[inline]
    pub(crate) const fn new_unchecked(backend: Backend, domain: u8) -> Self {
        Self { sponge: Sponge::new(backend), domain }
    }

    /// The domain separation byte that the message will end with.
    pub(crate) const fn domain(&self) -> u8 {
        self.domain
    }

    /// Another of RFC 9861's domain separation bytes.
    pub(crate) const fn set_domain(&mut self, domain: u8) {
        self.domain = domain;
    }

    /// Appends `data` to the message.
    #[inline]
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.sponge.absorb(data.as_ref());
    }

    /// Ends the message; the reader gives as many bytes as are asked for.
    #[inline]
    #[must_use]
    pub fn finalize_xof(mut self) -> XofReader<RATE, TURBO_ROUNDS> {
        self.sponge.finish(&[], self.domain);
        XofReader { sponge: self.sponge }
    }

    /// Fills `output` from `data` with domain separation byte 0x1F, in one call.
    #[inline]
    pub fn digest_xof(data: impl AsRef<[u8]>, output: &mut [u8]) {
        let mut turbo = Self::new();
        turbo.sponge.finish(data.as_ref(), turbo.domain);
        turbo.sponge.squeeze(output);
    }
}

impl<const RATE: usize> Default for TurboShake<RATE> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const RATE: usize> core::fmt::Debug for TurboShake<RATE> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("TurboShake").finish_non_exhaustive()
    }
}
