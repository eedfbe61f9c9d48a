//! Every function, absorbing and squeezing in pieces of every awkward length, on every backend, against the standards as they read.
#![allow(clippy::unwrap_used, clippy::panic, clippy::integer_division_remainder_used, clippy::type_complexity)]

mod reference;

use keccak::*;
use reference::bytes;
use std::num::NonZeroUsize;

const NAME: &[u8] = b"function or key";
const CUSTOMIZATION: &[u8] = b"customization";
const BLOCK: NonZeroUsize = NonZeroUsize::new(100).unwrap();

type Run = fn(Backend, pieces: &[&[u8]], reads: &[usize]) -> Vec<u8>;

/// One function: its rate, itself in pieces, and what the standard says.
struct Function {
    name: &'static str,
    rate: usize,
    /// Of fixed length, or none.
    length: Option<usize>,
    /// Absorbs the message in pieces, squeezes in reads.
    run: Run,
    expected: fn(message: &[u8], length: usize) -> Vec<u8>,
}

fn absorb<S>(mut state: S, pieces: &[&[u8]], update: impl Fn(&mut S, &[u8])) -> S {
    pieces.iter().for_each(|piece| update(&mut state, piece));
    state
}

fn squeeze(reads: &[usize], mut read: impl FnMut(&mut [u8])) -> Vec<u8> {
    let mut output = vec![0; reads.iter().sum()];
    let mut rest = &mut output[..];
    for &length in reads {
        let (head, tail) = rest.split_at_mut(length);
        read(head);
        rest = tail;
    }
    output
}

macro_rules! hash {
    ($hash:ident, $domain:literal) => {
        Function {
            name: stringify!($hash),
            rate: $hash::RATE,
            length: Some($hash::OUTPUT_SIZE),
            run: |backend, pieces, _| {
                absorb($hash::with_backend(backend), pieces, |s, d| s.update(d)).finalize().to_vec()
            },
            expected: |message, length| reference::sponge($hash::RATE, 24, $domain, message, length),
        }
    };
}

macro_rules! xof {
    ($name:literal, $rate:literal, $new:expr, $expected:expr) => {
        xof!($name, $rate, $new, |state| state.finalize_xof(), $expected)
    };
    ($name:literal, $rate:literal, $new:expr, |$state:ident| $finalize:expr, $expected:expr) => {
        Function {
            name: $name,
            rate: $rate,
            length: None,
            run: |backend, pieces, reads| {
                let new: fn(Backend) -> _ = $new;
                let $state = absorb(new(backend), pieces, |s, d| s.update(d));
                let mut reader = $finalize;
                squeeze(reads, |output| reader.read(output))
            },
            expected: $expected,
        }
    };
}

macro_rules! tag {
    ($name:literal, $rate:literal, $new:expr, $expected:expr) => {
        Function {
            name: $name,
            rate: $rate,
            length: None,
            run: |backend, pieces, reads| {
                let new: fn(Backend) -> _ = $new;
                let mut output = vec![0; reads.iter().sum()];
                absorb(new(backend), pieces, |s, d| s.update(d)).finalize(&mut output);
                output
            },
            expected: $expected,
        }
    };
}

