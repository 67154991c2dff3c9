//! How the composer is drawn.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use unicode_segmentation::UnicodeSegmentation;

use super::Composer;
use super::layout::place;
use super::search::Search;
use crate::terminal::text::{fit, printable, width};
use crate::terminal::theme::{PROMPT, Theme};

/// The room in each row for the sign before the first.
const MARKER_WIDTH: u16 = 2;

/// In place of the marker where there is more than is in sight.
const MORE_ABOVE: &str = "\u{2191}";
const MORE_BELOW: &str = "\u{2193}";

/// How many columns the text has in an area. One is left for the cursor behind the last character of a row.
pub(super) fn text_width(area: u16) -> usize {
    usize::from(area.saturating_sub(marker_width(area) + 1).max(1))
}

/// Where there is hardly room, the text has it.
fn marker_width(area: u16) -> u16 {
    if area > 3 * MARKER_WIDTH {
        MARKER_WIDTH
    } else {
        0
    }
}

impl Composer {
    /// How many rows it would take to show everything.
    pub(crate) fn height(&self, width: u16) -> u16 {
        let text_width = text_width(width);
        let (content, has_changed) = (self.text.content(), self.text.has_changed());
        let rows = self.layout.count(content, has_changed, text_width);
        let rows = rows + usize::from(self.search.is_some());
        u16::try_from(rows).unwrap_or(u16::MAX)
    }

    /// Draws it, and says where the cursor is.
    pub(crate) fn render(&mut self, area: Rect, buffer: &mut Buffer, theme: &Theme) -> Position {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return area.as_position();
        }
        let Some(search) = &self.search else {
            return self.render_text(area, buffer, theme);
        };
        let (line, cursor) = search_line(search, area);
        let style = if search.has_failed() {
            theme.warning
        } else {
            theme.accent
        };
        buffer.set_stringn(area.x, cursor.y, line, usize::from(area.width), style);
        let above = Rect {
            height: area.height - 1,
            ..area
        };
        if !above.is_empty() {
            self.render_text(above, buffer, theme);
        }
        cursor
    }

    /// Draws the list of completions, if there is one, into the lowest rows of the area above.
    pub(crate) fn render_popup(&mut self, above: Rect, buffer: &mut Buffer, theme: &Theme) {
        self.completions
            .render(above.intersection(buffer.area), buffer, theme);
    }

    fn render_text(&mut self, area: Rect, buffer: &mut Buffer, theme: &Theme) -> Position {
        self.lay_out(area.width);
        let (row, column) = self
            .layout
            .position(self.text.content(), self.text.cursor());
        self.scroll_to(row, area.height.into());
        let indent = marker_width(area.width);
        let text = Rect {
            x: area.x + indent,
            width: area.width - indent,
            ..area
        };
        if self.is_empty() && self.search.is_none() {
            let room = usize::from(text.width);
            let placeholder = fit(&self.placeholder, room);
            buffer.set_stringn(text.x, text.y, placeholder, room, theme.dim);
        }
        for y in 0..area.height {
            let row = self.top + usize::from(y);
            if indent > 0 {
                self.render_marker(row, y, area, buffer, theme);
            }
            self.render_row(
                row,
                Rect {
                    y: text.y + y,
                    height: 1,
                    ..text
                },
                buffer,
                theme,
            );
        }
        Position::new(
            (text.x + column as u16).min(area.right() - 1),
            area.y + (row - self.top) as u16,
        )
    }

    /// Moves what is in sight by as little as shows a row, and leaves no row empty that could show something.
    fn scroll_to(&mut self, row: usize, height: usize) {
        self.top = self.top.clamp((row + 1).saturating_sub(height), row);
        self.top = self
            .top
            .min(self.layout.rows().len().saturating_sub(height));
    }

    fn render_marker(&self, row: usize, y: u16, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let is_first = y == 0 && row > 0;
        let is_last = y + 1 == area.height && row + 1 < self.layout.rows().len();
        let (marker, style) = match row {
            _ if is_first && area.height > 1 => (MORE_ABOVE, theme.dim),
            _ if is_last && area.height > 1 => (MORE_BELOW, theme.dim),
            0 => (PROMPT, theme.accent),
            _ => return,
        };
        buffer.set_stringn(area.x, area.y + y, marker, 1, style);
    }

    fn render_row(&self, row: usize, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let Some(range) = self.layout.rows().get(row) else {
            return;
        };
        let content = self.text.content();
        let command = self.completions.command_length(content);
        let found = self.search.as_ref().and_then(Search::found);
        for placed in place(content, range.clone()) {
            let style = match placed.offset {
                at if found.as_ref().is_some_and(|found| found.contains(&at)) => theme.selection,
                at if at < command => theme.accent,
                _ => theme.text,
            };
            let room = usize::from(area.width).saturating_sub(placed.column);
            let x = area.x + (placed.column as u16).min(area.width);
            // Tabs are room, and what takes none is not drawn.
            if placed.width > 0 && room > 0 && placed.grapheme != "\t" {
                buffer.set_stringn(x, area.y, printable(placed.grapheme), room, style);
            }
        }
    }
}

/// The line of a search at the bottom of an area, of which the end of the query is always seen, and the cursor behind it.
fn search_line(search: &Search, area: Rect) -> (String, Position) {
    let label = match search.has_failed() {
        true => "no match: ",
        false => "search: ",
    };
    let line = format!("{label}{}", search.query());
    let room = usize::from(area.width) - 1;
    let mut start = line.len();
    let mut used = 0;
    for (at, grapheme) in line.grapheme_indices(true).rev() {
        used += width(grapheme);
        if used > room {
            break;
        }
        start = at;
    }
    let shown = &line[start..];
    let x = area.x + width(shown) as u16;
    (shown.to_owned(), Position::new(x, area.bottom() - 1))
}
