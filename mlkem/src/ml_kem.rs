//! ML-KEM (FIPS 203, sections 6 and 7): Algorithms 16, 17 and 18, with the sampling of K-PKE in the same lanes.

use crate::arch::memory::{Public, Secret, Wiped, wipe};
use crate::arch::{Arithmetic, Backend};
use crate::k_pke::{self, Noise, Secrets};
use crate::lanes::{self, Message, Output, Streams};
use crate::operations::KeyGenJob;
use crate::params::{ByteArray, ParameterSet, shape};
use crate::ring::{Tq, zero_vector};
use crate::schedule::{self, Hash, Program, Seeded};
use core::marker::PhantomData;

/// The matrix as K-PKE.Encrypt uses it, transposed, and t: what an encapsulation key prepares once.
#[derive(Clone)]
pub struct PublicKey<const K: usize> {
    a_hat: [[Tq; K]; K],
    t_hat: [Tq; K],
}

/// An expanded decapsulation key in its parts (FIPS 203, Algorithm 16, line 3).
#[derive(Clone, Copy)]
pub struct DecapsulationInput<'a> {
    /// dk_PKE, the encoded vector s.
    pub(crate) s: &'a [u8],
    /// The encapsulation key.
    pub(crate) ek: &'a [u8],
    /// H(ek).
    pub(crate) h: &'a [u8; 32],
    /// The implicit rejection value.
    pub(crate) z: &'a [u8; 32],
}

/// The programs of one parameter set on W lanes, made by the compiler.
struct Programs<P, const W: usize>(PhantomData<P>);

impl<P: ParameterSet, const W: usize> Programs<P, W> {
    const KEY_GENERATION: Program<W> = schedule::key_generation::<W>(shape::<P>()).program(false);
    const ENCAPSULATION: Program<W> = schedule::encapsulation::<W>(shape::<P>()).program(true);
    const PREPARED_ENCAPSULATION: Program<W> = schedule::prepared_encapsulation::<W>(shape::<P>()).program(true);
    const DECAPSULATION: Program<W> = schedule::decapsulation::<W>(shape::<P>()).program(true);
    const PREPARED_DECAPSULATION: Program<W> = schedule::prepared_decapsulation::<W>(shape::<P>()).program(true);
    const PREPARATION: Program<W> = schedule::preparation::<W>(shape::<P>()).program(true);
}

/// Algorithm 16, ML-KEM.KeyGen_internal, with Algorithm 13 inside: `s` is dk_PKE, 384 K bytes; `h` is H(ek).
#[inline(never)]
pub(crate) fn key_gen_internal<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    d: &[u8; 32],
    s: &mut [u8],
    ek: &mut [u8],
    h: &mut [u8; 32],
) {
    let (mut a_hat, mut secrets) = (Public::new(), Secret::new());
    let mut key_generation = KeyGeneration::<K>::new((d, s, ek, h), a_hat.get(), secrets.get());
    lanes::run(backend, const { &Programs::<P, W>::KEY_GENERATION }, &mut key_generation);
}

struct KeyGeneration<'a, const K: usize> {
    d: &'a [u8; 32],
    s: &'a mut [u8],
    ek: &'a mut [u8],
    h: &'a mut [u8; 32],
    rho: [u8; 32],
    sigma: [u8; 32],
    a_hat: &'a mut [[Tq; K]; K],
    secrets: &'a mut Secrets<K>,
    /// How many polynomials of s are still to come.
    secrets_missing: usize,
    /// For each row: how many of e\[i\] and A\[i\] are still to come.
    parts_missing: [usize; K],
}

