//! N SHAKE states side by side, absorbing and squeezing in step.

use crate::backend::{Backend, with_backend};
use crate::groups::{Groups, Visitor};
use crate::many::LengthMismatch;
use crate::permutation::ROUNDS;
use crate::shake::SHAKE_DOMAIN;
use crate::states::{Aligned, Permute, States, wipe, xor_bytes};

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
    /// The bytes that one permutation absorbs into or squeezes from each state: whole words, and fewer than the state has.
    pub const RATE: usize = {
        assert!(RATE > 0 && RATE < 200 && RATE & 7 == 0);
        RATE
    };

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
        const { Self::RATE };
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
        self.lanes.finish();
        ParallelReader { lanes: self.lanes }
    }

    /// Fills `outputs[i]` from `data[i]`, in one call. All data have one length, and all outputs have one.
    ///
    /// A rate that is no rate does not compile:
    /// ```compile_fail,E0080
    /// let _ = keccak::ParallelShake::<12, 1>::digest_xof([b""], [[0; 32]]);
    /// ```
    ///
    /// # Errors
    /// [`LengthMismatch`] if they have not; then nothing is written.
    #[inline]
    pub fn digest_xof(data: [impl AsRef<[u8]>; N], mut outputs: [impl AsMut<[u8]>; N]) -> Result<(), LengthMismatch> {
        const { Self::RATE };
        let data = data.each_ref().map(AsRef::as_ref);
        let outputs = outputs.each_mut().map(AsMut::as_mut);
        same_length(data.iter().map(|data| data.len()))?;
        same_length(outputs.iter().map(|output| output.len()))?;
        let mut visitor = DigestXof::<RATE, N> { data, outputs };
        with_backend!(Backend::active(), backend => backend.for_each_group(N, &mut visitor));
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
    /// 25 words for each lane, group after group as [`Groups::for_each_group`] cuts them; those of a group are interleaved.
    words: Aligned<[[u64; 25]; N]>,
    position: usize,
    backend: Backend,
}

impl<const RATE: usize, const N: usize> Lanes<RATE, N> {
    #[inline]
    fn each_group(&mut self, step: impl Step) {
        let mut visitor = InPlace { words: self.words.0.as_flattened_mut(), step };
        with_backend!(self.backend, backend => backend.for_each_group(N, &mut visitor));
    }

    /// Absorbs data of one length.
    fn absorb(&mut self, mut data: [&[u8]; N]) {
        let length = data.first().map_or(0, |data| data.len());
        if self.position > 0 {
            let head = length.min(RATE - self.position);
            self.each_group(XorBytes { data: &data.map(|data| &data[..head]), position: self.position });
            self.position += head;
            if self.position < RATE {
                return;
            }
            self.each_group(PermuteOnly);
            self.position = 0;
            data = data.map(|data| &data[head..]);
        }
        let whole = data.first().map_or(0, |data| data.as_chunks::<RATE>().0.len());
        if whole > 0 {
            self.each_group(AbsorbBlocks::<RATE> { data: &data });
        }
        let tails = data.map(|data| &data[RATE * whole..]);
        self.each_group(XorBytes { data: &tails, position: 0 });
        self.position = tails.first().map_or(0, |tail| tail.len());
    }

    /// Ends the messages.
    #[inline]
    fn finish(&mut self) {
        self.each_group(Finish::<RATE> { position: self.position });
        self.position = 0;
    }

    /// Squeezes into outputs of one length.
    #[inline]
    fn squeeze(&mut self, mut outputs: [&mut [u8]; N]) {
        let length = outputs.first().map_or(0, |output| output.len());
        if length > 0 {
            self.each_group(Squeeze::<RATE> { outputs: &mut outputs, position: self.position });
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
        wipe(&mut self.words.0);
    }
}

/// What is done with the states of a group.
trait Step {
    /// `states` holds the lanes `first` to `first + lanes`; a group that is not full has idle lanes behind them.
    fn run<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, first: usize, lanes: usize);
}

/// A step on states that stay: `words` are those of [`Lanes`].
struct InPlace<'a, S> {
    words: &'a mut [u64],
    step: S,
}

