//! What ML-KEM costs beside its warm time: the time of a cold call, the size of the code, and how much of the time is
//! Keccak's.
//!
//! # What is counted
//! * **Cold**: one call after `evict`, which walks a buffer twice the size of a usual last-level cache and runs code
//!   some times the size of a usual instruction cache. Pages stay mapped, so the very first call of a program, which also
//!   loads them from its file, takes longer still; and a cache much larger than the buffer keeps something.
//! * **Code**: the sizes of this program's own functions, by its symbol table. What was inlined counts where it went. A
//!   generic function has one instance for each set and backend, and their symbols do not say which is which: the sum
//!   and the extremes are shown. Tables of constants are not counted.
//! * **Keccak**: the plan's steps, each at the time of the permutation alone. Absorbing, squeezing and a fourth block for
//!   a polynomial are part of the rest. The two overlap on an out-of-order processor: the rest is what Keccak does not hide.

use crate::arch::clear_upper_halves;
use crate::cases::{self, Case, Family, Run};
use crate::grid::{Grid, words};
use crate::measure::{Variant, side_by_side};
use crate::stats::Summary;
use crate::units;
use keccak::arch::portable::Portable;
use keccak::permutation::ROUNDS;
use keccak::{Aligned, Permute};
use object::{BinaryFormat, Object, ObjectSymbol, SymbolKind};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

const OPERATIONS: [&str; 3] = ["KeyGen", "Encaps", "Decaps"];

/// All that is known of the operations whose names contain a filter.
pub struct Cost {
    calls: Vec<Call>,
    code: Result<Code, String>,
    shares: Vec<Share>,
}

impl Cost {
    /// Measures for about `budget` each operation on each backend; the cold calls take about a second more.
    #[must_use]
    pub fn measure(filter: &str, budget: Duration) -> Self {
        let is_operation = |case: &Case| {
            let operation = case.name.strip_prefix("ML-KEM-").and_then(|name| name.split_once('/'));
            operation.is_some_and(|(_, operation)| OPERATIONS.contains(&operation)) && case.name.contains(filter)
        };
        let cases: Vec<Case> = cases::all().into_iter().filter(is_operation).collect();
        let mut memory = vec![1; EVICTED];
        Self {
            calls: cases.iter().flat_map(|case| calls(case, &mut memory, budget)).collect(),
            code: own_code(),
            shares: cases.iter().flat_map(|case| shares(case, budget)).collect(),
        }
    }

    /// Whether no operation had that name.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// The tables.
    #[must_use]
    pub fn grids(&self) -> Vec<Grid> {
        let calls = Grid {
            title: "mlkem, warm and cold calls".to_string(),
            head: words(["name", "backend", "warm", "cold", "cold/warm"]),
            rows: self.calls.iter().map(Call::cells).collect(),
        };
        let shares = Grid {
            title: "mlkem, share of Keccak in the warm time".to_string(),
            head: words(["name", "backend", "time/op", "steps", "Keccak", "rest", "time/Keccak"]),
            rows: self.shares.iter().map(Share::cells).collect(),
        };
        let code = match &self.code {
            Ok(code) => code.grids(),
            Err(reason) => {
                vec![Grid { title: format!("code size: {reason}"), head: words(["function"]), rows: Vec::new() }]
            }
        };
        [calls].into_iter().chain(code).chain([shares]).collect()
    }

    /// Everything in numbers.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "calls": self.calls.iter().map(Call::to_json).collect::<Vec<_>>(),
            "code": self.code.as_ref().map_or_else(|reason| json!({ "unavailable": reason }), Code::to_json),
            "shares": self.shares.iter().map(Share::to_json).collect::<Vec<_>>(),
        })
    }
}

/// An operation's time with everything in the caches, and with nothing.
struct Call {
    case: String,
    backend: &'static str,
    warm: Summary,
    cold: Summary,
}

impl Call {
    fn cells(&self) -> Vec<String> {
        let time = |summary: &Summary| format!("{} ±{:2.0}%", units::time(summary.median), 100.0 * summary.spread());
        let ratio = format!("{:.1}", self.cold.median / self.warm.median);
        vec![self.case.clone(), self.backend.to_string(), time(&self.warm), time(&self.cold), ratio]
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.case,
            "backend": self.backend,
            "warm_ns": self.warm.median,
            "cold_ns": self.cold.median,
            "cold_spread": self.cold.spread(),
        })
    }
}

