//! The Keccak benchmarks: a table of shapes, and what gives a function its shape.

use crate::cases::{Case, Family, Run};
use keccak::permutation::keccak_f1600;
use keccak::{Kt128, ParallelShake, Sha3, Shake};
use std::hint::black_box;

/// A hash function or an extendable-output function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Algorithm {
    Sha3_224,
    Sha3_256,
    Sha3_384,
    Sha3_512,
    Shake128,
    Shake256,
    Kt128,
}

/// Absorbs `data` in each of `writes` writes and fills `output`; one write is one call, where the library has such a call.
pub type Hash = fn(data: &[u8], writes: usize, output: &mut [u8]);

/// SHAKE128 of many messages, each to three blocks: what a row of the matrix A of ML-KEM takes.
pub type ManyShake128 = fn(inputs: &[[u8; 34]], outputs: &mut [[u8; 504]]);

/// What is hashed in one benchmark.
pub struct Shape {
    /// The benchmark's name.
    pub name: &'static str,
    /// By which function.
    pub algorithm: Algorithm,
    /// The bytes of one write.
    pub size: usize,
    /// The number of writes.
    pub writes: usize,
    /// The bytes of output.
    pub output: usize,
    /// See [`Case::listed`].
    pub listed: bool,
}

/// The bytes of the largest message that an Ethernet frame leaves room for in QUIC.
const MTU: usize = 1350;

const fn shape(name: &'static str, algorithm: Algorithm, (size, writes): (usize, usize), output: usize) -> Shape {
    Shape { name, algorithm, size, writes, output, listed: true }
}

/// The benchmarks of one state.
pub const SHAPES: [Shape; 12] = [
    shape("Sha3_512_MTU", Algorithm::Sha3_512, (MTU, 1), 64),
    shape("Sha3_384_MTU", Algorithm::Sha3_384, (MTU, 1), 48),
    shape("Sha3_256_MTU", Algorithm::Sha3_256, (MTU, 1), 32),
    shape("Sha3_224_MTU", Algorithm::Sha3_224, (MTU, 1), 28),
    shape("Shake128_MTU", Algorithm::Shake128, (MTU, 1), 32),
    shape("Shake256_MTU", Algorithm::Shake256, (MTU, 1), 32),
    shape("Shake256_16x", Algorithm::Shake256, (16, 1024), 32),
    shape("Shake256_1MiB", Algorithm::Shake256, (1024, 1024), 32),
    shape("Sha3_512_1MiB", Algorithm::Sha3_512, (1024, 1024), 64),
    Shape { listed: false, ..shape("Sha3_256_1MiB", Algorithm::Sha3_256, (1024, 1024), 32) },
    Shape { listed: false, ..shape("Shake128_1MiB", Algorithm::Shake128, (1024, 1024), 32) },
    Shape { listed: false, ..shape("Kt128_1MiB", Algorithm::Kt128, (1 << 20, 1), 32) },
];

/// How many states of SHAKE128, 34 bytes to 504, are benchmarked at once, and this workspace's function for them.
pub const STATES: [(usize, ManyShake128); 5] = [
    (1, |inputs, outputs| Shake::<168>::digest_xof(inputs[0], &mut outputs[0])),
    (4, shake_many::<4, 168, 34, 504>),
    (8, shake_many::<8, 168, 34, 504>),
    (9, shake_many::<9, 168, 34, 504>),
    (16, shake_many::<16, 168, 34, 504>),
];

/// The name of the benchmark with that many states.
#[must_use]
pub fn many_name(states: usize) -> String {
    format!("Shake128_34_504_x{states}")
}

