//! One operation with several secrets, and whether its traces are the same.

use crate::debugger::{Debugger, Step, stay_on_one_processor, traced_backend};
use crate::operations::{PLANTED, SECRETS, run};
use mlkem::Backend;
use std::io::{ErrorKind, Result};

pub(crate) fn main() -> Result<()> {
    if let Some(backend) = traced_backend() {
        run(&backend);
        return Ok(());
    }
    if cfg!(debug_assertions) || std::env::var_os("EMULATED").is_some() {
        println!("skipped: it takes a release build, and a processor");
        return Ok(());
    }
    stay_on_one_processor();
    let all = std::env::args().any(|argument| argument == "all");
    let preferred = Backend::active().name();
    for &backend in Backend::names().iter().filter(|&&backend| all || backend == preferred) {
        match Backend::from_name(backend) {
            Err(error) => println!("skipped {backend}: {error}"),
            Ok(_) => match same_traces(backend) {
                Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                    println!("skipped: debugging is not allowed")
                }
                result => result?,
            },
        }
    }
    Ok(())
}

/// Fault: a branch or an index that depends on a secret.
fn same_traces(backend: &str) -> Result<()> {
    let mut debugger = Debugger::start(backend)?;
    while debugger.run_to_mark()? {
        let name = debugger.line()?;
        let first = debugger.trace()?;
        let mut leak = None;
        for _ in 1..SECRETS {
            debugger.leave()?;
            assert!(debugger.run_to_mark()?, "{name}: every secret is traced");
            leak = leak.or(departure(&first, &debugger.trace()?));
        }
        debugger.leave()?;
        let count = first.len();
        match (leak, name.starts_with(PLANTED)) {
            (None, false) => println!("{backend}, {name}: {count} instructions, the same"),
            (Some(_), true) => println!("{backend}, {name}: found"),
            (None, true) => panic!("{backend}, {name}: not found"),
            (Some(at), false) => {
                let [before, here] = [at.saturating_sub(1), at].map(|at| {
                    let step = first.get(at).unwrap_or(&first[count - 1]);
                    format!("{} ({:#x})", debugger.instruction(step), step.address)
                });
                panic!("{backend}, {name}: step {at} of {count}, {here} after {before}, depends on the secret");
            }
        }
    }
    Ok(())
}

/// The first step of one trace that is not the other's.
fn departure(one: &[Step], other: &[Step]) -> Option<usize> {
    let shorter = one.len().min(other.len());
    (0..shorter).find(|&i| one[i] != other[i]).or((one.len() != other.len()).then_some(shorter))
}
