//! Which lane carries which Keccak stream at which step, computed by the compiler.
//!
//! One ML-KEM operation needs dozens of permutations, and most do not depend on each other: the long chains
//! H(ek) and J(z || c) run in one lane while the matrix is sampled in the others. A [`Plan`] says so for one
//! operation, one parameter set and one number of lanes W; [`crate::lanes`] carries it out. With W = 1 it is the
//! plain order of FIPS 203.

use crate::params::{PRF_RATE, SHAKE_DOMAIN, blocks};

/// A hash of an operation (FIPS 203, section 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hash {
    /// G: (rho, sigma) in key generation, (K, r) in encapsulation and decapsulation.
    G,
    /// H(ek).
    H,
    /// J(z || c), the key of implicit rejection.
    J,
}

/// One Keccak sponge of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Hash(Hash),
    /// The XOF that SampleNTT reads for row `.0` and column `.1` of the matrix as the operation uses it.
    Matrix(u8, u8),
    /// PRF_eta with counter N = `.0` and eta = `.1`.
    Noise(u8, u8),
}

/// Permutation `block` (from 0) of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) stream: Stream,
    pub(crate) block: u8,
    /// Whether the stream ends with this permutation and its output can be used.
    pub(crate) last: bool,
}

impl Slot {
    /// What is absorbed before the permutation, if the stream is a hash; the others squeeze, once they have their seed.
    const fn absorbed(self) -> Option<Block> {
        match self.stream {
            Stream::Hash(hash) => Some(Block { hash, number: self.block }),
            Stream::Matrix(..) | Stream::Noise(..) => None,
        }
    }
}

/// The longest plan: ML-KEM-1024 on one lane.
const MAX_STEPS: usize = 72;
const MAX_TASKS: usize = 32;
const MAX_ACTIONS: usize = 152;
const MAX_STARTS: usize = 26;

/// What each of W lanes does at each step; every step is one permutation of all lanes.
pub(crate) struct Plan<const W: usize> {
    steps: [[Option<Slot>; W]; MAX_STEPS],
    length: usize,
}

/// The functions that expand a seed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seeded {
    /// XOF(rho || ...), which samples the matrix.
    Xof,
    /// PRF(sigma || N) or PRF(r || N), which samples the noise.
    Prf,
}

/// A plan as the list of what is to be done.
pub(crate) struct Program<const W: usize> {
    actions: [Action; MAX_ACTIONS],
    length: usize,
    suffixes: [[u64; W]; MAX_STARTS],
}

/// Block `number` (from 0) of what a hash absorbs.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub(crate) hash: Hash,
    pub(crate) number: u8,
}

/// One thing to do.
#[derive(Clone, Copy)]
pub(crate) enum Action {
    /// The lane absorbs that block; with block 0 it begins anew.
    Absorb(u8, Block),
    /// The lanes whose bits are set begin anew, with the seed of that function and the suffixes of that number.
    Start(u8, Seeded, u8),
    /// All lanes are permuted.
    Permute,
    /// The lane absorbs that block and the rest of the hash, so many blocks in all, with a permutation after each, and
    /// the hash is ready; meanwhile no other lane holds anything that matters.
    Alone(u8, Block, u8),
    /// The stream has ended in the lane: its output is ready.
    Finish(u8, Stream),
}

impl<const W: usize> Program<W> {
    #[inline]
    pub(crate) fn actions(&self) -> &[Action] {
        &self.actions[..self.length]
    }

    /// What stands behind the seed, for each lane: the indices or the counter, and the padding's first bits.
    #[inline]
    pub(crate) fn suffixes(&self, start: u8) -> &[u64; W] {
        &self.suffixes[usize::from(start)]
    }

    const fn push(&mut self, action: Action) {
        self.actions[self.length] = action;
        self.length += 1;
    }
}

impl Stream {
    /// The function that the stream is, if it expands a seed, and what it appends to it, with the domain suffix of SHAKE.
    ///
    /// Entry (i, j) of the matrix is SampleNTT(rho || j || i) in key generation, and the other way round in
    /// encryption, which uses the transposed matrix.
    const fn seeded(self, transposed: bool) -> Option<(Seeded, u32)> {
        const DOMAIN: u32 = SHAKE_DOMAIN as u32;
        match self {
            Self::Matrix(i, j) => {
                let (first, second) = if transposed { (i, j) } else { (j, i) };
                Some((Seeded::Xof, first as u32 | (second as u32) << 8 | DOMAIN << 16))
            }
            Self::Noise(n, _) => Some((Seeded::Prf, n as u32 | DOMAIN << 8)),
            Self::Hash(_) => None,
        }
    }
}

