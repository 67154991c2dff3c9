//! One thing that was said or done, as lines under a mark in the margin.

use std::time::Duration;

use ratatui_core::text::{Line, Span};

use super::Level;
use super::plain::{Breaks, Plain};
use super::reasoning::Reasoning;
use super::tool::Tool;
use super::welcome;
use crate::terminal::markdown::Markdown;
use crate::terminal::theme::{PROMPT, Theme};

/// The rows of a prompt while details are not shown.
const FOLDED_PROMPT: usize = 12;

/// Views narrower than this have no margin.
const MIN_COLUMNS_FOR_MARGIN: u16 = 8;

/// What decides how entries look.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) width: u16,
    pub(super) theme: Theme,
    /// For what is less important than an answer.
    pub(super) quiet: Theme,
    pub(super) details: bool,
    /// Changes whenever something else here does.
    pub(super) stamp: u64,
}

/// One thing that was said or done.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    head: Option<Line<'static>>,
    /// The lines below, unless a text of the entry keeps them itself.
    body: Vec<Line<'static>>,
    /// The look that the body was laid out for; none if it changed since.
    stamp: Option<u64>,
    /// How many lines there were when it was last laid out, and for which look.
    height: Option<(u64, usize)>,
}

#[derive(Debug)]
pub(super) enum Kind {
    Welcome(String),
    User(String),
    Answer(Markdown),
    Reasoning(Reasoning),
    Tool(Tool),
    Notice(Level, String),
    Cancelled,
}

impl Look {
    /// A look that follows another one.
    pub(super) fn new(width: u16, theme: &Theme, details: bool, before: Option<&Look>) -> Self {
        let mut quiet = theme.clone();
        quiet.text = theme.dim;
        quiet.strong = theme.dim.patch(theme.strong);
        quiet.emphasis = theme.dim.patch(theme.emphasis);
        Look {
            width,
            theme: theme.clone(),
            quiet,
            details,
            stamp: before.map_or(0, |before| before.stamp + 1),
        }
    }

    pub(super) fn is(&self, width: u16, theme: &Theme, details: bool) -> bool {
        self.width == width && self.details == details && self.theme == *theme
    }

    /// The columns left of the text, for marks.
    pub(super) fn margin(&self) -> u16 {
        match self.width < MIN_COLUMNS_FOR_MARGIN {
            true => 0,
            false => 2,
        }
    }

    /// The columns of the text.
    pub(super) fn columns(&self) -> usize {
        usize::from(self.text_width())
    }

    fn text_width(&self) -> u16 {
        (self.width - self.margin()).max(1)
    }
}

impl Entry {
    pub(super) fn new(kind: Kind) -> Self {
        Entry {
            kind,
            head: None,
            body: Vec::new(),
            stamp: None,
            height: None,
        }
    }

    /// Lays out what has changed, and answers how many lines there are.
    pub(super) fn lay_out(&mut self, look: &Look, now: Duration) -> usize {
        self.head = self.head_line(look, now);
        let below = match &mut self.kind {
            Kind::Answer(text) => text.lines(look.text_width(), &look.theme).len(),
            Kind::Reasoning(reasoning) if look.details => {
                let lines = reasoning.text.lines(look.text_width(), &look.quiet);
                lines.len()
            }
            Kind::Reasoning(_) => 0,
            _ => {
                if self.stamp != Some(look.stamp) {
                    self.body = self.body_lines(look);
                    self.stamp = Some(look.stamp);
                }
                self.body.len()
            }
        };
        let height = usize::from(self.head.is_some()) + below;
        self.height = Some((look.stamp, height));
        height
    }

