//! The hash functions of the `keccak` crate by name, from bytes to bytes.

use keccak::{CShake, KangarooTwelve, Kmac, ParallelHash, Sha3, Shake, TurboShake};
use std::num::NonZeroUsize;

/// The rates of the 128-bit and the 256-bit functions.
const RATE_128: usize = 168;
const RATE_256: usize = 136;

/// The two security strengths that the extendable-output functions come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// SHAKE128 and all made like it.
    Bits128,
    /// SHAKE256 and all made like it.
    Bits256,
}

/// A hash function or extendable-output function without further parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// SHA3-224.
    Sha3_224,
    /// SHA3-256.
    Sha3_256,
    /// SHA3-384.
    Sha3_384,
    /// SHA3-512.
    Sha3_512,
    /// Keccak-256, with the padding of before the standard.
    Keccak256,
    /// SHAKE128 or SHAKE256.
    Shake(Strength),
}

impl Function {
    /// The function of that name, however it is hyphenated.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match plain(name).as_str() {
            "SHA3224" => Some(Self::Sha3_224),
            "SHA3256" => Some(Self::Sha3_256),
            "SHA3384" => Some(Self::Sha3_384),
            "SHA3512" => Some(Self::Sha3_512),
            "KECCAK256" => Some(Self::Keccak256),
            "SHAKE128" => Some(Self::Shake(Strength::Bits128)),
            "SHAKE256" => Some(Self::Shake(Strength::Bits256)),
            _ => None,
        }
    }

    /// Bytes of output, of a function that has no choice in it.
    #[must_use]
    pub const fn output_size(self) -> Option<usize> {
        match self {
            Self::Sha3_224 => Some(28),
            Self::Sha3_256 | Self::Keccak256 => Some(32),
            Self::Sha3_384 => Some(48),
            Self::Sha3_512 => Some(64),
            Self::Shake(_) => None,
        }
    }

    /// Hashes the pieces of a message; `output_size` counts for SHAKE only.
    pub fn digest<'a>(self, pieces: impl IntoIterator<Item = &'a [u8]>, output_size: usize) -> Vec<u8> {
        match self {
            Self::Sha3_224 => sha3::<144, 28, 0x06>(pieces),
            Self::Sha3_256 => sha3::<136, 32, 0x06>(pieces),
            Self::Sha3_384 => sha3::<104, 48, 0x06>(pieces),
            Self::Sha3_512 => sha3::<72, 64, 0x06>(pieces),
            Self::Keccak256 => sha3::<136, 32, 0x01>(pieces),
            Self::Shake(Strength::Bits128) => shake::<RATE_128>(pieces, output_size),
            Self::Shake(Strength::Bits256) => shake::<RATE_256>(pieces, output_size),
        }
    }
}

/// A name in capitals, without `-`, `_` and spaces.
pub(crate) fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).map(|c| c.to_ascii_uppercase()).collect()
}

fn sha3<'a, const RATE: usize, const OUTPUT: usize, const DOMAIN: u8>(
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Vec<u8> {
    let mut hash = Sha3::<RATE, OUTPUT, DOMAIN>::new();
    for piece in pieces {
        hash.update(piece);
    }
    hash.finalize().to_vec()
}

fn shake<'a, const RATE: usize>(pieces: impl IntoIterator<Item = &'a [u8]>, output_size: usize) -> Vec<u8> {
    let mut hash = Shake::<RATE>::new();
    for piece in pieces {
        hash.update(piece);
    }
    let mut output = vec![0; output_size];
    hash.finalize_xof().read(&mut output);
    output
}

/// cSHAKE128 or cSHAKE256.
#[must_use]
pub fn cshake(
    strength: Strength,
    function_name: &[u8],
    customization: &[u8],
    message: &[u8],
    output_size: usize,
) -> Vec<u8> {
    fn run<const RATE: usize>(function_name: &[u8], customization: &[u8], message: &[u8], output: &mut [u8]) {
        let mut hash = CShake::<RATE>::new(function_name, customization);
        hash.update(message);
        hash.finalize_xof().read(output);
    }
    let mut output = vec![0; output_size];
    match strength {
        Strength::Bits128 => run::<RATE_128>(function_name, customization, message, &mut output),
        Strength::Bits256 => run::<RATE_256>(function_name, customization, message, &mut output),
    }
    output
}

