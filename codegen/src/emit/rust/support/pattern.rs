//! The small subset of regular expressions that the IDL's `@pattern` admits: a sequence of characters and character
//! classes, each with a repetition, matched against the whole text.

/// A pattern, translated by the generator.
#[derive(Debug)]
pub struct Pattern {
    /// As the IDL writes it.
    pub source: &'static str,
    pub pieces: &'static [Piece],
}

/// One character class and how often it may repeat.
#[derive(Debug)]
pub struct Piece {
    /// Inclusive ranges.
    pub ranges: &'static [(char, char)],
    pub min: usize,
    pub max: usize,
}

impl Pattern {
    /// Whether the whole of `text` matches.
    pub fn matches(&self, text: &str) -> bool {
        matches(self.pieces, text)
    }
}

impl Piece {
    fn admits(&self, letter: char) -> bool {
        let mut ranges = self.ranges.iter();
        ranges.any(|(from, to)| (*from..=*to).contains(&letter))
    }
}

/// Takes as many letters as the first piece can, and fewer for as long as the others do not match the remainder.
fn matches(pieces: &[Piece], text: &str) -> bool {
    let Some((first, others)) = pieces.split_first() else {
        return text.is_empty();
    };
    let run = text
        .chars()
        .take(first.max)
        .take_while(|letter| first.admits(*letter))
        .count();
    let ends = text.char_indices().map(|(end, _)| end).chain([text.len()]);
    let ends: Vec<usize> = ends.take(run + 1).collect();
    ends.iter()
        .skip(first.min)
        .rev()
        .any(|end| matches(others, &text[*end..]))
}
