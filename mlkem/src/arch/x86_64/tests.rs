//! Every kernel of every backend against FIPS 203 in exact arithmetic, at random, at the named bounds, and over all
//! inputs where they can be counted. Each test says which backends this machine could run.

#![allow(clippy::unwrap_used, clippy::integer_division_remainder_used, clippy::needless_range_loop)]

extern crate std;

use super::{Avx2, Avx512, Avx512Vbmi};
use crate::arch::{Arithmetic, COMPRESS_BOUND, DOT_PRODUCT_BOUND, ENCODE_BOUND, NTT_INPUT_BOUND, NTT_OUTPUT_BOUND, Q};
use crate::ring::{Rq, Tq};
use keccak::States;
use std::boxed::Box;
use std::vec::Vec;
use std::{eprintln, vec};

const MODULUS: i64 = 3329;
const R: i64 = 1 << 16;

/// Runs a generic check with every backend that this machine has.
macro_rules! on_all_backends {
    ($check:ident) => {
        run_if_detected("Avx2", Avx2::detect(), $check);
        run_if_detected("Avx512", Avx512::detect(), $check);
        run_if_detected("Avx512Vbmi", Avx512Vbmi::detect(), $check);
    };
}

fn run_if_detected<A: Arithmetic>(name: &str, token: Option<A>, check: fn(A)) {
    match token {
        Some(token) => {
            eprintln!("ran on {name}");
            check(token);
        }
        None => eprintln!("SKIPPED on {name}: not on this machine"),
    }
}

/// SplitMix64: the tests repeat themselves exactly.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// In \[low, high\].
    fn between(&mut self, low: i16, high: i16) -> i16 {
        let span = (i64::from(high) - i64::from(low) + 1) as u64;
        low.wrapping_add(((u128::from(self.next()) * u128::from(span)) >> 64) as i16)
    }

    fn coefficients(&mut self, low: i16, high: i16) -> [i16; 256] {
        core::array::from_fn(|_| self.between(low, high))
    }

    fn bytes(&mut self, len: usize) -> Box<[u8]> {
        (0..len).map(|_| self.next() as u8).collect()
    }
}

/// Coefficients in \[low, high\]: the extremes, mixtures of them, and at random.
fn inputs(random: &mut Random, low: i16, high: i16) -> Vec<[i16; 256]> {
    let mut list = vec![[low; 256], [high; 256], [0.clamp(low, high); 256]];
    for bit in 0..8 {
        list.push(core::array::from_fn(|i| if i >> bit & 1 == 0 { low } else { high }));
        list.push(core::array::from_fn(|i| if i >> bit & 1 == 0 { high } else { low }));
    }
    for _ in 0..50 {
        list.push(core::array::from_fn(|_| if random.next() & 1 == 0 { low } else { high }));
        list.push(random.coefficients(low, high));
    }
    list
}

fn modulo(x: i64) -> i64 {
    x.rem_euclid(MODULUS)
}

fn residues(f: &[i16; 256]) -> [i64; 256] {
    f.map(|c| modulo(i64::from(c)))
}

fn largest(f: &[i16; 256]) -> i64 {
    f.iter().map(|&c| i64::from(c).abs()).max().unwrap()
}

/// zeta^(2 BitRev7(i) + 1)
fn gamma(i: usize) -> i64 {
    let exponent = 2 * ((i as u8).reverse_bits() >> 1) + 1;
    (0..exponent).fold(1, |power, _| modulo(power * 17))
}

/// NTT by its definition, section 4.3: f mod X^2 - gamma_i for every i.
fn ntt_exact(f: &[i16; 256]) -> [i64; 256] {
    let mut f_hat = [0; 256];
    for i in 0..128 {
        let gamma = gamma(i);
        let (mut even, mut odd) = (0, 0);
        for j in (0..128).rev() {
            even = (even * gamma + i64::from(f[2 * j])) % MODULUS;
            odd = (odd * gamma + i64::from(f[2 * j + 1])) % MODULUS;
        }
        f_hat[2 * i] = modulo(even);
        f_hat[2 * i + 1] = modulo(odd);
    }
    f_hat
}

/// Algorithm 9: the transform is the one of section 4.3 and stays below its bound.
#[test]
fn ntt_is_reduction_modulo_each_quadratic() {
    fn check(token: impl Arithmetic) {
        for f in inputs(&mut Random(1), -NTT_INPUT_BOUND, NTT_INPUT_BOUND) {
            let mut f_hat = Tq([0x55; 256]);
            token.ntt(&Rq(f), &mut f_hat);
            assert_eq!(residues(&f_hat.0), ntt_exact(&f));
            assert!(largest(&f_hat.0) < i64::from(NTT_OUTPUT_BOUND));
        }
    }
    on_all_backends!(check);
}

