//! The comparison with other libraries, and the check of the ratios.

use super::{Arguments, write_grids};
use benches::alternatives;
use benches::cases::{self, Case};
use benches::comparison::{Comparison, Verdict, grid};
use benches::measure::{Variant, side_by_side};
use benches::peers::{self, Peer};
use benches::targets::{self, BEST, Target};
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

pub(super) fn report(arguments: &Arguments) -> Result<ExitCode, Box<dyn Error>> {
    let (cases, mut peers) = (cases::all(), peers::all());
    let chosen = |name: &str| name.contains(&arguments.filter);
    let comparisons: Vec<Comparison> = if arguments.check {
        peers.extend(alternatives::all());
        let targets = targets::all().into_iter().filter(|target| chosen(&target.case));
        targets.map(|target| check(target, &cases, &peers, arguments)).collect()
    } else {
        cases.iter().filter(|case| chosen(&case.name)).flat_map(|case| compare(case, &peers, arguments)).collect()
    };
    if comparisons.is_empty() {
        return Err("no operation of another library has that name".into());
    }
    let title = if arguments.check { "targets" } else { "other libraries" };
    write_grids(arguments, &[grid(title, &comparisons)], || comparisons.iter().map(Comparison::to_json).collect())?;
    if !arguments.check {
        return Ok(ExitCode::SUCCESS);
    }
    let count = |verdict| comparisons.iter().filter(|comparison| comparison.verdict() == Some(verdict)).count();
    let missed = count(Verdict::Missed);
    let (met, noise, not_measured) = (count(Verdict::Met), count(Verdict::Noise), count(Verdict::NotMeasured));
    eprintln!("{met} met, {missed} missed, {noise} lost in noise, {not_measured} not measured");
    Ok(if arguments.strict && missed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// One operation of ours beside all others', in one run.
fn compare(case: &Case, peers: &[Peer], arguments: &Arguments) -> Vec<Comparison> {
    let available = case.family.backends();
    let backend = available.iter().rev().copied().find(|name| arguments.new.as_ref().is_none_or(|new| new == name));
    let peers: Vec<&Peer> = peers.iter().filter(|peer| peer.case == case.name).collect();
    let Some(backend) = backend.filter(|_| !peers.is_empty()) else { return Vec::new() };
    let mut variants = vec![Variant::of(case, backend)];
    variants.extend(peers.iter().copied().map(theirs));
    let times = side_by_side(&mut variants, Duration::from_millis(arguments.time));
    let comparison = |(peer, time): (&&Peer, _)| Comparison {
        case: case.name.clone(),
        ours: backend.to_string(),
        theirs: peer.library.to_string(),
        measured: Some((times[0], time)),
        at_most: None,
    };
    peers.iter().zip(times[1..].iter().copied()).map(comparison).collect()
}

/// The two sides of a target, in one run.
fn check(target: Target, cases: &[Case], peers: &[Peer], arguments: &Arguments) -> Comparison {
    let pair = side(&target.case, target.ours, cases, peers).zip(side(&target.case, target.theirs, cases, peers));
    let measured = pair.map(|(ours, theirs)| {
        let times = side_by_side(&mut [ours, theirs], Duration::from_millis(arguments.time));
        (times[0], times[1])
    });
    Comparison {
        case: format!("#{} {}", target.issue, target.case),
        ours: target.ours.to_string(),
        theirs: target.theirs.to_string(),
        measured,
        at_most: Some(target.at_most),
    }
}

/// An operation by another library or by one of our backends, if it is here.
fn side(case: &str, name: &str, cases: &[Case], peers: &[Peer]) -> Option<Variant> {
    if let Some(peer) = peers.iter().find(|peer| peer.case == case && peer.library == name) {
        return Some(theirs(peer));
    }
    let case = cases.iter().find(|other| other.name == case)?;
    let backends = case.family.backends();
    let backend = backends.iter().copied().rev().find(|backend| name == BEST || name == *backend)?;
    Some(Variant::of(case, backend))
}

fn theirs(peer: &Peer) -> Variant {
    Variant { select: Box::new(|| ()), run: (peer.prepare)(), operations: peer.operations }
}
