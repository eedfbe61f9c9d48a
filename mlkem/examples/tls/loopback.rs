//! Both sides here, over loopback TCP: one handshake to look at, then many to measure.

use crate::config::{self, Failure, Identity, Trust};
use crate::peers::{Client, Group, Handshake, serve};
use crate::x25519mlkem768::{CLIENT_SHARE_SIZE, SERVER_SHARE_SIZE};
use rustls::crypto::SupportedKxGroup;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, NamedGroup};
use std::hint::black_box;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The groups to compare: the hybrid, and its classical half alone.
const GROUPS: [NamedGroup; 2] = [NamedGroup::X25519MLKEM768, NamedGroup::X25519];

/// A server on a port of its own, a client that shakes hands with it once, then `count` times with either group, in turns.
pub(crate) fn run(identity: &Identity, message: &str, count: usize) -> Result<(), Failure> {
    let provider = config::provider()?;
    let server = config::server(provider.clone(), identity)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = listener.local_addr()?;
    // It ends with the process.
    thread::spawn(move || {
        for tcp in listener.incoming().flatten() {
            if let Err(error) = serve(tcp, server.clone()) {
                eprintln!("server: {error}");
            }
        }
    });

    let name = ServerName::try_from(config::SERVER_NAMES[0])?;
    let trust = || Trust::Certificates(vec![identity.certificate()]);
    let connect =
        |config: &Arc<ClientConfig>| Client::handshake(TcpStream::connect(address)?, name.clone(), config.clone());

    first(connect(&config::client(provider.clone(), trust())?)?, address, message)?;

    let [hybrid, classical] = GROUPS.map(|group| config::client(config::only(provider.clone(), group), trust()));
    let clients = [hybrid?, classical?];
    let mut handshakes = [const { Vec::new() }; 2];
    for _ in 0..count {
        for (client, handshakes) in clients.iter().zip(&mut handshakes) {
            let client = connect(client)?;
            handshakes.push(client.handshake.clone());
            client.close();
        }
    }
    print_handshakes(count, &handshakes);
    print_key_exchanges(&provider.kx_groups)
}

/// The first connection of this process: nothing is warm, and a message goes each way.
fn first(client: Client, address: SocketAddr, message: &str) -> Result<(), Failure> {
    let handshake = client.handshake.clone();
    println!("TLS 1.3 over loopback TCP, {address}");
    println!("  group         {}", Group(handshake.group));
    println!("  cipher suite  {}", handshake.suite);
    println!("  ML-KEM-768    this library, backend {}", mlkem::Backend::active().name());
    println!("  the rest      rustls and ring");
    println!("  client share  {CLIENT_SHARE_SIZE} bytes, encapsulation key and X25519");
    println!("  server share  {SERVER_SHARE_SIZE} bytes, ciphertext and X25519");
    println!("  handshake     {}, the first of this process", milliseconds(handshake.time));
    println!("  client says   {message}");
    println!("  server says   {}", client.ask(&format!("{message}\n"))?.trim_end());
    if handshake.group == NamedGroup::X25519MLKEM768 { Ok(()) } else { Err("another group was negotiated".into()) }
}

fn print_handshakes(count: usize, handshakes: &[Vec<Handshake>; 2]) {
    if count == 0 {
        return;
    }
    println!("\n{count} handshakes with each group, in turns (at the client, from ClientHello to Finished)");
    println!("  {:<16} {:>10} {:>10} {:>10} {:>8} {:>8}", "group", "median", "10 %", "90 %", "sent", "received");
    for (group, handshakes) in GROUPS.iter().zip(handshakes) {
        let mut times: Vec<_> = handshakes.iter().map(|handshake| handshake.time).collect();
        times.sort();
        let (sent, received) = handshakes.last().map_or((0, 0), |handshake| (handshake.sent, handshake.received));
        let [low, median, high] = [10, 50, 90].map(|percent| milliseconds(percentile(&times, percent)));
        println!("  {:<16} {median:>10} {low:>10} {high:>10} {sent:>6} B {received:>6} B", format!("{group:?}"));
    }
}

/// What the groups cost without network, certificates and records.
fn print_key_exchanges(groups: &[&'static dyn SupportedKxGroup]) -> Result<(), Failure> {
    const ROUNDS: usize = 500;
    let mut times = [const { [const { Vec::new() }; 3] }; GROUPS.len()];
    for _ in 0..ROUNDS {
        for (name, times) in GROUPS.iter().zip(&mut times) {
            let group = groups.iter().find(|group| group.name() == *name).ok_or("the provider lost a group")?;
            let began = Instant::now();
            let client = group.start()?;
            let client_share = Instant::now();
            let server = group.start_and_complete(client.pub_key())?;
            let server_share = Instant::now();
            black_box(client.complete(&server.pub_key)?);
            let end = Instant::now();
            times[0].push(client_share - began);
            times[1].push(server_share - client_share);
            times[2].push(end - server_share);
        }
    }
    println!("\nThe key exchange alone (median of {ROUNDS})");
    println!("  {:<16} {:>14} {:>14} {:>14}", "group", "client's share", "server", "client's end");
    for (group, mut times) in GROUPS.iter().zip(times) {
        times.iter_mut().for_each(|times| times.sort());
        let [start, server, complete] = times.map(|times| microseconds(percentile(&times, 50)));
        println!("  {:<16} {start:>14} {server:>14} {complete:>14}", format!("{group:?}"));
    }
    Ok(())
}

/// The time that `percent` of the sorted `times` stay below.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let index = times.len() as f64 * percent as f64 / 100.0;
    times.get(index as usize).copied().unwrap_or_default()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

fn microseconds(time: Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}
