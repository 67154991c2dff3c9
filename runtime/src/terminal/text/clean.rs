//! Text from outside, made fit for cells: nothing in it moves the cursor, hides its neighbours or fills a cell with
//! more than a screen can draw.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

/// Columns from one tab stop to the next.
const TAB: usize = 4;

/// The most bytes of one character as the reader sees it. A family of four in all skin colours takes 41.
const MAX_CLUSTER: usize = 64;

/// The text with control characters as their pictures, without what is invisible, and with marks heaped on a character
/// cut off. Newlines and tabs stay.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    for cluster in text.graphemes(true) {
        let end = cluster.floor_char_boundary(MAX_CLUSTER);
        clean.extend(cluster[..end].chars().filter_map(shown));
    }
    Cow::Owned(clean)
}

/// Bytes that stand for themselves; those of other scripts need a look at the character.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t')
}

/// The character to show for one; none if it is nothing to see. Marks for the direction of text are left out, because
/// they let a text look like another one.
fn shown(character: char) -> Option<char> {
    match character {
        '\n' | '\t' => Some(character),
        '\u{0}'..='\u{1f}' => char::from_u32(u32::from(character) + 0x2400),
        '\u{7f}' => Some('\u{2421}'),
        '\u{80}'..='\u{9f}' => Some('\u{fffd}'),
        '\u{2028}' | '\u{2029}' => Some(' '),
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{feff}' => None,
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        _ => Some(character),
    }
}

/// The output of a command as a terminal would have left it: without escape sequences, and of a line that was written
/// again and again (a progress bar) its last state.
pub(crate) fn without_escapes(text: &str) -> Cow<'_, str> {
    if !text.contains(['\u{1b}', '\r', '\u{8}']) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut line = 0;
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match character {
            '\u{1b}' => rest = after_escape(rest),
            '\r' if rest.is_empty() || rest.starts_with(['\r', '\n']) => {}
            '\r' => clean.truncate(line),
            '\u{8}' if clean.len() > line => {
                clean.pop();
            }
            '\u{8}' => {}
            '\n' => {
                clean.push('\n');
                line = clean.len();
            }
            _ => clean.push(character),
        }
    }
    Cow::Owned(clean)
}

/// What follows an escape sequence, of which the escape itself has been read.
fn after_escape(text: &str) -> &str {
    let bytes = text.as_bytes();
    match bytes.first() {
        Some(b'[') => after_final(text, 1, b'@'..=b'~'),
        Some(b']' | b'P' | b'X' | b'^' | b'_') => after_string(text),
        Some(b' '..=b'/') => after_final(text, 1, b'0'..=b'~'),
        Some(b'0'..=b'~') => &text[1..],
        _ => text,
    }
}

/// What follows a sequence that ends with a byte of a range; a byte that fits in no sequence ends it, too.
fn after_final(text: &str, from: usize, last: std::ops::RangeInclusive<u8>) -> &str {
    let end = text
        .bytes()
        .skip(from)
        .position(|byte| !matches!(byte, b' '..=b'?') || last.contains(&byte));
    match end.map(|end| from + end) {
        Some(end) if last.contains(&text.as_bytes()[end]) => &text[end + 1..],
        Some(end) => &text[end..],
        None => "",
    }
}

/// What follows a sequence that ends with a bell or with `ESC \`; at the latest the line ends it.
fn after_string(text: &str) -> &str {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let bell = line.find('\u{7}').map(|at| at + 1);
    let terminator = line.find("\u{1b}\\").map(|at| at + 2);
    let end = bell.into_iter().chain(terminator).min();
    &text[end.unwrap_or(line.len())..]
}

/// One line with its tabs as blanks up to the next stop.
pub(crate) fn expand_tabs(line: &str) -> Cow<'_, str> {
    if !line.contains('\t') {
        return Cow::Borrowed(line);
    }
    let mut expanded = String::with_capacity(line.len() + TAB);
    let mut column = 0;
    for (at, part) in line.split('\t').enumerate() {
        if at > 0 {
            let blanks = TAB - column % TAB;
            expanded.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
        }
        expanded.push_str(part);
        column += super::width(part);
    }
    Cow::Owned(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_left_as_it_is() {
        assert!(matches!(printable("a {b}\n\tc~"), Cow::Borrowed(_)));
        assert_eq!(printable("naïve 日本 שלום"), "naïve 日本 שלום");
    }

    #[test]
    fn control_characters_become_pictures() {
        assert_eq!(printable("a\u{1b}[31mb\u{7}\u{7f}"), "a␛[31mb␇␡");
        assert_eq!(printable("\u{9b}31m"), "\u{fffd}31m");
    }

    #[test]
    fn what_would_change_the_direction_is_left_out() {
        assert_eq!(printable("user\u{202e}nimda\u{2066}"), "usernimda");
    }

    #[test]
    fn a_heap_of_marks_on_a_character_is_cut() {
        let heap = format!("a{}b", "\u{301}".repeat(10_000));
        let clean = printable(&heap);
        assert!(clean.len() <= MAX_CLUSTER + 1, "{} bytes", clean.len());
        assert!(clean.ends_with('b'));
    }

    #[test]
    fn a_family_stays_together() {
        let family = "👩🏽‍👩🏽‍👧🏽‍👦🏽";
        assert_eq!(printable(family), family);
    }

    #[test]
    fn escape_sequences_leave_the_output_of_commands() {
        assert_eq!(
            without_escapes("\u{1b}[1;31merror\u{1b}[0m: no"),
            "error: no"
        );
        assert_eq!(
            without_escapes("\u{1b}]0;title\u{7}a\u{1b}]8;;http://x\u{1b}\\b"),
            "ab"
        );
        assert_eq!(without_escapes("\u{1b}(Ba\u{1b}7b\u{1b}"), "ab");
        assert_eq!(without_escapes("\u{1b}]0;never ends\nnext"), "\nnext");
        assert_eq!(without_escapes("\u{1b}[3é"), "é");
    }

    #[test]
    fn a_line_written_again_shows_its_last_state() {
        assert_eq!(
            without_escapes("10 %\r55 %\r100 %\ndone\r\n"),
            "100 %\ndone\n"
        );
        assert_eq!(without_escapes("ab\u{8}c"), "ac");
    }

    #[test]
    fn tabs_reach_the_next_stop() {
        assert_eq!(expand_tabs("\ta\tbcde\tf"), "    a   bcde    f");
        assert_eq!(expand_tabs("日\tb"), "日  b");
    }
}
