//! Many keys at once, for servers: each Keccak lane works on a key of its own.
//!
//! A single operation already shares its lanes, but must wait for itself here and there; many of them side by side
//! never do. The results are those of the single operations. Each function takes an iterator and gives one back,
//! which works when it is asked for a result, on as many keys at a time as the backend has lanes; meanwhile it has up to
//! 80, 131 or 194 KB on the stack with ML-KEM-1024 on one, four or eight lanes, and 59, 96 or 139 KB with ML-KEM-768.
//!
//! ```
//! use mlkem::{MlKem768, batch};
//!
//! let keys: Vec<_> = batch::generate::<MlKem768>(10).collect::<Result<_, _>>()?;
//! let sent: Vec<_> =
//!     batch::encapsulate(keys.iter().map(|key| key.encapsulation_key())).collect::<Result<_, _>>()?;
//! let received = batch::decapsulate(keys.iter().zip(&sent).map(|(key, (ciphertext, _))| (key, ciphertext)));
//! for ((_, secret), same) in sent.iter().zip(received) {
//!     assert_eq!(secret.as_bytes(), same.as_bytes());
//! }
//! # Ok::<(), mlkem::Error>(())
//! ```

use crate::arch::memory::STACK_TO_WIPE;
use crate::backend::{Backend, with_backend};
use crate::keys::{Ciphertext, DecapsulationKey, EncapsulationKey};
use crate::params::{ByteArray, ParameterSet, SEED_SIZE};
use crate::shared_secret::SharedSecret;
use core::array;

#[cfg(feature = "getrandom")]
use crate::{arch::memory::wipe, error::Error};

/// The most lanes that any backend has.
const MAX_LANES: usize = 8;

/// The keys that belong to `seeds` (d || z each), in their order.
pub fn from_seeds<'a, P: ParameterSet>(
    seeds: impl IntoIterator<Item = &'a [u8; SEED_SIZE]>,
) -> impl Iterator<Item = DecapsulationKey<P>> {
    Batch::new(seeds.into_iter(), |backend, seeds: &[&[u8; SEED_SIZE]], done: &mut dyn FnMut(&DecapsulationKey<P>)| {
        key_gen_lanes(backend, seeds, done);
    })
}

/// `count` new keys, with randomness from the operating system; an error where it had none.
#[cfg(feature = "getrandom")]
pub fn generate<P: ParameterSet>(count: usize) -> impl Iterator<Item = Result<DecapsulationKey<P>, Error>> {
    type Done<'d, P> = &'d mut dyn FnMut(&Result<DecapsulationKey<P>, Error>);
    Batch::new(0..count, |backend, keys: &[usize], done: Done<'_, P>| {
        let mut seeds = [[0; SEED_SIZE]; MAX_LANES];
        let wanted = &mut seeds[..keys.len()];
        match getrandom::fill(wanted.as_flattened_mut()) {
            Ok(()) => {
                let seeds = array::from_fn::<_, MAX_LANES, _>(|i| &seeds[i]);
                key_gen_lanes(backend, &seeds[..keys.len()], &mut |key| done(&Ok(key.clone())));
            }
            Err(error) => keys.iter().for_each(|_| done(&Err(error.into()))),
        }
        wipe(seeds.as_flattened_mut());
    })
}

