//! Carries out a [`Plan`]: W Keccak states side by side, each with its own rate, domain and progress.

use crate::arch::{Arithmetic, Backend};
use crate::params::{PRF_RATE, XOF_RATE};
use crate::ring::{Rq, Tq};
use crate::schedule::{Plan, Slot, Stream};
use keccak::{Aligned, Permute, States};
use zeroize::optimization_barrier;

/// SHA-3's domain suffix with the first bit of the padding (FIPS 202, section 6.1), for G and H.
const SHA3_DOMAIN: u8 = 0x06;
/// SHAKE's (section 6.2), for J, PRF and XOF.
const SHAKE_DOMAIN: u8 = 0x1f;
/// The rate of SHA3-512, which is G.
const G_RATE: usize = 72;

/// What a stream absorbs: two strings, one after the other.
pub(crate) type Message<'a> = [&'a [u8]; 2];

/// An operation as its lanes see it: what each stream absorbs, and what becomes of the output.
pub(crate) trait Streams<B: Backend<W>, const W: usize> {
    /// The message of `stream`; asked for block by block, it may grow behind the block that is asked for.
    fn message(&self, stream: Stream) -> Message<'_>;

    /// Called when `stream` is finished.
    fn finished(&mut self, stream: Stream, output: Output<'_, B, W>);
}

impl Stream {
    const fn rate(self) -> usize {
        match self {
            Self::G => G_RATE,
            Self::Matrix(..) => XOF_RATE,
            Self::H | Self::J | Self::Noise(_) => PRF_RATE,
        }
    }

    const fn domain(self) -> u8 {
        match self {
            Self::G | Self::H => SHA3_DOMAIN,
            Self::J | Self::Matrix(..) | Self::Noise(_) => SHAKE_DOMAIN,
        }
    }
}

/// Runs the streams of `plan` on W lanes.
///
/// Each step permutes from one of three buffers into the next, so the last three blocks of every lane are
/// at hand when a stream ends. Whatever was in the buffers is wiped.
pub(crate) fn run<B: Backend<W>, const W: usize>(backend: B, plan: &Plan<W>, streams: &mut impl Streams<B, W>) {
    let mut buffers = Buffers([const { Aligned([[0; W]; 25]) }; 3]);
    let mut current = 2;
    for step in plan.steps() {
        for (lane, slot) in step.iter().enumerate() {
            if let Some(slot) = slot {
                absorb(backend, &mut buffers.0[current].0, lane, *slot, streams);
            }
        }
        let next = if current == 2 { 0 } else { current + 1 };
        buffers.permute(backend, current, next);
        current = next;
        for (lane, slot) in step.iter().enumerate() {
            if let Some(Slot { stream, last: true, .. }) = slot {
                streams.finished(*stream, Output { backend, blocks: buffers.newest_last(current), lane });
            }
        }
    }
}

/// The last three states of all lanes, in a ring.
struct Buffers<const W: usize>([Aligned<States<W>>; 3]);

impl<const W: usize> Buffers<W> {
    #[inline]
    fn permute<B: Backend<W>>(&mut self, backend: B, from: usize, to: usize) {
        let [a, b, c] = &mut self.0;
        let (from, to) = match (from, to) {
            (0, _) => (a, b),
            (1, _) => (b, c),
            _ => (c, a),
        };
        backend.keccak().permute_into(&from.0, &mut to.0, keccak::permutation::ROUNDS);
    }

