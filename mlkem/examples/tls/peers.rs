//! The two sides of a connection: a handshake, then a message each way.

use crate::config::Failure;
use rustls::pki_types::ServerName;
use rustls::{
    ClientConfig, ClientConnection, ConnectionCommon, HandshakeKind, NamedGroup, ServerConfig, ServerConnection,
    SideData, StreamOwned,
};
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How long a peer may stay silent.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much of a request or an answer is looked at.
const MESSAGE_LIMIT: u64 = 16 * 1024;

/// A group as people write it.
pub(crate) struct Group(pub(crate) NamedGroup);

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} (0x{:04X})", self.0, u16::from(self.0))
    }
}

/// What a handshake came to.
#[derive(Clone)]
pub(crate) struct Handshake {
    pub(crate) group: NamedGroup,
    pub(crate) suite: String,
    /// The other side had to ask for another key share first.
    pub(crate) retried: bool,
    /// From this side's first step to its last.
    pub(crate) time: Duration,
    /// Bytes sent, with TLS headers.
    pub(crate) sent: usize,
    /// Bytes received, with TLS headers.
    pub(crate) received: usize,
}

impl Handshake {
    /// Shakes hands over `tcp`; `started` is when this side began.
    fn complete<S: SideData>(
        connection: &mut ConnectionCommon<S>,
        tcp: &mut TcpStream,
        started: Instant,
    ) -> Result<Self, Failure> {
        let (mut sent, mut received) = (0, 0);
        while connection.is_handshaking() {
            let (read, written) = connection.complete_io(tcp)?;
            received += read;
            sent += written;
        }
        let time = started.elapsed();
        let group = connection.negotiated_key_exchange_group().ok_or("no key exchange took place")?.name();
        let suite = connection.negotiated_cipher_suite().ok_or("no cipher suite was negotiated")?.suite();
        // rustls has a name of its own where the registry says TLS_
        let suite = format!("{suite:?}").replacen("TLS13_", "TLS_", 1);
        let retried = connection.handshake_kind() == Some(HandshakeKind::FullWithHelloRetryRequest);
        Ok(Self { group, suite, retried, time, sent, received })
    }
}

impl fmt::Display for Handshake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = self.time.as_secs_f64() * 1e3;
        write!(f, "{}, TLS 1.3 {}, {milliseconds:.2} ms", Group(self.group), self.suite)?;
        if self.retried { f.write_str(", after HelloRetryRequest") } else { Ok(()) }
    }
}

fn prepare(tcp: &TcpStream) -> io::Result<()> {
    tcp.set_nodelay(true)?;
    tcp.set_read_timeout(Some(PATIENCE))?;
    tcp.set_write_timeout(Some(PATIENCE))
}

/// The client's side of a connection.
pub(crate) struct Client {
    pub(crate) handshake: Handshake,
    stream: StreamOwned<ClientConnection, TcpStream>,
}

impl Client {
    /// Shakes hands over `tcp` with the server of this `name`.
    pub(crate) fn handshake(
        mut tcp: TcpStream,
        name: ServerName<'static>,
        config: Arc<ClientConfig>,
    ) -> Result<Self, Failure> {
        prepare(&tcp)?;
        let started = Instant::now();
        let mut connection = ClientConnection::new(config, name)?;
        let handshake = Handshake::complete(&mut connection, &mut tcp, started)?;
        Ok(Self { handshake, stream: StreamOwned::new(connection, tcp) })
    }

    /// Sends `message` and gives what comes back until the other side closes or falls silent.
    pub(crate) fn ask(mut self, message: &str) -> Result<String, Failure> {
        self.stream.write_all(message.as_bytes())?;
        self.stream.flush()?;
        let mut answer = Vec::new();
        let end = (&mut self.stream).take(MESSAGE_LIMIT).read_to_end(&mut answer);
        self.close();
        match end {
            Err(error) if answer.is_empty() => Err(error.into()),
            _ => Ok(String::from_utf8_lossy(&answer).into_owned()),
        }
    }

    /// Says goodbye; the other side may be gone already.
    pub(crate) fn close(mut self) {
        self.stream.conn.send_close_notify();
        let _ = self.stream.flush();
    }
}

/// The server's side of a connection: shakes hands, reads a line, answers it, closes.
///
/// A line of HTTP gets a page that a browser can show, any other line comes back with a greeting.
/// Gives the handshake and the line.
pub(crate) fn serve(mut tcp: TcpStream, config: Arc<ServerConfig>) -> Result<(Handshake, String), Failure> {
    prepare(&tcp)?;
    let started = Instant::now();
    let mut connection = ServerConnection::new(config)?;
    let handshake = Handshake::complete(&mut connection, &mut tcp, started)?;

    let mut stream = StreamOwned::new(connection, tcp);
    let line = read_request(&mut stream)?;
    if line.ends_with("HTTP/1.1") || line.ends_with("HTTP/1.0") {
        write_page(&mut stream, &handshake)?;
    } else if !line.is_empty() {
        writeln!(stream, "Hello from the server, which read: {line}")?;
    }
    stream.conn.send_close_notify();
    stream.flush()?;
    Ok((handshake, line))
}

/// The first line of a request, if there is one; of HTTP the header fields are read as well, and left.
fn read_request(stream: impl Read) -> io::Result<String> {
    let mut reader = BufReader::new(stream.take(MESSAGE_LIMIT));
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let first = line.trim_end().to_owned();
    while first.contains("HTTP/1.") && !line.trim_end().is_empty() {
        line.clear();
        reader.read_line(&mut line)?;
    }
    Ok(first)
}

/// A page that says what was negotiated.
fn write_page(mut stream: impl Write, handshake: &Handshake) -> io::Result<()> {
    let Handshake { group, suite, .. } = handshake;
    let verdict = match group {
        NamedGroup::X25519MLKEM768 => "The key exchange of this connection is post-quantum.",
        _ => "The key exchange of this connection is classical: your side offered no X25519MLKEM768.",
    };
    let page = format!(
        "<!doctype html><meta charset=utf-8><title>{verdict}</title>\n<h1>{verdict}</h1>\n\
         <p>Group {}, cipher suite {suite}.\n",
        Group(*group)
    );
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}",
        page.len()
    )
}

/// Serves every connection to `listener`, each in its own thread, and prints a line for it; stops after `limit` of them.
pub(crate) fn listen(listener: &TcpListener, config: &Arc<ServerConfig>, limit: usize) {
    thread::scope(|scope| {
        for tcp in listener.incoming().flatten().take(limit) {
            scope.spawn(move || {
                let peer = tcp.peer_addr().map_or_else(|_| "(gone)".into(), |address| address.to_string());
                match serve(tcp, config.clone()) {
                    Ok((handshake, line)) => println!("{peer}  {handshake}  {}", line.trim_end().escape_debug()),
                    Err(error) => println!("{peer}  failed: {error}"),
                }
            });
        }
    });
}
