//! ML-KEM keys as RFC 9935 puts them into PKCS #8, SubjectPublicKeyInfo and certificates, in PEM.
//!
//! Such a file holds a key and no result, so what is tested is that the key is taken and agrees with itself: both forms
//! of a private key are the same key, and a secret encapsulated to a key is found again with it. A file whose name says
//! that it is inconsistent, bad or invalid must be rejected instead: the one thing here that a name decides.

use crate::kem::{Rejected, Set};
use crate::{Error, Outcome, Report};

const BEGIN: &str = "-----BEGIN ";
const INTEGER: u8 = 0x02;
const OCTET_STRING: u8 = 0x04;
const BIT_STRING: u8 = 0x03;
const OBJECT_IDENTIFIER: u8 = 0x06;
const SEQUENCE: u8 = 0x30;
/// \[0\] IMPLICIT OCTET STRING
const SEED: u8 = 0x80;
/// \[0\] EXPLICIT, the version of a certificate.
const VERSION: u8 = 0xa0;
/// id-alg-ml-kem-512, -768, -1024 are 2.16.840.1.101.3.4.4 with 1, 2, 3 after it.
const ML_KEM: [u8; 8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x04];

pub(crate) fn recognise(text: &str) -> bool {
    text.contains(BEGIN)
}

pub(crate) fn run(text: &str, file_name: &str, report: &mut Report) -> Result<(), Error> {
    let name = file_name.to_ascii_lowercase();
    let consistent = !["inconsistent", "invalid", "bad"].iter().any(|word| name.contains(word));
    for (start, _) in text.match_indices(BEGIN) {
        let place = format!("line {}", text[..start].lines().count() + 1);
        let wrong = |what: String| Error::malformed(&place, what);
        let rest = &text[start..];
        let end = rest.find("-----END ").ok_or_else(|| wrong("no END".to_owned()))?;
        let end = rest[end..].find('\n').map_or(rest.len(), |newline| end + newline + 1);
        let (label, der) =
            pem_rfc7468::decode_vec(&rest.as_bytes()[..end]).map_err(|error| wrong(error.to_string()))?;
        let parsed = match label {
            "PRIVATE KEY" => private_key_info(&der),
            "PUBLIC KEY" => public_key_info(&der),
            "CERTIFICATE" => certificate(&der),
            _ => return Err(Error::NotRecognised(format!("PEM of a {label}"))),
        };
        let key = parsed.ok_or_else(|| wrong(format!("no DER of a {label}")))?;
        let key = key.ok_or_else(|| Error::NotRecognised("the key in it is not of ML-KEM".to_owned()))?;
        let agrees = key.agrees_with_itself().map_err(|error| error.to_string());
        report.record(format!("{place}, {label}"), Outcome::accepted("the key", consistent, agrees));
        if label == "CERTIFICATE" {
            report.skip("signature of a certificate", 1);
        }
    }
    Ok(())
}

/// A key as it stands in the file.
enum Key<'a> {
    Seed(Set, &'a [u8]),
    Expanded(Set, &'a [u8]),
    Both(Set, &'a [u8], &'a [u8]),
    Public(Set, &'a [u8]),
}

impl Key<'_> {
    fn agrees_with_itself(&self) -> Result<(), Rejected> {
        /// Any m will do.
        const M: [u8; 32] = [0x42; 32];
        let pair = |set: Set, expanded: &[u8]| {
            set.check_decapsulation_key(expanded)?;
            let (ciphertext, secret) = set.encapsulate(&expanded[set.encapsulation_key_range()], &M)?;
            match set.decapsulate(expanded, &ciphertext)? == secret {
                true => Ok(()),
                false => Err(Rejected::Contradiction("the two halves of the key do not belong together")),
            }
        };
        match *self {
            Key::Public(set, key) => set.encapsulate(key, &M).map(drop),
            Key::Expanded(set, expanded) => pair(set, expanded),
            Key::Seed(set, seed) => pair(set, &set.key_gen(seed)?.1),
            Key::Both(set, seed, expanded) => {
                set.check_decapsulation_key(expanded)?;
                match set.key_gen(seed)?.1 == expanded {
                    true => pair(set, expanded),
                    false => Err(Rejected::Contradiction("the expanded key is not the seed's")),
                }
            }
        }
    }
}

/// The first element of `input`: its tag, its content, and what follows it.
fn element(input: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = input.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (size, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x83 => {
            let (size, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (size.iter().fold(0, |size, byte| size << 8 | usize::from(*byte)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(size)?;
    Some((tag, content, rest))
}

/// The first element, which must have this tag.
fn expect(tag: u8, input: &[u8]) -> Option<(&[u8], &[u8])> {
    element(input).filter(|(found, ..)| *found == tag).map(|(_, content, rest)| (content, rest))
}

/// An AlgorithmIdentifier's parameter set; `Some(None)` for another algorithm.
fn algorithm(content: &[u8]) -> Option<Option<Set>> {
    let (identifier, _) = expect(OBJECT_IDENTIFIER, content)?;
    let last = identifier.strip_prefix(&ML_KEM);
    Some(last.and_then(|last| match last {
        [1] => Some(Set::MlKem512),
        [2] => Some(Set::MlKem768),
        [3] => Some(Set::MlKem1024),
        _ => None,
    }))
}

/// `None`: not DER of this kind. `Some(None)`: the key of another algorithm.
type Parsed<'a> = Option<Option<Key<'a>>>;

/// SEQUENCE { version, SEQUENCE { algorithm }, OCTET STRING { key } ... }
fn private_key_info(der: &[u8]) -> Parsed<'_> {
    let (content, _) = expect(SEQUENCE, der)?;
    let (_, content) = expect(INTEGER, content)?;
    let (identifier, content) = expect(SEQUENCE, content)?;
    let Some(set) = algorithm(identifier)? else { return Some(None) };
    let (key, _) = expect(OCTET_STRING, content)?;
    let (tag, content, after) = element(key)?;
    let key = match tag {
        SEED => Key::Seed(set, content),
        OCTET_STRING => Key::Expanded(set, content),
        SEQUENCE => {
            let (seed, rest) = expect(OCTET_STRING, content)?;
            let (expanded, _) = expect(OCTET_STRING, rest)?;
            Key::Both(set, seed, expanded)
        }
        _ => return None,
    };
    after.is_empty().then_some(Some(key))
}

/// SEQUENCE { SEQUENCE { algorithm }, BIT STRING { no unused bits, key } }
fn public_key_info(der: &[u8]) -> Parsed<'_> {
    let (content, _) = expect(SEQUENCE, der)?;
    let (identifier, content) = expect(SEQUENCE, content)?;
    let Some(set) = algorithm(identifier)? else { return Some(None) };
    let (key, _) = expect(BIT_STRING, content)?;
    Some(Some(Key::Public(set, key.strip_prefix(&[0])?)))
}

/// SEQUENCE { SEQUENCE { \[0\] version, serial, algorithm, issuer, validity, subject, key ... } ... }
fn certificate(der: &[u8]) -> Parsed<'_> {
    let (content, _) = expect(SEQUENCE, der)?;
    let (content, _) = expect(SEQUENCE, content)?;
    let content = expect(VERSION, content).map_or(content, |(_, rest)| rest);
    let (_, mut content) = expect(INTEGER, content)?;
    for _ in ["algorithm", "issuer", "validity", "subject"] {
        (_, content) = expect(SEQUENCE, content)?;
    }
    public_key_info(content)
}