/// Algorithm 10: undoes the transform, times R, for all it may be given and somewhat more (2^14).
#[test]
fn ntt_inverse_undoes_ntt() {
    fn check(token: impl Arithmetic) {
        let mut random = Random(2);
        let mut all = inputs(&mut random, 1 - DOT_PRODUCT_BOUND, DOT_PRODUCT_BOUND - 1);
        all.extend(inputs(&mut random, -0x3fff, 0x3fff));
        for f_hat in all {
            let mut f = Rq([0x55; 256]);
            token.ntt_inverse(&Tq(f_hat), &mut f);
            assert_eq!(ntt_exact(&f.0), residues(&f_hat).map(|c| modulo(c * R)));
            assert!(largest(&f.0) <= MODULUS);
        }
    }
    on_all_backends!(check);
}

/// Algorithm 12's gamma_i, each at its place; even places are untouched.
#[test]
fn multiply_prepare_multiplies_odd_places_by_gamma() {
    fn check(token: impl Arithmetic) {
        for b in inputs(&mut Random(3), 1 - NTT_OUTPUT_BOUND, NTT_OUTPUT_BOUND - 1) {
            let mut twin = Tq([0x55; 256]);
            token.multiply_prepare(&Tq(b), &mut twin);
            for i in 0..128 {
                assert_eq!(twin.0[2 * i], b[2 * i]);
                assert_eq!(modulo(i64::from(twin.0[2 * i + 1])), modulo(i64::from(b[2 * i + 1]) * gamma(i)));
                assert!(i64::from(twin.0[2 * i + 1]).abs() <= MODULUS);
            }
        }
    }
    on_all_backends!(check);
}

/// Algorithm 11, summed over a row of K products, at the bounds of its operands.
#[test]
fn dot_product_is_the_sum_of_products() {
    fn check_row<const K: usize>(token: impl Arithmetic) {
        let mut random = Random(4);
        let gammas: Vec<i64> = (0..128).map(gamma).collect();
        let a_inputs = inputs(&mut random, 0, Q - 1);
        let b_inputs = inputs(&mut random, 1 - NTT_OUTPUT_BOUND, NTT_OUTPUT_BOUND - 1);
        let fresh = || Tq([0x55; 256]);
        for case in 0..a_inputs.len() {
            for offset in 0..2 {
                let a: [Tq; K] = core::array::from_fn(|j| Tq(a_inputs[(case + offset * j) % a_inputs.len()]));
                let b: [Tq; K] = core::array::from_fn(|j| Tq(b_inputs[(case * 7 + offset * j) % b_inputs.len()]));
                let mut b_twin: [Tq; K] = core::array::from_fn(|_| fresh());
                for (b, twin) in b.iter().zip(&mut b_twin) {
                    token.multiply_prepare(b, twin);
                }
                let mut sum = fresh();
                token.dot_product(&a, &b, &b_twin, &mut sum);
                for i in 0..128 {
                    let (mut c0, mut c1) = (0, 0);
                    for j in 0..K {
                        let [a0, a1] = [a[j].0[2 * i], a[j].0[2 * i + 1]].map(i64::from);
                        let [b0, b1] = [b[j].0[2 * i], b[j].0[2 * i + 1]].map(i64::from);
                        c0 += a0 * b0 + modulo(a1 * b1) * gammas[i];
                        c1 += a0 * b1 + a1 * b0;
                    }
                    assert_eq!(modulo(i64::from(sum.0[2 * i]) * R), modulo(c0));
                    assert_eq!(modulo(i64::from(sum.0[2 * i + 1]) * R), modulo(c1));
                }
                assert!(largest(&sum.0) < i64::from(DOT_PRODUCT_BOUND));
            }
        }
    }
    fn check(token: impl Arithmetic) {
        check_row::<2>(token);
        check_row::<3>(token);
        check_row::<4>(token);
    }
    on_all_backends!(check);
}

