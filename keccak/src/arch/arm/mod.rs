//! 32-bit Arm with NEON (Linux and Android, where the system says whether the processor has it).

pub mod neon;
#[cfg(test)]
mod tests;

pub use neon::Neon;