impl<const W: usize> Plan<W> {
    /// The number of steps.
    pub(crate) const fn length(&self) -> usize {
        self.length
    }

    /// Step by step: what the lanes absorb, the permutation, and which streams end.
    pub(crate) const fn program(&self, transposed: bool) -> Program<W> {
        let mut program =
            Program { actions: [Action::Permute; MAX_ACTIONS], length: 0, suffixes: [[0; W]; MAX_STARTS] };
        let mut starts = 0;
        let mut step = 0;
        while step < self.length {
            if let Some((lane, block, count)) = self.alone(step) {
                program.push(Action::Alone(lane as u8, block, count as u8));
                step += count;
                continue;
            }
            starts += self.begin(step, transposed, starts, &mut program) as usize;
            program.push(Action::Permute);
            let mut lane = 0;
            while lane < W {
                if let Some(Slot { stream, last: true, .. }) = self.steps[step][lane] {
                    program.push(Action::Finish(lane as u8, stream));
                }
                lane += 1;
            }
            step += 1;
        }
        program
    }

    /// What the lanes absorb at this step; whether seeds were expanded, with the suffixes of that number.
    const fn begin(&self, step: usize, transposed: bool, start: usize, program: &mut Program<W>) -> bool {
        let (mut xof, mut prf) = (0, 0);
        let mut lane = 0;
        while lane < W {
            if let Some(slot) = self.steps[step][lane] {
                if let Some(block) = slot.absorbed() {
                    program.push(Action::Absorb(lane as u8, block));
                }
                if let (0, Some((function, suffix))) = (slot.block, slot.stream.seeded(transposed)) {
                    program.suffixes[start][lane] = suffix as u64;
                    match function {
                        Seeded::Xof => xof |= 1 << lane,
                        Seeded::Prf => prf |= 1 << lane,
                    }
                }
            }
            lane += 1;
        }
        if xof != 0 {
            program.push(Action::Start(xof, Seeded::Xof, start as u8));
        }
        if prf != 0 {
            program.push(Action::Start(prf, Seeded::Prf, start as u8));
        }
        xof | prf != 0
    }

    /// From this step on: the lane that alone is busy, with a hash up to its end, and for how many steps.
    const fn alone(&self, step: usize) -> Option<(usize, Block, usize)> {
        let Some((lane, first)) = self.only_slot(step) else { return None };
        let Some(block) = first.absorbed() else { return None };
        let (mut count, mut last) = (1, first.last);
        while !last {
            let Some((_, next)) = self.only_slot(step + count) else { return None };
            last = next.last;
            count += 1;
        }
        Some((lane, block, count))
    }

    /// The lane that is busy at this step, if it is the only one, and with what.
    const fn only_slot(&self, step: usize) -> Option<(usize, Slot)> {
        let mut only = None;
        let mut lane = 0;
        while lane < W {
            if let Some(slot) = self.steps[step][lane] {
                if only.is_some() {
                    return None;
                }
                only = Some((lane, slot));
            }
            lane += 1;
        }
        only
    }
}

/// The sizes that decide a plan.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) k: usize,
    pub(crate) eta1: usize,
    pub(crate) encapsulation_key_size: usize,
    pub(crate) ciphertext_size: usize,
}

/// A stream with its number of permutations and the task that must be finished before it starts.
#[derive(Clone, Copy)]
struct Task {
    stream: Stream,
    blocks: usize,
    after: Option<usize>,
    /// The first step it may start at.
    not_before: usize,
}

/// Tasks in the order of their priority.
struct Tasks {
    list: [Task; MAX_TASKS],
    count: usize,
}

/// SampleNTT reads three blocks; where they do not suffice, [`crate::lanes`] squeezes on.
const MATRIX_BLOCKS: usize = 3;

impl Tasks {
    const fn new() -> Self {
        Self {
            list: [Task { stream: Stream::Hash(Hash::G), blocks: 0, after: None, not_before: 0 }; MAX_TASKS],
            count: 0,
        }
    }

    const fn push(&mut self, stream: Stream, blocks: usize, after: Option<usize>) -> usize {
        self.list[self.count] = Task { stream, blocks, after, not_before: 0 };
        self.count += 1;
        self.count - 1
    }

