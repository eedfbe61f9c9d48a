//! Each kind of file, small: right values pass, a changed one fails, a broken file is told and never panics.
//!
//! Hash values are the published ones of the empty message; values of ML-KEM are made by the library, which other tests
//! hold against the world: what is tested here is the runner.

#![allow(clippy::unwrap_used, clippy::integer_division_remainder_used)]

use kat::hash::{self, Function, Strength};
use kat::hybrid::{XWing, xwing_encapsulate};
use kat::kem::Set;
use kat::{Error, Format, Options, Report, recognise};
use serde_json::{Value, json};

const SHA3_256_EMPTY: &str = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";
const SHAKE128_EMPTY: &str = "7f9c2ba4e88f827d616045507605853e";

fn run(text: &str, format: Format) -> Result<Report, Error> {
    run_named(text, format, "file")
}

fn run_named(text: &str, format: Format, name: &str) -> Result<Report, Error> {
    let document = recognise(text.as_bytes())?;
    assert_eq!(document.format(), format);
    document.run(name, &Options::default())
}

fn counts(report: &Report) -> (u64, u64, u64) {
    (report.passed, report.failed, report.skipped)
}

/// Runs `text`, then with CRLF ends of lines and hexadecimal in capitals.
fn passes(text: &str, format: Format, passed: u64, skipped: u64) {
    let report = run(text, format).unwrap();
    assert_eq!(counts(&report), (passed, 0, skipped), "{:?}", report.failures);
    let report = run(&text.replace('\n', "\r\n"), format).unwrap();
    assert_eq!(counts(&report), (passed, 0, skipped), "{:?}", report.failures);
}

/// `text` with `from` replaced by `to` has one failure.
fn fails_once(text: &str, format: Format, from: &str, to: &str) {
    assert!(text.contains(from));
    let report = run(&text.replacen(from, to, 1), format).unwrap();
    assert_eq!((report.failed, report.failures.len()), (1, 1), "{:?}", report.failures);
}

fn malformed(text: &str) {
    let result = recognise(text.as_bytes()).and_then(|document| document.run("file", &Options::default()));
    assert!(matches!(result, Err(Error::Malformed(_))), "{result:?}");
}

fn not_recognised(text: &[u8]) {
    let result = recognise(text).and_then(|document| document.run("file", &Options::default()));
    assert!(matches!(result, Err(Error::NotRecognised(_))), "{result:?}");
}

/// Every beginning of a file, and a file with any character changed, gives a report or an error.
fn never_panics(text: &str) {
    let step = (text.len() / 97).max(1);
    let run = |text: &str| {
        if let Ok(document) = recognise(text.as_bytes()) {
            let _ = document.run("file", &Options::default());
        }
    };
    for at in (0..text.len()).step_by(step).filter(|at| text.is_char_boundary(*at)) {
        run(&text[..at]);
        let mut rest = text[at..].chars();
        rest.next();
        for other in ["", "9", "-1", "\"", "=", "\n"] {
            run(&format!("{}{other}{}", &text[..at], rest.as_str()));
        }
    }
    // Numbers out of every bound.
    for (at, _) in text.match_indices(|c: char| c.is_ascii_digit()).step_by(step.min(7)).take(40) {
        run(&format!("{}18446744073709551615{}", &text[..at], &text[at + 1..]));
    }
}

/// An ML-KEM key pair and an exchange, in hexadecimal.
struct Exchange {
    seed: String,
    ek: String,
    dk: String,
    m: String,
    c: String,
    k: String,
    /// A changed ciphertext, and what it gives.
    c_bad: String,
    k_bad: String,
}

impl Exchange {
    fn new(set: Set) -> Self {
        let seed: Vec<u8> = (0..64).collect();
        let m = [7; 32];
        let (ek, dk) = set.key_gen(&seed).unwrap();
        let (c, k) = set.encapsulate(&ek, &m).unwrap();
        let mut c_bad = c.clone();
        c_bad[0] ^= 1;
        let k_bad = set.decapsulate(&dk, &c_bad).unwrap();
        assert_ne!(k, k_bad);
        Self {
            seed: hex::encode(seed),
            ek: hex::encode(ek),
            dk: hex::encode(dk),
            m: hex::encode(m),
            c: hex::encode(c),
            k: hex::encode(k),
            c_bad: hex::encode(c_bad),
            k_bad: hex::encode(k_bad),
        }
    }

