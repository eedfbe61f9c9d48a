//! Backends side by side: old, new and delta, in time and in bytes per second.

use crate::grid::Grid;
use crate::stats::{Summary, geometric_mean};
use crate::units;
use serde_json::{Value, json};

/// One operation on every backend.
pub struct Row {
    /// The operation's name.
    pub name: String,
    /// The bytes of one run.
    pub bytes: Option<usize>,
    /// One for each column of the table.
    pub results: Vec<Summary>,
}

/// All operations of a crate.
pub struct Table {
    /// The crate's name.
    pub title: String,
    /// The backends' names; the others are compared with the first.
    pub columns: Vec<String>,
    /// The operations.
    pub rows: Vec<Row>,
}

/// What a table shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Metric {
    Time,
    Speed,
}

impl Metric {
    const fn name(self) -> &'static str {
        match self {
            Self::Time => "time/op",
            Self::Speed => "speed",
        }
    }

    /// Nanoseconds, or bytes per second where the operation has bytes.
    fn of(self, row: &Row, result: &Summary) -> Option<f64> {
        match self {
            Self::Time => Some(result.median),
            Self::Speed => row.bytes.map(|bytes| bytes as f64 * 1e9 / result.median),
        }
    }

    fn show(self, value: f64) -> String {
        match self {
            Self::Time => units::time(value),
            Self::Speed => units::rate(value),
        }
    }

    /// The change that stands in the delta column, given the change in time.
    fn change(self, time: f64) -> String {
        match self {
            Self::Time => units::change(time),
            Self::Speed => units::change(1.0 / (1.0 + time) - 1.0),
        }
    }
}

impl Table {
    /// The table of times, and that of speeds if any row has one.
    #[must_use]
    pub fn grids(&self) -> Vec<Grid> {
        [Metric::Time, Metric::Speed].map(|metric| self.grid(metric)).into_iter().flatten().collect()
    }

    fn grid(&self, metric: Metric) -> Option<Grid> {
        let mut head = vec!["name".to_string()];
        for (index, column) in self.columns.iter().enumerate() {
            head.push(format!("{column} {}", metric.name()));
            if index > 0 {
                head.push("delta".to_string());
            }
        }
        let rows: Vec<&Row> = self.rows.iter().filter(|row| metric == Metric::Time || row.bytes.is_some()).collect();
        let mut lines: Vec<Vec<String>> = rows.iter().map(|row| cells(row, metric)).collect();
        let mut mean = vec!["[Geo mean]".to_string()];
        for index in 0..self.columns.len() {
            let values = rows.iter().filter_map(|row| metric.of(row, &row.results[index]));
            mean.push(metric.show(geometric_mean(values)?));
            if index > 0 {
                let ratios = rows.iter().map(|row| row.results[index].median / row.results[0].median);
                mean.push(metric.change(geometric_mean(ratios)? - 1.0));
            }
        }
        lines.push(mean);
        Some(Grid { title: format!("{}, {}", self.title, metric.name()), head, rows: lines })
    }

    /// Everything in numbers: nanoseconds, bytes per second, and ratios to the first column.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let result = |row: &Row, index: usize| {
            let (old, new) = (&row.results[0], &row.results[index]);
            json!({
                "backend": self.columns[index],
                "minimum_ns": new.minimum,
                "median_ns": new.median,
                "spread": new.spread(),
                "bytes_per_second": Metric::Speed.of(row, new),
                "ratio": new.median / old.median,
            })
        };
        let row = |row: &Row| {
            let results: Vec<Value> = (0..self.columns.len()).map(|index| result(row, index)).collect();
            json!({ "name": row.name, "bytes": row.bytes, "results": results })
        };
        json!({ "title": self.title, "rows": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}

/// The old time, and for every new one the time and the change; `~` where the change may be noise.
fn cells(row: &Row, metric: Metric) -> Vec<String> {
    let mut cells = vec![row.name.clone()];
    for (index, result) in row.results.iter().enumerate() {
        let value = metric.of(row, result).map(|value| metric.show(value)).unwrap_or_default();
        cells.push(format!("{value} ±{:2.0}%", 100.0 * result.spread()));
        if index > 0 {
            let delta = row.results[0].delta(result);
            cells.push(delta.map_or("~".to_string(), |delta| metric.change(delta)));
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(median: f64) -> Summary {
        Summary { minimum: 0.9 * median, lower: 0.98 * median, median, upper: 1.02 * median }
    }

    fn example() -> Table {
        Table {
            title: "keccak".into(),
            columns: vec!["portable".into(), "avx2".into()],
            rows: vec![
                Row { name: "Hash".into(), bytes: Some(1000), results: vec![around(1000.0), around(500.0)] },
                Row { name: "KeyGen".into(), bytes: None, results: vec![around(4000.0), around(4010.0)] },
            ],
        }
    }

    /// Old, new, delta, their geometric means; `~` for noise; a speed only where there are bytes.
    #[test]
    fn old_new_delta() {
        let [time, speed] = &example().grids()[..] else { panic!("a table of times and one of speeds") };
        assert_eq!(time.head, ["name", "portable time/op", "avx2 time/op", "delta"]);
        assert_eq!(time.rows[0], ["Hash", "1.00µs ± 2%", "500ns ± 2%", "-50.00%"]);
        assert_eq!(time.rows[1], ["KeyGen", "4.00µs ± 2%", "4.01µs ± 2%", "~"]);
        assert_eq!(time.rows[2], ["[Geo mean]", "2.00µs", "1.42µs", "-29.20%"]);
        assert_eq!(speed.rows.len(), 2);
        assert_eq!(speed.rows[0], ["Hash", "1.00GB/s ± 2%", "2.00GB/s ± 2%", "+100.00%"]);
    }

    #[test]
    fn json() {
        let json = example().to_json();
        assert_eq!(json["rows"][0]["results"][1]["ratio"], 0.5);
        assert_eq!(json["rows"][0]["results"][1]["bytes_per_second"], 2e9);
        assert!(json["rows"][1]["results"][0]["bytes_per_second"].is_null());
    }
}
