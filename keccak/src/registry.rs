//! What this crate and `mlkem` share of naming, detecting, choosing and forcing a backend.

use core::fmt;

/// Why a backend cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendError {
    /// No backend of this architecture has that name.
    Unknown,
    /// This processor or operating system lacks instructions that the backend needs.
    Unavailable,
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "no backend of this architecture has that name",
            Self::Unavailable => "this processor or operating system lacks the instructions of that backend",
        })
    }
}

impl core::error::Error for BackendError {}

/// String comparison for constants.
#[doc(hidden)]
#[must_use]
pub const fn same_name(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut same = a.len() == b.len();
    let mut i = 0;
    while same && i < a.len() {
        same = a[i] == b[i];
        i += 1;
    }
    same
}

/// The backend, of any architecture, that `--cfg $override="NAME"` names at build time.
#[doc(hidden)]
#[macro_export]
macro_rules! build_override {
    ($override:ident) => {
        $crate::build_override!($override: "portable" "bmi" "avx2" "avx512vl" "avx512" "avx512vbmi" "avx512x8" "scalar" "neon"
            "neon-hybrid" "sha3" "sha3-pairs" "sha3-hybrid" "simd128")
    };
    ($override:ident: $($name:literal)*) => {{
        let chosen: &[Option<&str>] = &[$(if cfg!($override = $name) { Some($name) } else { None }),*];
        let (mut name, mut i) = (None, 0);
        while i < chosen.len() {
            if chosen[i].is_some() {
                name = chosen[i];
            }
            i += 1;
        }
        name
    }};
}

/// Makes the type `Backend`: one variant for each backend of the architecture, from the widest to the portable one,
/// holding the tokens that prove that it can run.
///
/// `preferred` says by name which one to use by default, if not the first that the processor has; `override_cfg` is the
/// `--cfg` that decides it at build time.
#[doc(hidden)]
#[macro_export]
macro_rules! backends {
    (
        override_cfg: $override:ident,
        preferred: $preferred:expr,
        $($(#[doc = $doc:literal])* $variant:ident($token:ty) = $name:literal, $detect:expr;)*
    ) => {
        /// One backend that this processor has.
        ///
        /// Each variant holds what only a successful check of processor and operating system makes, so a value
        /// of this type is itself the proof that the backend can run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Backend {
            $($(#[doc = $doc])* $variant($token),)*
        }

        /// This architecture's backends, whether the processor has them or not, from the widest to the portable one.
        const NAMES: &[&str] = &[$($name,)*];

        /// What the build was told to use.
        const OVERRIDE: Option<&str> = {
            let name = $crate::build_override!($override);
            if let Some(name) = name {
                let mut found = false;
                let mut i = 0;
                while i < NAMES.len() {
                    found |= $crate::same_name(NAMES[i], name);
                    i += 1;
                }
                assert!(found, concat!("--cfg ", stringify!($override), ": this architecture has no such backend"));
            }
            name
        };

        /// 0: not chosen yet; i + 1: `NAMES[i]`.
        static ACTIVE: core::sync::atomic::AtomicU8 = core::sync::atomic::AtomicU8::new(0);

        impl Backend {
            /// The names of this architecture's backends, whether the processor has them or not, from the widest to the portable one.
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
                    $($name => $detect.map(Self::$variant).ok_or(BackendError::Unavailable),)*
                    _ => Err(BackendError::Unknown),
                }
            }

            /// This backend's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)*
                }
            }

            /// Every backend that this processor has, in the order of [`Self::names`].
            pub fn available() -> impl Iterator<Item = Self> {
                NAMES.iter().filter_map(|name| Self::from_name(name).ok())
            }

            /// The backend in use: what [`Self::force`] set, else what the build was told, else the preferred one.
            #[inline]
            #[must_use]
            pub fn active() -> Self {
                let mut index = ACTIVE.load(core::sync::atomic::Ordering::Relaxed);
                $(
                    {
                        index = index.wrapping_sub(1);
                        if index == 0
                            && let Some(token) = $detect
                        {
                            return Self::$variant(token);
                        }
                    }
                )*
                let _ = index;
                Self::choose()
            }

            #[cold]
            fn choose() -> Self {
                let chosen = Self::preferred();
                let (new, relaxed) = (chosen.index(), core::sync::atomic::Ordering::Relaxed);
                // not where another thread has forced one meanwhile: that stays
                let _ = ACTIVE.compare_exchange(0, new, relaxed, relaxed);
                chosen
            }

            /// What is used where nothing is forced: what the build was told, if the processor has it, else what suits the
            /// processor best. Where the build names a backend that the processor lacks, it is the portable one.
            #[must_use]
            pub fn preferred() -> Self {
                let name: Option<&str> = OVERRIDE.or_else(|| $preferred);
                let named = name.and_then(|name| Self::from_name(name).ok());
                let chosen = if OVERRIDE.is_some() { named } else { named.or_else(|| Self::available().next()) };
                chosen.unwrap_or(Self::PORTABLE)
            }

            /// Makes every later operation of this process use `self`: for tests and comparisons.
            pub fn force(self) {
                ACTIVE.store(self.index(), core::sync::atomic::Ordering::Relaxed);
            }

            /// What `ACTIVE` holds for this backend.
            fn index(self) -> u8 {
                NAMES.iter().position(|name| *name == self.name()).map_or(0, |index| index as u8 + 1)
            }

            /// Undoes [`Self::force`].
            pub fn unforce() {
                ACTIVE.store(0, core::sync::atomic::Ordering::Relaxed);
            }
        }

        impl Default for Backend {
            fn default() -> Self {
                Self::active()
            }
        }
    };
}