    fn d(&self) -> &str {
        &self.seed[..64]
    }

    fn z(&self) -> &str {
        &self.seed[64..]
    }

    /// dk whose hash of ek is wrong.
    fn dk_bad_hash(&self) -> String {
        let at = self.dk.len() - 128;
        let digit = if &self.dk[at..=at] == "0" { "1" } else { "0" };
        format!("{}{digit}{}", &self.dk[..at], &self.dk[at + 1..])
    }

    /// ek with a coefficient of 4095.
    fn ek_not_reduced(&self) -> String {
        format!("ffffff{}", &self.ek[6..])
    }
}

/// A digit changed.
fn changed(text: &str) -> String {
    format!("{}{}", if text.starts_with('0') { "1" } else { "0" }, &text[1..])
}

#[test]
fn cavp_and_shortmsg() {
    let sha3 = format!(
        "#  \"SHA3-256 ShortMsg\" information\n\n[L = 256]\n\nLen = 0\nMsg = 00\nMD = {SHA3_256_EMPTY}\n\nLen = 5\nMsg = 13\nMD = 00\n"
    );
    passes(&sha3, Format::HashRecords, 1, 1);
    passes(&sha3.replace(SHA3_256_EMPTY, &SHA3_256_EMPTY.to_uppercase()), Format::HashRecords, 1, 1);
    fails_once(&sha3, Format::HashRecords, "MD = a7", "MD = a6");
    fails_once(&sha3, Format::HashRecords, "MD = a7", "MD = ");
    malformed(&sha3.replace("MD = a7", "MD = g7"));
    malformed(&sha3.replace("Len = 5", "Len = five"));
    malformed(&sha3.replace("Len = 5", "Len = 50"));
    malformed(&sha3.replace("MD = 00\n", ""));
    not_recognised(sha3.replace("SHA3-256", "SHA-256").replace("[L = 256]", "[L = 32]").as_bytes());
    not_recognised(sha3.replace("SHA3-256", "HMAC-SHA3-256").as_bytes());
    never_panics(&sha3);

    // The name in the settings, or nowhere but in the file's name.
    let bare = format!("[L = 256]\nLen = 0\nMsg = 00\nMD = {SHA3_256_EMPTY}\n");
    passes(&bare, Format::HashRecords, 1, 0);
    let bare = format!("Len = 0\nMsg = 00\nOutput = {SHAKE128_EMPTY}\n");
    not_recognised(bare.as_bytes());
    assert_eq!(counts(&run_named(&bare, Format::HashRecords, "SHAKE128ShortMsg.rsp").unwrap()), (1, 0, 0));

    let squeezed = format!(
        "# Keccak(SakuraSequential|11)[r=1344, c=256], or SHAKE128\nLen = 0\nMsg = 00\nSqueezed = {SHAKE128_EMPTY}\n"
    );
    passes(&squeezed, Format::HashRecords, 1, 0);
    // 124 of 128 bits, at either end of the last byte.
    let variable = |output: &str| {
        format!(
            "# \"SHAKE128 VariableOut\"\n[Input Length = 0]\n[Minimum Output Length (bits) = 16]\n[Maximum Output Length (bits) = 1120]\nCOUNT = 0\nOutputlen = 124\nMsg =\nOutput = {output}\n"
        )
    };
    for end in ["0e", "e0"] {
        passes(&variable(&SHAKE128_EMPTY.replace("3e", end)), Format::HashRecords, 1, 0);
    }
    fails_once(&variable(&SHAKE128_EMPTY.replace("3e", "0e")), Format::HashRecords, "0e\n", "0f\n");
    // A length that is not the output's is a failure, and nothing is allocated for it.
    fails_once(&variable(SHAKE128_EMPTY), Format::HashRecords, "Outputlen = 124", "Outputlen = 99999999999999");
}

