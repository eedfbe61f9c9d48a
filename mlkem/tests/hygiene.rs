//! What the types promise: no secret in `Debug`, no `==` on secrets, wiping on drop, errors that say what is wrong,
//! and a choice of backends that is obeyed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::integer_division_remainder_used)]

mod common;

use common::{bytes, for_each_set, on_each_backend};
use mlkem::{
    Backend, BackendError, Ciphertext, DecapsulationKey, EncapsulationKey, Error, MlKem768, ParameterSet,
    PreparedDecapsulationKey, PreparedEncapsulationKey, SharedSecret,
};
use rand_core::{TryCryptoRng, TryRng};
use std::fmt::Debug;
use subtle::ConstantTimeEq;
use zeroize::ZeroizeOnDrop;

/// Fails to compile if the type implements the trait: then there are two candidates for `_`.
macro_rules! assert_not_implemented {
    ($type:ty: $trait:path) => {
        const _: fn() = || {
            trait AmbiguousIfImplemented<A> {
                fn item() {}
            }
            impl<T: ?Sized> AmbiguousIfImplemented<()> for T {}
            #[allow(dead_code)]
            struct Implemented;
            impl<T: ?Sized + $trait> AmbiguousIfImplemented<Implemented> for T {}
            <$type as AmbiguousIfImplemented<_>>::item();
        };
    };
}

// Fault: `PartialEq` on secrets, which compares in variable time; and ways for a secret to slip out unseen.
assert_not_implemented!(SharedSecret: PartialEq);
assert_not_implemented!(SharedSecret: PartialEq<[u8; 32]>);
assert_not_implemented!(SharedSecret: PartialOrd);
assert_not_implemented!(SharedSecret: std::hash::Hash);
assert_not_implemented!(SharedSecret: Copy);
assert_not_implemented!(SharedSecret: std::fmt::Display);
assert_not_implemented!(SharedSecret: std::ops::Deref);
assert_not_implemented!(DecapsulationKey<MlKem768>: PartialEq);
assert_not_implemented!(DecapsulationKey<MlKem768>: PartialOrd);
assert_not_implemented!(DecapsulationKey<MlKem768>: std::hash::Hash);
assert_not_implemented!(DecapsulationKey<MlKem768>: Copy);
assert_not_implemented!(DecapsulationKey<MlKem768>: std::fmt::Display);
assert_not_implemented!(DecapsulationKey<MlKem768>: AsRef<[u8]>);
assert_not_implemented!(PreparedDecapsulationKey<MlKem768>: PartialEq);

const _: fn() = || {
    fn wiped<T: ZeroizeOnDrop>() {}
    fn shared<T: Send + Sync + Clone + Debug + 'static>() {}
    fn compared<T: ConstantTimeEq>() {}
    fn error<T: std::error::Error + Send + Sync + 'static>() {}
    wiped::<SharedSecret>();
    wiped::<DecapsulationKey<MlKem768>>();
    compared::<SharedSecret>();
    shared::<SharedSecret>();
    shared::<DecapsulationKey<MlKem768>>();
    shared::<EncapsulationKey<MlKem768>>();
    shared::<PreparedDecapsulationKey<MlKem768>>();
    shared::<PreparedEncapsulationKey<MlKem768>>();
    shared::<Ciphertext<MlKem768>>();
    error::<Error>();
    error::<BackendError>();
};

/// Whether `text` shows four bytes of `secret` in a row, in decimal or hexadecimal, as `Debug` writes arrays.
fn shows(text: &str, secret: &[u8]) -> bool {
    let digits = |radix: u32| -> Vec<u8> {
        let words = text.split(|c: char| !c.is_digit(radix));
        words.filter_map(|word| u8::from_str_radix(word, radix).ok()).collect()
    };
    let hex: String = secret[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    let listed = [digits(10), digits(16)];
    text.to_lowercase().contains(&hex)
        || secret.windows(4).any(|four| listed.iter().any(|list| list.windows(4).any(|window| window == four)))
}

/// Fault: Debug output, an error or a panic message that prints a key.
#[test]
fn debug_shows_no_secret() {
    fn check<P: ParameterSet>() {
        let seed: [u8; 64] = bytes("debug");
        let m = bytes("debug m");
        let dk = DecapsulationKey::<P>::from_seed(&seed);
        let (c, k) = dk.encapsulation_key().encapsulate_deterministic(&m);
        let expanded = dk.to_bytes();
        let secrets: [&[u8]; 5] = [&seed[..32], &seed[32..], &expanded.as_ref()[..384 * P::K], &m, k.as_bytes()];
        let prepared = (dk.prepare(), dk.encapsulation_key().prepare());
        let values: [&dyn Debug; 6] = [&dk, &k, &prepared.0, &prepared.1, &c, dk.encapsulation_key()];
        for value in values {
            for text in [format!("{value:?}"), format!("{value:#?}"), format!("{value:x?}")] {
                assert!(secrets.iter().all(|secret| !shows(&text, secret)), "{text}");
                assert!(text.len() < 100, "{text}");
            }
        }
        assert!(format!("{dk:?}").contains(P::NAME), "it says which parameter set it is");
    }
    on_each_backend("Debug", || for_each_set!(check()));
    // the search would find one
    let secret: [u8; 32] = bytes("shown");
    assert!(shows(&format!("{secret:?}"), &secret) && shows(&format!("{secret:02x?}"), &secret));
}

/// Fault: equality of secrets that is not that of their bytes.
#[test]
fn secrets_are_compared_through_subtle() {
    let dk = MlKem768::from_seed(&bytes("compare"));
    let ek = dk.encapsulation_key();
    let (c, k) = ek.encapsulate_deterministic(&bytes("one"));
    let (_, other) = ek.encapsulate_deterministic(&bytes("two"));
    assert!(bool::from(k.ct_eq(&dk.decapsulate(&c))));
    assert!(!bool::from(k.ct_eq(&other)));
    assert_eq!(k.as_ref(), k.as_bytes());
}

/// Errors name what is wrong and with which lengths.
#[test]
fn errors_say_what_is_wrong() {
    let error = EncapsulationKey::<MlKem768>::from_bytes(&[0; 1183]).unwrap_err();
    assert_eq!(error, Error::WrongLength { expected: 1184, actual: 1183 });
    assert!(error.to_string().contains("1184") && error.to_string().contains("1183"));
    for error in [Error::CoefficientNotReduced, Error::HashMismatch] {
        assert!(error.to_string().contains("key"), "{error}");
    }
}

/// A source of randomness that fails, or gives the bytes it was made of and counts them.
struct Source(Option<Vec<u8>>);

#[derive(Debug, PartialEq)]
struct Dry;

impl std::fmt::Display for Dry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("dry")
    }
}

