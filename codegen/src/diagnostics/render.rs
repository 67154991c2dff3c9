//! Diagnostics as text, in the form that rustc has made familiar.

use super::Diagnostic;
use crate::source::{SourceMap, Span};

/// Tabs are shown so wide, whatever the terminal does: the caret stands under its character.
const TAB: &str = "    ";

/// So much is shown of a line, in columns: enough for any line that a person wrote.
const MAX_COLUMNS: usize = 200;

/// How much of a longer line is shown before the place.
const COLUMNS_BEFORE: usize = 60;

/// Stands for what is not shown of a line.
const CUT: &str = "…";

/// Something to be said about a place.
pub(crate) struct Finding<'a> {
    /// Its first line.
    pub(crate) heading: String,
    pub(crate) span: Span,
    /// Stands beside the caret; may be empty.
    pub(crate) label: &'a str,
    /// What to do about it.
    pub(crate) help: Option<&'a str>,
}

pub(super) fn diagnostic(text: &mut String, sources: &SourceMap, diagnostic: &Diagnostic) {
    let finding = Finding {
        heading: format!("error[{}]: {}", diagnostic.code, diagnostic.message),
        span: diagnostic.span,
        label: &diagnostic.label,
        help: diagnostic.help.as_deref(),
    };
    finding.render(text, sources);
}

impl Finding<'_> {
    pub(crate) fn render(&self, text: &mut String, sources: &SourceMap) {
        let Finding {
            heading,
            span,
            label,
            help,
        } = self;
        let file = sources.file(*span);
        let at = file.position(span.start);
        let line = file.line(at.line);
        let number = at.line.to_string();
        let gutter = " ".repeat(number.len());

        let before: String = line.chars().take(at.column - 1).collect();
        let marked = marked_width(line, &before, span.end.saturating_sub(span.start) as usize);

        text.push_str(&format!("{heading}\n"));
        text.push_str(&format!("{gutter}--> {}\n", sources.place(*span)));
        text.push_str(&format!("{gutter} |\n"));
        let excerpt = Excerpt::of(&expand(line), expand(&before).chars().count());
        text.push_str(format!("{number} | {}", excerpt.text).trim_end());
        text.push('\n');
        let caret = format!(
            "{gutter} | {}{} {label}",
            " ".repeat(excerpt.column),
            "^".repeat(marked.min(MAX_COLUMNS)),
        );
        text.push_str(caret.trim_end());
        text.push('\n');
        if let Some(help) = help {
            text.push_str(&format!("{gutter} |\n{gutter} = help: {help}\n"));
        }
    }
}

/// What is shown of a line, and where the place is in it.
struct Excerpt {
    text: String,
    column: usize,
}

impl Excerpt {
    fn of(line: &str, column: usize) -> Self {
        if line.chars().nth(MAX_COLUMNS).is_none() {
            return Excerpt {
                text: line.to_owned(),
                column,
            };
        }
        let skipped = column.saturating_sub(COLUMNS_BEFORE);
        let before = if skipped > 0 { CUT } else { "" };
        let mut rest = line.chars().skip(skipped);
        let shown: String = rest.by_ref().take(MAX_COLUMNS).collect();
        let after = if rest.next().is_some() { CUT } else { "" };
        Excerpt {
            text: format!("{before}{shown}{after}"),
            column: column - skipped + before.chars().count(),
        }
    }
}

/// How many columns the caret line marks: the span, but never beyond its first line, and at least one.
fn marked_width(line: &str, before: &str, bytes: usize) -> usize {
    let rest = line.get(before.len()..).unwrap_or("");
    let mut end = bytes.min(rest.len());
    while !rest.is_char_boundary(end) {
        end += 1;
    }
    expand(&rest[..end]).chars().count().max(1)
}

fn expand(line: &str) -> String {
    line.replace('\t', TAB)
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::{Code, Diagnostic, Diagnostics};
    use crate::source::{SourceMap, Span};

    fn render(text: &str, start: u32, end: u32) -> String {
        let mut sources = SourceMap::default();
        sources.add("idl/a.idl", text);
        let mut diagnostics = Diagnostics::default();
        let span = Span {
            file: 0,
            start,
            end,
        };
        let diagnostic = Diagnostic::new(Code::UnknownType, span, "no type `é`")
            .label("here")
            .help("declare it");
        diagnostics.push(diagnostic);
        diagnostics.render(&sources)
    }

    #[test]
    fn the_caret_stands_under_the_characters_of_the_span() {
        assert_eq!(
            render("one\n\tü: é\n", 9, 11),
            "error[E0040]: no type `é`\n \
             --> idl/a.idl:2:5\n  \
             |\n\
             2 |     ü: é\n  \
             |        ^ here\n  \
             |\n  \
             = help: declare it\n\n\
             error: 1 mistake in the IDL; nothing was written\n\
             run `cargo codegen explain E0040` for more\n"
        );
    }

    #[test]
    fn of_a_long_line_only_the_surroundings_of_the_place_are_shown() {
        let line = format!("{}here{}", "a".repeat(1000), "b".repeat(1000));
        let rendered = render(&line, 1000, 1004);
        let shown = format!("1 | …{}here{}…", "a".repeat(60), "b".repeat(136));
        assert!(rendered.contains(&shown), "{rendered}");
        let caret = format!("\n  | {}^^^^ here\n", " ".repeat(61));
        assert!(rendered.contains(&caret), "{rendered}");
        assert!(render(&line, 0, 2004).len() < 1000);
    }

    #[test]
    fn a_file_that_is_no_idl_is_refused_in_few_words() {
        let mut sources = SourceMap::default();
        sources.add("idl/a.idl", "$%".repeat(10_000));
        let mut diagnostics = Diagnostics::default();
        let spans = (0..20_000).map(|at| Span {
            file: 0,
            start: at,
            end: at + 1,
        });
        diagnostics.extend(spans.map(|span| Diagnostic::new(Code::UnexpectedCharacter, span, "x")));
        let rendered = diagnostics.render(&sources);
        assert_eq!(rendered.matches("error[").count(), 100);
        let count = "error: 20000 mistakes, of which the first 100 are shown, in the IDL";
        assert!(rendered.contains(count), "{rendered}");
    }

    #[test]
    fn a_span_at_the_end_of_the_file_or_over_lines_is_marked_on_its_first_line() {
        assert!(render("ab\n", 3, 3).contains("2 |\n  | ^ here"));
        assert!(render("ab {\n}\n", 3, 7).contains("1 | ab {\n  |    ^ here"));
    }
}
