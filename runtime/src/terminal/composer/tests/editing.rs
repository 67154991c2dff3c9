use super::*;

const FAMILY: &str = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";

#[test]
fn text_is_typed_at_the_cursor() {
    assert_eq!(marked(&composer(&format!("ac{LEFT}b"))), "ab|c");
}

#[test]
fn nobody_sees_or_leaves_half_of_a_grapheme() {
    for grapheme in [
        FAMILY,
        "e\u{301}",
        "\u{1f1e9}\u{1f1ea}",
        "\u{2600}\u{fe0f}",
        "\u{1f44d}\u{1f3fd}",
    ] {
        let typed = composer(&format!("a{grapheme}b{LEFT}{LEFT}"));
        assert_eq!(marked(&typed), format!("a|{grapheme}b"));
        assert_eq!(text(&format!("a{grapheme}{BACKSPACE}")), "a");
        assert_eq!(text(&format!("a{grapheme}{HOME}{RIGHT}{DELETE}")), "a");
    }
}

#[test]
fn a_mark_typed_before_a_character_leaves_the_cursor_behind_both() {
    let typed = composer(&format!("\u{301}x{HOME}e"));
    assert_eq!(marked(&typed), "e\u{301}|x");
}

#[test]
fn every_key_for_a_new_line_makes_one() {
    for key in ["\n", SHIFT_ENTER, "\x1b\r", "\x1b[13;5u"] {
        assert_eq!(text(&format!("a{key}b")), "a\nb");
    }
}

#[test]
fn enter_hands_out_the_prompt_and_begins_anew() {
    let mut composer = composer("one\ntwo");
    assert_eq!(send(&mut composer, ENTER), submitted("one\ntwo"));
    assert!(composer.is_empty());
    assert_eq!(send(&mut composer, ENTER), Reply::Ignored);
    assert_eq!(
        send(&mut composer, &control('_')),
        Reply::Ignored,
        "nothing to undo"
    );
    send(&mut composer, " \n ");
    assert_eq!(
        send(&mut composer, ENTER),
        Reply::Ignored,
        "blanks are no prompt"
    );
}

#[test]
fn a_paste_is_text_and_never_sent_by_itself() {
    let mut composer = composer("\x1b[200~line1\r\nline2\rline3\x1b[201~");
    assert_eq!(marked(&composer), "line1\nline2\nline3|");
    assert_eq!(send(&mut composer, ENTER), submitted("line1\nline2\nline3"));
}

#[test]
fn a_large_paste_stays_whole() {
    let pasted = "0123456789abcde\n".repeat(1 << 18);
    let mut composer = composer(&format!("\x1b[200~{pasted}\x1b[201~"));
    assert!(composer.text() == pasted);
    send(&mut composer, "end");
    assert!(send(&mut composer, ENTER) == submitted(&(pasted + "end")));
}

#[test]
fn the_cursor_goes_by_lines_and_words() {
    let steps = [
        (control('a'), "one two\n|thr\u{e9}e four.x"),
        ("\x1bf".to_owned(), "one two\nthr\u{e9}e| four.x"),
        ("\x1b[1;5C".to_owned(), "one two\nthr\u{e9}e four|.x"),
        (control('e'), "one two\nthr\u{e9}e four.x|"),
        ("\x1bb\x1bb".to_owned(), "one two\nthr\u{e9}e |four.x"),
        ("\x1b[1;3D".to_owned(), "one two\n|thr\u{e9}e four.x"),
        ("\x1b<".to_owned(), "|one two\nthr\u{e9}e four.x"),
        (control('f'), "o|ne two\nthr\u{e9}e four.x"),
        (END.to_owned(), "one two|\nthr\u{e9}e four.x"),
        (control('b'), "one tw|o\nthr\u{e9}e four.x"),
        ("\x1b[1;9D".to_owned(), "|one two\nthr\u{e9}e four.x"),
        ("\x1b[1;9B".to_owned(), "one two\nthr\u{e9}e four.x|"),
    ];
    let mut composer = composer("one two\nthr\u{e9}e four.x");
    for (keys, expected) in steps {
        send(&mut composer, &keys);
        assert_eq!(marked(&composer), expected);
    }
}

