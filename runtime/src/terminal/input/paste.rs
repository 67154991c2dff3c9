//! The text between the brackets of a paste.

/// A piece handed out is no longer than this.
const MAX_PIECE: usize = 4 * 1024 * 1024;

/// In bytes. By so much a piece may be longer, not to cut a character.
const LONGEST_CHARACTER: usize = 4;

/// What ends a paste.
const END: &[u8] = b"\x1b[201~";

/// A paste under way.
#[derive(Debug, Default)]
pub(super) struct Paste {
    bytes: Vec<u8>,
    /// How much of [`END`] has been seen.
    matched: usize,
    /// Whether the last byte was `\r`, with which a `\n` is one end of a line.
    carriage_return: bool,
    pieces: Vec<String>,
}

impl Paste {
    /// Takes a byte of it; whether it was the last.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        if byte == END[self.matched] {
            self.matched += 1;
            if self.matched == END.len() {
                self.end();
                return true;
            }
            return false;
        }
        // ESC stands at the beginning of the end mark only, so no other beginning hides in what was matched.
        let matched = std::mem::take(&mut self.matched);
        for &byte in &END[..matched] {
            self.push(byte);
        }
        match byte == END[0] {
            true => self.matched = 1,
            false => self.push(byte),
        }
        false
    }

    /// What is complete.
    pub(super) fn pieces(&mut self) -> impl Iterator<Item = String> {
        std::mem::take(&mut self.pieces).into_iter()
    }

    fn push(&mut self, byte: u8) {
        let follows_return = std::mem::replace(&mut self.carriage_return, byte == b'\r');
        let continues_character = byte & 0xc0 == 0x80;
        let room = match continues_character {
            true => MAX_PIECE + LONGEST_CHARACTER,
            false => MAX_PIECE,
        };
        if self.bytes.len() >= room {
            self.hand_out();
        }
        match byte {
            b'\n' if follows_return => {}
            b'\r' => self.bytes.push(b'\n'),
            _ => self.bytes.push(byte),
        }
    }

    fn end(&mut self) {
        self.matched = 0;
        self.carriage_return = false;
        if !self.bytes.is_empty() {
            self.hand_out();
        }
    }

    fn hand_out(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        self.pieces.push(text);
    }
}
