//! Reading JSON that others wrote: what a strict parser refuses but every JavaScript program lets pass.
//!
//! A lone surrogate (`"\ud83d"`, half of an emoji that someone cut in two) and bytes that are not UTF-8 become U+FFFD, so
//! that the text is shown and everything sent from here on is valid.

use serde::de::DeserializeOwned;

/// How deep values may be nested. Below what the parser itself allows, so that a value which was read once can be read
/// again from inside something larger, such as a checkpoint.
const MAX_DEPTH: usize = 100;

/// The longest description of a fault.
const MAX_FAULT_BYTES: usize = 256;

/// Parses `text`, repaired if it needs to be.
///
/// # Errors
/// The text is not JSON, is not of the shape of `T`, or is nested too deeply.
pub(crate) fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, serde_json::Error> {
    if is_too_deep(text) {
        let message = format!("nested more than {MAX_DEPTH} levels deep");
        return Err(serde::de::Error::custom(message));
    }
    // One kind of reader for both, since each compiles every type anew.
    serde_json::from_slice(text).or_else(|error| match repair(text) {
        Some(repaired) => serde_json::from_slice(repaired.as_bytes()),
        None => Err(error),
    })
}

/// What the parser has against a text, in few words: it quotes what it found, however long that is.
pub(crate) fn fault(error: &serde_json::Error) -> String {
    let mut fault = error.to_string();
    if fault.len() > MAX_FAULT_BYTES {
        fault.truncate(fault.floor_char_boundary(MAX_FAULT_BYTES));
        fault.push('…');
    }
    fault
}

fn is_too_deep(text: &[u8]) -> bool {
    let opens = |byte: &u8| matches!(byte, b'[' | b'{');
    // Nearly every text has too few brackets to be deep, whatever they enclose.
    if text.iter().filter(|byte| opens(byte)).count() <= MAX_DEPTH {
        return false;
    }
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

/// The text without lone surrogates and bad bytes, or `None` if it has none.
fn repair(text: &[u8]) -> Option<String> {
    let lossy = String::from_utf8_lossy(text);
    let mut repaired = String::with_capacity(lossy.len());
    let mut rest = &*lossy;
    while let Some(at) = rest.find('\\') {
        let (plain, escape) = rest.split_at(at);
        repaired.push_str(plain);
        let (kept, length) = match unit(escape) {
            Some(0xD800..=0xDBFF) if is_low(escape.get(6..)) => (true, 12),
            Some(0xD800..=0xDFFF) => (false, 6),
            Some(_) => (true, 6),
            // The character after the backslash may take several bytes if this is no JSON at all.
            None => (
                true,
                1 + escape[1..].chars().next().map_or(0, char::len_utf8),
            ),
        };
        repaired.push_str(if kept { &escape[..length] } else { "\\ufffd" });
        rest = &escape[length..];
    }
    repaired.push_str(rest);
    (repaired.as_bytes() != text).then_some(repaired)
}

/// The UTF-16 unit of `\uXXXX` at the start of `text`.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let all_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    all_hex.then(|| u16::from_str_radix(digits, 16).ok())?
}

fn is_low(text: Option<&str>) -> bool {
    matches!(text.and_then(unit), Some(0xDC00..=0xDFFF))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> String {
        parse(text.as_bytes()).expect("JSON")
    }

    #[test]
    fn lone_surrogates_become_replacement_characters() {
        assert_eq!(string(r#""ab\ud83d""#), "ab\u{FFFD}");
        assert_eq!(string(r#""\uDE00x""#), "\u{FFFD}x");
        assert_eq!(string(r#""\ud83d\ud83d\ude00""#), "\u{FFFD}😀");
        assert_eq!(string(r#""\ud83d\n\ude00""#), "\u{FFFD}\n\u{FFFD}");
    }

    #[test]
    fn whole_pairs_and_escaped_backslashes_stay_as_they_are() {
        assert_eq!(string(r#""\ud83d\ude00""#), "😀");
        assert_eq!(string(r#""\\ud83d \ud83d""#), "\\ud83d \u{FFFD}");
    }

    #[test]
    fn bytes_that_are_not_utf8_become_replacement_characters() {
        assert_eq!(parse::<String>(b"\"a\xFFb\"").unwrap(), "a\u{FFFD}b");
    }

    #[test]
    fn nesting_is_bounded_and_brackets_in_strings_do_not_count() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let read = |text: &str| parse::<serde_json::Value>(text.as_bytes());
        assert!(read(&nested(MAX_DEPTH)).is_ok());
        let error = read(&nested(MAX_DEPTH + 1)).unwrap_err();
        assert_eq!(error.to_string(), "nested more than 100 levels deep");
        let flat = format!("[{}\"\\\"{}\"]", "[],".repeat(200), "{".repeat(200));
        assert!(read(&flat).is_ok());
    }

    #[test]
    fn faults_are_told_in_few_words() {
        let told = |text: String| fault(&parse::<bool>(text.as_bytes()).unwrap_err());
        assert_eq!(
            told("\"é\"".to_owned()),
            "invalid type: string \"é\", expected a boolean at line 1 column 4"
        );
        let cut = told(format!("\"{}\"", "é".repeat(1000)));
        assert!(cut.len() <= 260 && cut.ends_with("é…"), "{cut}");
    }

    #[test]
    fn what_is_not_json_stays_refused() {
        for text in ["", "{", "nul", "\"\\", "\"\\u12", "\"\\é", "\"\\ud83d"] {
            assert!(
                parse::<serde_json::Value>(text.as_bytes()).is_err(),
                "{text}"
            );
        }
    }
}