/// t R + e, for every t beside every extreme e.
#[test]
fn multiply_r_add_is_exact_and_bounded() {
    fn check(token: impl Arithmetic) {
        let mut random = Random(5);
        let bound = NTT_OUTPUT_BOUND - 1;
        for start in (i32::from(1 - DOT_PRODUCT_BOUND)..i32::from(DOT_PRODUCT_BOUND)).step_by(256) {
            let t: [i16; 256] =
                core::array::from_fn(|i| (start + i as i32).min(i32::from(DOT_PRODUCT_BOUND) - 1) as i16);
            for e in [[bound; 256], [-bound; 256], [0; 256], random.coefficients(-bound, bound)] {
                let mut sum = Tq(e);
                token.multiply_r_add(&Tq(t), &mut sum);
                for i in 0..256 {
                    let exact = modulo(i64::from(t[i]) * R + i64::from(e[i]));
                    assert_eq!(modulo(i64::from(sum.0[i])), exact);
                    assert!(sum.0[i].abs() < ENCODE_BOUND);
                }
            }
        }
    }
    on_all_backends!(check);
}

/// Algorithm 7's loop, by its lines.
fn sample_ntt_exact(bytes: &[u8], a_hat: &mut [i16; 256], mut count: usize) -> usize {
    for three in bytes.chunks(3) {
        let [c0, c1, c2] = [three[0], three[1], three[2]].map(i16::from);
        for d in [c0 + 256 * (c1 & 15), (c1 >> 4) + 16 * c2] {
            if d < Q && count < 256 {
                a_hat[count] = d;
                count += 1;
            }
        }
    }
    count
}

/// A polynomial with something behind it that must stay.
#[repr(C)]
struct Guarded {
    a_hat: Tq,
    guard: [u8; 64],
}

fn check_sample_ntt(token: impl Arithmetic, bytes: &[u8], count: usize) {
    let mut a_hat = [0x1234; 256];
    let mut ours = Guarded { a_hat: Tq(a_hat), guard: [0xa5; 64] };
    let exact_count = sample_ntt_exact(bytes, &mut a_hat, count);
    let exact_size: Box<[u8]> = bytes.into();
    assert_eq!(
        token.sample_ntt(&exact_size, &mut ours.a_hat, count),
        exact_count,
        "{} bytes, {count} before",
        bytes.len()
    );
    assert_eq!(ours.a_hat.0[..exact_count], a_hat[..exact_count], "{} bytes, {count} before", bytes.len());
    assert_eq!(ours.guard, [0xa5; 64]);
}

/// Twelve-bit values as Algorithm 7 reads them.
fn twelve_bits(values: &[u16]) -> Vec<u8> {
    values.chunks(2).flat_map(|v| [v[0] as u8, (v[0] >> 8 | v[1] << 4) as u8, (v[1] >> 4) as u8]).collect()
}

/// Algorithm 7 for every length up to five blocks and every count, with what is accepted at random, all or nothing.
#[test]
fn sample_ntt_accepts_what_is_below_q() {
    fn check(token: impl Arithmetic) {
        let mut random = Random(6);
        for len in (0..=840).step_by(3) {
            check_sample_ntt(token, &random.bytes(len), 0);
            check_sample_ntt(token, &vec![0xff; len], 0);
            check_sample_ntt(token, &vec![0; len], 0);
        }
        for count in 0..=256 {
            for len in [0, 3, 6, 9, 12, 15, 18, 21, 24, 45, 48, 51, 168, 504] {
                check_sample_ntt(token, &random.bytes(len), count);
                check_sample_ntt(token, &vec![0xff; len], count);
                check_sample_ntt(token, &vec![0; len], count);
            }
        }
        // the last bytes bring the 256th, or the 255th, or one too many
        for rejected in 0..=80 {
            let mut values = vec![4095; rejected];
            values.extend(0..256);
            values.truncate(values.len() & !1);
            check_sample_ntt(token, &twelve_bits(&values), 0);
        }
        // every value on both sides of q, at every place of a chunk
        for shift in 0..64 {
            let values: Vec<u16> = (0..4096u16).map(|i| (i + shift) & 0xfff).collect();
            for values in values.chunks(128) {
                check_sample_ntt(token, &twelve_bits(values), usize::from(shift));
            }
        }
    }
    on_all_backends!(check);
}

fn check_sample_ntt_lane<const W: usize>(token: impl Arithmetic) {
    let mut random = Random(W as u64);
    for case in 0..100 {
        let mut word = || if case < 2 { 0u64.wrapping_sub(case) } else { random.next() };
        let blocks: [States<W>; 3] =
            core::array::from_fn(|_| core::array::from_fn(|_| core::array::from_fn(|_| word())));
        for lane in 0..W {
            let words = blocks.iter().flat_map(|block| block[..21].iter().map(|word| word[lane]));
            let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
            let mut exact = [0; 256];
            let exact_count = sample_ntt_exact(&bytes, &mut exact, 0);
            let mut ours = Guarded { a_hat: Tq([0; 256]), guard: [0xa5; 64] };
            assert_eq!(token.sample_ntt_lane(blocks.each_ref(), lane, &mut ours.a_hat), exact_count);
            assert_eq!(ours.a_hat.0[..exact_count], exact[..exact_count]);
            assert_eq!(ours.guard, [0xa5; 64]);
        }
    }
}

