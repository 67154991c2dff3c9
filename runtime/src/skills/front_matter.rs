//! The front matter of a skill file: where it stands, and the two keys that count.
//!
//! It looks like YAML, and authors write it as if no one read it strictly: values with colons in them, for one. So this
//! reads line by line and takes nothing amiss. An entry begins with its key on the outermost level; whatever is indented
//! below belongs to it, and what is neither is passed over.

use std::iter::Peekable;

use super::lines::{BLANKS, Lines, indentation, is_blank};
use super::value;

const FENCE: &str = "---";

/// A file cut at its fences.
#[derive(Debug, PartialEq)]
pub(super) enum Parts<'a> {
    /// The file does not begin with a fence.
    NoHeader {
        body: &'a str,
    },
    /// There is no second fence.
    Unclosed,
    Both {
        header: &'a str,
        body: &'a str,
    },
}

/// What the header says.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Header {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
}

/// Cuts a file at its fences. The body begins with its first line that is not blank.
pub(super) fn split(text: &str) -> Parts<'_> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut lines = Lines::new(text);
    if !lines.next().is_some_and(is_fence) {
        return Parts::NoHeader {
            body: without_blank_lines(text),
        };
    }
    let header = lines.rest();
    loop {
        let length = header.len() - lines.rest().len();
        match lines.next() {
            Some(line) if is_fence(line) => {
                return Parts::Both {
                    header: &header[..length],
                    body: without_blank_lines(lines.rest()),
                };
            }
            Some(_) => {}
            None => return Parts::Unclosed,
        }
    }
}

fn is_fence(line: &str) -> bool {
    line.trim_end_matches(BLANKS) == FENCE
}

fn without_blank_lines(text: &str) -> &str {
    let mut lines = Lines::new(text);
    loop {
        let rest = lines.rest();
        if !lines.next().is_some_and(is_blank) {
            return rest;
        }
    }
}

/// Reads the keys. Of a key that stands twice the first one with a value counts.
pub(super) fn read(header: &str) -> Header {
    let outermost = Lines::new(header)
        .find(|line| !is_blank(line))
        .map_or(0, indentation);
    let mut lines = Lines::new(header).peekable();
    let mut found = Header::default();
    while let Some(line) = lines.next() {
        if indentation(line) > outermost {
            continue;
        }
        let Some((key, start)) = entry(line) else {
            continue;
        };
        let more = continuation(&mut lines, outermost);
        match key {
            "name" if found.name.is_none() => {
                found.name = value::read(without_comment(start), &more);
            }
            "description" if found.description.is_none() => {
                found.description = value::read(start, &more);
            }
            _ => {}
        }
    }
    found
}

/// The key that a line begins with, and what follows its colon.
fn entry(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_matches(BLANKS);
    let (key, value) = match line.chars().next()? {
        '#' => return None,
        quote @ ('"' | '\'') => {
            let (key, after) = line[1..].split_once(quote)?;
            let value = after.trim_start_matches(BLANKS).strip_prefix(':')?;
            (key, value)
        }
        _ => line.split_once(':')?,
    };
    Some((key.trim_end_matches(BLANKS), value.trim_matches(BLANKS)))
}

/// The lines that belong to an entry, beginning with its first.
fn continuation<'a>(lines: &mut Peekable<Lines<'a>>, outermost: usize) -> Vec<&'a str> {
    let mut more = Vec::new();
    while let Some(line) = lines.next_if(|line| is_blank(line) || indentation(line) > outermost) {
        more.push(line);
    }
    more
}

/// A name without the remark behind it. Descriptions keep theirs: there a number sign is more often meant as one.
fn without_comment(value: &str) -> &str {
    let is_quoted = value.starts_with(['"', '\'']);
    let comment = value
        .match_indices('#')
        .map(|(at, _)| at)
        .find(|at| value[..*at].ends_with(BLANKS));
    match comment {
        Some(at) if !is_quoted => value[..at].trim_end_matches(BLANKS),
        _ => value,
    }
}