/// A ciphertext and a shared secret for each of `keys`, with randomness from the operating system; an error where it had none.
#[cfg(feature = "getrandom")]
pub fn encapsulate<'a, P: ParameterSet>(
    keys: impl IntoIterator<Item = &'a EncapsulationKey<P>>,
) -> impl Iterator<Item = Result<(Ciphertext<P>, SharedSecret), Error>> {
    type Done<'d, P> = &'d mut dyn FnMut(&Result<Sent<P>, Error>);
    Batch::new(keys.into_iter(), |backend, keys: &[&EncapsulationKey<P>], done: Done<'_, P>| {
        let mut messages = [[0; 32]; MAX_LANES];
        let wanted = &mut messages[..keys.len()];
        match getrandom::fill(wanted.as_flattened_mut()) {
            Ok(()) => {
                let inputs = array::from_fn::<_, MAX_LANES, _>(|i| (*keys.get(i).unwrap_or(&keys[0]), &messages[i]));
                encaps_lanes(backend, &inputs[..keys.len()], &mut |sent| done(&Ok(sent.clone())));
            }
            Err(error) => keys.iter().for_each(|_| done(&Err(error.into()))),
        }
        wipe(messages.as_flattened_mut());
    })
}

/// The same with the given m for each key, which must be random, secret and used once.
#[cfg(feature = "hazmat")]
pub fn encapsulate_deterministic<'a, P: ParameterSet>(
    inputs: impl IntoIterator<Item = (&'a EncapsulationKey<P>, &'a [u8; 32])>,
) -> impl Iterator<Item = (Ciphertext<P>, SharedSecret)> {
    type Done<'d, P> = &'d mut dyn FnMut(&Sent<P>);
    Batch::new(inputs.into_iter(), |backend, inputs: &[(&EncapsulationKey<P>, &[u8; 32])], done: Done<'_, P>| {
        encaps_lanes(backend, inputs, done);
    })
}

/// The shared secret that each ciphertext carries to its key; it never fails, as [`DecapsulationKey::decapsulate`].
pub fn decapsulate<'a, P: ParameterSet>(
    inputs: impl IntoIterator<Item = (&'a DecapsulationKey<P>, &'a Ciphertext<P>)>,
) -> impl Iterator<Item = SharedSecret> {
    type Input<'a, P> = (&'a DecapsulationKey<P>, &'a Ciphertext<P>);
    Batch::new(inputs.into_iter(), |backend, inputs: &[Input<'_, P>], done: &mut dyn FnMut(&SharedSecret)| {
        decaps_lanes(backend, inputs, done);
    })
}

/// What encapsulation gives.
#[cfg_attr(not(any(feature = "getrandom", feature = "hazmat")), allow(dead_code))]
type Sent<P> = (Ciphertext<P>, SharedSecret);

/// Whether `inputs` are enough to fill `lanes` lanes, some perhaps with work that nobody asked for: a group in lanes
/// takes as long as about a third of that many single operations.
const fn worth_lanes(inputs: usize, lanes: usize) -> bool {
    lanes > 1 && 2 * inputs >= lanes
}

/// `inputs` for W lanes; lanes that are left over repeat the first one.
fn fill<T: Copy, const W: usize>(inputs: &[T]) -> [T; W] {
    array::from_fn(|lane| *inputs.get(lane).unwrap_or(&inputs[0]))
}

// The functions below hand results on by reference: what they have is wiped where it stands, and a move would leave a copy.

fn key_gen_lanes<P: ParameterSet>(
    backend: Backend,
    seeds: &[&[u8; SEED_SIZE]],
    done: &mut dyn FnMut(&DecapsulationKey<P>),
) {
    with_backend!(backend, backend, batch W => {
        if worth_lanes(seeds.len(), W) {
            let mut keys: [_; W] = array::from_fn(|_| DecapsulationKey::<P>::blank());
            keys.iter_mut().zip(fill::<_, W>(seeds)).for_each(|(key, seed)| key.set_seed(seed));
            P::key_gen_many(backend, keys.each_mut().map(DecapsulationKey::key_gen_job));
            zeroize::zeroize_stack::<STACK_TO_WIPE>();
            return keys.iter().take(seeds.len()).for_each(done);
        }
    });
    seeds.iter().for_each(|seed| done(&DecapsulationKey::from_seed(seed)));
}

