//! Whole handshakes in memory, where every byte on the wire can be looked at, and a few over TCP.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::Arguments;
use crate::config::{Identity, Trust, client, only, provider, server};
use crate::peers::{Client, serve};
use crate::x25519mlkem768::{CLIENT_SHARE_SIZE, SERVER_SHARE_SIZE, with_x25519mlkem768};
use clap::CommandFactory;
use mlkem::MlKem768;
use rustls::crypto::{
    ActiveKeyExchange, CompletedKeyExchange, CryptoProvider, GetRandomFailed, SecureRandom, SharedSecret,
    SupportedKxGroup,
};
use rustls::ffdhe_groups::FfdheGroup;
use rustls::pki_types::ServerName;
use rustls::{
    AlertDescription, ClientConnection, ConnectionCommon, Error, HandshakeKind, NamedGroup, PeerMisbehaved,
    ServerConnection, SideData,
};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use x25519_dalek::{PublicKey, StaticSecret};

const HYBRID: NamedGroup = NamedGroup::X25519MLKEM768;
const INVALID_KEY_SHARE: Error = Error::PeerMisbehaved(PeerMisbehaved::InvalidKeyShare);
/// The record of a fatal illegal_parameter, not encrypted: no keys were agreed.
const ILLEGAL_PARAMETER: [u8; 7] = [0x15, 3, 3, 0, 2, 2, 47];

// ---- whole handshakes ----

/// Two connections and what went over the wire between them.
struct Wire {
    client: ClientConnection,
    server: ServerConnection,
    to_server: Vec<u8>,
    to_client: Vec<u8>,
    client_error: Option<Error>,
    server_error: Option<Error>,
}

impl Wire {
    /// Shakes hands until nothing moves any more.
    fn handshake(client_provider: CryptoProvider, server_provider: CryptoProvider) -> Self {
        let identity = Identity::generate().unwrap();
        let trust = Trust::Certificates(vec![identity.certificate()]);
        let name = ServerName::try_from("localhost").unwrap();
        let mut wire = Self {
            client: ClientConnection::new(client(client_provider, trust).unwrap(), name).unwrap(),
            server: ServerConnection::new(server(server_provider, &identity).unwrap()).unwrap(),
            to_server: Vec::new(),
            to_client: Vec::new(),
            client_error: None,
            server_error: None,
        };
        wire.run();
        wire
    }

    fn run(&mut self) {
        loop {
            let sent = transfer(&mut self.client, &mut self.server, &mut self.server_error);
            let answer = transfer(&mut self.server, &mut self.client, &mut self.client_error);
            if sent.is_empty() && answer.is_empty() {
                return;
            }
            self.to_server.extend(sent);
            self.to_client.extend(answer);
        }
    }

    #[track_caller]
    fn assert_negotiated(&self, group: NamedGroup, kind: HandshakeKind) {
        assert_eq!((&self.client_error, &self.server_error), (&None, &None));
        assert!(!self.client.is_handshaking() && !self.server.is_handshaking());
        assert_eq!(self.client.negotiated_key_exchange_group().unwrap().name(), group);
        assert_eq!(self.server.negotiated_key_exchange_group().unwrap().name(), group);
        assert_eq!(self.client.handshake_kind(), Some(kind));
    }
}

/// Takes what `from` has to send to `to`, and keeps the error that `to` ends with.
fn transfer<S: SideData, T: SideData>(
    from: &mut ConnectionCommon<S>,
    to: &mut ConnectionCommon<T>,
    error: &mut Option<Error>,
) -> Vec<u8> {
    let mut wire = Vec::new();
    while from.wants_write() {
        from.write_tls(&mut wire).unwrap();
    }
    let mut rest = wire.as_slice();
    while !rest.is_empty() && error.is_none() {
        to.read_tls(&mut rest).unwrap();
        *error = to.process_new_packets().err();
    }
    wire
}

fn hybrid_only() -> CryptoProvider {
    only(provider().unwrap(), HYBRID)
}

