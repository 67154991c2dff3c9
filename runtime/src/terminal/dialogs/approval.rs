//! The question whether a command may run.
//!
//! Nothing is allowed by accident: what was typed before the question was on screen does not answer it, Enter alone
//! denies, and the command is shown with everything in it that could hide.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use ratatui_core::style::Style;
use ratatui_core::text::Line;

use super::{closes, title, visible};
use crate::terminal::input::{Input, Key, KeyCode, Wheel};
use crate::terminal::text::{fit, width};
use crate::terminal::theme::Theme;

/// Rows from which on there is room for the directory, even if the command needs more than are left.
const ROWS_FOR_CWD: u16 = 6;

/// Rows beside those of the command: the title and the choices, and with the directory.
const ROWS_AROUND: u16 = 2;
const ROWS_AROUND_WITH_CWD: u16 = ROWS_AROUND + 1;

/// A command that waits for the user.
pub(crate) struct Approval {
    command: String,
    cwd: String,
    choice: usize,
    /// The first line of the command on screen.
    top: usize,
    /// How many lines of the command there were and could be seen last; none before it was drawn.
    seen: Option<Seen>,
}

#[derive(Clone, Copy)]
struct Seen {
    lines: usize,
    rows: usize,
}

/// What has come of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ApprovalReply {
    Pending,
    Allow,
    /// This command, and every other one of the session.
    AllowAlways,
    Deny,
}

struct Choice {
    key: &'static str,
    label: &'static str,
    short: &'static str,
    reply: ApprovalReply,
}

const CHOICES: [Choice; 3] = [
    Choice {
        key: "y",
        label: "Allow",
        short: "Yes",
        reply: ApprovalReply::Allow,
    },
    Choice {
        key: "a",
        label: "Allow all from now on",
        short: "All",
        reply: ApprovalReply::AllowAlways,
    },
    Choice {
        key: "n",
        label: "Deny",
        short: "No",
        reply: ApprovalReply::Deny,
    },
];

const DENY: usize = 2;

impl Approval {
    pub(crate) fn new(command: &str, cwd: &str) -> Self {
        Approval {
            command: command.to_owned(),
            cwd: cwd.to_owned(),
            choice: DENY,
            top: 0,
            seen: None,
        }
    }

    pub(crate) fn handle(&mut self, input: &Input) -> ApprovalReply {
        let Some(seen) = self.seen else {
            return ApprovalReply::Pending;
        };
        match input {
            Input::Text(text) => {
                let letter = text.to_ascii_lowercase();
                let chosen = CHOICES.iter().find(|choice| choice.key == letter);
                return chosen.map_or(ApprovalReply::Pending, |choice| choice.reply);
            }
            Input::Key(key) if closes(*key) => return ApprovalReply::Deny,
            Input::Key(Key {
                code: KeyCode::Enter,
                ..
            }) => return CHOICES[self.choice].reply,
            Input::Key(key) => self.key(*key, seen),
            Input::Mouse(mouse) => self.scroll(
                seen,
                match mouse.wheel {
                    Wheel::Up => -1,
                    Wheel::Down => 1,
                },
            ),
            // Nobody pastes an answer.
            Input::Paste(_) | Input::Background(..) => {}
        }
        ApprovalReply::Pending
    }

    /// How many rows show all of it.
    pub(crate) fn height(&self, columns: u16) -> u16 {
        // Styles make no difference to where lines break.
        let plain = Style::new();
        let lines = visible::wrap(&self.command, usize::from(columns), plain, plain).len();
        height(lines)
    }

    /// Draws it; there is no cursor.
    pub(crate) fn render(
        &mut self,
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        let columns = usize::from(area.width);
        let lines = visible::wrap(&self.command, columns, theme.code, theme.warning);
        let with_cwd = area.height >= ROWS_FOR_CWD.min(height(lines.len()));
        let around = match with_cwd {
            true => ROWS_AROUND_WITH_CWD,
            false => ROWS_AROUND,
        };
        let rows = usize::from(area.height.saturating_sub(around));
        let seen = Seen {
            lines: lines.len(),
            rows,
        };
        self.seen = Some(seen);
        self.scroll(seen, 0);
        self.draw_choices(area, buf, theme);
        if area.height == 1 {
            return None;
        }
        let mut below = title::draw("Run this command?", &self.state(seen), area, buf, theme);
        if with_cwd {
            let cwd = format!("in {}", self.cwd);
            buf.set_string(below.x, below.y, fit(&cwd, columns), theme.dim);
            below.y += 1;
        }
        let shown = lines.iter().skip(self.top).take(rows);
        draw_lines(shown, below, buf);
        None
    }

    /// Which lines of the command can be seen, unless all can.
    fn state(&self, seen: Seen) -> String {
        if seen.lines <= seen.rows {
            return String::new();
        }
        let last = (self.top + seen.rows).min(seen.lines);
        format!("{}-{last} of {} ↑↓", self.top + 1, seen.lines)
    }

    fn key(&mut self, key: Key, seen: Seen) {
        let page = seen.rows.max(1) as isize;
        let all = seen.lines as isize;
        match key.code {
            KeyCode::Left | KeyCode::BackTab => self.turn(CHOICES.len() - 1),
            KeyCode::Right | KeyCode::Tab => self.turn(1),
            KeyCode::Up => self.scroll(seen, -1),
            KeyCode::Down => self.scroll(seen, 1),
            KeyCode::PageUp => self.scroll(seen, -page),
            KeyCode::PageDown => self.scroll(seen, page),
            KeyCode::Home => self.scroll(seen, -all),
            KeyCode::End => self.scroll(seen, all),
            _ => {}
        }
    }

    fn turn(&mut self, by: usize) {
        self.choice = (self.choice + by) % CHOICES.len();
    }

    fn scroll(&mut self, seen: Seen, by: isize) {
        let lowest = seen.lines.saturating_sub(seen.rows);
        self.top = self.top.saturating_add_signed(by).min(lowest);
    }

    /// In the last row of `area`.
    fn draw_choices(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let long = CHOICES.map(|choice| format!("{} {}", choice.key, choice.label));
        let short = CHOICES.map(|choice| choice.short.to_owned());
        let columns = usize::from(area.width);
        let fits = |texts: &[String; 3]| {
            texts.iter().map(|text| width(text) + 3).sum::<usize>() <= columns
        };
        let texts = if fits(&long) { long } else { short };
        let mut x = area.x;
        for (at, text) in texts.iter().enumerate() {
            let chosen = at == self.choice;
            let (text, style) = match chosen {
                true => (format!("[{text}]"), theme.selection),
                false => (format!(" {text} "), theme.text),
            };
            let room = usize::from(area.right().saturating_sub(x));
            (x, _) = buf.set_stringn(x, area.bottom() - 1, text, room, style);
            x += 1;
        }
    }
}

/// How many rows show a command of so many lines, and everything around it.
fn height(lines: usize) -> u16 {
    u16::try_from(lines)
        .unwrap_or(u16::MAX)
        .saturating_add(ROWS_AROUND_WITH_CWD)
}

fn draw_lines<'a>(lines: impl Iterator<Item = &'a Line<'static>>, area: Rect, buf: &mut Buffer) {
    for (row, line) in lines.enumerate() {
        buf.set_line(area.x, area.y + row as u16, line, area.width);
    }
}

#[cfg(test)]
mod tests;
