//! Which backends the two libraries have, and which of them is used.

use keccak::BackendError;
use std::fmt::Write;

/// Makes both libraries use the backend of that name.
///
/// A name that only one of them has is forced there, and the other one stays as it is; the text says so.
///
/// # Errors
/// No library has a backend of that name, or this processor lacks it: the message says which.
pub fn force(name: &str) -> Result<String, String> {
    let in_keccak = keccak::Backend::from_name(name);
    let in_mlkem = mlkem::Backend::from_name(name);
    let known = [keccak::Backend::names(), mlkem::Backend::names()].concat();
    if !known.contains(&name) {
        let mut names = known;
        names.sort_unstable();
        names.dedup();
        return Err(format!("no backend is called {name:?}; this architecture has {}", names.join(", ")));
    }
    if in_keccak == Err(BackendError::Unavailable) || in_mlkem == Err(BackendError::Unavailable) {
        return Err(format!("backend {name}: this processor or operating system lacks the instructions that it needs"));
    }
    if let Ok(backend) = in_keccak {
        backend.force();
    }
    if let Ok(backend) = in_mlkem {
        backend.force();
    }
    Ok(format!("keccak: {}, mlkem: {}", keccak::Backend::active().name(), mlkem::Backend::active().name()))
}

/// A line for each backend: library, name, whether this processor has it, which one is the default.
#[must_use]
pub fn list() -> String {
    let mut text = String::new();
    let mut lines = |library: &str, names: &[&str], available: &dyn Fn(&str) -> bool, active: &str| {
        for name in names {
            let state = match (available(name), *name == active) {
                (true, true) => "available, default",
                (true, false) => "available",
                (false, _) => "not on this processor",
            };
            // Writing to a string does not fail.
            let _ = writeln!(text, "{library:8} {name:16} {state}");
        }
    };
    let available = |name: &str| keccak::Backend::from_name(name).is_ok();
    lines("keccak", keccak::Backend::names(), &available, keccak::Backend::active().name());
    let available = |name: &str| mlkem::Backend::from_name(name).is_ok();
    lines("mlkem", mlkem::Backend::names(), &available, mlkem::Backend::active().name());
    text
}