#[test]
fn monte_carlo() {
    let mut text = "# \"SHA3-256 Monte\"\n[L = 256]\nSeed = 0102\n".to_owned();
    let mut digest = vec![1, 2];
    let mut results = Vec::new();
    for i in 0..3 {
        for _ in 0..1000 {
            digest = Function::Sha3_256.digest([&digest[..]], 32);
        }
        text += &format!("COUNT = {i}\nMD = {}\n", hex::encode(&digest));
        results.push(json!({ "md": hex::encode(&digest) }));
    }
    passes(&text, Format::HashRecords, 3, 0);
    fails_once(&text, Format::HashRecords, "COUNT = 2\nMD = ", "COUNT = 2\nMD = 00");
    never_panics(&text);

    let acvp = acvp(
        "SHA3-256",
        None,
        json!({ "testType": "MCT" }),
        json!([{ "tcId": 1, "msg": "0102", "len": 16, "resultsArray": results }]),
    );
    passes(&acvp, Format::AcvpInternalProjection, 1, 0);
    let last = hex::encode(&digest);
    fails_once(&acvp, Format::AcvpInternalProjection, &last, &changed(&last));

    let mut text = "# \"SHAKE128 Monte\"\n[Minimum Output Length (bits) = 128]\n[Maximum Output Length (bits) = 1120]\nMsg = 00000000000000000000000000000000\n".to_owned();
    let (mut output, mut size) = (vec![0; 16], 140);
    for i in 0..2 {
        let mut last_size = 0;
        for _ in 0..1000 {
            output = Function::Shake(Strength::Bits128).digest([&output[..16]], size);
            last_size = size;
            size = 16 + usize::from(u16::from_be_bytes([output[size - 2], output[size - 1]])) % 125;
        }
        text += &format!("COUNT = {i}\nOutputlen = {}\nOutput = {}\n", 8 * last_size, hex::encode(&output));
    }
    passes(&text, Format::HashRecords, 2, 0);
    malformed(&text.replace("Output Length (bits) = 128", "Output Length (bits) = 0"));
    malformed(&text.replace("[Maximum", "[Most"));
}

fn acvp(algorithm: &str, mode: Option<&str>, mut group: Value, tests: Value) -> String {
    group["tgId"] = json!(1);
    group["tests"] = tests;
    let mut file = json!({ "vsId": 0, "algorithm": algorithm, "revision": "1.0", "testGroups": [group] });
    if let Some(mode) = mode {
        file["mode"] = json!(mode);
    }
    file.to_string()
}

#[test]
fn acvp_hashes() {
    let tests = json!([
        { "tcId": 1, "msg": "", "len": 0, "md": SHA3_256_EMPTY },
        { "tcId": 2, "msg": "FF", "len": 0, "md": SHA3_256_EMPTY.to_uppercase() },
        { "tcId": 3, "msg": "", "md": SHA3_256_EMPTY },
        { "tcId": 4, "msg": "80", "len": 1, "md": SHA3_256_EMPTY },
    ]);
    let text = acvp("SHA3-256", None, json!({ "testType": "AFT" }), tests);
    passes(&text, Format::AcvpInternalProjection, 3, 1);
    fails_once(&text, Format::AcvpInternalProjection, "a7ff", "a8ff");
    malformed(&text.replacen("\"msg\":\"FF\"", "\"msg\":\"F\"", 1));
    malformed(&text.replacen("\"len\":0", "\"len\":\"0\"", 1));
    malformed(&text[..text.len() - 1]);
    never_panics(&text);
    // The protocol puts its version before the file.
    passes(&format!("[{{\"acvVersion\":\"1.0\"}},{text}]"), Format::AcvpInternalProjection, 3, 1);
    not_recognised(text.replace("SHA3-256", "SHA2-256").as_bytes());

    // A message that is repeated: short here, so that its digest can be had another way.
    let digest = Function::Sha3_224.digest([&b"abc".repeat(700_000)[..2_000_000]], 28);
    let large = json!([{ "tcId": 1, "len": 0, "md": hex::encode(digest), "largeMsg": {
        "content": "616263", "contentLength": 24, "fullLength": 16_000_000, "expansionTechnique": "repeating" } }]);
    let text = acvp("SHA3-224", None, json!({ "testType": "LDT" }), large);
    passes(&text, Format::AcvpInternalProjection, 1, 0);
    let options = Options { skip_large: true, ..Options::default() };
    assert_eq!(counts(&recognise(text.as_bytes()).unwrap().run("", &options).unwrap()), (0, 0, 1));

    let cshake = hash::cshake(Strength::Bits128, b"N", b"custom", b"abc", 20);
    let tests = json!([{ "tcId": 1, "msg": "616263", "len": 24, "functionName": "N", "customization": "custom", "md": hex::encode(cshake), "outLen": 160 }]);
    let text = acvp("cSHAKE-128", None, json!({ "testType": "AFT", "hexCustomization": false }), tests);
    passes(&text, Format::AcvpInternalProjection, 1, 0);
    fails_once(&text, Format::AcvpInternalProjection, "custom\"", "Custom\"");
}

