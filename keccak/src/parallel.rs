//! N SHAKE states side by side, absorbing and squeezing in step.

use crate::backend::{Backend, with_backend};
use crate::groups::{Groups, Visitor};
use crate::many::LengthMismatch;
use crate::permutation::ROUNDS;
use crate::shake::SHAKE_DOMAIN;
use crate::states::{Aligned, Permute, States};

/// N independent SHAKE128 states in step.
pub type ParallelShake128<const N: usize> = ParallelShake<168, N>;
/// N independent SHAKE256 states in step.
pub type ParallelShake256<const N: usize> = ParallelShake<136, N>;

/// N independent SHAKE states that absorb messages of the same length; use it through
/// [`ParallelShake128`] and [`ParallelShake256`].
///
/// N is any number: the backend cuts it into groups of the widths it has.
///
/// ```
/// use keccak::{ParallelShake128, Shake128};
///
/// let mut shakes = ParallelShake128::<3>::new();
/// shakes.update([b"message 0", b"message 1", b"message 2"])?;
/// let mut outputs = [[0; 504]; 3];
/// shakes.finalize_xof().read(outputs.each_mut())?;
///
/// let mut single = [0; 504];
/// Shake128::digest_xof(b"message 1", &mut single);
/// assert_eq!(outputs[1], single);
/// # Ok::<(), keccak::LengthMismatch>(())
/// ```
#[derive(Clone)]
pub struct ParallelShake<const RATE: usize, const N: usize> {
    lanes: Lanes<RATE, N>,
}

impl<const RATE: usize, const N: usize> ParallelShake<RATE, N> {
    /// The bytes that one permutation absorbs into or squeezes from each state.
    pub const RATE: usize = RATE;

    /// Empty messages so far, on the preferred backend.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Self::with_backend(Backend::active())
    }

    /// Empty messages so far, on the given backend.
    #[inline]
    #[must_use]
    pub const fn with_backend(backend: Backend) -> Self {
        const { assert!(RATE < 200 && RATE & 7 == 0) };
        Self { lanes: Lanes { words: Aligned([[0; 25]; N]), position: 0, backend } }
    }

    /// Appends `data[i]` to message i; all have the same length.
    ///
    /// # Errors
    /// [`LengthMismatch`] if they have not; then nothing is absorbed.
    #[inline]
    pub fn update(&mut self, data: [impl AsRef<[u8]>; N]) -> Result<(), LengthMismatch> {
        let data = data.each_ref().map(AsRef::as_ref);
        same_length(data.iter().map(|data| data.len()))?;
        self.lanes.absorb(data);
        Ok(())
    }

    /// Ends the messages; the reader gives as many bytes of each state as are asked for.
    #[inline]
    #[must_use]
    pub fn finalize_xof(mut self) -> ParallelReader<RATE, N> {
        self.lanes.finish(&[&[]; N]);
        ParallelReader { lanes: self.lanes }
    }

    /// Fills `outputs[i]` from `data[i]`, in one call. All data have one length, and all outputs have one.
    ///
    /// # Errors
    /// [`LengthMismatch`] if they have not; then nothing is written.
    #[inline]
    pub fn digest_xof(data: [impl AsRef<[u8]>; N], mut outputs: [impl AsMut<[u8]>; N]) -> Result<(), LengthMismatch> {
        let data = data.each_ref().map(AsRef::as_ref);
        let outputs = outputs.each_mut().map(AsMut::as_mut);
        same_length(data.iter().map(|data| data.len()))?;
        same_length(outputs.iter().map(|output| output.len()))?;
        let mut lanes = Self::new().lanes;
        let tails = lanes.absorb_blocks(data);
        lanes.finish(&tails);
        lanes.squeeze(outputs);
        Ok(())
    }
}

impl<const RATE: usize, const N: usize> Default for ParallelShake<RATE, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const RATE: usize, const N: usize> core::fmt::Debug for ParallelShake<RATE, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ParallelShake").finish_non_exhaustive()
    }
}