impl<B: Backend<W>, const K: usize, const W: usize> Streams<B, W> for KeyGeneration<'_, K> {
    #[inline]
    fn message(&self, hash: Hash) -> Message<'_> {
        match hash {
            Hash::G => [self.d, const { &[K as u8] }], // Algorithm 13, line 1: G(d || k)
            Hash::H | Hash::J => [self.ek, &[]],
        }
    }

    #[inline]
    fn seed(&self, function: Seeded) -> &[u8; 32] {
        match function {
            Seeded::Xof => &self.rho,
            Seeded::Prf => &self.sigma,
        }
    }

    #[inline]
    fn hashed(&mut self, hash: Hash, output: &[u8; 64]) {
        let (first, second) = output.split_at(32);
        match hash {
            Hash::G => {
                self.rho.copy_from_slice(first);
                self.sigma.copy_from_slice(second);
                self.ek[384 * K..].copy_from_slice(first); // line 19: ek ends with rho
            }
            Hash::H | Hash::J => self.h.copy_from_slice(first),
        }
    }

    /// Lines 3 to 7.
    #[inline]
    fn sample_matrix(&mut self, i: usize, j: usize, output: Output<'_, B, W>) {
        output.sample_ntt(&mut self.a_hat[i][j]);
        self.finish_part(output.arithmetic(), i);
    }

    /// Lines 8 to 17.
    #[inline]
    fn sample_noise(&mut self, n: usize, eta: u8, output: Output<'_, B, W>) {
        let Secrets { s_hat, e_hat, room } = &mut *self.secrets;
        output.sample_poly_cbd(eta, &mut room.f);
        if n < K {
            s_hat.set(output.arithmetic(), n, &room.f);
            if let Some(bytes) = self.s.as_chunks_mut().0.get_mut(n) {
                output.arithmetic().byte_encode_12(&s_hat.vector[n], bytes); // line 20
            }
            self.secrets_missing -= 1;
            if self.secrets_missing == 0 {
                (0..K).for_each(|i| self.finish_row(output.arithmetic(), i));
            }
        } else {
            output.arithmetic().ntt(&room.f, &mut e_hat[n - K]);
            self.finish_part(output.arithmetic(), n - K);
        }
    }
}

impl<'a, const K: usize> KeyGeneration<'a, K> {
    #[inline(always)]
    fn new((d, s, ek, h): KeyGenJob<'a>, a_hat: &'a mut [[Tq; K]; K], secrets: &'a mut Secrets<K>) -> Self {
        Self {
            d,
            s,
            ek,
            h,
            rho: [0; 32],
            sigma: [0; 32],
            a_hat,
            secrets,
            secrets_missing: K,
            parts_missing: [K + 1; K],
        }
    }

    #[inline]
    fn finish_part(&mut self, arithmetic: impl Arithmetic, i: usize) {
        self.parts_missing[i] -= 1;
        self.finish_row(arithmetic, i);
    }

    /// Row i of t, as soon as all its parts are there.
    #[inline]
    fn finish_row(&mut self, arithmetic: impl Arithmetic, i: usize) {
        if self.secrets_missing != 0 || self.parts_missing[i] != 0 {
            return;
        }
        if let Some(bytes) = self.ek.as_chunks_mut().0.get_mut(i) {
            k_pke::key_gen_row(arithmetic, &self.a_hat[i], i, self.secrets, bytes);
        }
    }
}

impl<const K: usize> Drop for KeyGeneration<'_, K> {
    fn drop(&mut self) {
        wipe(&mut self.sigma);
    }
}

/// What encapsulation and decapsulation sample: the same streams, of which each plan names those it needs.
struct Encryption<'a, const K: usize> {
    /// m, or the m' that decryption found.
    m: &'a [u8; 32],
    ek: &'a [u8],
    /// H(ek): given, or the output of H.
    h: [u8; 32],
    /// J's message and its output.
    z: &'a [u8],
    c: &'a [u8],
    rejection: [u8; 32],
    rho: [u8; 32],
    /// K and r, the output of G.
    k: [u8; 32],
    r: [u8; 32],
    /// The rows to sample; none where the matrix is prepared.
    a_hat: &'a mut [[Tq; K]],
    noise: &'a mut Noise<K>,
}

impl<'a, const K: usize> Encryption<'a, K> {
    /// `ek` is empty, and there are no rows, where the key is prepared. Inlined, so that it is made where it stands.
    #[inline(always)]
    fn new(m: &'a [u8; 32], ek: &'a [u8], a_hat: &'a mut [[Tq; K]], noise: &'a mut Noise<K>) -> Self {
        let mut rho = [0; 32];
        if let Some(bytes) = ek.get(384 * K..) {
            rho.copy_from_slice(bytes);
        }
        // nothing is changed after this, or there would be a copy to move from
        Self { m, ek, h: [0; 32], z: &[], c: &[], rejection: [0; 32], rho, k: [0; 32], r: [0; 32], a_hat, noise }
    }

