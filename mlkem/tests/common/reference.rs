//! ML-KEM as FIPS 203 reads, over the integers with `%`: slow, plain, not constant time. All that it shares with
//! the library is Keccak, so where the two agree neither follows the other's mistakes.
#![allow(clippy::integer_division_remainder_used)]

use keccak::{Sha3_256, Sha3_512, Shake128, Shake256};
use mlkem::ParameterSet;

const Q: i64 = 3329;

/// Coefficients in \[0, q), of an element of R_q or of T_q.
pub(crate) type Polynomial = [i64; 256];

/// A parameter set (FIPS 203, section 8), and how its Decompress rounds, which a test may want wrong.
#[derive(Clone, Copy)]
pub(crate) struct Reference {
    k: usize,
    eta1: usize,
    du: usize,
    dv: usize,
    decompress: fn(usize, i64) -> i64,
}

impl Reference {
    pub(crate) fn of<P: ParameterSet>() -> Self {
        let (k, eta1, du, dv) = match P::NAME {
            "ML-KEM-512" => (2, 3, 10, 4),
            "ML-KEM-768" => (3, 2, 10, 4),
            "ML-KEM-1024" => (4, 2, 11, 5),
            other => panic!("FIPS 203 has no {other}"),
        };
        Self { k, eta1, du, dv, decompress }
    }

    /// The same with another Decompress: what a wrong implementation would compute.
    pub(crate) fn with_decompress(self, decompress: fn(usize, i64) -> i64) -> Self {
        Self { decompress, ..self }
    }

    /// Algorithm 16: (ek, dk).
    pub(crate) fn key_gen(&self, d: &[u8; 32], z: &[u8; 32]) -> (Vec<u8>, Vec<u8>) {
        let (ek, mut dk) = self.k_pke_key_gen(d);
        dk.extend_from_slice(&ek);
        dk.extend_from_slice(&Sha3_256::digest(&ek));
        dk.extend_from_slice(z);
        (ek, dk)
    }

    /// Algorithm 17: (K, c).
    pub(crate) fn encaps(&self, ek: &[u8], m: &[u8; 32]) -> ([u8; 32], Vec<u8>) {
        let (k, r) = g(&[m, &Sha3_256::digest(ek)]);
        (k, self.k_pke_encrypt(ek, m, &r))
    }

    /// Algorithm 18.
    pub(crate) fn decaps(&self, dk: &[u8], c: &[u8]) -> [u8; 32] {
        let (dk_pke, rest) = dk.split_at(384 * self.k);
        let (ek, rest) = rest.split_at(384 * self.k + 32);
        let (h, z) = rest.split_at(32);
        let m = self.k_pke_decrypt(dk_pke, c);
        let (k, r) = g(&[&m, h]);
        if self.k_pke_encrypt(ek, &m, &r) == c { k } else { super::rejection_key(z, c) }
    }

    /// Algorithm 13.
    fn k_pke_key_gen(&self, d: &[u8; 32]) -> (Vec<u8>, Vec<u8>) {
        let (rho, sigma) = g(&[d, &[self.k as u8]]);
        let a = self.matrix(&rho);
        let s: Vec<_> = (0..self.k).map(|n| ntt(&noise(self.eta1, &sigma, n))).collect();
        let e: Vec<_> = (self.k..2 * self.k).map(|n| ntt(&noise(self.eta1, &sigma, n))).collect();
        let t: Vec<_> = (0..self.k).map(|i| add(&dot_product(&a[i], &s), &e[i])).collect();
        (encode_vector(12, &t).into_iter().chain(rho).collect(), encode_vector(12, &s))
    }

    /// Algorithm 14.
    fn k_pke_encrypt(&self, ek: &[u8], m: &[u8; 32], r: &[u8; 32]) -> Vec<u8> {
        let (t, rho) = ek.split_at(384 * self.k);
        let t: Vec<_> = t.chunks(384).map(|bytes| byte_decode(12, bytes)).collect();
        let a = self.matrix(rho);
        let y: Vec<_> = (0..self.k).map(|n| ntt(&noise(self.eta1, r, n))).collect();
        let mut c = Vec::new();
        for i in 0..self.k {
            let column: Vec<_> = a.iter().map(|row| row[i]).collect();
            let u = add(&ntt_inverse(&dot_product(&column, &y)), &noise(2, r, self.k + i));
            c.extend(byte_encode(self.du, &u.map(|x| compress(self.du, x))));
        }
        let mu = byte_decode(1, m).map(|bit| decompress(1, bit));
        let v = add(&add(&ntt_inverse(&dot_product(&t, &y)), &noise(2, r, 2 * self.k)), &mu);
        c.extend(byte_encode(self.dv, &v.map(|x| compress(self.dv, x))));
        c
    }