fn contains(wire: &[u8], part: &[u8]) -> bool {
    wire.windows(part.len()).any(|window| window == part)
}

/// The code point and the lengths of draft-ietf-tls-ecdhe-mlkem as they are on the wire, and a message each way.
#[test]
fn handshake_is_x25519mlkem768_both_ways() {
    let mut wire = Wire::handshake(provider().unwrap(), provider().unwrap());
    wire.assert_negotiated(HYBRID, HandshakeKind::Full);
    assert_eq!(u16::from(HYBRID), 0x11ec);
    assert_eq!((CLIENT_SHARE_SIZE, SERVER_SHARE_SIZE), (1216, 1120));
    assert!(contains(&wire.to_server, &[0x11, 0xec, 0x04, 0xc0]), "a client share of 1216 bytes");
    assert!(contains(&wire.to_client, &[0x11, 0xec, 0x04, 0x60]), "a server share of 1120 bytes");

    let (question, answer) = (b"from the client", b"from the server");
    wire.client.writer().write_all(question).unwrap();
    wire.server.writer().write_all(answer).unwrap();
    wire.run();
    let (mut at_server, mut at_client) = ([0; 15], [0; 15]);
    wire.server.reader().read_exact(&mut at_server).unwrap();
    wire.client.reader().read_exact(&mut at_client).unwrap();
    assert_eq!((&at_server, &at_client), (question, answer));
    assert!(!contains(&wire.to_server, question) && !contains(&wire.to_client, answer), "encrypted");
}

/// A server that knows only X25519 takes the client's X25519 share at once: `hybrid_component`.
#[test]
fn classical_server_needs_no_second_hello() {
    let x25519 = only(provider().unwrap(), NamedGroup::X25519);
    let wire = Wire::handshake(provider().unwrap(), x25519);
    wire.assert_negotiated(NamedGroup::X25519, HandshakeKind::Full);
}

/// A client that guesses another group gets to the hybrid through HelloRetryRequest.
#[test]
fn hello_retry_request_leads_to_the_hybrid() {
    let mut classical_first = provider().unwrap();
    classical_first.kx_groups.rotate_left(1);
    let wire = Wire::handshake(classical_first, hybrid_only());
    wire.assert_negotiated(HYBRID, HandshakeKind::FullWithHelloRetryRequest);
}

/// A client that does not know the group is served all the same.
#[test]
fn classical_client_is_served() {
    let wire = Wire::handshake(rustls::crypto::ring::default_provider(), provider().unwrap());
    wire.assert_negotiated(NamedGroup::X25519, HandshakeKind::Full);
}

/// The X25519 half may be anyone's: here x25519-dalek's against that of *ring*, in both roles.
#[test]
fn works_with_the_x25519_of_any_provider() {
    let dalek = || with_dalek([7; 32], rustls::crypto::ring::default_provider().secure_random);
    Wire::handshake(dalek(), hybrid_only()).assert_negotiated(HYBRID, HandshakeKind::Full);
    Wire::handshake(hybrid_only(), dalek()).assert_negotiated(HYBRID, HandshakeKind::Full);

    let mut without = rustls::crypto::ring::default_provider();
    without.kx_groups.retain(|group| group.name() != NamedGroup::X25519);
    assert!(with_x25519mlkem768(without).is_none());
}

// ---- wrong shares ----

type Alteration = fn(&mut Vec<u8>);

/// A group whose shares are altered on their way out.
#[derive(Debug)]
struct Altered {
    group: &'static dyn SupportedKxGroup,
    alter: Alteration,
}

impl SupportedKxGroup for Altered {
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        let exchange = self.group.start()?;
        let mut share = exchange.pub_key().to_vec();
        (self.alter)(&mut share);
        Ok(Box::new(ActiveAltered { exchange, share }))
    }

    fn start_and_complete(&self, client_share: &[u8]) -> Result<CompletedKeyExchange, Error> {
        let mut completed = self.group.start_and_complete(client_share)?;
        (self.alter)(&mut completed.pub_key);
        Ok(completed)
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn name(&self) -> NamedGroup {
        self.group.name()
    }
}

