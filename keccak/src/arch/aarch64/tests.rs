//! Every AArch64 backend is byte-equal to the portable one.

use super::{Hybrid, Neon, Pairs, Scalar, Sha3};
use crate::arch::check::same_as_portable;
use crate::states::Permute;

fn every_width(name: &str, token: Option<impl Permute<1> + Permute<2> + Permute<4>>) {
    same_as_portable::<1, _>(name, token);
    same_as_portable::<2, _>(name, token);
    same_as_portable::<4, _>(name, token);
}

#[test]
fn scalar() {
    same_as_portable::<1, _>("aarch64 general registers", Some(Scalar));
}

#[test]
fn neon() {
    every_width("aarch64 NEON", Neon::detect());
}

#[test]
fn neon_hybrid() {
    every_width("aarch64 NEON beside general registers", Neon::detect().map(Hybrid));
}

#[test]
fn sha3() {
    every_width("aarch64 SHA-3 instructions", Sha3::detect());
}

#[test]
fn sha3_pairs() {
    every_width("aarch64 SHA-3 instructions for pairs", Sha3::detect().map(Pairs));
}

#[test]
fn sha3_hybrid() {
    every_width("aarch64 SHA-3 instructions beside general registers", Sha3::detect().map(Hybrid));
}
