//! What a file is, by what it holds.

use crate::formats::{acvp, cavp, cctv, cshake, hybrid_json, kat_rsp, kem_json, pem, permutation, rfc9861, wycheproof};
use crate::records::Records;
use crate::{Error, Options, Report};
use serde_json::Value;
use std::fmt;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// NIST ACVP: inputs and results.
    AcvpInternalProjection,
    /// NIST ACVP: inputs, whose results stand in another file.
    AcvpPrompt,
    /// NIST ACVP: results, whose inputs stand in another file.
    AcvpExpectedResults,
    /// Wycheproof: ML-KEM or KMAC.
    Wycheproof,
    /// NIST CAVP or the Keccak team: SHA-3 and SHAKE.
    HashRecords,
    /// NIST's samples of cSHAKE.
    CShakeSamples,
    /// KAT records of ML-KEM.
    KatRecords,
    /// C2SP CCTV: values of ML-KEM by their names.
    CctvValues,
    /// C2SP CCTV: encapsulation keys with a coefficient that is not reduced.
    CctvModulus,
    /// RFC 9861 as JSON.
    Rfc9861,
    /// The Keccak team's samples of KangarooTwelve and TurboSHAKE.
    KangarooTwelveSamples,
    /// The Keccak team's intermediate values.
    IntermediateValues,
    /// Keys of ML-KEM in PEM (RFC 9935).
    Pem,
    /// Values of ML-KEM as plain JSON.
    KemJson,
    /// Tables of Compress and Decompress.
    CompressTables,
    /// X-Wing.
    XWing,
    /// X25519MLKEM768 in TLS.
    X25519MlKem768,
    /// HPKE with ML-KEM.
    HpkePq,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AcvpInternalProjection => "ACVP internal projection",
            Self::AcvpPrompt => "ACVP prompt",
            Self::AcvpExpectedResults => "ACVP expected results",
            Self::Wycheproof => "Wycheproof",
            Self::HashRecords => "records of SHA-3 or SHAKE",
            Self::CShakeSamples => "cSHAKE samples",
            Self::KatRecords => "ML-KEM KAT",
            Self::CctvValues => "CCTV values",
            Self::CctvModulus => "CCTV modulus",
            Self::Rfc9861 => "RFC 9861",
            Self::KangarooTwelveSamples => "KangarooTwelve samples",
            Self::IntermediateValues => "Keccak intermediate values",
            Self::Pem => "PEM",
            Self::KemJson => "ML-KEM values",
            Self::CompressTables => "tables of Compress and Decompress",
            Self::XWing => "X-Wing",
            Self::X25519MlKem768 => "X25519MLKEM768",
            Self::HpkePq => "HPKE-PQ",
        })
    }
}

/// A file that was recognised.
pub struct Document {
    format: Format,
    content: Content,
}

enum Content {
    Json(Value),
    Text(String),
}