#[cfg_attr(not(any(feature = "getrandom", feature = "hazmat")), allow(dead_code))]
fn encaps_lanes<P: ParameterSet>(
    backend: Backend,
    inputs: &[(&EncapsulationKey<P>, &[u8; 32])],
    done: &mut dyn FnMut(&Sent<P>),
) {
    with_backend!(backend, backend, batch W => {
        if worth_lanes(inputs.len(), W) {
            let mut sent: [_; W] =
                array::from_fn(|_| (Ciphertext::<P>(P::CiphertextBytes::ZERO), SharedSecret([0; 32])));
            P::encaps_many(
                backend,
                fill::<_, W>(inputs).map(|(ek, m)| (ek.as_bytes(), m)),
                sent.each_mut().map(|(c, k)| (c.0.as_mut(), &mut k.0)),
            );
            zeroize::zeroize_stack::<STACK_TO_WIPE>();
            return sent.iter().take(inputs.len()).for_each(done);
        }
    });
    inputs.iter().for_each(|(ek, m)| done(&ek.encapsulate_internal(m)));
}

fn decaps_lanes<P: ParameterSet>(
    backend: Backend,
    inputs: &[(&DecapsulationKey<P>, &Ciphertext<P>)],
    done: &mut dyn FnMut(&SharedSecret),
) {
    with_backend!(backend, backend, batch W => {
        if worth_lanes(inputs.len(), W) {
            let mut secrets: [_; W] = array::from_fn(|_| SharedSecret([0; 32]));
            P::decaps_many(
                backend,
                fill::<_, W>(inputs).map(|(dk, c)| (dk.parts(), c.as_bytes())),
                secrets.each_mut().map(|secret| &mut secret.0),
            );
            zeroize::zeroize_stack::<STACK_TO_WIPE>();
            return secrets.iter().take(inputs.len()).for_each(done);
        }
    });
    inputs.iter().for_each(|(dk, c)| done(&dk.decapsulate(c)));
}

/// Takes as many inputs as there are lanes, and gives their outputs one by one.
struct Batch<I: Iterator, T, F> {
    inputs: I,
    compute: F,
    ready: [Option<T>; MAX_LANES],
    next: usize,
}

impl<I: Iterator, T, F> Batch<I, T, F> {
    fn new(inputs: I, compute: F) -> Self
    where
        F: Fn(Backend, &[I::Item], &mut dyn FnMut(&T)),
    {
        Self { inputs, compute, ready: [const { None }; MAX_LANES], next: MAX_LANES }
    }
}

impl<I: Iterator, T: Clone, F> Batch<I, T, F> {
    /// The output in that place, which is wiped: `Option::take` would leave its bytes there.
    fn take(&mut self, place: usize) -> Option<T> {
        let output = self.ready[place].clone();
        self.ready[place] = None;
        output
    }
}

impl<I: Iterator<Item: Copy>, T: Clone, F: Fn(Backend, &[I::Item], &mut dyn FnMut(&T))> Iterator for Batch<I, T, F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        if self.ready.get(self.next).is_some_and(Option::is_some) {
            self.next += 1;
            return self.take(self.next - 1);
        }
        // One backend for the group: another may be forced while the inputs come, and have fewer lanes.
        let backend = Backend::active();
        let lanes = with_backend!(backend, _backend, batch W => W).max(1);
        let first = self.inputs.next()?;
        let mut group = [first; MAX_LANES];
        let mut size = 1;
        for (slot, input) in group[1..lanes].iter_mut().zip(&mut self.inputs) {
            *slot = input;
            size += 1;
        }
        let mut ready = self.ready.iter_mut();
        (self.compute)(backend, &group[..size], &mut |output| {
            if let Some(slot) = ready.next() {
                *slot = Some(output.clone());
            }
        });
        self.next = 1;
        self.take(0)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let ready = self.ready.iter().flatten().count();
        let (low, high) = self.inputs.size_hint();
        (low.saturating_add(ready), high.and_then(|high| high.checked_add(ready)))
    }
}