/// All benchmarks of `keccak`.
pub(crate) fn cases() -> Vec<Case> {
    let case = |name: &str, bytes, listed, prepare| Case {
        name: name.to_string(),
        family: Family::Keccak,
        bytes: Some(bytes),
        operations: 1,
        listed,
        prepare,
    };
    let mut cases = vec![case("PermutationFunction", 200, true, Box::new(permutation))];
    for shape in &SHAPES {
        let prepare = Box::new(|| hash(ours(shape.algorithm), shape));
        cases.push(case(shape.name, shape.size * shape.writes, shape.listed, prepare));
    }
    cases.push(case("Shake256_MTU_x16", 16 * MTU, true, Box::new(|| many(shake_many::<16, 136, MTU, 32>, 16))));
    for (states, function) in STATES {
        let prepare = Box::new(move || many(function, states));
        cases.push(case(&many_name(states), states * 504, true, prepare));
    }
    cases
}

/// Runs `function` in that shape.
#[must_use]
pub fn hash(function: Hash, shape: &'static Shape) -> Run {
    let data: Vec<u8> = (0..shape.size).map(|i| i as u8).collect();
    let mut output = vec![0; shape.output];
    Box::new(move || function(black_box(&data), black_box(shape.writes), black_box(&mut output)))
}

/// Runs `function` on that many messages.
pub fn many<const INPUT: usize, const OUTPUT: usize>(
    function: fn(&[[u8; INPUT]], &mut [[u8; OUTPUT]]),
    states: usize,
) -> Run {
    let inputs: Vec<_> = (0..states).map(|state| [state as u8; INPUT]).collect();
    let mut outputs = vec![[0; OUTPUT]; states];
    Box::new(move || function(black_box(&inputs), black_box(&mut outputs)))
}

fn permutation() -> Run {
    let mut state = [0; 25];
    Box::new(move || keccak_f1600(black_box(&mut state)))
}

/// This workspace's functions.
#[must_use]
pub fn ours(algorithm: Algorithm) -> Hash {
    match algorithm {
        Algorithm::Sha3_224 => sha3::<144, 28>,
        Algorithm::Sha3_256 => sha3::<136, 32>,
        Algorithm::Sha3_384 => sha3::<104, 48>,
        Algorithm::Sha3_512 => sha3::<72, 64>,
        Algorithm::Shake128 => shake::<168>,
        Algorithm::Shake256 => shake::<136>,
        Algorithm::Kt128 => kt128,
    }
}

fn sha3<const RATE: usize, const OUTPUT: usize>(data: &[u8], writes: usize, output: &mut [u8]) {
    if writes == 1 {
        return output.copy_from_slice(&Sha3::<RATE, OUTPUT, 0x06>::digest(data));
    }
    let mut hash = Sha3::<RATE, OUTPUT, 0x06>::new();
    for _ in 0..writes {
        hash.update(data);
    }
    output.copy_from_slice(&hash.finalize());
}

fn shake<const RATE: usize>(data: &[u8], writes: usize, output: &mut [u8]) {
    if writes == 1 {
        return Shake::<RATE>::digest_xof(data, output);
    }
    let mut shake = Shake::<RATE>::new();
    for _ in 0..writes {
        shake.update(data);
    }
    shake.finalize_xof().read(output);
}

fn kt128(data: &[u8], writes: usize, output: &mut [u8]) {
    let mut kt128 = Kt128::new();
    for _ in 0..writes {
        kt128.update(data);
    }
    kt128.finalize_xof(b"").read(output);
}

/// N states of SHAKE in step; there are N inputs and N outputs.
#[allow(clippy::expect_used, reason = "an input of another shape has no time")]
fn shake_many<const N: usize, const RATE: usize, const INPUT: usize, const OUTPUT: usize>(
    inputs: &[[u8; INPUT]],
    outputs: &mut [[u8; OUTPUT]],
) {
    let inputs = <&[_; N]>::try_from(inputs).expect("N inputs").each_ref();
    let outputs = <&mut [_; N]>::try_from(outputs).expect("N outputs").each_mut();
    ParallelShake::<RATE, N>::digest_xof(inputs, outputs).expect("one length");
}
