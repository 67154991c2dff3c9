//! Where lines break: between words, between the characters of scripts written without blanks, and within a word only
//! if it is wider than the whole line.

use ratatui_core::text::Span;

use super::clusters::{cluster_width, clusters};

/// No line begins with one of these.
const CLOSING: &str = "、。，．・！？：；）」』】〉》〕］｝ー々…‥’”";

/// No line ends with one of these.
const OPENING: &str = "（「『【〈《〔［｛‘“";

/// The columns of a paragraph's first row and of the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Widths {
    pub(crate) first: usize,
    pub(crate) rest: usize,
}

/// A place in a sequence of spans.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Place {
    span: usize,
    byte: usize,
}

/// A place where the row may end.
struct Break {
    end: Place,
    /// Where the next row goes on, and how wide everything before is.
    next: Place,
    width: usize,
}

/// Breaks a line into rows between words. Blanks at a break belong to neither row.
pub(crate) fn wrap(spans: &[Span<'static>], widths: Widths) -> Vec<Vec<Span<'static>>> {
    let mut rows = Rows::new(spans, widths);
    let mut before = "";
    for (index, span) in spans.iter().enumerate() {
        for (byte, cluster) in clusters(&span.content) {
            let here = Place { span: index, byte };
            let width = cluster_width(cluster);
            if is_blank(cluster) {
                rows.blank(here, cluster.len(), width);
            } else {
                if may_part(before, cluster) {
                    rows.mark(here);
                }
                rows.add(here, width);
            }
            before = cluster;
        }
    }
    rows.finish()
}

/// Breaks a line into rows wherever they are full, blanks and all.
pub(crate) fn cut(spans: &[Span<'static>], widths: Widths) -> Vec<Vec<Span<'static>>> {
    let mut rows = Rows::new(spans, widths);
    for (index, span) in spans.iter().enumerate() {
        for (byte, cluster) in clusters(&span.content) {
            rows.add(Place { span: index, byte }, cluster_width(cluster));
        }
    }
    rows.finish()
}

/// Blanks at which a line may break; not those made to prevent it.
fn is_blank(cluster: &str) -> bool {
    cluster == " " || cluster == "\t" || cluster == "\u{3000}"
}

/// Whether a line may break between two neighbours that are no blanks: only next to wide characters, which are written
/// without blanks, and not where punctuation would be torn off.
fn may_part(before: &str, after: &str) -> bool {
    if before.is_empty() || is_blank(before) || (before.len() < 3 && after.len() < 3) {
        return false;
    }
    if cluster_width(before) < 2 && cluster_width(after) < 2 {
        return false;
    }
    let tears_closing = CLOSING.contains(after) || starts_punctuated(after);
    let tears_opening = OPENING.contains(before) || matches!(before, "(" | "[" | "{");
    !tears_closing && !tears_opening
}

fn starts_punctuated(cluster: &str) -> bool {
    let first = cluster.bytes().next();
    first.is_some_and(|byte| byte.is_ascii_punctuation() && !matches!(byte, b'(' | b'[' | b'{'))
}

/// The rows of a line that have been made so far.
struct Rows<'a> {
    spans: &'a [Span<'static>],
    widths: Widths,
    done: Vec<Vec<Span<'static>>>,
    /// Where the row begins that is being filled, and how wide it is.
    start: Place,
    width: usize,
    /// Something other than blanks is in the row.
    inked: bool,
    last: Option<Break>,
    /// The last cluster was a blank.
    in_blanks: bool,
}

impl<'a> Rows<'a> {
    fn new(spans: &'a [Span<'static>], widths: Widths) -> Self {
        Rows {
            spans,
            widths,
            done: Vec::new(),
            start: Place::default(),
            width: 0,
            inked: false,
            last: None,
            in_blanks: false,
        }
    }

    /// Blanks never make a row too wide: those that do not fit vanish at its end. A row begins with blanks only if it is
    /// the first, and may end in them when it is full.
    fn blank(&mut self, here: Place, bytes: usize, width: usize) {
        self.width += width;
        if self.inked || self.width > self.limit() {
            let end = match &self.last {
                Some(last) if self.in_blanks => last.end,
                _ => here,
            };
            let next = Place {
                byte: here.byte + bytes,
                ..here
            };
            self.last = Some(Break {
                end,
                next,
                width: self.width,
            });
            self.in_blanks = true;
        }
    }

    /// The row may end before the cluster here.
    fn mark(&mut self, here: Place) {
        self.last = Some(Break {
            end: here,
            next: here,
            width: self.width,
        });
    }

    fn add(&mut self, here: Place, width: usize) {
        if self.width + width > self.limit()
            && let Some(last) = self.last.take()
        {
            self.end_row(last.end, last.next);
            self.width -= last.width;
        }
        if self.width + width > self.limit() && self.width > 0 {
            self.end_row(here, here);
            self.width = 0;
        }
        self.width += width;
        self.inked = true;
        self.in_blanks = false;
    }

    fn limit(&self) -> usize {
        match self.done.is_empty() {
            true => self.widths.first,
            false => self.widths.rest,
        }
    }

    fn end_row(&mut self, end: Place, next: Place) {
        self.done.push(slice(self.spans, self.start, end));
        self.start = next;
    }

    fn finish(mut self) -> Vec<Vec<Span<'static>>> {
        let end = match &self.last {
            Some(last) if self.in_blanks => last.end,
            _ => Place {
                span: self.spans.len(),
                byte: 0,
            },
        };
        self.end_row(end, end);
        self.done
    }
}

/// The part of a sequence of spans between two places.
fn slice(spans: &[Span<'static>], from: Place, to: Place) -> Vec<Span<'static>> {
    let last = to.span.min(spans.len().saturating_sub(1));
    let mut part = Vec::new();
    for (index, span) in spans.iter().enumerate().take(last + 1).skip(from.span) {
        let start = match index == from.span {
            true => from.byte,
            false => 0,
        };
        let end = match index == to.span {
            true => to.byte,
            false => span.content.len(),
        };
        if start < end {
            part.push(Span::styled(
                span.content[start..end].to_owned(),
                span.style,
            ));
        }
    }
    part
}
