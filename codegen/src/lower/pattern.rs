//! `@pattern`: the subset of regular expressions that means the same in every language.
//!
//! ```text
//! pattern := (atom repeat?)+        atom := class | char        repeat := "+" | "*" | "?" | "{" m ("," n?)? "}"
//! class := "[" (char ("-" char)?)+ "]"
//! ```
//!
//! A pattern always matches the whole text. Characters are printable ASCII; those with a meaning need a `\` before them.

use std::iter::Peekable;
use std::str::Chars;

/// Characters that mean something, or would in some language.
const SPECIAL: &str = r"\^$.|?*+()[]{}/";

/// The largest count in a repeat.
const MAX_REPEAT: u32 = 1000;

/// Whether every language can check `pattern`; else what is wrong with it.
pub(super) fn check(pattern: &str) -> Result<(), String> {
    let mut rest = pattern.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            '[' => class(&mut rest)?,
            '+' | '*' | '?' | '{' => {
                return Err(format!("there is nothing for `{letter}` to repeat"));
            }
            '^' | '$' => {
                return Err(format!(
                    "a pattern is anchored already: `{letter}` is not needed"
                ));
            }
            _ => {
                plain(letter, &mut rest)?;
            }
        }
        repeat(&mut rest)?;
    }
    Ok(())
}

type Rest<'a> = Peekable<Chars<'a>>;

/// A character that stands for itself.
fn plain(letter: char, rest: &mut Rest<'_>) -> Result<char, String> {
    if letter == '\\' {
        return match rest.next() {
            Some(escaped) if SPECIAL.contains(escaped) || escaped == '-' => Ok(escaped),
            Some(escaped) => Err(format!("`\\{escaped}` is not in the subset")),
            None => Err("the pattern ends in `\\`".to_owned()),
        };
    }
    if SPECIAL.contains(letter) {
        return Err(format!("`{letter}` is not in the subset"));
    }
    if !(' '..='~').contains(&letter) {
        return Err(format!("{letter:?} is not printable ASCII"));
    }
    Ok(letter)
}

/// What follows `[`.
fn class(rest: &mut Rest<'_>) -> Result<(), String> {
    if rest.peek() == Some(&'^') {
        return Err("negated classes are not in the subset".to_owned());
    }
    let mut is_empty = true;
    loop {
        let letter = rest.next().ok_or("a class does not end")?;
        if letter == ']' {
            break;
        }
        is_empty = false;
        let first = class_char(letter, rest)?;
        let mut ahead = rest.clone();
        if ahead.next() != Some('-') || matches!(ahead.peek(), Some(']') | None) {
            continue;
        }
        rest.next();
        let letter = rest.next().ok_or("a class does not end")?;
        let last = class_char(letter, rest)?;
        if first > last {
            return Err(format!("the range `{first}-{last}` is empty"));
        }
    }
    match is_empty {
        true => Err("a class is empty".to_owned()),
        false => Ok(()),
    }
}

/// In a class most special characters stand for themselves.
fn class_char(letter: char, rest: &mut Rest<'_>) -> Result<char, String> {
    match letter {
        '.' | '$' | '|' | '?' | '*' | '+' | '(' | ')' | '{' | '}' | '/' => Ok(letter),
        _ => plain(letter, rest),
    }
}

fn repeat(rest: &mut Rest<'_>) -> Result<(), String> {
    match rest.peek() {
        Some('+' | '*' | '?') => {
            rest.next();
        }
        Some('{') => {
            rest.next();
            counted(rest)?;
        }
        _ => return Ok(()),
    }
    match rest.peek() {
        Some(letter @ ('+' | '*' | '?' | '{')) => Err(format!("`{letter}` repeats a repeat")),
        _ => Ok(()),
    }
}

/// What follows `{`: `m}`, `m,}` or `m,n}`.
fn counted(rest: &mut Rest<'_>) -> Result<(), String> {
    let mut text = String::new();
    loop {
        match rest.next() {
            Some('}') => break,
            Some(letter) => text.push(letter),
            None => return Err("a repeat does not end".to_owned()),
        }
    }
    let count = |digits: &str| {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let count = digits.parse::<u32>().ok();
        let count = count.filter(|count| is_number && *count <= MAX_REPEAT);
        count.ok_or_else(|| format!("`{{{text}}}` is not a repeat up to {MAX_REPEAT}"))
    };
    let (min, max) = match text.split_once(',') {
        None => (count(&text)?, None),
        Some((min, "")) => (count(min)?, None),
        Some((min, max)) => (count(min)?, Some(count(max)?)),
    };
    match max.is_some_and(|max| max < min) {
        true => Err(format!("the repeat `{{{text}}}` is empty")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn classes_characters_and_repeats_are_the_subset() {
        for pattern in [
            "[A-Za-z0-9_-]+",
            "a\\.b{2,3}",
            "[ab.]{1,}x?",
            "-*",
            "[\\]\\\\]{3}",
        ] {
            assert_eq!(check(pattern), Ok(()), "{pattern}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for pattern in [
            "^a$", "a|b", "(a)", ".", "\\d", "[^a]", "[]", "[z-a]", "[a", "+a", "a++", "a{2,1}",
            "a{x}", "a{", "ü", "a\\", "a{9999}",
        ] {
            assert!(check(pattern).is_err(), "{pattern}");
        }
    }
}
