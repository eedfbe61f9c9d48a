//! X25519MLKEM768 (0x11EC) for rustls: X25519 is that of any provider, ML-KEM-768 is this library.
//!
//! The hybrid of draft-ietf-tls-ecdhe-mlkem, with ML-KEM first everywhere:
//!
//! | what         | ML-KEM-768              | X25519     | bytes |
//! | ------------ | ----------------------- | ---------- | ----- |
//! | client share | encapsulation key, 1184 | public, 32 | 1216  |
//! | server share | ciphertext, 1088        | public, 32 | 1120  |
//! | secret       | shared secret, 32       | shared, 32 | 64    |
//!
//! A share that is not one ends the handshake with the alert illegal_parameter: rustls sends it for every error of
//! [`SupportedKxGroup::start_and_complete`] and [`ActiveKeyExchange::complete`].

use mlkem::{Ciphertext768, DecapsulationKey768, EncapsulationKey768, MlKem768, ParameterSet};
use rand_core::{TryCryptoRng, TryRng};
use rustls::crypto::{
    ActiveKeyExchange, CompletedKeyExchange, CryptoProvider, GetRandomFailed, SecureRandom, SharedSecret,
    SupportedKxGroup,
};
use rustls::ffdhe_groups::FfdheGroup;
use rustls::{Error, NamedGroup, PeerMisbehaved, ProtocolVersion};

/// Bytes of an X25519 public key.
pub(crate) const X25519_SHARE_SIZE: usize = 32;
/// Bytes of the client's share: ek || X25519.
pub(crate) const CLIENT_SHARE_SIZE: usize = MlKem768::ENCAPSULATION_KEY_SIZE + X25519_SHARE_SIZE;
/// Bytes of the server's share: c || X25519.
pub(crate) const SERVER_SHARE_SIZE: usize = MlKem768::CIPHERTEXT_SIZE + X25519_SHARE_SIZE;

const INVALID_KEY_SHARE: Error = Error::PeerMisbehaved(PeerMisbehaved::InvalidKeyShare);

/// `provider` with X25519MLKEM768 as its first choice, made of its own X25519 and its own randomness, or none if it has
/// no X25519.
///
/// The group lives as long as the process, as rustls wants it: make one provider and keep it.
#[must_use]
pub(crate) fn with_x25519mlkem768(mut provider: CryptoProvider) -> Option<CryptoProvider> {
    let x25519 = *provider.kx_groups.iter().find(|group| group.name() == NamedGroup::X25519)?;
    let hybrid = Box::leak(Box::new(X25519MlKem768 { x25519, random: provider.secure_random }));
    provider.kx_groups.retain(|group| group.name() != NamedGroup::X25519MLKEM768);
    provider.kx_groups.insert(0, hybrid);
    Some(provider)
}

/// The key exchange group.
#[derive(Debug)]
pub(crate) struct X25519MlKem768 {
    x25519: &'static dyn SupportedKxGroup,
    random: &'static dyn SecureRandom,
}

impl SupportedKxGroup for X25519MlKem768 {
    /// The client's first move: a new key pair of each kind.
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        let x25519 = self.x25519.start()?;
        let decapsulation_key = DecapsulationKey768::generate_with_rng(&mut Randomness(self.random))?;
        let share = [decapsulation_key.encapsulation_key().as_bytes(), x25519.pub_key()].concat();
        Ok(Box::new(ActiveX25519MlKem768 { x25519, decapsulation_key, share }))
    }

    /// The server's only move: its share answers the client's.
    fn start_and_complete(&self, client_share: &[u8]) -> Result<CompletedKeyExchange, Error> {
        let (ek, public) = split(client_share, MlKem768::ENCAPSULATION_KEY_SIZE)?;
        // FIPS 203 asks for the check of the modulus here (section 7.2), RFC 8446 for that of the point (section 7.4.2).
        let ek = EncapsulationKey768::from_bytes(ek).map_err(|_| INVALID_KEY_SHARE)?;
        let x25519 = self.x25519.start_and_complete(public)?;
        let (c, k) = ek.encapsulate_with_rng(&mut Randomness(self.random))?;
        Ok(CompletedKeyExchange {
            group: self.name(),
            pub_key: [c.as_bytes(), &x25519.pub_key].concat(),
            secret: combine(&k, &x25519.secret),
        })
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn name(&self) -> NamedGroup {
        NamedGroup::X25519MLKEM768
    }

    fn usable_for_version(&self, version: ProtocolVersion) -> bool {
        version == ProtocolVersion::TLSv1_3
    }
}

/// What the client keeps while its share is under way.
struct ActiveX25519MlKem768 {
    x25519: Box<dyn ActiveKeyExchange>,
    decapsulation_key: DecapsulationKey768,
    share: Vec<u8>,
}

impl ActiveKeyExchange for ActiveX25519MlKem768 {
    /// A ciphertext of the right length is never refused: one that was not made for this key gives a secret that the
    /// server cannot know (implicit rejection), and the handshake ends at its first encrypted record.
    fn complete(self: Box<Self>, server_share: &[u8]) -> Result<SharedSecret, Error> {
        let (c, public) = split(server_share, MlKem768::CIPHERTEXT_SIZE)?;
        let c = Ciphertext768::from_bytes(c).map_err(|_| INVALID_KEY_SHARE)?;
        let x25519 = self.x25519.complete(public)?;
        Ok(combine(&self.decapsulation_key.decapsulate(&c), &x25519))
    }

    /// The X25519 share goes out a second time, as a group of its own, for servers that know no ML-KEM.
    fn hybrid_component(&self) -> Option<(NamedGroup, &[u8])> {
        Some((self.x25519.group(), self.x25519.pub_key()))
    }

    fn complete_hybrid_component(self: Box<Self>, server_share: &[u8]) -> Result<SharedSecret, Error> {
        self.x25519.complete(server_share)
    }

    fn pub_key(&self) -> &[u8] {
        &self.share
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn group(&self) -> NamedGroup {
        NamedGroup::X25519MLKEM768
    }
}

/// A share's ML-KEM part, which has `mlkem_size` bytes, and its X25519 part.
fn split(share: &[u8], mlkem_size: usize) -> Result<(&[u8], &[u8]), Error> {
    match share.split_at_checked(mlkem_size) {
        Some((mlkem, x25519)) if x25519.len() == X25519_SHARE_SIZE => Ok((mlkem, x25519)),
        _ => Err(INVALID_KEY_SHARE),
    }
}

/// The secret that the key schedule takes, 64 bytes; rustls wipes it.
fn combine(mlkem: &mlkem::SharedSecret, x25519: &SharedSecret) -> SharedSecret {
    SharedSecret::from([mlkem.as_bytes(), x25519.secret_bytes()].concat())
}

/// A provider's random numbers as a `rand_core` generator, which is what ML-KEM draws from.
struct Randomness(&'static dyn SecureRandom);

impl TryRng for Randomness {
    type Error = Error;

    fn try_next_u32(&mut self) -> Result<u32, Error> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_next_u64(&mut self) -> Result<u64, Error> {
        rand_core::utils::next_word_via_fill(self)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.fill(bytes).map_err(|GetRandomFailed| Error::FailedToGetRandomBytes)
    }
}

impl TryCryptoRng for Randomness {}
