//! Every kernel against the portable backend: byte for byte, or mod q and between the bounds of [`Arithmetic`];
//! at random inputs, at the ends of the input ranges, and over the whole domain where it is small.

#![allow(clippy::unwrap_used, clippy::integer_division_remainder_used)]

use super::Tested;
use crate::arch::{Arithmetic, COMPRESS_BOUND, DOT_PRODUCT_BOUND, ENCODE_BOUND, NTT_INPUT_BOUND, NTT_OUTPUT_BOUND, Q};
use crate::ring::{Rq, Tq};
use core::array::from_fn;
use keccak::States;
use keccak::arch::portable::Portable;

const PORTABLE: Portable = Portable;

fn vectors() -> Tested {
    Tested::detect().unwrap()
}

/// A reproducible stream of numbers (xorshift64*).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    fn between(&mut self, low: i16, high: i16) -> i16 {
        let width = (i32::from(high) - i32::from(low) + 1) as u64;
        (i64::from(low) + ((u64::from(self.next()) * width) >> 32) as i64) as i16
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        from_fn(|_| self.next() as u8)
    }
}

/// Polynomials between two bounds: their ends everywhere, by turns and at random; one coefficient alone; and random ones.
fn polynomials(low: i16, high: i16, random: usize) -> impl Iterator<Item = [i16; 256]> {
    let mut numbers = Numbers(0x6b79_6265_7231);
    let ends = [from_fn(|_| low), from_fn(|_| high)];
    let turns = (0..8).map(move |bit| from_fn(|i| if i >> bit & 1 == 0 { low } else { high }));
    let alone = (0..256).map(move |place| from_fn(|i| if i == place { high } else { low.max(0) }));
    let random = (0..random).map(move |n| {
        from_fn(|_| match n & 3 {
            0 if numbers.next() & 1 == 0 => low,
            0 => high,
            _ => numbers.between(low, high),
        })
    });
    ends.into_iter().chain(turns).chain(alone).chain(random)
}

fn residues(f: &[i16; 256]) -> [i16; 256] {
    f.map(|c| c.rem_euclid(Q))
}

fn largest(f: &[i16; 256]) -> i32 {
    f.iter().map(|&c| i32::from(c).abs()).max().unwrap()
}

/// Algorithm 9 and the bound that the kernel's head derives.
#[test]
fn ntt_is_algorithm_9() {
    for f in polynomials(-NTT_INPUT_BOUND, NTT_INPUT_BOUND, 300) {
        let f = Rq(f);
        let (mut expected, mut f_hat) = (Tq::ZERO, Tq::ZERO);
        PORTABLE.ntt(&f, &mut expected);
        vectors().ntt(&f, &mut f_hat);
        assert_eq!(residues(&f_hat.0), residues(&expected.0));
        assert!(largest(&f_hat.0) < 6 * i32::from(Q));
    }
}

/// Algorithm 10 times R, also for what the kernel's head allows beyond the trait's bound.
#[test]
fn ntt_inverse_is_algorithm_10_times_r() {
    for bound in [DOT_PRODUCT_BOUND - 1, 4 * Q + Q / 2] {
        for f_hat in polynomials(-bound, bound, 300) {
            let (mut expected, mut f) = (Rq([0; 256]), Rq([0; 256]));
            PORTABLE.ntt_inverse(&Tq(residues(&f_hat)), &mut expected);
            vectors().ntt_inverse(&Tq(f_hat), &mut f);
            assert_eq!(residues(&f.0), residues(&expected.0));
            assert!(largest(&f.0) <= i32::from(Q));
        }
    }
}

/// The twin has the even places as they are and the odd ones times gamma, at most q.
#[test]
fn multiply_prepare_multiplies_odd_places_by_gamma() {
    for b in polynomials(-NTT_OUTPUT_BOUND + 1, NTT_OUTPUT_BOUND - 1, 100) {
        let b = Tq(b);
        let (mut expected, mut twin) = (Tq::ZERO, Tq::ZERO);
        PORTABLE.multiply_prepare(&b, &mut expected);
        vectors().multiply_prepare(&b, &mut twin);
        assert_eq!(residues(&twin.0), residues(&expected.0));
        for (twin, b) in twin.0.chunks(2).zip(b.0.chunks(2)) {
            assert_eq!(twin[0], b[0]);
            assert!(twin[1].abs() <= Q);
        }
    }
}

