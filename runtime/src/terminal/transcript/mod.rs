//! What was said and done in the conversation, as the user scrolls through it.
//!
//! - `entry`: one thing that was said or done, as lines. `tool`, `reasoning`, `welcome`: those that take more to show.
//! - `plain`: text that is no Markdown, and how it is folded. `summary`: a tool's input in one line.
//! - `stopwatch`: how long something took.
//! - `rows`: the rows of all entries. `view`: which of them are in view. `anchor`: what keeps its place when lines are
//!   laid out anew.
//!
//! A frame lays out what it shows and nothing else, and forgets the lines of entries that are far from it.

mod anchor;
mod entry;
mod plain;
mod reasoning;
mod rows;
mod stopwatch;
mod summary;
#[cfg(test)]
mod tests;
mod tool;
mod view;
mod welcome;

use std::time::Duration;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use serde_json::Value;

use super::markdown::Markdown;
use super::theme::Theme;
use entry::{Entry, Kind};
use reasoning::Reasoning;
use tool::Tool;
use view::View;

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Info,
    Warning,
    Error,
}

/// The entries of the conversation and the part of them that is in view.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    entries: Vec<Entry>,
    /// The answer or reasoning that grows. Notices that come meanwhile stand below it.
    open: Option<usize>,
    /// Before this entry no time is taken any more.
    timed: usize,
    view: View,
}

impl Transcript {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// What the first screen says: the first line is a title.
    pub(crate) fn welcome(&mut self, text: &str) {
        self.add(Kind::Welcome(text.trim_end().to_owned()));
    }

    pub(crate) fn user(&mut self, text: &str) {
        self.close();
        self.add(Kind::User(text.trim_end().to_owned()));
    }

    pub(crate) fn answer(&mut self, delta: &str) {
        if let Some(Kind::Answer(text)) = self.open_kind() {
            return text.push(delta);
        }
        self.close();
        let mut text = Markdown::new();
        text.push(delta);
        self.open = Some(self.entries.len());
        self.add(Kind::Answer(text));
    }

    pub(crate) fn reasoning(&mut self, delta: &str) {
        if let Some(Kind::Reasoning(reasoning)) = self.open_kind() {
            return reasoning.push(delta);
        }
        self.close();
        let mut reasoning = Reasoning::default();
        reasoning.push(delta);
        self.open = Some(self.entries.len());
        self.add(Kind::Reasoning(reasoning));
    }

    pub(crate) fn tool_start(&mut self, id: &str, name: &str, input: Value) {
        self.close();
        self.add(Kind::Tool(Tool::new(id, name, input)));
    }

    pub(crate) fn tool_end(&mut self, id: &str, content: Option<&str>, is_error: bool) {
        let running = self
            .entries
            .iter_mut()
            .rev()
            .find(|entry| entry.is_running(id));
        if let Some(entry) = running {
            entry.end_tool(content, is_error);
        }
    }

    pub(crate) fn notice(&mut self, level: Level, text: &str) {
        self.add(Kind::Notice(level, text.trim_end().to_owned()));
    }

    /// The turn is over: nothing of it grows any more, and tool calls without an end will have none.
    pub(crate) fn end_turn(&mut self, cancelled: bool) {
        self.close();
        for entry in &mut self.entries[self.timed..] {
            entry.abandon_tool();
        }
        if cancelled {
            self.add(Kind::Cancelled);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.open = None;
        self.timed = 0;
        self.view.reset();
    }

    /// The last answer as it was written.
    pub(crate) fn last_answer(&self) -> Option<String> {
        let answers = self.entries.iter().rev().filter_map(Entry::answer);
        let mut answers = answers.map(str::trim);
        answers.find(|answer| !answer.is_empty()).map(str::to_owned)
    }

    /// Moves the view by lines; down if positive.
    pub(crate) fn scroll(&mut self, lines: i32) {
        self.view.scroll(lines);
    }

    /// Moves the view by pages; down if positive.
    pub(crate) fn page(&mut self, pages: i32) {
        self.view.page(pages);
    }

    /// Moves the view to the end, and keeps it there.
    pub(crate) fn follow(&mut self) {
        self.view.follow();
    }

    /// How many lines are below the view: exactly, if they have been in it, and about as many otherwise.
    pub(crate) fn lines_below(&self) -> usize {
        self.view.lines_below(&self.entries)
    }

    /// Shows inputs, results and reasoning in whole, or their beginnings only.
    pub(crate) fn toggle_details(&mut self) {
        self.view.toggle_details();
    }

    /// Draws the part in view.
    pub(crate) fn render(&mut self, area: Rect, buf: &mut Buffer, theme: &Theme, now: Duration) {
        self.take_time(now);
        self.view.render(&mut self.entries, area, buf, theme, now);
    }

    fn open_kind(&mut self) -> Option<&mut Kind> {
        let entry = self.entries.get_mut(self.open?)?;
        Some(&mut entry.kind)
    }

    fn close(&mut self) {
        match self.open_kind() {
            Some(Kind::Answer(text)) => text.finish(),
            Some(Kind::Reasoning(reasoning)) => reasoning.finish(),
            _ => {}
        }
        self.open = None;
    }

    fn add(&mut self, kind: Kind) {
        self.entries.push(Entry::new(kind));
    }

    /// Starts and stops what counts seconds, in view or not.
    fn take_time(&mut self, now: Duration) {
        for entry in &mut self.entries[self.timed..] {
            entry.take_time(now);
        }
        let timing = self.entries[self.timed..]
            .iter()
            .position(Entry::takes_time);
        self.timed = timing.map_or(self.entries.len(), |at| self.timed + at);
    }
}