struct ActiveAltered {
    exchange: Box<dyn ActiveKeyExchange>,
    share: Vec<u8>,
}

impl ActiveKeyExchange for ActiveAltered {
    fn complete(self: Box<Self>, share: &[u8]) -> Result<SharedSecret, Error> {
        self.exchange.complete(share)
    }

    fn pub_key(&self) -> &[u8] {
        &self.share
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn group(&self) -> NamedGroup {
        self.exchange.group()
    }
}

fn altered(alter: Alteration) -> CryptoProvider {
    let mut provider = hybrid_only();
    let group = provider.kx_groups[0];
    provider.kx_groups = vec![Box::leak(Box::new(Altered { group, alter }))];
    provider
}

/// Alterations that leave no share, on either side.
const NO_SHARES: [(&str, Alteration); 6] = [
    ("a byte short", |share| share.truncate(share.len() - 1)),
    ("a byte long", |share| share.push(0)),
    ("one byte", |share| share.truncate(1)),
    ("X25519 missing", |share| share.truncate(share.len() - 32)),
    ("X25519 all zero", |share| last_32(share).fill(0)),
    ("X25519 of order 4, u = 1", |share| {
        last_32(share).fill(0);
        last_32(share)[0] = 1;
    }),
];

fn last_32(share: &mut [u8]) -> &mut [u8] {
    let start = share.len() - 32;
    &mut share[start..]
}

/// Alterations that leave no encapsulation key: a coefficient of q = 3329 = 0xd01, or more (FIPS 203, section 7.2).
const NO_ENCAPSULATION_KEYS: [(&str, Alteration); 3] = [
    ("the first coefficient is q", |share| {
        share[0] = 0x01;
        share[1] = share[1] & 0xf0 | 0x0d;
    }),
    ("the last coefficient is q", |share| {
        share[1150] = share[1150] & 0x0f | 0x10;
        share[1151] = 0xd0;
    }),
    ("every coefficient is 4095", |share| share[..1152].fill(0xff)),
];

/// A wrong client share: the server sends illegal_parameter in the clear (RFC 8446, section 4.2.8).
#[test]
fn server_refuses_wrong_client_shares() {
    for (what, alter) in NO_SHARES.into_iter().chain(NO_ENCAPSULATION_KEYS) {
        let wire = Wire::handshake(altered(alter), hybrid_only());
        assert_eq!(wire.server_error, Some(INVALID_KEY_SHARE), "{what}");
        assert_eq!(wire.to_client, ILLEGAL_PARAMETER, "{what}: nothing but the alert");
        assert_eq!(wire.client_error, Some(Error::AlertReceived(AlertDescription::IllegalParameter)), "{what}");
    }
}

/// A wrong server share: the client sends illegal_parameter.
#[test]
fn client_refuses_wrong_server_shares() {
    for (what, alter) in NO_SHARES {
        let wire = Wire::handshake(hybrid_only(), altered(alter));
        assert_eq!(wire.client_error, Some(INVALID_KEY_SHARE), "{what}");
        assert!(wire.to_server.ends_with(&ILLEGAL_PARAMETER), "{what}");
        assert_eq!(wire.server_error, Some(Error::AlertReceived(AlertDescription::IllegalParameter)), "{what}");
    }
}

/// A ciphertext of the right length is not refused, wherever it was altered: its secret differs, and decryption fails.
#[test]
fn altered_ciphertexts_are_rejected_implicitly() {
    let alterations: [Alteration; 3] =
        [|share| share[0] ^= 1, |share| share[1087] ^= 0x80, |share| share[..1088].fill(0)];
    for alter in alterations {
        let wire = Wire::handshake(hybrid_only(), altered(alter));
        assert_eq!(wire.client_error, Some(Error::DecryptError));
        assert!(wire.client.is_handshaking() && wire.server.is_handshaking());
    }
}

/// Every length but one is refused, without a panic, by both sides.
#[test]
fn every_other_length_is_refused() {
    let group = hybrid_only().kx_groups[0];
    let bytes = [0; 1300];
    for length in 0..bytes.len() {
        if length != CLIENT_SHARE_SIZE {
            assert_eq!(group.start_and_complete(&bytes[..length]).err(), Some(INVALID_KEY_SHARE), "{length}");
        }
    }
    for length in [0, 1, 31, 32, 33, 1087, 1088, 1089, 1119, 1121, 1216, 1300] {
        assert_eq!(group.start().unwrap().complete(&bytes[..length]).err(), Some(INVALID_KEY_SHARE), "{length}");
    }
}

// ---- known answers ----

/// X25519 by x25519-dalek with a given private key.
#[derive(Clone, Debug)]
struct Dalek([u8; 32]);

impl SupportedKxGroup for Dalek {
    fn start(&self) -> Result<Box<dyn ActiveKeyExchange>, Error> {
        let secret = StaticSecret::from(self.0);
        Ok(Box::new(ActiveDalek { public: PublicKey::from(&secret), secret }))
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn name(&self) -> NamedGroup {
        NamedGroup::X25519
    }
}

struct ActiveDalek {
    secret: StaticSecret,
    public: PublicKey,
}

impl ActiveKeyExchange for ActiveDalek {
    fn complete(self: Box<Self>, share: &[u8]) -> Result<SharedSecret, Error> {
        let share = <[u8; 32]>::try_from(share).map_err(|_| INVALID_KEY_SHARE)?;
        let shared = self.secret.diffie_hellman(&PublicKey::from(share));
        if shared.was_contributory() { Ok(SharedSecret::from(&shared.as_bytes()[..])) } else { Err(INVALID_KEY_SHARE) }
    }

