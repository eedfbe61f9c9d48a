//! Carries out a [`Program`]: W Keccak states side by side, each with its own rate, domain and progress.

use crate::arch::memory::{STACK_TO_WIPE, Secret, Wiped};
use crate::arch::{Arithmetic, Backend};
use crate::params::{PRF_RATE, SHAKE_DOMAIN, XOF_RATE};
use crate::ring::{Rq, Tq};
use crate::schedule::{Action, Block, Hash, Program, Seeded, Stream};
use keccak::permutation::ROUNDS;
use keccak::{Aligned, Permute, States};
use zeroize::optimization_barrier;

/// SHA-3's domain suffix with the first bit of the padding (FIPS 202, section 6.1), for G and H.
const SHA3_DOMAIN: u8 = 0x06;
/// The rate of SHA3-512, which is G.
const G_RATE: usize = 72;

/// What a hash absorbs: two strings, one after the other.
pub(crate) type Message<'a> = [&'a [u8]; 2];

/// An operation as its lanes see it: what each stream absorbs, and what becomes of the output.
pub(crate) trait Streams<B: Backend<W>, const W: usize> {
    /// The message of a hash; asked for block by block, it may grow behind the block that is asked for.
    fn message(&self, hash: Hash) -> Message<'_>;

    /// The seed of XOF or PRF.
    fn seed(&self, function: Seeded) -> &[u8; 32];

    /// Called when a hash is ready: the output of G, or that of H or J and 32 bytes that mean nothing.
    fn hashed(&mut self, hash: Hash, output: &[u8; 64]);

    /// Called when the XOF for row i and column j of the matrix is ready.
    fn sample_matrix(&mut self, i: usize, j: usize, output: Output<'_, B, W>);

    /// Called when PRF_eta with counter n is ready.
    fn sample_noise(&mut self, n: usize, eta: u8, output: Output<'_, B, W>);
}

impl Hash {
    const fn rate(self) -> usize {
        match self {
            Self::G => G_RATE,
            Self::H | Self::J => PRF_RATE,
        }
    }

    const fn domain(self) -> u8 {
        match self {
            Self::G | Self::H => SHA3_DOMAIN,
            Self::J => SHAKE_DOMAIN,
        }
    }
}

impl Block {
    /// So many blocks of the hash, from this one on.
    fn and_next(self, count: u8) -> impl Iterator<Item = Self> {
        (self.number..self.number + count).map(move |number| Self { number, ..self })
    }

    /// The string that its first byte stands in, from there on.
    #[inline]
    fn rest<'a>(self, [first, second]: Message<'a>) -> &'a [u8] {
        let start = self.hash.rate() * usize::from(self.number);
        let rest = match start.checked_sub(first.len()) {
            None => first.get(start..),
            Some(start) => second.get(start..),
        };
        rest.unwrap_or_default()
    }

    /// Its bytes where they stand, if they stand whole in one of the message's strings.
    #[inline]
    fn in_place<'a>(self, message: Message<'a>) -> Option<&'a [u8]> {
        self.rest(message).get(..self.hash.rate())
    }
}

impl Seeded {
    const fn rate(self) -> usize {
        match self {
            Self::Xof => XOF_RATE,
            Self::Prf => PRF_RATE,
        }
    }
}

