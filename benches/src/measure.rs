//! Side-by-side timing on a machine that others use too.
//!
//! All variants of one operation run in the same process, turn by turn in small batches, so that a neighbour's load
//! falls on all of them. Around each batch runs a probe that does the same work every time; the half of the batches
//! with the slower probes is thrown away.

use crate::arch::clear_upper_halves;
use crate::cases::{Case, Run};
use crate::stats::Summary;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// One way to do an operation.
pub struct Variant {
    /// Called before each batch: makes this variant's backend the active one.
    pub select: Box<dyn Fn()>,
    /// The operation, or several of them.
    pub run: Run,
    /// How many.
    pub operations: usize,
}

impl Variant {
    /// A case on one backend.
    #[must_use]
    pub fn of(case: &Case, backend: &'static str) -> Self {
        let family = case.family;
        family.force(backend);
        Self { run: (case.prepare)(), operations: case.operations, select: Box::new(move || family.force(backend)) }
    }
}

/// How long a batch should take: long beside reading the clock, short beside what disturbs it.
const BATCH: Duration = Duration::from_micros(40);
/// However slow the operation: every variant gets that many batches.
const FEWEST_BATCHES: usize = 20;

/// Times every variant for about `budget`; the summaries stand in the variants' order.
pub fn side_by_side(variants: &mut [Variant], budget: Duration) -> Vec<Summary> {
    let iterations: Vec<u32> = variants.iter_mut().map(calibrate).collect();
    let mut samples: Vec<Vec<Sample>> = variants.iter().map(|_| Vec::new()).collect();
    let started = Instant::now();
    let budget = budget.saturating_mul(variants.len() as u32);
    while started.elapsed() < budget || samples.iter().any(|samples| samples.len() < FEWEST_BATCHES) {
        let mut before = probe();
        for ((variant, &iterations), samples) in variants.iter_mut().zip(&iterations).zip(&mut samples) {
            (variant.select)();
            clear_upper_halves();
            (variant.run)(); // the caches and predictors of the one before
            let elapsed = time(&mut variant.run, iterations);
            let after = probe();
            samples.push(Sample {
                disturbance: before.max(after),
                nanoseconds: elapsed.as_nanos() as f64 / f64::from(iterations) / variant.operations as f64,
            });
            before = after;
        }
    }
    samples.into_iter().map(|samples| Summary::new(quiet(samples))).collect()
}

struct Sample {
    disturbance: Duration,
    nanoseconds: f64,
}

/// The times of the half that the probe found less disturbed.
fn quiet(mut samples: Vec<Sample>) -> Vec<f64> {
    samples.sort_by_key(|sample| sample.disturbance);
    let half = samples.len().div_ceil(2);
    samples.into_iter().take(half).map(|sample| sample.nanoseconds).collect()
}

/// How many iterations fill a batch.
fn calibrate(variant: &mut Variant) -> u32 {
    (variant.select)();
    (variant.run)();
    let mut iterations = 1;
    while time(&mut variant.run, iterations) < BATCH && iterations < 1 << 20 {
        iterations *= 2;
    }
    iterations
}

fn time(run: &mut Run, iterations: u32) -> Duration {
    let started = Instant::now();
    for _ in 0..iterations {
        run();
    }
    started.elapsed()
}

/// About a microsecond of integer work in four independent chains: it slows down with the clock and with a neighbour
/// on the other hardware thread.
fn probe() -> Duration {
    let started = Instant::now();
    let mut chains = black_box([1u64, 2, 3, 4]);
    for _ in 0..1000 {
        for chain in &mut chains {
            *chain = chain.rotate_left(7).wrapping_add(*chain);
        }
    }
    black_box(chains);
    started.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slower probes' half goes, whatever the times say.
    #[test]
    fn quiet_half() {
        let sample = |disturbance, nanoseconds| Sample { disturbance: Duration::from_nanos(disturbance), nanoseconds };
        let samples = vec![sample(9, 1.0), sample(1, 2.0), sample(2, 3.0), sample(8, 4.0), sample(3, 5.0)];
        assert_eq!(quiet(samples), [2.0, 3.0, 5.0]);
    }

    /// Both variants are selected, and the one that does more takes longer.
    #[test]
    fn more_takes_longer() {
        let work = |rounds: u64| {
            let run: Run = Box::new(move || {
                for round in 0..rounds {
                    black_box(round);
                }
            });
            Variant { select: Box::new(|| ()), run, operations: 1 }
        };
        let summaries = side_by_side(&mut [work(1000), work(10)], Duration::from_millis(2));
        assert!(summaries[0].minimum > summaries[1].minimum);
    }
}
