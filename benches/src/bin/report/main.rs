//! Measures every backend side by side and prints what changed; see `--help`.

#[cfg(feature = "peers")]
mod peers;

use benches::cases::{self, Family};
use benches::chart;
use benches::cost::Cost;
use benches::grid::Grid;
use benches::measure::{Variant, side_by_side};
use benches::table::{Row, Table};
use clap::{Parser, ValueEnum};
use serde_json::Value;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Measures keccak and mlkem on every backend that this processor has, side by side in one process.
#[derive(Parser)]
struct Arguments {
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The backend that the others are compared with
    #[arg(long, value_name = "NAME", default_value = "portable")]
    old: String,
    /// Compare this backend only
    #[arg(long, value_name = "NAME")]
    new: Option<String>,
    /// Measure only the operations whose names contain this
    #[arg(long, value_name = "SUBSTRING", default_value = "")]
    filter: String,
    /// How long to measure each operation on each backend, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100)]
    time: u64,
    /// Compare with other libraries instead (needs the feature `peers`); with the backend `--new`, or the preferred one
    #[arg(long)]
    peers: bool,
    /// Print the ratios to other libraries and backends that this project promises, and whether they are met
    #[arg(long)]
    check: bool,
    /// With --check: exit with 1 if one is missed
    #[arg(long, requires = "check")]
    strict: bool,
    /// Print what ML-KEM costs beside its warm time: cold calls, code size, the share of Keccak
    #[arg(long, conflicts_with_all = ["peers", "check", "old", "new"])]
    cost: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
    Svg,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match report(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("report: {error}");
            ExitCode::from(2)
        }
    }
}

fn report(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let available: Vec<&str> = Family::ALL.into_iter().flat_map(Family::backends).collect();
    for name in std::iter::once(&arguments.old).chain(&arguments.new) {
        if !available.contains(&name.as_str()) {
            return Err(format!("no backend {name} here; there are: {}", available.join(", ")).into());
        }
    }
    if arguments.peers || arguments.check {
        #[cfg(feature = "peers")]
        return peers::report(arguments);
        #[cfg(not(feature = "peers"))]
        return Err("built without other libraries; add `--features peers` (it needs a C compiler)".into());
    }
    if arguments.cost {
        let cost = Cost::measure(&arguments.filter, Duration::from_millis(arguments.time));
        if cost.is_empty() {
            return Err("no operation of ML-KEM has that name".into());
        }
        write_grids(arguments, &cost.grids(), || vec![cost.to_json()])?;
        return Ok(ExitCode::SUCCESS);
    }
    let tables: Vec<Table> = Family::ALL.into_iter().filter_map(|family| measure(family, arguments)).collect();
    if tables.is_empty() {
        return Err("no operation has that name".into());
    }
    if arguments.format == Format::Svg {
        write(arguments, &chart::svg(&tables)?)?;
    } else {
        let grids: Vec<Grid> = tables.iter().flat_map(Table::grids).collect();
        write_grids(arguments, &grids, || tables.iter().map(Table::to_json).collect())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The table of one crate; none if the filter leaves no operation, or the processor no backend to compare.
fn measure(family: Family, arguments: &Arguments) -> Option<Table> {
    let available = family.backends();
    let old = available.iter().copied().find(|name| *name == arguments.old)?;
    let is_new = |name: &&str| *name != old && arguments.new.as_ref().is_none_or(|new| new == name);
    let mut columns = vec![old];
    columns.extend(available.into_iter().filter(is_new));
    let cases = cases::all().into_iter().filter(|case| case.family == family && case.listed);
    let rows: Vec<Row> = cases
        .filter(|case| case.name.contains(&arguments.filter))
        .map(|case| Row {
            results: side_by_side(
                &mut columns.iter().map(|backend| Variant::of(&case, backend)).collect::<Vec<_>>(),
                Duration::from_millis(arguments.time),
            ),
            name: case.name,
            bytes: case.bytes,
        })
        .collect();
    let columns = columns.into_iter().map(str::to_string).collect();
    (!rows.is_empty()).then(|| Table { title: family.name().to_string(), columns, rows })
}

fn write_grids(arguments: &Arguments, grids: &[Grid], json: impl Fn() -> Vec<Value>) -> Result<(), Box<dyn Error>> {
    let texts: Vec<String> = match arguments.format {
        Format::Text => grids.iter().map(Grid::to_text).collect(),
        Format::Markdown => grids.iter().map(Grid::to_markdown).collect(),
        Format::Json => vec![serde_json::to_string_pretty(&json())? + "\n"],
        Format::Svg => return Err("--format svg shows backends only".into()),
    };
    write(arguments, &texts.join("\n"))
}

fn write(arguments: &Arguments, text: &str) -> Result<(), Box<dyn Error>> {
    match &arguments.output {
        Some(path) => std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?,
        None => print!("{text}"),
    }
    Ok(())
}