    /// Entries `from` to `to` of the matrix, counted row by row.
    const fn push_matrix(&mut self, from: usize, to: usize, k: usize, after: Option<usize>) {
        let mut row = 0;
        while row < k {
            let mut column = 0;
            while column < k {
                let entry = k * row + column;
                if from <= entry && entry < to {
                    self.push(Stream::Matrix(row as u8, column as u8), MATRIX_BLOCKS, after);
                }
                column += 1;
            }
            row += 1;
        }
    }

    /// PRF_eta with the counters `from` to `to`.
    const fn push_noise(&mut self, from: usize, to: usize, eta: usize, after: Option<usize>) {
        let mut counter = from;
        while counter < to {
            self.push(Stream::Noise(counter as u8, eta as u8), blocks(64 * eta, PRF_RATE), after);
            counter += 1;
        }
    }

    /// K-PKE.Encrypt, lines 9 to 17: y with eta1, e1 and e2 with eta2 = 2.
    const fn push_encryption_noise(&mut self, shape: Shape, g: usize) {
        self.push_noise(0, shape.k, shape.eta1, Some(g));
        self.push_noise(shape.k, 2 * shape.k + 1, 2, Some(g));
    }

    const fn total_blocks(&self) -> usize {
        let mut total = 0;
        let mut index = 0;
        while index < self.count {
            total += self.list[index].blocks;
            index += 1;
        }
        total
    }
}

/// ML-KEM.KeyGen_internal: G, then everything it seeds, and H(ek) as soon as the rows of t it reads are there.
///
/// The noise e takes one permutation where an entry of the matrix takes three, so it fills what they leave free;
/// where it serves best is found by trying every place.
pub(crate) const fn key_generation<const W: usize>(shape: Shape) -> Plan<W> {
    let mut best = key_generation_with_e_after(shape, 0);
    let mut entries = 1;
    while entries <= shape.k * shape.k {
        let plan = key_generation_with_e_after(shape, entries);
        if plan.length < best.length {
            best = plan;
        }
        entries += 1;
    }
    best
}

/// The tasks in the order G, s, the first `entries` entries of the matrix, e, the rest of the matrix.
const fn key_generation_with_e_after<const W: usize>(shape: Shape, entries: usize) -> Plan<W> {
    let k = shape.k;
    let mut tasks = Tasks::new();
    let h = tasks.push(Stream::Hash(Hash::H), blocks(shape.encapsulation_key_size + 1, PRF_RATE), None);
    let g = Some(tasks.push(Stream::Hash(Hash::G), 1, None));
    tasks.push_noise(0, k, shape.eta1, g);
    tasks.push_matrix(0, entries, k, g);
    tasks.push_noise(k, 2 * k, shape.eta1, g);
    tasks.push_matrix(entries, k * k, k, g);
    // A lane cannot wait, so H starts at the first step from which it never has to: not before the
    // step from which all the rest finds room before its last block.
    tasks.list[h].not_before = blocks(tasks.total_blocks(), W).saturating_sub(tasks.list[h].blocks);
    loop {
        let plan = pack(&tasks);
        if hash_never_waits(&plan, k) {
            return plan;
        }
        tasks.list[h].not_before += 1;
    }
}

/// ML-KEM.Encaps_internal: the chain H(ek) beside the matrix, then G, then the noise.
pub(crate) const fn encapsulation<const W: usize>(shape: Shape) -> Plan<W> {
    let mut tasks = Tasks::new();
    let h = tasks.push(Stream::Hash(Hash::H), blocks(shape.encapsulation_key_size + 1, PRF_RATE), None);
    let g = tasks.push(Stream::Hash(Hash::G), 1, Some(h));
    tasks.push_matrix(0, shape.k * shape.k, shape.k, None);
    tasks.push_encryption_noise(shape, g);
    pack(&tasks)
}

/// Encapsulation to a prepared key, which has its matrix and H(ek).
pub(crate) const fn prepared_encapsulation<const W: usize>(shape: Shape) -> Plan<W> {
    let mut tasks = Tasks::new();
    let g = tasks.push(Stream::Hash(Hash::G), 1, None);
    tasks.push_encryption_noise(shape, g);
    pack(&tasks)
}