/// How many cold calls.
const CALLS: usize = 30;
/// How much memory is walked, in bytes.
const EVICTED: usize = 64 << 20;
const CACHE_LINE: usize = 64;

/// One operation on every backend, in turn.
fn calls(case: &Case, memory: &mut [u8], budget: Duration) -> Vec<Call> {
    let backends = case.family.backends();
    let mut variants: Vec<Variant> = backends.iter().map(|backend| Variant::of(case, backend)).collect();
    let warm = side_by_side(&mut variants, budget);
    let mut cold: Vec<Vec<f64>> = vec![Vec::new(); variants.len()];
    for _ in 0..CALLS {
        for (variant, times) in variants.iter_mut().zip(&mut cold) {
            (variant.select)();
            evict(memory);
            clear_upper_halves();
            black_box(Instant::now()); // the clock itself is warm
            let started = Instant::now();
            (variant.run)();
            times.push(started.elapsed().as_nanos() as f64);
        }
    }
    let summaries = warm.into_iter().zip(cold.into_iter().map(Summary::new));
    let call = |(backend, (warm, cold))| Call { case: case.name.clone(), backend, warm, cold };
    backends.into_iter().zip(summaries).map(call).collect()
}

/// Leaves nothing of an operation's code and data in the caches, and little in the branch predictors.
fn evict(memory: &mut [u8]) {
    for line in memory.chunks_mut(CACHE_LINE) {
        line[0] = line[0].wrapping_add(1);
    }
    let functions: [fn(u64) -> u64; 16] = [
        fill::<0>, fill::<1>, fill::<2>, fill::<3>, fill::<4>, fill::<5>, fill::<6>, fill::<7>, fill::<8>, fill::<9>,
        fill::<10>, fill::<11>, fill::<12>, fill::<13>, fill::<14>, fill::<15>,
    ];
    let seed = u64::from(black_box(memory)[0]);
    black_box(functions.iter().fold(seed, |x, function| function(x)));
}

macro_rules! four_times {
    ($($body:tt)*) => { $($body)* $($body)* $($body)* $($body)* };
}

/// Some kilobytes of straight code, with 256 branches that cannot be foreseen.
#[inline(never)]
fn fill<const N: u64>(mut x: u64) -> u64 {
    four_times! { four_times! { four_times! { four_times! {
        x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(7) ^ N;
        if x & 1 == 0 {
            x = black_box(x);
        }
    } } } }
    x
}

/// The functions that have a part in the operations, by groups.
#[derive(Debug, Default, PartialEq, Eq)]
struct Code(BTreeMap<(Part, String), Sizes>);

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The operations and the lanes that drive them, by function.
    Drivers,
    /// The kernels of a backend's arithmetic, by folder.
    Arithmetic,
    /// The permutations by function, and the rest of a backend's Keccak by file.
    Keccak,
}

/// What an operation runs of `mlkem` beside the kernels and [`LANES`]; a function that was inlined everywhere is not found.
const DRIVERS: [(&str, &[&str]); 3] = [
    ("KeyGen", &["ml_kem::key_gen_internal", "ml_kem::KeyGeneration::finish_row"]),
    (
        "Encaps",
        &[
            "ml_kem::check_encapsulation_key",
            "ml_kem::encaps_internal",
            "lanes::run",
            "ml_kem::Encryption::encrypt",
            "k_pke::encrypt",
        ],
    ),
    (
        "Decaps",
        &[
            "ml_kem::decaps_internal",
            "k_pke::decrypt",
            "ml_kem::decaps_re_encrypt",
            "lanes::run",
            "ml_kem::Encryption::re_encrypt",
            "ml_kem::Encryption::encrypt",
            "k_pke::encrypt",
            "ml_kem::Encryption::select_key",
        ],
    ),
];

/// What every operation runs.
const LANES: [&str; 5] = [
    "lanes::Buffers::absorb_lane",
    "lanes::Buffers::alone",
    "lanes::Buffers::finish",
    "lanes::Output::sample_poly_cbd",
    "lanes::Padded::gather",
];

/// The functions of a group.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sizes {
    functions: usize,
    bytes: u64,
    smallest: u64,
    largest: u64,
}

impl Part {
    const ALL: [Self; 3] = [Self::Drivers, Self::Arithmetic, Self::Keccak];

