//! The same instructions at the same addresses, whatever the secret: each operation is run under a debugger with several
//! secrets, and which instructions ran, and which memory each of them touched, must be the same. What memcheck shows for
//! all secrets (`constant_time`), this shows for a few, but with AVX-512, too, which Valgrind does not know.
//!
//! ```text
//! cargo test --release -p mlkem --test trace           # the preferred backend: a minute
//! cargo test --release -p mlkem --test trace -- all    # every backend: many minutes
//! ```
//!
//! What is done in Algorithm 7, `sample_ntt`, is left out, for it branches on the matrix. Its seed rho comes out of KeyGen's
//! secret seed d, and is public all the same: it is part of the encapsulation key.
//!
//! A program of its own, without test harness: it is the debugger, and runs itself once more to be debugged.
#![allow(clippy::unwrap_used, clippy::panic)]

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[path = "../common/mod.rs"]
mod common;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod compare;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod debugger;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod operations;

fn main() -> std::io::Result<()> {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    return compare::main();
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    {
        println!("skipped: the debugger knows x86-64 and Linux only");
        Ok(())
    }
}