    fn pub_key(&self) -> &[u8] {
        self.public.as_bytes()
    }

    fn ffdhe_group(&self) -> Option<FfdheGroup<'static>> {
        None
    }

    fn group(&self) -> NamedGroup {
        NamedGroup::X25519
    }
}

/// The hybrid over [`Dalek`], with ML-KEM's randomness from `random`.
fn with_dalek(private: [u8; 32], random: &'static dyn SecureRandom) -> CryptoProvider {
    let mut provider = rustls::crypto::ring::default_provider();
    provider.kx_groups = vec![Box::leak(Box::new(Dalek(private)))];
    let secure_random = std::mem::replace(&mut provider.secure_random, random);
    let provider = with_x25519mlkem768(provider).unwrap();
    CryptoProvider { secure_random, ..provider }
}

/// Randomness that was written down before; it fails when it is used up.
#[derive(Debug)]
struct Written(Mutex<Vec<u8>>);

impl Written {
    fn leak(bytes: Vec<u8>) -> &'static Self {
        Box::leak(Box::new(Self(Mutex::new(bytes))))
    }
}

impl SecureRandom for Written {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), GetRandomFailed> {
        let mut left = self.0.lock().unwrap();
        let (next, rest) = left.split_at_checked(bytes.len()).ok_or(GetRandomFailed)?;
        bytes.copy_from_slice(next);
        *left = rest.to_vec();
        Ok(())
    }
}

/// Shares and secret are the concatenations that the draft names, ML-KEM first: compared with the parts themselves.
#[test]
fn shares_and_secret_are_mlkem_first() {
    let (d_z, m) = ([0x5a; 64], [0xa5; 32]);
    let (client_private, server_private) = ([1; 32], [2; 32]);
    let client = with_dalek(client_private, Written::leak(d_z.to_vec())).kx_groups[0].start().unwrap();
    let server = with_dalek(server_private, Written::leak(m.to_vec())).kx_groups[0]
        .start_and_complete(client.pub_key())
        .unwrap();

    let dk = MlKem768::from_seed(&d_z);
    let (c, k) = dk.encapsulation_key().encapsulate_deterministic(&m);
    let client_public = PublicKey::from(&StaticSecret::from(client_private));
    let server_public = PublicKey::from(&StaticSecret::from(server_private));
    let shared = StaticSecret::from(server_private).diffie_hellman(&client_public);

    assert_eq!(client.pub_key(), [dk.encapsulation_key().as_bytes(), client_public.as_bytes()].concat());
    assert_eq!(server.pub_key, [c.as_bytes(), server_public.as_bytes()].concat());
    assert_eq!(server.secret.secret_bytes(), [k.as_bytes(), &shared.as_bytes()[..]].concat());
    assert_eq!(client.complete(&server.pub_key).unwrap().secret_bytes(), server.secret.secret_bytes());
}