/// KMAC128, KMAC256, or with `xof` KMACXOF128, KMACXOF256.
#[must_use]
pub fn kmac(
    strength: Strength,
    xof: bool,
    key: &[u8],
    customization: &[u8],
    message: &[u8],
    tag_size: usize,
) -> Vec<u8> {
    fn run<const RATE: usize>(xof: bool, key: &[u8], customization: &[u8], message: &[u8], tag: &mut [u8]) {
        let mut mac = Kmac::<RATE>::new(key, customization);
        mac.update(message);
        if xof {
            mac.finalize_xof().read(tag);
        } else {
            mac.finalize(tag);
        }
    }
    let mut tag = vec![0; tag_size];
    match strength {
        Strength::Bits128 => run::<RATE_128>(xof, key, customization, message, &mut tag),
        Strength::Bits256 => run::<RATE_256>(xof, key, customization, message, &mut tag),
    }
    tag
}

/// Whether KMAC128 or KMAC256 verifies the tag.
#[must_use]
pub fn kmac_verify(strength: Strength, key: &[u8], customization: &[u8], message: &[u8], tag: &[u8]) -> bool {
    fn run<const RATE: usize>(key: &[u8], customization: &[u8], message: &[u8], tag: &[u8]) -> bool {
        let mut mac = Kmac::<RATE>::new(key, customization);
        mac.update(message);
        mac.verify(tag)
    }
    match strength {
        Strength::Bits128 => run::<RATE_128>(key, customization, message, tag),
        Strength::Bits256 => run::<RATE_256>(key, customization, message, tag),
    }
}

/// TurboSHAKE128 or TurboSHAKE256; `None` if the domain byte is not 0x01 to 0x7f.
#[must_use]
pub fn turboshake(strength: Strength, domain: u8, message: &[u8], output_size: usize) -> Option<Vec<u8>> {
    fn run<const RATE: usize>(domain: u8, message: &[u8], output: &mut [u8]) -> Option<()> {
        let mut hash = TurboShake::<RATE>::with_domain(domain)?;
        hash.update(message);
        hash.finalize_xof().read(output);
        Some(())
    }
    let mut output = vec![0; output_size];
    match strength {
        Strength::Bits128 => run::<RATE_128>(domain, message, &mut output)?,
        Strength::Bits256 => run::<RATE_256>(domain, message, &mut output)?,
    }
    Some(output)
}

/// KT128 or KT256.
#[must_use]
pub fn kt(strength: Strength, customization: &[u8], message: &[u8], output_size: usize) -> Vec<u8> {
    let mut output = vec![0; output_size];
    match strength {
        Strength::Bits128 => KangarooTwelve::<RATE_128, 32>::digest_xof(message, customization, &mut output),
        Strength::Bits256 => KangarooTwelve::<RATE_256, 64>::digest_xof(message, customization, &mut output),
    }
    output
}

/// ParallelHash128, ParallelHash256, or with `xof` their extendable-output forms; blocks are of `block_size` bytes.
#[must_use]
pub fn parallel_hash(
    strength: Strength,
    xof: bool,
    block_size: NonZeroUsize,
    customization: &[u8],
    message: &[u8],
    output_size: usize,
) -> Vec<u8> {
    fn run<const RATE: usize, const LEAF: usize>(
        mut hash: ParallelHash<RATE, LEAF>,
        xof: bool,
        message: &[u8],
        output: &mut [u8],
    ) {
        hash.update(message);
        if xof {
            hash.finalize_xof().read(output);
        } else {
            hash.finalize(output);
        }
    }
    let mut output = vec![0; output_size];
    match strength {
        Strength::Bits128 => {
            run(ParallelHash::<RATE_128, 32>::new(block_size, customization), xof, message, &mut output);
        }
        Strength::Bits256 => {
            run(ParallelHash::<RATE_256, 64>::new(block_size, customization), xof, message, &mut output);
        }
    }
    output
}
