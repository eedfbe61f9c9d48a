//! Every backend and width that this processor has is byte-equal to the portable one.

use super::{Avx2, Avx512, Avx512Vl, Bmi, Cost512};
use crate::arch::check::same_as_portable;
use crate::states::{Aligned, Permute, States};

#[test]
fn bmi_is_portable() {
    same_as_portable::<1, _>("bmi", Bmi::detect());
}

#[test]
fn avx2_is_portable() {
    same_as_portable::<1, _>("avx2", Avx2::detect());
    same_as_portable::<4, _>("avx2", Avx2::detect());
}

#[test]
fn avx512vl_is_portable() {
    same_as_portable::<1, _>("avx512vl", Avx512Vl::detect());
    same_as_portable::<2, _>("avx512vl", Avx512Vl::detect());
    same_as_portable::<4, _>("avx512vl", Avx512Vl::detect());
}

#[test]
fn avx512_is_portable() {
    same_as_portable::<1, _>("avx512", Avx512::detect());
    same_as_portable::<2, _>("avx512", Avx512::detect());
    same_as_portable::<4, _>("avx512", Avx512::detect());
}

/// In zmm registers, and in two halves: the only test that asks for one of them, and looks at eight lanes.
#[test]
fn eight_lanes_are_portable_both_ways() {
    for cost in [Cost512::Same, Cost512::Twice] {
        cost.remember();
        same_as_portable::<8, _>("avx512", Avx512::detect());
        if let Some(token) = Avx512::detect() {
            at_any_address::<8>(token);
        }
    }
}

/// States need no more than the alignment of their words: no kernel may use an aligned load or store on them.
#[test]
fn states_at_any_address() {
    if let Some(token) = Bmi::detect() {
        at_any_address::<1>(token);
    }
    if let Some(token) = Avx2::detect() {
        at_any_address::<4>(token);
    }
    if let Some(token) = Avx512::detect() {
        at_any_address::<1>(token);
        at_any_address::<2>(token);
        at_any_address::<4>(token);
    }
}

fn at_any_address<const W: usize>(token: impl Permute<W>) {
    let mut expected = [[1; W]; 25];
    operations(token, &mut expected);
    for offset in 0..8 {
        let mut memory = Aligned([0u64; 8 * 26]);
        let words = &mut memory.0[offset..][..25 * W];
        words.fill(1);
        let states: Option<&mut States<W>> = words.as_chunks_mut().0.try_into().ok();
        assert!(states.is_some_and(|states| {
            operations(token, states);
            *states == expected
        }));
    }
}

fn operations<const W: usize>(token: impl Permute<W>, states: &mut States<W>) {
    let mut bytes = [[0; 200]; W];
    token.absorb(states, &[&[2; 168]; W]);
    token.absorb_lane(states, W - 1, &[3; 168]);
    token.absorb_blocks(states, &[[5; 136]], Some(&[6; 136]), 24);
    token.start_lane(states, 0, &[4; 136]);
    token.permute(states, 23);
    token.permute(states, 24);
    let mut outs = bytes.each_mut().map(|out| &mut out[..]);
    token.squeeze(states, &mut outs);
    token.absorb(states, &bytes.each_ref().map(|block| &block[..]));
}
