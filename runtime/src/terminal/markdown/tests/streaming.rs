//! However a text is cut into pieces, its lines are the same.

use ratatui_core::text::Line;

use super::{Markdown, lines, whole};
use crate::terminal::random::Random;
use crate::terminal::theme::Theme;

/// Pieces that texts are made of, chosen for what they do to the blocks before them.
const PIECES: &[&str] = &[
    "word ",
    "two words",
    "\n",
    "\n",
    "\n\n",
    "\n\n",
    " ",
    "    ",
    "\t",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "2) ",
    "> ",
    "> > ",
    "# ",
    "### ",
    "---\n",
    "===\n",
    "***",
    "**",
    "*",
    "_",
    "~~",
    "`",
    "``",
    "```",
    "```rust\n",
    "\n```\n",
    "~~~",
    "| a | b |\n",
    "|---|:-:|\n",
    "| 1 | 2 |\n",
    "|",
    "<div>",
    "</div>\n",
    "<!--",
    "-->",
    "<br>",
    "<b",
    "[",
    "]",
    "](x)",
    "[text](http://x.y)",
    "![",
    "[ ] ",
    "[x] ",
    "\\",
    "&amp;",
    "&#10;",
    "\r\n",
    "\r",
    "é",
    "日本語",
    "👩‍👩‍👧‍👦",
    "e\u{301}",
    "fn main() {}",
    "\"",
    "/*",
    "*/",
    "=",
    "-",
    "    code\n",
    "[!NOTE]\n",
    "[^1]",
    "http://a.b",
    "\u{1b}[31m",
];

/// Definitions, with which a text is only final when it is finished.
const DEFINITIONS: &[&str] = &[
    "[a]: /x\n",
    "[a]",
    "[A][a]",
    "[b][]",
    "[b]: <y>\n\"title\n",
    "title\"\n",
    "[^1]: note\n",
    "[^1]",
    "\n\n",
    "    more\n",
    "[c]: ",
    "z\n",
    "text ",
];

impl Random {
    fn text(&mut self, pieces: &[&str], most: usize) -> String {
        let count = 1 + self.below(most);
        (0..count)
            .map(|_| pieces[self.below(pieces.len())])
            .collect()
    }

    /// The text in pieces, looked at now and then.
    fn stream(&mut self, text: &str, width: u16) -> Markdown {
        let mut markdown = Markdown::new();
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.ceil_char_boundary(1 + self.below(12));
            markdown.push(&rest[..end]);
            rest = &rest[end..];
            match self.below(8) {
                0 => {}
                1 => drop(markdown.lines(width + 7, &Theme::dark())),
                _ => drop(markdown.lines(width, &Theme::dark())),
            }
        }
        markdown
    }
}

fn assert_same(streamed: &[Line<'static>], expected: &[Line<'static>], text: &str, what: &str) {
    let show = |lines: &[Line<'static>]| -> String {
        lines.iter().map(|line| format!("{line}\n")).collect()
    };
    if streamed != expected {
        assert_eq!(show(streamed), show(expected), "{what} {text:?}");
        panic!("only styles differ: {what} {text:?}");
    }
}

#[test]
fn a_growing_text_looks_the_same_however_it_was_cut() {
    for seed in 1..=300 {
        let mut random = Random(seed);
        let text = random.text(PIECES, 40);
        let width = 8 + random.below(60) as u16;
        let mut streamed = random.stream(&text, width);
        let mut at_once = Markdown::new();
        at_once.push(&text);
        let expected = at_once.lines(width, &Theme::dark());
        assert_same(
            streamed.lines(width, &Theme::dark()),
            expected,
            &text,
            "growing",
        );

        streamed.finish();
        let mut finished = whole(&text);
        let expected = finished.lines(width, &Theme::dark());
        assert_same(
            streamed.lines(width, &Theme::dark()),
            expected,
            &text,
            "finished",
        );
    }
}

#[test]
fn definitions_count_for_the_whole_of_a_finished_text() {
    for seed in 1..=300 {
        let mut random = Random(seed);
        let text = random.text(DEFINITIONS, 20);
        let mut streamed = random.stream(&text, 40);
        streamed.finish();
        assert_same(
            streamed.lines(40, &Theme::dark()),
            &lines(&text, 40),
            &text,
            "finished",
        );
    }
}

#[test]
fn an_earlier_definition_counts_while_the_text_grows() {
    let mut markdown = Markdown::new();
    for piece in [
        "[docs]: https://example.com\n\n",
        "First.\n\n",
        "See [docs]",
        " and",
    ] {
        markdown.push(piece);
        markdown.lines(60, &Theme::dark());
    }
    let last = markdown
        .lines(60, &Theme::dark())
        .last()
        .map(Line::to_string);
    assert_eq!(last.as_deref(), Some("See docs (https://example.com) and"));
}

#[test]
fn finished_blocks_are_laid_out_once() {
    let mut markdown = Markdown::new();
    markdown.push("one\n\ntwo\n\nthr");
    markdown.lines(40, &Theme::dark());
    let settled = |markdown: &Markdown| markdown.layout.as_ref().map(|layout| layout.settled);
    assert_eq!(settled(&markdown), Some("one\n\n".len()));
    markdown.push("ee\n\nfour\n");
    markdown.lines(40, &Theme::dark());
    assert_eq!(settled(&markdown), Some("one\n\ntwo\n\nthree\n\n".len()));
}

#[test]
fn a_long_block_is_parsed_again_only_once_it_has_grown_by_a_part() {
    let mut markdown = Markdown::new();
    markdown.push(&format!("```\n{}", "a line of code\n".repeat(10_000)));
    let before = markdown.lines(40, &Theme::dark()).len();
    markdown.push("one more\n");
    assert_eq!(markdown.lines(40, &Theme::dark()).len(), before);
    markdown.push(&"more\n".repeat(1000));
    assert_eq!(markdown.lines(40, &Theme::dark()).len(), before + 1001);
    markdown.push("the last\n");
    markdown.finish();
    assert_eq!(markdown.lines(40, &Theme::dark()).len(), before + 1002);
}
