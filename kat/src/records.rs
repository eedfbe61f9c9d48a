//! Files of `name = value` lines: CAVP, Keccak team, KAT, CCTV.

use crate::Error;
use std::fmt;

/// A record: fields in the order of the file, no name twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record<'a> {
    /// Line of the first field, from 1.
    line: usize,
    fields: Vec<(&'a str, &'a str)>,
}

/// A file of records.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records<'a> {
    /// What the lines that begin with `#` say.
    pub(crate) comments: Vec<&'a str>,
    /// What stands in brackets: `[L = 224]`.
    pub(crate) settings: Vec<(&'a str, &'a str)>,
    /// A field whose name the record already has begins the next one.
    pub(crate) records: Vec<Record<'a>>,
}

impl<'a> Records<'a> {
    /// `None` if a line is neither a comment, nor in brackets, nor `name = value`, or if there is no record.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let mut file = Self::default();
        let mut record = Record::default();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() {
            } else if let Some(comment) = line.strip_prefix('#') {
                file.comments.push(comment.trim());
            } else if let Some(setting) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                file.settings.push(split(setting).unwrap_or((setting, "")));
            } else {
                // The name may hold a `=` of its own: `dkPKE = NTT(s) = 0123`.
                let (name, value) = split(line)?;
                if record.get(name).is_some() {
                    file.records.push(std::mem::take(&mut record));
                }
                if record.fields.is_empty() {
                    record.line = number + 1;
                }
                record.fields.push((name, value));
            }
        }
        if !record.fields.is_empty() {
            file.records.push(record);
        }
        (!file.records.is_empty()).then_some(file)
    }

    /// The number that stands in brackets as `[name = number]`.
    pub(crate) fn setting(&self, name: &str) -> Option<usize> {
        self.settings.iter().find(|(n, _)| *n == name).and_then(|(_, value)| value.parse().ok())
    }

    /// Whether the first record has every one of these fields.
    pub(crate) fn have(&self, names: &[&str]) -> bool {
        self.records.first().is_some_and(|record| names.iter().all(|name| record.get(name).is_some()))
    }
}

/// Splits at the last `=`.
fn split(line: &str) -> Option<(&str, &str)> {
    line.rsplit_once('=').map(|(name, value)| (name.trim(), value.trim()))
}

/// `count 3` or `Len 8`: the first field names the record, and the line finds it.
impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = ["count", "COUNT", "Len"].iter().find_map(|name| self.get(name).map(|value| (*name, value)));
        match named {
            Some((name, value)) => write!(f, "{name} = {value}, line {}", self.line),
            None => write!(f, "line {}", self.line),
        }
    }
}

impl<'a> Record<'a> {
    /// All records as one, in which a name may come twice.
    pub(crate) fn joined(records: &[Self]) -> Self {
        let line = records.first().map_or(0, |record| record.line);
        Self { line, fields: records.iter().flat_map(|record| record.fields.iter().copied()).collect() }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.fields.iter().map(|(name, _)| *name)
    }

    /// The first field of that name.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.fields.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }

    pub(crate) fn bytes_or_none(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let wrong = |error| Error::malformed(self, format!("{name} is no hexadecimal ({error})"));
        self.get(name).map(|value| hex::decode(value).map_err(wrong)).transpose()
    }

    pub(crate) fn bytes(&self, name: &str) -> Result<Vec<u8>, Error> {
        self.bytes_or_none(name)?.ok_or_else(|| Error::malformed(self, format!("{name} is missing")))
    }

    pub(crate) fn number(&self, name: &str) -> Result<usize, Error> {
        let value = self.get(name).ok_or_else(|| Error::malformed(self, format!("{name} is missing")))?;
        value.parse().map_err(|_| Error::malformed(self, format!("{name} is no natural number")))
    }

    /// The bytes of a message whose length in bits stands in `length`; `None` if it is no whole number of bytes.
    pub(crate) fn message(&self, name: &str, length: &str) -> Result<Option<Vec<u8>>, Error> {
        let (message, bits) = (self.bytes(name)?, self.number(length)?);
        crate::bits::message(message, Some(bits)).map_err(|error| match error {
            Error::Malformed(what) => Error::malformed(self, what),
            other => other,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_name_begins_the_next_record() {
        let text = "# About\r\n[L = 224]\r\n\r\nLen = 0\r\nMsg = 00\r\n\r\nLen = 8\r\nMsg = ab\r\n";
        let file = Records::read(text).unwrap();
        assert_eq!(file.comments, ["About"]);
        assert_eq!(file.setting("L"), Some(224));
        assert_eq!(file.records.len(), 2);
        assert_eq!(file.records[1].bytes("Msg").unwrap(), [0xab]);
        assert_eq!(file.records[1].to_string(), "Len = 8, line 7");
        assert!(file.records[1].bytes("MD").is_err());
        assert!(Records::read("some prose\n").is_none());
    }
}
