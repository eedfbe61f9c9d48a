//! Known-answer tests for the `keccak` and `mlkem` crates.
//!
//! A file is read ([`source`]), recognised by what it holds ([`mod@recognise`]) and never by its name, and every test in it
//! is run through the public interface of the two libraries, which gives a [`Report`]. [`plan`] does this for
//! files and folders, [`accumulated`] is the procedure that needs no file. The `kat` command is a thin shell over these.

// Only public lengths and counters are divided here.
#![allow(clippy::integer_division_remainder_used)]

pub mod accumulated;
pub mod backends;
mod bits;
mod fields;
mod formats;
pub mod hash;
pub mod hybrid;
pub mod kem;
pub mod plan;
mod progress;
pub mod recognise;
mod records;
mod report;
pub mod source;

pub use progress::Progress;
pub use recognise::{Document, Format, recognise};
pub use report::{Error, Failure, Outcome, Report};

/// How to run the tests.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Leave out the large data tests (LDT: 1 to 8 GiB a test), and count them as skipped.
    pub skip_large: bool,
    /// Where to say how far a long test has come.
    pub progress: &'a dyn Progress,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { skip_large: false, progress: &() }
    }
}
