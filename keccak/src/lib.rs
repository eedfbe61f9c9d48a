//! Keccak.
#![no_std]
#![cfg_attr(not(test), warn(missing_docs))]

#[allow(unsafe_code)]
pub mod arch;
pub mod permutation;
mod states;

pub use states::{Aligned, Permute, States};