/// Runs `program` on W lanes.
///
/// Each step permutes from one of three buffers into the next, so the last three blocks of every lane are
/// at hand when a stream ends. Whatever was in the buffers is wiped.
pub(crate) fn run<B: Backend<W>, const W: usize>(backend: B, program: &Program<W>, streams: &mut impl Streams<B, W>) {
    let mut ring = Secret::new();
    let mut buffers = Buffers::new(ring.get());
    for action in program.actions() {
        match *action {
            Action::Start(lanes, function, start) => {
                let (seed, suffixes) = (streams.seed(function), program.suffixes(start));
                backend.keccak().start_seeded(buffers.newest(), lanes, seed, suffixes, function.rate());
            }
            Action::Absorb(lane, block) => {
                buffers.absorb_lane(backend, lane.into(), block, streams.message(block.hash));
            }
            Action::Permute => buffers.permute(backend),
            Action::Alone(lane, first, count) => {
                let message = streams.message(first.hash);
                if <B::Keccak as Permute<W>>::ONE_IS_FASTER {
                    let mut output = Wiped([0; 64]);
                    buffers.alone(backend, lane.into(), first, count.into(), message, &mut output.0);
                    streams.hashed(first.hash, &output.0);
                } else {
                    for block in first.and_next(count) {
                        buffers.absorb_lane(backend, lane.into(), block, message);
                        buffers.permute(backend);
                    }
                    buffers.finish(backend, lane.into(), Stream::Hash(first.hash), streams);
                }
            }
            Action::Finish(lane, stream) => buffers.finish(backend, lane.into(), stream, streams),
        }
    }
    // what the kernels spilled: one lane's state fits the registers, more or less; four need a larger frame
    if W == 1 { zeroize::zeroize_stack::<1024>() } else { zeroize::zeroize_stack::<STACK_TO_WIPE>() }
}

/// Runs the program of one lane for W operations at once, each in a lane of its own.
pub(crate) fn run_each<B: Backend<W>, S: Streams<B, W>, const W: usize>(
    backend: B,
    program: &Program<1>,
    operations: &mut [S; W],
) {
    run_each_in_place(backend, program, operations);
    // with W seeds in hand at a time, the compiler keeps some of them in this function's own frame
    zeroize::zeroize_stack::<{ 4 * STACK_TO_WIPE }>();
}

#[inline(never)]
fn run_each_in_place<B: Backend<W>, S: Streams<B, W>, const W: usize>(
    backend: B,
    program: &Program<1>,
    operations: &mut [S; W],
) {
    let mut ring = Secret::new();
    let mut buffers = Buffers::new(ring.get());
    for action in program.actions() {
        match *action {
            Action::Start(_, function, start) => {
                let [suffix] = *program.suffixes(start);
                buffers.start_each(backend, function, suffix, operations);
            }
            Action::Absorb(_, block) => buffers.absorb_each(backend, block, operations),
            Action::Permute => buffers.permute(backend),
            Action::Alone(_, first, count) => {
                for block in first.and_next(count) {
                    buffers.absorb_each(backend, block, operations);
                    buffers.permute(backend);
                }
                buffers.finish_each(backend, Stream::Hash(first.hash), operations);
            }
            Action::Finish(_, stream) => buffers.finish_each(backend, stream, operations),
        }
    }
}

/// The last three states of all lanes, in a ring.
struct Buffers<'a, const W: usize> {
    ring: &'a mut [Aligned<States<W>>; 3],
    newest: usize,
}

impl<'a, const W: usize> Buffers<'a, W> {
    #[inline]
    const fn new(ring: &'a mut [Aligned<States<W>>; 3]) -> Self {
        Self { ring, newest: 0 }
    }

    #[inline]
    fn newest(&mut self) -> &mut States<W> {
        &mut self.ring[self.newest].0
    }

    /// One block into one lane.
    #[inline]
    fn absorb_lane<B: Backend<W>>(&mut self, backend: B, lane: usize, block: Block, message: Message<'_>) {
        let mut absorb = |bytes: &[u8]| {
            if block.number == 0 {
                backend.keccak().start_lane(self.newest(), lane, bytes);
            } else {
                backend.keccak().absorb_lane(self.newest(), lane, bytes);
            }
        };
        match block.in_place(message) {
            Some(bytes) => absorb(bytes),
            None => absorb(Padded::new().put_together(block, message)),
        }
    }

    /// One block of a hash into each lane, out of the operation that it belongs to.
    #[inline]
    fn absorb_each<B: Backend<W>, S: Streams<B, W>>(&mut self, backend: B, block: Block, operations: &[S; W]) {
        if block.number == 0 {
            *self.newest() = [[0; W]; 25];
        }
        let messages = operations.each_ref().map(|operation| operation.message(block.hash));
        let in_place = messages.map(|message| block.in_place(message).unwrap_or_default());
        if in_place.iter().all(|bytes| !bytes.is_empty()) {
            backend.keccak().absorb(self.newest(), &in_place);
            return;
        }
        let mut padded = [const { Padded::new() }; W];
        for (padded, message) in padded.iter_mut().zip(messages) {
            padded.put_together(block, message);
        }
        let rate = block.hash.rate();
        backend.keccak().absorb(self.newest(), &padded.each_ref().map(|padded| &padded.0[..rate]));
    }

