//! The 32 bytes that both sides end up with.

use crate::arch::memory::wipe;
use crate::params::SHARED_SECRET_SIZE;
use core::fmt;
use subtle::{Choice, ConstantTimeEq};
use zeroize::ZeroizeOnDrop;

/// A shared secret key K of 32 bytes.
///
/// It is wiped when dropped, compared in constant time through [`ConstantTimeEq`] (of the crate `subtle` 2), never with
/// `==`, and `Debug` does not show it.
#[derive(Clone)]
pub struct SharedSecret(pub(crate) [u8; SHARED_SECRET_SIZE]);

impl SharedSecret {
    /// The 32 bytes of the key.
    #[inline]
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; SHARED_SECRET_SIZE] {
        &self.0
    }
}

impl AsRef<[u8]> for SharedSecret {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl ConstantTimeEq for SharedSecret {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSecret([REDACTED; 32])")
    }
}

impl Drop for SharedSecret {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

impl ZeroizeOnDrop for SharedSecret {}
