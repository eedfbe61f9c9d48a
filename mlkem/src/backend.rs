//! Which backends exist, which of them this processor has, and which one is used.
//!
//! A backend of this crate is arithmetic together with the Keccak lanes it feeds from.

use crate::arch::Pair;
use core::sync::atomic::{AtomicU8, Ordering};
use keccak::BackendError;
use keccak::arch::portable::Portable;

/// One backend that this processor has: the proofs that its instructions may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Plain integers, one Keccak state at a time.
    Portable(Pair<Portable, Portable>),
}

/// Runs `$body` with `$token` bound to the backend's proofs and `$lanes` to its number of Keccak lanes:
/// everything below is static.
macro_rules! with_backend {
    ($backend:expr, $token:ident, $lanes:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Portable($token) => {
                const $lanes: usize = 1;
                $body
            }
        }
    };
}
pub(crate) use with_backend;

/// The same with the number of lanes that serves many keys best, each key in a lane of its own.
macro_rules! with_batch_backend {
    ($backend:expr, $token:ident, $lanes:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Portable($token) => {
                const $lanes: usize = 1;
                $body
            }
        }
    };
}
pub(crate) use with_batch_backend;

/// The names of this architecture's backends, whether the processor has them or not, in order of preference.
const NAMES: &[&str] = &["portable"];

/// 0: not chosen yet; i + 1: `NAMES[i]`.
static ACTIVE: AtomicU8 = AtomicU8::new(0);

const PORTABLE: Backend = Backend::Portable(Pair { arithmetic: Portable, keccak: Portable });

impl Backend {
    /// The names of all backends of this architecture, in order of preference, whether they can run here or not.
    #[must_use]
    pub const fn names() -> &'static [&'static str] {
        NAMES
    }

    /// The backend of that name, if this processor has it.
    ///
    /// # Errors
    /// [`BackendError::Unknown`] for a name that [`Self::names`] does not list, [`BackendError::Unavailable`]
    /// where the processor or the operating system lacks its instructions.
    pub fn from_name(name: &str) -> Result<Self, BackendError> {
        match name {
            "portable" => Ok(PORTABLE),
            _ => Err(BackendError::Unknown),
        }
    }

    /// This backend's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable(_) => "portable",
        }
    }

    /// Every backend that can run here, the preferred one first.
    pub fn available() -> impl Iterator<Item = Self> {
        NAMES.iter().filter_map(|name| Self::from_name(name).ok())
    }

    /// The backend that operations use: what [`Self::force`] set, else what the build was told, else the preferred one.
    #[inline]
    #[must_use]
    pub fn active() -> Self {
        Self::from_index(ACTIVE.load(Ordering::Relaxed)).unwrap_or_else(Self::choose)
    }

    /// Makes every later operation in this process use `self`: for tests and comparisons.
    pub fn force(self) {
        if let Some(index) = NAMES.iter().position(|name| *name == self.name()) {
            ACTIVE.store(index as u8 + 1, Ordering::Relaxed);
        }
    }

    /// Undoes [`Self::force`].
    pub fn unforce() {
        ACTIVE.store(0, Ordering::Relaxed);
    }

    #[inline]
    fn from_index(index: u8) -> Option<Self> {
        let name = NAMES.get(usize::from(index).checked_sub(1)?)?;
        Self::from_name(name).ok()
    }

    #[cold]
    fn choose() -> Self {
        let chosen = Self::available().next().unwrap_or(PORTABLE);
        chosen.force();
        chosen
    }
}
