//! The last line: what runs on the left, what the session stands at on the right; what has no room is left out.

use std::time::Duration;

use ratatui_core::text::{Line, Span};

use super::message::{Doing, Running, Work};
use super::{App, notices};
use crate::terminal::text;

/// Between two facts.
const APART: &str = " · ";

/// What turns while something runs.
const SPINNER: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/// How long each of its pictures stands.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// Stores that are quicker than this are not waited for in the eyes of a user.
const WORTH_TELLING: Duration = Duration::from_millis(500);

impl App {
    pub(super) fn status(&self, columns: u16) -> Line<'static> {
        let columns = usize::from(columns);
        let left = self.left_status();
        let mut facts = self.facts();
        let mut right = facts.join(APART);
        // The least important fact stands last.
        while !facts.is_empty() && text::width(&left) + 1 + text::width(&right) > columns {
            facts.pop();
            right = facts.join(APART);
        }
        let blanks = columns.saturating_sub(text::width(&left) + text::width(&right));
        let style = match self.hint.is_some() {
            true => self.theme.warning,
            false => self.theme.accent,
        };
        Line::from(vec![
            Span::styled(left, style),
            Span::raw(" ".repeat(blanks)),
            Span::styled(right, self.theme.status),
        ])
    }

    fn left_status(&self) -> String {
        if let Some(hint) = &self.hint {
            return hint.clone();
        }
        let below = self.transcript.lines_below();
        let below = (below > 0).then(|| format!("{below} lines below"));
        let running = self.running.as_ref();
        let running = running.and_then(|running| self.running_text(running));
        let parts: Vec<String> = running.into_iter().chain(below).collect();
        parts.join(APART)
    }

    fn running_text(&self, running: &Running) -> Option<String> {
        let elapsed = self.now.saturating_sub(running.since);
        let picture = (elapsed.as_millis() / TICK.as_millis()) as usize % SPINNER.len();
        let doing = match (&running.what, running.ending) {
            (_, true) => "cancelling".to_owned(),
            (Work::Starting, _) if elapsed < WORTH_TELLING => return None,
            (Work::Starting, _) => "starting".to_owned(),
            (Work::Resuming, _) => "resuming".to_owned(),
            (Work::Compacting, _) => "summing up".to_owned(),
            (Work::LoggingIn, _) => "waiting for the login".to_owned(),
            (Work::Turn { doing, .. }, _) => match doing {
                Doing::Thinking => "thinking".to_owned(),
                Doing::Answering => "answering".to_owned(),
                Doing::Calling(1) => "running a tool".to_owned(),
                Doing::Calling(calls) => format!("running {calls} tools"),
            },
        };
        Some(format!(
            "{} {doing} {} s",
            SPINNER[picture],
            elapsed.as_secs()
        ))
    }

    /// The most important first.
    fn facts(&self) -> Vec<String> {
        let used = &self.standing.usage;
        let tokens = used.input_tokens.unwrap_or(0) + used.output_tokens.unwrap_or(0);
        let mut facts = vec![text::printable(&self.model).into_owned()];
        if let Some((tokens, window)) = self.standing.context.filter(|(_, window)| *window > 0) {
            facts.push(format!(
                "{}% context",
                (tokens * 100).div_ceil(window).min(100)
            ));
        }
        if tokens > 0 {
            facts.push(format!("{} tokens", notices::short(tokens)));
        }
        if !self.title.is_empty() {
            facts.push(text::printable(&self.title).into_owned());
        }
        facts
    }
}
