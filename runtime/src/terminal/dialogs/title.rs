//! The first row of a dialog: what it is about, and on the right how far one is.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use crate::terminal::text::{fit, width};
use crate::terminal::theme::Theme;

/// Cells that a title needs around it: the rule before it, and a blank on both sides.
const AROUND: usize = 3;

/// Draws the title into the first row of `area` and answers what is left below.
pub(super) fn draw(title: &str, state: &str, area: Rect, buf: &mut Buffer, theme: &Theme) -> Rect {
    let columns = usize::from(area.width);
    let rule = "─".repeat(columns);
    buf.set_stringn(area.x, area.y, rule, columns, theme.border);
    // The state goes first if there is no room for both.
    let needed = width(state) + 4;
    let state = if columns >= needed + 8 { state } else { "" };
    let room = columns - if state.is_empty() { 0 } else { needed };
    if room > AROUND {
        let title = format!(" {} ", fit(title, room - AROUND));
        buf.set_stringn(area.x + 1, area.y, title, room, theme.heading);
    }
    if !state.is_empty() {
        let x = area.right() - needed as u16 + 1;
        buf.set_stringn(x, area.y, format!(" {state} "), needed, theme.dim);
    }
    Rect {
        y: area.y + 1,
        height: area.height - 1,
        ..area
    }
}