/// ML-KEM.Decaps_internal after decryption: the chain J(z || c) beside G, the matrix and the noise.
pub(crate) const fn decapsulation<const W: usize>(shape: Shape) -> Plan<W> {
    let mut tasks = Tasks::new();
    tasks.push(Stream::Hash(Hash::J), blocks(32 + shape.ciphertext_size + 1, PRF_RATE), None);
    let g = tasks.push(Stream::Hash(Hash::G), 1, None);
    tasks.push_matrix(0, shape.k * shape.k, shape.k, None);
    tasks.push_encryption_noise(shape, g);
    pack(&tasks)
}

/// Decapsulation with a prepared key, which has its matrix.
pub(crate) const fn prepared_decapsulation<const W: usize>(shape: Shape) -> Plan<W> {
    let mut tasks = Tasks::new();
    tasks.push(Stream::Hash(Hash::J), blocks(32 + shape.ciphertext_size + 1, PRF_RATE), None);
    let g = tasks.push(Stream::Hash(Hash::G), 1, None);
    tasks.push_encryption_noise(shape, g);
    pack(&tasks)
}

/// What a prepared encapsulation key keeps: H(ek) and the matrix.
pub(crate) const fn preparation<const W: usize>(shape: Shape) -> Plan<W> {
    let mut tasks = Tasks::new();
    tasks.push(Stream::Hash(Hash::H), blocks(shape.encapsulation_key_size + 1, PRF_RATE), None);
    tasks.push_matrix(0, shape.k * shape.k, shape.k, None);
    pack(&tasks)
}

/// List scheduling: at each step a started stream goes on in its lane, and a free lane takes the first task that may start.
const fn pack<const W: usize>(tasks: &Tasks) -> Plan<W> {
    let mut plan = Plan { steps: [[None; W]; MAX_STEPS], length: 0 };
    let mut started = [false; MAX_TASKS];
    let mut finished_at = [usize::MAX; MAX_TASKS];
    let mut lanes: [Option<(usize, usize)>; W] = [None; W]; // task and its next block
    let mut finished = 0;
    while finished < tasks.count {
        let step = plan.length;
        let mut lane = 0;
        while lane < W {
            if lanes[lane].is_none() {
                let mut index = 0;
                while index < tasks.count {
                    let task = tasks.list[index];
                    let ready = match task.after {
                        Some(before) => finished_at[before] < step,
                        None => true,
                    };
                    if !started[index] && ready && task.not_before <= step {
                        started[index] = true;
                        lanes[lane] = Some((index, 0));
                        break;
                    }
                    index += 1;
                }
            }
            if let Some((index, block)) = lanes[lane] {
                let task = tasks.list[index];
                let last = block + 1 == task.blocks;
                plan.steps[step][lane] = Some(Slot { stream: task.stream, block: block as u8, last });
                lanes[lane] = if last { None } else { Some((index, block + 1)) };
                if last {
                    finished_at[index] = step;
                    finished += 1;
                }
            }
            lane += 1;
        }
        plan.length += 1;
    }
    plan
}

