//! States in step and many messages at once, on every backend, against one sponge at a time as the standards read.
#![allow(clippy::unwrap_used, clippy::panic, clippy::integer_division_remainder_used)]

mod reference;

use keccak::*;
use reference::bytes;

/// Runs `check` on every backend and says which those were.
fn on_each_backend(name: &str, check: impl Fn(Backend)) {
    for &backend_name in Backend::names() {
        match Backend::from_name(backend_name) {
            Ok(backend) => {
                check(backend);
                println!("{name}: ran on {backend_name}");
            }
            Err(error) => println!("{name}: skipped {backend_name}: {error}"),
        }
    }
}

/// N states absorb messages of one length in pieces and are read in pieces; each lane has its own bytes, so that a lane
/// taken for another shows.
fn check_in_step<const RATE: usize, const N: usize>(backend: Backend) {
    for length in [0, 1, 7, 8, 34, RATE - 1, RATE, RATE + 1, 2 * RATE, 3 * RATE + 5] {
        for piece in [1, 8, 137, RATE - 1, RATE, RATE + 1, usize::MAX] {
            let messages: [Vec<u8>; N] = std::array::from_fn(|lane| bytes(lane, length));
            let mut states = ParallelShake::<RATE, N>::with_backend(backend);
            let mut start = 0;
            while start < length {
                let end = length.min(start.saturating_add(piece));
                states.update(messages.each_ref().map(|message| &message[start..end])).unwrap();
                start = end;
            }
            let mut reader = states.finalize_xof();
            let mut outputs: [Vec<u8>; N] = std::array::from_fn(|_| vec![0; 3 * RATE + 11]);
            let mut start = 0;
            while start < outputs.first().map_or(0, Vec::len) {
                let end = outputs[0].len().min(start.saturating_add(piece));
                reader.read(outputs.each_mut().map(|output| &mut output[start..end])).unwrap();
                start = end;
            }
            for (lane, (message, output)) in messages.iter().zip(&outputs).enumerate() {
                let expected = reference::sponge(RATE, 24, 0x1f, message, output.len());
                assert_eq!(*output, expected, "lane {lane} of {N}, {length} bytes in {piece} on {}", backend.name());
            }
        }
    }
}

/// Fault: a vector absorb that reads past its input or absorbs twice where a write crosses the rate; partial squeezes;
/// fewer than 8 bytes from the wrong register; a short last group.
#[test]
fn states_in_step() {
    on_each_backend("states in step", |backend| {
        check_in_step::<168, 0>(backend);
        check_in_step::<168, 1>(backend);
        check_in_step::<136, 2>(backend);
        check_in_step::<168, 3>(backend);
        check_in_step::<136, 4>(backend);
        check_in_step::<168, 5>(backend);
        check_in_step::<136, 7>(backend);
        check_in_step::<168, 8>(backend);
        check_in_step::<136, 9>(backend);
        check_in_step::<168, 13>(backend);
        check_in_step::<136, 16>(backend);
    });
}

/// Lanes of unequal lengths are refused, and nothing is absorbed or read then.
#[test]
fn unequal_lengths_are_refused() {
    on_each_backend("refusals", |backend| {
        let mut states = ParallelShake128::<2>::with_backend(backend);
        assert_eq!(states.update([&b"ab"[..], b"c"]), Err(LengthMismatch));
        states.update([b"x", b"y"]).unwrap();
        let mut reader = states.finalize_xof();
        let (mut long, mut short) = ([0; 9], [0; 8]);
        assert_eq!(reader.read([&mut long[..], &mut short]), Err(LengthMismatch));
        let mut outputs = [[0; 8]; 2];
        reader.read(outputs.each_mut()).unwrap();
        assert_eq!(outputs[1][..], reference::sponge(168, 24, 0x1f, b"y", 8));
        assert_eq!(Sha3_256::digest_many_on(backend, &[b"a"], &mut []), Err(LengthMismatch));
    });
}

/// Lengths that differ from lane to lane, in input and output: a long one among short ones, and the other way round, empty ones.
fn lengths(count: usize, rate: usize) -> Vec<(usize, usize)> {
    let edges = [0, rate - 1, rate, rate + 1, 1, 3 * rate + 7, 8, 2 * rate, 137, 5 * rate - 1, 33];
    (0..count).map(|i| (edges[i % edges.len()], edges[(7 * i + count) % edges.len()])).collect()
}

/// Fault: batched states of unequal length, a short last group, a lane that is done while others go on.
#[test]
fn many_messages() {
    on_each_backend("many messages", |backend| {
        macro_rules! check_xof {
            ($shake:ident, $rate:literal, $rounds:literal, $count:expr) => {{
                let lengths = lengths($count, $rate);
                let messages: Vec<_> = lengths.iter().enumerate().map(|(i, length)| bytes(i, length.0)).collect();
                let mut outputs: Vec<_> = lengths.iter().map(|length| vec![0; length.1]).collect();
                $shake::digest_xof_many_on(backend, &messages, &mut outputs).unwrap();
                for (message, output) in messages.iter().zip(&outputs) {
                    let expected = reference::sponge($rate, $rounds, 0x1f, message, output.len());
                    assert_eq!(*output, expected, "{} {} {}", stringify!($shake), $count, backend.name());
                }
            }};
        }
        macro_rules! check_hash {
            ($hash:ident, $domain:literal, $count:expr) => {{
                let lengths = lengths($count, $hash::RATE);
                let messages: Vec<_> = lengths.iter().enumerate().map(|(i, length)| bytes(i, length.0)).collect();
                let mut outputs = vec![[0; $hash::OUTPUT_SIZE]; $count];
                $hash::digest_many_on(backend, &messages, &mut outputs).unwrap();
                for (message, output) in messages.iter().zip(&outputs) {
                    let expected = reference::sponge($hash::RATE, 24, $domain, message, output.len());
                    assert_eq!(output[..], expected, "{} {} {}", stringify!($hash), $count, backend.name());
                }
            }};
        }
        for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 40, 255, 256, 257, 300] {
            check_xof!(Shake128, 168, 24, count);
            check_xof!(Shake256, 136, 24, count);
            check_xof!(TurboShake128, 168, 12, count);
            check_hash!(Sha3_256, 0x06, count);
            check_hash!(Sha3_512, 0x06, count);
            check_hash!(Keccak256, 0x01, count);
        }
    });
}