#[test]
fn acvp_kmac() {
    let key = [0x40; 32];
    let tag = |xof| hex::encode(hash::kmac(Strength::Bits256, xof, &key, b"\x01", b"abc", 32));
    let test = |mac: &str| json!({ "tcId": 1, "key": hex::encode(key), "keyLen": 256, "msg": "616263", "msgLen": 24, "mac": mac, "macLen": 256, "customizationHex": "01" });
    for xof in [false, true] {
        let group = json!({ "testType": "AFT", "xof": xof, "hexCustomization": true });
        let text = acvp("KMAC-256", None, group, json!([test(&tag(xof))]));
        passes(&text, Format::AcvpInternalProjection, 1, 0);
        fails_once(&text, Format::AcvpInternalProjection, &tag(xof), &tag(!xof));

        let (mut good, mut bad) = (test(&tag(xof)), test(&changed(&tag(xof))));
        good["testPassed"] = json!(true);
        bad["testPassed"] = json!(false);
        let group = json!({ "testType": "MVT", "xof": xof, "hexCustomization": true });
        let text = acvp("KMAC-256", None, group, json!([good, bad]));
        passes(&text, Format::AcvpInternalProjection, 2, 0);
        fails_once(&text, Format::AcvpInternalProjection, "\"testPassed\":true", "\"testPassed\":false");
        fails_once(&text, Format::AcvpInternalProjection, "\"testPassed\":false", "\"testPassed\":true");
    }
}

#[test]
fn acvp_ml_kem() {
    for set in Set::ALL {
        let x = Exchange::new(set);
        let group = json!({ "testType": "AFT", "parameterSet": set.name() });
        let test = json!([{ "tcId": 1, "d": x.d(), "z": x.z(), "ek": x.ek, "dk": x.dk.to_uppercase() }]);
        let text = acvp("ML-KEM", Some("keyGen"), group, test);
        passes(&text, Format::AcvpInternalProjection, 1, 0);
        fails_once(&text, Format::AcvpInternalProjection, &x.ek, &changed(&x.ek));
        fails_once(&text, Format::AcvpInternalProjection, x.d(), &x.d()[2..]);
        malformed(&text.replace("ML-KEM-", "ML-KEM-9"));
        never_panics(&text);

        let group = |function: &str| json!({ "testType": "VAL", "parameterSet": set.name(), "function": function });
        let tests = json!([{ "tcId": 1, "ek": x.ek, "m": x.m, "c": x.c, "k": x.k }]);
        let text = acvp("ML-KEM", Some("encapDecap"), group("encapsulation"), tests);
        passes(&text, Format::AcvpInternalProjection, 1, 0);
        fails_once(&text, Format::AcvpInternalProjection, &x.k, &changed(&x.k));

        // The key as a seed, expanded, both, and in the group.
        let tests = json!([
            { "tcId": 1, "d": x.d(), "z": x.z(), "c": x.c, "k": x.k },
            { "tcId": 2, "dk": x.dk, "c": x.c_bad, "k": x.k_bad },
            { "tcId": 3, "d": x.d(), "z": x.z(), "dk": x.dk, "c": x.c, "k": x.k },
        ]);
        let text = acvp("ML-KEM", Some("encapDecap"), group("decapsulation"), tests);
        passes(&text, Format::AcvpInternalProjection, 3, 0);
        fails_once(&text, Format::AcvpInternalProjection, &x.k_bad, &x.k);
        let mut with_key = group("decapsulation");
        with_key["dk"] = json!(x.dk);
        let text = acvp("ML-KEM", Some("encapDecap"), with_key, json!([{ "tcId": 1, "c": x.c, "k": x.k }]));
        passes(&text, Format::AcvpInternalProjection, 1, 0);

        let tests = json!([
            { "tcId": 1, "dk": x.dk, "testPassed": true },
            { "tcId": 2, "dk": x.dk_bad_hash(), "testPassed": false },
            { "tcId": 3, "dk": &x.dk[2..], "testPassed": false },
        ]);
        let text = acvp("ML-KEM", Some("encapDecap"), group("decapsulationKeyCheck"), tests);
        passes(&text, Format::AcvpInternalProjection, 3, 0);
        fails_once(&text, Format::AcvpInternalProjection, "true", "false");

        let tests = json!([
            { "tcId": 1, "ek": x.ek, "testPassed": true },
            { "tcId": 2, "ek": x.ek_not_reduced(), "testPassed": false },
            { "tcId": 3, "ek": format!("{}00", x.ek), "testPassed": false },
        ]);
        let text = acvp("ML-KEM", Some("encapDecap"), group("encapsulationKeyCheck"), tests);
        passes(&text, Format::AcvpInternalProjection, 3, 0);
        fails_once(&text, Format::AcvpInternalProjection, "false", "true");
    }
}