/// Whether each block of H(ek) finds its bytes: row i of t is there when s, e_i and row i of the matrix are.
const fn hash_never_waits<const W: usize>(plan: &Plan<W>, k: usize) -> bool {
    let row_parts = k + 1; // e_i and k entries of the matrix
    let mut secrets = 0;
    let mut parts = [0; 4];
    let mut step = 0;
    while step < plan.length {
        let mut rows = 0;
        while rows < k && secrets == k && parts[rows] == row_parts {
            rows += 1;
        }
        let mut lane = 0;
        while lane < W {
            if let Some(Slot { stream: Stream::Hash(Hash::H), block, .. }) = plan.steps[step][lane] {
                let bytes = PRF_RATE * (block as usize + 1);
                if (rows < k && bytes > 384 * rows) || secrets < k {
                    return false;
                }
            }
            lane += 1;
        }
        let mut lane = 0;
        while lane < W {
            match plan.steps[step][lane] {
                Some(Slot { stream: Stream::Noise(n, _), last: true, .. }) if (n as usize) < k => secrets += 1,
                Some(Slot { stream: Stream::Noise(n, _), last: true, .. }) => parts[n as usize - k] += 1,
                Some(Slot { stream: Stream::Matrix(row, _), last: true, .. }) => parts[row as usize] += 1,
                _ => {}
            }
            lane += 1;
        }
        step += 1;
    }
    true
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use crate::params::{MlKem512, MlKem768, MlKem1024, shape};

    fn lengths<const W: usize>(shape: Shape) -> [usize; 5] {
        [
            key_generation::<W>(shape).length,
            encapsulation::<W>(shape).length,
            decapsulation::<W>(shape).length,
            prepared_encapsulation::<W>(shape).length,
            prepared_decapsulation::<W>(shape).length,
        ]
    }

    /// On one lane every permutation is a step of its own: 43 or 44 for ML-KEM-768, as FIPS 203 needs them.
    #[test]
    fn one_lane_takes_every_permutation_in_turn() {
        assert_eq!(lengths::<1>(shape::<MlKem768>()), [43, 44, 44, 8, 17]);
    }

    /// The steps of four lanes: changed only by a better packing.
    #[test]
    fn four_lanes_take_the_pinned_number_of_steps() {
        assert_eq!(lengths::<4>(shape::<MlKem512>()), [11, 9, 7, 3, 6]);
        assert_eq!(lengths::<4>(shape::<MlKem768>()), [15, 12, 11, 3, 9]);
        assert_eq!(lengths::<4>(shape::<MlKem1024>()), [21, 18, 18, 4, 12]);
    }

    /// How many steps of key generation, encapsulation and decapsulation a hash has to itself.
    #[test]
    fn lone_steps_are_as_many_as_pinned() {
        fn lone<const W: usize>(shape: Shape) -> [usize; 3] {
            let plans = [key_generation::<W>(shape), encapsulation::<W>(shape), decapsulation::<W>(shape)];
            plans.map(|plan| {
                let program = plan.program(true);
                let counts = program.actions().iter().map(|action| match action {
                    Action::Alone(_, _, count) => usize::from(*count),
                    _ => 0,
                });
                counts.sum()
            })
        }
        assert_eq!(lone::<4>(shape::<MlKem512>()), [5, 1, 0]);
        assert_eq!(lone::<4>(shape::<MlKem768>()), [5, 1, 0]);
        assert_eq!(lone::<4>(shape::<MlKem1024>()), [5, 0, 0]);
        assert_eq!(lone::<8>(shape::<MlKem512>()), [7, 4, 2]);
        assert_eq!(lone::<8>(shape::<MlKem768>()), [7, 4, 3]);
        assert_eq!(lone::<8>(shape::<MlKem1024>()), [7, 4, 3]);
    }

    /// Whatever W is, each permutation of each stream has exactly one slot, blocks follow each other in one lane, step by step.
    fn check_streams<const W: usize>(plan: &Plan<W>) {
        let steps = &plan.steps[..plan.length];
        for (start, step) in steps.iter().enumerate() {
            for (lane, slot) in step.iter().enumerate() {
                let Some(Slot { stream, block: 0, .. }) = slot else { continue };
                let mut block = 0;
                loop {
                    let next = steps[start + block][lane].expect("a started stream goes on");
                    assert_eq!((next.stream, usize::from(next.block)), (*stream, block));
                    if next.last {
                        break;
                    }
                    block += 1;
                }
                let slots = steps.iter().flatten().flatten().filter(|slot| slot.stream == *stream).count();
                assert_eq!(slots, block + 1, "{stream:?} has one place");
            }
        }
        let permutations = |action: &Action| match action {
            Action::Permute => 1,
            Action::Alone(_, _, count) => usize::from(*count),
            _ => 0,
        };
        let permutations: usize = plan.program(true).actions().iter().map(permutations).sum();
        assert_eq!(permutations, plan.length);
    }

    /// The steps of eight lanes: the longest chain of permutations that depend on each other, but for ML-KEM-1024.
    #[test]
    fn eight_lanes_take_the_pinned_number_of_steps() {
        assert_eq!(lengths::<8>(shape::<MlKem512>()), [10, 9, 6, 3, 6]);
        assert_eq!(lengths::<8>(shape::<MlKem768>()), [13, 11, 9, 2, 9]);
        assert_eq!(lengths::<8>(shape::<MlKem1024>()), [16, 15, 12, 3, 12]);
    }

    #[test]
    fn plans_are_complete() {
        fn check<const W: usize>(shape: Shape) {
            check_streams(&key_generation::<W>(shape));
            check_streams(&encapsulation::<W>(shape));
            check_streams(&decapsulation::<W>(shape));
            check_streams(&prepared_encapsulation::<W>(shape));
            check_streams(&prepared_decapsulation::<W>(shape));
            check_streams(&preparation::<W>(shape));
        }
        for shape in [shape::<MlKem512>(), shape::<MlKem768>(), shape::<MlKem1024>()] {
            check::<1>(shape);
            check::<2>(shape);
            check::<4>(shape);
            check::<8>(shape);
        }
    }
}
