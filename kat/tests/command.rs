//! The command: what it prints, and its exit status.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const GOOD: &str =
    "# SHA3-256\nLen = 0\nMsg = 00\nMD = a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a\n";

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kat-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn kat(arguments: &[&Path]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_kat")).args(arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn one_line_a_file_and_the_sum_last() {
    let folder = Folder::new("good");
    let one = folder.file("one.txt", GOOD);
    let two = folder.file("two.rsp", format!("{GOOD}Len = 3\nMsg = 00\nMD = 00\n"));
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(GOOD.as_bytes()).unwrap();
    let three = folder.file("three.rsp.gz", gzip.finish().unwrap());
    let (status, out, _) = kat(&[&one, &two, &three]);
    assert_eq!(status, 0);
    let expected = format!(
        "{}: 1 passed, 0 failed, 0 skipped\n{}: 1 passed, 0 failed, 1 skipped (1 bit-level input)\n{}: 1 passed, 0 failed, 0 skipped\n3 passed, 0 failed, 1 skipped\n",
        one.display(),
        two.display(),
        three.display()
    );
    assert_eq!(out, expected);
}

#[test]
fn a_failure_is_shown_and_gives_status_1() {
    let folder = Folder::new("bad");
    let bad = folder.file("bad.txt", GOOD.replace("MD = a7", "MD = a6"));
    let unknown = folder.file("unknown.txt", "prose");
    let (status, out, _) = kat(&[&bad, &unknown]);
    assert_eq!(status, 1);
    assert!(out.contains("FAILED Len = 0, line 2: MD"), "{out}");
    assert_eq!(last_line(&out), "0 passed, 1 failed, 0 skipped");
    // In a folder, too.
    assert_eq!(kat(&[&folder.0]).0, 1);
}

#[test]
fn what_gives_no_report_matters_only_if_it_was_named() {
    let folder = Folder::new("unknown");
    folder.file("deep/good.txt", GOOD);
    let unusable = [
        folder.file("README.md", "prose"),
        folder.file("cut.txt", &GOOD[..40]),
        folder.file("broken.json", "{\"testGroups\": ["),
        folder.file("broken.gz", [0x1f, 0x8b, 0, 0]),
        folder.file("binary", [0xff, 0xfe, 0]),
        folder.file("empty", ""),
    ];
    let (status, out, _) = kat(&[&folder.0]);
    assert_eq!((status, last_line(&out)), (0, "1 passed, 0 failed, 0 skipped"));
    for path in unusable {
        assert!(out.contains(&format!("{}: ", path.display())), "{out}");
        let (status, out, _) = kat(&[&path]);
        assert_eq!((status, last_line(&out)), (2, "0 passed, 0 failed, 0 skipped"), "{out}");
    }
    let (status, out, _) = kat(&[&folder.0.join("missing"), &folder.0.join("deep/good.txt")]);
    assert_eq!((status, last_line(&out)), (2, "1 passed, 0 failed, 0 skipped"));
}

#[test]
fn acvp_prompt_and_expected_results_find_each_other() {
    let folder = Folder::new("pair");
    let head = "\"vsId\": 1, \"algorithm\": \"SHA3-256\", \"revision\": \"2.0\"";
    let digest = "A7FFC6F8BF1ED76651C14756A061D662F580FF4DE43B49FA82D80A4B80F8434A";
    let test = "{\"tcId\": 1, \"msg\": \"\", \"len\": 0}";
    let prompt = format!("{{{head}, \"testGroups\": [{{\"tgId\": 1, \"testType\": \"AFT\", \"tests\": [{test}]}}]}}");
    let test = format!("{{\"tcId\": 1, \"md\": \"{digest}\"}}");
    let expected =
        format!("[{{\"acvVersion\": \"1.0\"}}, {{{head}, \"testGroups\": [{{\"tgId\": 1, \"tests\": [{test}]}}]}}]");

    let (here, there) = (folder.file("a/prompt.json", &prompt), folder.file("a/expectedResults.json", &expected));
    for arguments in [&[&*here] as &[&Path], &[&there], &[&here, &there], &[&there, &here], &[&folder.0]] {
        let (status, out, _) = kat(arguments);
        assert_eq!((status, last_line(&out)), (0, "1 passed, 0 failed, 0 skipped"), "{out}");
    }
    // In two folders both must be named.
    let (here, there) =
        (folder.file("b/prompt.json", &prompt), folder.file("c/results.json", expected.replace("A7FF", "A7FE")));
    assert_eq!(kat(&[&here]).0, 2);
    assert_eq!(kat(&[&there]).0, 2);
    let (status, out, _) = kat(&[&here, &there]);
    assert_eq!((status, last_line(&out)), (1, "0 passed, 1 failed, 0 skipped"), "{out}");
}

#[test]
fn backends_are_listed_and_forced() {
    let (status, out, _) = kat(&[Path::new("--list-backends")]);
    assert_eq!(status, 0);
    for library in ["keccak", "mlkem"] {
        let mut lines = out.lines().filter(|line| line.starts_with(library));
        assert!(lines.clone().any(|line| line.contains("portable") && line.contains("available")), "{out}");
        assert_eq!(lines.by_ref().filter(|line| line.ends_with("default")).count(), 1, "{out}");
    }
    let folder = Folder::new("backend");
    let good = folder.file("good.txt", GOOD);
    let option = Path::new("--backend");
    assert_eq!(kat(&[option, Path::new("portable"), &good]).0, 0);
    let (status, _, err) = kat(&[option, Path::new("fastest"), &good]);
    assert_eq!(status, 2);
    assert!(err.contains("fastest"), "{err}");
}

#[test]
fn accumulated_figures() {
    let run = |n: &str| {
        let arguments = ["accumulated", "--set", "512", "--n", n, "--backend", "portable"];
        kat(&arguments.map(Path::new))
    };
    let (status, out, _) = run("100");
    assert_eq!((status, last_line(&out)), (0, "1 passed, 0 failed, 0 skipped"));
    assert!(out.contains("CCTV 449120c6e320ef3e") && out.contains("Go   86b1b4703b8ffef6"), "{out}");
    let (status, out, _) = run("3");
    assert_eq!((status, last_line(&out)), (0, "0 passed, 0 failed, 1 skipped (1 no known figure for this n)"));
}

#[test]
fn wrong_arguments_give_status_2() {
    assert_eq!(kat(&[]).0, 2);
    assert_eq!(kat(&[Path::new("--no-such-option")]).0, 2);
    assert_eq!(kat(&["accumulated", "--set", "640"].map(Path::new)).0, 2);
}
