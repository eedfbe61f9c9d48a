//! Which backends exist, which of them this processor has, and which one is used.
//!
//! | name | processor | one state | many states |
//! | --- | --- | --- | --- |
//! | `portable` | any | plain 64-bit words | one after the other |

use crate::arch::portable::Portable;
use core::sync::atomic::{AtomicU8, Ordering};

/// One backend that this processor has.
///
/// Each variant holds the token that only a successful check of processor and operating system makes, so a value
/// of this type is itself the proof that the backend can run. `#[non_exhaustive]`: more may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Plain 64-bit words.
    Portable(Portable),
}

/// Runs `$body` with `$token` bound to the backend's token: everything below is static.
macro_rules! with_backend {
    ($backend:expr, $token:ident => $body:expr) => {
        match $backend {
            $crate::Backend::Portable($token) => $body,
        }
    };
}
pub(crate) use with_backend;

/// The names of this architecture's backends, whether the processor has them or not, in order of preference.
const NAMES: &[&str] = &["portable"];

/// What `--cfg keccak_backend="NAME"` asked for at build time; it fails to compile where NAME cannot exist.
const BUILD_OVERRIDE: Option<&str> = {
    #[cfg(not(keccak_backend))]
    const CHOSEN: Option<&str> = None;
    CHOSEN
};

/// 0: not chosen yet; i + 1: `NAMES[i]`.
static ACTIVE: AtomicU8 = AtomicU8::new(0);

/// Why a backend cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendError {
    /// No backend of this architecture has that name.
    Unknown,
    /// This processor or operating system lacks instructions that the backend needs.
    Unavailable,
}

impl core::fmt::Display for BackendError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Unknown => "no Keccak backend of this architecture has that name",
            Self::Unavailable => "this processor or operating system lacks the instructions of that Keccak backend",
        })
    }
}

impl core::error::Error for BackendError {}

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
            "portable" => Ok(Self::Portable(Portable)),
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

    /// The backend that new hash states use: what [`Self::force`] set, else what the build was told, else the preferred one.
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

    fn from_index(index: u8) -> Option<Self> {
        let name = NAMES.get(usize::from(index).checked_sub(1)?)?;
        Self::from_name(name).ok()
    }

    #[cold]
    fn choose() -> Self {
        let mut candidates = Self::available().filter(|b| BUILD_OVERRIDE.is_none_or(|name| name == b.name()));
        let chosen = candidates.next().unwrap_or(Self::Portable(Portable));
        chosen.force();
        chosen
    }
}

impl Default for Backend {
    fn default() -> Self {
        Self::active()
    }
}