    /// Algorithm 15.
    pub(crate) fn k_pke_decrypt(&self, dk: &[u8], c: &[u8]) -> [u8; 32] {
        let (c1, c2) = c.split_at(32 * self.du * self.k);
        let u: Vec<_> = c1
            .chunks(32 * self.du)
            .map(|bytes| ntt(&byte_decode(self.du, bytes).map(|y| (self.decompress)(self.du, y))))
            .collect();
        let v = byte_decode(self.dv, c2).map(|y| (self.decompress)(self.dv, y));
        let s: Vec<_> = dk.chunks(384).map(|bytes| byte_decode(12, bytes)).collect();
        let w = subtract(&v, &ntt_inverse(&dot_product(&s, &u)));
        byte_encode(1, &w.map(|x| compress(1, x))).try_into().unwrap()
    }

    /// What decryption must not leave behind: the product of s and u (Algorithm 15, line 6).
    pub(crate) fn secret_product(&self, dk: &[u8], c: &[u8]) -> Polynomial {
        let c1 = c[..32 * self.du * self.k].chunks(32 * self.du);
        let u: Vec<_> = c1.map(|bytes| ntt(&byte_decode(self.du, bytes).map(|y| decompress(self.du, y)))).collect();
        let s: Vec<_> = dk[..384 * self.k].chunks(384).map(|bytes| byte_decode(12, bytes)).collect();
        ntt_inverse(&dot_product(&s, &u))
    }

    /// The matrix A of Algorithms 13 and 14.
    fn matrix(&self, rho: &[u8]) -> Vec<Vec<Polynomial>> {
        (0..self.k as u8).map(|i| (0..self.k as u8).map(|j| sample_ntt(rho, j, i).0).collect()).collect()
    }

    /// rho of the key that the seed d gives.
    pub(crate) fn rho(&self, d: &[u8; 32]) -> [u8; 32] {
        g(&[d, &[self.k as u8]]).0
    }

    /// sigma of the key that the seed d gives.
    pub(crate) fn sigma(&self, d: &[u8; 32]) -> [u8; 32] {
        g(&[d, &[self.k as u8]]).1
    }

    /// The secret polynomials that key generation samples from sigma: s, then e.
    pub(crate) fn key_noise(&self, sigma: &[u8; 32]) -> Vec<Polynomial> {
        (0..2 * self.k).map(|n| noise(self.eta1, sigma, n)).collect()
    }

    /// Those that encryption samples from r: y, then e1 and e2.
    pub(crate) fn encryption_noise(&self, r: &[u8; 32]) -> Vec<Polynomial> {
        (0..=2 * self.k).map(|n| noise(if n < self.k { self.eta1 } else { 2 }, r, n)).collect()
    }
}

/// G: SHA3-512 in two halves (section 4.1).
pub(crate) fn g(parts: &[&[u8]]) -> ([u8; 32], [u8; 32]) {
    let hash = Sha3_512::digest(parts.concat());
    (hash[..32].try_into().unwrap(), hash[32..].try_into().unwrap())
}

/// Algorithm 7, SampleNTT, and how many bytes it read.
pub(crate) fn sample_ntt(rho: &[u8], j: u8, i: u8) -> (Polynomial, usize) {
    let mut xof = Shake128::new();
    xof.update(rho);
    xof.update([j, i]);
    let mut xof = xof.finalize_xof();
    let (mut a, mut count, mut read) = ([0; 256], 0, 0);
    while count < 256 {
        let mut c = [0; 3];
        xof.read(&mut c);
        read += 3;
        let c = c.map(i64::from);
        for d in [c[0] + 256 * (c[1] % 16), c[1] / 16 + 16 * c[2]] {
            if d < Q && count < 256 {
                a[count] = d;
                count += 1;
            }
        }
    }
    (a, read)
}