/// Says what a file is. `bytes` are plain: see [`source::read`](crate::source::read) for compressed ones.
///
/// # Errors
/// [`Error::NotRecognised`], or [`Error::Malformed`] for JSON that is broken.
pub fn recognise(bytes: &[u8]) -> Result<Document, Error> {
    let not = |why: &str| Error::NotRecognised(why.to_owned());
    let text = std::str::from_utf8(bytes).map_err(|_| not("no text"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(not("empty"));
    }
    if text.trim_start().starts_with(['{', '[']) {
        // A setting in brackets begins some records, too: they are no JSON, but lines that all can be read.
        return match serde_json::from_str(text) {
            Ok(json) => recognise_json(json),
            Err(_) if Records::read(text).is_some() => recognise_text(text),
            Err(error) => Err(Error::Malformed(format!("JSON: {error}"))),
        };
    }
    recognise_text(text)
}

fn recognise_json(json: Value) -> Result<Document, Error> {
    if let Some(body) = acvp::body(&json) {
        let is_acvp =
            body["testGroups"].as_array().is_some_and(|groups| groups.iter().any(|g| g.get("tgId").is_some()));
        if is_acvp {
            let format = match acvp::part(body)? {
                acvp::Part::Whole => Format::AcvpInternalProjection,
                acvp::Part::Prompt => Format::AcvpPrompt,
                acvp::Part::Expected => Format::AcvpExpectedResults,
            };
            return Ok(Document { format, content: Content::Json(body.clone()) });
        }
        wycheproof::recognise(body)?;
        return Ok(Document { format: Format::Wycheproof, content: Content::Json(json) });
    }
    let format = if rfc9861::recognise_json(&json) {
        Format::Rfc9861
    } else if let Some(hybrid) = hybrid_json::recognise(&json) {
        match hybrid {
            hybrid_json::Hybrid::XWing => Format::XWing,
            hybrid_json::Hybrid::X25519MlKem768 => Format::X25519MlKem768,
            hybrid_json::Hybrid::Hpke => Format::HpkePq,
        }
    } else if kem_json::recognise_tables(&json) {
        Format::CompressTables
    } else if kem_json::recognise(&json) {
        Format::KemJson
    } else {
        return Err(Error::NotRecognised("JSON without tests of a known kind".to_owned()));
    };
    Ok(Document { format, content: Content::Json(json) })
}

fn recognise_text(text: &str) -> Result<Document, Error> {
    let format = if pem::recognise(text) {
        Format::Pem
    } else if permutation::recognise(text) {
        Format::IntermediateValues
    } else if rfc9861::recognise_text(text) {
        Format::KangarooTwelveSamples
    } else if cctv::recognise_modulus(text) {
        Format::CctvModulus
    } else {
        let records = Records::read(text);
        let records = records.ok_or_else(|| Error::NotRecognised("text that is no list of records".to_owned()))?;
        if kat_rsp::recognise(&records) {
            Format::KatRecords
        } else if cshake::recognise(&records) {
            Format::CShakeSamples
        } else if cavp::recognise(&records) {
            Format::HashRecords
        } else if cctv::recognise(&records) {
            Format::CctvValues
        } else {
            return Err(Error::NotRecognised("records without the fields of a known kind".to_owned()));
        }
    };
    Ok(Document { format, content: Content::Text(text.to_owned()) })
}

impl Document {
    /// What the file is.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Whether `self`, a prompt, and `expected`, expected results, belong together.
    #[must_use]
    pub fn belongs_to(&self, expected: &Self) -> bool {
        match (&self.content, &expected.content) {
            (Content::Json(prompt), Content::Json(results)) => {
                self.format == Format::AcvpPrompt
                    && expected.format == Format::AcvpExpectedResults
                    && acvp::belong_together(prompt, results)
            }
            _ => false,
        }
    }

    /// A prompt and its expected results as one document.
    #[must_use]
    pub fn merged(mut self, expected: &Self) -> Self {
        if let (Content::Json(prompt), Content::Json(results)) = (&mut self.content, &expected.content) {
            acvp::merge(prompt, results);
            self.format = Format::AcvpInternalProjection;
        }
        self
    }

    /// Runs all tests. The file's name is asked only for what its content does not say.
    ///
    /// # Errors
    /// [`Error::Malformed`], or [`Error::NotRecognised`] for what is found out only now.
    pub fn run(&self, file_name: &str, options: &Options<'_>) -> Result<Report, Error> {
        let mut report = Report::default();
        match &self.content {
            Content::Json(json) => self.run_json(json, options, &mut report)?,
            Content::Text(text) => self.run_text(text, file_name, &mut report)?,
        }
        if report.total() == 0 { Err(Error::Malformed("no test in it".to_owned())) } else { Ok(report) }
    }

    fn run_json(&self, json: &Value, options: &Options<'_>, report: &mut Report) -> Result<(), Error> {
        match self.format {
            Format::AcvpInternalProjection => acvp::run(json, options, report),
            Format::AcvpPrompt => Err(Error::NotRecognised("a prompt without its expected results".to_owned())),
            Format::AcvpExpectedResults => {
                Err(Error::NotRecognised("expected results without their prompt".to_owned()))
            }
            Format::Wycheproof => wycheproof::run(json, report),
            Format::Rfc9861 => rfc9861::run_json(json, report),
            Format::XWing => hybrid_json::run(hybrid_json::Hybrid::XWing, json, report),
            Format::X25519MlKem768 => hybrid_json::run(hybrid_json::Hybrid::X25519MlKem768, json, report),
            Format::HpkePq => hybrid_json::run(hybrid_json::Hybrid::Hpke, json, report),
            Format::CompressTables => {
                kem_json::skip_tables(json, report);
                Ok(())
            }
            _ => kem_json::run(json, report),
        }
    }

    fn run_text(&self, text: &str, file_name: &str, report: &mut Report) -> Result<(), Error> {
        let records = || Records::read(text).ok_or_else(|| Error::NotRecognised("no records".to_owned()));
        match self.format {
            Format::Pem => pem::run(text, file_name, report),
            Format::IntermediateValues => permutation::run(text, report),
            Format::KangarooTwelveSamples => rfc9861::run_text(text, report),
            Format::CctvModulus => cctv::run_modulus(text, report),
            Format::KatRecords => kat_rsp::run(&records()?, report),
            Format::CShakeSamples => cshake::run(&records()?, file_name, report),
            Format::HashRecords => cavp::run(&records()?, file_name, report),
            _ => cctv::run(&records()?, report),
        }
    }
}
