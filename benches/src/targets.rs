//! The ratios that this project's issues ask for, as data.

/// `ours` takes at most `at_most` of the time of `theirs`.
#[derive(Debug)]
pub struct Target {
    /// The issue that asks for it.
    pub issue: u32,
    /// The operation.
    pub case: String,
    /// Our backend; [`BEST`] for the preferred one.
    pub ours: &'static str,
    /// The other library, or another backend of ours.
    pub theirs: &'static str,
    /// The largest ratio.
    pub at_most: f64,
}

/// The backend that is preferred on this processor.
pub const BEST: &str = "best";

const HASHES: [&str; 4] = ["Sha3_256_MTU", "Sha3_512_MTU", "Shake128_MTU", "Shake256_MTU"];
const OPERATIONS: [&str; 3] = ["KeyGen", "Encaps", "Decaps"];

/// Every ratio, in the order of the issues.
#[must_use]
pub fn all() -> Vec<Target> {
    let mut targets = foundation();
    targets.extend(keccak());
    targets.extend(mlkem());
    targets
}

/// Issue 2: the portable backends.
fn foundation() -> Vec<Target> {
    let target =
        |case: &str, theirs, at_most| Target { issue: 2, case: case.into(), ours: "portable", theirs, at_most };
    let mut targets = vec![target("PermutationFunction", "keccak 0.2", 1.0)];
    for case in HASHES.into_iter().chain(["Shake256_16x", "Shake256_1MiB", "Sha3_512_1MiB"]) {
        targets.push(target(case, "RustCrypto", 1.0));
    }
    for operation in OPERATIONS {
        let case = format!("ML-KEM-768/{operation}");
        targets.push(target(&case, "fips203", 0.55));
        targets.push(target(&case, "ml-kem", 0.40));
    }
    targets
}

/// Issue 3: Keccak on x86-64. Kernels are named by their backend and number of states.
fn keccak() -> Vec<Target> {
    let target = |case: &str, ours, theirs, at_most| Target { issue: 3, case: case.into(), ours, theirs, at_most };
    let mut targets = vec![
        target("PermutationFunction", "avx512vl x1", "bmi x1", 0.78),
        target("PermutationFunction", "bmi x1", "keccak 0.2", 0.85),
        target("PermutationFunction", "avx512vl x4", "avx512vl x1", 1.06),
        target("PermutationFunction", "avx2 x4", "bmi x1", 1.45),
        target("PermutationFunction", "avx512 x8", "avx512vl x4", 2.05),
    ];
    for case in HASHES {
        targets.push(target(case, BEST, "RustCrypto", 0.60));
        targets.push(target(case, BEST, "aws-lc-sys", 0.75));
        targets.push(target(case, BEST, "graviola", 0.80));
    }
    targets.push(target("Shake256_16x", BEST, "RustCrypto", 0.64));
    targets.push(target("Shake256_16x", BEST, "graviola", 0.80));
    // "x9 and x16 in proportion": one, three and four groups of four states of ours. Theirs: four, nine and sixteen
    // single calls; one, two and four groups of four, and one single call for the ninth.
    for (case, libcrux, aws_lc) in
        [("Shake128_34_504_x4", 0.20, 0.25), ("Shake128_34_504_x9", 0.27, 0.34), ("Shake128_34_504_x16", 0.20, 0.25)]
    {
        targets.push(target(case, BEST, "libcrux", libcrux));
        targets.push(target(case, BEST, "aws-lc-sys", aws_lc));
    }
    targets.push(target("Kt128_1MiB", BEST, "RustCrypto", 1.0));
    targets
}

/// Issue 4: ML-KEM on x86-64. The deterministic operations of AWS-LC are in `aws-lc-sys`.
fn mlkem() -> Vec<Target> {
    let target = |set: u32, operation: &str, ours, theirs, at_most| Target {
        issue: 4,
        case: format!("ML-KEM-{set}/{operation}"),
        ours,
        theirs,
        at_most,
    };
    let mut targets = Vec::new();
    let mut operations = |set, ours, theirs, ratios: [f64; 3]| {
        for (operation, at_most) in OPERATIONS.into_iter().zip(ratios) {
            targets.push(target(set, operation, ours, theirs, at_most));
        }
    };
    operations(768, BEST, "graviola", [0.50, 0.45, 0.52]);
    operations(768, BEST, "aws-lc-sys", [0.32, 0.28, 0.25]);
    operations(768, "avx2", "aws-lc-sys", [0.52, 0.50, 0.45]);
    operations(512, BEST, "aws-lc-sys", [0.45, 0.33, 0.28]);
    operations(1024, BEST, "aws-lc-sys", [0.34, 0.27, 0.25]);
    for ours in ["batch of 8", "batch of 64"] {
        for set in [512, 768, 1024] {
            operations(set, ours, BEST, [1.0; 3]);
        }
    }
    // graviola's decapsulation key keeps its matrix: beside the row above, ours that does, too
    targets.push(target(768, "Decaps", "prepared key", "graviola", 0.52));
    targets.push(target(768, "Handshake", BEST, "graviola", 0.50));
    targets.push(target(768, "Encaps/prepared", BEST, "aws-lc-sys", 0.15));
    targets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases;

    /// Every target is about an operation that is measured, and asked for once.
    #[test]
    fn each_is_measured() {
        let (cases, targets) = (cases::all(), all());
        for (index, target) in targets.iter().enumerate() {
            assert!(cases.iter().any(|case| case.name == target.case), "{target:?}");
            let key = |target: &Target| (target.case.clone(), target.ours, target.theirs, target.issue);
            assert!(targets[..index].iter().all(|other| key(other) != key(target)), "{target:?}");
        }
    }
}