#[test]
fn going_up_and_down_keeps_the_column() {
    let mut composer = composer("a long line\nb\nanother line");
    let mut go = |key: &str| {
        send(&mut composer, key);
        marked(&composer)
    };
    assert_eq!(go(UP), "a long line\nb|\nanother line");
    assert_eq!(go(UP), "a long line|\nb\nanother line");
    assert_eq!(
        go(&format!("{LEFT}{LEFT}")),
        "a long li|ne\nb\nanother line"
    );
    assert_eq!(go(DOWN), "a long line\nb|\nanother line");
    assert_eq!(go(DOWN), "a long line\nb\nanother l|ine");
}

#[test]
fn going_up_and_down_follows_the_rows_on_screen() {
    let mut composer = composer("one two three four");
    send_at(&mut composer, UP, 13);
    assert_eq!(marked(&composer), "one two| three four");
    send_at(&mut composer, &format!("{END}{HOME}{DOWN}"), 13);
    assert_eq!(marked(&composer), "one two |three four");
}

#[test]
fn where_there_is_nowhere_to_go_the_key_is_for_others() {
    let mut composer = composer("one");
    assert_eq!(send(&mut composer, END), Reply::Ignored);
    assert_eq!(send(&mut composer, DOWN), Reply::Ignored);
    assert_eq!(send(&mut composer, UP), Reply::Changed, "to the beginning");
    assert_eq!(send(&mut composer, UP), Reply::Ignored);
    for key in [
        "\x1b[1;2A",
        "\x1b[5~",
        "\x1b[6~",
        "\x1b",
        "\x0c",
        "\x03",
        "\x1bx",
        TAB,
    ] {
        assert_eq!(send(&mut composer, key), Reply::Ignored, "{key:?}");
    }
}

#[test]
fn control_d_deletes_unless_there_is_nothing() {
    let mut composer = composer(&format!("ab{HOME}"));
    assert_eq!(send(&mut composer, &control('d')), Reply::Changed);
    assert_eq!(composer.text(), "b");
    send(&mut composer, END);
    assert_eq!(
        send(&mut composer, &control('d')),
        Reply::Changed,
        "at the end, nothing"
    );
    send(&mut composer, &control('h'));
    assert_eq!(send(&mut composer, &control('d')), Reply::Ignored);
}

#[test]
fn each_kill_takes_what_it_says() {
    let typed = "one two.three";
    assert_eq!(text(&format!("{typed}{}", control('w'))), "one ");
    assert_eq!(text(&format!("{typed}\x1b\x7f")), "one two.");
    assert_eq!(text(&format!("{typed}\x1b[127;5u")), "one two.");
    assert_eq!(text(&format!("{typed}{}", control('u'))), "");
    assert_eq!(text(&format!("x\n{typed}\x1b[127;9u")), "x\n");
    assert_eq!(text(&format!("{typed}{HOME}\x1bd")), " two.three");
    assert_eq!(
        text(&format!("{typed}\nx{UP}\x1bf{}", control('k'))),
        "one\nx"
    );
}

#[test]
fn at_the_edge_of_a_line_a_kill_joins_it_with_the_next() {
    assert_eq!(text(&format!("a\nb{UP}{END}{}", control('k'))), "ab");
    assert_eq!(text(&format!("a\nb{HOME}{}", control('u'))), "ab");
}

#[test]
fn kills_in_a_row_are_yanked_together_in_their_order() {
    let (k, u, w, y) = (control('k'), control('u'), control('w'), control('y'));
    assert_eq!(text(&format!("one two{w}{w}{y}")), "one two");
    assert_eq!(
        text(&format!("one two{LEFT}{LEFT}{LEFT}{k}{u}{y}")),
        "one two"
    );
    assert_eq!(
        text(&format!("one two{w}x{w}{y}")),
        "one x",
        "typing parts them"
    );
}

