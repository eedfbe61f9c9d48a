//! Tests without files: many key exchanges, whose inputs come from one stream and whose results go into one hash.
//!
//! C2SP CCTV's procedure under the final FIPS 203: the stream is SHAKE128 of the empty string. n times, read d, z, m
//! and a random ciphertext; generate, encapsulate, decapsulate; decapsulate the random ciphertext. One SHAKE128 absorbs
//! ek, dk, ct, K and the rejected K (the order of CCTV); another absorbs the same without dk (the order of Go).

use crate::Outcome;
use crate::kem::{Exchange, Rejected, Set};
use keccak::Shake128;
use sha2::{Digest, Sha256};

/// What the procedure gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Of ek, dk, ct, K, rejected K.
    pub cctv: [u8; 32],
    /// Of ek, ct, K, rejected K.
    pub go: [u8; 32],
}

/// Does `n` key exchanges; `each` gets them in order.
///
/// # Errors
/// When decapsulation does not find the secret, or the library contradicts itself otherwise.
pub fn exchanges(set: Set, n: u64, mut each: impl FnMut(u64, &Exchange)) -> Result<(), Rejected> {
    let mut stream = Shake128::new().finalize_xof();
    let (mut seed, mut m) = ([0; 64], [0; 32]);
    let mut random_ciphertext = vec![0; set.ciphertext_size()];
    for i in 0..n {
        stream.read(&mut seed);
        stream.read(&mut m);
        stream.read(&mut random_ciphertext);
        each(i, &set.exchange(&seed, &m, &random_ciphertext)?);
    }
    Ok(())
}

/// Both figures of `n` key exchanges; `progress` gets the number done so far.
///
/// # Errors
/// As [`exchanges`].
pub fn figures(set: Set, n: u64, mut progress: impl FnMut(u64)) -> Result<Figures, Rejected> {
    let (mut cctv, mut go) = (Shake128::new(), Shake128::new());
    exchanges(set, n, |i, exchange| {
        cctv.update(&exchange.ek);
        cctv.update(&exchange.dk);
        go.update(&exchange.ek);
        for hash in [&mut cctv, &mut go] {
            hash.update(&exchange.ct);
            hash.update(exchange.k);
            hash.update(exchange.rejected);
        }
        progress(i + 1);
    })?;
    let mut figures = Figures { cctv: [0; 32], go: [0; 32] };
    cctv.finalize_xof().read(&mut figures.cctv);
    go.finalize_xof().read(&mut figures.go);
    Ok(figures)
}

/// The SHA-256 that pq-crystals/kyber keeps in `SHA256SUMS` for 10 000 key exchanges.
///
/// # Errors
/// As [`exchanges`].
pub fn pq_crystals_figure(set: Set, n: u64) -> Result<[u8; 32], Rejected> {
    let mut hash = Sha256::new();
    exchanges(set, n, |_, exchange| {
        let values: [(&str, &[u8]); 6] = [
            ("Public Key", &exchange.ek),
            ("Secret Key", &exchange.dk),
            ("Ciphertext", &exchange.ct),
            ("Shared Secret B", &exchange.k),
            ("Shared Secret A", &exchange.k),
            ("Pseudorandom shared Secret A", &exchange.rejected),
        ];
        for (name, value) in values {
            hash.update(format!("{name}: {}\n", hex::encode(value)));
        }
    })?;
    Ok(hash.finalize().into())
}

/// The SHA-256 that mlkem-native keeps in `META.yml`: 100 key exchanges from a chain of SHAKE256.
///
/// # Errors
/// When the library contradicts itself.
pub fn mlkem_native_figure(set: Set) -> Result<[u8; 32], Rejected> {
    let mut coins = [0; 96];
    let first: Vec<u8> = (0x20..0x60).collect();
    keccak::Shake256::digest_xof(first, &mut coins);
    let mut hash = Sha256::new();
    for _ in 0..100 {
        let before = coins;
        keccak::Shake256::digest_xof(before, &mut coins);
        let (pk, sk) = set.key_gen(&coins[..64])?;
        let (ct, ss) = set.encapsulate(&pk, &coins[64..])?;
        for (name, value) in [("pk", &pk[..]), ("sk", &sk), ("ct", &ct), ("ss", &ss)] {
            hash.update(format!("{name} = {}\n", hex::encode(value)));
        }
    }
    Ok(hash.finalize().into())
}

