//! Characters as the reader sees them (grapheme clusters), and the columns they take.

use ratatui_core::buffer::CellWidth;
use unicode_segmentation::UnicodeSegmentation;

/// How many columns a text takes that has no control characters.
pub(crate) fn width(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.graphemes(true).map(cluster_width).sum()
}

/// The longest beginning of a text that fits into so many columns.
pub(crate) fn prefix_within(text: &str, columns: usize) -> &str {
    let mut left = columns;
    let mut end = 0;
    for (start, cluster) in clusters(text) {
        let Some(rest) = left.checked_sub(cluster_width(cluster)) else {
            break;
        };
        left = rest;
        end = start + cluster.len();
    }
    &text[..end]
}

/// The clusters of a text and where they begin. What is ASCII needs no tables.
pub(super) fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let ascii = text.is_ascii();
    let bytes = (0..text.len()).filter(move |_| ascii);
    let others = match ascii {
        true => "",
        false => text,
    };
    bytes
        .map(|at| (at, &text[at..=at]))
        .chain(others.grapheme_indices(true))
}

/// The columns of one cluster, as the cells on screen count them.
pub(super) fn cluster_width(cluster: &str) -> usize {
    match cluster.len() {
        1 => 1,
        _ => usize::from(cluster.cell_width()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_the_screen() {
        assert_eq!(width("abc"), 3);
        assert_eq!(width("日本"), 4);
        assert_eq!(width("👩‍👩‍👧‍👦"), 2);
        assert_eq!(width("e\u{301}"), 1);
        assert_eq!(width("שלום"), 4);
    }

    #[test]
    fn a_beginning_never_ends_within_a_character() {
        assert_eq!(prefix_within("abc", 2), "ab");
        assert_eq!(prefix_within("a日本", 2), "a");
        assert_eq!(prefix_within("e\u{301}👩‍👩‍👧‍👦x", 3), "e\u{301}👩‍👩‍👧‍👦");
        assert_eq!(prefix_within("日本", 1), "");
    }
}
