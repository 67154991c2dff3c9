//! The block that a growing text ends in, found by a look at the beginnings of its lines.

/// The block that the last line belongs to.
pub(super) struct LastBlock<'a> {
    /// Where its text begins, after the marks of lists and quotes.
    pub(super) start: usize,
    kind: Kind<'a>,
    /// Where the last line begins, after the marks as well.
    line: usize,
}

#[derive(Clone, Copy)]
enum Kind<'a> {
    Prose,
    /// Lines that begin with a bar: how many there are, and where the first one begins.
    Rows(usize, usize),
    /// Code after a fence, which the same fence ends.
    Fenced(&'a str),
    /// HTML, or code by its indent.
    Verbatim,
}

impl<'a> LastBlock<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut block = LastBlock {
            start: 0,
            kind: Kind::Prose,
            line: 0,
        };
        let mut at = 0;
        let mut follows_end = true;
        for line in text.split_inclusive('\n') {
            block.add(line, at, follows_end);
            follows_end = ends_block(line);
            at += line.len();
        }
        if text.ends_with('\n') {
            block.line = at;
        }
        block
    }

    pub(super) fn is_prose(&self) -> bool {
        matches!(self.kind, Kind::Prose | Kind::Rows(..))
    }

    /// How much of the text can be shown: all but what may yet turn out to be a mark.
    pub(super) fn shown(&self, text: &str) -> usize {
        let line = &text[self.line..];
        match self.kind {
            Kind::Fenced(fence) if is_half_fence(line, fence) => self.line,
            Kind::Fenced(_) if self.line == self.start => self.line,
            Kind::Prose if is_half_mark(line) => self.line,
            // The names of columns make no table without the line below.
            Kind::Rows(1, first) => first,
            Kind::Rows(2, first) if is_half_mark(line) => first,
            _ => text.len(),
        }
    }

    fn add(&mut self, line: &'a str, at: usize, follows_end: bool) {
        let content = without_marks(line);
        let start = at + line.len() - content.len();
        self.line = start;
        if let Kind::Fenced(fence) = self.kind {
            if closes(content, fence) {
                self.begin(Kind::Prose, at + line.len());
            }
            return;
        }
        let begins =
            follows_end || begins_block(content) || content.len() < line.trim_start().len();
        match kind(line, content, begins) {
            Kind::Rows(..) => {
                let (before, first) = match self.kind {
                    Kind::Rows(count, first) if !follows_end => (count, first),
                    _ => (0, start),
                };
                let cell = content.trim_end().trim_end_matches('|').rfind('|');
                let cell = start + cell.map_or(0, |bar| bar + 1);
                self.begin(Kind::Rows(before + 1, first), cell);
            }
            kind if begins => self.begin(kind, start),
            _ => {}
        }
    }

    fn begin(&mut self, kind: Kind<'a>, start: usize) {
        self.kind = kind;
        self.start = start;
    }
}

fn kind<'a>(line: &str, content: &'a str, begins: bool) -> Kind<'a> {
    if let Some(fence) = fence(content) {
        return Kind::Fenced(fence);
    }
    let is_indented = line.starts_with("    ") || line.starts_with('\t');
    match content.as_bytes().first() {
        Some(b'|') => Kind::Rows(1, 0),
        Some(b'<') if begins => Kind::Verbatim,
        Some(_) if begins && is_indented && content.len() == line.trim_start().len() => {
            Kind::Verbatim
        }
        _ => Kind::Prose,
    }
}

/// The fence that a line begins with.
fn fence(content: &str) -> Option<&str> {
    let mark = content
        .chars()
        .next()
        .filter(|mark| matches!(mark, '`' | '~'))?;
    let length = content.len() - content.trim_start_matches(mark).len();
    (length >= 3).then(|| &content[..length])
}

fn closes(content: &str, fence: &str) -> bool {
    content
        .strip_prefix(fence)
        .is_some_and(|rest| rest.trim_start_matches(&fence[..1]).trim().is_empty())
}

/// Blank lines, headings and rules have nothing to do with the line below.
fn ends_block(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('#') || line.bytes().all(|byte| b"-=*_ ".contains(&byte))
}

fn begins_block(content: &str) -> bool {
    content.trim().is_empty() || content.starts_with(['#', '|']) || fence(content).is_some()
}

/// A line without its indent and without the marks of quotes and items.
fn without_marks(line: &str) -> &str {
    let mut rest = line.trim_start();
    loop {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let after = match rest.as_bytes().get(digits) {
            Some(b'>') if digits == 0 => &rest[1..],
            Some(b'-' | b'*' | b'+') if digits == 0 => &rest[1..],
            Some(b'.' | b')') if (1..10).contains(&digits) => &rest[digits + 1..],
            _ => return rest,
        };
        if !rest.starts_with('>') && !after.starts_with([' ', '\t', '\n']) {
            return rest;
        }
        rest = after.trim_start();
    }
}

/// Whether a line may yet become a rule, an underline, a bullet, a fence, a box or the line below the names of columns.
fn is_half_mark(line: &str) -> bool {
    if line.is_empty() || line.ends_with('\n') {
        return false;
    }
    let is_mark = |byte: u8| b"-=*_#`~>+|: ".contains(&byte);
    line.bytes().all(is_mark) || fence(line).is_some() || "[ ] [x] [X]".contains(line)
}

fn is_half_fence(line: &str, fence: &str) -> bool {
    !line.is_empty() && !line.ends_with('\n') && line.trim().replace(&fence[..1], "").is_empty()
}
