//! Answers in Markdown: the same lines in however many pieces they come, and none that the view has no room for.

use ratatui_core::text::Line;

use super::super::cuts;
use crate::terminal::markdown::Markdown;
use crate::terminal::theme::Theme;

const WIDEST: u32 = 120;

/// The most that is read in pieces, in bytes. Of longer texts the lines stand still for a while as they grow.
const MOST_STREAMED: usize = 2048;

/// A text takes at most so many lines for a byte of it, and for what its links repeat of their addresses.
const MOST_LINES_OF_A_BYTE: usize = 4;
const MOST_LINES_OF_LINKS: usize = 128 * 1024;

pub(super) fn check(text: &str) {
    let mut characters = text.chars();
    let first = characters.next().map_or(0, u32::from);
    let width = (first % WIDEST + 1) as u16;
    let text = characters.as_str();
    check_lines(&finished([text], width), text.len(), width);

    let text = &text[..text.floor_char_boundary(MOST_STREAMED)];
    let whole = finished([text], width);
    for chunks in cuts::of(text.as_bytes()) {
        assert_eq!(finished(pieces(text, &chunks), width), whole);
        check_growth(pieces(text, &chunks), width);
    }
}

/// The lines of the whole, of which each piece was laid out as it came.
fn finished<'a>(pieces: impl IntoIterator<Item = &'a str>, width: u16) -> Vec<Line<'static>> {
    let theme = Theme::dark();
    let mut markdown = Markdown::new();
    for piece in pieces {
        markdown.push(piece);
        markdown.lines(width, &theme);
    }
    markdown.finish();
    markdown.lines(width, &theme).to_vec()
}

/// What stands on screen meanwhile is fit for it, too.
fn check_growth<'a>(pieces: impl IntoIterator<Item = &'a str>, width: u16) {
    let theme = Theme::dark();
    let mut markdown = Markdown::new();
    for piece in pieces {
        markdown.push(piece);
        let length = markdown.source().len();
        check_lines(markdown.lines(width, &theme), length, width);
    }
}

fn check_lines(lines: &[Line<'static>], length: usize, width: u16) {
    let most = (length + 1) * MOST_LINES_OF_A_BYTE + MOST_LINES_OF_LINKS;
    assert!(lines.len() <= most, "{} lines", lines.len());
    for line in lines {
        let has_control = line.iter().any(|it| it.content.contains(char::is_control));
        assert!(!has_control, "{line}");
        // A wide character has no other place to go.
        assert!(line.width() <= usize::from(width.max(2)), "{width}: {line}");
    }
}

/// The pieces of a text whose ends are nearest to those of chunks.
fn pieces<'a>(text: &'a str, chunks: &[&[u8]]) -> Vec<&'a str> {
    let (mut start, mut end) = (0, 0);
    let piece = |chunk: &&[u8]| {
        end += chunk.len();
        let piece = &text[start..text.floor_char_boundary(end)];
        start += piece.len();
        piece
    };
    chunks.iter().map(piece).collect()
}
