//! Many messages of unequal lengths, a lane for each, longest first.

use crate::backend::{Backend, with_backend};
use crate::groups::{Groups, Jobs};
use crate::sha3::Sha3;
use crate::shake::{SHAKE_DOMAIN, Shake};
use crate::states::{Aligned, Permute, States, wipe};
use crate::turboshake::{TURBO_ROUNDS, TurboShake};

/// There are not as many outputs as messages, or not all have the same length where they must.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthMismatch;

impl core::fmt::Display for LengthMismatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("messages and outputs do not match in number or length")
    }
}

impl core::error::Error for LengthMismatch {}

impl<const RATE: usize, const OUTPUT: usize, const DOMAIN: u8> Sha3<RATE, OUTPUT, DOMAIN> {
    /// Hashes many messages of any lengths side by side: `outputs[i]` becomes the hash of `messages[i]`.
    ///
    /// # Errors
    /// [`LengthMismatch`] unless there are as many outputs as messages; then nothing is written.
    ///
    /// ```
    /// use keccak::Sha3_256;
    ///
    /// let messages = [&b"a"[..], b"", b"a longer message"];
    /// let mut hashes = [[0; 32]; 3];
    /// Sha3_256::digest_many(&messages, &mut hashes)?;
    /// assert_eq!(hashes[2], Sha3_256::digest(messages[2]));
    /// # Ok::<(), keccak::LengthMismatch>(())
    /// ```
    pub fn digest_many(messages: &[impl AsRef<[u8]>], outputs: &mut [[u8; OUTPUT]]) -> Result<(), LengthMismatch> {
        Self::digest_many_on(Backend::active(), messages, outputs)
    }

    /// The same on the given backend.
    ///
    /// # Errors
    /// As [`Self::digest_many`].
    pub fn digest_many_on(
        backend: Backend,
        messages: &[impl AsRef<[u8]>],
        outputs: &mut [[u8; OUTPUT]],
    ) -> Result<(), LengthMismatch> {
        hash_many::<RATE, { crate::permutation::ROUNDS }>(backend, DOMAIN, messages, outputs)
    }
}

impl<const RATE: usize> Shake<RATE> {
    /// Fills `outputs[i]` from `messages[i]`, many of them side by side; messages and outputs may have any lengths.
    ///
    /// # Errors
    /// [`LengthMismatch`] unless there are as many outputs as messages; then nothing is written.
    pub fn digest_xof_many(
        messages: &[impl AsRef<[u8]>],
        outputs: &mut [impl AsMut<[u8]>],
    ) -> Result<(), LengthMismatch> {
        Self::digest_xof_many_on(Backend::active(), messages, outputs)
    }

    /// The same on the given backend.
    ///
    /// # Errors
    /// As [`Self::digest_xof_many`].
    pub fn digest_xof_many_on(
        backend: Backend,
        messages: &[impl AsRef<[u8]>],
        outputs: &mut [impl AsMut<[u8]>],
    ) -> Result<(), LengthMismatch> {
        hash_many::<RATE, { crate::permutation::ROUNDS }>(backend, SHAKE_DOMAIN, messages, outputs)
    }
}

impl<const RATE: usize> TurboShake<RATE> {
    /// Fills `outputs[i]` from `messages[i]` with domain separation byte 0x1F, many of them side by side;
    /// messages and outputs may have any lengths.
    ///
    /// # Errors
    /// [`LengthMismatch`] unless there are as many outputs as messages; then nothing is written.
    pub fn digest_xof_many(
        messages: &[impl AsRef<[u8]>],
        outputs: &mut [impl AsMut<[u8]>],
    ) -> Result<(), LengthMismatch> {
        Self::digest_xof_many_on(Backend::active(), messages, outputs)
    }

    /// The same on the given backend.
    ///
    /// # Errors
    /// As [`Self::digest_xof_many`].
    pub fn digest_xof_many_on(
        backend: Backend,
        messages: &[impl AsRef<[u8]>],
        outputs: &mut [impl AsMut<[u8]>],
    ) -> Result<(), LengthMismatch> {
        hash_many::<RATE, TURBO_ROUNDS>(backend, Self::DEFAULT_DOMAIN, messages, outputs)
    }
}

/// Hashes every message with a sponge of `RATE` bytes over Keccak-p\[1600, ROUNDS\].
pub(crate) fn hash_many<const RATE: usize, const ROUNDS: usize>(
    backend: Backend,
    domain: u8,
    messages: &[impl AsRef<[u8]>],
    outputs: &mut [impl AsMut<[u8]>],
) -> Result<(), LengthMismatch> {
    const { assert!(RATE < 200 && RATE & 7 == 0 && ROUNDS <= 24) };
    if messages.len() != outputs.len() {
        return Err(LengthMismatch);
    }
    let mut jobs = ManyMessages::<RATE, ROUNDS, _, _> { domain, messages, outputs };
    with_backend!(backend, backend => backend.hash_many(&mut jobs));
    Ok(())
}

struct ManyMessages<'a, const RATE: usize, const ROUNDS: usize, M, O> {
    domain: u8,
    messages: &'a [M],
    outputs: &'a mut [O],
}

