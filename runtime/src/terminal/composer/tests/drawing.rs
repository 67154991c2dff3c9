use super::*;

#[test]
fn the_placeholder_stands_where_the_text_will() {
    let mut composer = Composer::new();
    composer.set_placeholder("Ask anything, or /help");
    assert_eq!(
        draw(&mut composer, 40),
        (
            vec!["\u{203a} Ask anything, or /help".to_owned()],
            Position::new(2, 0)
        )
    );
    assert_eq!(draw(&mut composer, 12).0, ["\u{203a} Ask anyth\u{2026}"]);
    send(&mut composer, "a");
    assert_eq!(
        draw(&mut composer, 40),
        (vec!["\u{203a} a".to_owned()], Position::new(3, 0))
    );
}

#[test]
fn rows_end_between_words_where_they_can() {
    let mut composer = composer("one two three abcdefghijklm");
    let (lines, cursor) = draw(&mut composer, 13);
    assert_eq!(
        lines,
        ["\u{203a} one two", "  three", "  abcdefghij", "  klm"]
    );
    assert_eq!(cursor, Position::new(5, 3));
}

#[test]
fn ideographs_need_no_blank_to_end_a_row() {
    let mut composer = composer("\u{4f60}\u{597d}\u{4e16}\u{754c}\u{4f60}\u{597d}");
    let (lines, cursor) = draw(&mut composer, 10);
    assert_eq!(
        lines,
        [
            "\u{203a} \u{4f60} \u{597d} \u{4e16}",
            "  \u{754c} \u{4f60} \u{597d}"
        ]
    );
    assert_eq!(cursor, Position::new(8, 1));
}

#[test]
fn a_full_row_leaves_room_for_the_cursor_or_a_blank() {
    let mut composer = composer("abcdefg");
    let (lines, cursor) = draw(&mut composer, 10);
    assert_eq!((lines.len(), cursor), (1, Position::new(9, 0)));
    send(&mut composer, " ");
    assert_eq!(draw(&mut composer, 10).1, Position::new(2, 1));
    send(&mut composer, "hi");
    assert_eq!(draw(&mut composer, 10).0, ["\u{203a} abcdefg", "  hi"]);
    send(&mut composer, &format!("{BACKSPACE}{BACKSPACE}  hi"));
    assert_eq!(draw(&mut composer, 10).0, ["\u{203a} abcdefg", "    hi"]);
}

#[test]
fn text_taller_than_the_area_is_scrolled_to_the_cursor() {
    let mut composer = composer("1\n2\n3\n4\n5");
    assert_eq!(
        draw_in(&mut composer, 10, 3),
        (
            ["\u{2191} 3", "  4", "  5"].map(String::from).to_vec(),
            Position::new(3, 2)
        )
    );
    send(&mut composer, &format!("{UP}{UP}"));
    assert_eq!(
        draw_in(&mut composer, 10, 3).0,
        ["\u{2191} 3", "  4", "  5"]
    );
    send(&mut composer, UP);
    assert_eq!(
        draw_in(&mut composer, 10, 3),
        (
            ["\u{2191} 2", "  3", "\u{2193} 4"]
                .map(String::from)
                .to_vec(),
            Position::new(3, 0)
        )
    );
    assert_eq!(
        draw_in(&mut composer, 10, 5).0,
        ["\u{203a} 1", "  2", "  3", "  4", "  5"]
    );
}

#[test]
fn tabs_and_control_characters_are_seen() {
    let mut composer = composer("\x1b[200~a\tb\x1b[31m\x00\x7f\x1b[201~");
    let (lines, cursor) = draw(&mut composer, 30);
    assert_eq!(lines, ["\u{203a} a   b\u{241b}[31m\u{2400}\u{2421}"]);
    assert_eq!(cursor, Position::new(14, 0));
}

#[test]
fn text_from_right_to_left_keeps_its_order() {
    let mut composer = composer("\u{5d0}\u{5d1} \u{5d2}");
    let (lines, cursor) = draw(&mut composer, 20);
    assert_eq!(lines, ["\u{203a} \u{5d0}\u{5d1} \u{5d2}"]);
    assert_eq!(cursor, Position::new(6, 0));
}

#[test]
fn where_there_is_hardly_room_the_text_has_it() {
    let mut composer = composer("abcdef");
    assert_eq!(
        draw_in(&mut composer, 4, 2),
        (
            vec!["abc".to_owned(), "def".to_owned()],
            Position::new(3, 1)
        )
    );
    assert_eq!(
        draw_in(&mut composer, 1, 1),
        (vec!["f".to_owned()], Position::new(0, 0))
    );
    let mut nowhere = Buffer::empty(Rect::new(0, 0, 0, 0));
    assert_eq!(
        composer.render(nowhere.area, &mut nowhere, &Theme::dark()),
        Position::ORIGIN
    );
}