#[test]
fn yanking_goes_back_through_what_was_killed() {
    let (w, y) = (control('w'), control('y'));
    let mut composer = composer(&format!("one{w}x{BACKSPACE}two{w}x{BACKSPACE}three{w}{y}"));
    assert_eq!(marked(&composer), "three|");
    for expected in ["two|", "one|", "three|"] {
        send(&mut composer, "\x1by");
        assert_eq!(marked(&composer), expected);
    }
    send(&mut composer, &format!("\x1by{w}{y}"));
    assert_eq!(
        marked(&composer),
        "two|",
        "what was killed last comes first"
    );
    send(&mut composer, LEFT);
    assert_eq!(
        send(&mut composer, "\x1by"),
        Reply::Ignored,
        "only right after yanking"
    );
    assert_eq!(composer.text(), "two");
}

#[test]
fn typing_is_undone_word_by_word_and_can_be_redone() {
    let (undo, redo) = (control('_'), "\x1b_");
    let mut composer = composer("");
    for letter in "one two  three".chars() {
        send(&mut composer, &letter.to_string());
    }
    let mut after = |key: &str| {
        send(&mut composer, key);
        marked(&composer)
    };
    assert_eq!(after(&undo), "one two  |");
    assert_eq!(after(&undo), "one |");
    assert_eq!(after(redo), "one two  |");
    assert_eq!(after(&format!("{undo}{undo}")), "|");
    assert_eq!(after(&format!("{redo}{redo}{redo}")), "one two  three|");
}

#[test]
fn other_changes_are_undone_one_by_one() {
    let undo = control('_');
    let mut composer = composer(&format!("ab\x1b[200~pasted\x1b[201~c{}", control('a')));
    send(&mut composer, &control('k'));
    let mut after = |key: &str| {
        send(&mut composer, key);
        marked(&composer)
    };
    assert_eq!(after(&undo), "|abpastedc");
    assert_eq!(after(&undo), "abpasted|");
    assert_eq!(after(&undo), "ab|");
    assert_eq!(
        after(&format!("x{BACKSPACE}{BACKSPACE}{BACKSPACE}{undo}")),
        "abx|"
    );
    assert_eq!(after("\x1b_"), "|", "deletions in a row are one change");
}

#[test]
fn what_is_typed_after_a_move_is_undone_on_its_own() {
    let mut composer = composer(&format!("ab{LEFT}{RIGHT}c"));
    send(&mut composer, &control('_'));
    assert_eq!(marked(&composer), "ab|");
}

#[test]
fn graphemes_are_exchanged_around_the_cursor() {
    let t = control('t');
    assert_eq!(
        marked(&composer(&format!("ab{FAMILY}{t}"))),
        format!("a{FAMILY}b|")
    );
    assert_eq!(marked(&composer(&format!("abc{LEFT}{t}"))), "acb|");
    assert_eq!(marked(&composer(&format!("a\nb{t}"))), "a\nb|");
    assert_eq!(marked(&composer(&format!("ab{HOME}{t}"))), "|ab");
}

#[test]
fn the_case_of_a_word_is_changed_from_the_cursor_on() {
    assert_eq!(
        marked(&composer(&format!("one \u{fc}ber{HOME}\x1bu\x1bc"))),
        "ONE \u{dc}ber|"
    );
    assert_eq!(marked(&composer(&format!("ONE{HOME}{RIGHT}\x1bl"))), "One|");
}

#[test]
fn text_put_in_can_be_undone() {
    let mut composer = composer("typed");
    composer.set_text("given\r\ntext");
    assert_eq!(marked(&composer), "given\ntext|");
    send(&mut composer, &control('_'));
    assert_eq!(composer.text(), "typed");
}
