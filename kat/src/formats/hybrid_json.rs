//! Hybrids with ML-KEM in them: X-Wing, X25519MLKEM768 (TLS) and HPKE-PQ.

use super::kem_json::tests;
use crate::fields::Test;
use crate::hybrid::{XWing, split, x25519, x25519_public_key, xwing_encapsulate};
use crate::kem::{Rejected, Set};
use crate::{Error, Outcome, Report};
use serde_json::Value;

/// Which hybrid a file is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hybrid {
    XWing,
    X25519MlKem768,
    Hpke,
}

const FIELDS: [(Hybrid, &[&str]); 3] = [
    (Hybrid::XWing, &["eseed", "ss", "sk", "pk", "ct"]),
    (Hybrid::X25519MlKem768, &["clientShare", "serverShare", "sharedSecret", "clientX25519Private"]),
    (Hybrid::Hpke, &["kem_id", "skRm", "pkRm", "enc", "shared_secret"]),
];

pub(crate) fn recognise(file: &Value) -> Option<Hybrid> {
    let first = *tests(file).first()?;
    FIELDS.iter().find(|(_, names)| names.iter().all(|name| first.get(name).is_some())).map(|(hybrid, _)| *hybrid)
}

pub(crate) fn run(hybrid: Hybrid, file: &Value, report: &mut Report) -> Result<(), Error> {
    for (i, test) in tests(file).into_iter().enumerate() {
        let test = Test { group: &Value::Null, test };
        let outcome = match hybrid {
            Hybrid::XWing => xwing(&test, "sk", "pk", "eseed", "ct", "ss")?,
            Hybrid::X25519MlKem768 => x25519_mlkem768(&test)?,
            Hybrid::Hpke => {
                report.skip("key schedule and encryption of HPKE", 1);
                hpke(&test)?
            }
        };
        let place = if test.has("tcId") { test.to_string() } else { format!("record {i}") };
        report.record(place, outcome.unwrap_or_else(|error| Outcome::Fail(error.to_string())));
    }
    Ok(())
}

/// What a test came to, or what was rejected although all must be accepted.
type Tried = Result<Outcome, Rejected>;

fn xwing(test: &Test<'_>, sk: &str, pk: &str, eseed: &str, ct: &str, ss: &str) -> Result<Tried, Error> {
    let (sk, pk) = (test.bytes(sk)?, test.bytes(pk)?);
    let (eseed, ct, ss) = (test.bytes_or_none(eseed)?, test.bytes(ct)?, test.bytes(ss)?);
    Ok((|| {
        let key = XWing::from_seed(&sk)?;
        let mut outcome = Outcome::equal("encapsulation key", &pk, &key.encapsulation_key()?);
        if let Some(eseed) = eseed {
            let (found_ct, found_ss) = xwing_encapsulate(&pk, &eseed)?;
            outcome = outcome.and(|| Outcome::equal("ciphertext", &ct, &found_ct));
            outcome = outcome.and(|| Outcome::equal("secret (encapsulation)", &ss, &found_ss));
        }
        let found = key.decapsulate(&ct)?;
        Ok(outcome.and(|| Outcome::equal("secret (decapsulation)", &ss, &found)))
    })())
}

/// The client's share is ek || X25519, the server's c || X25519, the secret K || X25519.
fn x25519_mlkem768(test: &Test<'_>) -> Result<Tried, Error> {
    let seed = [test.bytes("d")?, test.bytes("z")?].concat();
    let (client, server) = (test.bytes("clientX25519Private")?, test.bytes("serverX25519Private")?);
    let (client_share, server_share) = (test.bytes("clientShare")?, test.bytes("serverShare")?);
    let (m, secret) = (test.bytes("m")?, test.bytes("sharedSecret")?);
    Ok((|| {
        let set = Set::MlKem768;
        let found_client = [set.key_gen(&seed)?.0, x25519_public_key(&client)?.to_vec()].concat();
        let (ek, client_public) = split(&client_share)?;
        let (c, k) = set.encapsulate(ek, &m)?;
        let found_server = [c, x25519_public_key(&server)?.to_vec()].concat();
        let server_secret = [k, x25519(&server, client_public)?].concat();
        let (c, server_public) = split(&server_share)?;
        let client_secret = [set.decapsulate_with_seed(&seed, c)?, x25519(&client, server_public)?].concat();
        Ok(Outcome::equal("client share", &client_share, &found_client)
            .and(|| Outcome::equal("server share", &server_share, &found_server))
            .and(|| Outcome::equal("server's secret", &secret, &server_secret))
            .and(|| Outcome::equal("client's secret", &secret, &client_secret)))
    })())
}

fn hpke(test: &Test<'_>) -> Result<Tried, Error> {
    let set = match test.number("kem_id")? {
        0x0040 => Set::MlKem512,
        0x0041 => Set::MlKem768,
        0x0042 => Set::MlKem1024,
        0x647a => return xwing(test, "skRm", "pkRm", "ikmE", "enc", "shared_secret"),
        _ => return Ok(Ok(Outcome::Skip("a KEM without ML-KEM, or with a curve that is not here"))),
    };
    let (seed, ek) = (test.bytes("skRm")?, test.bytes("pkRm")?);
    let (m, c, k) = (test.bytes_or_none("ikmE")?, test.bytes("enc")?, test.bytes("shared_secret")?);
    Ok((|| {
        let mut outcome = Outcome::equal("pkRm", &ek, &set.key_gen(&seed)?.0);
        if let Some(m) = m {
            let (found_c, found_k) = set.encapsulate(&ek, &m)?;
            outcome = outcome.and(|| Outcome::equal("enc", &c, &found_c));
            outcome = outcome.and(|| Outcome::equal("shared_secret (encapsulation)", &k, &found_k));
        }
        let found = set.decapsulate_with_seed(&seed, &c)?;
        Ok(outcome.and(|| Outcome::equal("shared_secret (decapsulation)", &k, &found)))
    })())
}
