//! How a body may arrive: cut into chunks anywhere.

/// The whole as single bytes, and as chunks of random sizes. The bytes themselves choose, so that an input is always cut
/// in the same way.
pub(super) fn of(bytes: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut random = hash(bytes);
    let mut ways = vec![bytes.chunks(1).collect()];
    for largest in [7, 64, 1024] {
        ways.push(pieces(bytes, largest, &mut random));
    }
    ways
}

fn pieces<'a>(mut rest: &'a [u8], largest: usize, random: &mut u64) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        // Empty chunks are chunks, too.
        let size = next(random) as usize % (largest + 1);
        let (piece, after) = rest.split_at(size.min(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// FNV-1a.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// The next number of an xorshift generator.
fn next(state: &mut u64) -> u64 {
    *state |= 1;
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