    /// Algorithm 18, lines 8 to 12. c' is no less secret than m': where c was tampered with, it tells what c decrypts to.
    ///
    /// Like [`Self::encrypt`] not inlined: sampling and this share the stack.
    #[inline(never)]
    fn re_encrypt<P: ParameterSet>(&mut self, arithmetic: impl Arithmetic, k: &mut [u8; 32]) {
        let mut c_prime = Wiped(P::CiphertextBytes::ZERO);
        self.encrypt::<P>(arithmetic, c_prime.0.as_mut());
        self.select_key(arithmetic, c_prime.0.as_ref(), k);
    }

    /// Algorithm 14, lines 2 and 18 to 23, after sampling, with the matrix that was sampled.
    #[inline(never)]
    fn encrypt<P: ParameterSet>(&mut self, arithmetic: impl Arithmetic, c: &mut [u8]) {
        let mut t_hat = Public::<[Tq; K]>::new();
        let t_hat = t_hat.get();
        k_pke::decode_vector(arithmetic, &self.ek[..384 * K], t_hat);
        k_pke::encrypt::<P, K>(arithmetic, self.a_hat, t_hat, self.noise, self.m, c);
    }

    /// Algorithm 18, lines 9 to 12: K' where the re-encryption gave c again, else the rejection key; without a branch.
    #[inline]
    fn select_key(&self, arithmetic: impl Arithmetic, c_prime: &[u8], k: &mut [u8; 32]) {
        let accepted = arithmetic.equal(self.c, c_prime);
        for (k, (k_prime, rejection)) in k.iter_mut().zip(self.k.iter().zip(&self.rejection)) {
            *k = rejection ^ (accepted & (k_prime ^ rejection));
        }
    }

    /// Decapsulation knows H(ek), and derives the key of implicit rejection beside.
    const fn reject_with(&mut self, dk: DecapsulationInput<'a>, c: &'a [u8]) {
        self.h = *dk.h;
        self.z = dk.z;
        self.c = c;
    }
}

impl<B: Backend<W>, const K: usize, const W: usize> Streams<B, W> for Encryption<'_, K> {
    #[inline]
    fn message(&self, hash: Hash) -> Message<'_> {
        match hash {
            Hash::G => [self.m, &self.h],
            Hash::H => [self.ek, &[]],
            Hash::J => [self.z, self.c],
        }
    }

    #[inline]
    fn seed(&self, function: Seeded) -> &[u8; 32] {
        match function {
            Seeded::Xof => &self.rho,
            Seeded::Prf => &self.r,
        }
    }

    #[inline]
    fn hashed(&mut self, hash: Hash, output: &[u8; 64]) {
        let (first, second) = output.split_at(32);
        match hash {
            Hash::G => {
                self.k.copy_from_slice(first);
                self.r.copy_from_slice(second);
            }
            Hash::H => self.h.copy_from_slice(first),
            Hash::J => self.rejection.copy_from_slice(first),
        }
    }

    /// Algorithm 14, lines 4 to 8.
    #[inline]
    fn sample_matrix(&mut self, i: usize, j: usize, output: Output<'_, B, W>) {
        if let Some(row) = self.a_hat.get_mut(i) {
            output.sample_ntt(&mut row[j]);
        }
    }

    /// Algorithm 14, lines 9 to 17: y with eta_1, e1 and e2 with eta_2 = 2.
    #[inline]
    fn sample_noise(&mut self, n: usize, eta: u8, output: Output<'_, B, W>) {
        let Noise { y_hat, e1, e2, room } = &mut *self.noise;
        if n < K {
            output.sample_poly_cbd(eta, &mut room.f);
            y_hat.set(output.arithmetic(), n, &room.f);
        } else {
            output.sample_poly_cbd(eta, e1.get_mut(n - K).unwrap_or(e2));
        }
    }
}

impl<const K: usize> Drop for Encryption<'_, K> {
    fn drop(&mut self) {
        wipe(&mut self.rejection);
        wipe(&mut self.k);
        wipe(&mut self.r);
    }
}