fn functions() -> Vec<Function> {
    vec![
        hash!(Sha3_224, 0x06),
        hash!(Sha3_256, 0x06),
        hash!(Sha3_384, 0x06),
        hash!(Sha3_512, 0x06),
        hash!(Keccak256, 0x01),
        xof!("SHAKE128", 168, Shake128::with_backend, |m, l| reference::sponge(168, 24, 0x1f, m, l)),
        xof!("SHAKE256", 136, Shake256::with_backend, |m, l| reference::sponge(136, 24, 0x1f, m, l)),
        xof!("cSHAKE128", 168, |b| CShake128::with_backend(b, NAME, CUSTOMIZATION), |m, l| {
            reference::cshake(168, NAME, CUSTOMIZATION, m, l)
        }),
        xof!("cSHAKE256", 136, |b| CShake256::with_backend(b, NAME, CUSTOMIZATION), |m, l| {
            reference::cshake(136, NAME, CUSTOMIZATION, m, l)
        }),
        xof!("cSHAKE256 without strings", 136, |b| CShake256::with_backend(b, b"", b""), |m, l| {
            reference::sponge(136, 24, 0x1f, m, l)
        }),
        xof!("KMACXOF128", 168, |b| Kmac128::with_backend(b, NAME, CUSTOMIZATION), |m, l| {
            reference::kmac(168, NAME, CUSTOMIZATION, m, l, true)
        }),
        xof!("KMACXOF256", 136, |b| Kmac256::with_backend(b, NAME, CUSTOMIZATION), |m, l| {
            reference::kmac(136, NAME, CUSTOMIZATION, m, l, true)
        }),
        tag!("KMAC128", 168, |b| Kmac128::with_backend(b, NAME, CUSTOMIZATION), |m, l| {
            reference::kmac(168, NAME, CUSTOMIZATION, m, l, false)
        }),
        tag!("KMAC256", 136, |b| Kmac256::with_backend(b, NAME, CUSTOMIZATION), |m, l| {
            reference::kmac(136, NAME, CUSTOMIZATION, m, l, false)
        }),
        xof!("TurboSHAKE128", 168, |b| TurboShake128::with_backend(b, 0x1f).unwrap(), |m, l| {
            reference::sponge(168, 12, 0x1f, m, l)
        }),
        xof!("TurboSHAKE256", 136, |b| TurboShake256::with_backend(b, 0x01).unwrap(), |m, l| {
            reference::sponge(136, 12, 0x01, m, l)
        }),
        xof!("KT128", 168, Kt128::with_backend, |state| state.finalize_xof(CUSTOMIZATION), |m, l| {
            reference::kangarootwelve(168, CUSTOMIZATION, m, l)
        }),
        xof!("KT256", 136, Kt256::with_backend, |state| state.finalize_xof(CUSTOMIZATION), |m, l| {
            reference::kangarootwelve(136, CUSTOMIZATION, m, l)
        }),
        xof!("ParallelHashXOF128", 168, |b| ParallelHash128::with_backend(b, BLOCK, CUSTOMIZATION), |m, l| {
            reference::parallel_hash(168, BLOCK.get(), CUSTOMIZATION, m, l, true)
        }),
        xof!("ParallelHashXOF256", 136, |b| ParallelHash256::with_backend(b, BLOCK, CUSTOMIZATION), |m, l| {
            reference::parallel_hash(136, BLOCK.get(), CUSTOMIZATION, m, l, true)
        }),
        tag!("ParallelHash128", 168, |b| ParallelHash128::with_backend(b, BLOCK, CUSTOMIZATION), |m, l| {
            reference::parallel_hash(168, BLOCK.get(), CUSTOMIZATION, m, l, false)
        }),
    ]
}

/// Runs `check` for every function on every backend, and says which backends that were.
fn for_each(name: &str, check: impl Fn(&Function, Backend)) {
    for &backend_name in Backend::names() {
        match Backend::from_name(backend_name) {
            Ok(backend) => {
                functions().iter().for_each(|function| check(function, backend));
                println!("{name}: ran on {backend_name}");
            }
            Err(error) => println!("{name}: skipped {backend_name}: {error}"),
        }
    }
}

/// `message` in pieces of `piece` bytes, the last one shorter.
fn pieces(message: &[u8], piece: usize) -> Vec<&[u8]> {
    message.chunks(piece).collect()
}

