//! The first thing on screen: a title and hints in a box, if there is room for one.

use ratatui_core::text::{Line, Span};

use super::plain::{Breaks, Plain};
use crate::terminal::text;
use crate::terminal::theme::Theme;

/// The columns of the box beside its text.
const FRAME: usize = 4;

pub(super) fn lines(content: &str, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let plain = |style| Plain {
        columns: columns.saturating_sub(FRAME).max(1),
        style,
        breaks: Breaks::BetweenWords,
    };
    let (title, hints) = content.split_once('\n').unwrap_or((content, ""));
    let mut rows = plain(theme.accent).rows(title);
    rows.extend(plain(theme.dim).rows(hints));
    let width = rows.iter().map(width).max().unwrap_or_default();
    match width + FRAME <= columns && columns > FRAME * 4 {
        true => boxed(rows, width, theme),
        false => rows,
    }
}

fn boxed(rows: Vec<Line<'static>>, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let edge = "─".repeat(columns + 2);
    let mut lines = vec![Line::styled(format!("╭{edge}╮"), theme.border)];
    for mut row in rows {
        let blanks = " ".repeat(columns - width(&row));
        row.spans.insert(0, Span::styled("│ ", theme.border));
        row.spans.push(Span::raw(blanks));
        row.spans.push(Span::styled(" │", theme.border));
        lines.push(row);
    }
    lines.push(Line::styled(format!("╰{edge}╯"), theme.border));
    lines
}

fn width(row: &Line<'static>) -> usize {
    row.spans
        .iter()
        .map(|span| text::width(&span.content))
        .sum()
}
