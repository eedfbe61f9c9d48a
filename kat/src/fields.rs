//! Fields of JSON tests.

use crate::{Error, Outcome, Report};
use serde_json::Value;
use std::fmt;

/// One test and the group it stands in: a field that the test lacks is taken from the group.
#[derive(Clone, Copy)]
pub(crate) struct Test<'a> {
    pub(crate) group: &'a Value,
    pub(crate) test: &'a Value,
}

/// `tgId 1, tcId 2`, as far as it is known.
impl fmt::Display for Test<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for name in ["tgId", "tcId"] {
            if let Some(id) = self.get(name) {
                write!(f, "{separator}{name} {id}")?;
                separator = ", ";
            }
        }
        Ok(())
    }
}

impl<'a> Test<'a> {
    pub(crate) fn get(&self, name: &str) -> Option<&'a Value> {
        self.test.get(name).or_else(|| self.group.get(name)).filter(|value| !value.is_null())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    fn wrong(&self, name: &str, what: impl fmt::Display) -> Error {
        Error::malformed(self, format!("{name} {what}"))
    }

    pub(crate) fn text_or_none(&self, name: &str) -> Result<Option<&'a str>, Error> {
        self.get(name).map(|value| value.as_str().ok_or_else(|| self.wrong(name, "is no string"))).transpose()
    }

    pub(crate) fn text(&self, name: &str) -> Result<&'a str, Error> {
        self.text_or_none(name)?.ok_or_else(|| self.wrong(name, "is missing"))
    }

    pub(crate) fn bytes_or_none(&self, name: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(text) = self.text_or_none(name)? else { return Ok(None) };
        hex::decode(text.trim()).map(Some).map_err(|error| self.wrong(name, format!("is no hexadecimal ({error})")))
    }

    pub(crate) fn bytes(&self, name: &str) -> Result<Vec<u8>, Error> {
        self.bytes_or_none(name)?.ok_or_else(|| self.wrong(name, "is missing"))
    }

    /// A number that need not fit into memory.
    fn large_number_or_none(&self, name: &str) -> Result<Option<u64>, Error> {
        let Some(value) = self.get(name) else { return Ok(None) };
        value.as_u64().map(Some).ok_or_else(|| self.wrong(name, "is no natural number"))
    }

    pub(crate) fn large_number(&self, name: &str) -> Result<u64, Error> {
        self.large_number_or_none(name)?.ok_or_else(|| self.wrong(name, "is missing"))
    }

    pub(crate) fn number_or_none(&self, name: &str) -> Result<Option<usize>, Error> {
        let number = self.large_number_or_none(name)?.map(usize::try_from).transpose();
        number.map_err(|_| self.wrong(name, "is too large for this processor"))
    }

    pub(crate) fn number(&self, name: &str) -> Result<usize, Error> {
        self.number_or_none(name)?.ok_or_else(|| self.wrong(name, "is missing"))
    }

    pub(crate) fn flag_or_none(&self, name: &str) -> Result<Option<bool>, Error> {
        self.get(name).map(|value| value.as_bool().ok_or_else(|| self.wrong(name, "is no boolean"))).transpose()
    }

    pub(crate) fn list(&self, name: &str) -> Result<&'a [Value], Error> {
        let list = self.get(name).and_then(Value::as_array).ok_or_else(|| self.wrong(name, "is no list"))?;
        Ok(list)
    }

    /// The message of a hash: `name` holds it, `length` its length in bits. `None` if it is no whole number of bytes.
    pub(crate) fn message(&self, name: &str, length: &str) -> Result<Option<Vec<u8>>, Error> {
        crate::bits::message(self.bytes(name)?, self.number_or_none(length)?).map_err(|error| match error {
            Error::Malformed(what) => Error::malformed(self, what),
            other => other,
        })
    }
}

/// Runs `run` on every test of every group of an ACVP or Wycheproof file.
pub(crate) fn each_test(
    file: &Value,
    report: &mut Report,
    mut run: impl FnMut(Test<'_>) -> Result<Outcome, Error>,
) -> Result<(), Error> {
    let groups = file.get("testGroups").and_then(Value::as_array);
    for group in groups.ok_or_else(|| Error::malformed("testGroups", "is no list"))? {
        let tests = group.get("tests").and_then(Value::as_array);
        for test in tests.ok_or_else(|| Error::malformed("tests", "is no list"))? {
            let test = Test { group, test };
            report.record(test, run(test)?);
        }
    }
    Ok(())
}