/// What a lane is doing: message `index`, of which `absorbed` blocks are in, and then its output, of which
/// `squeezed` bytes are out.
#[derive(Clone, Copy)]
struct Progress {
    index: usize,
    absorbed: usize,
    /// `None` until the last block is absorbed.
    squeezed: Option<usize>,
}

impl<const RATE: usize, const ROUNDS: usize, M: AsRef<[u8]>, O: AsMut<[u8]>> Jobs
    for ManyMessages<'_, RATE, ROUNDS, M, O>
{
    fn run<B: Permute<W> + Permute<1>, const W: usize>(&mut self, backend: B) {
        let mut queue = LongestFirst::new(self.messages);
        let mut lanes: [Option<Progress>; W] = [None; W];
        let mut states = Aligned([[0; W]; 25]);
        loop {
            for (lane, progress) in lanes.iter_mut().enumerate() {
                if progress.is_none()
                    && let Some(index) = queue.next()
                {
                    backend.start_lane(&mut states.0, lane, &[]);
                    *progress = Some(Progress { index, absorbed: 0, squeezed: None });
                }
            }
            if lanes.iter().all(Option::is_none) {
                break;
            }
            self.absorb(backend, &mut states.0, &mut lanes);
            backend.permute(&mut states.0, ROUNDS);
            self.squeeze(backend, &states.0, &mut lanes);
        }
        wipe(&mut states.0);
    }
}

impl<const RATE: usize, const ROUNDS: usize, M: AsRef<[u8]>, O: AsMut<[u8]>> ManyMessages<'_, RATE, ROUNDS, M, O> {
    /// One block into each lane that still absorbs: straight from the message, or the last one padded; zeros into the others.
    #[inline]
    fn absorb<B: Permute<W>, const W: usize>(
        &self,
        backend: B,
        states: &mut States<W>,
        lanes: &mut [Option<Progress>; W],
    ) {
        let zeros = [0; RATE];
        let mut padded = [[0; RATE]; W];
        let mut blocks: [&[u8]; W] = [&zeros; W];
        let mut absorbing = false;
        for ((progress, padded), block) in lanes.iter_mut().zip(&mut padded).zip(&mut blocks) {
            let Some(progress) = progress else { continue };
            if progress.squeezed.is_some() {
                continue;
            }
            absorbing = true;
            let (whole, rest) = self.messages[progress.index].as_ref().as_chunks::<RATE>();
            if let Some(whole) = whole.get(progress.absorbed) {
                *block = whole;
                progress.absorbed += 1;
            } else {
                padded[..rest.len()].copy_from_slice(rest);
                padded[rest.len()] ^= self.domain;
                padded[RATE - 1] ^= 0x80;
                *block = padded;
                progress.squeezed = Some(0);
            }
        }
        if absorbing {
            backend.absorb(states, &blocks);
        }
        wipe(&mut padded);
    }

    /// Up to a block out of each lane that squeezes; a lane whose output is full is free.
    #[inline]
    fn squeeze<B: Permute<W>, const W: usize>(
        &mut self,
        backend: B,
        states: &States<W>,
        lanes: &mut [Option<Progress>; W],
    ) {
        for (lane, slot) in lanes.iter_mut().enumerate() {
            let Some(Progress { index, squeezed: Some(squeezed), .. }) = slot else { continue };
            let output = self.outputs[*index].as_mut();
            let end = output.len().min(*squeezed + RATE);
            backend.squeeze_lane(states, lane, &mut output[*squeezed..end]);
            *squeezed = end;
            if end == output.len() {
                *slot = None;
            }
        }
    }
}

/// How many messages are sorted at a time: without an allocator, the order needs a place on the stack.
const WINDOW: usize = 256;

/// The messages' indices, longest first within each window, so that the lanes end at about the same time.
struct LongestFirst<'a, M> {
    messages: &'a [M],
    /// Offsets from the window's first index.
    order: [u8; WINDOW],
    window: usize,
    next: usize,
}

impl<'a, M: AsRef<[u8]>> LongestFirst<'a, M> {
    fn new(messages: &'a [M]) -> Self {
        let mut queue = Self { messages, order: [0; WINDOW], window: 0, next: 0 };
        queue.sort();
        queue
    }

    /// Sorts the window that begins at `self.window`.
    fn sort(&mut self) {
        let messages = &self.messages[self.window..];
        let count = messages.len().min(WINDOW);
        for (i, offset) in self.order.iter_mut().enumerate() {
            *offset = i as u8;
        }
        self.order[..count]
            .sort_unstable_by_key(|offset| core::cmp::Reverse(messages[usize::from(*offset)].as_ref().len()));
    }

    fn next(&mut self) -> Option<usize> {
        if self.next == WINDOW {
            self.window += WINDOW;
            self.next = 0;
            self.sort();
        }
        let index = self.window + usize::from(*self.order.get(self.next)?);
        if self.window + self.next >= self.messages.len() {
            return None;
        }
        self.next += 1;
        Some(index)
    }
}
