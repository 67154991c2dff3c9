//! A call of a tool: its outcome, what it was about, and what came of it.

use std::time::Duration;

use ratatui_core::style::Style;
use ratatui_core::text::{Line, Span};
use serde_json::Value;

use super::entry::Look;
use super::plain::{Breaks, Plain};
use super::stopwatch::Stopwatch;
use super::summary;
use crate::terminal::text;
use crate::terminal::theme::Theme;

/// The rows of a result while details are not shown, and while they are.
const FOLDED: usize = 4;
const UNFOLDED: usize = 1000;

/// The most of a result that is kept to be shown.
const MAX_CONTENT: usize = 256 * 1024;

const INDENT: &str = "  ";

/// A call of a tool.
#[derive(Debug)]
pub(super) struct Tool {
    id: String,
    name: String,
    summary: String,
    input: Value,
    outcome: Outcome,
    content: String,
    watch: Stopwatch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Running,
    Succeeded,
    Failed,
    /// Its turn ended before it did.
    Abandoned,
}

impl Tool {
    pub(super) fn new(id: &str, name: &str, input: Value) -> Self {
        Tool {
            id: id.to_owned(),
            name: text::printable(name).replace('\n', " "),
            summary: summary::summary(&input),
            input,
            outcome: Outcome::Running,
            content: String::new(),
            watch: Stopwatch::default(),
        }
    }

    pub(super) fn is_running(&self, id: &str) -> bool {
        self.outcome == Outcome::Running && self.id == id
    }

    pub(super) fn end(&mut self, content: Option<&str>, is_error: bool) {
        self.outcome = match is_error {
            true => Outcome::Failed,
            false => Outcome::Succeeded,
        };
        self.content = kept(content.unwrap_or_default());
        self.watch.stop();
    }

    pub(super) fn abandon(&mut self) {
        if self.outcome == Outcome::Running {
            self.outcome = Outcome::Abandoned;
            self.watch.stop();
        }
    }

    pub(super) fn watch(&mut self) -> &mut Stopwatch {
        &mut self.watch
    }

    pub(super) fn takes_time(&self) -> bool {
        !self.watch.is_stopped()
    }

    /// Nothing stands below its name.
    pub(super) fn is_short(&self, details: bool) -> bool {
        self.content.is_empty() && !details
    }

    pub(super) fn mark(&self, theme: &Theme) -> Span<'static> {
        match self.outcome {
            Outcome::Running => Span::styled("○", theme.accent),
            Outcome::Succeeded => Span::styled("✓", theme.success),
            Outcome::Failed => Span::styled("✗", theme.error),
            Outcome::Abandoned => Span::styled("–", theme.dim),
        }
    }

    /// Its name, what it is about, and how long it takes.
    pub(super) fn head(&self, look: &Look, now: Duration) -> Line<'static> {
        let columns = look.columns();
        let name = text::fit(&self.name, columns).into_owned();
        let taken = self.watch.text(now).map(|taken| format!("  {taken}"));
        let taken = taken.unwrap_or_default();
        let used = text::width(&name) + 2 + text::width(&taken);
        let mut spans = vec![Span::styled(name, look.theme.strong)];
        if used < columns && !self.summary.is_empty() {
            let summary = text::fit(&self.summary, columns - used).into_owned();
            spans.push(Span::styled(format!("  {summary}"), look.theme.text));
        }
        spans.push(Span::styled(taken, look.theme.dim));
        Line::from(spans)
    }

    /// Its input, if details are shown, and its result.
    pub(super) fn body(&self, look: &Look) -> Vec<Line<'static>> {
        let theme = &look.theme;
        let result = match self.outcome {
            Outcome::Failed => theme.error,
            _ => theme.dim,
        };
        let plain = |style: Style| Plain {
            columns: look.columns().saturating_sub(INDENT.len()).max(1),
            style,
            breaks: Breaks::Anywhere,
        };
        let mut rows = Vec::new();
        let mut most = FOLDED;
        if look.details {
            let input = summary::details(&self.input);
            rows = plain(theme.text).folded(&input, UNFOLDED, theme.dim);
            most = UNFOLDED;
        }
        rows.extend(plain(result).folded(&self.content, most, theme.dim));
        for row in &mut rows {
            row.spans.insert(0, Span::raw(INDENT));
        }
        rows
    }
}

/// The part of a result that is kept.
fn kept(content: &str) -> String {
    let end = content.floor_char_boundary(MAX_CONTENT);
    let mut kept = text::without_escapes(&content[..end]).trim_end().to_owned();
    if end < content.len() {
        kept.push_str("\n… and more, which is not kept");
    }
    kept
}
