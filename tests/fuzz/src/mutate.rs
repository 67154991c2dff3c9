//! One input to another one. Half of the ways know that input is made of lines: a doubled, lost or displaced event finds
//! what a flipped bit never would.

use std::ops::Range;

use crate::Random;

/// No mutation grows an input beyond this.
const MAX_BYTES: usize = 128 * 1024;

/// `input` after one to four changes. `other` lends pieces, and so do `words`.
pub fn mutate(input: &[u8], other: &[u8], words: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(4) {
        change(&mut bytes, other, words, random);
    }
    bytes.truncate(MAX_BYTES);
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], words: &[Vec<u8>], random: &mut Random) {
    match random.below(12) {
        0 => flip(bytes, random),
        1 => bytes.truncate(random.below(bytes.len() + 1)),
        2 => drop(bytes.drain(range(bytes, random))),
        3 => repeat(bytes, random),
        4 => splice(bytes, other, random),
        5 => insert_word(bytes, words, random),
        6 => replace_value(bytes, words, random),
        7 => change_number(bytes, random),
        8 => lose_line(bytes, random),
        9 => double_line(bytes, random),
        10 => move_line(bytes, random),
        _ => borrow_line(bytes, other, random),
    }
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    let at = random.below(bytes.len());
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << random.below(8);
    }
}

/// A short piece of `bytes`.
fn range(bytes: &[u8], random: &mut Random) -> Range<usize> {
    let start = random.below(bytes.len());
    let length = 1 + random.below(24);
    start..(start + length).min(bytes.len())
}

/// A piece, up to a thousand times: long names, deep nesting.
fn repeat(bytes: &mut Vec<u8>, random: &mut Random) {
    let piece = bytes[range(bytes, random)].to_vec();
    let times = 1 << random.below(11);
    let at = random.below(bytes.len());
    bytes.splice(at..at, piece.repeat(times));
}

fn splice(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let piece = other[range(other, random)].to_vec();
    let place = range(bytes, random);
    bytes.splice(place, piece);
}

fn insert_word(bytes: &mut Vec<u8>, words: &[Vec<u8>], random: &mut Random) {
    if let Some(word) = random.pick(words) {
        let at = random.below(bytes.len());
        bytes.splice(at..at, word.iter().copied());
    }
}

/// What stands between two quotes, or after a colon: another word, or another kind of value.
fn replace_value(bytes: &mut Vec<u8>, words: &[Vec<u8>], random: &mut Random) {
    const VALUES: [&str; 8] = ["null", "true", "0", "-1", "1e400", "\"\"", "[]", "{}"];
    let (mark, end, with) = match random.below(2) {
        0 => (b'"', &b"\""[..], random.pick(words).map(Vec::as_slice)),
        _ => (
            b':',
            &b",}]\n"[..],
            random.pick(&VALUES).map(|it| it.as_bytes()),
        ),
    };
    let marks = positions(bytes, mark);
    let (Some(start), Some(with)) = (random.pick(&marks), with) else {
        return;
    };
    let start = start + 1;
    let length = bytes[start..].iter().position(|byte| end.contains(byte));
    let length = length.unwrap_or(0).min(256);
    bytes.splice(start..start + length, with.iter().copied());
}

fn change_number(bytes: &mut Vec<u8>, random: &mut Random) {
    const NUMBERS: [&str; 9] = [
        "0",
        "1",
        "65535",
        "65536",
        "9007199254740991",
        "9007199254740992",
        "18446744073709551616",
        "0.1",
        "1.7976931348623157e308",
    ];
    let digits: Vec<usize> = (0..bytes.len())
        .filter(|&at| bytes[at].is_ascii_digit())
        .collect();
    if let (Some(&at), Some(number)) = (random.pick(&digits), random.pick(&NUMBERS)) {
        bytes.splice(at..=at, number.bytes());
    }
}

fn lose_line(bytes: &mut Vec<u8>, random: &mut Random) {
    let line = line(bytes, random);
    bytes.drain(line);
}

fn double_line(bytes: &mut Vec<u8>, random: &mut Random) {
    let line = line(bytes, random);
    let copy = bytes[line.clone()].to_vec();
    // With an empty line between them, so that an event becomes two.
    bytes.splice(line.start..line.start, [copy, b"\n".to_vec()].concat());
}

fn move_line(bytes: &mut Vec<u8>, random: &mut Random) {
    let line = line(bytes, random);
    let moved: Vec<u8> = bytes.drain(line).collect();
    let at = self::line(bytes, random).start;
    bytes.splice(at..at, [moved, b"\n".to_vec()].concat());
}

fn borrow_line(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let borrowed = other[line(other, random)].to_vec();
    let at = line(bytes, random).start;
    bytes.splice(at..at, [borrowed, b"\n".to_vec()].concat());
}

/// A line that holds something, with its end.
fn line(bytes: &[u8], random: &mut Random) -> Range<usize> {
    let ends = positions(bytes, b'\n');
    let starts: Vec<usize> = std::iter::once(0)
        .chain(ends.iter().map(|end| end + 1))
        .filter(|&start| start < bytes.len() && bytes[start] != b'\n')
        .collect();
    let start = random.pick(&starts).copied().unwrap_or(0);
    let end = ends.iter().find(|&&end| end >= start);
    start..end.map_or(bytes.len(), |end| end + 1)
}

fn positions(bytes: &[u8], wanted: u8) -> Vec<usize> {
    (0..bytes.len()).filter(|&at| bytes[at] == wanted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_makes_the_same_changes() {
        let run = |seed| {
            mutate(
                b"data: {\"a\":1}\n\n",
                b"x\n",
                &[b"w".to_vec()],
                &mut Random::new(seed),
            )
        };
        assert!((0..100).all(|seed| run(seed) == run(seed)));
        assert!((0..100).any(|seed| run(seed) != run(seed + 1)));
    }

    #[test]
    fn any_input_can_be_changed() {
        for input in [&b""[..], b"\n", b"a", b"\n\n", b"\"", b":"] {
            for seed in 0..500 {
                mutate(input, b"", &[], &mut Random::new(seed));
                mutate(b"", input, &[b"w".to_vec()], &mut Random::new(seed));
            }
        }
    }
}
