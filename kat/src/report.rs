//! What came out of the tests of a file.

use std::collections::BTreeMap;
use std::fmt;

/// Why a file gave no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It could not be read at all.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// It is none of the kinds known here.
    #[error("not recognised: {0}")]
    NotRecognised(String),
    /// It is of a known kind, but broken.
    #[error("malformed: {0}")]
    Malformed(String),
}

impl Error {
    /// A file of a known kind is broken at `place`.
    pub(crate) fn malformed(place: impl fmt::Display, what: impl fmt::Display) -> Self {
        Self::Malformed(format!("{place}: {what}"))
    }
}

/// How one test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As the file says.
    Pass,
    /// Otherwise than the file says: how.
    Fail(String),
    /// Not run: why.
    Skip(&'static str),
}

impl Outcome {
    /// Passes if `got` is `expected`; `name` says what they are.
    #[must_use]
    pub fn equal(name: &str, expected: &[u8], got: &[u8]) -> Self {
        if expected == got {
            return Self::Pass;
        }
        let at = expected.iter().zip(got).take_while(|(e, g)| e == g).count();
        let show = |bytes: &[u8]| match bytes.get(at..) {
            None | Some([]) => "end".to_owned(),
            Some(rest) => hex::encode(rest.get(..16).unwrap_or(rest)),
        };
        Self::Fail(format!(
            "{name}: {} bytes expected, {} found, different from byte {at} on: expected {}, found {}",
            expected.len(),
            got.len(),
            show(expected),
            show(got)
        ))
    }

    /// Passes if `expected` is `got`; `name` says what is accepted or not.
    #[must_use]
    pub fn accepted(name: &str, expected: bool, got: Result<(), String>) -> Self {
        match (expected, got) {
            (true, Ok(())) | (false, Err(_)) => Self::Pass,
            (true, Err(why)) => Self::Fail(format!("{name} must be accepted and was rejected: {why}")),
            (false, Ok(())) => Self::Fail(format!("{name} must be rejected and was accepted")),
        }
    }

    /// The first that is not a pass.
    #[must_use]
    pub fn and(self, next: impl FnOnce() -> Self) -> Self {
        if self == Self::Pass { next() } else { self }
    }
}

/// A test that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which test, in the words of its file.
    pub test: String,
    /// What was wrong.
    pub what: String,
}

/// The outcomes of many tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Number of tests that passed.
    pub passed: u64,
    /// Number of tests that failed.
    pub failed: u64,
    /// Number of tests not run.
    pub skipped: u64,
    /// Why tests were not run, and how many for each reason.
    pub reasons: BTreeMap<String, u64>,
    /// The first failures, at most [`Self::MOST_FAILURES`].
    pub failures: Vec<Failure>,
}

impl Report {
    /// So many failures are kept in full.
    pub const MOST_FAILURES: usize = 10;

    /// Counts one test.
    pub fn record(&mut self, test: impl fmt::Display, outcome: Outcome) {
        match outcome {
            Outcome::Pass => self.passed += 1,
            Outcome::Skip(why) => self.skip(why, 1),
            Outcome::Fail(what) => {
                self.failed += 1;
                if self.failures.len() < Self::MOST_FAILURES {
                    self.failures.push(Failure { test: test.to_string(), what });
                }
            }
        }
    }

    /// Counts `count` tests that are not run.
    pub fn skip(&mut self, why: impl Into<String>, count: u64) {
        if count > 0 {
            self.skipped += count;
            *self.reasons.entry(why.into()).or_default() += count;
        }
    }

    /// Adds the counts of another report; its failures stay with it.
    pub fn add_counts(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    /// Number of all tests.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.passed + self.failed + self.skipped
    }
}

/// `N passed, N failed, N skipped (N why, N why)`
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)?;
        for (i, (why, count)) in self.reasons.iter().enumerate() {
            write!(f, "{}{count} {why}", if i == 0 { " (" } else { "; " })?;
        }
        f.write_str(if self.reasons.is_empty() { "" } else { ")" })
    }
}
