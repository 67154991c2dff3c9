//! The text of one paragraph, heading or cell: its styles, links and forced breaks.

use std::borrow::Cow;

use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::Span;

use crate::terminal::text;
use crate::terminal::theme::Theme;

/// The longest address that is shown in whole; a picture may stand in one.
const MAX_ADDRESS: usize = 500;

/// Text that is being written.
#[derive(Default)]
pub(super) struct Inline {
    lines: Vec<Vec<Span<'static>>>,
    /// The style of the text, and within it those of what is open.
    base: Style,
    styles: Vec<Style>,
    links: Vec<Address>,
    /// What is shown since the first of them was opened.
    labels: String,
}

/// A link or a picture that is open.
struct Address {
    url: String,
    /// Where its part of the labels begins.
    label: usize,
}

impl Inline {
    pub(super) fn new(base: Style) -> Self {
        Inline {
            base,
            ..Inline::default()
        }
    }

    /// The text as lines that were broken on purpose; never none. What follows is a text of its own in the same style.
    pub(super) fn take_lines(&mut self) -> Vec<Vec<Span<'static>>> {
        self.line();
        self.styles.clear();
        self.links.clear();
        std::mem::take(&mut self.lines)
    }

    pub(super) fn text(&mut self, content: &str) {
        self.push(content, self.style());
    }

    pub(super) fn code(&mut self, content: &str, theme: &Theme) {
        self.push(content, self.style().patch(theme.code));
    }

    /// HTML is text, save for the line break, which nothing else in a cell can say.
    pub(super) fn html(&mut self, content: &str, theme: &Theme) {
        match is_line_break(content) {
            true => self.line_break(),
            false => self.push(content, self.style().patch(theme.dim)),
        }
    }

    pub(super) fn line_break(&mut self) {
        self.line();
        self.lines.push(Vec::new());
    }

    /// Begins a part in a style of its own.
    pub(super) fn open(&mut self, style: Style) {
        self.styles.push(self.style().patch(style));
    }

    pub(super) fn close(&mut self) {
        self.styles.pop();
    }

    pub(super) fn open_link(&mut self, url: &str, theme: &Theme) {
        self.open(theme.link);
        self.open_address(url);
    }

    /// Ends a link with its address, unless that is what the link shows.
    pub(super) fn close_link(&mut self, theme: &Theme) {
        self.close();
        if let Some(link) = self.links.pop()
            && !link.is_shown_by(&self.labels[link.label..])
        {
            let style = self.style().patch(theme.dim);
            self.push(&format!(" ({})", link.address()), style);
        }
    }

    pub(super) fn open_image(&mut self, url: &str, theme: &Theme) {
        self.open(theme.dim);
        self.text("[image: ");
        self.open_address(url);
    }

    /// Ends a picture, of which its description is shown, or else its address.
    pub(super) fn close_image(&mut self) {
        if let Some(image) = self.links.pop()
            && image.label == self.labels.len()
        {
            self.text(&image.address());
        }
        self.text("]");
        self.close();
    }

    fn open_address(&mut self, url: &str) {
        if self.links.is_empty() {
            self.labels.clear();
        }
        self.links.push(Address {
            url: url.to_owned(),
            label: self.labels.len(),
        });
    }

    fn style(&self) -> Style {
        self.styles.last().copied().unwrap_or(self.base)
    }

    fn line(&mut self) -> &mut Vec<Span<'static>> {
        if self.lines.is_empty() {
            self.lines.push(Vec::new());
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    fn push(&mut self, content: &str, style: Style) {
        let content = text::printable(content);
        let content = match content.contains(['\n', '\t']) {
            true => Cow::Owned(content.replace(['\n', '\t'], " ")),
            false => content,
        };
        // A blank after a line break is none.
        let content = match self.lines.len() > 1 && self.line().is_empty() {
            true => content.trim_start(),
            false => &content,
        };
        if !self.links.is_empty() {
            self.labels.push_str(content);
        }
        match self.line().last_mut() {
            Some(last) if last.style == style => last.content.to_mut().push_str(content),
            _ if content.is_empty() => {}
            _ => self.line().push(Span::styled(content.to_owned(), style)),
        }
    }
}

impl Address {
    /// Whether a label says the address already.
    fn is_shown_by(&self, label: &str) -> bool {
        self.url.is_empty() || bare(&self.url) == bare(label)
    }

    fn address(&self) -> Cow<'_, str> {
        match self.url.len() > MAX_ADDRESS {
            true => {
                let end = self.url.floor_char_boundary(MAX_ADDRESS);
                Cow::Owned(format!("{}…", &self.url[..end]))
            }
            false => Cow::Borrowed(&self.url),
        }
    }
}

/// An address without what readers do without.
fn bare(address: &str) -> &str {
    let address = address.trim().trim_end_matches('/');
    let address = address.strip_prefix("mailto:").unwrap_or(address);
    let address = address.strip_prefix("https://").unwrap_or(address);
    address.strip_prefix("http://").unwrap_or(address)
}

/// The style of what has been struck out.
pub(super) fn struck() -> Style {
    Style::new().add_modifier(Modifier::CROSSED_OUT)
}

fn is_line_break(html: &str) -> bool {
    let name = html
        .trim_start_matches('<')
        .trim_end_matches(['>', '/', ' ']);
    html.starts_with('<') && name.eq_ignore_ascii_case("br")
}