impl std::error::Error for Dry {}

impl TryRng for Source {
    type Error = Dry;

    fn try_next_u32(&mut self) -> Result<u32, Dry> {
        Err(Dry)
    }

    fn try_next_u64(&mut self) -> Result<u64, Dry> {
        Err(Dry)
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Dry> {
        let bytes = self.0.as_mut().ok_or(Dry)?;
        out.copy_from_slice(&bytes.drain(..out.len()).collect::<Vec<_>>());
        Ok(())
    }
}

impl TryCryptoRng for Source {}

/// Algorithms 19 and 20 take d, then z, then m from the generator, and its errors come through.
#[test]
fn randomness_is_used_as_fips_203_says() {
    fn check<P: ParameterSet>() {
        let seed: [u8; 64] = bytes("randomness");
        let mut source = Source(Some(seed.to_vec()));
        let dk = DecapsulationKey::<P>::generate_with_rng(&mut source).unwrap();
        assert_eq!(dk.seed(), Some(seed));
        assert_eq!(source.0, Some(vec![]), "64 bytes and no more");
        let m: [u8; 32] = bytes("randomness m");
        let mut source = Source(Some(m.to_vec()));
        let (c, k) = dk.encapsulation_key().encapsulate_with_rng(&mut source).unwrap();
        assert_eq!(source.0, Some(vec![]), "32 bytes and no more");
        let (c_expected, k_expected) = dk.encapsulation_key().encapsulate_deterministic(&m);
        assert_eq!((c.as_bytes(), k.as_bytes()), (c_expected.as_bytes(), k_expected.as_bytes()));

        assert_eq!(DecapsulationKey::<P>::generate_with_rng(&mut Source(None)).unwrap_err(), Dry);
        assert_eq!(dk.encapsulation_key().encapsulate_with_rng(&mut Source(None)).unwrap_err(), Dry);
        assert_eq!(dk.encapsulation_key().prepare().encapsulate_with_rng(&mut Source(None)).unwrap_err(), Dry);

        let (one, two) = (DecapsulationKey::<P>::generate().unwrap(), DecapsulationKey::<P>::generate().unwrap());
        assert_ne!(one.encapsulation_key(), two.encapsulation_key(), "the system's randomness differs each time");
        let sent = [one.encapsulation_key().encapsulate().unwrap(), one.encapsulation_key().encapsulate().unwrap()];
        assert_ne!(sent[0].0, sent[1].0);
        assert_eq!(one.decapsulate(&sent[0].0).as_bytes(), sent[0].1.as_bytes());
    }
    on_each_backend("randomness", || for_each_set!(check()));
}

/// Fault: an override that one branch ignores, a backend that is chosen where it cannot run. Every listed name can be asked for,
/// portable is always there, and names that are none are refused.
#[test]
fn backends_are_named_and_obeyed() {
    on_each_backend("choice", || {
        let chosen = Backend::active();
        assert_eq!(Backend::from_name(chosen.name()), Ok(chosen));
    });
    assert!(Backend::names().contains(&"portable"));
    assert!(Backend::available().any(|backend| backend.name() == "portable"));
    for name in ["", "Portable", "portable ", "avx", "none"] {
        assert_eq!(Backend::from_name(name), Err(BackendError::Unknown), "{name:?}");
    }
    for name in Backend::names() {
        assert!(matches!(Backend::from_name(name), Ok(_) | Err(BackendError::Unavailable)), "{name}");
    }
}

/// Sizes are those of FIPS 203, table 3.
#[test]
fn sizes_are_those_of_table_3() {
    fn sizes<P: ParameterSet>() -> [usize; 3] {
        [P::ENCAPSULATION_KEY_SIZE, P::DECAPSULATION_KEY_SIZE, P::CIPHERTEXT_SIZE]
    }
    assert_eq!(sizes::<mlkem::MlKem512>(), [800, 1632, 768]);
    assert_eq!(sizes::<mlkem::MlKem768>(), [1184, 2400, 1088]);
    assert_eq!(sizes::<mlkem::MlKem1024>(), [1568, 3168, 1568]);
    assert_eq!((mlkem::SEED_SIZE, mlkem::SHARED_SECRET_SIZE), (64, 32));
}
