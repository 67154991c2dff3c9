//! What each kind of entry looks like.

use serde_json::json;

use super::{Transcript, at, screen, screen_at};
use crate::terminal::transcript::Level;

/// The screen without the blank rows below.
fn shown(transcript: &mut Transcript, width: u16) -> Vec<String> {
    let mut rows = screen(transcript, width, 60);
    let end = rows.iter().rposition(|row| !row.is_empty());
    rows.truncate(end.map_or(0, |end| end + 1));
    rows
}

#[test]
fn a_turn_from_prompt_to_answer() {
    let mut transcript = Transcript::new();
    transcript.welcome("libfx 1.2.3\nType a prompt, or /help.");
    transcript.user("Why does the test fail?\nBe brief.");
    transcript.reasoning("I should look.");
    transcript.tool_start(
        "1",
        "terminal",
        json!({"action": "exec", "command": "cargo test"}),
    );
    transcript.tool_end(
        "1",
        Some("running 1 test\ntest it ... FAILED\n\nfailures:\n    it\n"),
        true,
    );
    transcript.answer("It expects **two**:\n\n- one\n");
    transcript.answer("- two");
    transcript.end_turn(false);
    assert_eq!(
        shown(&mut transcript, 40),
        [
            "  ╭──────────────────────────╮",
            "  │ libfx 1.2.3              │",
            "  │ Type a prompt, or /help. │",
            "  ╰──────────────────────────╯",
            "",
            "› Why does the test fail?",
            "  Be brief.",
            "",
            "✻ thought",
            "",
            "✗ terminal  cargo test",
            "    running 1 test",
            "    test it ... FAILED",
            "",
            "    … 2 more lines",
            "",
            "  It expects two:",
            "",
            "  • one",
            "  • two",
        ]
    );
}

#[test]
fn details_show_inputs_results_and_reasoning_in_whole() {
    let mut transcript = Transcript::new();
    transcript.reasoning("*Two* ways.");
    transcript.tool_start("1", "edit", json!({"path": "a.rs", "text": "fn a() {\n}"}));
    transcript.tool_end("1", Some("1\n2\n3\n4\n5"), false);
    transcript.toggle_details();
    let whole = shown(&mut transcript, 40);
    assert_eq!(
        whole,
        [
            "✻ thought",
            "  Two ways.",
            "",
            "✓ edit  a.rs",
            "    path: a.rs",
            "    text:",
            "      fn a() {",
            "      }",
            "    1",
            "    2",
            "    3",
            "    4",
            "    5",
        ]
    );
    transcript.toggle_details();
    assert!(shown(&mut transcript, 40).len() < whole.len());
}

#[test]
fn seconds_are_counted_while_it_lasts() {
    let mut transcript = Transcript::new();
    let row =
        |transcript: &mut Transcript, seconds| screen_at(transcript, 40, 1, at(seconds))[0].clone();
    transcript.reasoning("Hm");
    assert_eq!(row(&mut transcript, 100), "✻ thinking");
    transcript.reasoning(", well");
    assert_eq!(row(&mut transcript, 112), "✻ thinking for 12 s");
    transcript.answer("");
    assert_eq!(row(&mut transcript, 113), "✻ thought for 13 s");
    assert_eq!(row(&mut transcript, 200), "✻ thought for 13 s");

    transcript.clear();
    transcript.tool_start("1", "wait", json!({}));
    row(&mut transcript, 0);
    assert_eq!(row(&mut transcript, 65), "○ wait  1 min 5 s");
}

#[test]
fn time_passes_out_of_view_as_well() {
    let mut transcript = Transcript::new();
    transcript.tool_start("1", "wait", json!({}));
    transcript.notice(Level::Info, "a\nb\nc");
    screen_at(&mut transcript, 40, 2, at(0));
    transcript.tool_end("1", None, false);
    screen_at(&mut transcript, 40, 2, at(7));
    assert_eq!(screen_at(&mut transcript, 40, 9, at(60))[0], "✓ wait  7 s");
}