/// SamplePolyCBD_eta(PRF_eta(seed, n)), Algorithm 8.
fn noise(eta: usize, seed: &[u8], n: usize) -> Polynomial {
    let mut bytes = vec![0; 64 * eta];
    Shake256::digest_xof([seed, &[n as u8]].concat(), &mut bytes);
    let bits = bits(&bytes);
    let sum = |from: usize| bits[from..from + eta].iter().sum::<i64>();
    std::array::from_fn(|i| (sum(2 * i * eta) - sum(2 * i * eta + eta)).rem_euclid(Q))
}

/// Algorithm 4.
fn bits(bytes: &[u8]) -> Vec<i64> {
    bytes.iter().flat_map(|byte| (0..8).map(move |i| i64::from(byte >> i & 1))).collect()
}

/// Algorithm 5.
pub(crate) fn byte_encode(d: usize, f: &Polynomial) -> Vec<u8> {
    let bits: Vec<_> = f.iter().flat_map(|c| (0..d).map(move |i| (c >> i & 1) as u8)).collect();
    bits.chunks(8).map(|eight| eight.iter().enumerate().map(|(i, bit)| bit << i).sum()).collect()
}

fn encode_vector(d: usize, v: &[Polynomial]) -> Vec<u8> {
    v.iter().flat_map(|f| byte_encode(d, f)).collect()
}

/// Algorithm 6, with the reduction mod q for d = 12.
pub(crate) fn byte_decode(d: usize, bytes: &[u8]) -> Polynomial {
    let bits = bits(bytes);
    let modulus = if d == 12 { Q } else { 1 << d };
    std::array::from_fn(|i| (0..d).map(|j| bits[i * d + j] << j).sum::<i64>() % modulus)
}

/// Equation 4.7, rounding half up.
fn compress(d: usize, x: i64) -> i64 {
    ((x << (d + 1)) + Q) / (2 * Q) % (1 << d)
}

/// Equation 4.8, rounding half up.
pub(crate) fn decompress(d: usize, y: i64) -> i64 {
    (2 * y * Q + (1 << d)) / (2 << d)
}

/// zeta^exponent, with zeta = 17 of order 256.
fn zeta(exponent: u32) -> i64 {
    const POWERS: [i64; 256] = {
        let mut powers = [1; 256];
        let mut i = 1;
        while i < 256 {
            powers[i] = powers[i - 1] * 17 % Q;
            i += 1;
        }
        powers
    };
    POWERS[exponent as usize]
}

/// BitRev_7.
fn bit_reverse(i: u32) -> u32 {
    i.reverse_bits() >> 25
}

/// Algorithm 9.
pub(crate) fn ntt(f: &Polynomial) -> Polynomial {
    let mut f = *f;
    let (mut i, mut len) = (1, 128);
    while len >= 2 {
        for start in (0..256).step_by(2 * len) {
            let zeta = zeta(bit_reverse(i));
            i += 1;
            for j in start..start + len {
                let t = zeta * f[j + len] % Q;
                f[j + len] = (f[j] - t).rem_euclid(Q);
                f[j] = (f[j] + t) % Q;
            }
        }
        len /= 2;
    }
    f
}

/// Algorithm 10.
pub(crate) fn ntt_inverse(f: &Polynomial) -> Polynomial {
    let mut f = *f;
    let (mut i, mut len) = (127, 2);
    while len <= 128 {
        for start in (0..256).step_by(2 * len) {
            let zeta = zeta(bit_reverse(i));
            i -= 1;
            for j in start..start + len {
                let t = f[j];
                f[j] = (t + f[j + len]) % Q;
                f[j + len] = (zeta * (f[j + len] - t)).rem_euclid(Q);
            }
        }
        len *= 2;
    }
    f.map(|c| c * 3303 % Q)
}

/// Algorithms 11 and 12, summed over two vectors.
fn dot_product(a: &[Polynomial], b: &[Polynomial]) -> Polynomial {
    let mut sum = [0; 256];
    for (a, b) in a.iter().zip(b) {
        for i in 0..128 {
            let gamma = zeta(2 * bit_reverse(i as u32) + 1);
            sum[2 * i] += a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1] % Q * gamma;
            sum[2 * i + 1] += a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
        }
    }
    sum.map(|c| c % Q)
}

fn add(f: &Polynomial, g: &Polynomial) -> Polynomial {
    std::array::from_fn(|i| (f[i] + g[i]) % Q)
}

fn subtract(f: &Polynomial, g: &Polynomial) -> Polynomial {
    std::array::from_fn(|i| (f[i] - g[i]).rem_euclid(Q))
}
