//! The registry: every operation that is measured, once.

use crate::{batch, hashing, kem};

/// An operation with its inputs ready, to run again and again.
pub type Run = Box<dyn FnMut()>;

/// An operation of this workspace.
pub struct Case {
    /// `Sha3_256_MTU`, `ML-KEM-768/KeyGen`, ...
    pub name: String,
    /// The crate that it is an operation of.
    pub family: Family,
    /// The bytes that one run hashes, where a speed makes sense.
    pub bytes: Option<usize>,
    /// The operations that one run does.
    pub operations: usize,
    /// Whether the Criterion benchmarks and the backends' table show it; the others are there to compare with peers.
    pub listed: bool,
    /// Makes the inputs, on the active backend.
    pub prepare: Box<dyn Fn() -> Run>,
}

/// A crate of this workspace, with backends of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `keccak`
    Keccak,
    /// `mlkem`
    MlKem,
}

impl Family {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Keccak, Self::MlKem];

    /// The crate's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keccak => "keccak",
            Self::MlKem => "mlkem",
        }
    }

    /// The names of the backends that this processor has, the portable one first, the preferred one last.
    #[must_use]
    pub fn backends(self) -> Vec<&'static str> {
        let (mut names, preferred): (Vec<_>, _) = match self {
            Self::Keccak => {
                (keccak::Backend::available().map(keccak::Backend::name).collect(), keccak::Backend::preferred().name())
            }
            Self::MlKem => {
                (mlkem::Backend::available().map(mlkem::Backend::name).collect(), mlkem::Backend::preferred().name())
            }
        };
        names.reverse();
        names.sort_by_key(|name| *name == preferred); // stable: only the preferred one moves
        names
    }

    /// The name of the backend that is used now.
    #[must_use]
    pub fn active(self) -> &'static str {
        match self {
            Self::Keccak => keccak::Backend::active().name(),
            Self::MlKem => mlkem::Backend::active().name(),
        }
    }

    /// Makes the crate use the backend of that name, where this processor has it.
    pub fn force(self, name: &str) {
        match self {
            Self::Keccak => keccak::Backend::from_name(name).map(keccak::Backend::force).unwrap_or_default(),
            Self::MlKem => mlkem::Backend::from_name(name).map(mlkem::Backend::force).unwrap_or_default(),
        }
    }
}

/// Every operation, in the order of the tables.
#[must_use]
pub fn all() -> Vec<Case> {
    let mut cases = hashing::cases();
    cases.extend(kem::cases());
    cases.extend(batch::cases());
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names are how cases are found: no two are the same. Every case runs, on every backend.
    #[test]
    fn each_runs_everywhere() {
        let cases = all();
        for (index, case) in cases.iter().enumerate() {
            assert!(cases[..index].iter().all(|other| other.name != case.name), "{} is there twice", case.name);
            for backend in case.family.backends() {
                case.family.force(backend);
                (case.prepare)()();
            }
        }
    }

    /// The portable backend is the first, which the tables compare the others with.
    #[test]
    fn portable_first() {
        for family in Family::ALL {
            assert_eq!(family.backends().first(), Some(&"portable"));
        }
    }
}
