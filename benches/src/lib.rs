//! How fast `keccak` and `mlkem` are: against themselves on other backends, and against other libraries.
//!
//! [`cases`] is the one list of what is measured. `cargo bench -p benches` runs it under Criterion;
//! `cargo run --release -p benches --bin report` runs it on all backends side by side ([`measure`]) and prints what
//! changed ([`table`], [`chart`]), or what ML-KEM costs beside its warm time ([`cost`]). With the feature `peers`, the same operations are there of other libraries, and the
//! ratios that this project promises are checked.

#![cfg_attr(test, allow(clippy::expect_used, clippy::panic, reason = "that is how a test fails"))]

#[cfg(feature = "peers")]
pub mod alternatives;
#[allow(unsafe_code)]
mod arch;
mod batch;
pub mod cases;
pub mod chart;
pub mod comparison;
pub mod cost;
pub mod grid;
pub mod hashing;
pub mod kem;
pub mod measure;
#[cfg(feature = "peers")]
pub mod peers;
pub mod stats;
pub mod table;
pub mod targets;
pub mod units;