fn check_dot_product<const K: usize>() {
    let bound = NTT_OUTPUT_BOUND - 1;
    let mut a_source = polynomials(0, Q - 1, 1 << 20);
    for b in polynomials(-bound, bound, 300) {
        let a: [Tq; K] = from_fn(|_| Tq(a_source.next().unwrap()));
        let b: [Tq; K] = from_fn(|j| {
            let mut b = b;
            b.rotate_left(2 * j);
            Tq(b)
        });
        let mut twin = [const { Tq::ZERO }; K];
        for j in 0..K {
            vectors().multiply_prepare(&b[j], &mut twin[j]);
        }
        let (mut expected, mut sum) = (Tq::ZERO, Tq::ZERO);
        PORTABLE.dot_product(&a, &b, &twin, &mut expected);
        vectors().dot_product(&a, &b, &twin, &mut sum);
        assert_eq!(residues(&sum.0), residues(&expected.0));
        assert!(largest(&sum.0) < i32::from(DOT_PRODUCT_BOUND));
    }
}

/// Algorithm 11 over rows of two, three and four.
#[test]
fn dot_product_is_algorithm_11_over_r() {
    check_dot_product::<2>();
    check_dot_product::<3>();
    check_dot_product::<4>();
}

/// Over every t that a dot product gives, beside errors from end to end.
#[test]
fn multiply_r_add_is_exact_everywhere() {
    let bound = NTT_OUTPUT_BOUND - 1;
    for e in polynomials(-bound, bound, 3).filter(|e| !e.contains(&0)) {
        for first in (-DOT_PRODUCT_BOUND + 1..DOT_PRODUCT_BOUND).step_by(256) {
            let t: [i16; 256] = from_fn(|i| (first + i as i16).min(DOT_PRODUCT_BOUND - 1));
            let (mut expected, mut sum) = (Tq(e), Tq(e));
            PORTABLE.multiply_r_add(&Tq(t), &mut expected);
            vectors().multiply_r_add(&Tq(t), &mut sum);
            assert!(largest(&sum.0) < i32::from(ENCODE_BOUND));
            assert_eq!(residues(&sum.0), residues(&expected.0));
        }
    }
}

fn check_sample_ntt(bytes: &[u8], count: usize) -> usize {
    let filled = Tq(from_fn(|i| -(i as i16)));
    let (mut expected, mut a_hat) = (filled.clone(), filled);
    let expected_count = PORTABLE.sample_ntt(bytes, &mut expected, count);
    let new_count = vectors().sample_ntt(bytes, &mut a_hat, count);
    assert_eq!(new_count, expected_count, "{} bytes after {count} coefficients", bytes.len());
    assert_eq!(a_hat.0[..new_count], expected.0[..new_count], "{} bytes after {count} coefficients", bytes.len());
    new_count
}

/// Candidates as the three bytes that Algorithm 7 reads two of them from.
fn candidate_bytes<const N: usize>(candidate: impl Fn(usize) -> u16) -> [u8; N] {
    let mut bytes = [0; N];
    for (i, three) in bytes.chunks_mut(3).enumerate() {
        let (d1, d2) = (candidate(2 * i), candidate(2 * i + 1));
        three.copy_from_slice(&[d1 as u8, (d1 >> 8 | d2 << 4) as u8, (d2 >> 4) as u8]);
    }
    bytes
}

/// Algorithm 7: every length of input after every number of coefficients, whatever is accepted of it.
#[test]
fn sample_ntt_is_algorithm_7_for_every_length_and_count() {
    let mut numbers = Numbers(7);
    let inputs: [[u8; 57]; 5] = [[0; 57], [0xff; 57], numbers.bytes(), numbers.bytes(), numbers.bytes()];
    for bytes in &inputs {
        for length in (0..=bytes.len()).step_by(3) {
            for count in 0..=256 {
                check_sample_ntt(&bytes[..length], count);
            }
        }
    }
}

/// Algorithm 7, lines 9 and 12: d < q and no other, in every lane.
#[test]
fn sample_ntt_accepts_below_q_only() {
    for base in 0..4096u16 {
        let bytes: [u8; 48] = candidate_bytes(|i| (base + 273 * i as u16) & 0xfff);
        check_sample_ntt(&bytes, 0);
    }
}

/// Each pattern of accepted candidates among eight, in both halves of a block, with room and without.
#[test]
fn sample_ntt_keeps_the_order_of_every_pattern() {
    for pattern in 0..=255u16 {
        let accepted = |i: usize| pattern.rotate_left(5 * (i as u32 / 8)) >> (i % 8) & 1 == 1;
        let bytes: [u8; 48] = candidate_bytes(|i| if accepted(i) { 100 + i as u16 } else { Q as u16 + i as u16 });
        for count in [0, 100, 231, 247, 248, 249, 255] {
            check_sample_ntt(&bytes, count);
        }
    }
}

