//! x86-64 backends.
