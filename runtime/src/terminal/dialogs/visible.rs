//! Text in which nothing hides: what a view would not show, or show as something else, is written out.

use ratatui_core::style::Style;
use ratatui_core::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

use crate::terminal::text::width;

/// Wraps a text at so many columns, between any two graphemes. A line that ends in the text ends here with `⏎`.
pub(super) fn wrap(text: &str, columns: usize, plain: Style, special: Style) -> Vec<Line<'static>> {
    let mut lines = Lines {
        columns: columns.max(1),
        used: 0,
        lines: vec![Line::default()],
    };
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        match written_out(next) {
            Some(shown) => {
                lines.push(&shown, special);
                if next == '\n' {
                    lines.next_line();
                }
                rest = &rest[next.len_utf8()..];
            }
            None => {
                let end = rest.find(|letter| written_out(letter).is_some());
                let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
                for grapheme in run.graphemes(true) {
                    match width(grapheme) {
                        0 => grapheme
                            .chars()
                            .for_each(|letter| lines.push(&code(letter), special)),
                        _ => lines.push(grapheme, plain),
                    }
                }
                rest = after;
            }
        }
    }
    lines.lines
}

struct Lines {
    columns: usize,
    used: usize,
    lines: Vec<Line<'static>>,
}

impl Lines {
    fn next_line(&mut self) {
        self.lines.push(Line::default());
        self.used = 0;
    }

    fn push(&mut self, text: &str, style: Style) {
        for grapheme in text.graphemes(true) {
            let cells = width(grapheme);
            if self.used + cells > self.columns && self.used > 0 {
                self.next_line();
            }
            self.used += cells;
            let line = self.lines.last_mut().expect("there is always one");
            match line.spans.last_mut() {
                Some(span) if span.style == style => span.content.to_mut().push_str(grapheme),
                _ => line.push_span(Span::styled(grapheme.to_owned(), style)),
            }
        }
    }
}

/// How a character that could hide is shown; none for those that show themselves.
fn written_out(letter: char) -> Option<String> {
    match letter {
        '\n' => Some("⏎".to_owned()),
        // The pictures of the control characters stand in their order.
        '\0'..='\u{1f}' => char::from_u32(0x2400 + letter as u32).map(String::from),
        '\u{7f}' => Some("\u{2421}".to_owned()),
        _ if hides(letter) => Some(code(letter)),
        _ => None,
    }
}

fn code(letter: char) -> String {
    format!("<{:X}>", letter as u32)
}

/// Characters that show nothing, look like a blank, or turn the direction of what follows.
fn hides(letter: char) -> bool {
    matches!(letter,
        '\u{80}'..='\u{a0}'
        | '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{1680}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{2000}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}'
        | '\u{205f}'..='\u{206f}'
        | '\u{2800}'
        | '\u{3000}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0e}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}'
    )
}
