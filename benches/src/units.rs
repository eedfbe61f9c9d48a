//! Numbers as people read them: three figures and an SI prefix.

/// `value` with three significant figures and the prefix that leaves one to three of them before the point.
fn scaled(value: f64, unit: &str, prefixes: &[(f64, &str)]) -> String {
    let fits = |scale: &&(f64, &str)| value.abs() >= scale.0 * 0.9995;
    let (scale, prefix) = prefixes.iter().find(fits).or(prefixes.last()).copied().unwrap_or((1.0, ""));
    let value = value / scale;
    let decimals = match value.abs() {
        magnitude if magnitude >= 99.95 => 0,
        magnitude if magnitude >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}{prefix}{unit}")
}

/// A time given in nanoseconds.
#[must_use]
pub fn time(nanoseconds: f64) -> String {
    scaled(nanoseconds, "s", &[(1e9, ""), (1e6, "m"), (1e3, "µ"), (1.0, "n")])
}

/// A rate given in bytes per second.
#[must_use]
pub fn rate(bytes_per_second: f64) -> String {
    scaled(bytes_per_second, "B/s", &[(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")])
}

/// A change with its sign, in percent: 0.5 is "+50.00%".
#[must_use]
pub fn change(relative: f64) -> String {
    format!("{:+.2}%", 100.0 * relative)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The prefix changes where rounding to three figures reaches the next one, not before.
    #[test]
    fn prefixes() {
        assert_eq!(time(0.5), "0.50ns");
        assert_eq!(time(9.994), "9.99ns");
        assert_eq!(time(12.34), "12.3ns");
        assert_eq!(time(999.4), "999ns");
        assert_eq!(time(999.6), "1.00µs");
        assert_eq!(time(99_960.0), "100µs");
        assert_eq!(time(1_748_000.0), "1.75ms");
        assert_eq!(time(2e12), "2000s");
        assert_eq!(rate(605e6), "605MB/s");
        assert_eq!(rate(1.2e9), "1.20GB/s");
        assert_eq!(rate(0.0), "0.00B/s");
    }

    /// A change always shows its sign.
    #[test]
    fn signs() {
        assert_eq!(change(-0.6837), "-68.37%");
        assert_eq!(change(0.5), "+50.00%");
    }
}
