//! cSHAKE128 and cSHAKE256 (SP 800-185, section 3).

use crate::backend::Backend;
use crate::encode::{left_encode, left_encode_bits};
use crate::permutation::ROUNDS;
use crate::shake::{SHAKE_DOMAIN, XofReader};
use crate::sponge::Sponge;

/// cSHAKE128.
pub type CShake128 = CShake<168>;
/// cSHAKE256.
pub type CShake256 = CShake<136>;

/// The domain suffix 00 of cSHAKE with the first bit of the padding.
const CSHAKE_DOMAIN: u8 = 0x04;

/// cSHAKE128 or cSHAKE256; use it through these names.
///
/// ```
/// use keccak::CShake128;
///
/// let mut cshake = CShake128::new(b"", b"Email Signature");
/// cshake.update([0, 1, 2, 3]);
/// let mut output = [0; 32];
/// cshake.finalize_xof().read(&mut output);
/// assert_eq!(output[..4], [0xc1, 0xc3, 0x69, 0x25]);
/// ```
#[derive(Clone)]
pub struct CShake<const RATE: usize> {
    sponge: Sponge<RATE, ROUNDS>,
    domain: u8,
}

impl<const RATE: usize> CShake<RATE> {
    /// The bytes absorbed or squeezed by one permutation.
    pub const RATE: usize = RATE;

    /// An empty message so far, for the function name N (which NIST assigns) and the customization string S,
    /// on the preferred backend. With both empty it is SHAKE, as section 3.3 says.
    #[must_use]
    pub fn new(function_name: &[u8], customization: &[u8]) -> Self {
        Self::with_backend(Backend::active(), function_name, customization)
    }

    /// The same on the given backend.
    #[must_use]
    pub fn with_backend(backend: Backend, function_name: &[u8], customization: &[u8]) -> Self {
        let mut sponge = Sponge::new(backend);
        if function_name.is_empty() && customization.is_empty() {
            return Self { sponge, domain: SHAKE_DOMAIN };
        }
        // bytepad(encode_string(N) || encode_string(S), rate)
        sponge.absorb(left_encode(RATE as u128).as_bytes());
        for string in [function_name, customization] {
            sponge.absorb(left_encode_bits(string.len()).as_bytes());
            sponge.absorb(string);
        }
        sponge.pad_block();
        Self { sponge, domain: CSHAKE_DOMAIN }
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
        self.sponge.finish(&[], self.domain);
        XofReader { sponge: self.sponge }
    }

    /// bytepad(encode_string(string), rate), as KMAC absorbs its key.
    pub(crate) fn absorb_padded_string(&mut self, string: &[u8]) {
        self.sponge.absorb(left_encode(RATE as u128).as_bytes());
        self.sponge.absorb(left_encode_bits(string.len()).as_bytes());
        self.sponge.absorb(string);
        self.sponge.pad_block();
    }
}

impl<const RATE: usize> core::fmt::Debug for CShake<RATE> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CShake").finish_non_exhaustive()
    }
}