/// Fault: a block too many or too few at the edges of the rate, in absorbing as in squeezing. Every length up to two
/// blocks and a bit, at an address that is as odd as the length.
#[test]
fn every_message_length() {
    for_each("message lengths", |function, backend| {
        let source = bytes(1, 4 * function.rate);
        for length in 0..=2 * function.rate + 9 {
            let message = &source[length % 64..][..length];
            let read = function.length.unwrap_or(33);
            let output = (function.run)(backend, &[message], &[read]);
            assert_eq!(output, (function.expected)(message, read), "{} {length} {}", function.name, backend.name());
        }
    });
}

/// Fault: squeezing over more than one rate lost the first block; lengths that are no multiple of 8; a panic beyond 32 bytes.
#[test]
fn every_output_length() {
    for_each("output lengths", |function, backend| {
        if function.length.is_some() {
            return;
        }
        let message = bytes(2, 77);
        // a tag depends on its length, any other output is a prefix of the longest
        for length in 0..=3 * function.rate + 9 {
            let output = (function.run)(backend, &[&message], &[length]);
            assert_eq!(output, (function.expected)(&message, length), "{} {length} {}", function.name, backend.name());
        }
    });
}

/// Fault: writes that cross a block absorb twice, or read past the input: shown by pieces of RATE - 1, RATE, RATE + 1, by one
/// byte at a time and by 137 bytes, from addresses of every alignment.
#[test]
fn every_way_to_absorb() {
    for_each("absorbing in pieces", |function, backend| {
        let rate = function.rate;
        let source = bytes(3, 7 * rate + 71);
        for offset in [0, 1, 3, 4, 7, 8, 13, 32] {
            let message = &source[offset..];
            let read = function.length.unwrap_or(rate + 1);
            let expected = (function.expected)(message, read);
            for piece in [
                1,
                2,
                7,
                8,
                9,
                63,
                64,
                65,
                99,
                100,
                101,
                137,
                rate - 1,
                rate,
                rate + 1,
                2 * rate - 1,
                2 * rate,
                3 * rate + 5,
            ] {
                let output = (function.run)(backend, &pieces(message, piece), &[read]);
                assert_eq!(output, expected, "{} pieces of {piece} {}", function.name, backend.name());
            }
            // every place for one cut, and empty pieces at both
            for cut in 0..=2 * rate + 1 {
                let (head, tail) = message.split_at(cut);
                let output = (function.run)(backend, &[&[], head, &[], tail, &[]], &[read]);
                assert_eq!(output, expected, "{} cut at {cut} {}", function.name, backend.name());
                if offset > 0 && cut > 20 {
                    break;
                }
            }
        }
    });
}

/// Fault: many short squeezes against one long; partial squeezes that lost a partial block.
#[test]
fn every_way_to_squeeze() {
    for_each("squeezing in pieces", |function, backend| {
        if function.length.is_some() {
            return;
        }
        let (rate, message) = (function.rate, bytes(4, 200));
        let length = 5 * rate + 3;
        let expected = (function.expected)(&message, length);
        for read in [1, 3, 7, 8, 9, 31, 32, 33, 137, rate - 1, rate, rate + 1, 2 * rate, 2 * rate + 1] {
            let mut reads = vec![read; length / read];
            reads.extend([0, length % read, 0]);
            let output = (function.run)(backend, &[&message], &reads);
            assert_eq!(output, expected, "{} reads of {read} {}", function.name, backend.name());
        }
        for first in 0..=2 * rate + 1 {
            let output = (function.run)(backend, &[&message], &[first, length - first]);
            assert_eq!(output, expected, "{} first read of {first} {}", function.name, backend.name());
        }
    });
}

