//! ML-KEM.
#![no_std]
#![allow(dead_code)]

#[allow(unsafe_code)]
mod arch;
mod ring;