    /// A seed expander in each lane, with the seed of the operation that the lane belongs to.
    #[inline]
    fn start_each<B: Backend<W>, S: Streams<B, W>>(
        &mut self,
        backend: B,
        function: Seeded,
        suffix: u64,
        operations: &[S; W],
    ) {
        let states = self.newest();
        *states = [[0; W]; 25];
        let seeds = operations.each_ref().map(|operation| operation.seed(function).as_slice());
        backend.keccak().absorb(states, &seeds);
        states[4] = [suffix; W];
        states[(function.rate() >> 3) - 1] = [1 << 63; W];
    }

    /// The newest state permuted becomes the newest one.
    #[inline]
    fn permute<B: Backend<W>>(&mut self, backend: B) {
        let [a, b, c] = &mut *self.ring;
        let (from, to);
        (from, to, self.newest) = match self.newest {
            0 => (a, b, 1),
            1 => (b, c, 2),
            _ => (c, a, 0),
        };
        backend.keccak().permute_into(&from.0, &mut to.0, ROUNDS);
    }

    /// The last `count` blocks of a hash, of which its lane has absorbed those before `block`, and the first bytes of its
    /// output. The lanes stay as they are.
    #[inline]
    fn alone<B: Backend<W>>(
        &self,
        backend: B,
        lane: usize,
        mut block: Block,
        mut count: usize,
        message: Message<'_>,
        output: &mut [u8],
    ) {
        let keccak = backend.keccak();
        let mut memory = Secret::<States<1>>::new();
        let state = memory.get();
        for (one, word) in state.iter_mut().zip(self.newest_last()[2]) {
            *one = [if block.number == 0 { 0 } else { word[lane] }];
        }
        while count > 0 {
            // whole blocks where they stand (none of G, whose message is shorter than one), then one that has to be put
            // together, as the last one always has: G's only block is shorter than the others, which zeros behind it make up for
            let whole = block.rest(message).as_chunks().0;
            block.number += whole.len() as u8;
            let mut padded = Padded::new();
            padded.put_together(block, message);
            keccak.absorb_blocks::<PRF_RATE>(state, whole, padded.0.first_chunk(), ROUNDS);
            block.number += 1;
            count -= whole.len() + 1;
        }
        keccak.squeeze_lane(state, 0, output);
    }

    /// The stream has ended in `lane`.
    #[inline]
    fn finish<B: Backend<W>>(&self, backend: B, lane: usize, stream: Stream, streams: &mut impl Streams<B, W>) {
        let blocks = self.newest_last();
        let output = Output { backend, blocks, lane };
        match stream {
            Stream::Matrix(i, j) => streams.sample_matrix(i.into(), j.into(), output),
            Stream::Noise(n, eta) => streams.sample_noise(n.into(), eta, output),
            Stream::Hash(hash) => {
                let mut output = Wiped([0; 64]);
                backend.keccak().squeeze_lane(blocks[2], lane, &mut output.0);
                streams.hashed(hash, &output.0);
            }
        }
    }

    /// The stream has ended in every lane, for the operation that the lane belongs to.
    #[inline]
    fn finish_each<B: Backend<W>, S: Streams<B, W>>(&self, backend: B, stream: Stream, operations: &mut [S; W]) {
        for (lane, operation) in operations.iter_mut().enumerate() {
            self.finish(backend, lane, stream, operation);
        }
    }

    #[inline]
    fn newest_last(&self) -> [&States<W>; 3] {
        let [a, b, c] = self.ring.each_ref().map(|aligned| &aligned.0);
        match self.newest {
            0 => [b, c, a],
            1 => [c, a, b],
            _ => [a, b, c],
        }
    }
}

/// Room for a block that has to be put together, of the largest rate; wiped on drop.
#[repr(C, align(64))]
struct Padded([u8; XOF_RATE]);

