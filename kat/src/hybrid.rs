//! The X25519 halves of X-Wing and X25519MLKEM768, so that their published results can be checked whole.

use crate::kem::{Rejected, Set, array};
use keccak::{Sha3_256, Shake256};
use x25519_dalek::{PublicKey, StaticSecret};

/// Bytes of an X25519 key or share.
const X25519_SIZE: usize = 32;
/// The last input of X-Wing's combiner.
const XWING_LABEL: &[u8; 6] = br"\.//^\";

/// The X25519 public key of a private key.
///
/// # Errors
/// Wrong length.
pub fn x25519_public_key(private: &[u8]) -> Result<[u8; X25519_SIZE], Rejected> {
    Ok(PublicKey::from(&StaticSecret::from(array("X25519 private key", private)?)).to_bytes())
}

/// The X25519 shared secret.
///
/// # Errors
/// Wrong length.
pub fn x25519(private: &[u8], public: &[u8]) -> Result<[u8; X25519_SIZE], Rejected> {
    let private = StaticSecret::from(array("X25519 private key", private)?);
    let public = PublicKey::from(array::<X25519_SIZE>("X25519 public key", public)?);
    Ok(private.diffie_hellman(&public).to_bytes())
}

/// The two parts of a share, the second of which is X25519's.
///
/// # Errors
/// Too short for an X25519 share; the length of the first part is checked where it is used.
pub fn split(share: &[u8]) -> Result<(&[u8], &[u8]), Rejected> {
    let wrong = Rejected::WrongLength { name: "share", expected: X25519_SIZE, actual: share.len() };
    share.split_at_checked(share.len().wrapping_sub(X25519_SIZE)).ok_or(wrong)
}

/// An X-Wing decapsulation key: ML-KEM-768 and X25519 from one seed of 32 bytes.
pub struct XWing {
    seed: [u8; 64],
    x25519_private: [u8; X25519_SIZE],
}

impl XWing {
    /// expandDecapsulationKey.
    ///
    /// # Errors
    /// Wrong length.
    pub fn from_seed(seed: &[u8]) -> Result<Self, Rejected> {
        let seed: [u8; 32] = array("X-Wing seed", seed)?;
        let mut key = Self { seed: [0; 64], x25519_private: [0; X25519_SIZE] };
        let mut hash = Shake256::new();
        hash.update(seed);
        let mut expanded = hash.finalize_xof();
        expanded.read(&mut key.seed);
        expanded.read(&mut key.x25519_private);
        Ok(key)
    }

    /// ek of ML-KEM-768, then the X25519 public key.
    ///
    /// # Errors
    /// Only when the library contradicts itself.
    pub fn encapsulation_key(&self) -> Result<Vec<u8>, Rejected> {
        let (mut key, _) = Set::MlKem768.key_gen(&self.seed)?;
        key.extend(x25519_public_key(&self.x25519_private)?);
        Ok(key)
    }

    /// The shared secret of a ciphertext.
    ///
    /// # Errors
    /// Wrong length.
    pub fn decapsulate(&self, ciphertext: &[u8]) -> Result<[u8; 32], Rejected> {
        let (ct_m, ct_x) = split(ciphertext)?;
        let ss_m = Set::MlKem768.decapsulate_with_seed(&self.seed, ct_m)?;
        let ss_x = x25519(&self.x25519_private, ct_x)?;
        Ok(combine(&ss_m, &ss_x, ct_x, &x25519_public_key(&self.x25519_private)?))
    }
}

/// X-Wing's ciphertext and shared secret for `eseed` = m, then the ephemeral X25519 private key.
///
/// # Errors
/// Wrong length, coefficient not reduced.
pub fn xwing_encapsulate(encapsulation_key: &[u8], eseed: &[u8]) -> Result<(Vec<u8>, [u8; 32]), Rejected> {
    let (pk_m, pk_x) = split(encapsulation_key)?;
    let (m, ephemeral) = split(eseed)?;
    let (mut ciphertext, ss_m) = Set::MlKem768.encapsulate(pk_m, m)?;
    let ct_x = x25519_public_key(ephemeral)?;
    let ss_x = x25519(ephemeral, pk_x)?;
    ciphertext.extend(ct_x);
    Ok((ciphertext, combine(&ss_m, &ss_x, &ct_x, pk_x)))
}

fn combine(ss_m: &[u8], ss_x: &[u8], ct_x: &[u8], pk_x: &[u8]) -> [u8; 32] {
    let mut hash = Sha3_256::new();
    for part in [ss_m, ss_x, ct_x, pk_x, XWING_LABEL] {
        hash.update(part);
    }
    hash.finalize()
}
