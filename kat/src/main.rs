//! `kat`: runs known-answer tests; see the library for what it reads.

use clap::{Parser, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use kat::kem::Set;
use kat::{Outcome, Report, accumulated, backends, plan};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// A test failed.
const FAILED: u8 = 1;
/// A file that was named, or an argument, is of no use.
const UNUSABLE: u8 = 2;

/// Runs known-answer tests against keccak and mlkem.
///
/// A file is recognised by what it holds: NIST ACVP, Wycheproof, NIST CAVP, ML-KEM KAT, Keccak team, C2SP CCTV,
/// RFC 9861, RFC 9935, X-Wing and HPKE-PQ; plain or compressed with gzip. The exit status is 1 if a test failed, and 2
/// if a file named here (and not only found in a folder) is not recognised or cannot be read.
#[derive(Parser)]
#[command(version, subcommand_precedence_over_arg = true, arg_required_else_help = true)]
struct Arguments {
    /// Files, and folders to walk.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Use this backend in each library that has one of that name; a line says what is used.
    #[arg(long, value_name = "NAME", global = true)]
    backend: Option<String>,
    /// List the backends, which of them this processor has, and which is the default.
    #[arg(long)]
    list_backends: bool,
    /// Leave out the large data tests (LDT), which hash 1 to 8 GiB each.
    #[arg(long)]
    skip_large: bool,
    /// Files to run at the same time [default: one for each processor].
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Do n key exchanges from one stream, and hash their results (C2SP CCTV's and Go's procedure).
    Accumulated {
        /// Parameter set.
        #[arg(long, value_enum, default_value = "all")]
        set: Sets,
        /// Number of key exchanges; figures of 100, 1000, 10000 and 1000000 are known.
        #[arg(long, default_value_t = 10_000)]
        n: u64,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Sets {
    #[value(name = "512")]
    MlKem512,
    #[value(name = "768")]
    MlKem768,
    #[value(name = "1024")]
    MlKem1024,
    All,
}

impl Sets {
    const fn sets(self) -> &'static [Set] {
        match self {
            Self::MlKem512 => &[Set::MlKem512],
            Self::MlKem768 => &[Set::MlKem768],
            Self::MlKem1024 => &[Set::MlKem1024],
            Self::All => &Set::ALL,
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.list_backends {
        print!("{}", backends::list());
        return ExitCode::SUCCESS;
    }
    if let Some(name) = &arguments.backend {
        match backends::force(name) {
            Ok(used) => eprintln!("{used}"),
            Err(error) => {
                eprintln!("error: {error}");
                return ExitCode::from(UNUSABLE);
            }
        }
    }
    match arguments.command {
        Some(Command::Accumulated { set, n }) => accumulate(set, n),
        None if arguments.paths.is_empty() => {
            eprintln!("error: no PATH");
            ExitCode::from(UNUSABLE)
        }
        None => run(&arguments),
    }
}

/// A bar on standard error; nothing if that is no terminal.
fn bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Shows on the bar what is being done.
struct OnBar<'a>(&'a ProgressBar);

impl kat::Progress for OnBar<'_> {
    fn now(&self, what: &str) {
        self.0.set_message(what.to_owned());
    }
}

fn run(arguments: &Arguments) -> ExitCode {
    let files = kat::source::list(&arguments.paths).len() as u64;
    let bar = bar(files, "{bar:30} {pos}/{len} files, {elapsed} {msg}");
    let progress = OnBar(&bar);
    let options = kat::Options { skip_large: arguments.skip_large, progress: &progress };
    let threads = arguments.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let summary = plan::run(&arguments.paths, &options, threads, |line| {
        bar.suspend(|| {
            println!("{line}");
            if let Ok(report) = &line.result {
                print_failures(report);
            }
        });
        bar.inc(1);
    });
    bar.finish_and_clear();
    let total = summary.total;
    println!("{} passed, {} failed, {} skipped", total.passed, total.failed, total.skipped);
    match (total.failed, summary.named_without_report) {
        (1.., _) => ExitCode::from(FAILED),
        (0, true) => ExitCode::from(UNUSABLE),
        (0, false) => ExitCode::SUCCESS,
    }
}

fn print_failures(report: &Report) {
    for failure in &report.failures {
        println!("  FAILED {}: {}", failure.test, failure.what);
    }
    let more = report.failed - report.failures.len() as u64;
    if more > 0 {
        println!("  and {more} more");
    }
}

fn accumulate(sets: Sets, n: u64) -> ExitCode {
    let mut total = Report::default();
    for set in sets.sets() {
        let bar = bar(n, "{bar:30} {pos}/{len} key exchanges, {elapsed} {msg}");
        bar.set_message(set.name());
        let figures = accumulated::figures(*set, n, |done| bar.set_position(done));
        bar.finish_and_clear();
        let outcome = match figures {
            Ok(figures) => {
                println!("{} n = {n} CCTV {}", set.name(), hex::encode(figures.cctv));
                println!("{} n = {n} Go   {}", set.name(), hex::encode(figures.go));
                accumulated::compare(*set, n, &figures).unwrap_or(Outcome::Skip("no known figure for this n"))
            }
            Err(error) => Outcome::Fail(error.to_string()),
        };
        total.record(format!("{} n = {n}", set.name()), outcome);
    }
    print_failures(&total);
    println!("{total}");
    if total.failed > 0 { ExitCode::from(FAILED) } else { ExitCode::SUCCESS }
}