/// The same from interleaved states: three blocks of 168 bytes, any lane of any number.
#[test]
fn sample_ntt_lane_reads_the_blocks_of_a_lane() {
    fn check(token: impl Arithmetic) {
        check_sample_ntt_lane::<1>(token);
        check_sample_ntt_lane::<2>(token);
        check_sample_ntt_lane::<4>(token);
        check_sample_ntt_lane::<8>(token);
    }
    on_all_backends!(check);
}

/// `bits` little-endian bits from `from` on (Algorithms 3 and 6).
fn field(bytes: &[u8], from: usize, bits: usize) -> u16 {
    (0..bits).map(|i| u16::from(bytes[(from + i) / 8] >> ((from + i) % 8) & 1) << i).sum()
}

fn cbd_exact(bytes: &[u8], eta: usize) -> [i16; 256] {
    core::array::from_fn(|i| {
        let ones = |from| field(bytes, from, eta).count_ones() as i16;
        ones(2 * i * eta) - ones(2 * i * eta + eta)
    })
}

/// Algorithm 8: every byte at every place, and at random.
#[test]
fn sample_poly_cbd_counts_bits() {
    fn check(token: impl Arithmetic) {
        let mut random = Random(8);
        for case in 0..512 {
            let mut bytes = [0; 192];
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte = if case < 256 { (case + i * 37) as u8 } else { random.next() as u8 };
            }
            let mut f = Rq([0x55; 256]);
            token.sample_poly_cbd_3(&bytes, &mut f);
            assert_eq!(f.0, cbd_exact(&bytes, 3));
            let bytes: &[u8; 128] = bytes.first_chunk().unwrap();
            token.sample_poly_cbd_2(bytes, &mut f);
            assert_eq!(f.0, cbd_exact(bytes, 2));
        }
    }
    on_all_backends!(check);
}

/// Algorithms 5 and 6 with d = 12: every value of the range; the modulus check of section 7.2 finds one
/// coefficient that is too large, wherever it is.
#[test]
fn byte_encode_and_decode_12() {
    fn check(token: impl Arithmetic) {
        // 19 is prime to the number of values
        let bound = i32::from(ENCODE_BOUND);
        for start in (0..2 * bound - 1).step_by(5) {
            let value = |i| (start + 19 * i as i32) % (2 * bound - 1) + 1 - bound;
            let f_hat = Tq(core::array::from_fn(|i| value(i) as i16));
            let mut bytes = [0x55; 384];
            token.byte_encode_12(&f_hat, &mut bytes);
            let mut decoded = Tq([0x55; 256]);
            assert!(token.byte_decode_12(&bytes, &mut decoded));
            for i in 0..256 {
                let residue = modulo(i64::from(f_hat.0[i])) as i16;
                assert_eq!((field(&bytes, 12 * i, 12) as i16, decoded.0[i]), (residue, residue));
            }
        }
        for place in 0..256 {
            for value in [3328, 3329, 3330, 4000, 4095] {
                let mut values = [3328; 256];
                values[place] = value;
                let bytes = twelve_bits(&values);
                let mut decoded = Tq([0x55; 256]);
                assert_eq!(token.byte_decode_12(bytes[..].try_into().unwrap(), &mut decoded), value < 3329);
                assert_eq!(decoded.0, values.map(|value| (value % 3329) as i16));
            }
        }
        for start in 0..4096 {
            let values: [u16; 256] = core::array::from_fn(|i| ((start + i) % 4096) as u16);
            let mut decoded = Tq([0x55; 256]);
            let all_below = token.byte_decode_12(twelve_bits(&values)[..].try_into().unwrap(), &mut decoded);
            assert_eq!(all_below, values.iter().all(|&value| value < 3329));
            assert_eq!(decoded.0, values.map(|value| (value % 3329) as i16));
        }
    }
    on_all_backends!(check);
}

/// Equation 4.7 in exact rational arithmetic, rounding half up.
fn compress_exact(x: i64, d: usize) -> u16 {
    ((2 * (modulo(x) << d) + MODULUS).div_euclid(2 * MODULUS) & ((1 << d) - 1)) as u16
}

