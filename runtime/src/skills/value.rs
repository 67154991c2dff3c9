//! The value of a key: plain, quoted, or a block.
//!
//! Blanks and line ends around a value never count, so that a block means the same whatever its chomping indicator.

use std::iter::{once, repeat_n};

use super::lines::{BLANKS, indentation, is_blank};
use super::quotes;

/// Reads a value that begins with `start` behind its key and goes on in the lines `more`; `None` if there is none.
pub(super) fn read(start: &str, more: &[&str]) -> Option<String> {
    let (start, more) = match more.iter().position(|line| !is_blank(line)) {
        Some(first) if start.is_empty() => (more[first].trim_matches(BLANKS), &more[first + 1..]),
        _ => (start, more),
    };
    let value = block(start, more)
        .or_else(|| quoted(start, more))
        .unwrap_or_else(|| plain(start, more));
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// A value below `|`, which keeps its lines, or `>`, which folds them.
fn block(start: &str, more: &[&str]) -> Option<String> {
    let indicators = start.strip_prefix(['|', '>'])?;
    let lines = unindented(more, blanks_said(indicators)?);
    match start.starts_with('|') {
        true => Some(lines.join("\n")),
        false => Some(fold(lines)),
    }
}

/// By how many blanks the indicators of a block say it is indented, if they do; `None` if they are none.
fn blanks_said(indicators: &str) -> Option<Option<usize>> {
    let (indicators, remark) = match indicators.find(BLANKS) {
        Some(end) => indicators.split_at(end),
        None => (indicators, ""),
    };
    let mut blanks = None;
    for indicator in indicators.chars() {
        match indicator {
            '+' | '-' => {}
            '1'..='9' => blanks = indicator.to_digit(10).map(|blanks| blanks as usize),
            _ => return None,
        }
    }
    (indicators.len() <= 2 && is_remark(remark)).then_some(blanks)
}

/// Nothing, or a comment.
fn is_remark(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with('#')
}

/// The lines of a block without what they are indented by: that of the first one, unless it is said.
fn unindented<'a>(lines: &[&'a str], said: Option<usize>) -> Vec<&'a str> {
    let first = lines.iter().find(|line| !is_blank(line));
    let blanks = said.unwrap_or_else(|| first.map_or(0, |line| indentation(line)));
    lines
        .iter()
        .map(|line| match is_blank(line) {
            true => "",
            false => &line[blanks.min(indentation(line))..],
        })
        .collect()
}

/// A value in quotes, if nothing follows them.
fn quoted(start: &str, more: &[&str]) -> Option<String> {
    start.strip_prefix(['"', '\''])?;
    let lines: Vec<&str> = once(start).chain(trimmed(more)).collect();
    let lines = lines.join("\n");
    let (value, rest) = quotes::read(&lines)?;
    is_remark(rest).then_some(value)
}

/// All other values. What looks like a comment belongs to the value, unless it has a line of its own.
fn plain(start: &str, more: &[&str]) -> String {
    fold(once(start).chain(trimmed(more).filter(|line| !line.starts_with('#'))))
}

fn trimmed<'a>(lines: &[&'a str]) -> impl Iterator<Item = &'a str> {
    lines.iter().map(|line| line.trim_matches(BLANKS))
}

/// Joins lines: a line end becomes a blank. Empty lines stay line ends, and so do the ends beside lines that are indented.
fn fold<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let mut was_indented = false;
    for line in lines {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        let is_indented = line.starts_with(BLANKS);
        let kept = empty + usize::from(was_indented || is_indented);
        match kept {
            _ if text.is_empty() => {}
            0 => text.push(' '),
            kept => text.extend(repeat_n('\n', kept)),
        }
        text.push_str(line);
        was_indented = is_indented;
        empty = 0;
    }
    text
}
