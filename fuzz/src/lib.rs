//! What the fuzz targets share.

use arbitrary::Arbitrary;
use keccak::Shake256;
use mlkem::Backend;
use sha3::digest::{ExtendableOutput, Update, XofReader};

/// Which parameter set an input is for.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Set {
    MlKem512,
    MlKem768,
    MlKem1024,
}

/// Calls a function that is generic over the parameter set.
#[macro_export]
macro_rules! with_set {
    ($set:expr, $function:ident($($argument:expr),*)) => {
        match $set {
            $crate::Set::MlKem512 => $function::<mlkem::MlKem512>($($argument),*),
            $crate::Set::MlKem768 => $function::<mlkem::MlKem768>($($argument),*),
            $crate::Set::MlKem1024 => $function::<mlkem::MlKem1024>($($argument),*),
        }
    };
}

/// Runs `operation` on every backend of this processor; all must give the same.
pub fn on_each_backend<T: PartialEq + std::fmt::Debug>(mut operation: impl FnMut() -> T) -> T {
    let mut results = Backend::available().map(|backend| {
        backend.force();
        (backend.name(), operation())
    });
    let (first, result) = results.next().expect("the portable backend is always there");
    for (name, other) in results {
        assert_eq!(result, other, "{first} and {name} differ");
    }
    result
}

/// A byte to change, and what to xor to it.
pub type Change = (u16, u8);

/// Applies changes, each at its place modulo the length.
pub fn change(bytes: &mut [u8], changes: &[Change]) {
    for &(place, mask) in changes {
        let place = usize::from(place) % bytes.len();
        bytes[place] ^= mask;
    }
}

/// J(z || c), here and by another implementation.
pub fn rejection_key(z: &[u8], c: &[u8]) -> [u8; 32] {
    let message = [z, c].concat();
    let mut key = [0; 32];
    Shake256::digest_xof(&message, &mut key);
    let mut other = [0; 32];
    let mut shake = sha3::Shake256::default();
    shake.update(&message);
    shake.finalize_xof().read(&mut other);
    assert_eq!(key, other);
    key
}

/// The coefficients of an encapsulation key, each from its 12 bits.
pub fn coefficients(ek: &[u8]) -> impl Iterator<Item = u16> + '_ {
    let pairs = ek[..ek.len() - 32].chunks_exact(3);
    pairs.flat_map(|b| [u16::from(b[0]) | u16::from(b[1]) << 8 & 0xf00, u16::from(b[1]) >> 4 | u16::from(b[2]) << 4])
}

/// The modulus check of FIPS 203, section 7.2.
pub fn is_reduced(ek: &[u8]) -> bool {
    coefficients(ek).all(|coefficient| coefficient < 3329)
}