    /// A line of what was laid out.
    pub(super) fn line(&self, index: usize) -> Option<&Line<'static>> {
        let below = match (&self.head, index) {
            (Some(head), 0) => return Some(head),
            (Some(_), index) => index - 1,
            (None, index) => index,
        };
        let body = match &self.kind {
            Kind::Answer(text) => text.laid_out(),
            Kind::Reasoning(reasoning) => reasoning.text.laid_out(),
            _ => &self.body,
        };
        body.get(below)
    }

    /// Forgets the lines, but not how many there were.
    pub(super) fn forget_lines(&mut self) {
        self.body = Vec::new();
        self.stamp = None;
        match &mut self.kind {
            Kind::Answer(text) => text.forget_lines(),
            Kind::Reasoning(reasoning) => reasoning.text.forget_lines(),
            _ => {}
        }
    }

    /// How many lines there are, or about as many.
    pub(super) fn height(&self, look: &Look) -> usize {
        let exact = self.height.filter(|(stamp, _)| *stamp == look.stamp);
        match (&self.kind, exact) {
            (Kind::Answer(text), Some((_, height))) if text.is_finished() => height,
            (Kind::Answer(text), _) => text.rough_height(look.text_width()),
            (_, Some((_, height))) => height,
            (Kind::User(text), None) => text.len() / look.columns() + 1,
            (_, None) => 1,
        }
    }

    /// Whether a blank line stands between this entry and the one before.
    pub(super) fn stands_apart_from(&self, before: &Entry, details: bool) -> bool {
        match (&before.kind, &self.kind) {
            (_, Kind::Cancelled) => false,
            (Kind::Tool(before), Kind::Tool(_)) => !before.is_short(details),
            _ => true,
        }
    }

    /// Nothing is to be seen of it.
    pub(super) fn is_blank(&self) -> bool {
        match &self.kind {
            Kind::Answer(text) => text.source().trim_start().is_empty(),
            Kind::Welcome(text) | Kind::User(text) | Kind::Notice(_, text) => text.is_empty(),
            Kind::Reasoning(_) | Kind::Tool(_) | Kind::Cancelled => false,
        }
    }

    pub(super) fn answer(&self) -> Option<&str> {
        match &self.kind {
            Kind::Answer(text) => Some(text.source()),
            _ => None,
        }
    }

    /// Whether it is the call of this id, without an end so far.
    pub(super) fn is_running(&self, id: &str) -> bool {
        matches!(&self.kind, Kind::Tool(tool) if tool.is_running(id))
    }

    pub(super) fn end_tool(&mut self, content: Option<&str>, is_error: bool) {
        if let Kind::Tool(tool) = &mut self.kind {
            tool.end(content, is_error);
            self.stamp = None;
        }
    }

    pub(super) fn abandon_tool(&mut self) {
        if let Kind::Tool(tool) = &mut self.kind {
            tool.abandon();
        }
    }

    pub(super) fn take_time(&mut self, now: Duration) {
        match &mut self.kind {
            Kind::Reasoning(reasoning) => reasoning.watch().see(now),
            Kind::Tool(tool) => tool.watch().see(now),
            _ => {}
        }
    }

    pub(super) fn takes_time(&self) -> bool {
        match &self.kind {
            Kind::Reasoning(reasoning) => reasoning.takes_time(),
            Kind::Tool(tool) => tool.takes_time(),
            _ => false,
        }
    }

    /// What stands in the margin beside its first line.
    pub(super) fn mark(&self, theme: &Theme) -> Span<'static> {
        match &self.kind {
            Kind::Welcome(_) | Kind::Answer(_) => Span::raw(""),
            Kind::User(_) => Span::styled(PROMPT, theme.accent),
            Kind::Reasoning(reasoning) => reasoning.mark(theme),
            Kind::Tool(tool) => tool.mark(theme),
            Kind::Notice(Level::Info, _) => Span::styled("•", theme.dim),
            Kind::Notice(Level::Warning, _) => Span::styled("!", theme.warning),
            Kind::Notice(Level::Error, _) => Span::styled("✗", theme.error),
            Kind::Cancelled => Span::styled("–", theme.warning),
        }
    }

    fn head_line(&self, look: &Look, now: Duration) -> Option<Line<'static>> {
        match &self.kind {
            Kind::Reasoning(reasoning) => Some(reasoning.head(look, now)),
            Kind::Tool(tool) => Some(tool.head(look, now)),
            _ => None,
        }
    }

    fn body_lines(&self, look: &Look) -> Vec<Line<'static>> {
        let theme = &look.theme;
        let plain = |style| Plain {
            columns: look.columns(),
            style,
            breaks: Breaks::BetweenWords,
        };
        match &self.kind {
            Kind::Welcome(text) => welcome::lines(text, look.columns(), theme),
            Kind::User(text) if look.details => plain(theme.user).rows(text),
            Kind::User(text) => plain(theme.user).folded(text, FOLDED_PROMPT, theme.dim),
            Kind::Tool(tool) => tool.body(look),
            Kind::Notice(Level::Info, text) => plain(theme.text).rows(text),
            Kind::Notice(Level::Warning, text) => plain(theme.warning).rows(text),
            Kind::Notice(Level::Error, text) => plain(theme.error).rows(text),
            Kind::Cancelled => plain(theme.warning).rows("cancelled"),
            Kind::Answer(_) | Kind::Reasoning(_) => Vec::new(),
        }
    }
}
