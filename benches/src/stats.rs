//! What a list of timings says: median, minimum, spread; and how two of them compare.

/// One operation's time, in nanoseconds, from many batches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The smallest batch.
    pub minimum: f64,
    /// A quarter of the batches are below it.
    pub lower: f64,
    /// Half of the batches are below it.
    pub median: f64,
    /// Three quarters of the batches are below it.
    pub upper: f64,
}

impl Summary {
    /// The summary of `samples`, which is not empty.
    #[must_use]
    pub fn new(mut samples: Vec<f64>) -> Self {
        samples.sort_by(f64::total_cmp);
        let quantile = |q: f64| {
            let position = q * (samples.len() - 1) as f64;
            let (below, above) = (samples[position.floor() as usize], samples[position.ceil() as usize]);
            below + (above - below) * position.fract()
        };
        Self { minimum: samples[0], lower: quantile(0.25), median: quantile(0.5), upper: quantile(0.75) }
    }

    /// Half of the interquartile range, relative to the median: what stands after "±".
    #[must_use]
    pub fn spread(&self) -> f64 {
        (self.upper - self.lower) / 2.0 / self.median
    }

    /// How much longer (or, negative, shorter) `new` takes than `self`, relative to `self`;
    /// none where the middle halves of the two overlap, so that the difference may be noise.
    #[must_use]
    pub fn delta(&self, new: &Self) -> Option<f64> {
        let apart = self.upper < new.lower || new.upper < self.lower;
        apart.then(|| new.median / self.median - 1.0)
    }
}

/// The geometric mean; none of nothing.
#[must_use]
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value.ln(), count + 1.0));
    (count > 0.0).then(|| (sum / count).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 1e-9, "{actual} is not {expected}");
    }

    /// The quantiles are interpolated, whatever the order of the samples.
    #[test]
    fn quantiles() {
        let summary = Summary::new(vec![5.0, 1.0, 4.0, 2.0, 3.0]);
        assert_eq!(summary, Summary { minimum: 1.0, lower: 2.0, median: 3.0, upper: 4.0 });
        assert_close(summary.spread(), 1.0 / 3.0);
        assert_close(Summary::new(vec![1.0, 2.0]).median, 1.5);
        assert_close(Summary::new(vec![7.0]).upper, 7.0);
    }

    /// A difference counts only where the middle halves are apart.
    #[test]
    fn delta_needs_distance() {
        let around = |x: f64| Summary::new(vec![0.99 * x, x, 1.01 * x]);
        assert_close(around(200.0).delta(&around(50.0)).expect("apart"), -0.75);
        assert_close(around(50.0).delta(&around(200.0)).expect("apart"), 3.0);
        assert_eq!(around(100.0).delta(&around(100.5)), None);
    }

    /// The mean of ratios and of their inverses are inverse to each other; nothing has no mean.
    #[test]
    fn geometric() {
        assert_close(geometric_mean([1.0, 4.0]).expect("two values"), 2.0);
        assert_close(geometric_mean([1.0, 0.25]).expect("two values"), 0.5);
        assert_eq!(geometric_mean([]), None);
    }
}