impl<S: Step> Visitor for InPlace<'_, S> {
    /// A full group is used where it stands, the rest of a group in a copy.
    #[inline]
    fn visit<B: Permute<W>, const W: usize>(&mut self, backend: B, first: usize, lanes: usize) {
        let group = &mut self.words[25 * first..25 * (first + lanes)];
        if let Ok(states) = <&mut States<W>>::try_from(group.as_chunks_mut::<W>().0) {
            self.step.run(backend, states, first, W);
            return;
        }
        let mut states = Aligned([[0; W]; 25]);
        for (copy, word) in states.0.iter_mut().zip(group.chunks_exact(lanes)) {
            copy[..lanes].copy_from_slice(word);
        }
        self.step.run(backend, &mut states.0, first, lanes);
        for (copy, word) in states.0.iter_mut().zip(group.chunks_exact_mut(lanes)) {
            word.copy_from_slice(&copy[..lanes]);
        }
        wipe(&mut states.0);
    }
}

/// All steps of a hash, on states that do not stay.
struct DigestXof<'a, 'b, const RATE: usize, const N: usize> {
    data: [&'a [u8]; N],
    outputs: [&'b mut [u8]; N],
}

impl<const RATE: usize, const N: usize> Visitor for DigestXof<'_, '_, RATE, N> {
    #[inline]
    fn visit<B: Permute<W>, const W: usize>(&mut self, backend: B, first: usize, lanes: usize) {
        let mut states = Aligned([[0; W]; 25]);
        AbsorbBlocks::<RATE> { data: &self.data }.run(backend, &mut states.0, first, lanes);
        let tails = group::<W>(&self.data, first, lanes).map(|data| data.as_chunks::<RATE>().1);
        backend.absorb_last(&mut states.0, &tails, SHAKE_DOMAIN, RATE);
        backend.permute(&mut states.0, ROUNDS);
        Squeeze::<RATE> { outputs: &mut self.outputs, position: 0 }.run(backend, &mut states.0, first, lanes);
        wipe(&mut states.0);
    }
}

/// The data of a group's lanes, all of one length. Idle lanes have what the first one has.
#[inline]
fn group<'a, const W: usize>(data: &[&'a [u8]], first: usize, lanes: usize) -> [&'a [u8]; W] {
    core::array::from_fn(|lane| data[if lane < lanes { first + lane } else { first }])
}

struct PermuteOnly;

impl Step for PermuteOnly {
    #[inline]
    fn run<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, _: usize, _: usize) {
        backend.permute(states, ROUNDS);
    }
}

/// Bytes that do not fill a block.
struct XorBytes<'a> {
    data: &'a [&'a [u8]],
    position: usize,
}

impl Step for XorBytes<'_> {
    #[inline]
    fn run<B: Permute<W>, const W: usize>(&mut self, _: B, states: &mut States<W>, first: usize, lanes: usize) {
        xor_bytes(states, &group::<W>(self.data, first, lanes), self.position);
    }
}

/// Whole blocks, straight from the data.
struct AbsorbBlocks<'a, const RATE: usize> {
    data: &'a [&'a [u8]],
}

impl<const RATE: usize> Step for AbsorbBlocks<'_, RATE> {
    #[inline]
    fn run<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, first: usize, lanes: usize) {
        let data = group::<W>(self.data, first, lanes).map(|data| data.as_chunks::<RATE>().0);
        for i in 0..data[0].len() {
            backend.absorb(states, &data.map(|blocks| blocks[i].as_slice()));
            backend.permute(states, ROUNDS);
        }
    }
}

/// The padding, and the permutation after it.
struct Finish<const RATE: usize> {
    /// Where the padding begins.
    position: usize,
}

impl<const RATE: usize> Step for Finish<RATE> {
    #[inline]
    fn run<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, _: usize, _: usize) {
        for word in &mut states[self.position >> 3] {
            *word ^= u64::from(SHAKE_DOMAIN) << (8 * (self.position & 7));
        }
        for word in &mut states[(RATE >> 3) - 1] {
            *word ^= 1 << 63;
        }
        backend.permute(states, ROUNDS);
    }
}

/// Output of one length from every lane.
struct Squeeze<'a, 'b, const RATE: usize> {
    outputs: &'a mut [&'b mut [u8]],
    position: usize,
}

impl<const RATE: usize> Step for Squeeze<'_, '_, RATE> {
    #[inline]
    fn run<B: Permute<W>, const W: usize>(&mut self, backend: B, states: &mut States<W>, first: usize, lanes: usize) {
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
