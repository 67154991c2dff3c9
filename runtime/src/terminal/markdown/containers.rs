//! Blocks that other blocks stand in: lists with their items, quotes, footnotes.

use pulldown_cmark::BlockQuoteKind;
use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::Span;

use super::page::{Indent, Page};
use crate::terminal::text;
use crate::terminal::theme::Theme;

/// The marks of lists without numbers, by depth.
const BULLETS: [&str; 3] = ["• ", "◦ ", "‣ "];

/// The longest label of a footnote.
const MAX_LABEL: usize = 20;

/// What is open, the page itself first.
pub(super) struct Containers {
    pub(super) page: Page,
    open: Vec<Open>,
    /// How many lists with bullets, and how many quotes are open.
    bulleted: usize,
    quotes: usize,
}

struct Open {
    kind: Kind,
    indent: Option<Indent>,
    /// Something stands in it already.
    has_block: bool,
}

enum Kind {
    Page,
    Quote,
    List {
        /// The number of the next item, in lists with numbers.
        number: Option<u64>,
        /// Items are set apart by blank lines.
        loose: bool,
    },
    Item,
    Footnote,
}

impl Containers {
    /// Goes on on a page that may have lines already.
    pub(super) fn new(page: Page) -> Self {
        let root = Open {
            kind: Kind::Page,
            indent: None,
            has_block: page.height() > 0,
        };
        Containers {
            page,
            open: vec![root],
            bulleted: 0,
            quotes: 0,
        }
    }

    pub(super) fn is_in_quote(&self) -> bool {
        self.quotes > 0
    }

    /// Sets the block that begins apart from the one above, save in the items of a tight list.
    pub(super) fn begin_block(&mut self) {
        let is_tight = matches!(self.list_of_item(), Some(Kind::List { loose: false, .. }));
        if let Some(parent) = self.open.last_mut()
            && std::mem::replace(&mut parent.has_block, true)
            && !is_tight
        {
            self.page.blank();
        }
    }

    /// Begins a paragraph: only loose lists have them in their items.
    pub(super) fn begin_paragraph(&mut self) {
        if let Some(Kind::List { loose, .. }) = self.list_of_item() {
            *loose = true;
        }
    }

    pub(super) fn begin_quote(&mut self, kind: Option<BlockQuoteKind>, theme: &Theme) {
        self.quotes += 1;
        let bar = Span::styled("│ ", theme.border);
        self.push(Kind::Quote, bar.clone(), bar);
        if let Some(kind) = kind {
            let (title, style) = alert(kind, theme);
            let title = Span::styled(title, style.add_modifier(Modifier::BOLD));
            self.page.paragraph(&[title]);
        }
    }

    pub(super) fn begin_list(&mut self, number: Option<u64>) {
        self.bulleted += usize::from(number.is_none());
        let loose = false;
        self.open.push(Open {
            kind: Kind::List { number, loose },
            indent: None,
            has_block: false,
        });
    }

    pub(super) fn begin_item(&mut self, theme: &Theme) {
        let bullet = BULLETS[self.bulleted.saturating_sub(1) % BULLETS.len()];
        let mut mark = bullet.to_owned();
        let mut is_apart = false;
        if let Some(list) = self.open.last_mut()
            && let Kind::List { number, loose } = &mut list.kind
        {
            is_apart = *loose && list.has_block;
            list.has_block = true;
            if let Some(number) = number {
                mark = format!("{number}. ");
                *number = number.saturating_add(1);
            }
        }
        if is_apart {
            self.page.blank();
        }
        self.push_marked(Kind::Item, mark, theme);
    }

    /// Puts a box in place of the item's mark.
    pub(super) fn mark_task(&mut self, done: bool, theme: &Theme) {
        let mark = match done {
            true => Span::styled("[x] ", theme.success),
            false => Span::styled("[ ] ", theme.dim),
        };
        if let Some(indent) = self.open.last().and_then(|item| item.indent) {
            self.page.mark_anew(indent, mark, Span::raw("    "));
        }
    }

    pub(super) fn begin_footnote(&mut self, label: &str, theme: &Theme) {
        let label = text::printable(label);
        let label = text::prefix_within(&label, MAX_LABEL);
        self.push_marked(Kind::Footnote, format!("[^{label}] "), theme);
    }

    /// Ends what was opened last.
    pub(super) fn end(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        match open.kind {
            Kind::Quote => self.quotes -= 1,
            Kind::List { number: None, .. } => self.bulleted -= 1,
            _ => {}
        }
        if let Some(indent) = open.indent {
            self.page.dedent(indent);
        }
    }

    /// The list, if what was opened last is an item of it.
    fn list_of_item(&mut self) -> Option<&mut Kind> {
        match self.open.as_mut_slice() {
            [.., list, item] if matches!(item.kind, Kind::Item) => Some(&mut list.kind),
            _ => None,
        }
    }

    /// Indents what follows by the width of a mark.
    fn push_marked(&mut self, kind: Kind, mark: String, theme: &Theme) {
        let blanks = " ".repeat(text::width(&mark));
        self.push(kind, Span::styled(mark, theme.dim), Span::raw(blanks));
    }

    fn push(&mut self, kind: Kind, first: Span<'static>, rest: Span<'static>) {
        let indent = Some(self.page.indent(first, rest));
        self.open.push(Open {
            kind,
            indent,
            has_block: false,
        });
    }
}

fn alert(kind: BlockQuoteKind, theme: &Theme) -> (&'static str, Style) {
    match kind {
        BlockQuoteKind::Note => ("Note", theme.accent),
        BlockQuoteKind::Tip => ("Tip", theme.success),
        BlockQuoteKind::Important => ("Important", theme.accent),
        BlockQuoteKind::Warning => ("Warning", theme.warning),
        BlockQuoteKind::Caution => ("Caution", theme.error),
    }
}
