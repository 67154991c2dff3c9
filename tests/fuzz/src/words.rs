//! What the inputs of a target are often made of: changes that use these get past the first comparison.
//!
//! They stand in `words/<target>.dict`, in the format of libFuzzer's dictionaries: a quoted word a line, in which quotes,
//! backslashes and bytes (`\x0A`) are escaped.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::corpus::folder;

/// The dictionary of a target.
pub fn path(target: &str) -> PathBuf {
    folder("words").join(format!("{target}.dict"))
}

/// The words of a target.
///
/// # Errors
/// There is no such file, or a line of it is no word.
pub fn of(target: &str) -> Result<Vec<Vec<u8>>> {
    let path = path(target);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    text.lines()
        .map(|line| word(line).with_context(|| format!("{}: {line}", path.display())))
        .collect()
}

fn word(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut word = Vec::new();
    while let Some((&byte, after)) = rest.split_first() {
        let (byte, after) = match (byte, after) {
            (b'\\', [b'x', digits @ ..]) => {
                let (digits, after) = digits.split_at_checked(2)?;
                let digits = str::from_utf8(digits).ok()?;
                (u8::from_str_radix(digits, 16).ok()?, after)
            }
            (b'\\', [escaped, after @ ..]) => (*escaped, after),
            (b'\\' | b'"', _) => return None,
            _ => (byte, after),
        };
        word.push(byte);
        rest = after;
    }
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn escapes_are_bytes_quotes_and_backslashes() {
        assert_eq!(word(r#""a\x0A\"\\b""#).as_deref(), Some(&b"a\n\"\\b"[..]));
    }

    #[test]
    fn a_line_that_is_no_word_is_refused() {
        for line in ["", "a", "\"", r#""a"b""#, r#""\x0""#, r#""\x0g""#] {
            assert_eq!(word(line), None, "{line}");
        }
    }
}
