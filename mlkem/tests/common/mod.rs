//! What the integration tests share.
#![allow(dead_code, unused_imports, unused_macros)] // each test binary uses its part
#![allow(clippy::unwrap_used, clippy::panic, clippy::integer_division_remainder_used, clippy::needless_range_loop)]

pub(crate) mod reference;

use mlkem::Backend;
use std::sync::{Mutex, PoisonError};

/// Runs `test` once on every backend that this processor has, and says which those were and which it lacks.
///
/// The choice holds for the whole process, so only one test of a binary is in here at a time.
pub(crate) fn on_each_backend(name: &str, mut test: impl FnMut()) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    for &backend_name in Backend::names() {
        match Backend::from_name(backend_name) {
            Ok(backend) => {
                backend.force();
                assert_eq!(Backend::active().name(), backend_name, "what is forced is used");
                test();
                println!("{name}: ran on {backend_name}");
            }
            Err(error) => println!("{name}: skipped {backend_name}: {error}"),
        }
    }
    Backend::unforce();
}

/// Calls a function that is generic over the parameter set for all three.
macro_rules! for_each_set {
    ($function:ident($($argument:expr),*)) => {{
        $function::<mlkem::MlKem512>($($argument),*);
        $function::<mlkem::MlKem768>($($argument),*);
        $function::<mlkem::MlKem1024>($($argument),*);
    }};
}
pub(crate) use for_each_set;

/// J(z || c), the key of implicit rejection (FIPS 203, Algorithm 18, line 7).
pub(crate) fn rejection_key(z: &[u8], c: &[u8]) -> [u8; 32] {
    let mut j = keccak::Shake256::new();
    j.update(z);
    j.update(c);
    let mut key = [0; 32];
    j.finalize_xof().read(&mut key);
    key
}

/// As many bytes as are wanted that look random and are the same in every run.
pub(crate) fn bytes<const N: usize>(label: &str) -> [u8; N] {
    let mut bytes = [0; N];
    keccak::Shake128::digest_xof(label, &mut bytes);
    bytes
}