impl Padded {
    #[inline]
    const fn new() -> Self {
        Self([0; XOF_RATE])
    }

    /// The bytes of `block`, with the padding where the message ends, and zeros behind them.
    #[inline]
    fn put_together(&mut self, block: Block, message: Message<'_>) -> &[u8] {
        let rate = block.hash.rate();
        let end = self.gather(rate, rate * usize::from(block.number), message);
        if end < rate {
            self.0[end] = block.hash.domain();
            self.0[rate - 1] ^= 0x80;
        }
        &self.0[..rate]
    }

    /// Up to `rate` bytes of the two strings together, from `start` on; how many there are.
    fn gather(&mut self, rate: usize, start: usize, strings: [&[u8]; 2]) -> usize {
        let (mut end, mut skip) = (0, start);
        for string in strings {
            let rest = &string[skip.min(string.len())..];
            let taken = rest.len().min(rate - end);
            self.0[end..end + taken].copy_from_slice(&rest[..taken]);
            end += taken;
            skip = skip.saturating_sub(string.len());
        }
        end
    }
}

impl Drop for Padded {
    #[inline]
    fn drop(&mut self) {
        self.0 = [0; XOF_RATE];
        optimization_barrier(self);
    }
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

    /// SamplePolyCBD_eta(PRF_eta(...)), Algorithm 8; eta is 2 or 3.
    #[inline]
    pub(crate) fn sample_poly_cbd(&self, eta: u8, f: &mut Rq) {
        if eta == 2 {
            self.arithmetic().sample_poly_cbd_2_lane(self.blocks[2], self.lane, f);
        } else {
            let mut bytes = Aligned([0; 192]);
            let (first, second) = bytes.0.split_at_mut(PRF_RATE);
            self.backend.keccak().squeeze_lane(self.blocks[1], self.lane, first);
            self.backend.keccak().squeeze_lane(self.blocks[2], self.lane, second);
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
            self.backend.keccak().permute(&mut state, ROUNDS);
            self.backend.keccak().squeeze_lane(&state, 0, &mut bytes);
            count = self.arithmetic().sample_ntt(&bytes, a_hat, count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{Backend, with_backend};

    /// SampleNTT as it reads, over a stream of bytes.
    fn sample_ntt(bytes: &[u8]) -> [i16; 256] {
        let mut accepted = bytes.as_chunks::<3>().0.iter().flat_map(|&[c0, c1, c2]| {
            let [c0, c1, c2] = [c0, c1, c2].map(i16::from);
            [c0 | (c1 & 15) << 8, c1 >> 4 | c2 << 4].into_iter().filter(|d| *d < 3329)
        });
        core::array::from_fn(|_| accepted.next().unwrap_or(-1))
    }

    fn check<B: super::Backend<W>, const W: usize>(backend: B) {
        for lane in 0..W {
            // three blocks in which every candidate is rejected, so that a sixth is needed; other lanes differ
            let rejected: States<W> = core::array::from_fn(|i| {
                core::array::from_fn(|other| if other == lane { u64::MAX } else { (i * 8 + other) as u64 })
            });
            let mut state = [u64::MAX; 25];
            let mut stream = [0; 8 * XOF_RATE];
            for block in stream.as_chunks_mut::<XOF_RATE>().0 {
                keccak::permutation::keccak_f1600(&mut state);
                block.copy_from_slice(&state.map(u64::to_le_bytes).as_flattened()[..XOF_RATE]);
            }
            let mut a_hat = Tq::ZERO;
            Output { backend, blocks: [&rejected; 3], lane }.sample_ntt(&mut a_hat);
            assert_eq!(a_hat.0, sample_ntt(&stream));
        }
    }

    /// One polynomial in 120 needs a fourth block of the XOF; a fifth or sixth never happens, and must be right all the same.
    #[test]
    fn sampling_goes_on_as_long_as_it_must() {
        extern crate std;
        for backend in Backend::available() {
            with_backend!(backend, token, W => check::<_, W>(token));
            with_backend!(backend, token, batch W => check::<_, W>(token));
            std::println!("ran on {}", backend.name());
        }
    }
}
