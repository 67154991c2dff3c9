//! Values in quotes, with the escapes that double quotes allow.

use std::iter::repeat_n;

/// Reads a text that begins with a quote: its value, and what follows the closing quote. `None` if there is none.
///
/// Lines are separated by LF and have no blanks around them.
pub(super) fn read(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let mut value = String::new();
    let mut rest = &text[1..];
    loop {
        let at = rest.find([quote, '\\', '\n'])?;
        value.push_str(&rest[..at]);
        let (found, after) = rest[at..].split_at(1);
        rest = match (found, quote) {
            ("\n", _) => line_end(after, &mut value),
            ("\\", '"') => escape(after, &mut value),
            ("\\", _) => {
                value.push('\\');
                after
            }
            (_, '\'') if after.starts_with('\'') => {
                value.push('\'');
                &after[1..]
            }
            _ => return Some((value, after)),
        };
    }
}

/// A line end is a blank; further ones are kept.
fn line_end<'a>(after: &'a str, value: &mut String) -> &'a str {
    let rest = after.trim_start_matches('\n');
    match after.len() - rest.len() {
        0 => value.push(' '),
        kept => value.extend(repeat_n('\n', kept)),
    }
    rest
}

/// What a backslash means. One that means nothing stays, as in the paths of Windows.
fn escape<'a>(after: &'a str, value: &mut String) -> &'a str {
    if let Some(rest) = after.strip_prefix('\n') {
        return rest;
    }
    let (meant, rest) = named(after)
        .or_else(|| numbered(after))
        .unwrap_or(('\\', after));
    value.push(meant);
    rest
}

fn named(after: &str) -> Option<(char, &str)> {
    let letter = after.chars().next()?;
    let meant = match letter {
        '"' | '/' | '\\' | ' ' | '\t' => letter,
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        't' => '\t',
        'n' => '\n',
        'v' => '\x0B',
        'f' => '\x0C',
        'r' => '\r',
        'e' => '\x1B',
        'N' => '\u{85}',
        '_' => '\u{A0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        _ => return None,
    };
    Some((meant, &after[1..]))
}

/// `x`, `u` or `U` and its digits. Two halves of a UTF-16 pair are one character; half a pair is U+FFFD.
fn numbered(after: &str) -> Option<(char, &str)> {
    let (code, rest) = match after.chars().next()? {
        'x' => digits(&after[1..], 2)?,
        'u' => digits(&after[1..], 4)?,
        'U' => digits(&after[1..], 8)?,
        _ => return None,
    };
    let low = || {
        let (low, rest) = digits(rest.strip_prefix("\\u")?, 4)?;
        (0xDC00..0xE000).contains(&low).then_some((low, rest))
    };
    if (0xD800..0xDC00).contains(&code)
        && let Some((low, rest)) = low()
    {
        let code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        return Some((char::from_u32(code)?, rest));
    }
    Some((
        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
        rest,
    ))
}

fn digits(text: &str, count: usize) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(count)?;
    let all_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = all_hex.then(|| u32::from_str_radix(digits, 16).ok())??;
    Some((code, rest))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[track_caller]
    fn reads(text: &str, value: &str, rest: &str) {
        assert_eq!(read(text), Some((value.to_owned(), rest)), "{text}");
    }

    #[test]
    fn single_quotes_know_no_escape_but_their_own() {
        reads("'it''s' rest", "it's", " rest");
        reads(r"'C:\new'", r"C:\new", "");
        reads("'a\nb\n\nc'", "a b\nc", "");
    }

    #[test]
    fn double_quotes_know_those_of_yaml() {
        reads(r#""a \"b\" \\ \/ \t|\n""#, "a \"b\" \\ / \t|\n", "");
        reads(r#""\x41\u00e9\U0001F600\_""#, "Aé😀\u{A0}", "");
        reads(
            r#""\0\a\b\v\f\r\e\N\L\P\ ""#,
            "\0\x07\x08\x0B\x0C\r\x1B\u{85}\u{2028}\u{2029} ",
            "",
        );
        reads("\"a\\\nb\"", "ab", "");
    }

    #[test]
    fn two_halves_are_one_character_and_half_a_one_is_replaced() {
        reads(r#""\ud83d\ude00""#, "😀", "");
        reads(r#""\ud83d\n""#, "\u{FFFD}\n", "");
        reads(r#""\ude00\ud83d\u0041""#, "\u{FFFD}\u{FFFD}A", "");
        reads(r#""\UFFFFFFFF""#, "\u{FFFD}", "");
    }

    #[test]
    fn a_backslash_that_means_nothing_stays() {
        reads(r#""C:\Users\x4\é\u12""#, r"C:\Users\x4\é\u12", "");
    }

    #[test]
    fn quotes_that_are_not_closed_are_none() {
        for text in ["\"", "'a", r#""a\""#, "'a''", "a\"b\""] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