#[test]
fn acvp_prompt_and_expected_results() {
    let prompt = acvp("SHA3-256", None, json!({ "testType": "AFT" }), json!([{ "tcId": 1, "msg": "", "len": 0 }]));
    let expected = acvp("SHA3-256", None, json!({}), json!([{ "tcId": 1, "md": SHA3_256_EMPTY }]));
    let read = |text: &str| recognise(text.as_bytes()).unwrap();
    assert_eq!((read(&prompt).format(), read(&expected).format()), (Format::AcvpPrompt, Format::AcvpExpectedResults));
    assert!(read(&prompt).belongs_to(&read(&expected)));
    for other in [expected.replace("\"tcId\":1", "\"tcId\":2"), expected.replace("SHA3-256", "SHA3-512")] {
        assert!(!read(&prompt).belongs_to(&read(&other)));
    }
    let merged = |expected: &str| read(&prompt).merged(&read(expected)).run("", &Options::default()).unwrap();
    assert_eq!(counts(&merged(&expected)), (1, 0, 0));
    assert_eq!(counts(&merged(&expected.replace("a7ff", "a7fe"))), (0, 1, 0));
    not_recognised(prompt.as_bytes());
    not_recognised(expected.as_bytes());
}

#[test]
fn wycheproof() {
    for set in Set::ALL {
        let x = Exchange::new(set);
        let file = |kind: &str, tests: Value| {
            json!({ "algorithm": "ML-KEM", "schema": "s.json", "numberOfTests": 1, "testGroups": [
                { "type": kind, "parameterSet": set.name(), "tests": tests }] })
            .to_string()
        };
        let text = file(
            "MLKEMTest",
            json!([
                { "tcId": 1, "seed": x.seed, "ek": x.ek, "c": x.c, "K": x.k, "result": "valid" },
                { "tcId": 2, "seed": x.seed, "c": x.c_bad, "K": x.k_bad, "result": "valid" },
                { "tcId": 3, "seed": x.seed, "c": &x.c[2..], "K": "", "result": "invalid" },
                { "tcId": 4, "seed": &x.seed[2..], "c": x.c, "result": "invalid" },
            ]),
        );
        passes(&text, Format::Wycheproof, 4, 0);
        fails_once(&text, Format::Wycheproof, &x.k, &changed(&x.k));
        fails_once(&text, Format::Wycheproof, &x.ek, &changed(&x.ek));
        fails_once(&text, Format::Wycheproof, "\"result\":\"invalid\"", "\"result\":\"valid\"");
        malformed(&text.replace("\"result\":\"valid\"", "\"result\":\"fine\""));
        never_panics(&text);

        let text = file(
            "MLKEMEncapsTest",
            json!([
                { "tcId": 1, "ek": x.ek, "m": x.m, "c": x.c, "K": x.k, "result": "valid" },
                { "tcId": 2, "ek": x.ek_not_reduced(), "m": x.m, "c": "", "K": "", "result": "invalid" },
                { "tcId": 3, "ek": &x.ek[2..], "m": x.m, "result": "invalid" },
            ]),
        );
        passes(&text, Format::Wycheproof, 3, 0);
        fails_once(&text, Format::Wycheproof, &x.ek_not_reduced(), &x.ek);
        fails_once(&text, Format::Wycheproof, &x.c, &changed(&x.c));

        let text =
            file("MLKEMKeyGen", json!([{ "tcId": 1, "seed": x.seed, "ek": x.ek, "dk": x.dk, "result": "valid" }]));
        passes(&text, Format::Wycheproof, 1, 0);
        fails_once(&text, Format::Wycheproof, &x.dk, &changed(&x.dk));

        let text = file(
            "MLKEMDecapsValidationTest",
            json!([
                { "tcId": 1, "dk": x.dk, "c": x.c, "K": x.k, "result": "valid" },
                { "tcId": 2, "dk": x.dk_bad_hash(), "c": x.c, "result": "invalid" },
                { "tcId": 3, "dk": x.dk, "c": format!("{}00", x.c), "result": "invalid" },
            ]),
        );
        passes(&text, Format::Wycheproof, 3, 0);
        fails_once(&text, Format::Wycheproof, &x.dk_bad_hash(), &x.dk);
    }
    let tag = hex::encode(hash::kmac(Strength::Bits128, false, &[1; 32], b"", b"", 16));
    let text =
        json!({ "algorithm": "KMAC128", "testGroups": [{ "type": "MacTest", "keySize": 256, "tagSize": 128, "tests": [
        { "tcId": 1, "key": "01".repeat(32), "msg": "", "tag": tag, "result": "valid" },
        { "tcId": 2, "key": "01".repeat(32), "msg": "", "tag": changed(&tag), "result": "invalid" },
        { "tcId": 3, "key": "01".repeat(32), "msg": "", "tag": tag, "result": "acceptable" }] }] })
        .to_string();
    passes(&text, Format::Wycheproof, 3, 0);
    fails_once(&text, Format::Wycheproof, &changed(&tag), &tag);
    not_recognised(text.replace("KMAC128", "HMACSHA1").as_bytes());
}