/// Algorithm 17, ML-KEM.Encaps_internal, for a checked encapsulation key.
#[inline(never)]
pub(crate) fn encaps_internal<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    ek: &[u8],
    m: &[u8; 32],
    c: &mut [u8],
    k: &mut [u8; 32],
) {
    let (mut a_hat, mut noise) = (Public::<[_; K]>::new(), Secret::new());
    let mut encryption = Encryption::<K>::new(m, ek, a_hat.get(), noise.get());
    lanes::run(backend, const { &Programs::<P, W>::ENCAPSULATION }, &mut encryption);
    *k = encryption.k;
    encryption.encrypt::<P>(backend.arithmetic(), c);
}

/// The same with a prepared key.
#[inline(never)]
pub(crate) fn encaps_prepared<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    key: &PublicKey<K>,
    h: &[u8; 32],
    m: &[u8; 32],
    c: &mut [u8],
    k: &mut [u8; 32],
) {
    let mut noise = Secret::new();
    let mut encryption = Encryption::<K>::new(m, &[], &mut [], noise.get());
    encryption.h = *h;
    lanes::run(backend, const { &Programs::<P, W>::PREPARED_ENCAPSULATION }, &mut encryption);
    *k = encryption.k;
    k_pke::encrypt::<P, K>(backend.arithmetic(), &key.a_hat, &key.t_hat, encryption.noise, m, c);
}

/// Algorithm 18, ML-KEM.Decaps_internal, for a checked decapsulation key.
///
/// Decryption comes before the frame that re-encryption needs, so that the two share the stack.
#[inline(never)]
pub(crate) fn decaps_internal<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    dk: DecapsulationInput<'_>,
    c: &[u8],
    k: &mut [u8; 32],
) {
    let mut m = Wiped([0; 32]);
    k_pke::decrypt::<P, K>(backend.arithmetic(), dk.s, c, &mut m.0); // line 5
    decaps_re_encrypt::<P, B, K, W>(backend, dk, &m.0, c, k);
}

/// Algorithm 18 from line 6 on.
#[inline(never)]
fn decaps_re_encrypt<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    dk: DecapsulationInput<'_>,
    m: &[u8; 32],
    c: &[u8],
    k: &mut [u8; 32],
) {
    let (mut a_hat, mut noise) = (Public::<[_; K]>::new(), Secret::new());
    let mut encryption = Encryption::<K>::new(m, dk.ek, a_hat.get(), noise.get());
    encryption.reject_with(dk, c);
    lanes::run(backend, const { &Programs::<P, W>::DECAPSULATION }, &mut encryption); // lines 6 and 7
    encryption.re_encrypt::<P>(backend.arithmetic(), k);
}

/// The same with a prepared key.
#[inline(never)]
pub(crate) fn decaps_prepared<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    dk: DecapsulationInput<'_>,
    key: &PublicKey<K>,
    c: &[u8],
    k: &mut [u8; 32],
) {
    let mut m = Wiped([0; 32]);
    k_pke::decrypt::<P, K>(backend.arithmetic(), dk.s, c, &mut m.0);
    let mut noise = Secret::new();
    let mut encryption = Encryption::<K>::new(&m.0, &[], &mut [], noise.get());
    encryption.reject_with(dk, c);
    lanes::run(backend, const { &Programs::<P, W>::PREPARED_DECAPSULATION }, &mut encryption);
    let mut c_prime = Wiped(P::CiphertextBytes::ZERO);
    k_pke::encrypt::<P, K>(backend.arithmetic(), &key.a_hat, &key.t_hat, encryption.noise, &m.0, c_prime.0.as_mut());
    encryption.select_key(backend.arithmetic(), c_prime.0.as_ref(), k);
}

/// The modulus check of section 7.2.
#[inline(never)]
pub(crate) fn check_encapsulation_key<B: Backend<W>, const W: usize>(backend: B, ek: &[u8]) -> bool {
    let mut t_hat = Tq::ZERO;
    // the last 32 bytes, rho, are no whole polynomial
    ek.as_chunks().0.iter().all(|bytes| backend.arithmetic().byte_decode_12(bytes, &mut t_hat))
}