#[test]
fn calls_that_returned_nothing_stand_close() {
    let mut transcript = Transcript::new();
    for id in ["1", "2", "3"] {
        transcript.tool_start(id, "read", json!({"path": format!("{id}.rs")}));
    }
    transcript.tool_end("2", Some("two"), false);
    transcript.end_turn(true);
    assert_eq!(
        shown(&mut transcript, 40),
        [
            "– read  1.rs",
            "✓ read  2.rs",
            "    two",
            "",
            "– read  3.rs",
            "– cancelled"
        ]
    );
}

#[test]
fn a_call_is_ended_by_its_own_id_once() {
    let mut transcript = Transcript::new();
    transcript.tool_start("1", "first", json!({}));
    transcript.tool_end("1", Some("one"), false);
    transcript.tool_start("1", "second", json!({}));
    transcript.tool_end("1", Some("two"), false);
    transcript.tool_end("1", Some("three"), false);
    transcript.tool_end("none", Some("four"), false);
    let rows = shown(&mut transcript, 40);
    assert_eq!(rows, ["✓ first", "    one", "", "✓ second", "    two"]);
}

#[test]
fn a_notice_does_not_cut_an_answer_in_two() {
    let mut transcript = Transcript::new();
    transcript.answer("```\none\n");
    transcript.notice(Level::Warning, "Careful.");
    transcript.answer("two\n```");
    transcript.notice(Level::Error, "It failed.");
    transcript.notice(Level::Info, "So it is.");
    assert_eq!(
        shown(&mut transcript, 40),
        [
            "    one",
            "    two",
            "",
            "! Careful.",
            "",
            "✗ It failed.",
            "",
            "• So it is."
        ]
    );
}

#[test]
fn a_long_prompt_is_folded() {
    let mut transcript = Transcript::new();
    transcript.user(&"line\n".repeat(100));
    let rows = shown(&mut transcript, 40);
    assert_eq!(rows.len(), 12);
    assert_eq!(rows[11], "  … 89 more lines");
}

#[test]
fn output_of_commands_cannot_draw() {
    let mut transcript = Transcript::new();
    transcript.tool_start("1", "sh\u{1b}[2J", json!({"command": "\u{7}ls"}));
    transcript.tool_end(
        "1",
        Some("\u{1b}[31mred\u{1b}[0m\tx\r\n 10 %\r100 %\u{0}"),
        false,
    );
    assert_eq!(
        shown(&mut transcript, 40),
        ["✓ sh␛[2J  ␇ls", "    red x", "    100 %␀"]
    );
}

#[test]
fn a_huge_result_is_kept_in_part() {
    let mut transcript = Transcript::new();
    transcript.tool_start("1", "cat", json!({}));
    transcript.tool_end("1", Some(&"é".repeat(10_000_000)), false);
    transcript.toggle_details();
    let rows = screen(&mut transcript, 80, 10);
    assert_eq!(rows[9].trim(), "… 2 more lines");
}

#[test]
fn an_answer_of_nothing_takes_no_room() {
    let mut transcript = Transcript::new();
    transcript.user("a");
    transcript.answer("\n\n");
    transcript.tool_start("1", "t", json!({}));
    assert_eq!(shown(&mut transcript, 40), ["› a", "", "○ t"]);
}

#[test]
fn narrow_views_still_show_something() {
    let mut transcript = Transcript::new();
    transcript.welcome("libfx\nhints");
    transcript.user("日本語 words");
    transcript.tool_start("1", "terminal", json!({"command": "ls"}));
    assert_eq!(
        screen(&mut transcript, 20, 5),
        ["  ╰───────╯", "", "› 日本語 words", "", "○ terminal  ls"]
    );
    assert_eq!(
        screen(&mut transcript, 6, 4),
        ["日本語", "words", "", "termi…"]
    );
    screen(&mut transcript, 1, 1);
    screen(&mut transcript, 0, 0);
}

#[test]
fn the_last_answer_is_the_one_that_says_something() {
    let mut transcript = Transcript::new();
    assert_eq!(transcript.last_answer(), None);
    transcript.answer("**one**");
    transcript.user("more");
    transcript.answer("  **two**\n");
    transcript.tool_start("1", "t", json!({}));
    transcript.answer("\n");
    assert_eq!(transcript.last_answer().as_deref(), Some("**two**"));
    transcript.clear();
    assert_eq!(transcript.last_answer(), None);
    assert_eq!(shown(&mut transcript, 20), [""; 0]);
}