    const fn name(self) -> &'static str {
        match self {
            Self::Drivers => "drivers, all sets and backends",
            Self::Arithmetic => "arithmetic",
            Self::Keccak => "Keccak",
        }
    }

    /// The part and the group that the function of that (demangled) name belongs to.
    fn of(name: &str) -> Option<(Self, String)> {
        let name = without_generics(name);
        let path: Vec<&str> = name.split("::").collect();
        let folder = |depth: usize| path[..depth.min(path.len() - 1)].join("::");
        Some(match path[..] {
            ["mlkem", "ml_kem" | "k_pke" | "lanes", ..] => (Self::Drivers, name),
            ["mlkem", "arch", "portable" | "barrett" | "zetas", ..] => (Self::Arithmetic, folder(3)),
            ["mlkem", "arch", ..] => (Self::Arithmetic, folder(4)),
            ["keccak", "arch", .., function] if function.starts_with("keccak_p") => (Self::Keccak, name),
            ["keccak", "arch", "portable", ..] => (Self::Keccak, folder(3) + ", the rest"),
            ["keccak", "arch", ..] => (Self::Keccak, folder(4) + ", the rest"),
            _ => return None,
        })
    }
}

/// `a::b<c>::d` as `a::b::d`, and `<a::b as c>::d` as `a::b::d` too.
fn without_generics(name: &str) -> String {
    let (own, function) = match name.strip_prefix('<').and_then(|rest| rest.split_once(" as ")) {
        Some((own, of_trait)) => (own, of_trait.rsplit_once(">::").map_or("", |(_, function)| function)),
        None => (name.trim_start_matches('<'), ""),
    };
    let mut plain = String::new();
    let mut depth = 0_usize;
    for character in own.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(character),
            _ => {}
        }
    }
    let parts = plain.split("::").chain(function.split("::")).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("::")
}

/// The code of the program that runs; a reason where its file does not tell.
fn own_code() -> Result<Code, String> {
    let path = std::env::current_exe().map_err(|error| error.to_string())?;
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let file = object::File::parse(&*bytes).map_err(|_| "this program is no ELF file".to_string())?;
    debug_assert_eq!(file.format(), BinaryFormat::Elf, "the only format that is built in");
    let mut functions = BTreeMap::new(); // by address: functions that the compiler found equal are there once
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.is_definition()) {
        if let Ok(name) = symbol.name() {
            functions.insert(symbol.address(), (format!("{:#}", rustc_demangle::demangle(name)), symbol.size()));
        }
    }
    if functions.is_empty() { Err("this program is stripped".into()) } else { Ok(Code::new(functions.into_values())) }
}

impl Code {
    fn new(functions: impl IntoIterator<Item = (String, u64)>) -> Self {
        let mut code = Self::default();
        for (name, size) in functions {
            if let Some(group) = Part::of(&name) {
                let sizes = code.0.entry(group).or_default();
                sizes.smallest = if sizes.functions == 0 { size } else { sizes.smallest.min(size) };
                sizes.largest = sizes.largest.max(size);
                sizes.functions += 1;
                sizes.bytes += size;
            }
        }
        code
    }

    fn grids(&self) -> Vec<Grid> {
        [self.operations()].into_iter().chain(Part::ALL.map(|part| self.grid(part))).collect()
    }

    /// About how much one operation of one set on one backend runs of the drivers: one instance of each, of the smallest
    /// and of the largest. An instance that was inlined in its caller is missing here and makes that one larger.
    fn operations(&self) -> Grid {
        let of = |(operation, functions): (&str, &[&str])| {
            let functions = functions.iter().chain(&LANES);
            let sizes = functions.filter_map(|name| self.0.get(&(Part::Drivers, format!("mlkem::{name}"))));
            let (smallest, largest) =
                sizes.fold((0, 0), |(low, high), sizes| (low + sizes.smallest, high + sizes.largest));
            vec![operation.to_string(), smallest.to_string(), largest.to_string()]
        };
        Grid {
            title: "code size in bytes, drivers of one operation, one set and one backend".to_string(),
            head: words(["operation", "smallest instances", "largest instances"]),
            rows: DRIVERS.map(of).into(),
        }
    }

    /// The groups of one part, the largest first.
    fn grid(&self, part: Part) -> Grid {
        let mut groups: Vec<_> = self.0.iter().filter(|((of, _), _)| *of == part).collect();
        groups.sort_by_key(|(_, sizes)| std::cmp::Reverse(sizes.bytes));
        let cells = |((_, name), sizes): (&(Part, String), &Sizes)| {
            let figures = [sizes.functions as u64, sizes.bytes, sizes.smallest, sizes.largest];
            std::iter::once(name.clone()).chain(figures.map(|figure| figure.to_string())).collect()
        };
        Grid {
            title: format!("code size in bytes, {}", part.name()),
            head: words(["function", "instances", "sum", "smallest", "largest"]),
            rows: groups.into_iter().map(cells).collect(),
        }
    }

