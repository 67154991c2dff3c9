//! What each construct looks like.

use ratatui_core::style::Style;
use ratatui_core::text::Line;

use super::{Markdown, lines, screen};
use crate::terminal::theme::Theme;

/// The style of a part of the text, by what it says.
fn style_of(text: &str, part: &str) -> Style {
    let lines = lines(text, 80);
    let mut spans = lines.iter().flat_map(|line| &line.spans);
    let span = spans.find(|span| span.content.contains(part));
    span.map(|span| span.style).expect("the part is shown")
}

#[test]
fn blocks_stand_apart_by_a_blank_line() {
    let text = "# Title\nA paragraph\nof two lines.\n\n---\nAnother  \nbroken.";
    assert_eq!(
        screen(text, 20),
        [
            "Title",
            "",
            "A paragraph of two",
            "lines.",
            "",
            "────────────────────",
            "",
            "Another",
            "broken.",
        ]
    );
}

#[test]
fn lists_nest_and_keep_their_numbers() {
    let text = "- one\n- two words too long\n  - deeper\n    1. first\n    2. second\n- [x] done\n- [ ] to do";
    assert_eq!(
        screen(text, 16),
        [
            "• one",
            "• two words too",
            "  long",
            "  ◦ deeper",
            "    1. first",
            "    2. second",
            "[x] done",
            "[ ] to do",
        ]
    );
    assert_eq!(screen("7. seven\n1. eight", 16), ["7. seven", "8. eight"]);
}

#[test]
fn items_of_a_loose_list_stand_apart() {
    let text = "1. one\n\n   more of it\n2. two\n\n   - inner\n";
    assert_eq!(
        screen(text, 20),
        [
            "1. one",
            "",
            "   more of it",
            "",
            "2. two",
            "",
            "   • inner"
        ]
    );
}

#[test]
fn an_empty_item_shows_its_mark() {
    assert_eq!(screen("- a\n-\n- c", 10), ["• a", "•", "• c"]);
}

#[test]
fn quotes_have_a_bar_for_each_level() {
    let text = "> one\n> > two words\n>\n> - item\n\nafter";
    assert_eq!(
        screen(text, 12),
        [
            "│ one",
            "│",
            "│ │ two",
            "│ │ words",
            "│",
            "│ • item",
            "",
            "after",
        ]
    );
    assert_eq!(
        screen("> [!WARNING]\n> Take care.", 20),
        ["│ Warning", "│ Take care."]
    );
}

#[test]
fn nesting_leaves_half_of_the_columns_to_the_text() {
    let text = format!("{} deep down", ">".repeat(40));
    assert_eq!(screen(&text, 16), ["│ │ │ │ deep", "│ │ │ │ down"]);
}

#[test]
fn code_has_its_language_and_marks_lines_that_go_on() {
    let text = "```rust,ignore\nfn main() {\n\tlet answer = 42;\n}\n```";
    assert_eq!(
        screen(text, 18),
        [
            "rust",
            "  fn main() {",
            "      let answer =",
            "  ↳  42;",
            "  }"
        ]
    );
    assert_eq!(screen("    indented", 18), ["  indented"]);
    assert_eq!(screen("```\n```", 18), [""]);
}

#[test]
fn tables_are_boxed_and_aligned() {
    let text = "| Name | Count | Where |\n|:--|--:|:-:|\n| a | 1 | x |\n| `bc` | 1000 | yz |";
    assert_eq!(
        screen(text, 40),
        [
            "┌──────┬───────┬───────┐",
            "│ Name │ Count │ Where │",
            "├──────┼───────┼───────┤",
            "│ a    │     1 │   x   │",
            "│ bc   │  1000 │  yz   │",
            "└──────┴───────┴───────┘",
        ]
    );
}

#[test]
fn cells_that_are_too_wide_are_wrapped() {
    let text =
        "| Key | What it does |\n|--|--|\n| q | ends the program<br>at once |\n| 日本 | wide |";
    assert_eq!(
        screen(text, 24),
        [
            "┌──────┬───────────────┐",
            "│ Key  │ What it does  │",
            "├──────┼───────────────┤",
            "│ q    │ ends the      │",
            "│      │ program       │",
            "│      │ at once       │",
            "├──────┼───────────────┤",
            "│ 日本 │ wide          │",
            "└──────┴───────────────┘",
        ]
    );
}

