//! A line to fill in.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};

use super::edit::Edit;
use super::title;
use crate::terminal::input::{Input, Key, KeyCode};
use crate::terminal::theme::Theme;

/// Asks for one line, which may not be blank.
pub(crate) struct Line {
    title: String,
    edit: Edit,
}

/// What has come of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineReply {
    Pending,
    /// The line, without blanks around it.
    Done(String),
    Closed,
}

impl Line {
    /// Begins with `text`, to be changed.
    pub(crate) fn new(title: &str, text: &str) -> Self {
        Line {
            title: title.to_owned(),
            edit: Edit::new(text),
        }
    }

    pub(crate) fn handle(&mut self, input: &Input) -> LineReply {
        match input {
            Input::Key(Key {
                code: KeyCode::Enter,
                ..
            }) => match self.edit.text().trim() {
                "" => LineReply::Pending,
                text => LineReply::Done(text.to_owned()),
            },
            Input::Key(key) if super::closes(*key) => LineReply::Closed,
            input => {
                self.edit.handle(input);
                LineReply::Pending
            }
        }
    }

    /// How many rows show all of it: the title, the line and the hint.
    pub(crate) fn height(&self) -> u16 {
        3
    }

    /// Draws it, and says where the cursor is.
    pub(crate) fn render(&self, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        let below = match area.height {
            1 => area,
            _ => title::draw(&self.title, "", area, buf, theme),
        };
        let cursor = super::prompt(&self.edit, below, buf, theme);
        if below.height > 1 {
            let hint = "Enter saves, Esc closes";
            buf.set_stringn(
                below.x,
                below.y + 1,
                hint,
                usize::from(below.width),
                theme.dim,
            );
        }
        cursor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::dialogs::testing::{ctrl, drawn, key, text_input};

    #[test]
    fn enter_answers_the_line_without_blanks_around_it() {
        let mut line = Line::new("Name", "old");
        line.handle(&ctrl('u'));
        line.handle(&text_input(" new name "));
        let (rows, cursor) = drawn(24, 3, |area, buf, theme| line.render(area, buf, theme));
        assert_eq!(
            rows,
            [
                "─ Name ─────────────────",
                "›  new name",
                "Enter saves, Esc closes"
            ]
        );
        assert_eq!(cursor, Some((12, 1)));
        let reply = line.handle(&key(KeyCode::Enter));
        assert_eq!(reply, LineReply::Done("new name".to_owned()));
    }

    #[test]
    fn a_blank_line_is_no_answer_and_escape_closes() {
        let mut line = Line::new("Name", "  ");
        assert_eq!(line.handle(&key(KeyCode::Enter)), LineReply::Pending);
        assert_eq!(line.handle(&key(KeyCode::Esc)), LineReply::Closed);
    }

    #[test]
    fn it_fits_every_view() {
        let line = Line::new("名前", "林檎と蜜柑と葡萄と桃");
        for width in 1..30 {
            for height in 1..5 {
                drawn(width, height, |area, buf, theme| {
                    line.render(area, buf, theme)
                });
            }
        }
    }
}