#[test]
fn ml_kem_kat() {
    for set in Set::ALL {
        let x = Exchange::new(set);
        let record = |count: u8| {
            format!(
                "count = {count}\nz = {}\nd = {}\nmsg = {}\nseed = 00\npk = {}\nsk = {}\nct_n = {}\nss_n = {}\nct = {}\nss = {}\n",
                x.z(),
                x.d(),
                x.m,
                x.ek,
                x.dk,
                x.c_bad,
                x.k_bad,
                x.c,
                x.k
            )
        };
        let text = record(0) + "\n" + &record(1);
        passes(&text, Format::KatRecords, 2, 0);
        for value in [x.z(), &x.m, &x.ek, &x.dk, &x.c_bad, &x.k_bad, &x.c, &x.k] {
            fails_once(&text, Format::KatRecords, value, &changed(value));
        }
        // Without the randomness, decapsulation is still tested.
        let bare = format!("pk = {}\nsk = {}\nct = {}\nss = {}\n", x.ek, x.dk, x.c, x.k);
        passes(&bare, Format::KatRecords, 1, 0);
        fails_once(&bare, Format::KatRecords, &x.k, &changed(&x.k));
        malformed(&text.replacen("ss = ", "ss = xyz", 1));
        malformed(&text[..text.len() - 70]);
        not_recognised(format!("# Kyber\n{text}").as_bytes());
        never_panics(&text);
    }
}

#[test]
fn cctv() {
    let set = Set::MlKem512;
    let x = Exchange::new(set);
    let sample =
        format!("d = {}\nz = {}\nek = {}\ndk = {}\nm = {}\nK = {}\nc = {}\n", x.d(), x.z(), x.ek, x.dk, x.m, x.k, x.c);
    passes(&sample, Format::CctvValues, 3, 0);
    // A key that is not d's is a failure, unless its rho is the draft's.
    fails_once(&sample, Format::CctvValues, x.d(), &changed(x.d()));
    let draft = hex::encode(&Function::Sha3_512.digest([&[1u8; 32][..]], 64)[..32]);
    let ek = format!("{}{draft}", &x.ek[..x.ek.len() - 64]);
    let (c, k) = set.encapsulate(&hex::decode(&ek).unwrap(), &[7; 32]).unwrap();
    let text = format!(
        "d = {}\nz = {}\nek = {ek}\nm = {}\nK = {}\nc = {}\n",
        "01".repeat(32),
        x.z(),
        x.m,
        hex::encode(k),
        hex::encode(c)
    );
    passes(&text, Format::CctvValues, 1, 1);

    let strcmp = format!("dk = {}\nc = {}\nK = {}\n", x.dk, x.c_bad, x.k_bad);
    passes(&strcmp, Format::CctvValues, 1, 0);
    fails_once(&strcmp, Format::CctvValues, &x.k_bad, &x.k);
    malformed(&strcmp.replacen("dk = ", "dk = 00", 1));
    never_panics(&strcmp);

    let modulus = format!("{}\n{}\n", x.ek_not_reduced(), x.ek_not_reduced().to_uppercase());
    passes(&modulus, Format::CctvModulus, 2, 0);
    fails_once(&modulus, Format::CctvModulus, &x.ek_not_reduced(), &x.ek);
    malformed(&format!("{modulus}00\n"));
}