/// The outputs of N SHAKE states, read in step in pieces of any length.
#[derive(Clone)]
pub struct ParallelReader<const RATE: usize, const N: usize> {
    lanes: Lanes<RATE, N>,
}

impl<const RATE: usize, const N: usize> ParallelReader<RATE, N> {
    /// Fills `outputs[i]` with the next bytes of state i; all have the same length.
    ///
    /// # Errors
    /// [`LengthMismatch`] if they have not; then nothing is read.
    #[inline]
    pub fn read(&mut self, mut outputs: [impl AsMut<[u8]>; N]) -> Result<(), LengthMismatch> {
        let outputs = outputs.each_mut().map(AsMut::as_mut);
        same_length(outputs.iter().map(|output| output.len()))?;
        self.lanes.squeeze(outputs);
        Ok(())
    }
}

impl<const RATE: usize, const N: usize> core::fmt::Debug for ParallelReader<RATE, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ParallelReader").finish_non_exhaustive()
    }
}

fn same_length(mut lengths: impl Iterator<Item = usize>) -> Result<(), LengthMismatch> {
    let first = lengths.next().unwrap_or(0);
    if lengths.all(|length| length == first) { Ok(()) } else { Err(LengthMismatch) }
}

/// N states in the groups of a backend, and the one position at which all of them are.
#[derive(Clone)]
struct Lanes<const RATE: usize, const N: usize> {
    /// 25 words for each lane, in the order in which [`Groups::for_each_group`] cuts them.
    words: Aligned<[[u64; 25]; N]>,
    position: usize,
    backend: Backend,
}

impl<const RATE: usize, const N: usize> Lanes<RATE, N> {
    #[inline]
    fn visit(&mut self, visitor: &mut impl Visitor) {
        let words = self.words.0.as_flattened_mut();
        with_backend!(self.backend, backend => backend.for_each_group(words, visitor));
    }

    /// Absorbs data of one length.
    fn absorb(&mut self, mut data: [&[u8]; N]) {
        let length = data.first().map_or(0, |data| data.len());
        if self.position > 0 {
            let head = length.min(RATE - self.position);
            self.visit(&mut XorBytes { data: &data.map(|data| &data[..head]), position: self.position });
            self.position += head;
            if self.position < RATE {
                return;
            }
            self.visit(&mut PermuteOnly);
            self.position = 0;
            data = data.map(|data| &data[head..]);
        }
        let tails = self.absorb_blocks(data);
        self.visit(&mut XorBytes { data: &tails, position: 0 });
        self.position = tails.first().map_or(0, |tail| tail.len());
    }

    /// Absorbs as many whole blocks as there are, at position 0, and returns the rest.
    #[inline]
    fn absorb_blocks<'a>(&mut self, data: [&'a [u8]; N]) -> [&'a [u8]; N] {
        let whole = data.first().map_or(0, |data| data.as_chunks::<RATE>().0.len());
        if whole > 0 {
            self.visit(&mut AbsorbBlocks::<RATE> { data: &data });
        }
        data.map(|data| &data[RATE * whole..])
    }

    /// Absorbs the last bytes of all messages, less than a block at position 0 (or none at any), and pads them.
    #[inline]
    fn finish(&mut self, tails: &[&[u8]; N]) {
        let position = self.position + tails.first().map_or(0, |tail| tail.len());
        self.visit(&mut Finish::<RATE> { tails, position });
        self.position = 0;
    }

    /// Squeezes into outputs of one length.
    #[inline]
    fn squeeze(&mut self, mut outputs: [&mut [u8]; N]) {
        let length = outputs.first().map_or(0, |output| output.len());
        if length > 0 {
            self.visit(&mut Squeeze::<RATE> { outputs: &mut outputs, position: self.position });
            let mut end = self.position + length;
            while end > RATE {
                end -= RATE;
            }
            self.position = end;
        }
    }
}

#[cfg(feature = "zeroize")]
impl<const RATE: usize, const N: usize> Drop for Lanes<RATE, N> {
    fn drop(&mut self) {
        self.words.0 = [[0; 25]; N];
        zeroize::optimization_barrier(self);
    }
}

