//! Which key a control character or a sequence stands for.

use super::{Key, KeyCode};

/// The key a control character stands for.
pub(super) fn control(byte: u8) -> Key {
    match byte {
        0x00 => Key::ctrl(' '),
        b'\t' => Key::plain(KeyCode::Tab),
        b'\r' => Key::plain(KeyCode::Enter),
        0x1b => Key::plain(KeyCode::Esc),
        0x7f => Key::plain(KeyCode::Backspace),
        0x01..=0x1a => Key::ctrl(char::from(byte - 1 + b'a')),
        _ => Key::ctrl(char::from(byte | 0x40)),
    }
}

/// The key of `ESC O` and one character.
pub(super) fn ss3(last: u8) -> Option<Key> {
    let code = match last {
        b'M' => KeyCode::Enter,
        _ => lettered(last)?,
    };
    Some(Key::plain(code))
}

/// The key of a sequence: what stands between `CSI` and its last character, and that.
pub(super) fn csi(between: &[u8], last: u8) -> Option<Key> {
    let numbers = Numbers::parse(between)?;
    if numbers.is_release() {
        return None;
    }
    match last {
        b'~' => tilde(&numbers),
        b'u' => by_code(numbers.at(0, 0)?, numbers.at(0, 1), numbers.modifiers(1)),
        // The cursor's position looks like F3 with modifiers, which always counts 1.
        b'R' if numbers.at(0, 0).is_some_and(|count| count != 1) => None,
        b'Z' => Some(Key {
            shift: false,
            ..numbers.modified(1, KeyCode::BackTab)
        }),
        _ => Some(numbers.modified(1, lettered(last)?)),
    }
}

/// The keys that a letter names.
fn lettered(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(letter - b'P' + 1),
        _ => return None,
    })
}

/// The keys that a number before `~` names.
fn tilde(numbers: &Numbers) -> Option<Key> {
    let code = match numbers.at(0, 0)? {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        number @ 11..=15 => function(number - 10),
        number @ 17..=21 => function(number - 11),
        number @ 23..=26 => function(number - 12),
        number @ 28..=29 => function(number - 13),
        number @ 31..=34 => function(number - 14),
        // How xterm sends other keys with modifiers: 27; modifiers; code.
        27 => return by_code(numbers.at(2, 0)?, None, numbers.modifiers(1)),
        _ => return None,
    };
    Some(numbers.modified(1, code))
}

fn function(number: u32) -> KeyCode {
    KeyCode::F(number as u8)
}

/// The key that sends a character, by its code point; the character it sends with shift, if told.
fn by_code(code: u32, shifted: Option<u32>, modifiers: Key) -> Option<Key> {
    let code = match code {
        9 if modifiers.shift => {
            return Some(Key {
                shift: false,
                code: KeyCode::BackTab,
                ..modifiers
            });
        }
        9 => KeyCode::Tab,
        13 => KeyCode::Enter,
        27 => KeyCode::Esc,
        8 | 127 => KeyCode::Backspace,
        PRIVATE_FIRST..=PRIVATE_LAST => return keypad(code, modifiers),
        _ => return character(char::from_u32(code)?, shifted, modifiers),
    };
    Some(Key { code, ..modifiers })
}

/// Ctrl makes no difference between letters of either case; otherwise shift has done its part in the character.
fn character(character: char, shifted: Option<u32>, modifiers: Key) -> Option<Key> {
    if character.is_control() {
        return None;
    }
    let character = match shifted.and_then(char::from_u32) {
        _ if modifiers.ctrl => character.to_ascii_lowercase(),
        Some(shifted) if modifiers.shift => shifted,
        None if modifiers.shift => upper(character),
        _ => character,
    };
    Some(Key {
        code: KeyCode::Char(character),
        shift: modifiers.shift && modifiers.ctrl,
        ..modifiers
    })
}

fn upper(character: char) -> char {
    let mut upper = character.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(one), None) => one,
        _ => character,
    }
}

/// Keys without a character have codes in this range.
const PRIVATE_FIRST: u32 = 57344;
const PRIVATE_LAST: u32 = 63743;

/// The keys of the keypad; the others of the range are not keys to type with.
fn keypad(code: u32, modifiers: Key) -> Option<Key> {
    let typed = "0123456789./*-+";
    let code = match code {
        57399..=57413 => {
            let typed = typed.chars().nth((code - 57399) as usize)?;
            return character(typed, None, modifiers);
        }
        57414 => KeyCode::Enter,
        57417 => KeyCode::Left,
        57418 => KeyCode::Right,
        57419 => KeyCode::Up,
        57420 => KeyCode::Down,
        57421 => KeyCode::PageUp,
        57422 => KeyCode::PageDown,
        57423 => KeyCode::Home,
        57424 => KeyCode::End,
        57425 => KeyCode::Insert,
        57426 => KeyCode::Delete,
        _ => return None,
    };
    Some(Key { code, ..modifiers })
}

/// The numbers of a sequence: parameters are parted by `;`, their parts by `:`, and each may be left out.
struct Numbers(Vec<Vec<Option<u32>>>);

impl Numbers {
    /// None if there is more than numbers, as in answers to questions.
    fn parse(between: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(between).ok()?;
        let parameters = text.split(';').map(|parameter| {
            let parts = parameter.split(':').map(|part| match part {
                "" => Some(None),
                _ if part.bytes().all(|digit| digit.is_ascii_digit()) => Some(part.parse().ok()),
                _ => None,
            });
            parts.collect()
        });
        parameters.collect::<Option<_>>().map(Numbers)
    }

    fn at(&self, parameter: usize, part: usize) -> Option<u32> {
        *self.0.get(parameter)?.get(part)?
    }

    /// Keys that are let go are told of on demand only, and count for nothing.
    fn is_release(&self) -> bool {
        self.at(1, 1) == Some(3)
    }

    /// The modifiers that a parameter tells: one more than the sum of their bits.
    fn modifiers(&self, parameter: usize) -> Key {
        let bits = self.at(parameter, 0).unwrap_or(1).saturating_sub(1);
        Key {
            // Whoever asks for the modifiers sets the key.
            code: KeyCode::Esc,
            shift: bits & 1 != 0,
            alt: bits & 2 != 0,
            ctrl: bits & 4 != 0,
            meta: bits & (8 | 32) != 0,
        }
    }

    fn modified(&self, parameter: usize, code: KeyCode) -> Key {
        Key {
            code,
            ..self.modifiers(parameter)
        }
    }
}
