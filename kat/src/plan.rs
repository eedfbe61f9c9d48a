//! Files and folders from their names to their reports.

use crate::source::{self, Source};
use crate::{Document, Error, Format, Options, Report, recognise};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// What came of a file.
pub struct Line {
    /// The file.
    pub source: Source,
    /// Its report, or why there is none.
    pub result: Result<Report, Error>,
    /// Something to say beside the report.
    pub note: Option<String>,
}

/// `PATH: N passed, N failed, N skipped (why)`, or `PATH: why not`.
impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.source.path.display())?;
        match &self.result {
            Ok(report) => write!(f, "{report}")?,
            Err(error) => write!(f, "{error}")?,
        }
        self.note.as_ref().map_or(Ok(()), |note| write!(f, " ({note})"))
    }
}

/// What came of all files.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The counts of all reports together.
    pub total: Report,
    /// Whether a file that was named itself gave no report.
    pub named_without_report: bool,
}

/// Runs everything that `paths` name on `threads` threads; `on_line` gets what came of each file, in their order.
pub fn run(paths: &[PathBuf], options: &Options<'_>, threads: usize, mut on_line: impl FnMut(&Line)) -> Summary {
    let sources = source::list(paths);
    let next = AtomicUsize::new(0);
    let mut summary = Summary::default();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, sources.len().max(1)) {
            let (sender, sources, next) = (sender.clone(), &sources, &next);
            scope.spawn(move || {
                while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(run_one(source, sources, options)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Line> = Vec::new();
        let mut expected = sources.iter();
        let mut current = expected.next();
        for line in receiver {
            waiting.push(line);
            while let Some(at) = waiting.iter().position(|line| Some(&line.source) == current) {
                let line = waiting.swap_remove(at);
                match &line.result {
                    Ok(report) => summary.total.add_counts(report),
                    Err(_) => summary.named_without_report |= line.source.named,
                }
                on_line(&line);
                current = expected.next();
            }
        }
    });
    summary
}

fn run_one(source: &Source, sources: &[Source], options: &Options<'_>) -> Line {
    let mut note = None;
    let result = read(&source.path).and_then(|document| match document.format() {
        Format::AcvpPrompt => match partner(source, sources, |other| document.belongs_to(other)) {
            Some((path, expected)) => {
                note = Some(format!("with {}", path.display()));
                document.merged(&expected).run(&file_name(&source.path), options)
            }
            None => document.run(&file_name(&source.path), options),
        },
        Format::AcvpExpectedResults => match partner(source, sources, |other| other.belongs_to(&document)) {
            Some((path, _)) if sources.iter().any(|other| other.path == path) => {
                note = Some(format!("run with {}", path.display()));
                Ok(Report::default())
            }
            Some((path, prompt)) => {
                note = Some(format!("with {}", path.display()));
                prompt.merged(&document).run(&file_name(&source.path), options)
            }
            None => document.run(&file_name(&source.path), options),
        },
        _ => document.run(&file_name(&source.path), options),
    });
    Line { source: source.clone(), result, note }
}

fn read(path: &Path) -> Result<Document, Error> {
    recognise(&source::read(path)?)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The other half of an ACVP prompt or of expected results: beside it, or among the files to run.
fn partner(source: &Source, sources: &[Source], fits: impl Fn(&Document) -> bool) -> Option<(PathBuf, Document)> {
    let folder = source.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = sources.iter().map(|other| other.path.clone()).filter(|path| path.parent() == source.path.parent());
    let in_folder = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| {
        // Spelt as the file itself, so that it is known again among the files to run.
        source.path.with_file_name(entry.file_name())
    });
    let elsewhere = sources.iter().map(|other| other.path.clone());
    let mut seen = std::collections::BTreeSet::from([source.path.clone()]);
    beside.chain(in_folder).chain(elsewhere).filter(|path| seen.insert(path.clone())).find_map(|path| {
        let name = file_name(&path);
        let document = [".json", ".json.gz"].iter().any(|end| name.ends_with(end)).then(|| read(&path).ok())??;
        fits(&document).then_some((path, document))
    })
}