struct PermuteOnly;

impl Visitor for PermuteOnly {
    #[inline]
    fn visit<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, _: usize, _: usize) {
        backend.permute(states, ROUNDS);
    }
}

/// Bytes that do not fill a block.
struct XorBytes<'a> {
    data: &'a [&'a [u8]],
    position: usize,
}

impl Visitor for XorBytes<'_> {
    #[inline]
    fn visit<B: Permute<W>, const W: usize>(&mut self, _: B, states: &mut States<W>, first: usize, lanes: usize) {
        for (lane, data) in self.data[first..first + lanes].iter().enumerate() {
            for (i, byte) in (self.position..).zip(*data) {
                states[i >> 3][lane] ^= u64::from(*byte) << (8 * (i & 7));
            }
        }
    }
}

/// Whole blocks, straight from the data.
struct AbsorbBlocks<'a, const RATE: usize> {
    data: &'a [&'a [u8]],
}

impl<const RATE: usize> Visitor for AbsorbBlocks<'_, RATE> {
    #[inline]
    fn visit<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, first: usize, lanes: usize) {
        let data = &self.data[first..first + lanes];
        let Some(shortest) = data.first() else { return };
        for block in 0..shortest.as_chunks::<RATE>().0.len() {
            // idle lanes absorb what the first one does
            let blocks: [&[u8]; W] =
                core::array::from_fn(|lane| &data.get(lane).unwrap_or(shortest)[RATE * block..RATE * (block + 1)]);
            backend.absorb(states, &blocks);
            backend.permute(states, ROUNDS);
        }
    }
}

/// The padded last block.
struct Finish<'a, const RATE: usize> {
    tails: &'a [&'a [u8]],
    /// Where the padding begins.
    position: usize,
}

impl<const RATE: usize> Visitor for Finish<'_, RATE> {
    #[inline]
    fn visit<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, first: usize, lanes: usize) {
        let mut padded = [[0; RATE]; W];
        for (padded, tail) in padded.iter_mut().zip(&self.tails[first..first + lanes]) {
            padded[..tail.len()].copy_from_slice(tail);
        }
        for padded in &mut padded {
            padded[self.position] ^= SHAKE_DOMAIN;
            padded[RATE - 1] ^= 0x80;
        }
        backend.absorb(states, &padded.each_ref().map(|padded| padded.as_slice()));
        backend.permute(states, ROUNDS);
        #[cfg(feature = "zeroize")]
        {
            padded = [[0; RATE]; W];
            zeroize::optimization_barrier(&padded);
        }
    }
}

/// Output of one length from every lane.
struct Squeeze<'a, 'b, const RATE: usize> {
    outputs: &'a mut [&'b mut [u8]],
    position: usize,
}

impl<const RATE: usize> Visitor for Squeeze<'_, '_, RATE> {
    #[inline]
    fn visit<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, first: usize, lanes: usize) {
        let outputs = &mut self.outputs[first..first + lanes];
        let length = outputs.first().map_or(0, |output| output.len());
        let mut done = 0;
        if self.position > 0 {
            done = length.min(RATE - self.position);
            for (lane, output) in outputs.iter_mut().enumerate() {
                for (i, byte) in (self.position..).zip(&mut output[..done]) {
                    *byte = (states[i >> 3][lane] >> (8 * (i & 7))) as u8;
                }
            }
            if done < length {
                backend.permute(states, ROUNDS);
            }
        }
        while done < length {
            let end = length.min(done + RATE);
            if let Ok(all) = <&mut [&mut [u8]; W]>::try_from(&mut *outputs) {
                backend.squeeze(states, &mut all.each_mut().map(|output| &mut output[done..end]));
            } else {
                for (lane, output) in outputs.iter_mut().enumerate() {
                    backend.squeeze_lane(states, lane, &mut output[done..end]);
                }
            }
            done = end;
            if done < length {
                backend.permute(states, ROUNDS);
            }
        }
    }
}