/// What every encapsulation to `ek` computes anew: the matrix, t and H(ek).
#[inline(never)]
pub(crate) fn prepare<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    ek: &[u8],
    h: &mut [u8; 32],
) -> PublicKey<K> {
    let mut key = PublicKey { a_hat: [const { zero_vector() }; K], t_hat: zero_vector() };
    {
        let mut noise = Public::new(); // there is none
        let mut preparation = Encryption::new(&[0; 32], ek, &mut key.a_hat, noise.get());
        lanes::run(backend, const { &Programs::<P, W>::PREPARATION }, &mut preparation);
        *h = preparation.h;
    }
    k_pke::decode_vector(backend.arithmetic(), &ek[..384 * K], &mut key.t_hat);
    key
}

/// Two arrays, element by element.
fn zip<A, B, const W: usize>(a: [A; W], b: [B; W]) -> [(A, B); W] {
    let mut b = b.into_iter();
    a.map(|a| match b.next() {
        Some(b) => (a, b),
        None => unreachable!("they are of one length"),
    })
}

/// Algorithm 16 for W seeds at once, one in each lane: d, then where s, ek and H(ek) go.
#[inline(never)]
pub(crate) fn key_gen_many<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    keys: [KeyGenJob<'_>; W],
) {
    let (mut matrices, mut secrets) = (Public::<[_; W]>::new(), Secret::<[_; W]>::new());
    let memory = zip(matrices.get().each_mut(), secrets.get().each_mut());
    let mut operations = zip(keys, memory).map(|(job, (a_hat, secrets))| KeyGeneration::<K>::new(job, a_hat, secrets));
    lanes::run_each(backend, const { &Programs::<P, 1>::KEY_GENERATION }, &mut operations);
}

/// Algorithm 17 for W keys at once: ek and m, then where c and K go.
#[inline(never)]
pub(crate) fn encaps_many<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    inputs: [(&[u8], &[u8; 32]); W],
    outputs: [(&mut [u8], &mut [u8; 32]); W],
) {
    let (mut matrices, mut noises) = (Public::<[[_; K]; W]>::new(), Secret::<[_; W]>::new());
    let memory = zip(matrices.get().each_mut(), noises.get().each_mut());
    let mut operations = zip(inputs, memory).map(|((ek, m), (a_hat, noise))| Encryption::<K>::new(m, ek, a_hat, noise));
    lanes::run_each(backend, const { &Programs::<P, 1>::ENCAPSULATION }, &mut operations);
    for (operation, (c, k)) in operations.iter_mut().zip(outputs) {
        *k = operation.k;
        operation.encrypt::<P>(backend.arithmetic(), c);
    }
}

/// Algorithm 18 for W keys at once: dk and c, then where K goes.
#[inline(never)]
pub(crate) fn decaps_many<P: ParameterSet, B: Backend<W>, const K: usize, const W: usize>(
    backend: B,
    inputs: [(DecapsulationInput<'_>, &[u8]); W],
    outputs: [&mut [u8; 32]; W],
) {
    let mut messages = [const { Wiped([0; 32]) }; W];
    for (m, (dk, c)) in messages.iter_mut().zip(&inputs) {
        k_pke::decrypt::<P, K>(backend.arithmetic(), dk.s, c, &mut m.0);
    }
    let (mut matrices, mut noises) = (Public::<[[_; K]; W]>::new(), Secret::<[_; W]>::new());
    let memory = zip(matrices.get().each_mut(), noises.get().each_mut());
    let mut operations = zip(zip(inputs, messages.each_ref()), memory).map(|(((dk, c), m), (a_hat, noise))| {
        let mut encryption = Encryption::<K>::new(&m.0, dk.ek, a_hat, noise);
        encryption.reject_with(dk, c);
        encryption
    });
    lanes::run_each(backend, const { &Programs::<P, 1>::DECAPSULATION }, &mut operations);
    let mut c_prime = Wiped(P::CiphertextBytes::ZERO);
    for (operation, k) in operations.iter_mut().zip(outputs) {
        operation.encrypt::<P>(backend.arithmetic(), c_prime.0.as_mut());
        operation.select_key(backend.arithmetic(), c_prime.0.as_ref(), k);
    }
}
