//! Lines and where they break.

use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::Span;

use super::{Widths, cut, width, wrap};

fn even(width: usize) -> Widths {
    Widths {
        first: width,
        rest: width,
    }
}

fn rows(text: &str, width: usize) -> Vec<String> {
    texts(wrap(&[Span::raw(text.to_owned())], even(width)))
}

fn texts(rows: Vec<Vec<Span<'static>>>) -> Vec<String> {
    let text = |row: &Vec<Span<'static>>| row.iter().map(|span| span.content.as_ref()).collect();
    rows.iter().map(text).collect()
}

#[test]
fn a_line_breaks_between_words() {
    assert_eq!(rows("the quick brown fox", 10), ["the quick", "brown fox"]);
    assert_eq!(rows("", 10), [""]);
}

#[test]
fn blanks_at_a_break_belong_to_neither_row() {
    assert_eq!(rows("one    two  ", 5), ["one", "two"]);
    assert_eq!(rows("12345 12345", 5), ["12345", "12345"]);
}

#[test]
fn the_indent_of_a_line_stays() {
    assert_eq!(rows("  one two", 6), ["  one", "two"]);
    assert_eq!(rows("    abcdef", 6), ["    ab", "cdef"]);
}

#[test]
fn an_indent_wider_than_the_line_is_cut() {
    assert_eq!(rows("      one", 4), ["    ", "one"]);
    assert_eq!(rows("      ", 4), ["    "]);
    let blanks = [Span::raw("  ".to_owned()), Span::raw("   ".to_owned())];
    assert_eq!(texts(wrap(&blanks, even(3))), ["   "]);
}

#[test]
fn a_word_wider_than_the_line_is_cut_between_characters() {
    assert_eq!(
        rows("an incomprehensible word", 8),
        ["an", "incompre", "hensible", "word"]
    );
    assert_eq!(
        rows("e\u{301}e\u{301}e\u{301}", 2),
        ["e\u{301}e\u{301}", "e\u{301}"]
    );
    assert_eq!(rows("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3), ["👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"]);
}

#[test]
fn scripts_without_blanks_break_between_characters() {
    assert_eq!(
        rows("これは日本語の文章", 8),
        ["これは日", "本語の文", "章"]
    );
    assert_eq!(rows("see 日本語", 7), ["see 日", "本語"]);
}

#[test]
fn punctuation_stays_with_its_neighbour() {
    assert_eq!(rows("今日は、晴れ", 6), ["今日", "は、晴", "れ"]);
    assert_eq!(rows("日本「東京」", 6), ["日本", "「東", "京」"]);
}

#[test]
fn a_blank_that_forbids_a_break_is_no_break() {
    assert_eq!(
        rows("take 10\u{a0}km off", 8),
        ["take", "10\u{a0}km", "off"]
    );
}

#[test]
fn the_first_row_may_have_another_width() {
    let spans = [Span::raw("aa bb cc dd".to_owned())];
    let widths = Widths { first: 2, rest: 5 };
    assert_eq!(texts(wrap(&spans, widths)), ["aa", "bb cc", "dd"]);
}

#[test]
fn styles_stay_with_their_text() {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let spans = [
        Span::raw("one ".to_owned()),
        Span::styled("two three".to_owned(), bold),
        Span::raw(" four".to_owned()),
    ];
    assert_eq!(
        wrap(&spans, even(8)),
        [
            vec![Span::raw("one "), Span::styled("two", bold)],
            vec![Span::styled("three", bold)],
            vec![Span::raw("four")],
        ]
    );
}

#[test]
fn a_width_of_nothing_still_ends() {
    assert_eq!(rows("ab 日", 0), ["a", "b", "日"]);
    assert_eq!(rows("日本", 1), ["日", "本"]);
}

#[test]
fn code_is_cut_where_the_row_is_full() {
    let spans = [Span::raw("let  x = 1;".to_owned())];
    assert_eq!(texts(cut(&spans, even(5))), ["let  ", "x = 1", ";"]);
    let widths = Widths { first: 4, rest: 3 };
    assert_eq!(texts(cut(&spans, widths)), ["let ", " x ", "= 1", ";"]);
}

#[test]
fn no_row_is_wider_than_its_line() {
    let text = "a 日本語 wor(ld 👩‍👩‍👧‍👦 x\u{301}y incomprehensibilities。 end";
    for columns in 2..40 {
        for row in rows(text, columns) {
            assert!(width(&row) <= columns, "{row:?} at {columns}");
        }
    }
}