    fn to_json(&self) -> Value {
        let group = |((part, name), sizes): (&(Part, String), &Sizes)| {
            json!({
                "part": part.name(),
                "name": name,
                "instances": sizes.functions,
                "bytes": sizes.bytes,
                "smallest": sizes.smallest,
                "largest": sizes.largest,
            })
        };
        self.0.iter().map(group).collect()
    }
}

/// Where the time of an operation goes.
struct Share {
    case: String,
    backend: &'static str,
    time: f64,
    lanes: usize,
    steps: Steps,
    /// Of all lanes, and of one where that is how a step of one busy lane is done.
    permutation: (f64, Option<f64>),
}

/// The steps of a plan, and how many of them are done outside of the lanes, because a hash has them to itself.
#[derive(Clone, Copy)]
struct Steps {
    all: usize,
    alone: usize,
}

const fn steps(all: usize, alone: usize) -> Steps {
    Steps { all, alone }
}

/// The plans that `mlkem` makes for KeyGen, Encaps and Decaps, as its tests pin them.
fn plan(set: &str, lanes: usize) -> Option<[Steps; 3]> {
    Some(match (set, lanes) {
        ("ML-KEM-512", 1) => [steps(27, 0), steps(26, 0), steps(26, 0)],
        ("ML-KEM-768", 1) => [steps(43, 0), steps(44, 0), steps(44, 0)],
        ("ML-KEM-1024", 1) => [steps(69, 0), steps(70, 0), steps(70, 0)],
        ("ML-KEM-512", 4) => [steps(11, 5), steps(9, 1), steps(7, 0)],
        ("ML-KEM-768", 4) => [steps(15, 5), steps(12, 1), steps(11, 0)],
        ("ML-KEM-1024", 4) => [steps(21, 5), steps(18, 0), steps(18, 0)],
        ("ML-KEM-512", 8) => [steps(10, 7), steps(9, 4), steps(6, 2)],
        ("ML-KEM-768", 8) => [steps(13, 7), steps(11, 4), steps(9, 3)],
        ("ML-KEM-1024", 8) => [steps(16, 7), steps(15, 4), steps(12, 3)],
        _ => return None,
    })
}

/// The Keccak of a backend of `mlkem` on a number of lanes.
struct Engine {
    lanes: usize,
    all: Run,
    /// Where a lane that is busy alone leaves the others.
    one: Option<Run>,
}

fn engine<B: Permute<W> + Permute<1> + 'static, const W: usize>(backend: B) -> Engine {
    let one = <B as Permute<W>>::ONE_IS_FASTER.then(|| permutation::<B, 1>(backend));
    Engine { lanes: W, all: permutation::<B, W>(backend), one }
}

/// The permutation of W states, again and again.
pub(crate) fn permutation<B: Permute<W> + 'static, const W: usize>(backend: B) -> Run {
    let mut states = Aligned([[0; W]; 25]);
    Box::new(move || backend.permute(black_box(&mut states.0), ROUNDS))
}

/// The numbers of lanes that the backend chooses from; none where its plans are not known here.
fn engines(backend: &str) -> Vec<Engine> {
    #[cfg(target_arch = "x86_64")]
    {
        use keccak::arch::x86_64::{Avx2, Avx512, Bmi};
        match (backend, Bmi::detect(), Avx2::detect(), Avx512::detect()) {
            ("bmi", Some(bmi), _, _) => return vec![engine::<_, 1>(bmi)],
            ("avx2", _, Some(avx2), _) => return vec![engine::<_, 4>(avx2)],
            ("avx512" | "avx512vbmi", _, _, Some(avx512)) => return vec![engine::<_, 4>(avx512)],
            ("avx512x8", _, _, Some(avx512)) => return vec![engine::<_, 4>(avx512), engine::<_, 8>(avx512)],
            _ => {}
        }
    }
    if backend == "portable" { vec![engine::<_, 1>(Portable)] } else { Vec::new() }
}

/// The shares on the portable and on the preferred backend.
fn shares(case: &Case, budget: Duration) -> Vec<Share> {
    let backends = Family::MlKem.backends();
    let mut ends = vec![backends[0], backends[backends.len() - 1]];
    ends.dedup();
    ends.into_iter().filter_map(|backend| share(case, backend, budget)).collect()
}