/// Three blocks of SHAKE128 whose very last candidate is the 256th accepted, and the same one candidate short.
#[test]
fn sample_ntt_takes_the_last_candidate() {
    let bytes: [u8; 504] = candidate_bytes(|i| if i == 335 || i < 255 { 3328 } else { 3329 });
    assert_eq!(check_sample_ntt(&bytes, 0), 256);
    assert_eq!(check_sample_ntt(&bytes[..501], 0), 255);
    assert_eq!(check_sample_ntt(&bytes[..168], check_sample_ntt(&bytes[..336], 0)), 256);
    let mut numbers = Numbers(504);
    for _ in 0..200 {
        check_sample_ntt(&numbers.bytes::<504>(), 0);
    }
}

/// Three blocks in any lane of two give what their bytes give.
#[test]
fn sample_ntt_lane_reads_the_blocks_of_a_lane() {
    let mut numbers = Numbers(168);
    for n in 0..100 {
        let blocks: [States<2>; 3] = from_fn(|_| {
            from_fn(|_| from_fn(|_| if n < 2 { 0u64.wrapping_sub(n) } else { u64::from_le_bytes(numbers.bytes()) }))
        });
        for lane in 0..2 {
            let mut bytes = [0; 504];
            for (bytes, word) in bytes.chunks_mut(8).zip(blocks.iter().flat_map(|states| &states[..21])) {
                bytes.copy_from_slice(&word[lane].to_le_bytes());
            }
            let (mut expected, mut a_hat) = (Tq::ZERO, Tq::ZERO);
            let expected_count = PORTABLE.sample_ntt(&bytes, &mut expected, 0);
            let count = vectors().sample_ntt_lane([&blocks[0], &blocks[1], &blocks[2]], lane, &mut a_hat);
            assert_eq!(count, expected_count);
            assert_eq!(a_hat.0[..count], expected.0[..count]);
        }
    }
}

/// Algorithm 8 with eta = 2, for every byte in every place.
#[test]
fn sample_poly_cbd_2_is_algorithm_8() {
    for first in 0..=255u8 {
        let bytes = from_fn(|i| first.wrapping_add((37 * i) as u8));
        let (mut expected, mut f) = (Rq([0; 256]), Rq([0; 256]));
        PORTABLE.sample_poly_cbd_2(&bytes, &mut expected);
        vectors().sample_poly_cbd_2(&bytes, &mut f);
        assert_eq!(f.0, expected.0);
    }
}

/// Algorithm 8 with eta = 3, for every pair of neighbouring bytes: no coefficient depends on more.
#[test]
fn sample_poly_cbd_3_is_algorithm_8() {
    let mut numbers = Numbers(3);
    for pair in 0..=0xffffu16 {
        let mut bytes: [u8; 192] = numbers.bytes();
        for group in bytes.chunks_mut(6) {
            [group[0], group[1]] = pair.to_le_bytes(); // the first and second of three bytes
            [group[4], group[5]] = pair.to_le_bytes(); // the second and third
        }
        let (mut expected, mut f) = (Rq([0; 256]), Rq([0; 256]));
        PORTABLE.sample_poly_cbd_3(&bytes, &mut expected);
        vectors().sample_poly_cbd_3(&bytes, &mut f);
        assert_eq!(f.0, expected.0);
    }
}

/// Algorithm 5 with d = 12, for every coefficient of its range in some place of a vector.
#[test]
fn byte_encode_12_is_algorithm_5() {
    let bound = i32::from(ENCODE_BOUND);
    for first in (1 - bound..bound).step_by(16) {
        let f_hat =
            Tq(from_fn(|i| ((first + 105 * i as i32 + bound - 1).rem_euclid(2 * bound - 1) + 1 - bound) as i16));
        let (mut expected, mut bytes) = ([0; 384], [0; 384]);
        PORTABLE.byte_encode_12(&f_hat, &mut expected);
        vectors().byte_encode_12(&f_hat, &mut bytes);
        assert_eq!(bytes, expected);
    }
}

