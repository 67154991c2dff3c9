//! Blocks of code: their language, and their lines in colours.

use ratatui_core::text::Span;

use super::highlight;
use super::page::Page;
use crate::terminal::text;
use crate::terminal::theme::Theme;

/// What begins a row that goes on with the line of code above.
const CONTINUED: &str = "↳ ";

const INDENT: &str = "  ";

pub(super) fn write(page: &mut Page, info: &str, content: &str, theme: &Theme) {
    let language = language(info);
    if !language.is_empty() {
        let label = text::printable(language);
        let label = text::prefix_within(&label, page.room()).to_owned();
        page.row(vec![Span::styled(label, theme.dim)]);
    }
    let indent = page.indent(Span::raw(INDENT), Span::raw(INDENT));
    let mut highlighter = highlight::Highlighter::of(language);
    for line in content.strip_suffix('\n').unwrap_or(content).split('\n') {
        let line = text::printable(line);
        let line = text::expand_tabs(&line);
        page.code(
            &highlighter.line(&line, theme),
            Span::styled(CONTINUED, theme.dim),
        );
    }
    page.dedent(indent);
}

/// The language that a fence names; options may follow it.
fn language(info: &str) -> &str {
    info.trim_start_matches(['{', '.'])
        .split([' ', '\t', ',', '{', '}', ':'])
        .next()
        .unwrap_or_default()
}
