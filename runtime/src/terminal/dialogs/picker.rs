//! A list to pick from, searched by typing.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};

use super::edit::Edit;
use super::removal::Removal;
use super::{closes, prompt, title};
use crate::terminal::input::{Input, Key, KeyCode, Wheel};
use crate::terminal::text::{fit, width};
use crate::terminal::theme::{PROMPT, Theme};

/// Rows from which on there is room for a title, and for a hint even if the list needs more than are left.
const ROWS_FOR_TITLE: u16 = 4;
const ROWS_FOR_HINT: u16 = 8;

/// Rows beside those of the list: the title, the search and the hint.
const ROWS_AROUND: u16 = 3;

const HINT: &str = "Enter chooses, Esc closes, typing searches";
const HINT_IF_REMOVABLE: &str = "Enter chooses, Delete removes, Esc closes, typing searches";

/// Details narrower than this say too little.
const MIN_DETAIL: usize = 8;

/// Something to pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) id: String,
    pub(crate) label: String,
    /// Stands on the right where there is room, and is searched, too.
    pub(crate) detail: String,
    /// What is in use at present.
    pub(crate) marked: bool,
}

pub(crate) struct Picker {
    title: String,
    items: Vec<Item>,
    search: Edit,
    /// Indices of the items that the search leaves.
    found: Vec<usize>,
    /// Which of those is chosen.
    chosen: usize,
    /// Which of those is the first on screen.
    top: usize,
    /// How many were on screen last.
    rows: usize,
    loading: bool,
    /// Whether items can be removed, and how far the user is with it.
    removal: Option<Removal>,
}

/// What has come of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PickerReply {
    Pending,
    /// The id of an item.
    Chosen(String),
    /// The id of an item that the user wants to be gone.
    Remove(String),
    Closed,
}

impl Picker {
    /// Begins at the item that is marked.
    pub(crate) fn new(title: &str, items: Vec<Item>) -> Self {
        let mut picker = Picker {
            title: title.to_owned(),
            items: Vec::new(),
            search: Edit::default(),
            found: Vec::new(),
            chosen: 0,
            top: 0,
            rows: 1,
            loading: false,
            removal: None,
        };
        picker.set_items(items);
        picker
    }

    /// Items can be removed, but for what is in use.
    pub(crate) fn removable(mut self) -> Self {
        self.removal = Some(Removal::default());
        self
    }

    /// Items are still to come.
    pub(crate) fn set_loading(&mut self, loading: bool) {
        self.loading = loading;
    }

    /// Replaces the items. The search stays, and so does the choice if it is still there.
    pub(crate) fn set_items(&mut self, items: Vec<Item>) {
        let chosen = self.chosen().map(|item| item.id.clone());
        self.forget_removal();
        self.items = items;
        self.search();
        let is_chosen = |item: &Item| match &chosen {
            Some(id) => item.id == *id,
            None => item.marked,
        };
        let at = self.found.iter().position(|at| is_chosen(&self.items[*at]));
        self.chosen = at.unwrap_or(0);
    }

    /// Takes an item out of the list; the choice falls on what follows it.
    pub(crate) fn remove(&mut self, id: &str) {
        self.forget_removal();
        let mut above = self.found.iter().take(self.chosen);
        let is_above = above.any(|at| self.items[*at].id == id);
        self.items.retain(|item| item.id != id);
        self.search();
        self.step(-isize::from(is_above));
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.items.iter().any(|item| item.id == id)
    }

    /// The item that Enter would pick.
    pub(crate) fn chosen(&self) -> Option<&Item> {
        self.found.get(self.chosen).map(|at| &self.items[*at])
    }

    pub(crate) fn handle(&mut self, input: &Input) -> PickerReply {
        match input {
            Input::Key(key) if self.removal.is_some() && Removal::is_key(*key) => {
                return self.press_to_remove();
            }
            _ => self.forget_removal(),
        }
        match input {
            Input::Key(key) if closes(*key) => return PickerReply::Closed,
            Input::Key(Key {
                code: KeyCode::Enter,
                ..
            }) => {
                let chosen = self.chosen();
                return chosen.map_or(PickerReply::Pending, |item| {
                    PickerReply::Chosen(item.id.clone())
                });
            }
            Input::Key(key) if self.moves(*key) => {}
            Input::Mouse(mouse) => self.step(match mouse.wheel {
                Wheel::Up => -1,
                Wheel::Down => 1,
            }),
            input => self.edit(input),
        }
        PickerReply::Pending
    }

    /// How many rows show all of it, whatever is searched for.
    pub(crate) fn height(&self) -> u16 {
        // A list without items says so.
        let rows = u16::try_from(self.items.len().max(1)).unwrap_or(u16::MAX);
        rows.saturating_add(ROWS_AROUND)
    }

    /// Draws it, and says where the cursor is.
    pub(crate) fn render(
        &mut self,
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        let mut below = area;
        if area.height >= ROWS_FOR_TITLE {
            below = title::draw(&self.title, &self.state(), area, buf, theme);
        }
        let cursor = prompt(&self.search, below, buf, theme);
        let mut list = Rect {
            y: below.y + 1,
            height: below.height - 1,
            ..below
        };
        let has_room = area.height >= ROWS_FOR_HINT.min(self.height());
        let answer = self.removal.and_then(Removal::answer);
        // Of a short list, an answer is worth a row.
        if has_room || answer.is_some() && list.height > 1 {
            list.height -= 1;
            let row = Rect {
                y: list.bottom(),
                height: 1,
                ..list
            };
            self.draw_hint(answer, row, buf, theme);
        }
        self.draw_list(list, buf, theme);
        cursor
    }

