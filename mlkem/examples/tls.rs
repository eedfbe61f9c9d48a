//! A TLS 1.3 handshake whose key exchange is X25519MLKEM768, with rustls; its ML-KEM half is this library.
//!
//! With no arguments both sides are here:
//!
//! ```sh
//! cargo run --release --example tls
//! ```
//!
//! The other side can be any program that knows the group, a browser, curl, Go, Node or OpenSSL 3.5:
//!
//! ```sh
//! cargo run --release --example tls -- --listen 127.0.0.1:4433 --cert-out cert.pem
//! openssl s_client -connect 127.0.0.1:4433 -groups X25519MLKEM768 -CAfile cert.pem
//!
//! openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -keyout server-key.pem -out server.pem \
//!     -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE
//! openssl s_server -accept 4433 -groups X25519MLKEM768 -cert server.pem -key server-key.pem -tls1_3 -www
//! cargo run --release --example tls -- --connect 127.0.0.1:4433 --ca server.pem
//! ```

#[path = "tls/config.rs"]
mod config;
#[path = "tls/loopback.rs"]
mod loopback;
#[path = "tls/peers.rs"]
mod peers;
#[cfg(test)]
#[path = "tls/tests.rs"]
mod tests;
#[path = "tls/x25519mlkem768.rs"]
mod x25519mlkem768;

use clap::{ArgGroup, Parser};
use config::{Failure, Identity, Trust};
use peers::{Client, Group};
use rustls::NamedGroup;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::ServerName;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;

/// TLS 1.3 with X25519MLKEM768: both sides over loopback, or one of them.
#[derive(Parser)]
#[command(group(ArgGroup::new("side").args(["listen", "connect"])))]
#[command(group(ArgGroup::new("trust").args(["ca", "insecure"])))]
struct Arguments {
    /// Be a server at ADDR (host:port) until interrupted; it answers a browser's GET with a page, and any line with a line
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,

    /// Be a client of the server at ADDR (host:port): GET / and print what comes back
    #[arg(long, value_name = "ADDR", requires = "trust")]
    connect: Option<String>,

    /// Offer X25519MLKEM768 and no other group
    #[arg(long, requires = "side")]
    pq_only: bool,

    /// Write the server's certificate to FILE, for the client to trust
    #[arg(long, value_name = "FILE", requires = "listen")]
    cert_out: Option<PathBuf>,

    /// Stop after N connections
    #[arg(long, value_name = "N", requires = "listen")]
    connections: Option<usize>,

    /// Trust the certificates in FILE (PEM)
    #[arg(long, value_name = "FILE", requires = "connect")]
    ca: Option<PathBuf>,

    /// Trust anyone
    #[arg(long, requires = "connect")]
    insecure: bool,

    /// The name that the server's certificate must have, if it is not the host of ADDR
    #[arg(long, value_name = "NAME", requires = "connect")]
    server_name: Option<String>,

    /// Send this line (to a server of --connect instead of GET /)
    #[arg(long, value_name = "TEXT", conflicts_with = "listen")]
    message: Option<String>,

    /// How many handshakes to measure over loopback
    #[arg(long, value_name = "N", default_value_t = 100, conflicts_with = "side")]
    handshakes: usize,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tls: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(address) = &arguments.listen {
        listen(address, arguments)
    } else if let Some(address) = &arguments.connect {
        connect(address, arguments)
    } else {
        let message = arguments.message.as_deref().unwrap_or("Hello from the client");
        loopback::run(&Identity::generate()?, message, arguments.handshakes)
    }
}

fn listen(address: &str, arguments: &Arguments) -> Result<(), Failure> {
    let identity = Identity::generate()?;
    let server = config::server(provider(arguments)?, &identity)?;
    let listener = TcpListener::bind(address).map_err(|error| format!("{address}: {error}"))?;
    if let Some(path) = &arguments.cert_out {
        std::fs::write(path, identity.pem()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("listening at {0}: open https://{0}/ or send a line", listener.local_addr()?);
    peers::listen(&listener, &server, arguments.connections.unwrap_or(usize::MAX));
    Ok(())
}

fn connect(address: &str, arguments: &Arguments) -> Result<(), Failure> {
    let (host, _port) = address.rsplit_once(':').ok_or_else(|| format!("{address}: not host:port"))?;
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let name = ServerName::try_from(arguments.server_name.as_deref().unwrap_or(host))?.to_owned();
    let trust = match &arguments.ca {
        Some(path) => Trust::from_pem_file(path)?,
        None => Trust::Anyone,
    };
    let client = config::client(provider(arguments)?, trust)?;
    let tcp = TcpStream::connect(address).map_err(|error| format!("{address}: {error}"))?;

    let connection = Client::handshake(tcp, name, client)?;
    println!("{address}  {}", connection.handshake);
    if connection.handshake.group != NamedGroup::X25519MLKEM768 {
        println!("the server does not know {}", Group(NamedGroup::X25519MLKEM768));
    }
    let request = match &arguments.message {
        Some(message) => format!("{message}\n"),
        None => format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
    };
    println!("{}", connection.ask(&request)?.trim_end());
    Ok(())
}

fn provider(arguments: &Arguments) -> Result<CryptoProvider, Failure> {
    let provider = config::provider()?;
    Ok(if arguments.pq_only { config::only(provider, NamedGroup::X25519MLKEM768) } else { provider })
}