    #[inline]
    fn newest_last(&self, newest: usize) -> [&States<W>; 3] {
        let [a, b, c] = self.0.each_ref().map(|aligned| &aligned.0);
        match newest {
            0 => [b, c, a],
            1 => [c, a, b],
            _ => [a, b, c],
        }
    }
}

impl<const W: usize> Drop for Buffers<W> {
    fn drop(&mut self) {
        for buffer in &mut self.0 {
            buffer.0 = [[0; W]; 25];
        }
        optimization_barrier(self);
    }
}

/// Puts what `slot` absorbs, if anything, into its lane.
#[inline]
fn absorb<B: Backend<W>, const W: usize>(
    backend: B,
    states: &mut States<W>,
    lane: usize,
    Slot { stream, block, .. }: Slot,
    streams: &impl Streams<B, W>,
) {
    let squeezes_only = matches!(stream, Stream::Matrix(..) | Stream::Noise(_)) && block > 0;
    if squeezes_only {
        return;
    }
    let keccak = backend.keccak();
    let [first, second] = streams.message(stream);
    let rate = stream.rate();
    let start = rate * usize::from(block);
    if block > 0 {
        // a whole block out of one of the two strings goes straight from there
        let whole = match start.checked_sub(first.len()) {
            None => first.get(start..start + rate),
            Some(start) => second.get(start..start + rate),
        };
        if let Some(whole) = whole {
            keccak.absorb_lane(states, lane, whole);
            return;
        }
    }
    let mut padded = [0u8; 200];
    let mut length = 0;
    let mut skip = start;
    for string in [first, second] {
        let rest = &string[skip.min(string.len())..];
        let taken = rest.len().min(rate - length);
        padded[length..length + taken].copy_from_slice(&rest[..taken]);
        length += taken;
        skip = skip.saturating_sub(string.len());
    }
    if length < rate {
        padded[length] ^= stream.domain();
        padded[rate - 1] ^= 0x80;
    }
    if block == 0 {
        let mut words = [0; 25];
        for (word, bytes) in words.iter_mut().zip(padded.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        keccak.set_lane(states, lane, &words);
        words = [0; 25];
        optimization_barrier(&words);
    } else {
        keccak.absorb_lane(states, lane, &padded[..rate]);
    }
    padded = [0; 200];
    optimization_barrier(&padded);
}

/// What a finished stream leaves in its lane.
pub(crate) struct Output<'a, B, const W: usize> {
    backend: B,
    /// The last three states, the newest last.
    blocks: [&'a States<W>; 3],
    lane: usize,
}

impl<B: Backend<W>, const W: usize> Output<'_, B, W> {
    #[inline]
    pub(crate) fn arithmetic(&self) -> B::Arithmetic {
        self.backend.arithmetic()
    }

    /// The first bytes of the newest block: the output of G, H and J.
    #[inline]
    pub(crate) fn squeeze(&self, bytes: &mut [u8]) {
        self.backend.keccak().squeeze_lane(self.blocks[2], self.lane, bytes);
    }

    /// SamplePolyCBD_eta(PRF_eta(...)), Algorithm 8; eta is 2 or 3.
    #[inline]
    pub(crate) fn sample_poly_cbd(&self, eta: usize, f: &mut Rq) {
        if eta == 2 {
            let mut bytes = Aligned([0; 128]);
            self.squeeze(&mut bytes.0);
            self.arithmetic().sample_poly_cbd_2(&bytes.0, f);
            bytes.0 = [0; 128];
            optimization_barrier(&bytes);
        } else {
            let mut bytes = Aligned([0; 192]);
            let (first, second) = bytes.0.split_at_mut(PRF_RATE);
            self.backend.keccak().squeeze_lane(self.blocks[1], self.lane, first);
            self.squeeze(second);
            self.arithmetic().sample_poly_cbd_3(&bytes.0, f);
            bytes.0 = [0; 192];
            optimization_barrier(&bytes);
        }
    }

    /// SampleNTT(rho || j || i), Algorithm 7. Three blocks give 336 candidates, which do not suffice for one
    /// polynomial in 120: then the lane is squeezed on, alone.
    #[inline]
    pub(crate) fn sample_ntt(&self, a_hat: &mut Tq) {
        let count = self.arithmetic().sample_ntt_lane(self.blocks, self.lane, a_hat);
        if count < 256 {
            self.sample_ntt_on(a_hat, count);
        }
    }

    #[cold]
    fn sample_ntt_on(&self, a_hat: &mut Tq, mut count: usize) {
        let mut state: States<1> = core::array::from_fn(|i| [self.blocks[2][i][self.lane]]);
        let mut bytes = [0; XOF_RATE];
        while count < 256 {
            self.backend.keccak().permute(&mut state, keccak::permutation::ROUNDS);
            self.backend.keccak().squeeze_lane(&state, 0, &mut bytes);
            count = self.arithmetic().sample_ntt(&bytes, a_hat, count);
        }
    }
}
