//! The list of lines that what is typed can be completed to: commands, and their arguments after a blank.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::Style;

use super::Completion;
use crate::terminal::text::{fit, width};
use crate::terminal::theme::Theme;

/// What a line begins with that can be completed.
const COMMAND: char = '/';

/// More rows are scrolled through.
const MAX_ROWS: usize = 8;

/// All completions, and the list of those that match while it is open.
#[derive(Debug, Default)]
pub(super) struct Completions {
    all: Vec<Completion>,
    menu: Option<Menu>,
}

#[derive(Debug)]
struct Menu {
    /// Indices of completions; never empty.
    matches: Vec<usize>,
    /// The match that Enter takes.
    selected: Option<usize>,
    /// The first match in sight.
    top: usize,
}

/// What is done with a chosen completion.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The line, with a blank behind it if arguments can follow.
    pub(super) line: String,
    /// Whether nothing can follow.
    pub(super) is_complete: bool,
}

impl Completions {
    pub(super) fn set(&mut self, all: Vec<Completion>) {
        self.all = all;
        self.close();
    }

    pub(super) fn is_open(&self) -> bool {
        self.menu.is_some()
    }

    pub(super) fn close(&mut self) {
        self.menu = None;
    }

    /// Opens the list for what is typed, or closes it if nothing matches.
    pub(super) fn open(&mut self, typed: &str) {
        self.menu = None;
        if !typed.starts_with(COMMAND) || typed.contains('\n') {
            return;
        }
        let line = collapse_blanks(typed);
        let matches = self.matches(&line.to_lowercase());
        let exact = matches.iter().position(|&at| self.all[at].value == line);
        let has_begun = !line.ends_with(' ');
        self.menu = (!matches.is_empty()).then(|| Menu {
            matches,
            selected: has_begun.then(|| exact.unwrap_or(0)),
            top: 0,
        });
    }

    /// Selects another match; from the last it goes on to the first. Whether there is a list.
    pub(super) fn select(&mut self, forward: bool) -> bool {
        let Some(menu) = &mut self.menu else {
            return false;
        };
        let count = menu.matches.len();
        menu.selected = Some(match (menu.selected, forward) {
            (None, true) => 0,
            (None, false) => count - 1,
            (Some(at), true) => (at + 1) % count,
            (Some(at), false) => (at + count - 1) % count,
        });
        true
    }

    /// The selected match.
    pub(super) fn selected(&self) -> Option<Choice> {
        let menu = self.menu.as_ref()?;
        Some(self.choice(menu.matches[menu.selected?]))
    }

    /// The selected match, or else the first.
    pub(super) fn first(&self) -> Option<Choice> {
        let menu = self.menu.as_ref()?;
        Some(self.choice(menu.matches[menu.selected.unwrap_or(0)]))
    }

    /// How much of a line is a command that exists.
    pub(super) fn command_length(&self, line: &str) -> usize {
        let word = line.split(char::is_whitespace).next().unwrap_or("");
        let is_known = self.all.iter().any(|known| known.value == word);
        if is_known { word.len() } else { 0 }
    }

    /// Draws the list into the lowest rows of the area.
    pub(super) fn render(&mut self, above: Rect, buffer: &mut Buffer, theme: &Theme) {
        let Some(menu) = &mut self.menu else { return };
        let rows = menu.matches.len().min(MAX_ROWS).min(above.height.into());
        if rows == 0 {
            return;
        }
        menu.scroll_to_selected(rows);
        let shown = menu.matches.iter().enumerate().skip(menu.top).take(rows);
        let shown: Vec<(bool, &Completion)> = shown
            .map(|(at, &index)| (menu.selected == Some(at), &self.all[index]))
            .collect();
        let values = menu
            .matches
            .iter()
            .map(|&index| width(&self.all[index].value));
        let widest = values.max().unwrap_or(0);
        let first = above.bottom() - rows as u16;
        for (y, (is_selected, completion)) in (first..).zip(shown) {
            let row = Rect {
                y,
                height: 1,
                ..above
            };
            let styles = match is_selected {
                true => [theme.selection; 3],
                false => [theme.text, theme.accent, theme.dim],
            };
            render_row(completion, widest, styles, row, buffer);
        }
    }

    fn choice(&self, index: usize) -> Choice {
        let value = &self.all[index].value;
        let with_blank = format!("{value} ");
        let has_arguments = self
            .all
            .iter()
            .any(|other| other.value.starts_with(&with_blank));
        match has_arguments {
            true => Choice {
                line: with_blank,
                is_complete: false,
            },
            false => Choice {
                line: value.clone(),
                is_complete: true,
            },
        }
    }

    /// What a line can become: first what begins with it, then, of commands, what has it within.
    fn matches(&self, line: &str) -> Vec<usize> {
        let names_argument = line.contains(' ');
        let candidates = |matches: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let values = self.all.iter().enumerate();
            let fitting = values.filter(|(_, candidate)| {
                candidate.value.contains(' ') == names_argument
                    && matches(&candidate.value.to_lowercase())
            });
            fitting.map(|(at, _)| at).collect()
        };
        let mut matches = candidates(&|value| value.starts_with(line));
        let name = line.trim_start_matches(COMMAND);
        if !names_argument && !name.is_empty() {
            matches.extend(candidates(&|value| {
                !value.starts_with(line) && value.contains(name)
            }));
        }
        matches
    }
}

impl Menu {
    fn scroll_to_selected(&mut self, rows: usize) {
        let selected = self.selected.unwrap_or(0);
        self.top = self
            .top
            .clamp((selected + 1).saturating_sub(rows), selected);
        self.top = self.top.min(self.matches.len() - rows);
    }
}

/// Styles are those of the row, the value and the help.
fn render_row(
    completion: &Completion,
    value_width: usize,
    [all, value, help]: [Style; 3],
    row: Rect,
    buffer: &mut Buffer,
) {
    for position in row.positions() {
        buffer[position].reset();
    }
    buffer.set_style(row, all);
    let mut line = row;
    for (text, style, indent) in [(&completion.value, value, 1), (&completion.help, help, 2)] {
        let indent = indent.min(line.width);
        line.x += indent;
        line.width -= indent;
        let room = usize::from(line.width);
        buffer.set_stringn(line.x, line.y, fit(text, room), room, style);
        let used = (value_width as u16).min(line.width);
        line.x += used;
        line.width -= used;
    }
}

/// One blank for each run of them.
fn collapse_blanks(line: &str) -> String {
    let mut words = line.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.ends_with(char::is_whitespace) {
        words.push(' ');
    }
    words
}
