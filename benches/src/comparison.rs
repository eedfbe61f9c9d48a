//! An operation of ours beside another library's or another backend's, and whether the ratio is what was promised.

use crate::grid::{Grid, words};
use crate::stats::Summary;
use crate::units;
use serde_json::{Value, json};

/// Two ways to do one operation.
pub struct Comparison {
    /// The operation.
    pub case: String,
    /// Our backend.
    pub ours: String,
    /// The other library, or another backend of ours.
    pub theirs: String,
    /// Our time and theirs, side by side; none where one of the two is not available.
    pub measured: Option<(Summary, Summary)>,
    /// The ratio of the medians that was promised.
    pub at_most: Option<f64>,
}

/// The largest spread of times that are to tell anything.
const NOISE: f64 = 0.2;

/// What became of a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The ratio is small enough.
    Met,
    /// It is not.
    Missed,
    /// The times scatter too much to tell.
    Noise,
    /// This processor or build lacks one of the two.
    NotMeasured,
}

impl Verdict {
    const fn name(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Missed => "MISSED",
            Self::Noise => "noise",
            Self::NotMeasured => "not measured",
        }
    }
}

impl Comparison {
    /// Our time relative to theirs, by the medians.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        self.measured.map(|(ours, theirs)| ours.median / theirs.median)
    }

    /// The same by the fastest batches.
    #[must_use]
    pub fn ratio_of_minima(&self) -> Option<f64> {
        self.measured.map(|(ours, theirs)| ours.minimum / theirs.minimum)
    }

    /// Whether the promise is kept; none without a promise.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let (at_most, ratio) = (self.at_most?, self.ratio());
        Some(match (self.measured, ratio) {
            (Some((ours, theirs)), _) if ours.spread().max(theirs.spread()) > NOISE => Verdict::Noise,
            (_, Some(ratio)) if ratio <= at_most => Verdict::Met,
            (_, Some(_)) => Verdict::Missed,
            (_, None) => Verdict::NotMeasured,
        })
    }

    fn cells(&self) -> Vec<String> {
        let ratio = |ratio: Option<f64>| ratio.map_or("-".to_string(), |ratio| format!("{ratio:.3}"));
        let time = |side: fn(&(Summary, Summary)) -> &Summary| {
            self.measured.as_ref().map_or("-".to_string(), |both| units::time(side(both).median))
        };
        let mut cells = vec![
            self.case.clone(),
            self.ours.clone(),
            time(|both| &both.0),
            self.theirs.clone(),
            time(|both| &both.1),
            ratio(self.ratio()),
            ratio(self.ratio_of_minima()),
        ];
        if let (Some(at_most), Some(verdict)) = (self.at_most, self.verdict()) {
            cells.extend([format!("{at_most:.2}"), verdict.name().to_string()]);
        }
        cells
    }

    /// Everything in numbers.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let side = |name: &String, summary: Option<Summary>| {
            json!({
                "name": name,
                "minimum_ns": summary.map(|summary| summary.minimum),
                "median_ns": summary.map(|summary| summary.median),
            })
        };
        json!({
            "name": self.case,
            "ours": side(&self.ours, self.measured.map(|both| both.0)),
            "theirs": side(&self.theirs, self.measured.map(|both| both.1)),
            "ratio": self.ratio(),
            "ratio_of_minima": self.ratio_of_minima(),
            "at_most": self.at_most,
            "verdict": self.verdict().map(Verdict::name),
        })
    }
}

/// The comparisons as a table; all have a promise, or none has.
#[must_use]
pub fn grid(title: &str, comparisons: &[Comparison]) -> Grid {
    let mut head = words(["name", "ours", "time/op", "theirs", "time/op", "ratio", "of minima"]);
    if comparisons.iter().any(|comparison| comparison.at_most.is_some()) {
        head.extend(words(["at most", "verdict"]));
    }
    Grid { title: title.to_string(), head, rows: comparisons.iter().map(Comparison::cells).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(measured: Option<(f64, f64)>, at_most: Option<f64>) -> Comparison {
        let at = |median| Summary { minimum: median / 2.0, lower: median, median, upper: median };
        let measured = measured.map(|(ours, theirs)| (at(ours), at(theirs)));
        Comparison { case: "KeyGen".into(), ours: "avx2".into(), theirs: "peer".into(), measured, at_most }
    }

    /// The limit itself is met; what could not be measured is neither met nor missed.
    #[test]
    fn verdicts() {
        assert_eq!(example(Some((1.0, 2.0)), Some(0.5)).verdict(), Some(Verdict::Met));
        assert_eq!(example(Some((1.1, 2.0)), Some(0.5)).verdict(), Some(Verdict::Missed));
        assert_eq!(example(None, Some(0.5)).verdict(), Some(Verdict::NotMeasured));
        assert_eq!(example(Some((1.0, 2.0)), None).verdict(), None);
        let mut noise = example(Some((1.0, 2.0)), Some(0.6));
        noise.measured.iter_mut().for_each(|both| both.1.upper = 4.0);
        assert_eq!(noise.verdict(), Some(Verdict::Noise));
    }

    /// As many cells as columns, with and without promises.
    #[test]
    fn rows() {
        let grid_of = |comparison| grid("x", &[comparison]);
        let with = grid_of(example(Some((1000.0, 4000.0)), Some(0.3)));
        assert_eq!(with.rows[0], ["KeyGen", "avx2", "1.00µs", "peer", "4.00µs", "0.250", "0.250", "0.30", "met"]);
        assert_eq!(with.head.len(), with.rows[0].len());
        let without = grid_of(example(None, None));
        assert_eq!(without.rows[0], ["KeyGen", "avx2", "-", "peer", "-", "-", "-"]);
        assert_eq!(without.head.len(), without.rows[0].len());
    }
}