/// What others have found, in hexadecimal: parameter set, n, CCTV, Go.
const KNOWN: [(Set, u64, &str, &str); 12] = [
    (
        Set::MlKem512,
        100,
        "449120c6e320ef3e9fbfa2316e5f2d2e1e6dd37d8ff5d086d5d2db7d42aff0a1",
        "86b1b4703b8ffef6f7f3290c6dbce4ad954498a0673ded401a94828e8c519a59",
    ),
    (
        Set::MlKem512,
        1_000,
        "9144b1054d29546b0f7fdd2e48dbb6d68c573dd468845c5e97eb2dba77a8f1e9",
        "1f52919e618f26d802b33dacdc8e0a18005e5e40ebbd473e85faf97f599a2b05",
    ),
    (
        Set::MlKem512,
        10_000,
        "705dcffc87f4e67e35a09dcaa31772e86f3341bd3ccf1e78a5fef99ae6a35a13",
        "e0112db334d4240ca6feed5b0beab1318925edd4ff7d840c2ebe6d61971fc14c",
    ),
    (
        Set::MlKem512,
        1_000_000,
        "21dd330d4355f2ae2876b9fa2b9de62ecaf76aca1d598de8db2b467d36e36a6a",
        "a3e16deb5dc7fb037a72f0642975a220270bc2adc80718fb97f7de91c3caa6f1",
    ),
    (
        Set::MlKem768,
        100,
        "8d65b902f28edc683cebee2872962fd165a4d197c9e24ec74caa4470270df0b7",
        "1114b1b6699ed191734fa339376afa7e285c9e6acf6ff0177d346696ce564415",
    ),
    (
        Set::MlKem768,
        1_000,
        "5706194c22e3e0977b570e636de7364abce0609b341433cc4eb48062080b7c76",
        "78d7c03e462a9b629602564d7a25a61fe1082beaea54b3b6d13d3d7bea50b43d",
    ),
    (
        Set::MlKem768,
        10_000,
        "f959d18d3d1180121433bf0e05f11e7908cf9d03edc150b2b07cb90bef5bc1c1",
        "8a518cc63da366322a8e7a818c7a0d63483cb3528d34a4cf42f35d5ad73f22fc",
    ),
    (
        Set::MlKem768,
        1_000_000,
        "3b108396a277f2952ff3243a985c9709bcb95788c39b7b36a2c4e19d1a41e51e",
        "424bf8f0e8ae99b78d788a6e2e8e9cdaf9773fc0c08a6f433507cb559edfd0f0",
    ),
    (
        Set::MlKem1024,
        100,
        "c3ffe9ebecfa479c142656cbfbc6417efa05b77e994fe538eef4daed166363df",
        "800018fec3e2723f73f1d657fe239b4d5d8782efaade297e8cd448e54cc2ac00",
    ),
    (
        Set::MlKem1024,
        1_000,
        "df23d235ef494a38b2de2deda2704bb1312dd88ef6987ec4fc6f08fe5963ed7f",
        "070478698bfcade6270900c5b7249235ac3873ef2ab94913e059b3913ee809cb",
    ),
    (
        Set::MlKem1024,
        10_000,
        "e3bf82b013307b2e9d47dde791ff6dfc82e694e6382404abdb948b908b75bad5",
        "f1a3925c9cf8538bb104c56efb2f5ecb74cc3df25087460b73f6c873e96bcb6a",
    ),
    (
        Set::MlKem1024,
        1_000_000,
        "6377c4f0ecfdb32e63f7b58227960828784fe0b3e0e5e5e9f77be300f003512a",
        "2254e1f80327f405dd4c8c35ab3234c66c4b7b66360324b06caea551235ceab2",
    ),
];

/// The known figures of `n` key exchanges, if there are any.
#[must_use]
pub fn known(set: Set, n: u64) -> Option<Figures> {
    let (.., cctv, go) = KNOWN.iter().find(|(known_set, known_n, ..)| (*known_set, *known_n) == (set, n))?;
    let bytes = |text: &str| {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).is_ok().then_some(bytes)
    };
    Some(Figures { cctv: bytes(cctv)?, go: bytes(go)? })
}

/// Compares the figures with the known ones; `None` if there are none for this `n`.
#[must_use]
pub fn compare(set: Set, n: u64, found: &Figures) -> Option<Outcome> {
    let known = known(set, n)?;
    Some(Outcome::equal("CCTV", &known.cctv, &found.cctv).and(|| Outcome::equal("Go", &known.go, &found.go)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Every known figure parses, and those of 100 and 1000 exchanges are found.
    #[test]
    fn known_figures_are_found() {
        assert_eq!(KNOWN.iter().filter(|(set, n, ..)| known(*set, *n).is_some()).count(), KNOWN.len());
        for set in Set::ALL {
            for n in [100, 1000] {
                let found = figures(set, n, |_| {}).unwrap();
                assert_eq!(compare(set, n, &found), Some(Outcome::Pass), "{} {n}", set.name());
            }
            assert_eq!(compare(set, 7, &figures(set, 7, |_| {}).unwrap()), None);
        }
    }

    #[test]
    fn wrong_figures_are_told() {
        let mut found = known(Set::MlKem512, 100).unwrap();
        found.go[31] ^= 1;
        assert!(matches!(compare(Set::MlKem512, 100, &found), Some(Outcome::Fail(_))));
    }

    /// The same figures as the C implementations keep.
    #[test]
    fn figures_of_mlkem_native() {
        for (set, figure) in [
            (Set::MlKem512, "0a2d61707a68c0cac7b2a5005def19994e4e2a25cf8dc512b1254cbaa25473c0"),
            (Set::MlKem768, "8cff42556667edbd0fec7d0b2666d7710d80db71b684f8b4852a37ece2a4c844"),
            (Set::MlKem1024, "f9c6e424f4593cca818493cfe2424178ed0caa2a3945dc1a57cbb5d99e18ad2d"),
        ] {
            assert_eq!(hex::encode(mlkem_native_figure(set).unwrap()), figure, "{}", set.name());
        }
    }

    /// One set is enough of this one: its exchanges are those of the procedure above.
    #[test]
    fn figure_of_pq_crystals() {
        let figure = "4d34994299a8f8dcb36c550951a00f6e16918d6d5b6f280ee2aa12a7bf8375a0";
        assert_eq!(hex::encode(pq_crystals_figure(Set::MlKem512, 10_000).unwrap()), figure);
    }
}
