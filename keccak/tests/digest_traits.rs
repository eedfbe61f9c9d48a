//! The traits of the `digest` crate give what the functions of this crate give.
#![cfg(feature = "digest")]

use digest::{Digest, ExtendableOutput, Update, XofReader};
use keccak::{
    CShake128, Keccak256, Kmac256, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256, TurboShake128,
};

const MESSAGE: &[u8] = b"the same message for all of them";

fn fixed<D: Digest>() -> Vec<u8> {
    let (first, second) = MESSAGE.split_at(7);
    let mut hash = D::new();
    Digest::update(&mut hash, first);
    Digest::update(&mut hash, second);
    assert_eq!(hash.finalize(), D::digest(MESSAGE));
    D::digest(MESSAGE).to_vec()
}

#[test]
fn fixed_output() {
    assert_eq!(fixed::<Sha3_224>(), Sha3_224::digest(MESSAGE));
    assert_eq!(fixed::<Sha3_256>(), Sha3_256::digest(MESSAGE));
    assert_eq!(fixed::<Sha3_384>(), Sha3_384::digest(MESSAGE));
    assert_eq!(fixed::<Sha3_512>(), Sha3_512::digest(MESSAGE));
    assert_eq!(fixed::<Keccak256>(), Keccak256::digest(MESSAGE));
}

fn extendable<X: ExtendableOutput + Update>(mut xof: X) -> [u8; 300] {
    xof.update(MESSAGE);
    let mut reader = xof.finalize_xof();
    let mut output = [0; 300];
    let (first, second) = output.split_at_mut(99);
    reader.read(first);
    reader.read(second);
    output
}

#[test]
fn extendable_output() {
    let mut expected = [0; 300];
    Shake128::digest_xof(MESSAGE, &mut expected);
    assert_eq!(extendable(Shake128::new()), expected);
    Shake256::digest_xof(MESSAGE, &mut expected);
    assert_eq!(extendable(Shake256::new()), expected);
    TurboShake128::digest_xof(MESSAGE, &mut expected);
    assert_eq!(extendable(TurboShake128::new()), expected);

    let mut cshake = CShake128::new(b"", b"customization");
    cshake.update(MESSAGE);
    cshake.finalize_xof().read(&mut expected);
    assert_eq!(extendable(CShake128::new(b"", b"customization")), expected);

    let mut kmac = Kmac256::new(b"key", b"customization");
    kmac.update(MESSAGE);
    kmac.finalize_xof().read(&mut expected);
    assert_eq!(extendable(Kmac256::new(b"key", b"customization")), expected);
}
