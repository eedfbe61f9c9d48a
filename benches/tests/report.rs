//! The command `report`, run as a user runs it, for a moment.

#![allow(clippy::expect_used, reason = "that is how a test fails")]

use std::process::{Command, Output};

fn report(arguments: &[&str]) -> Output {
    let report = env!("CARGO_BIN_EXE_report");
    Command::new(report).args(["--time", "1"]).args(arguments).output().expect("the command runs")
}

fn printed(arguments: &[&str]) -> String {
    let output = report(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Every format shows the operation that was asked for, and no other.
#[test]
fn formats() {
    let filter = ["--filter", "PermutationFunction", "--format"];
    let of = |format| printed(&[&filter[..], &[format]].concat());
    let text = of("text");
    assert!(text.contains("PermutationFunction") && text.contains("[Geo mean]") && !text.contains("Sha3"));
    assert!(of("markdown").contains("| PermutationFunction |"));
    assert!(of("svg").contains("PermutationFunction</text>") || of("svg").contains("PermutationFunction\n</text>"));
    let json: serde_json::Value = serde_json::from_str(&of("json")).expect("JSON");
    assert_eq!(json[0]["rows"][0]["name"], "PermutationFunction");
    assert!(json[0]["rows"][0]["results"][0]["median_ns"].as_f64() > Some(0.0));
}

/// `--output` writes what would have been printed.
#[test]
fn output() {
    let path = std::env::temp_dir().join(format!("report-{}.md", std::process::id()));
    let name = path.to_str().expect("a name");
    assert_eq!(printed(&["--filter", "768/Decaps", "--format", "markdown", "--output", name]), "");
    let written = std::fs::read_to_string(&path).expect("the file");
    std::fs::remove_file(&path).expect("the file");
    assert!(written.starts_with("### mlkem, time/op\n\n| name | portable time/op |"));
}

/// What is not there is an error that says what is.
#[test]
fn unknown_names() {
    for arguments in [&["--filter", "Sha4"][..], &["--new", "mmx"], &["--old", "mmx"], &["--cost", "--filter", "Sha3"]]
    {
        let output = report(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(!output.stderr.is_empty());
    }
}

/// What ML-KEM costs: every part is there, for the operation that was asked for alone.
#[test]
fn cost() {
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["--cost", "--filter", "ML-KEM-512/Encaps", "--format", "json"])).expect("JSON");
    let cost = &json[0];
    for part in ["calls", "shares"] {
        let rows = cost[part].as_array().expect("rows");
        assert!(!rows.is_empty() && rows.iter().all(|row| row["name"] == "ML-KEM-512/Encaps"), "{part}");
    }
    assert!(cost["calls"][0]["cold_ns"].as_f64() > Some(0.0));
    assert!(cost["code"].is_array() || cost["code"]["unavailable"].is_string());
}

/// The targets are listed with their verdicts; a missed one is an error only where that was asked for.
#[cfg(feature = "peers")]
#[test]
fn check() {
    let text = printed(&["--peers", "--check", "--filter", "PermutationFunction"]);
    assert!(text.contains("verdict") && text.contains("keccak 0.2"));
    let text = printed(&["--peers", "--filter", "PermutationFunction"]);
    assert!(text.contains("of minima") && text.contains("keccak 0.2"));
}

/// The default build says how to get the comparison.
#[cfg(not(feature = "peers"))]
#[test]
fn check() {
    let output = report(&["--peers", "--check"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--features peers"));
}
