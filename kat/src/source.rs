//! Files and folders.

use crate::Error;
use flate2::read::MultiGzDecoder;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// What a compressed file begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// More than this is no test file.
const LARGEST: u64 = 1 << 30;

/// The bytes of a file; what is compressed with gzip is unpacked.
///
/// # Errors
/// [`Error::Unreadable`]
pub fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let too_large = || Error::Unreadable(io::Error::new(io::ErrorKind::FileTooLarge, "larger than 1 GiB"));
    if fs::metadata(path)?.len() > LARGEST {
        return Err(too_large());
    }
    let bytes = fs::read(path)?;
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    let mut plain = Vec::new();
    MultiGzDecoder::new(&bytes[..]).take(LARGEST + 1).read_to_end(&mut plain)?;
    if plain.len() as u64 > LARGEST { Err(too_large()) } else { Ok(plain) }
}

/// A file to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// Whether it was named itself, and not found in a folder.
    pub named: bool,
}

/// The files that `paths` name, and those in the folders that they name, in the order of their names.
/// Names that begin with a point are passed over in folders, links to folders are not followed.
#[must_use]
pub fn list(paths: &[PathBuf]) -> Vec<Source> {
    let mut sources = Vec::new();
    for path in paths {
        if path.is_dir() {
            walk(path, &mut sources);
        } else {
            sources.push(Source { path: path.clone(), named: true });
        }
    }
    sources
}

fn walk(folder: &Path, sources: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else {
        // Reading it as a file says why it cannot be read.
        sources.push(Source { path: folder.to_owned(), named: false });
        return;
    };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), sources),
            Ok(kind) if kind.is_symlink() && entry.path().is_dir() => {}
            _ => sources.push(Source { path: entry.path(), named: false }),
        }
    }
}
