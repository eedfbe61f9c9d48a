//! FIPS 202, SP 800-185 and RFC 9861 as they read, bit by bit where they do: slow, and with nothing of the library's.
#![allow(dead_code)] // each test binary uses its part
#![allow(clippy::needless_range_loop)] // x, y and t are the standard's

/// Keccak-p\[1600, rounds\] (FIPS 202, Algorithm 7) on A\[x\]\[y\].
fn keccak_p(a: &mut [[u64; 5]; 5], rounds: usize) {
    for round in 24 - rounds..24 {
        let c: [u64; 5] = std::array::from_fn(|x| a[x].iter().fold(0, |parity, lane| parity ^ lane));
        for x in 0..5 {
            for y in 0..5 {
                a[x][y] ^= c[(x + 4) % 5] ^ c[(x + 1) % 5].rotate_left(1);
            }
        }
        let (mut x, mut y) = (1, 0);
        for t in 0..24u32 {
            a[x][y] = a[x][y].rotate_left((t + 1) * (t + 2) / 2 % 64);
            (x, y) = (y, (2 * x + 3 * y) % 5);
        }
        let b = *a;
        for x in 0..5 {
            for y in 0..5 {
                a[x][y] = b[(x + 3 * y) % 5][x];
            }
        }
        let b = *a;
        for x in 0..5 {
            for y in 0..5 {
                a[x][y] = b[x][y] ^ !b[(x + 1) % 5][y] & b[(x + 2) % 5][y];
            }
        }
        for j in 0..=6 {
            a[0][0] ^= rc(j + 7 * round) << ((1 << j) - 1);
        }
    }
}

/// Algorithm 5.
fn rc(t: usize) -> u64 {
    let mut r = 0x80u32; // R[0] is the highest of eight bits
    for _ in 0..t % 255 {
        let last = r & 1;
        r = (r >> 1) ^ (last * 0b1000_1110);
    }
    u64::from(r >> 7)
}

/// The sponge (Algorithm 8), with `domain` the suffix and the first bit of the padding.
pub(crate) fn sponge(rate: usize, rounds: usize, domain: u8, message: &[u8], length: usize) -> Vec<u8> {
    let mut padded = [message, &[domain]].concat();
    padded.resize(padded.len().next_multiple_of(rate), 0);
    *padded.last_mut().unwrap() ^= 0x80;
    let mut a = [[0u64; 5]; 5];
    for block in padded.chunks(rate) {
        for (i, byte) in block.iter().enumerate() {
            a[i / 8 % 5][i / 40] ^= u64::from(*byte) << (8 * (i % 8));
        }
        keccak_p(&mut a, rounds);
    }
    let mut output = Vec::new();
    while output.len() < length {
        output.extend((0..rate).map(|i| (a[i / 8 % 5][i / 40] >> (8 * (i % 8))) as u8));
        keccak_p(&mut a, rounds);
    }
    output.truncate(length);
    output
}

/// SP 800-185, section 2.3.1.
fn left_encode(x: usize) -> Vec<u8> {
    let bytes = significant(x);
    [&[bytes.len() as u8][..], &bytes].concat()
}

fn right_encode(x: usize) -> Vec<u8> {
    let bytes = significant(x);
    [&bytes[..], &[bytes.len() as u8]].concat()
}

fn significant(x: usize) -> Vec<u8> {
    let bytes = x.to_be_bytes();
    bytes[bytes.iter().position(|byte| *byte != 0).unwrap_or(bytes.len() - 1)..].to_vec()
}

/// Section 2.3.2.
fn encode_string(s: &[u8]) -> Vec<u8> {
    [left_encode(8 * s.len()), s.to_vec()].concat()
}

/// Section 2.3.3.
fn bytepad(x: &[u8], w: usize) -> Vec<u8> {
    let mut padded = [left_encode(w), x.to_vec()].concat();
    padded.resize(padded.len().next_multiple_of(w), 0);
    padded
}

/// Section 3.3.
pub(crate) fn cshake(rate: usize, n: &[u8], s: &[u8], message: &[u8], length: usize) -> Vec<u8> {
    if n.is_empty() && s.is_empty() {
        return sponge(rate, 24, 0x1f, message, length);
    }
    let prefix = bytepad(&[encode_string(n), encode_string(s)].concat(), rate);
    sponge(rate, 24, 0x04, &[&prefix, message].concat(), length)
}

/// Section 4.3; 4.3.1 where `xof`.
pub(crate) fn kmac(rate: usize, key: &[u8], s: &[u8], message: &[u8], length: usize, xof: bool) -> Vec<u8> {
    let end = right_encode(if xof { 0 } else { 8 * length });
    let input = [&bytepad(&encode_string(key), rate), message, &end].concat();
    cshake(rate, b"KMAC", s, &input, length)
}

/// Section 6.3; 6.3.1 where `xof`.
pub(crate) fn parallel_hash(rate: usize, block: usize, s: &[u8], message: &[u8], length: usize, xof: bool) -> Vec<u8> {
    let leaf = 200 - rate; // 256 or 512 bits
    let mut z = left_encode(block);
    let leaves = message.chunks(block);
    let count = leaves.len();
    z.extend(leaves.flat_map(|chunk| cshake(rate, b"", b"", chunk, leaf)));
    z.extend(right_encode(count));
    z.extend(right_encode(if xof { 0 } else { 8 * length }));
    cshake(rate, b"ParallelHash", s, &z, length)
}

/// RFC 9861, section 3.2.
pub(crate) fn kangarootwelve(rate: usize, customization: &[u8], message: &[u8], length: usize) -> Vec<u8> {
    let length_encode = |x: usize| if x == 0 { vec![0] } else { right_encode(x) };
    let s = [message, customization, &length_encode(customization.len())].concat();
    let chunks: Vec<_> = s.chunks(8192).collect();
    if let [single] = chunks[..] {
        return sponge(rate, 12, 0x07, single, length);
    }
    let mut node = [chunks[0], &[3, 0, 0, 0, 0, 0, 0, 0]].concat();
    for chunk in &chunks[1..] {
        node.extend(sponge(rate, 12, 0x0b, chunk, 200 - rate));
    }
    node.extend(length_encode(chunks.len() - 1));
    node.extend([0xff, 0xff]);
    sponge(rate, 12, 0x06, &node, length)
}

/// Bytes that do not repeat, for messages.
pub(crate) fn bytes(label: usize, length: usize) -> Vec<u8> {
    sponge(168, 12, 0x1f, &label.to_le_bytes(), length)
}