/// Trees: lengths around the chunks of 8192 bytes and the groups of leaves that backends hash side by side.
#[test]
fn trees_at_the_edges_of_their_chunks() {
    let source = bytes(5, 21 * 8192);
    let emulated = std::env::var_os("EMULATED").is_some(); // then a few must do
    let counts: &[usize] = if emulated { &[1, 4, 9] } else { &[1, 2, 3, 4, 5, 8, 9, 10, 17, 20] };
    for_each("KangarooTwelve and ParallelHash", |function, backend| {
        if !function.name.starts_with("KT") && !function.name.starts_with("Parallel") {
            return;
        }
        let end = CUSTOMIZATION.len() + 2; // what KangarooTwelve appends to the message
        for &chunks in counts {
            for length in [8192 * chunks - end - 1, 8192 * chunks - end, 8192 * chunks - end + 1, 8192 * chunks + 1] {
                let message = &source[..length];
                let expected = (function.expected)(message, 50);
                for piece in [length, 8191, 8193, 1000, 40000] {
                    let output = (function.run)(backend, &pieces(message, piece), &[50]);
                    assert_eq!(output, expected, "{} {length} in {piece} {}", function.name, backend.name());
                }
            }
        }
    });
}

/// A clone goes on by itself, in absorbing and in squeezing.
#[test]
fn clones_are_independent() {
    for backend in Backend::available() {
        let message = bytes(6, 300);
        let mut one = Shake256::with_backend(backend);
        one.update(&message[..200]);
        let mut two = one.clone();
        one.update(&message[200..]);
        two.update(b"something else");
        let mut reader = one.finalize_xof();
        let mut output = [0; 100];
        reader.read(&mut output);
        let mut again = reader.clone();
        let (mut a, mut b) = ([0; 200], [0; 200]);
        reader.read(&mut a);
        again.read(&mut b);
        assert_eq!(a, b);
        assert_eq!([&output[..], &a].concat(), reference::sponge(136, 24, 0x1f, &message, 300));
        two.finalize_xof().read(&mut output);
        assert_eq!(output[..], reference::sponge(136, 24, 0x1f, &[&message[..200], b"something else"].concat(), 100));
    }
}

/// KMAC's tag is verified in full: every bit of it, and its length.
#[test]
fn kmac_verifies_every_bit() {
    for backend in Backend::available() {
        let mut kmac = Kmac128::with_backend(backend, NAME, b"");
        kmac.update(b"message");
        for length in [1, 32, 64, 65, 200] {
            let mut tag = reference::kmac(168, NAME, b"", b"message", length, false);
            assert!(kmac.clone().verify(&tag));
            for bit in 0..8 * length {
                tag[bit / 8] ^= 1 << (bit % 8);
                assert!(!kmac.clone().verify(&tag), "bit {bit} of {length} bytes");
                tag[bit / 8] ^= 1 << (bit % 8);
            }
            assert!(!kmac.clone().verify(&tag[..length - 1]));
            assert!(!kmac.clone().verify(&[&tag[..], &[0]].concat()));
        }
        assert!(!kmac.verify(&[]));
    }
}

/// TurboSHAKE's domain separation bytes: 0x01 to 0x7f, each its own function.
#[test]
fn turboshake_domains() {
    for domain in 0..=255 {
        let Some(mut turbo) = TurboShake128::with_domain(domain) else {
            assert!(domain == 0 || domain > 0x7f);
            continue;
        };
        turbo.update(b"message");
        let mut output = [0; 40];
        turbo.finalize_xof().read(&mut output);
        assert_eq!(output[..], reference::sponge(168, 12, domain, b"message", 40));
    }
}

/// Fault: a length that overflows at 4 GiB. One write of 2^32 + 171 zero bytes; the figure is of another implementation
/// (crates.io `sha3` 0.10). Release builds only: it takes some seconds.
#[test]
#[cfg(all(not(debug_assertions), target_pointer_width = "64"))]
fn more_than_4_gib() {
    let message = vec![0u8; (1 << 32) + 171]; // never written, so it takes no memory
    let mut output = [0; 32];
    TurboShake128::digest_xof(&message, &mut output);
    let hex: String = output.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "6fd9c741226bae265a3b11a78bcf8279980d884d36adaa012f0c96a7eff2022c");
}
