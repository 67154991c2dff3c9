//! What a view sends by itself: where the mouse is, and what it answers.

use super::{Mouse, Wheel};

/// A turn of the wheel in the SGR encoding, `CSI < button ; column ; row M`.
pub(super) fn wheel(between: &[u8], last: u8) -> Option<Mouse> {
    let text = std::str::from_utf8(between).ok()?.strip_prefix('<')?;
    let mut numbers = text.split(';').map(|number| number.parse::<u16>().ok());
    let (button, column, row) = (numbers.next()??, numbers.next()??, numbers.next()??);
    // The keys held with it add bits.
    let wheel = match button & !(4 | 8 | 16) {
        64 => Wheel::Up,
        65 => Wheel::Down,
        _ => return None,
    };
    (last == b'M').then_some(Mouse {
        wheel,
        column: column.saturating_sub(1),
        row: row.saturating_sub(1),
    })
}

/// Whether an answer in a text (OSC, DCS or APC) can begin with a byte. If not, it was a key with Alt.
pub(super) fn may_begin(kind: u8, byte: u8) -> bool {
    match kind {
        b']' => byte.is_ascii_digit(),
        b'P' => matches!(byte, b'!'..=b'?'),
        _ => byte == b'G',
    }
}

/// The colour in the answer to the question for the background, `11;rgb:rr/gg/bb`.
pub(super) fn background(text: &[u8]) -> Option<(u8, u8, u8)> {
    let color = std::str::from_utf8(text).ok()?.strip_prefix("11;")?;
    if let Some(digits) = color.strip_prefix('#') {
        let each = digits.len() / 3;
        let channel = |at: usize| channel(digits.get(at * each..(at + 1) * each)?);
        return Some((channel(0)?, channel(1)?, channel(2)?));
    }
    let channels = color.strip_prefix("rgb:").or(color.strip_prefix("rgba:"))?;
    let mut channels = channels.split('/').map(channel);
    Some((channels.next()??, channels.next()??, channels.next()??))
}

/// A channel of one to four hexadecimal digits, which stand for 0 to 1.
fn channel(digits: &str) -> Option<u8> {
    if !(1..=4).contains(&digits.len()) {
        return None;
    }
    let value = u32::from_str_radix(digits, 16).ok()?;
    let highest = (1 << (4 * digits.len())) - 1;
    Some((value * 255 / highest) as u8)
}
