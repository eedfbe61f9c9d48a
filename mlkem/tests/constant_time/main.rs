//! No branch and no address depends on a secret, in the code that the compiler made: memcheck follows secrets that are
//! declared undefined and reports their use. (Valgrind hides AVX-512, so it shows the other backends; see `trace`.)
//!
//! The tests run this binary again under Valgrind, where there is one. At every optimization level:
//!
//! ```text
//! for level in 0 1 2 3 s z; do
//!     CARGO_PROFILE_RELEASE_OPT_LEVEL=$level cargo test --release -p mlkem --test constant_time -- --nocapture
//! done
//! ```
//!
//! Debug assertions and overflow checks look at secrets, as they must, so a build that has them is not checked; what it
//! compiles otherwise is what level 0 does.
//!
//! One thing is excepted, by name: Algorithm 7, `sample_ntt`, branches on the matrix. Its seed rho comes out of the
//! secret seed d, and is public all the same: it is part of the encapsulation key.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
#[allow(unsafe_code)]
#[path = "arch/valgrind.rs"]
mod valgrind;

use common::{bytes, for_each_set, on_each_backend};
use mlkem::{Ciphertext, DecapsulationKey, EncapsulationKey, MlKem768, ParameterSet};
use std::hint::black_box;
use std::process::{Command, Output};
use subtle::ConstantTimeEq;
use valgrind::{make_public, make_secret};

/// What memcheck exits with when it has reported something; the test harness itself never does.
const FINDING: i32 = 9;

/// The matrix is public data: what stands below `sample_ntt` may branch on it.
const PUBLIC_MATRIX: &str = "{
   branch in Algorithm 7
   Memcheck:Cond
   ...
   fun:*sample_ntt*
}
{
   address in Algorithm 7
   Memcheck:Value8
   ...
   fun:*sample_ntt*
}
";

/// Runs one test of this binary under memcheck; `None` where there is no Valgrind.
fn memcheck(test: &str) -> Option<Output> {
    let suppressions = std::env::temp_dir().join(format!("mlkem-{test}-{}.supp", std::process::id()));
    std::fs::write(&suppressions, PUBLIC_MATRIX).unwrap();
    let output = Command::new("valgrind")
        .args(["--quiet", "--error-exitcode=9", "--main-stacksize=8388608"])
        .arg(format!("--suppressions={}", suppressions.display()))
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .output();
    std::fs::remove_file(&suppressions).unwrap();
    output.inspect_err(|error| println!("skipped: no valgrind ({error})")).ok()
}

/// Fault: a division, a branch or an index that depends on a secret, whether in the source or made by the compiler.
#[test]
fn memcheck_finds_nothing() {
    if cfg!(debug_assertions) {
        println!("skipped: debug assertions look at secrets");
        return;
    }
    let Some(output) = memcheck("operations") else { return };
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    print!("{stdout}");
    assert!(output.status.success(), "{stdout}{stderr}");
    assert!(stdout.contains("secrets are followed"), "it ran under valgrind: {stdout}");
}

/// The method finds what it looks for: a branch on a secret bit, a table indexed by one, and a branch on what the
/// operations make of a secret, so they are followed all the way.
#[test]
fn memcheck_finds_planted_leaks() {
    for test in
        ["planted_branch", "planted_index", "planted_branch_after_encapsulation", "planted_branch_after_decapsulation"]
    {
        let Some(output) = memcheck(test) else { return };
        assert_eq!(output.status.code(), Some(FINDING), "{}", String::from_utf8_lossy(&output.stderr));
        println!("{test}: found");
    }
}

#[test]
fn planted_branch() {
    let mut secret = [1u8; 32];
    make_secret(&mut secret);
    if black_box(secret[7]) & 1 == 1 {
        println!("odd");
    }
}

#[test]
fn planted_index() {
    let mut secret = [1u8; 32];
    make_secret(&mut secret);
    black_box(black_box([3u8; 256])[usize::from(secret[7])]);
}

#[test]
fn planted_branch_after_encapsulation() {
    let dk = DecapsulationKey::<MlKem768>::from_seed(&bytes("planted"));
    let mut m: [u8; 32] = bytes("m");
    make_secret(&mut m);
    let (c, _) = dk.encapsulation_key().encapsulate_deterministic(&m);
    if black_box(c.as_bytes()[MlKem768::CIPHERTEXT_SIZE - 1]) & 1 == 1 {
        println!("odd");
    }
}

#[test]
fn planted_branch_after_decapsulation() {
    let dk = DecapsulationKey::<MlKem768>::from_seed(&bytes("planted"));
    let (c, _) = dk.encapsulation_key().encapsulate_deterministic(&bytes("m"));
    let mut expanded = dk.to_bytes();
    make_secret(&mut expanded[..1]);
    let k = DecapsulationKey::<MlKem768>::from_bytes(&expanded).unwrap().decapsulate(&c);
    if black_box(k.as_bytes()[31]) & 1 == 1 {
        println!("odd");
    }
}

/// Every operation on secrets, each declared; what comes out is declared public where everybody sees it.
#[test]
fn operations() {
    fn check<P: ParameterSet>() {
        // KeyGen: d and z are secret, ek is not
        let mut seed: [u8; 64] = bytes("constant time");
        make_secret(&mut seed);
        let dk = DecapsulationKey::<P>::from_seed(&seed);
        make_public(dk.encapsulation_key().as_bytes());

        // Encaps: m and K are secret, c is not
        let mut m: [u8; 32] = bytes("m");
        make_secret(&mut m);
        let ek = EncapsulationKey::<P>::from_bytes(dk.encapsulation_key().as_bytes()).unwrap();
        let (c, k) = ek.encapsulate_deterministic(&m);
        make_public(c.as_bytes());
        let (c_again, k_again) = ek.prepare().encapsulate_deterministic(&m);
        make_public(c_again.as_bytes());
        assert_eq!(c, c_again);

        // Decaps: that c was accepted is as secret as the key
        let accepted = dk.decapsulate(&c);
        let prepared = dk.prepare();
        let also_accepted = prepared.decapsulate(&c);
        let mut bad = c.as_bytes().to_vec();
        bad[0] ^= 1;
        let rejected = dk.decapsulate(&Ciphertext::from_bytes(&bad).unwrap());

        // the expanded form: s and z are secret, ek and H(ek) in between are not
        let mut expanded = dk.to_bytes();
        let secret_end = 384 * P::K;
        make_public(expanded.as_ref());
        make_secret(&mut expanded.as_mut()[..secret_end]);
        make_secret(&mut expanded.as_mut()[P::DECAPSULATION_KEY_SIZE - 32..]);
        let parsed = DecapsulationKey::<P>::from_bytes(expanded.as_ref()).unwrap();
        let from_parsed = parsed.decapsulate(&c);

        let equal = [&k_again, &accepted, &also_accepted, &from_parsed].map(|key| key.ct_eq(&k).unwrap_u8());
        let unequal = rejected.ct_eq(&k).unwrap_u8();
        let results = [equal[0], equal[1], equal[2], equal[3], unequal];
        make_public(&results); // only the test looks at them
        assert_eq!(results, [1, 1, 1, 1, 0], "{}", P::NAME);
    }
    on_each_backend("constant time", || for_each_set!(check()));
    if valgrind::running() {
        println!("secrets are followed");
    }
}