#[test]
fn rfc9861_and_kangarootwelve() {
    let out = hash::turboshake(Strength::Bits128, 0x1f, &[0, 1, 2], 40).unwrap();
    let text = json!([
        { "alg": "TurboSHAKE128", "msg": "`00 01 02`", "domain": "1F", "outLen": 40, "out": hex::encode(&out) },
        { "alg": "TurboSHAKE128", "msg": "ptn(3 bytes)", "domain": "1f", "outLen": 40, "lastBytes": 8, "out": hex::encode(&out[32..]) },
    ])
    .to_string();
    passes(&text, Format::Rfc9861, 2, 0);
    fails_once(&text, Format::Rfc9861, "ptn(3", "ptn(4");
    fails_once(&text, Format::Rfc9861, "\"1F\"", "\"80\"");
    malformed(&text.replace("ptn(3 bytes)", "three bytes"));
    malformed(&text.replace("\"lastBytes\":8", "\"lastBytes\":41"));
    never_panics(&text);

    let text = format!(
        "TurboSHAKE128(M=pattern 0x00 to 0xFA for 3^1 bytes, D=1F, 40 bytes), last 8 bytes:\n{}\n",
        hex::encode(&out[32..])
    );
    passes(&text, Format::KangarooTwelveSamples, 1, 0);
    malformed(&text.replace("for 3^1", "for x"));
    never_panics(&text);
}

#[test]
fn cshake_samples() {
    for (strength, size) in [(Strength::Bits128, 32), (Strength::Bits256, 64)] {
        let md = hex::encode(hash::cshake(strength, b"", b"Email", b"\0\x01", size));
        let text = format!("# Sample\nNLen = 0\nSLen = 40\nLen = 16\nN = 00\nS = 456D61696C\nMsg = 0001\nMD = {md}\n");
        passes(&text, Format::CShakeSamples, 1, 0);
        fails_once(&text, Format::CShakeSamples, &md, &changed(&md));
        never_panics(&text);
    }
}

#[test]
fn keccak_intermediate_values() {
    let words = |state: &[u64; 25]| state.map(|word| format!("{word:016X}")).join(" ");
    let bytes =
        |state: &[u64; 25]| state.map(|word| word.to_le_bytes().map(|byte| format!("{byte:02X}")).join(" ")).join(" ");
    let mut output = [0; 25];
    keccak::permutation::keccak_f1600(&mut output);
    // The first round takes the state 0 to RC[0].
    let mut first_round = [0; 25];
    first_round[0] = 1;
    let text = format!(
        "RC[01][0][0] = 0000000000008082\nRhoOffset[1][0] =  1\n+++ Example with the all-zero input +++\n\nInput of permutation:\n{}\n\n--- Round 0 ---\n\nAfter chi:\n{}\nAfter iota:\n{}\nState after permutation:\n{}\n",
        bytes(&[0; 25]),
        words(&[0; 25]),
        words(&first_round),
        bytes(&output)
    );
    passes(&text, Format::IntermediateValues, 4, 1);
    fails_once(&text, Format::IntermediateValues, "8082", "8083");
    fails_once(&text, Format::IntermediateValues, "0000000000000001", "0000000000000002");
    malformed(&text.replace("State after permutation:\n", "State after permutation:\n00 "));
    never_panics(&text);
}

