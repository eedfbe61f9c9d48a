//! Tests only: is a backend byte-equal to the portable one, in everything that `Permute` can do?

extern crate std;

use crate::arch::portable::Portable;
use crate::states::{Permute, States};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{println, vec, vec::Vec};

/// Splitmix64: states and blocks that differ everywhere.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.word() as u8).collect()
    }

    fn states<const W: usize>(&mut self) -> States<W> {
        let mut states = [[0; W]; 25];
        states.as_flattened_mut().fill_with(|| self.word());
        states
    }
}

fn lane<const W: usize>(states: &States<W>, lane: usize) -> States<1> {
    core::array::from_fn(|i| [states[i][lane]])
}

fn assert_lanes<const W: usize>(states: &States<W>, expected: &[States<1>], what: &str) {
    for (w, expected) in expected.iter().enumerate() {
        assert!(lane(states, w) == *expected, "{what}: lane {w}");
    }
}

/// Every backend is byte-equal to the portable one. `token` is what detection gave; without one the test is
/// skipped, and says so.
pub(crate) fn same_as_portable<const W: usize, P: Permute<W>>(name: &str, token: Option<P>) {
    let Some(token) = token else {
        println!("{name}, {W} state(s): SKIPPED, this processor has no such instructions");
        return;
    };
    println!("{name}, {W} state(s): run");
    permutes(token);
    absorbs(token);
    absorbs_blocks::<8, W, P>(token);
    absorbs_blocks::<32, W, P>(token);
    absorbs_blocks::<72, W, P>(token);
    absorbs_blocks::<136, W, P>(token);
    absorbs_blocks::<168, W, P>(token);
    absorbs_blocks::<200, W, P>(token);
    starts_seeded(token);
    squeezes(token);
    keeps_to_its_states(token);
}

/// Fault: an unchecked lane number. Whatever a caller gives, nothing but the states is written; a panic is allowed.
fn keeps_to_its_states<const W: usize, P: Permute<W>>(token: P) {
    const AROUND: u64 = 0x5a5a;
    for lane in [W, W + 1, usize::MAX >> 1, usize::MAX - 1, usize::MAX] {
        for length in [0, 136, 200, 208, 216] {
            let mut memory = vec![AROUND; 25 * W + 64];
            let block = vec![1; length];
            if let Ok(states) = memory[32..][..25 * W].as_chunks_mut().0.try_into() {
                let states: &mut States<W> = states;
                _ = catch_unwind(AssertUnwindSafe(|| token.absorb_lane(states, lane, &block)));
                _ = catch_unwind(AssertUnwindSafe(|| token.start_lane(states, lane, &block)));
            }
            let (before, after) = (&memory[..32], &memory[32 + 25 * W..]);
            assert!(before.iter().chain(after).all(|word| *word == AROUND), "lane {lane}, {length} bytes");
        }
    }
}

/// Each number of rounds, on random states and on states with one lane, then one bit, that is not zero.
fn permutes<const W: usize, P: Permute<W>>(token: P) {
    let mut random = Random(1);
    let mut inputs: Vec<States<W>> = (0..8).map(|_| random.states()).collect();
    inputs.push([[0; W]; 25]);
    for w in 0..W {
        let (mut alone, words) = ([[0; W]; 25], random.states::<1>());
        for (word, [value]) in alone.iter_mut().zip(words) {
            word[w] = value;
        }
        inputs.push(alone);
        for i in 0..25 {
            let mut bit = [[0; W]; 25];
            bit[i][w] = 1 << (63 & random.word());
            inputs.push(bit);
        }
    }
    for rounds in 1..=24 {
        for input in &inputs {
            let mut expected: Vec<_> = (0..W).map(|w| lane(input, w)).collect();
            for one in &mut expected {
                Portable.permute(one, rounds);
            }
            let mut in_place = *input;
            token.permute(&mut in_place, rounds);
            assert_lanes(&in_place, &expected, "permute");
            let mut to = random.states();
            token.permute_into(input, &mut to, rounds);
            assert_lanes(&to, &expected, "permute_into");
        }
    }
}

