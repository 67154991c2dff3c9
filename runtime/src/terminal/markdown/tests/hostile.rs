//! Texts that nobody writes: no panic, no deep recursion, and rows that fit.

use super::{Markdown, lines};
use crate::terminal::text;
use crate::terminal::theme::Theme;

/// A text that is hostile in one way, about so long.
type Hostile = (&'static str, fn(usize) -> String);

const HOSTILE: &[Hostile] = &[
    ("quotes in quotes", |size| format!("{} x", ">".repeat(size))),
    ("quotes line by line", |size| {
        "> > > > > > > > x\n".repeat(size / 18)
    }),
    ("lists in a line", |size| {
        format!("{}x", "* ".repeat(size / 2))
    }),
    ("numbers in a line", |size| {
        format!("{}x", "1. ".repeat(size / 3))
    }),
    ("lists in lists", |size| {
        let depth = (size as f64).sqrt() as usize;
        (0..depth)
            .map(|depth| format!("{}- x\n", "  ".repeat(depth)))
            .collect()
    }),
    ("brackets", |size| "[".repeat(size)),
    ("links in links", |size| {
        format!("{}x{}", "[".repeat(size / 5), "](a)".repeat(size / 5))
    }),
    ("pictures in pictures", |size| {
        format!("{}x{}", "![".repeat(size / 6), "](a)".repeat(size / 6))
    }),
    ("stars", |size| "*a **b ".repeat(size / 7)),
    ("stars in a row", |size| "*".repeat(size)),
    ("emphasis in emphasis", |size| {
        format!("{}x{}", "*a ".repeat(size / 6), " b*".repeat(size / 6))
    }),
    ("marks that cross", |size| "*a _b ".repeat(size / 6)),
    ("backticks", |size| {
        (1..)
            .map(|run| "`".repeat(run % 99) + " ")
            .take(size / 50)
            .collect()
    }),
    ("one line", |size| "word ".repeat(size / 5)),
    ("one word", |size| "a".repeat(size)),
    ("one wide word", |size| "日".repeat(size / 3)),
    ("one character", |size| {
        format!("a{}", "\u{301}".repeat(size / 2))
    }),
    ("joined characters", |size| "👩\u{200d}".repeat(size / 7)),
    ("a wide table", |size| {
        let columns = size / 20;
        format!(
            "{}|\n{}|\n{}|\n",
            "|a".repeat(columns),
            "|-".repeat(columns),
            "|b".repeat(columns)
        )
    }),
    ("a table of nothing", |size| {
        let side = (size as f64).sqrt() as usize;
        format!(
            "{}|\n{}|\n{}",
            "|a".repeat(side),
            "|-".repeat(side),
            "|x\n".repeat(side)
        )
    }),
    ("a table of long names", |size| {
        let columns = 20;
        let names = format!("|{}", "x".repeat(size / 40)).repeat(columns);
        let rows = "|a".repeat(columns) + "\n";
        format!(
            "{names}|\n{}|\n{}",
            "|-".repeat(columns),
            rows.repeat(size / 82)
        )
    }),
    ("a long table", |size| {
        format!(
            "|a|b|\n|-|-|\n{}",
            "|some words|more words|\n".repeat(size / 24)
        )
    }),
    ("a table of one cell", |size| {
        format!("|a|\n|-|\n|{}|\n", "word ".repeat(size / 5))
    }),
    ("one line of code", |size| {
        format!("```rust\n{}", "fn x(\"a\") /* */ ".repeat(size / 16))
    }),
    ("an open string", |size| {
        format!("```js\n`{}", "${x} \\` line\n".repeat(size / 13))
    }),
    ("yaml", |size| format!("```yaml\n{}", "- ".repeat(size / 2))),
    ("html", |size| {
        format!("```html\n{}", "<a b='".repeat(size / 6))
    }),
    ("open tags", |size| "<a ".repeat(size / 3)),
    ("comments", |size| "<!-- ".repeat(size / 5)),
    ("entities", |size| "&amp;&#10;".repeat(size / 10)),
    ("definitions", |size| {
        (0..size / 12).map(|n| format!("[{n}]: /x\n")).collect()
    }),
    ("references", |size| {
        format!("[a]: /{}\n\n{}", "x".repeat(1000), "[a] ".repeat(size / 4))
    }),
    ("footnotes", |size| {
        (0..size / 20)
            .map(|n| format!("[^{n}]: [^{n}] x\n"))
            .collect()
    }),
    ("controls", |size| {
        "\u{1b}[2J\u{7}\u{0}\u{9b}".repeat(size / 9)
    }),
    ("tabs", |size| "\t".repeat(size)),
    ("newlines", |size| "\n".repeat(size)),
    ("carriage returns", |size| "a\r".repeat(size / 2)),
];

fn assert_fits(what: &str, text: &str, width: u16) {
    for line in lines(text, width) {
        let columns: usize = line
            .spans
            .iter()
            .map(|span| text::width(&span.content))
            .sum();
        assert!(
            columns <= usize::from(width).max(2),
            "{what}: {columns} columns of {width}"
        );
        let is_clean = line
            .spans
            .iter()
            .all(|span| !span.content.contains(char::is_control));
        assert!(is_clean, "{what}: a control character");
    }
}

#[test]
fn every_row_of_a_hostile_text_fits() {
    for (what, text) in HOSTILE {
        for width in [1, 2, 7, 20, 80] {
            assert_fits(what, &text(800), width);
        }
    }
}

#[test]
fn a_hostile_text_may_be_long() {
    for (what, text) in HOSTILE {
        assert_fits(what, &text(10_000), 80);
    }
}

#[test]
fn a_hostile_text_may_arrive_in_pieces() {
    for (what, text) in HOSTILE {
        let text = text(300);
        let mut markdown = Markdown::new();
        for character in text.chars() {
            markdown.push(character.encode_utf8(&mut [0; 4]));
            markdown.lines(40, &Theme::dark());
        }
        markdown.finish();
        assert_eq!(
            markdown.lines(40, &Theme::dark()),
            lines(&text, 40),
            "{what}"
        );
    }
}
