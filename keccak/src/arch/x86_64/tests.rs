//! Every backend and width is byte-equal to the portable backend and to the portable meaning of the data movement.

use super::{Avx2, Avx512, Avx512Vl, Bmi};
use crate::arch::portable::Portable;
use crate::permutation::ROUNDS;
use crate::states::{Permute, States};
extern crate std;
use std::{println, vec};

/// The defaults of `Permute`: each lane through the portable permutation, and plain loops for the data.
#[derive(Clone, Copy)]
struct Reference;

impl<const W: usize> Permute<W> for Reference {
    fn permute(self, states: &mut States<W>, rounds: usize) {
        for lane in 0..W {
            let mut one: States<1> = states.map(|word| [word[lane]]);
            Portable.permute(&mut one, rounds);
            for (word, value) in states.iter_mut().zip(one) {
                word[lane] = value[0];
            }
        }
    }
}

/// xorshift64*
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn states<const W: usize>(&mut self) -> States<W> {
        [[0; W]; 25].map(|word| word.map(|_: u64| self.word()))
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        [0; N].map(|_: u8| self.word() as u8)
    }
}

fn check<const W: usize>(name: &str, backend: Option<impl Permute<W>>) {
    let Some(backend) = backend else {
        println!("skipped {name} x{W}: not on this machine");
        return;
    };
    println!("running {name} x{W}");
    permutes(backend);
    absorbs(backend);
    squeezes(backend);
}

/// FIPS 202, section 3.3: all numbers of rounds, in place and out of place, each lane apart from the others.
fn permutes<const W: usize>(backend: impl Permute<W>) {
    let mut random = Random(W as u64);
    for rounds in 1..=ROUNDS {
        let from = random.states::<W>();
        let (mut expected, mut got, mut into) = (from, from, random.states());
        Reference.permute(&mut expected, rounds);
        backend.permute(&mut got, rounds);
        backend.permute_into(&from, &mut into, rounds);
        assert_eq!(got, expected, "{rounds} rounds");
        assert_eq!(into, expected, "{rounds} rounds out of place");
    }
    for lane in 0..W {
        let mut expected = [[0; W]; 25];
        for (i, word) in expected.iter_mut().enumerate() {
            word[lane] = i as u64;
        }
        let mut got = expected;
        Reference.permute(&mut expected, ROUNDS);
        backend.permute(&mut got, ROUNDS);
        assert_eq!(got, expected, "lane {lane}");
    }
}

/// A block reaches its lane only, at every block length, from unaligned input.
fn absorbs<const W: usize>(backend: impl Permute<W>) {
    let mut random = Random(W as u64);
    for length in (0..=200).step_by(8) {
        let start = random.states::<W>();
        let input = random.bytes::<{ 8 * 201 }>();
        let blocks: [&[u8]; W] = core::array::from_fn(|lane| &input[201 * lane + 1..][..length]);
        let (mut expected, mut got) = (start, start);
        Reference.absorb(&mut expected, &blocks);
        backend.absorb(&mut got, &blocks);
        assert_eq!(got, expected, "{length} bytes");
        for (lane, block) in blocks.iter().enumerate() {
            let (mut expected, mut got) = (start, start);
            Reference.absorb_lane(&mut expected, lane, block);
            backend.absorb_lane(&mut got, lane, block);
            assert_eq!(got, expected, "{length} bytes, lane {lane}");
        }
    }
    for lane in 0..W {
        let (mut expected, words) = (random.states::<W>(), random.states::<1>().map(|word| word[0]));
        let mut got = expected;
        Reference.set_lane(&mut expected, lane, &words);
        backend.set_lane(&mut got, lane, &words);
        assert_eq!(got, expected, "lane {lane}");
    }
}

/// Every output length, to unaligned output, with not a byte written behind it.
fn squeezes<const W: usize>(backend: impl Permute<W>) {
    let states = Random(W as u64).states::<W>();
    for length in 0..=200 {
        let (mut expected, mut got) = (vec![0xa5u8; 241 * W], vec![0xa5u8; 241 * W]);
        Reference.squeeze(&states, &mut outs(&mut expected, length));
        backend.squeeze(&states, &mut outs(&mut got, length));
        assert_eq!(got, expected, "{length} bytes");
        for lane in 0..W {
            let (mut expected, mut got) = (vec![0xa5u8; 241], vec![0xa5u8; 241]);
            Reference.squeeze_lane(&states, lane, &mut expected[..length]);
            backend.squeeze_lane(&states, lane, &mut got[..length]);
            assert_eq!(got, expected, "{length} bytes, lane {lane}");
        }
    }
}

fn outs<const W: usize>(bytes: &mut [u8], length: usize) -> [&mut [u8]; W] {
    let mut chunks = bytes.chunks_mut(241);
    core::array::from_fn(|_| &mut chunks.next().unwrap_or_default()[..length])
}

#[test]
fn bmi() {
    check::<1>("bmi", Bmi::detect());
}

#[test]
fn avx2() {
    check::<1>("avx2", Avx2::detect());
    check::<4>("avx2", Avx2::detect());
}

#[test]
fn avx512vl() {
    check::<1>("avx512vl", Avx512Vl::detect());
    check::<2>("avx512vl", Avx512Vl::detect());
    check::<4>("avx512vl", Avx512Vl::detect());
}

#[test]
fn avx512() {
    check::<1>("avx512", Avx512::detect());
    check::<2>("avx512", Avx512::detect());
    check::<4>("avx512", Avx512::detect());
    check::<8>("avx512", Avx512::detect());
}
