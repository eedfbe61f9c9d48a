//! The traits of the `digest` crate, version 0.11.

use crate::cshake::CShake;
use crate::kmac::Kmac;
use crate::permutation::ROUNDS;
use crate::sha3::{Keccak256, Sha3, Sha3_224, Sha3_256, Sha3_384, Sha3_512};
use crate::shake::{Shake, XofReader};
use crate::turboshake::{TURBO_ROUNDS, TurboShake};
use digest::common::BlockSizeUser;
use digest::consts::{U28, U32, U48, U64, U72, U104, U136, U144};
use digest::{ExtendableOutput, FixedOutput, HashMarker, Output, OutputSizeUser, Reset, Update};

impl<const RATE: usize, const OUTPUT: usize, const DOMAIN: u8> Update for Sha3<RATE, OUTPUT, DOMAIN> {
    fn update(&mut self, data: &[u8]) {
        Self::update(self, data);
    }
}

impl<const RATE: usize, const OUTPUT: usize, const DOMAIN: u8> HashMarker for Sha3<RATE, OUTPUT, DOMAIN> {}

impl<const RATE: usize, const OUTPUT: usize, const DOMAIN: u8> Reset for Sha3<RATE, OUTPUT, DOMAIN> {
    fn reset(&mut self) {
        *self = Self::new();
    }
}

macro_rules! fixed_output {
    ($($hash:ty: $output:ty, $block:ty;)*) => {$(
        impl OutputSizeUser for $hash {
            type OutputSize = $output;
        }

        impl BlockSizeUser for $hash {
            type BlockSize = $block;
        }

        impl FixedOutput for $hash {
            fn finalize_into(self, out: &mut Output<Self>) {
                out.copy_from_slice(&Self::finalize(self));
            }
        }
    )*};
}

fixed_output! {
    Sha3_224: U28, U144;
    Sha3_256: U32, U136;
    Sha3_384: U48, U104;
    Sha3_512: U64, U72;
    Keccak256: U32, U136;
}

impl<const RATE: usize, const N: usize> digest::XofReader for XofReader<RATE, N> {
    fn read(&mut self, buffer: &mut [u8]) {
        Self::read(self, buffer);
    }
}

macro_rules! extendable_output {
    ($($xof:ident: $rounds:expr;)*) => {$(
        impl<const RATE: usize> Update for $xof<RATE> {
            fn update(&mut self, data: &[u8]) {
                Self::update(self, data);
            }
        }

        impl<const RATE: usize> ExtendableOutput for $xof<RATE> {
            type Reader = XofReader<RATE, { $rounds }>;

            fn finalize_xof(self) -> Self::Reader {
                Self::finalize_xof(self)
            }
        }
    )*};
}

extendable_output! {
    Shake: ROUNDS;
    CShake: ROUNDS;
    Kmac: ROUNDS;
    TurboShake: TURBO_ROUNDS;
}
