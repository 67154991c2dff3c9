//! Markdown as it stands on screen.

mod hostile;
mod screens;
mod streaming;

use ratatui_core::text::Line;

use super::Markdown;
use crate::terminal::theme::Theme;

/// The whole text at once.
fn whole(text: &str) -> Markdown {
    let mut markdown = Markdown::new();
    markdown.push(text);
    markdown.finish();
    markdown
}

fn lines(text: &str, width: u16) -> Vec<Line<'static>> {
    whole(text).lines(width, &Theme::dark()).to_vec()
}

/// The rows as text.
fn screen(text: &str, width: u16) -> Vec<String> {
    lines(text, width).iter().map(Line::to_string).collect()
}
