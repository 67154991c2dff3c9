//! Frames, and the bytes that bring a terminal view from one frame to the next.
//!
//! A frame is drawn into a buffer of cells. [`Screen`] makes the cells safe to show (`cells`) in colours that the view has
//! (`color`), compares them with those on the view, and writes what differs (`paint`, `style`). The view then shows what it
//! would show if everything were drawn anew, also where it judges widths in its own way (`width`).

mod cells;
mod color;
mod paint;
mod style;
mod width;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};

use self::paint::Painter;
pub(crate) use super::theme::ColorDepth;

/// The other screen with an empty page, no wrapping at the margin, bracketed paste, the wheel, no cursor, and the question
/// for the background.
const ENTER: &str = "\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b]11;?\x1b\\";

/// Has the view tell of the wheel, which then no longer scrolls or selects by itself, or not.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1000l";

/// Undoes all of it.
const LEAVE: &str = "\x1b[0m\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l";

/// The view as far as the program knows it.
pub(crate) struct Screen {
    depth: ColorDepth,
    area: Rect,
    /// What is on the view; none if that is unknown.
    shown: Option<Shown>,
}

struct Shown {
    buffer: Buffer,
    cursor: Option<Position>,
}

/// A frame being drawn.
pub(crate) struct Frame {
    buffer: Buffer,
    cursor: Option<Position>,
}

impl Screen {
    pub(crate) fn new(columns: u16, rows: u16, depth: ColorDepth) -> Self {
        Screen {
            depth,
            area: Rect::new(0, 0, columns, rows),
            shown: None,
        }
    }

    /// Takes over the size of the view. The next frame is drawn in whole, even if the size is the same, since the view may
    /// have been another size meanwhile.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.area = Rect::new(0, 0, columns, rows);
        self.invalidate();
    }

    /// Has the next frame drawn in whole.
    pub(crate) fn invalidate(&mut self) {
        self.shown = None;
    }

    /// What prepares the view.
    pub(crate) fn enter(&mut self) -> Vec<u8> {
        self.invalidate();
        ENTER.as_bytes().to_vec()
    }

    /// What gives the view back as it was.
    pub(crate) fn leave(&mut self) -> Vec<u8> {
        self.invalidate();
        LEAVE.as_bytes().to_vec()
    }

    /// What has the view tell of the wheel or not. At first it does.
    pub(crate) fn mouse(on: bool) -> Vec<u8> {
        let sequence = if on { MOUSE_ON } else { MOUSE_OFF };
        sequence.as_bytes().to_vec()
    }

    /// Draws a frame and hands out what brings the view to it; nothing if it shows that already.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> Vec<u8> {
        let mut frame = Frame {
            buffer: Buffer::empty(self.area),
            cursor: None,
        };
        draw(&mut frame);
        let Frame { mut buffer, cursor } = frame;
        cells::settle(&mut buffer, self.depth);
        let cursor = cursor.map(|cursor| self.inside(cursor));
        let mut painter = Painter::default();
        let before = match &self.shown {
            Some(shown) => {
                painter.paint(&shown.buffer, &buffer);
                Some(shown.cursor)
            }
            None => {
                painter.clear();
                painter.paint(&Buffer::empty(self.area), &buffer);
                None
            }
        };
        self.shown = Some(Shown { buffer, cursor });
        painter.finish(before, cursor)
    }

    fn inside(&self, position: Position) -> Position {
        Position::new(
            position.x.min(self.area.width.saturating_sub(1)),
            position.y.min(self.area.height.saturating_sub(1)),
        )
    }
}

impl Frame {
    pub(crate) fn area(&self) -> Rect {
        self.buffer.area
    }

    pub(crate) fn buffer_mut(&mut self) -> &mut Buffer {
        &mut self.buffer
    }

    /// Shows the cursor; without this, it is hidden.
    pub(crate) fn set_cursor_position(&mut self, position: impl Into<Position>) {
        self.cursor = Some(position.into());
    }
}

#[cfg(test)]
mod tests;
