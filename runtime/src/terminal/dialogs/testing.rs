//! What the tests of the dialogs share: a drawn dialog as text, and input.

use ratatui_core::buffer::{Buffer, CellWidth};
use ratatui_core::layout::{Position, Rect};

use crate::terminal::input::{Input, Key, KeyCode};
use crate::terminal::theme::Theme;

/// The rows of a dialog without the blanks at their ends, and where the cursor is. Drawn away from the corner, so that
/// nobody counts from there.
pub(super) fn drawn(
    width: u16,
    height: u16,
    render: impl FnOnce(Rect, &mut Buffer, &Theme) -> Option<Position>,
) -> (Vec<String>, Option<(u16, u16)>) {
    let area = Rect::new(3, 2, width, height);
    let mut buf = Buffer::empty(Rect::new(0, 0, width + 6, height + 4));
    let cursor = render(area, &mut buf, &Theme::plain());
    for position in buf.area.positions().filter(|at| !area.contains(*at)) {
        let symbol = buf[position].symbol();
        assert_eq!(symbol, " ", "nothing is drawn outside, at {position}");
    }
    let rows = area.rows().map(|row| text(row, &buf)).collect();
    let cursor = cursor.map(|at| {
        assert!(area.contains(at), "the cursor is inside");
        (at.x - area.x, at.y - area.y)
    });
    (rows, cursor)
}

fn text(row: Rect, buf: &Buffer) -> String {
    let mut text = String::new();
    let mut x = row.left();
    while x < row.right() {
        let symbol = buf[(x, row.y)].symbol();
        text.push_str(symbol);
        x += symbol.cell_width().max(1);
    }
    assert_eq!(x, row.right(), "no character is cut at the edge");
    text.trim_end().to_owned()
}

pub(super) fn text_input(text: &str) -> Input {
    Input::Text(text.to_owned())
}

pub(super) fn key(code: KeyCode) -> Input {
    Input::Key(Key::plain(code))
}

pub(super) fn ctrl(letter: char) -> Input {
    Input::Key(Key::ctrl(letter))
}
