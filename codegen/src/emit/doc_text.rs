//! Docs of the IDL as text: Markdown in which a language replaces links, and the code between backticks, by its own.

use crate::model::{Const, Literal};

/// The docs with every link as `link(path, behind)` shows it, where `behind` is the text that follows, and every other
/// piece between backticks as `code(piece)` does.
pub(super) fn rewritten(
    docs: &str,
    link: impl Fn(&str, &str) -> String,
    code: impl Fn(&str) -> String,
) -> String {
    let mut text = String::with_capacity(docs.len());
    let mut pieces = docs.split('`');
    text.push_str(pieces.next().unwrap_or_default());
    // Every other piece stands between backticks.
    while let Some(piece) = pieces.next() {
        let behind = pieces.next().unwrap_or_default();
        let is_link = text.ends_with('[') && behind.starts_with(']') && !behind.starts_with("](");
        if is_link {
            text.pop();
            text.push_str(&link(piece, &behind[1..]));
            text.push_str(&behind[1..]);
        } else {
            text.push_str(&code(piece));
            text.push_str(behind);
        }
    }
    text
}

/// The value of a constant that nobody can import: numbers with their unit, unless it follows, and texts as code.
pub(super) fn constant(it: &Const, behind: &str) -> String {
    match &it.value {
        Literal::Int(value) => {
            let unit = match it.meta.name.words().last().map(String::as_str) {
                Some("bytes") if !behind.trim_start().starts_with("byte") => " bytes",
                Some("ms") if !behind.trim_start().starts_with('m') => " milliseconds",
                _ => "",
            };
            grouped(*value, ',') + unit
        }
        Literal::String(value) => code(value),
        Literal::Bool(value) => code(&value.to_string()),
    }
}

pub(super) fn code(text: &str) -> String {
    format!("`{text}`")
}

/// `65,536`.
pub(super) fn grouped(value: i64, separator: char) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::new();
    if value < 0 {
        text.push('-');
    }
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}