#[test]
fn hybrids_and_plain_values() {
    let x = Exchange::new(Set::MlKem768);
    let text = json!({ "tests": [{ "tcId": 1, "parameterSet": "ML-KEM-768", "d": x.d(), "z": x.z(), "m": x.m, "ek": x.ek, "c": x.c, "K": x.k }] }).to_string();
    passes(&text, Format::KemJson, 1, 0);
    fails_once(&text, Format::KemJson, &x.k, &changed(&x.k));
    never_panics(&text);

    let key = XWing::from_seed(&[9; 32]).unwrap();
    let pk = key.encapsulation_key().unwrap();
    let (ct, ss) = xwing_encapsulate(&pk, &[8; 64]).unwrap();
    let (sk, pk, ct, ss) = (hex::encode([9; 32]), hex::encode(pk), hex::encode(ct), hex::encode(ss));
    let text = json!([{ "seed": sk, "sk": sk, "eseed": "08".repeat(64), "pk": pk, "ct": ct, "ss": ss }]).to_string();
    passes(&text, Format::XWing, 1, 0);
    fails_once(&text, Format::XWing, &ss, &changed(&ss));
    fails_once(&text, Format::XWing, &ct, &ct[2..]);

    let text = json!([
        { "kem_id": 0x41, "skRm": x.seed, "pkRm": x.ek, "ikmE": x.m, "enc": x.c, "shared_secret": x.k },
        { "kem_id": 0x647a, "skRm": sk, "pkRm": pk, "ikmE": "08".repeat(64), "enc": ct, "shared_secret": ss },
        { "kem_id": 0x20, "skRm": "00", "pkRm": "00", "enc": "00", "shared_secret": "00" },
    ])
    .to_string();
    passes(&text, Format::HpkePq, 2, 4);
    fails_once(&text, Format::HpkePq, &x.k, &changed(&x.k));
}

/// A minimal element of DER.
fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let size = content.len();
    let head = match size {
        0..=127 => vec![tag, size as u8],
        _ => vec![tag, 0x82, (size >> 8) as u8, size as u8],
    };
    [head, content.to_vec()].concat()
}

fn pem(inner: &[u8]) -> String {
    let identifier = der(0x30, &der(0x06, &[0x60, 0x86, 0x48, 1, 0x65, 3, 4, 4, 1]));
    let info = der(0x30, &[der(0x02, &[0]), identifier, der(0x04, inner)].concat());
    pem_rfc7468::encode_string("PRIVATE KEY", pem_rfc7468::LineEnding::LF, &info).unwrap()
}

#[test]
fn keys_in_pem() {
    let x = Exchange::new(Set::MlKem512);
    let (seed, dk) = (hex::decode(&x.seed).unwrap(), hex::decode(&x.dk).unwrap());
    let other_dk = Set::MlKem512.key_gen(&[5; 64]).unwrap().1;
    let both = |expanded: &[u8]| pem(&der(0x30, &[der(0x04, &seed), der(0x04, expanded)].concat()));
    for text in [pem(&der(0x80, &seed)), pem(&der(0x04, &dk)), both(&dk)] {
        passes(&text, Format::Pem, 1, 0);
        never_panics(&text);
    }
    assert_eq!(counts(&run(&both(&other_dk), Format::Pem).unwrap()), (0, 1, 0));
    assert_eq!(counts(&run_named(&both(&other_dk), Format::Pem, "inconsistent_1.pem").unwrap()), (1, 0, 0));
    assert_eq!(counts(&run_named(&both(&dk), Format::Pem, "inconsistent_1.pem").unwrap()), (0, 1, 0));
    // s of another key: only encapsulating and decapsulating shows it.
    let mut mixed = dk.clone();
    mixed[..300].copy_from_slice(&other_dk[..300]);
    assert_eq!(counts(&run(&pem(&der(0x04, &mixed)), Format::Pem).unwrap()), (0, 1, 0));
    assert_eq!(counts(&run(&pem(&der(0x80, &seed[1..])), Format::Pem).unwrap()), (0, 1, 0));
    malformed(&pem(&[0x04, 0x82, 0xff]));
    malformed("-----BEGIN PRIVATE KEY-----\nAAAA\n");
}

#[test]
fn what_is_no_test_file() {
    for text in [
        "",
        "\n \n",
        "# Title\nSome prose.\n",
        "a = 1\n",
        "{\"a\": 1}",
        "[]",
        "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n",
    ] {
        not_recognised(text.as_bytes());
    }
    not_recognised(&[0xff, 0x00, 0x80]);
    malformed("{\"testGroups\": [");
    malformed("{\"testGroups\": [{\"tgId\": 1, \"tests\": []}]}");
}
