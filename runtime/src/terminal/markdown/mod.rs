//! Markdown as the model writes it, as lines for a width.
//!
//! A text may still be growing. Its blocks are laid out once: only what follows the last block that can no longer change
//! is parsed again (`definitions` says what becomes of links whose address comes later). However the text was cut into
//! pieces, its lines are the same.
//!
//! - `blocks` follows the parser; `containers` are the lists and quotes it is in; `inline` collects the text of one block.
//! - `page` puts rows under the marks of lists and quotes. `table`, `code` and `highlight` lay out what their names say.
//! - `closing` ends for the parser what a growing text has only begun.

mod blocks;
mod closing;
mod code;
mod containers;
mod definitions;
mod highlight;
mod inline;
mod page;
mod table;
#[cfg(test)]
mod tests;

use pulldown_cmark::{BrokenLink, Event, Options, Parser};
use ratatui_core::text::Line;

use super::theme::Theme;
use blocks::Blocks;
use definitions::Definitions;
use page::Page;

/// A text that is parsed again is at most so long, or has grown by a part of its length since: what a text costs in all
/// stays in proportion to its length, in however small pieces it arrives.
const ALWAYS: usize = 8 * 1024;
const PART: usize = 64;

/// A text in Markdown that may still be growing.
#[derive(Debug, Default)]
pub(crate) struct Markdown {
    source: String,
    finished: bool,
    /// The last character that arrived was a carriage return, which stands as a newline already.
    after_return: bool,
    layout: Option<Layout>,
}

/// The lines of a text for a width and a theme.
#[derive(Debug)]
struct Layout {
    width: u16,
    theme: Theme,
    lines: Vec<Line<'static>>,
    /// How much of the source and of the lines can no longer change.
    settled: usize,
    settled_lines: usize,
    definitions: Definitions,
    /// How much of the source the lines show, and whether they show its end.
    parsed: usize,
    finished: bool,
}

impl Markdown {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds what has arrived.
    pub(crate) fn push(&mut self, delta: &str) {
        for (index, part) in delta.split('\r').enumerate() {
            if index > 0 {
                self.source.push('\n');
            }
            let after_return = index > 0 || self.after_return;
            let part = match after_return {
                true => part.strip_prefix('\n').unwrap_or(part),
                false => part,
            };
            self.source.push_str(part);
        }
        if !delta.is_empty() {
            self.after_return = delta.ends_with('\r');
        }
    }

    /// Nothing more arrives.
    pub(crate) fn finish(&mut self) {
        self.finished = true;
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.finished
    }

    /// The text as it was written.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Forgets the lines until they are asked for again.
    pub(crate) fn forget_lines(&mut self) {
        self.layout = None;
    }

    /// About how many lines the text takes, without laying it out.
    pub(crate) fn rough_height(&self, width: u16) -> usize {
        match &self.layout {
            Some(layout) if layout.width == width => layout.rough_height(&self.source),
            _ => lines_of(&self.source, width),
        }
    }

    /// The lines as they were when last asked for.
    pub(crate) fn laid_out(&self) -> &[Line<'static>] {
        self.layout.as_ref().map_or(&[], |layout| &layout.lines)
    }

    /// The text laid out for a width.
    pub(crate) fn lines(&mut self, width: u16, theme: &Theme) -> &[Line<'static>] {
        let kept = self
            .layout
            .take()
            .filter(|layout| layout.width == width && layout.theme == *theme);
        let layout = self
            .layout
            .insert(kept.unwrap_or_else(|| Layout::new(width, theme)));
        layout.update(&self.source, self.finished);
        &layout.lines
    }
}

impl Layout {
    fn new(width: u16, theme: &Theme) -> Self {
        Layout {
            width,
            theme: theme.clone(),
            lines: Vec::new(),
            settled: 0,
            settled_lines: 0,
            definitions: Definitions::default(),
            parsed: 0,
            finished: false,
        }
    }

    /// What is laid out, and about as much as the text has grown since.
    fn rough_height(&self, source: &str) -> usize {
        match self.parsed == source.len() {
            true => self.lines.len(),
            false => self.lines.len() + lines_of(&source[self.parsed..], self.width),
        }
    }

    fn update(&mut self, source: &str, finished: bool) {
        if self.is_current(source, finished) {
            return;
        }
        if finished && definitions::may_have_any(source) {
            *self = Layout::new(self.width, &self.theme);
        }
        match finished {
            true => self.write(&source[self.settled..]),
            false => {
                if source[self.parsed..].contains('\n') {
                    self.settle(source);
                }
                self.write(&closing::close(&source[self.settled..]));
            }
        }
        self.parsed = source.len();
        self.finished = finished;
    }

    fn is_current(&self, source: &str, finished: bool) -> bool {
        if self.finished == finished && self.parsed == source.len() {
            return true;
        }
        let tail = source.len() - self.settled;
        let grown = source.len() - self.parsed;
        !finished && self.parsed > 0 && tail > ALWAYS && grown < tail / PART
    }

    /// A block can no longer change once another one has begun in a line that is complete.
    fn settle(&mut self, source: &str) {
        let tail = &source[self.settled..];
        let complete = &tail[..tail.rfind('\n').map_or(0, |end| end + 1)];
        let settled = &complete[..last_block(complete)];
        if !settled.is_empty() {
            self.write(settled);
            self.definitions.add(settled);
            self.settled += settled.len();
            self.settled_lines = self.lines.len();
        }
    }

    /// Lays out a text after what is settled.
    fn write(&mut self, text: &str) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.truncate(self.settled_lines);
        let page = Page::new(usize::from(self.width), lines);
        let mut blocks = Blocks::new(&self.theme, page);
        let address = |link: BrokenLink<'_>| self.definitions.get(&link.reference);
        for event in Parser::new_with_broken_link_callback(text, options(), Some(address)) {
            blocks.event(event);
        }
        self.lines = blocks.into_lines();
    }
}

/// Where the line begins that the last block of the outermost level begins in.
fn last_block(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut start = 0;
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        if depth == 0 {
            start = range.start;
        }
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    text[..start].rfind('\n').map_or(0, |end| end + 1)
}

/// About how many lines a text takes.
fn lines_of(text: &str, width: u16) -> usize {
    let width = usize::from(width.max(1));
    text.lines().map(|line| 1 + line.len() / width).sum()
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM
}