fn check_compress<const D: usize>(token: impl Arithmetic) {
    let mut random = Random(D as u64);
    let bound = COMPRESS_BOUND - 1;
    for start in -bound..=bound {
        if start % 7 != 0 && start.abs() < bound - 300 {
            continue; // with 256 neighbours each, every sum comes at more than thirty places
        }
        let sum: [i16; 256] = core::array::from_fn(|i| (start + i as i16).min(bound));
        let f = random.coefficients(-Q, Q);
        let g = core::array::from_fn(|i| sum[i] - f[i]);
        let mut guarded = vec![0xa5; 32 * D + 64];
        token.compress::<D>(&Rq(f), &Rq(g), &mut guarded[..32 * D]);
        for i in 0..256 {
            assert_eq!(
                field(&guarded, D * i, D),
                compress_exact(i64::from(sum[i]), D),
                "Compress_{D}({}) at {i}",
                sum[i]
            );
        }
        assert_eq!(guarded[32 * D..], [0xa5; 64]);
    }
}

/// ByteEncode_d after Compress_d: exact for every sum that may be passed, at many places.
#[test]
fn compress_is_exact_everywhere() {
    fn check(token: impl Arithmetic) {
        check_compress::<4>(token);
        check_compress::<5>(token);
        check_compress::<10>(token);
        check_compress::<11>(token);
    }
    on_all_backends!(check);
}

fn check_decompress<const D: usize>(token: impl Arithmetic) {
    for start in 0..(1usize << D).max(256) {
        let values: [u16; 256] = core::array::from_fn(|i| ((start + 3 * i) & ((1 << D) - 1)) as u16);
        let mut bytes = vec![0u8; 32 * D].into_boxed_slice();
        for bit in 0..256 * D {
            bytes[bit / 8] |= ((values[bit / D] >> (bit % D) & 1) as u8) << (bit % 8);
        }
        let mut f = Rq([0x55; 256]);
        token.decompress::<D>(&bytes, &mut f);
        for i in 0..256 {
            let exact = (2 * i64::from(values[i]) * MODULUS + (1 << D)).div_euclid(2 << D);
            assert_eq!(i64::from(f.0[i]), exact, "Decompress_{D}({}) at {i}", values[i]);
        }
    }
}

/// Equation 4.8 after ByteDecode_d: every value at every place.
#[test]
fn decompress_is_exact_everywhere() {
    fn check(token: impl Arithmetic) {
        check_decompress::<4>(token);
        check_decompress::<5>(token);
        check_decompress::<10>(token);
        check_decompress::<11>(token);
    }
    on_all_backends!(check);
}

/// Compress_1 of every difference that may be passed, and Decompress_1 of every byte at every place.
#[test]
fn message_bits() {
    fn check(token: impl Arithmetic) {
        let mut random = Random(9);
        let bound = COMPRESS_BOUND - 1;
        for start in -bound..=bound {
            let difference: [i16; 256] = core::array::from_fn(|i| (start + i as i16).min(bound));
            let v = random.coefficients(-Q, Q);
            let w = core::array::from_fn(|i| v[i] - difference[i]);
            let mut message = [0x55; 32];
            token.message_encode(&Rq(v), &Rq(w), &mut message);
            for i in 0..256 {
                assert_eq!(
                    field(&message, i, 1),
                    compress_exact(i64::from(difference[i]), 1),
                    "Compress_1({})",
                    difference[i]
                );
            }
        }
        for start in 0..=255 {
            let message: [u8; 32] = core::array::from_fn(|i| start ^ (i * 29) as u8);
            let f = random.coefficients(-3, 3);
            let mut sum = Rq(f);
            token.message_add(&message, &mut sum);
            for i in 0..256 {
                assert_eq!(sum.0[i], f[i] + 1665 * field(&message, i, 1) as i16);
            }
        }
    }
    on_all_backends!(check);
}

/// Every length up to 200, those of the ciphertexts and around them; a difference of one bit in any byte.
#[test]
fn equal_sees_every_byte() {
    fn check(token: impl Arithmetic) {
        let mut random = Random(10);
        for len in (0..200).chain([767, 768, 769, 1087, 1088, 1089, 1567, 1568, 1569]) {
            let a = random.bytes(len);
            let mut b = a.clone();
            assert_eq!(token.equal(&a, &b), 0xff, "{len}");
            for place in 0..len {
                let bit = 1 << (random.next() & 7);
                b[place] ^= bit;
                assert_eq!(token.equal(&a, &b), 0, "{len}, {place}");
                b[place] ^= bit;
            }
        }
    }
    on_all_backends!(check);
}
