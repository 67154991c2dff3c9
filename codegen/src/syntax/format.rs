//! The layout of the language: where its tokens stand, and never which they are. So formatting cannot change the model.
//!
//! What is laid out is the blanks: indentation, the space between tokens, the lines between members, one line for the
//! attributes of a declaration. Where else a line breaks, and how docs and comments are wrapped, is the author's.

use super::lexer::{self, Token, TokenKind};
use crate::diagnostics::Diagnostics;

const INDENT: &str = "    ";

/// The text of an IDL file without mistakes of syntax, laid out.
pub fn format(text: &str) -> String {
    let mut layout = Layout::default();
    for piece in pieces(text) {
        layout.add(&piece);
    }
    layout.text.push('\n');
    layout.text.trim_start().to_owned()
}

/// A token or a comment, and how it stood.
struct Piece<'a> {
    kind: Kind,
    text: &'a str,
    /// How many line breaks stood before it.
    breaks: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    ModuleDoc,
    Doc,
    Comment,
    Word,
    Punct(&'static str),
}

impl Kind {
    fn of(kind: &TokenKind) -> Option<Kind> {
        match kind {
            TokenKind::Ident(_) | TokenKind::Str(_) | TokenKind::Int(_) => Some(Kind::Word),
            TokenKind::Doc(_) => Some(Kind::Doc),
            TokenKind::ModuleDoc(_) => Some(Kind::ModuleDoc),
            TokenKind::Punct(text) => Some(Kind::Punct(text)),
            TokenKind::End => None,
        }
    }

    fn ends_its_line(self) -> bool {
        matches!(self, Kind::ModuleDoc | Kind::Doc | Kind::Comment)
    }

    fn opens(self) -> bool {
        matches!(self, Kind::Punct("{" | "("))
    }

    fn closes(self) -> bool {
        matches!(self, Kind::Punct("}" | ")"))
    }
}

/// The tokens of `text` with the comments between them, which the lexer leaves out.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut end = 0;
    for Token { kind, span, .. } in lexer::tokens(0, text, &mut Diagnostics::default()) {
        let mut breaks = 0;
        for (at, line) in text[end..span.start as usize].split('\n').enumerate() {
            breaks += usize::from(at > 0);
            let comment = line.trim();
            if comment.starts_with("//") {
                pieces.push(Piece {
                    kind: Kind::Comment,
                    text: comment,
                    breaks: std::mem::take(&mut breaks),
                });
            }
        }
        end = span.end as usize;
        pieces.extend(Kind::of(&kind).map(|kind| Piece {
            kind,
            text: text[span.start as usize..end].trim_end(),
            breaks,
        }));
    }
    pieces
}

/// How far the attributes have been read that begin a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attributes {
    None,
    /// Behind `@`, before the name.
    Name,
    /// Behind the name: arguments may follow.
    Named,
    /// Within arguments.
    Arguments,
    /// Behind the last one so far.
    Done,
}

struct Layout {
    text: String,
    /// The piece before, unless it is a comment that stands behind something on its line.
    before: Option<Kind>,
    /// Whether such a comment has ended the line.
    line_ended: bool,
    /// The brackets that are open.
    open: Vec<Kind>,
    attributes: Attributes,
}

impl Default for Layout {
    fn default() -> Self {
        Layout {
            text: String::new(),
            before: None,
            line_ended: false,
            open: Vec::new(),
            attributes: Attributes::None,
        }
    }
}

/// What stands between two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    Nothing,
    Space,
    Line,
    EmptyLine,
}

impl Layout {
    fn add(&mut self, piece: &Piece<'_>) {
        let gap = self.gap(piece);
        if piece.kind.closes() {
            self.open.pop();
        }
        match gap {
            Gap::Nothing => {}
            Gap::Space => self.text.push(' '),
            Gap::Line => self.new_line(piece),
            Gap::EmptyLine => {
                self.text.push('\n');
                self.new_line(piece);
            }
        }
        let begins_line = matches!(gap, Gap::Line | Gap::EmptyLine) || self.before.is_none();
        self.attributes = self.attributes_behind(piece, begins_line);
        self.text.push_str(piece.text);
        if piece.kind.opens() {
            self.open.push(piece.kind);
        }
        self.line_ended = piece.kind.ends_its_line();
        if piece.kind != Kind::Comment || begins_line {
            self.before = Some(piece.kind);
        }
    }

    fn new_line(&mut self, piece: &Piece<'_>) {
        let in_list = self.open.last() == Some(&Kind::Punct("("));
        let ends = piece.kind.ends_its_line() || piece.kind.closes();
        let continues = self.before == Some(Kind::Punct(",")) && !in_list && !ends;
        let depth = self.open.len() + usize::from(continues);
        self.text.push('\n');
        self.text.push_str(&INDENT.repeat(depth));
    }

