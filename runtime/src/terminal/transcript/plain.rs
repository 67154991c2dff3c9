//! Text that is no Markdown: prompts, notices, and what tools take and return.

use ratatui_core::style::Style;
use ratatui_core::text::{Line, Span};

use crate::terminal::text::{self, Widths};

/// Where a line breaks.
#[derive(Clone, Copy)]
pub(super) enum Breaks {
    BetweenWords,
    /// Where the row ends, so that columns stay columns.
    Anywhere,
}

/// How a text is laid out.
#[derive(Clone, Copy)]
pub(super) struct Plain {
    pub(super) columns: usize,
    pub(super) style: Style,
    pub(super) breaks: Breaks,
}

impl Plain {
    /// The rows of all lines.
    pub(super) fn rows(self, content: &str) -> Vec<Line<'static>> {
        content.lines().flat_map(|line| self.row(line)).collect()
    }

    /// At most so many rows; a longer text ends with a note of how many lines are missing.
    pub(super) fn folded(self, content: &str, most: usize, note: Style) -> Vec<Line<'static>> {
        let mut rows = Vec::new();
        let mut shown = 0;
        for (index, line) in content.lines().enumerate() {
            rows.extend(self.row(line));
            if rows.len() < most {
                shown = index + 1;
            } else if rows.len() > most {
                break;
            }
        }
        if rows.len() > most {
            rows.truncate(most.saturating_sub(1));
            rows.push(more(content.lines().count() - shown, note));
        }
        rows
    }

    fn row(self, line: &str) -> Vec<Line<'static>> {
        let line = text::printable(line);
        let line = text::expand_tabs(&line).into_owned();
        let spans = [Span::styled(line, self.style)];
        let widths = Widths {
            first: self.columns,
            rest: self.columns,
        };
        let rows = match self.breaks {
            Breaks::BetweenWords => text::wrap(&spans, widths),
            Breaks::Anywhere => text::cut(&spans, widths),
        };
        rows.into_iter().map(Line::from).collect()
    }
}

/// The note that lines are missing.
pub(super) fn more(lines: usize, style: Style) -> Line<'static> {
    let text = match lines {
        1 => "… 1 more line".to_owned(),
        _ => format!("… {lines} more lines"),
    };
    Line::styled(text, style)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Plain = Plain {
        columns: 10,
        style: Style::new(),
        breaks: Breaks::BetweenWords,
    };

    fn folded(content: &str, most: usize) -> Vec<String> {
        let rows = PLAIN.folded(content, most, Style::new());
        rows.iter().map(Line::to_string).collect()
    }

    #[test]
    fn a_text_that_fits_is_not_folded() {
        assert_eq!(folded("a\nb\nc", 3), ["a", "b", "c"]);
        assert_eq!(folded("", 3), [""; 0]);
    }

    #[test]
    fn a_longer_one_tells_how_many_lines_are_missing() {
        assert_eq!(folded("a\nb\nc\nd", 3), ["a", "b", "… 2 more lines"]);
    }

    #[test]
    fn a_line_that_is_cut_counts_as_missing() {
        assert_eq!(
            folded("a\none two three four five", 3),
            ["a", "one two", "… 1 more line"]
        );
    }
}
