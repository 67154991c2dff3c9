//! What the model thought before it went on.

use std::time::Duration;

use ratatui_core::text::{Line, Span};

use super::entry::Look;
use super::stopwatch::Stopwatch;
use crate::terminal::markdown::Markdown;
use crate::terminal::theme::Theme;

/// Reasoning, and how long it took.
#[derive(Debug, Default)]
pub(super) struct Reasoning {
    pub(super) text: Markdown,
    watch: Stopwatch,
}

impl Reasoning {
    pub(super) fn push(&mut self, delta: &str) {
        self.text.push(delta);
    }

    pub(super) fn finish(&mut self) {
        self.text.finish();
        self.watch.stop();
    }

    pub(super) fn watch(&mut self) -> &mut Stopwatch {
        &mut self.watch
    }

    pub(super) fn takes_time(&self) -> bool {
        !self.watch.is_stopped()
    }

    pub(super) fn head(&self, look: &Look, now: Duration) -> Line<'static> {
        let what = match self.watch.is_stopped() {
            true => "thought",
            false => "thinking",
        };
        let text = match self.watch.text(now) {
            Some(taken) => format!("{what} for {taken}"),
            None => what.to_owned(),
        };
        Line::styled(text, look.theme.dim)
    }

    pub(super) fn mark(&self, theme: &Theme) -> Span<'static> {
        match self.watch.is_stopped() {
            true => Span::styled("✻", theme.dim),
            false => Span::styled("✻", theme.accent),
        }
    }
}
