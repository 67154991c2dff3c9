//! Blocks of Markdown, written onto a page as the parser comes across them.
//!
//! Nothing here calls itself: what is open stands in a stack, so that a text may nest as deep as it likes.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};
use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::{Line, Span};

use super::code;
use super::containers::Containers;
use super::inline::{self, Inline};
use super::page::Page;
use super::table::Table;
use crate::terminal::text;
use crate::terminal::theme::Theme;

/// Writes blocks onto a page.
pub(super) struct Blocks<'t> {
    theme: &'t Theme,
    containers: Containers,
    leaf: Leaf,
    /// The text that is being read, in the leaf or in a cell of it.
    inline: Inline,
}

/// The block that is being read and holds no others.
enum Leaf {
    None,
    Text,
    Code { info: String, content: String },
    Html(String),
    Table(Table),
}

impl<'t> Blocks<'t> {
    pub(super) fn new(theme: &'t Theme, page: Page) -> Self {
        Blocks {
            theme,
            containers: Containers::new(page),
            leaf: Leaf::None,
            inline: Inline::default(),
        }
    }

    pub(super) fn into_lines(self) -> Vec<Line<'static>> {
        self.containers.page.into_lines()
    }

    pub(super) fn event(&mut self, event: Event<'_>) {
        let theme = self.theme;
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(content) | Event::Html(content) => self.text(&content),
            Event::Code(content) => self.inline().code(&content, theme),
            Event::InlineHtml(content) => self.inline().html(&content, theme),
            Event::FootnoteReference(label) => self.inline().text(&format!("[^{label}]")),
            Event::SoftBreak => self.inline().text(" "),
            Event::HardBreak => self.inline().line_break(),
            Event::Rule => self.rule(),
            Event::TaskListMarker(done) => self.containers.mark_task(done, theme),
            // Not asked of the parser.
            Event::InlineMath(content) | Event::DisplayMath(content) => self.text(&content),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let theme = self.theme;
        match tag {
            Tag::Paragraph => {
                self.containers.begin_paragraph();
                self.start_text(Style::new());
            }
            Tag::Heading { level, .. } => self.start_text(heading(level, theme)),
            Tag::CodeBlock(kind) => self.start_code(&kind),
            Tag::HtmlBlock => self.start_leaf(Leaf::Html(String::new())),
            Tag::Table(alignments) => self.start_leaf(Leaf::Table(Table::new(alignments))),
            Tag::TableHead => self.inline = Inline::new(self.base().patch(theme.strong)),
            Tag::TableRow => self.inline = Inline::new(self.base()),
            Tag::BlockQuote(kind) => {
                self.begin_block();
                self.containers.begin_quote(kind, theme);
            }
            Tag::List(number) => {
                self.begin_block();
                self.containers.begin_list(number);
            }
            Tag::Item => self.containers.begin_item(theme),
            Tag::FootnoteDefinition(label) => {
                self.begin_block();
                self.containers.begin_footnote(&label, theme);
            }
            Tag::Emphasis => self.inline().open(theme.emphasis),
            Tag::Strong => self.inline().open(theme.strong),
            Tag::Strikethrough => self.inline().open(inline::struck()),
            Tag::Link { dest_url, .. } => self.inline().open_link(&dest_url, theme),
            Tag::Image { dest_url, .. } => self.inline().open_image(&dest_url, theme),
            // Cells begin with their row; the others are not asked of the parser.
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        let theme = self.theme;
        match tag {
            TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::Table => self.end_leaf(),
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item | TagEnd::FootnoteDefinition => {
                self.end_leaf();
                self.containers.end();
            }
            TagEnd::TableCell => self.end_cell(),
            TagEnd::TableHead | TagEnd::TableRow => self.end_row(),
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.inline().close(),
            TagEnd::Link => self.inline().close_link(theme),
            TagEnd::Image => self.inline().close_image(),
            // Not asked of the parser.
            _ => {}
        }
    }

    fn text(&mut self, content: &str) {
        match &mut self.leaf {
            Leaf::Code { content: code, .. } => code.push_str(content),
            Leaf::Html(html) => html.push_str(content),
            _ => self.inline().text(content),
        }
    }

    /// The text that is being read. In an item of a tight list it begins without notice.
    fn inline(&mut self) -> &mut Inline {
        if !matches!(self.leaf, Leaf::Text | Leaf::Table(_)) {
            self.start_text(Style::new());
        }
        &mut self.inline
    }

    /// The style of text that is nothing special where it stands.
    fn base(&self) -> Style {
        match self.containers.is_in_quote() {
            true => self.theme.text.patch(self.theme.quote),
            false => self.theme.text,
        }
    }

    fn start_text(&mut self, style: Style) {
        self.start_leaf(Leaf::Text);
        self.inline = Inline::new(self.base().patch(style));
    }

    fn start_code(&mut self, kind: &CodeBlockKind<'_>) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.to_string(),
            CodeBlockKind::Indented => String::new(),
        };
        let content = String::new();
        self.start_leaf(Leaf::Code { info, content });
    }

    fn start_leaf(&mut self, leaf: Leaf) {
        self.begin_block();
        self.leaf = leaf;
    }

    /// Ends the text before, which may have begun without notice.
    fn begin_block(&mut self) {
        self.end_leaf();
        self.containers.begin_block();
    }

    fn end_cell(&mut self) {
        if let Leaf::Table(table) = &mut self.leaf {
            table.push(self.inline.take_lines());
        }
    }

    fn end_row(&mut self) {
        if let Leaf::Table(table) = &mut self.leaf {
            table.end_row();
        }
    }

    fn end_leaf(&mut self) {
        let page = &mut self.containers.page;
        match std::mem::replace(&mut self.leaf, Leaf::None) {
            Leaf::None => {}
            Leaf::Text => {
                for line in self.inline.take_lines() {
                    page.paragraph(&line);
                }
            }
            Leaf::Code { info, content } => code::write(page, &info, &content, self.theme),
            Leaf::Html(html) => write_html(page, &html, self.theme),
            Leaf::Table(table) => table.write(page, self.theme),
        }
    }

    fn rule(&mut self) {
        self.begin_block();
        let page = &mut self.containers.page;
        let rule = "─".repeat(page.room());
        page.row(vec![Span::styled(rule, self.theme.rule)]);
    }
}

fn write_html(page: &mut Page, html: &str, theme: &Theme) {
    for line in html.trim_end_matches('\n').split('\n') {
        let line = text::printable(line);
        let line = text::expand_tabs(&line).into_owned();
        page.paragraph(&[Span::styled(line, theme.dim)]);
    }
}

fn heading(level: HeadingLevel, theme: &Theme) -> Style {
    let weight = match level {
        HeadingLevel::H1 => Modifier::BOLD | Modifier::UNDERLINED,
        HeadingLevel::H2 => Modifier::BOLD,
        _ => Modifier::ITALIC,
    };
    theme.heading.add_modifier(weight)
}