/// The operation and its permutations, side by side.
fn share(case: &Case, backend: &'static str, budget: Duration) -> Option<Share> {
    let (set, operation) = case.name.split_once('/')?;
    let operation = OPERATIONS.iter().position(|other| *other == operation)?;
    let steps_of = |engine: &Engine| plan(set, engine.lanes).map(|plan| plan[operation]);
    // the shortest plan, on the fewest lanes
    let engine =
        engines(backend).into_iter().min_by_key(|engine| steps_of(engine).map_or(usize::MAX, |steps| steps.all))?;
    let (lanes, steps) = (engine.lanes, steps_of(&engine)?);
    let mut variants = vec![Variant::of(case, backend)];
    let permutations = [Some(engine.all), engine.one].into_iter().flatten();
    variants.extend(permutations.map(|run| Variant { select: Box::new(|| ()), run, operations: 1 }));
    let times: Vec<f64> = side_by_side(&mut variants, budget).iter().map(|summary| summary.median).collect();
    let permutation = (times[1], times.get(2).copied());
    Some(Share { case: case.name.clone(), backend, time: times[0], lanes, steps, permutation })
}

impl Share {
    /// The time of the permutations, without which the operation cannot be done: the larger part of the floor.
    fn keccak(&self) -> f64 {
        let (all, one) = self.permutation;
        let alone = if one.is_some() { self.steps.alone } else { 0 };
        (self.steps.all - alone) as f64 * all + alone as f64 * one.unwrap_or(all)
    }

    /// `10 x4 + 5 x1`
    fn steps(&self) -> String {
        let Steps { all, alone } = self.steps;
        match self.permutation.1 {
            Some(_) if alone > 0 => format!("{} x{} + {alone} x1", all - alone, self.lanes),
            _ => format!("{all} x{}", self.lanes),
        }
    }

    fn cells(&self) -> Vec<String> {
        let part = |time: f64| format!("{} {:2.0}%", units::time(time), 100.0 * time / self.time);
        vec![
            self.case.clone(),
            self.backend.to_string(),
            units::time(self.time),
            self.steps(),
            part(self.keccak()),
            part(self.time - self.keccak()),
            format!("{:.2}", self.time / self.keccak()),
        ]
    }

