//! Growing texts as the parser gets them.

use super::close;

#[test]
fn what_is_begun_is_closed() {
    assert_eq!(close("so **bold"), "so **bold**");
    assert_eq!(close("so **bold "), "so **bold**");
    assert_eq!(close("so *em and **bold"), "so *em and **bold***");
    assert_eq!(close("a `code"), "a `code`");
    assert_eq!(close("**a `co"), "**a `co`**");
    assert_eq!(close("~~gone"), "~~gone~~");
    assert_eq!(
        close("see [the docs](https://exa"),
        "see [the docs](https://exa)"
    );
}

#[test]
fn half_a_counterpart_is_completed() {
    assert_eq!(close("**bold*"), "**bold**");
    assert_eq!(close("***both**"), "***both***");
}

#[test]
fn a_mark_that_nothing_follows_is_left_out() {
    assert_eq!(close("so **"), "so ");
    assert_eq!(close("so `"), "so ");
    assert_eq!(close("**bold *"), "**bold **");
}

#[test]
fn what_is_closed_or_no_mark_is_left_as_it_is() {
    for text in [
        "**bold** and `code`",
        "2 * 3 = 6",
        "snake_case_name",
        "a \\*star",
        "`**` in code",
        "[x](y) and [z]",
        "about ~5",
    ] {
        assert_eq!(close(text), text);
    }
}

#[test]
fn marks_reach_no_further_than_their_block() {
    assert_eq!(close("**never closed\n\nnext"), "**never closed\n\nnext");
    assert_eq!(close("- **one\n- two"), "- **one\n- two");
    assert_eq!(close("# **head\ntext"), "# **head\ntext");
}

#[test]
fn nothing_is_closed_in_code() {
    assert_eq!(close("```\na **b"), "```\na **b");
    assert_eq!(close("    a **b"), "    a **b");
    assert_eq!(close("```\na\n```\n**b"), "```\na\n```\n**b**");
}

#[test]
fn half_a_mark_at_the_beginning_of_a_line_waits() {
    assert_eq!(close("text\n-"), "text\n");
    assert_eq!(close("text\n=="), "text\n");
    assert_eq!(close("text\n\n##"), "text\n\n");
    assert_eq!(close("text\n\n```ru"), "text\n\n");
    assert_eq!(close("```\ncode\n``"), "```\ncode\n");
    assert_eq!(close("- ["), "- ");
}

#[test]
fn a_table_waits_for_the_line_below_its_head() {
    assert_eq!(close("so:\n\n| a | b"), "so:\n\n");
    assert_eq!(close("so:\n\n| a | b |\n"), "so:\n\n");
    assert_eq!(close("so:\n\n| a | b |\n|--"), "so:\n\n");
    let table = "| a | b |\n|---|---|\n| **c";
    assert_eq!(close(table), format!("{table}**"));
}
