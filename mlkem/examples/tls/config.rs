//! What both sides agree on before they meet: provider, certificate, whom to trust.

use crate::x25519mlkem768::with_x25519mlkem768;
use rcgen::{CertificateParams, KeyPair};
use rustls::client::Resumption;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::version::TLS13;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, NamedGroup, RootCertStore, ServerConfig,
    SignatureScheme,
};
use std::path::Path;
use std::sync::Arc;

/// Anything that can go wrong in this program.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// The names that the certificate is for.
pub(crate) const SERVER_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// rustls' provider on *ring*, which has no ML-KEM, with X25519MLKEM768 as its first choice.
pub(crate) fn provider() -> Result<CryptoProvider, Failure> {
    with_x25519mlkem768(rustls::crypto::ring::default_provider()).ok_or_else(|| "the provider has no X25519".into())
}

/// `provider` with `group` alone, so that a peer must take it or fail.
pub(crate) fn only(mut provider: CryptoProvider, group: NamedGroup) -> CryptoProvider {
    provider.kx_groups.retain(|offered| offered.name() == group);
    provider
}

/// A certificate for [`SERVER_NAMES`], signed by itself, new at every start.
pub(crate) struct Identity {
    certificate: rcgen::Certificate,
    key: KeyPair,
}

impl Identity {
    pub(crate) fn generate() -> Result<Self, Failure> {
        let key = KeyPair::generate()?;
        let certificate = CertificateParams::new(SERVER_NAMES.map(String::from))?.self_signed(&key)?;
        Ok(Self { certificate, key })
    }

    /// The certificate as a peer's tools want it.
    pub(crate) fn pem(&self) -> String {
        self.certificate.pem()
    }

    pub(crate) fn certificate(&self) -> CertificateDer<'static> {
        self.certificate.der().clone()
    }

    fn private_key(&self) -> PrivateKeyDer<'static> {
        PrivatePkcs8KeyDer::from(self.key.serialize_der()).into()
    }
}

/// A TLS 1.3 server; it gives no tickets, so every handshake is a whole one.
pub(crate) fn server(provider: CryptoProvider, identity: &Identity) -> Result<Arc<ServerConfig>, Error> {
    let mut config = ServerConfig::builder_with_provider(Arc::new(provider))
        .with_protocol_versions(&[&TLS13])?
        .with_no_client_auth()
        .with_single_cert(vec![identity.certificate()], identity.private_key())?;
    config.send_tls13_tickets = 0;
    Ok(Arc::new(config))
}

/// Whom a client trusts.
pub(crate) enum Trust {
    /// These certificates, and what they signed.
    Certificates(Vec<CertificateDer<'static>>),
    /// Anyone: whoever answers has a key, but nothing says whose.
    Anyone,
}

impl Trust {
    /// The certificates of a PEM file.
    pub(crate) fn from_pem_file(path: &Path) -> Result<Self, Failure> {
        let certificates = CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self::Certificates(certificates))
    }
}

/// A TLS 1.3 client; it keeps no tickets.
pub(crate) fn client(provider: CryptoProvider, trust: Trust) -> Result<Arc<ClientConfig>, Error> {
    let provider = Arc::new(provider);
    let builder = ClientConfig::builder_with_provider(provider.clone()).with_protocol_versions(&[&TLS13])?;
    let mut config = match trust {
        Trust::Certificates(certificates) => {
            let mut roots = RootCertStore::empty();
            for certificate in certificates {
                roots.add(certificate)?;
            }
            builder.with_root_certificates(roots)
        }
        Trust::Anyone => builder.dangerous().with_custom_certificate_verifier(Arc::new(AnyCertificate(provider))),
    }
    .with_no_client_auth();
    config.resumption = Resumption::disabled();
    Ok(Arc::new(config))
}

/// Takes every certificate, but still wants the handshake signed by its key.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    /// TLS 1.2 is not offered.
    fn verify_tls12_signature(
        &self,
        _message: &[u8],
        _certificate: &CertificateDer<'_>,
        _signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(CertificateError::BadSignature.into())
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