    fn to_json(&self) -> Value {
        json!({
            "name": self.case,
            "backend": self.backend,
            "time_ns": self.time,
            "lanes": self.lanes,
            "steps": self.steps.all,
            "permutation_ns": self.permutation.0,
            "steps_alone": self.permutation.1.map(|_| self.steps.alone),
            "permutation_alone_ns": self.permutation.1,
            "keccak_ns": self.keccak(),
            "rest_ns": self.time - self.keccak(),
            "time_per_keccak": self.time / self.keccak(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(median: f64) -> Summary {
        Summary { minimum: median, lower: median, median, upper: median }
    }

    fn share_of(one: Option<f64>) -> Share {
        let permutation = (100.0, one);
        Share { case: "KeyGen".into(), backend: "avx2", time: 2000.0, lanes: 4, steps: steps(15, 5), permutation }
    }

    /// Functions go by their paths, whatever their generics and however the compiler wrote them.
    #[test]
    fn parts() {
        let of = Part::of;
        let group = |part, name: &str| Some((part, name.to_string()));
        let decaps = group(Part::Drivers, "mlkem::ml_kem::decaps_internal");
        assert_eq!(of("mlkem::ml_kem::decaps_internal"), decaps);
        assert_eq!(
            of("mlkem::ml_kem::decaps_internal::<mlkem::params::MlKem768, mlkem::arch::Pair<A, B>, 3, 4>"),
            decaps
        );
        let one = group(Part::Drivers, "mlkem::lanes::Buffers::alone");
        assert_eq!(of("mlkem::lanes::Buffers<_>::alone"), one);
        assert_eq!(of("<mlkem::lanes::Buffers<4>>::alone::<A<B>>"), one);
        let drop = group(Part::Drivers, "mlkem::ml_kem::KeyGeneration::drop");
        assert_eq!(of("<mlkem::ml_kem::KeyGeneration<_> as core::ops::drop::Drop>::drop"), drop);
        let avx512 = group(Part::Arithmetic, "mlkem::arch::x86_64::avx512");
        assert_eq!(of("mlkem::arch::x86_64::avx512::ntt::ntt"), avx512);
        assert_eq!(of("mlkem::arch::portable::ntt::ntt"), group(Part::Arithmetic, "mlkem::arch::portable"));
        let x4 = "keccak::arch::x86_64::avx512vl::keccak_p_x4";
        assert_eq!(of(x4), group(Part::Keccak, x4));
        let rest = group(Part::Keccak, "keccak::arch::x86_64::avx512vl, the rest");
        assert_eq!(of("keccak::arch::x86_64::avx512vl::start_lane_x4"), rest);
        for other in ["keccak::keccak_p", "keccak::sponge::Sponge<_>::absorb", "core::ptr::drop_in_place", "main", ""] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    /// Instances are counted and summed, the largest group stands first.
    #[test]
    fn code() {
        let function = |name: &str, size| (name.to_string(), size);
        let code = Code::new([
            function("mlkem::lanes::run", 30),
            function("mlkem::ml_kem::prepare", 90),
            function("mlkem::lanes::run", 80),
            function("core::fmt::write", 1000),
        ]);
        let [operations, drivers, arithmetic, keccak] = &code.grids()[..] else { panic!("operations and three parts") };
        assert_eq!(operations.rows[1], ["Encaps", "30", "80"]);
        assert_eq!(drivers.rows[0], ["mlkem::lanes::run", "2", "110", "30", "80"]);
        assert_eq!(drivers.rows[1], ["mlkem::ml_kem::prepare", "1", "90", "90", "90"]);
        assert!(drivers.rows.len() == 2 && arithmetic.rows.is_empty() && keccak.rows.is_empty());
        assert_eq!(code.to_json()[0]["bytes"], 110);
    }

    /// This very program has drivers and portable kernels, unless it cannot tell.
    #[test]
    fn own() {
        match own_code() {
            Ok(code) => {
                let has = |part, name: &str| code.0.contains_key(&(part, name.to_string()));
                for driver in ["key_gen_internal", "encaps_internal", "decaps_internal", "decaps_re_encrypt"] {
                    assert!(has(Part::Drivers, &format!("mlkem::ml_kem::{driver}")), "{driver}");
                }
                assert!(has(Part::Arithmetic, "mlkem::arch::portable"));
                assert!(has(Part::Keccak, "keccak::arch::portable::keccak_p"));
            }
            Err(reason) => println!("skipped: {reason}"),
        }
    }

    /// A step of one lane costs what it costs where it is done alone, else as much as any other.
    #[test]
    fn share_of_keccak() {
        let expected = ["KeyGen", "avx2", "2.00µs", "10 x4 + 5 x1", "1.30µs 65%", "700ns 35%", "1.54"];
        assert_eq!(share_of(Some(60.0)).cells(), expected);
        let expected = ["KeyGen", "avx2", "2.00µs", "15 x4", "1.50µs 75%", "500ns 25%", "1.33"];
        assert_eq!(share_of(None).cells(), expected);
        assert_eq!(share_of(None).to_json()["keccak_ns"], 1500.0);
    }

    #[test]
    fn cold_beside_warm() {
        let call = Call { case: "KeyGen".into(), backend: "avx2", warm: at(2000.0), cold: at(9000.0) };
        assert_eq!(call.cells(), ["KeyGen", "avx2", "2.00µs ± 0%", "9.00µs ± 0%", "4.5"]);
        assert_eq!(call.to_json()["cold_ns"], 9000.0);
    }

    /// As many cells as columns; what cannot be told is said.
    #[test]
    fn grids() {
        let call = Call { case: "KeyGen".into(), backend: "avx2", warm: at(2000.0), cold: at(9000.0) };
        let cost = Cost { calls: vec![call], code: Err("stripped".into()), shares: vec![share_of(None)] };
        for grid in cost.grids() {
            assert!(grid.rows.iter().all(|row| row.len() == grid.head.len()), "{}", grid.title);
        }
        assert_eq!(cost.grids()[1].title, "code size: stripped");
        assert_eq!(cost.to_json()["code"]["unavailable"], "stripped");
    }

    /// Where plans are known, they are known for every set.
    #[test]
    fn plans() {
        for backend in Family::MlKem.backends() {
            for engine in engines(backend) {
                for set in ["ML-KEM-512", "ML-KEM-768", "ML-KEM-1024"] {
                    let plan = plan(set, engine.lanes).expect("a plan");
                    assert!(plan.iter().all(|steps| steps.alone <= steps.all));
                }
            }
        }
    }
}