    fn gap(&self, piece: &Piece<'_>) -> Gap {
        let Some(before) = self.before else {
            return Gap::Nothing;
        };
        if self.begins_a_line(before, piece) {
            return match self.has_an_empty_line(before, piece) {
                true => Gap::EmptyLine,
                false => Gap::Line,
            };
        }
        match is_tight(before, piece.kind) {
            true => Gap::Nothing,
            false => Gap::Space,
        }
    }

    fn begins_a_line(&self, before: Kind, piece: &Piece<'_>) -> bool {
        match (before, piece.kind) {
            _ if self.line_ended => true,
            (_, Kind::Comment) => piece.breaks > 0,
            (_, Kind::Doc | Kind::ModuleDoc) => true,
            (Kind::Punct("{"), Kind::Punct("}")) => false,
            (Kind::Punct("{" | "}"), _) | (_, Kind::Punct("}")) => true,
            // An attribute stands behind the one before it, and what has attributes stands below them.
            (_, Kind::Punct("@")) if self.attributes != Attributes::None => false,
            (_, Kind::Punct("(")) if self.attributes == Attributes::Named => false,
            _ if matches!(self.attributes, Attributes::Named | Attributes::Done) => true,
            _ => piece.breaks > 0,
        }
    }

    fn has_an_empty_line(&self, before: Kind, piece: &Piece<'_>) -> bool {
        let in_list = self.open.last() == Some(&Kind::Punct("("));
        let below_attributes = matches!(self.attributes, Attributes::Named | Attributes::Done);
        match (before, piece.kind) {
            (Kind::ModuleDoc, kind) => {
                kind != Kind::ModuleDoc && (kind != Kind::Comment || piece.breaks > 1)
            }
            _ if in_list || before.opens() || piece.kind.closes() || before == Kind::Doc => false,
            _ if below_attributes => false,
            (Kind::Comment, _) => piece.breaks > 1,
            (_, Kind::Doc) => true,
            (Kind::Punct("}"), kind) if self.open.is_empty() => {
                kind != Kind::Comment || piece.breaks > 0
            }
            _ => piece.breaks > 1,
        }
    }

    fn attributes_behind(&self, piece: &Piece<'_>, begins_line: bool) -> Attributes {
        match (self.attributes, piece.kind) {
            (Attributes::None, Kind::Punct("@")) if begins_line => Attributes::Name,
            (Attributes::Named | Attributes::Done, Kind::Punct("@")) => Attributes::Name,
            (Attributes::Name, _) => Attributes::Named,
            (Attributes::Named, Kind::Punct("(")) => Attributes::Arguments,
            (Attributes::Arguments, Kind::Punct(")")) => Attributes::Done,
            (Attributes::Arguments, _) => Attributes::Arguments,
            // A comment behind the attributes of a declaration does not end them.
            (state @ (Attributes::Named | Attributes::Done), Kind::Comment) => state,
            _ => Attributes::None,
        }
    }
}

/// Nothing stands between these two on one line.
fn is_tight(before: Kind, kind: Kind) -> bool {
    match (before, kind) {
        (_, Kind::Comment) => false,
        (Kind::Punct("(" | "<" | "@" | "-" | ".."), _) => true,
        (_, Kind::Punct("," | ":" | "?" | ")" | "<" | ">" | "..")) => true,
        (Kind::Word | Kind::Punct("?"), Kind::Punct("(")) => true,
        (Kind::Punct("{"), Kind::Punct("}")) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::format;

    #[test]
    fn blanks_are_laid_out_and_words_stay() {
        let text = "//! Turns.\n/// A turn.\n@strict\n  @planned record  Turn{\n\n id ?:list< string >|null // its id\n/// Its cost.\n\n@limit( 1 .. 64KiB ) cost:count\n}\n// A note.\nconst low:i32=- 1\nunion Event by \"type\"{ a=\"a\"{\n} }";
        let expected = "\
//! Turns.

/// A turn.
@strict @planned
record Turn {
    id?: list<string> | null // its id

    /// Its cost.
    @limit(1..64KiB)
    cost: count
}

// A note.
const low: i32 = -1
union Event by \"type\" {
    a = \"a\" {}
}
";
        assert_eq!(format(text), expected);
        assert_eq!(format(expected), expected);
    }

    #[test]
    fn parameters_stand_on_lines_of_their_own_or_on_one_as_they_did() {
        let text = "function one( a:string,b ? :u32 )->bool throws  busy ,closed\n\nfunction many(\n/// The first.\na: string,\n\n/// The second.\nb: fn( @since(\"1.0.0\") c: u32 )->bool,\n)\n";
        let expected = "\
function one(a: string, b?: u32) -> bool throws busy, closed

function many(
    /// The first.
    a: string,
    /// The second.
    b: fn(@since(\"1.0.0\") c: u32) -> bool,
)
";
        assert_eq!(format(text), expected);
    }

    #[test]
    fn a_list_that_goes_on_below_is_indented() {
        let text = "entry \".\" {\nexport a,\nb\nexport c\n}\n";
        let expected = "entry \".\" {\n    export a,\n        b\n    export c\n}\n";
        assert_eq!(format(text), expected);
    }
}