#[test]
fn a_table_without_room_becomes_a_list_of_its_rows() {
    let text = "| Name | Count | Where |\n|--|--|--|\n| alpha | 1 | here |\n| beta | | there |";
    assert_eq!(
        screen(text, 16),
        [
            "Name: alpha",
            "Count: 1",
            "Where: here",
            "────────",
            "Name: beta",
            "Where: there",
        ]
    );
}

#[test]
fn links_show_where_they_lead() {
    assert_eq!(
        screen("[docs](https://a.b/c)", 40),
        ["docs (https://a.b/c)"]
    );
    assert_eq!(screen("[a.b](https://a.b/)", 40), ["a.b"]);
    assert_eq!(screen("<https://a.b> <me@a.b>", 40), ["https://a.b me@a.b"]);
    assert_eq!(screen("[docs][1]\n\n[1]: /x", 40), ["docs (/x)"]);
    assert_eq!(
        screen("![a cat](cat.png) ![](dog.png)", 60),
        ["[image: a cat] [image: dog.png]"]
    );
    let picture = format!("[x](data:{})", "A".repeat(10_000));
    assert!(screen(&picture, 80).len() < 10);
}

#[test]
fn html_is_text_save_for_line_breaks() {
    assert_eq!(screen("a <b>c</b><br/> d", 40), ["a <b>c</b>", "d"]);
    assert_eq!(screen("<div>\n  x\n</div>", 40), ["<div>", "  x", "</div>"]);
}

#[test]
fn footnotes_stay_where_they_were_written() {
    assert_eq!(
        screen("So it is[^1].\n\n[^1]: Says who?", 40),
        ["So it is[^1].", "", "[^1] Says who?"]
    );
}

#[test]
fn text_of_any_script_stays_in_its_order() {
    assert_eq!(screen("שלום **עולם** x", 40), ["שלום עולם x"]);
    assert_eq!(screen("a\u{202e}b\u{1b}[31mc", 40), ["ab␛[31mc"]);
}

#[test]
fn emphasis_shows_in_styles() {
    let theme = Theme::dark();
    assert_eq!(style_of("a **b**", "b"), theme.text.patch(theme.strong));
    assert_eq!(style_of("a *b*", "b"), theme.text.patch(theme.emphasis));
    assert_eq!(style_of("a `b`", "b"), theme.text.patch(theme.code));
    assert_eq!(style_of("a [b](c)", "b"), theme.text.patch(theme.link));
    assert_eq!(style_of("a [b](c)", "(c)"), theme.text.patch(theme.dim));
    assert_ne!(style_of("a ~~b~~", "b"), theme.text);
    assert_ne!(style_of("# a", "a"), style_of("## a", "a"));
}

#[test]
fn another_theme_lays_out_anew() {
    let mut markdown = Markdown::new();
    markdown.push("**a**");
    let dark = markdown.lines(20, &Theme::dark()).to_vec();
    let plain = markdown.lines(20, &Theme::plain()).to_vec();
    markdown.forget_lines();
    assert_eq!(markdown.lines(20, &Theme::plain()), plain);
    assert_eq!(markdown.lines(20, &Theme::dark()), dark);
}

#[test]
fn what_has_only_begun_looks_as_it_will() {
    let growing = |text: &str| -> Vec<String> {
        let mut markdown = Markdown::new();
        markdown.push(text);
        let lines = markdown.lines(40, &Theme::dark());
        lines.iter().map(ToString::to_string).collect()
    };
    assert_eq!(growing("so **bo"), ["so bo"]);
    assert_eq!(growing("so [docs](http://a"), ["so docs (http://a)"]);
    assert_eq!(growing("para\n-"), ["para"]);
    assert_eq!(growing("```rust\nfn a"), ["rust", "  fn a"]);
    assert_eq!(growing("| a | b |\n|--"), [""; 0]);
}

#[test]
fn where_marks_leave_little_room_the_next_row_fits_too() {
    assert_eq!(
        screen("> [!IMPORTANT]\n> x", 8),
        ["│ Import", "│ ant", "│ x"]
    );
    for text in [
        "- - - ---",
        "- - - ```rust\n      x",
        "- - - |a|\n      |-|\n      |b|",
    ] {
        for width in 1..24 {
            let lines = lines(text, width);
            let widest = lines.iter().map(Line::width).max();
            assert!(widest <= Some(usize::from(width)), "{text:?} at {width}");
        }
    }
}