/// Every block length, at addresses that are not aligned, into every lane on its own and into all of them.
fn absorbs<const W: usize, P: Permute<W>>(token: P) {
    let mut random = Random(2);
    for len in (0..=200).step_by(8) {
        for offset in [0, 1, 7] {
            let data: Vec<Vec<u8>> = (0..W).map(|_| random.bytes(offset + len)).collect();
            let blocks: [&[u8]; W] = core::array::from_fn(|w| &data[w][offset..]);
            let input = random.states::<W>();
            let before: Vec<_> = (0..W).map(|w| lane(&input, w)).collect();
            let mut all = before.clone();
            for w in 0..W {
                let mut expected = before.clone();
                Portable.absorb_lane(&mut expected[w], 0, blocks[w]);
                let mut states = input;
                token.absorb_lane(&mut states, w, blocks[w]);
                assert_lanes(&states, &expected, "absorb_lane");
                all[w] = expected[w];
            }
            let mut states = input;
            token.absorb(&mut states, &blocks);
            assert_lanes(&states, &all, "absorb");
        }
    }
    for (w, length) in (0..W).flat_map(|w| (0..=200).step_by(8).map(move |length| (w, length))) {
        let (input, words) = (random.states::<W>(), random.states::<1>());
        let mut expected: Vec<_> = (0..W).map(|w| lane(&input, w)).collect();
        expected[w] = [[0]; 25];
        expected[w][..length >> 3].copy_from_slice(&words[..length >> 3]);
        let mut states = input;
        token.start_lane(&mut states, w, &words.map(|[word]| word.to_le_bytes()).as_flattened()[..length]);
        assert_lanes(&states, &expected, "start_lane");
    }
}

/// None to three blocks, at addresses that are not aligned, with and without a last one from elsewhere.
fn absorbs_blocks<const RATE: usize, const W: usize, P: Permute<W>>(token: P) {
    let mut random = Random(5);
    for (count, offset, rounds) in (0..4).flat_map(|count| [(count, 0, 24), (count, 1, 12), (count, 7, 23)]) {
        let data = random.bytes(offset + (count + 1) * RATE);
        let (all, _) = data[offset..].as_chunks::<RATE>();
        for last in [None, all.last()] {
            let blocks = &all[..count];
            let input = random.states::<W>();
            let mut expected: Vec<_> = (0..W).map(|w| lane(&input, w)).collect();
            for block in blocks.iter().chain(last) {
                Portable.absorb_lane(&mut expected[0], 0, block);
                for one in &mut expected {
                    Portable.permute(one, rounds);
                }
            }
            let mut states = input;
            token.absorb_blocks(&mut states, blocks, last, rounds);
            assert_lanes(&states, &expected, "absorb_blocks");
        }
    }
}

/// Every choice of lanes, for the rates of SHAKE.
fn starts_seeded<const W: usize, P: Permute<W>>(token: P) {
    let mut random = Random(4);
    for (lanes, rate) in (0..=u8::MAX >> (8 - W)).flat_map(|lanes| [(lanes, 168), (lanes, 136)]) {
        let input = random.states::<W>();
        let mut seed = [0; 32];
        seed.fill_with(|| random.word() as u8);
        let suffixes = core::array::from_fn(|_| random.word());
        let mut expected: Vec<_> = (0..W).map(|w| lane(&input, w)).collect();
        for (w, expected) in expected.iter_mut().enumerate().filter(|(w, _)| lanes >> w & 1 == 1) {
            Portable.start_seeded(expected, 1, &seed, &[suffixes[w]], rate);
        }
        let mut states = input;
        token.start_seeded(&mut states, lanes, &seed, &suffixes, rate);
        assert_lanes(&states, &expected, "start_seeded");
    }
}

/// Every output length, every lane; what stands around the output stays as it was.
fn squeezes<const W: usize, P: Permute<W>>(token: P) {
    let mut random = Random(3);
    for len in 0..=200 {
        for offset in [0, 1, 7] {
            let states = random.states::<W>();
            let mut expected = vec![vec![0xa5; offset + len + 16]; W];
            for (w, expected) in expected.iter_mut().enumerate() {
                Portable.squeeze_lane(&lane(&states, w), 0, &mut expected[offset..][..len]);
                let mut out = vec![0xa5; offset + len + 16];
                token.squeeze_lane(&states, w, &mut out[offset..][..len]);
                assert!(out == *expected, "squeeze_lane: lane {w}, {len} bytes");
            }
            let mut data = vec![vec![0xa5; offset + len + 16]; W];
            let mut outs = data.iter_mut();
            let mut outs = core::array::from_fn(|_| match outs.next() {
                Some(out) => &mut out[offset..][..len],
                None => &mut [],
            });
            token.squeeze(&states, &mut outs);
            assert!(data == expected, "squeeze: {len} bytes");
        }
    }
}
