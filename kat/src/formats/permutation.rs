//! The Keccak team's intermediate values: of Keccak-f\[1600\], and of whole sponges.
//!
//! Round constants and rho offsets are compared with the crate's; every permutation's input gives its output; and from
//! the state after each round, the rounds that are left (Keccak-p[1600, n]) give the same output. A sponge's message
//! of whole bytes gives what is squeezed.

use crate::bits::BIT_LEVEL_INPUT;
use crate::hash::{Function, Strength};
use crate::{Error, Outcome, Report};
use keccak::permutation::{RHO_OFFSETS, ROUND_CONSTANTS, keccak_f1600, keccak_p1600};

/// Why the values between the steps of a round are not tested.
const INTERNAL: &str = "values within a round, which the library does not show";

type State = [u64; 25];

pub(crate) fn recognise(text: &str) -> bool {
    text.contains("State after permutation:")
}

/// A label and the hexadecimal words below it, to the next label.
struct Section<'a> {
    line: usize,
    label: &'a str,
    words: Vec<&'a str>,
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let data = !line.is_empty() && line.split_whitespace().all(|word| word.bytes().all(|c| c.is_ascii_hexdigit()));
        if data {
            if let Some(section) = sections.last_mut() {
                section.words.extend(line.split_whitespace());
            }
        } else if line.ends_with(':') || line.starts_with("---") || line.starts_with("+++") || line.contains('=') {
            let label = line.trim_end_matches(':').trim_matches(['-', '+', ' ']);
            sections.push(Section { line: number + 1, label, words: Vec::new() });
        }
    }
    sections
}

impl Section<'_> {
    fn wrong(&self, what: &str) -> Error {
        Error::malformed(format!("line {}, {:?}", self.line, self.label), what)
    }

    fn bytes(&self) -> Result<Vec<u8>, Error> {
        hex::decode(self.words.concat()).map_err(|_| self.wrong("no hexadecimal bytes"))
    }

    /// A state of 25 words, or of 200 bytes.
    fn state(&self) -> Result<State, Error> {
        let wrong = || self.wrong("no state of 1600 bits");
        let words: Vec<u64> = match self.words.first().map(|word| word.len()) {
            Some(16) => self
                .words
                .iter()
                .map(|word| u64::from_str_radix(word, 16).map_err(|_| wrong()))
                .collect::<Result<_, _>>()?,
            _ => {
                let bytes = self.bytes()?;
                let (words, []) = bytes.as_chunks::<8>() else { return Err(wrong()) };
                words.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect()
            }
        };
        words.try_into().map_err(|_| wrong())
    }
}

/// What has been read of a sponge.
#[derive(Default)]
struct Sponge {
    message: Option<Vec<u8>>,
    bits: usize,
    suffix: Option<u8>,
    /// Bytes of the largest block: the rate.
    block: usize,
    squeezed: Vec<u8>,
}

pub(crate) fn run(text: &str, report: &mut Report) -> Result<(), Error> {
    let mut input = None;
    let mut rounds: Vec<(String, usize, State)> = Vec::new();
    let mut round = 0;
    let mut sponge = Sponge::default();
    for section in sections(text) {
        let label = section.label;
        let place = format!("line {}: {label}", section.line);
        if let Some((name, value)) = label.split_once('=') {
            report
                .record(&place, constant(name.trim(), value.trim()).ok_or_else(|| section.wrong("no known constant"))?);
        } else if label.starts_with("Example") {
            std::mem::take(&mut sponge).finish(report);
        } else if let Some(number) = label.strip_prefix("Round ") {
            round = number.parse().map_err(|_| section.wrong("no number"))?;
        } else {
            match label {
                "Input of permutation" => input = Some(section.state()?),
                "After iota" => rounds.push((place, round, section.state()?)),
                "After theta" | "After rho" | "After pi" | "After chi" => report.skip(INTERNAL, 1),
                "State after permutation" => {
                    let output = section.state()?;
                    let mut found = input.take().ok_or_else(|| section.wrong("no input before it"))?;
                    keccak_f1600(&mut found);
                    report.record(place, equal(&output, &found));
                    for (place, round, mut state) in rounds.drain(..) {
                        let left = 23usize.checked_sub(round).ok_or_else(|| section.wrong("more than 24 rounds"))?;
                        last_rounds(&mut state, left);
                        report.record(place, equal(&output, &state));
                    }
                }
                "Input message (last byte aligned on LSB)" => sponge.message = Some(section.bytes()?),
                "Input message (in bits)" => sponge.bits = section.words.len(),
                "Delimited suffix" => sponge.suffix = section.bytes()?.first().copied(),
                "Block to be absorbed" => sponge.block = sponge.block.max(section.words.len()),
                "Squeezed block" | "Squeezed block (part)" => {
                    sponge.block = sponge.block.max(section.words.len());
                    sponge.squeezed.extend(section.bytes()?);
                }
                _ => {}
            }
        }
    }
    sponge.finish(report);
    Ok(())
}

fn equal(expected: &State, found: &State) -> Outcome {
    let bytes = |state: &State| state.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>();
    Outcome::equal("state", &bytes(expected), &bytes(found))
}

/// `RC[03][0][0]` or `RhoOffset[1][2]` and its value.
fn constant(name: &str, value: &str) -> Option<Outcome> {
    let (name, indices) = name.split_once('[')?;
    let mut indices = indices.split(['[', ']']).filter_map(|index| index.parse::<usize>().ok());
    let (first, second) = (indices.next()?, indices.next()?);
    let (expected, found) = match name {
        "RC" => (u64::from_str_radix(value, 16).ok()?, *ROUND_CONSTANTS.get(first)?),
        "RhoOffset" => (value.parse().ok()?, u64::from(*RHO_OFFSETS.get(first.checked_add(second.checked_mul(5)?)?)?)),
        _ => return None,
    };
    Some(Outcome::equal(name, &expected.to_be_bytes(), &found.to_be_bytes()))
}

/// The last `left` rounds, at most 23.
fn last_rounds(state: &mut State, left: usize) {
    macro_rules! rounds {
        ($($n:literal)*) => {
            match left {
                $($n => keccak_p1600::<$n>(state),)*
                _ => {}
            }
        };
    }
    rounds!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23);
}

impl Sponge {
    /// Hashes the message, if there was one.
    fn finish(self, report: &mut Report) {
        let (Some(message), Some(suffix)) = (self.message, self.suffix) else { return };
        let function = match (suffix, self.squeezed.len()) {
            (0x06, 28) => Some(Function::Sha3_224),
            (0x06, 32) => Some(Function::Sha3_256),
            (0x06, 48) => Some(Function::Sha3_384),
            (0x06, 64) => Some(Function::Sha3_512),
            (0x01, 32) => Some(Function::Keccak256),
            (0x1f, _) if self.block == 168 => Some(Function::Shake(Strength::Bits128)),
            (0x1f, _) if self.block == 136 => Some(Function::Shake(Strength::Bits256)),
            _ => None,
        };
        let outcome = match function {
            _ if !self.bits.is_multiple_of(8) => Outcome::Skip(BIT_LEVEL_INPUT),
            Some(function) if self.bits == 8 * message.len() => {
                Outcome::equal("squeezed", &self.squeezed, &function.digest([&message[..]], self.squeezed.len()))
            }
            _ => Outcome::Skip("a sponge that is no function of the library"),
        };
        report.record(format!("message of {} bits", self.bits), outcome);
    }
}