/// Algorithm 6 with d = 12, for every 12-bit value, and the modulus check for one bad value in any place.
#[test]
fn byte_decode_12_is_algorithm_6_and_checks_the_modulus() {
    let check = |bytes: &[u8; 384]| {
        let (mut expected, mut f_hat) = (Tq::ZERO, Tq::ZERO);
        let expected_valid = PORTABLE.byte_decode_12(bytes, &mut expected);
        let valid = vectors().byte_decode_12(bytes, &mut f_hat);
        assert_eq!((valid, f_hat.0), (expected_valid, expected.0));
        valid
    };
    for first in 0..4096u16 {
        check(&candidate_bytes(|i| (first + 48 * i as u16) & 0xfff));
    }
    assert!(check(&candidate_bytes(|_| 3328)));
    for place in 0..256 {
        assert!(!check(&candidate_bytes(|i| if i == place { 3329 } else { 3328 })));
        assert!(!check(&candidate_bytes(|i| if i == place { 4095 } else { 0 })));
    }
}

fn check_compress<const D: usize>() {
    let mut numbers = Numbers(D as u64);
    let x = |i: i32| (i.rem_euclid(13315) - 6657) as i16; // from -2q + 1 to 2q - 1
    assert_eq!((x(0), x(13314)), (-COMPRESS_BOUND + 1, COMPRESS_BOUND - 1));
    for first in (0..13315).step_by(8) {
        let g = Rq(from_fn(|_| numbers.between(-Q, Q)));
        let f = Rq(from_fn(|i| x(first + 417 * i as i32) - g.0[i]));
        let (mut expected, mut bytes) = ([0; 32 * 11], [0; 32 * 11]);
        PORTABLE.compress::<D>(&f, &g, &mut expected[..32 * D]);
        vectors().compress::<D>(&f, &g, &mut bytes[..32 * D]);
        assert_eq!(bytes, expected, "d = {D}");
    }
}

/// Equation 4.7, for every sum that a caller may pass.
#[test]
fn compress_is_exact_everywhere() {
    check_compress::<4>();
    check_compress::<5>();
    check_compress::<10>();
    check_compress::<11>();
}

fn check_decompress<const D: usize>() {
    for first in 0..1usize << D {
        let mut bytes = [0; 32 * 11];
        for i in 0..256 {
            let value = (first + 7 * i) & ((1 << D) - 1);
            for bit in 0..D {
                bytes[(D * i + bit) / 8] |= ((value >> bit & 1) as u8) << ((D * i + bit) % 8);
            }
        }
        let (mut expected, mut f) = (Rq([0; 256]), Rq([0; 256]));
        PORTABLE.decompress::<D>(&bytes[..32 * D], &mut expected);
        vectors().decompress::<D>(&bytes[..32 * D], &mut f);
        assert_eq!(f.0, expected.0, "d = {D}");
    }
}

/// Equation 4.8, for every value in every place.
#[test]
fn decompress_is_exact_everywhere() {
    check_decompress::<4>();
    check_decompress::<5>();
    check_decompress::<10>();
    check_decompress::<11>();
}

/// Equation 4.7 with d = 1, for every difference that a caller may pass.
#[test]
fn message_encode_is_exact_everywhere() {
    let mut numbers = Numbers(1);
    for first in 0..13315 {
        let w = Rq(from_fn(|_| numbers.between(-Q, Q)));
        let v = Rq(from_fn(|i| ((first + 417 * i as i32) % 13315 - 6657) as i16 + w.0[i]));
        let (mut expected, mut message) = ([0; 32], [0; 32]);
        PORTABLE.message_encode(&v, &w, &mut expected);
        vectors().message_encode(&v, &w, &mut message);
        assert_eq!(message, expected);
    }
}

/// Equation 4.8 with d = 1, for every byte in every place.
#[test]
fn message_add_adds_half_of_q_for_a_one() {
    let mut numbers = Numbers(2);
    for first in 0..=255u8 {
        let message = from_fn(|i| first.wrapping_add(8 * i as u8));
        let f = Rq(from_fn(|_| numbers.between(-3, 3)));
        let (mut expected, mut sum) = (f.clone(), f);
        PORTABLE.message_add(&message, &mut expected);
        vectors().message_add(&message, &mut sum);
        assert_eq!(sum.0, expected.0);
    }
}

/// Every bit of strings of every length counts, those of the ciphertexts (FIPS 203, table 3) among them.
#[test]
fn equal_compares_every_bit() {
    let mut numbers = Numbers(4);
    let a: [u8; 1568] = numbers.bytes();
    for length in (0..=66).chain([768, 1088, 1568]) {
        let mut b = a;
        assert_eq!(vectors().equal(&a[..length], &b[..length]), 0xff);
        for place in 0..length {
            for bit in 0..8 {
                b[place] ^= 1 << bit;
                assert_eq!(vectors().equal(&a[..length], &b[..length]), 0, "bit {bit} of byte {place} of {length}");
                b[place] ^= 1 << bit;
            }
        }
    }
}
