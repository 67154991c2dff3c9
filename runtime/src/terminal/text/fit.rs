//! Text in the columns there are.

use std::borrow::Cow;

use super::{prefix_within, printable, width};

/// The text as one line, or what fits of its beginning and an ellipsis.
pub(crate) fn fit(text: &str, columns: usize) -> Cow<'_, str> {
    let mut line = printable(text);
    if line.contains(['\n', '\t']) {
        line = Cow::Owned(line.replace(['\n', '\t'], " "));
    }
    if width(&line) <= columns {
        return line;
    }
    match columns.checked_sub(1) {
        Some(room) => Cow::Owned(format!("{}…", prefix_within(&line, room).trim_end())),
        None => Cow::Borrowed(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis() {
        assert_eq!(fit("apple", 5), "apple");
        assert_eq!(fit("apples", 5), "appl…");
        assert_eq!(fit("an apple", 4), "an…");
        assert_eq!(fit("林檎", 3), "林…");
        assert_eq!(fit("林檎", 2), "…");
        assert_eq!(fit("apple", 0), "");
    }

    #[test]
    fn a_text_is_one_line_in_which_nothing_is_hidden() {
        assert_eq!(fit("one\ntwo\tthree\u{1b}[8m", 30), "one two three␛[8m");
        assert_eq!(fit("\u{202e}abc", 3), "abc");
    }
}
