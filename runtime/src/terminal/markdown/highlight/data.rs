//! YAML, TOML and their like: lines that name values, and titles of sections.

use super::scanner::Scanner;
use super::{Pieces, Token};

/// Colours the name or title that a line begins with, and leaves the rest to the scanner.
pub(super) fn scan(line: &str, scanner: &mut Scanner, pieces: &mut Pieces) {
    let mut start = 0;
    if scanner.is_in_code() {
        start = skip_items(line);
        pieces.to(start, Token::Plain);
        let rest = &line[start..];
        if rest.starts_with('[') && rest.trim_end().ends_with(']') && start == 0 {
            return pieces.to(line.len(), Token::Function);
        }
        if let Some(end) = name(rest) {
            start += end;
            pieces.to(start, Token::Kind);
        }
    }
    scanner.scan(line, start, pieces);
}

/// Where a line begins after its indent and the marks of items.
fn skip_items(line: &str) -> usize {
    let mut rest = line.trim_start();
    while let Some(item) = rest.strip_prefix("- ") {
        rest = item.trim_start();
    }
    line.len() - rest.len()
}

/// How long the name is that a text begins with, if a value follows it.
fn name(text: &str) -> Option<usize> {
    let quoted = text.starts_with(['"', '\'']);
    let name = match quoted {
        true => 1 + text[1..].find(&text[..1])? + 1,
        false => text.find([':', '=', '#', '"', '\'', '{', '['])?,
    };
    let rest = text[name..].trim_start();
    let names_value = match rest.strip_prefix(':') {
        Some(value) => value.is_empty() || value.starts_with(' '),
        None => rest.starts_with('='),
    };
    (names_value && !text[..name].trim().is_empty()).then_some(name)
}