/// The runs of `shared/vectors/derived/x25519mlkem768.json`, where they exist.
#[test]
fn derived_vectors() {
    let required = std::env::var_os("KAT_VECTORS").map(PathBuf::from);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/vectors");
    let path = required.clone().unwrap_or(folder).join("derived/x25519mlkem768.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        assert!(required.is_none(), "KAT_VECTORS: {} is missing", path.display());
        println!("skipped: {} does not exist", path.display());
        return;
    };
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let tests = json["tests"].as_array().unwrap();
    for test in tests {
        let bytes = |name: &str| hex::decode(test[name].as_str().unwrap()).unwrap();
        let private = |name: &str| <[u8; 32]>::try_from(bytes(name)).unwrap();
        let client = with_dalek(private("clientX25519Private"), Written::leak([bytes("d"), bytes("z")].concat()));
        let server = with_dalek(private("serverX25519Private"), Written::leak(bytes("m")));

        let client = client.kx_groups[0].start().unwrap();
        assert_eq!(client.pub_key(), bytes("clientShare"));
        let server = server.kx_groups[0].start_and_complete(client.pub_key()).unwrap();
        assert_eq!(server.pub_key, bytes("serverShare"));
        assert_eq!(server.secret.secret_bytes(), bytes("sharedSecret"));
        assert_eq!(client.complete(&server.pub_key).unwrap().secret_bytes(), bytes("sharedSecret"));
    }
    println!("{} runs of {}", tests.len(), path.display());
    assert!(!tests.is_empty());
}

/// A generator that fails is an error, not a weak key.
#[test]
fn no_randomness_is_an_error() {
    let group = with_dalek([3; 32], Written::leak(vec![0; 63])).kx_groups[0];
    assert_eq!(group.start().err(), Some(Error::FailedToGetRandomBytes));
    let group = with_dalek([3; 32], Written::leak(vec![0; 31])).kx_groups[0];
    let share = hybrid_only().kx_groups[0].start().unwrap().pub_key().to_vec();
    assert_eq!(group.start_and_complete(&share).err(), Some(Error::FailedToGetRandomBytes));
}

// ---- the program ----

/// The arguments do not contradict each other.
#[test]
fn arguments_are_consistent() {
    Arguments::command().debug_assert();
}

/// What `--listen` and `--connect` do, over TCP: a line gets a line, a browser's GET gets a page.
#[test]
fn lines_and_pages_over_tcp() {
    let identity = Identity::generate().unwrap();
    let server = server(provider().unwrap(), &identity).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serving = thread::spawn(move || {
        let connections = listener.incoming().take(2);
        connections.map(|tcp| serve(tcp.unwrap(), Arc::clone(&server)).unwrap()).collect::<Vec<_>>()
    });

    let ask = |trust, message: &str| {
        let name = ServerName::try_from("127.0.0.1").unwrap();
        let tcp = TcpStream::connect(address).unwrap();
        let client = Client::handshake(tcp, name, client(provider().unwrap(), trust).unwrap()).unwrap();
        assert_eq!(client.handshake.group, HYBRID);
        client.ask(message).unwrap()
    };
    let answer = ask(Trust::Certificates(vec![identity.certificate()]), "a line\n");
    assert_eq!(answer, "Hello from the server, which read: a line\n");
    let page = ask(Trust::Anyone, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains("X25519MLKEM768 (0x11EC)"), "{page}");

    let served = serving.join().unwrap();
    assert_eq!(served.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>(), ["a line", "GET / HTTP/1.1"]);
    assert!(served.iter().all(|(handshake, _)| handshake.group == HYBRID));
}
