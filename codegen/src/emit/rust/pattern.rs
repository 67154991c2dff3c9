//! Patterns: the IDL's subset of regular expressions as data that the generated crate matches with. Lowering has checked
//! that a pattern is within the subset.

use std::iter::Peekable;
use std::str::Chars;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The expression of a `Pattern`.
pub(super) fn expression(source: &str) -> TokenStream {
    let mut letters: Letters<'_> = source.chars().peekable();
    let mut pieces = Vec::new();
    while let Some(letter) = letters.next() {
        pieces.push(piece(letter, &mut letters));
    }
    quote!(Pattern { source: #source, pieces: &[#(#pieces),*] })
}

type Letters<'a> = Peekable<Chars<'a>>;

fn piece(letter: char, letters: &mut Letters<'_>) -> TokenStream {
    let ranges = match letter {
        '[' => class(letters),
        letter => {
            let letter = plain(letter, letters);
            vec![(letter, letter)]
        }
    };
    let ranges = ranges.iter().map(|(from, to)| quote!((#from, #to)));
    let (min, max) = repetition(letters);
    let max = match max {
        Some(max) => {
            let max = Literal::usize_unsuffixed(max);
            quote!(#max)
        }
        None => quote!(usize::MAX),
    };
    let min = Literal::usize_unsuffixed(min);
    quote!(Piece { ranges: &[#(#ranges),*], min: #min, max: #max })
}

fn plain(letter: char, letters: &mut Letters<'_>) -> char {
    match letter {
        '\\' => letters.next().expect("a pattern does not end in `\\`"),
        letter => letter,
    }
}

fn class(letters: &mut Letters<'_>) -> Vec<(char, char)> {
    let mut ranges = Vec::new();
    loop {
        let letter = letters.next().expect("a class is closed");
        if letter == ']' {
            return ranges;
        }
        let from = plain(letter, letters);
        ranges.push((from, range_end(from, letters)));
    }
}

/// The end of the range that begins with `from`. A hyphen before the closing bracket is itself.
fn range_end(from: char, letters: &mut Letters<'_>) -> char {
    let mut ahead = letters.clone();
    if ahead.next() != Some('-') || ahead.peek() == Some(&']') {
        return from;
    }
    letters.next();
    let to = letters.next().expect("a range has an end");
    plain(to, letters)
}

/// The least and the most repetitions.
fn repetition(letters: &mut Letters<'_>) -> (usize, Option<usize>) {
    let range = match letters.peek() {
        Some('*') => (0, None),
        Some('+') => (1, None),
        Some('?') => (0, Some(1)),
        Some('{') => {
            letters.next();
            let counts: String = letters.by_ref().take_while(|it| *it != '}').collect();
            return counted(&counts);
        }
        _ => return (1, Some(1)),
    };
    letters.next();
    range
}

/// `n`, `n,` or `n,m`.
fn counted(counts: &str) -> (usize, Option<usize>) {
    let number = |text: &str| text.parse().expect("a count is a number");
    match counts.split_once(',') {
        None => (number(counts), Some(number(counts))),
        Some((min, "")) => (number(min), None),
        Some((min, max)) => (number(min), Some(number(max))),
    }
}
