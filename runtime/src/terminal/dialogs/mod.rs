//! What takes the composer's place while the user decides something: a list to pick from, a command to allow, a line to
//! fill in.
//!
//! Each takes input and answers what has come of it, says how many rows show all of it, and draws itself into whatever
//! room there is, down to one row. None knows what it is for.
//!
//! - `picker`, `approval`, `line`: the dialogs. `edit`: the line of text that two of them have. `removal`: how an item of
//!   a list is removed.
//! - `title`: the first row of each. `visible`: text in which nothing hides.

mod approval;
mod edit;
mod line;
mod picker;
mod removal;
mod title;
mod visible;

pub(crate) use approval::{Approval, ApprovalReply};
pub(crate) use line::{Line, LineReply};
pub(crate) use picker::{Item, Picker, PickerReply};

#[cfg(test)]
mod testing;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};

use crate::terminal::input::{Key, KeyCode};
use crate::terminal::theme::{PROMPT, Theme};

/// Whether a key closes a dialog without a choice.
fn closes(key: Key) -> bool {
    key.code == KeyCode::Esc || key.ctrl && matches!(key.code, KeyCode::Char('c' | 'g'))
}

/// Draws a line that is typed, behind the sign of a prompt.
fn prompt(edit: &edit::Edit, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
    if area.is_empty() {
        return None;
    }
    let (after, _) = buf.set_stringn(
        area.x,
        area.y,
        format!("{PROMPT} "),
        usize::from(area.width),
        theme.accent,
    );
    let behind = Rect {
        x: after,
        width: area.right() - after,
        height: 1,
        ..area
    };
    edit.render(behind, buf, theme)
}