    /// What the keys do, or what has come of the last one.
    fn draw_hint(&mut self, answer: Option<&str>, row: Rect, buf: &mut Buffer, theme: &Theme) {
        let (hint, style) = match (answer, &mut self.removal) {
            (Some(answer), Some(removal)) => {
                removal.shown();
                (answer, theme.warning)
            }
            (_, None) => (HINT, theme.dim),
            (None, Some(_)) => (HINT_IF_REMOVABLE, theme.dim),
        };
        let hint = fit(hint, usize::from(row.width));
        buf.set_string(row.x, row.y, hint, style);
    }

    /// Which of the found is chosen, and of how many in all.
    fn state(&self) -> String {
        let (found, all) = (self.found.len(), self.items.len());
        if found == 0 {
            return format!("0 of {all}");
        }
        match found == all {
            true => format!("{}/{all}", self.chosen + 1),
            false => format!("{}/{found} of {all}", self.chosen + 1),
        }
    }

    fn draw_list(&mut self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        self.rows = usize::from(area.height).max(1);
        self.scroll();
        if area.is_empty() {
            return;
        }
        if self.found.is_empty() {
            let text = fit(self.nothing(), usize::from(area.width));
            buf.set_string(area.x, area.y, text, theme.dim);
            return;
        }
        let shown = self.found.iter().enumerate().skip(self.top);
        for (row, (at, item)) in shown.take(self.rows).enumerate() {
            let row = Rect {
                y: area.y + row as u16,
                height: 1,
                ..area
            };
            draw_item(&self.items[*item], at == self.chosen, row, buf, theme);
        }
    }

    fn nothing(&self) -> &'static str {
        match (self.loading, self.items.is_empty()) {
            (true, true) => "Loading …",
            (false, true) => "There is nothing to choose from.",
            (_, false) => "Nothing matches.",
        }
    }

    fn forget_removal(&mut self) {
        if let Some(removal) = &mut self.removal {
            *removal = Removal::default();
        }
    }

    /// Removes the choice, if the user has been told that this press does.
    fn press_to_remove(&mut self) -> PickerReply {
        let chosen = self.chosen().cloned();
        let (Some(removal), Some(chosen)) = (&mut self.removal, chosen) else {
            return PickerReply::Pending;
        };
        match removal.press(chosen.marked) {
            true => PickerReply::Remove(chosen.id),
            false => PickerReply::Pending,
        }
    }

    /// Moves the choice, if the key is one for that.
    fn moves(&mut self, key: Key) -> bool {
        let page = self.rows as isize;
        let all = self.found.len() as isize;
        match (key.code, key.ctrl) {
            (KeyCode::Up | KeyCode::BackTab, _) | (KeyCode::Char('p'), true) => self.step(-1),
            (KeyCode::Down | KeyCode::Tab, _) | (KeyCode::Char('n'), true) => self.step(1),
            (KeyCode::PageUp, _) => self.step(-page),
            (KeyCode::PageDown, _) => self.step(page),
            (KeyCode::Home, _) => self.step(-all),
            (KeyCode::End, _) => self.step(all),
            _ => return false,
        }
        true
    }

    fn step(&mut self, by: isize) {
        let last = self.found.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
    }

    fn edit(&mut self, input: &Input) {
        let before = self.search.text().to_owned();
        self.search.handle(input);
        if self.search.text() != before {
            self.search();
            self.chosen = 0;
        }
    }

    /// Finds the items in which every word occurs.
    fn search(&mut self) {
        let search = self.search.text().to_lowercase();
        let words: Vec<&str> = search.split_whitespace().collect();
        let matches = |item: &Item| {
            let text = format!("{} {} {}", item.label, item.id, item.detail).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        let found = self.items.iter().enumerate();
        let found = found.filter(|(_, item)| matches(item));
        self.found = found.map(|(at, _)| at).collect();
    }

    /// Keeps the choice on screen, and the screen full.
    fn scroll(&mut self) {
        let lowest = self.found.len().saturating_sub(self.rows);
        let first = (self.chosen + 1).saturating_sub(self.rows);
        self.top = self.top.clamp(first, self.chosen.max(first)).min(lowest);
    }
}

fn draw_item(item: &Item, chosen: bool, row: Rect, buf: &mut Buffer, theme: &Theme) {
    let columns = usize::from(row.width);
    let style = if chosen { theme.selection } else { theme.text };
    buf.set_style(row, style);
    let sign = if chosen { PROMPT } else { " " };
    let mark = if item.marked { "✓ " } else { "" };
    let label = format!("{sign} {mark}{}", item.label);
    let label = fit(&label, columns);
    buf.set_string(row.x, row.y, &label, style);
    let room = columns.saturating_sub(width(&label) + 2);
    if room >= MIN_DETAIL.min(width(&item.detail)) {
        let detail = fit(&item.detail, room);
        let x = row.right() - width(&detail) as u16;
        let style = if chosen { style } else { theme.dim };
        buf.set_string(x, row.y, detail, style);
    }
}

#[cfg(test)]
mod tests;
