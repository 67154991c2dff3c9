//! The layout, from the bottom up: status, composer or panel, prompts that wait, and above them the conversation.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use ratatui_core::text::Line;
use ratatui_core::widgets::Widget;

use super::App;
use super::panel::Panel;
use crate::terminal::text;
use crate::terminal::theme::Theme;

/// Before each waiting prompt.
const QUEUED: &str = "  queued: ";

/// So many waiting prompts are shown; the rest is a number.
const MAX_QUEUE_LINES: u16 = 3;

/// Views with fewer lines show no status.
const MIN_ROWS_FOR_STATUS: u16 = 3;

/// The most lines of a panel.
const MAX_PANEL_LINES: u16 = 16;

/// Where everything goes.
struct Layout {
    transcript: Rect,
    queue: Rect,
    bottom: Rect,
    status: Rect,
}

impl App {
    /// Draws everything, and says where the cursor stands.
    pub(crate) fn view(&mut self, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        self.width = area.width;
        let layout = self.layout(area);
        buf.set_style(area, self.theme.text);
        self.transcript
            .render(layout.transcript, buf, &self.theme, self.now);
        self.draw_queue(layout.queue, buf);
        if !layout.status.is_empty() {
            self.status(area.width).render(layout.status, buf);
        }
        if let Some(panel) = &mut self.panel {
            return panel.render(layout.bottom, buf, &self.theme);
        }
        let cursor = self.composer.render(layout.bottom, buf, &self.theme);
        self.composer
            .render_popup(layout.transcript, buf, &self.theme);
        Some(inside(cursor, area))
    }

    fn layout(&self, area: Rect) -> Layout {
        let status = u16::from(area.height >= MIN_ROWS_FOR_STATUS);
        let rows = area.height - status;
        let wanted = match &self.panel {
            Some(panel) => panel
                .height(area.width)
                .min(MAX_PANEL_LINES)
                .min(rows * 3 / 4),
            None => self.composer.height(area.width).min(rows.div_ceil(2)),
        };
        let bottom = wanted.clamp(1, rows);
        let queue = self.queue_lines().min((rows - bottom) / 2);
        let transcript = rows - bottom - queue;
        let rect = |y: u16, height: u16| Rect {
            y: area.y + y,
            height,
            ..area
        };
        Layout {
            transcript: rect(0, transcript),
            queue: rect(transcript, queue),
            bottom: rect(transcript + queue, bottom),
            status: rect(rows, status),
        }
    }

    fn queue_lines(&self) -> u16 {
        self.queue.len().min(usize::from(MAX_QUEUE_LINES)) as u16
    }

    fn draw_queue(&self, area: Rect, buf: &mut Buffer) {
        let shown = usize::from(area.height);
        for (row, prompt) in self.queue.iter().take(shown).enumerate() {
            let hidden = self.queue.len() - shown;
            let more = match row + 1 == shown && hidden > 0 {
                true => format!(" (and {hidden} more)"),
                false => String::new(),
            };
            let room =
                usize::from(area.width).saturating_sub(text::width(QUEUED) + text::width(&more));
            let first = text::fit(prompt.lines().next().unwrap_or_default(), room);
            let line = Line::styled(format!("{QUEUED}{first}{more}"), self.theme.dim);
            let at = Rect {
                y: area.y + row as u16,
                height: 1,
                ..area
            };
            line.render(at, buf);
        }
    }
}

impl Panel {
    /// How many lines show all of it.
    fn height(&self, columns: u16) -> u16 {
        match self {
            Panel::Models(picker) | Panel::Sessions(picker) | Panel::Settings(picker) => {
                picker.height()
            }
            Panel::Rename(line) => line.height(),
            Panel::Approval(approval) => approval.height(columns),
        }
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        match self {
            Panel::Models(picker) | Panel::Sessions(picker) | Panel::Settings(picker) => {
                picker.render(area, buf, theme)
            }
            Panel::Rename(line) => line.render(area, buf, theme),
            Panel::Approval(approval) => approval.render(area, buf, theme),
        }
    }
}

/// A position no further than the last cell.
fn inside(at: Position, area: Rect) -> Position {
    Position {
        x: at.x.clamp(area.left(), area.right() - 1),
        y: at.y.clamp(area.top(), area.bottom() - 1),
    }
}
