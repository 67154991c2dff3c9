use super::*;

fn read(bytes: &[u8]) -> Vec<Input> {
    Parser::new().feed(bytes)
}

fn key(bytes: &[u8]) -> Key {
    match read(bytes).as_slice() {
        [Input::Key(key)] => *key,
        other => panic!("{bytes:?} gave {other:?}"),
    }
}

fn text(text: &str) -> Input {
    Input::Text(text.to_owned())
}

fn paste(text: &str) -> Input {
    Input::Paste(text.to_owned())
}

fn shift(code: KeyCode) -> Key {
    Key {
        shift: true,
        ..Key::plain(code)
    }
}

fn meta(code: KeyCode) -> Key {
    Key {
        meta: true,
        ..Key::plain(code)
    }
}

/// Joins what differs only by where the bytes were cut.
fn joined(inputs: Vec<Input>) -> Vec<Input> {
    let mut joined: Vec<Input> = Vec::new();
    for input in inputs {
        match (joined.last_mut(), input) {
            (Some(Input::Text(text)), Input::Text(more)) => text.push_str(&more),
            (_, input) => joined.push(input),
        }
    }
    joined
}

#[test]
fn a_run_of_characters_is_one_text() {
    assert_eq!(
        read("a\u{fc}\u{4f60}\u{1f600}".as_bytes()),
        [text("a\u{fc}\u{4f60}\u{1f600}")]
    );
}

#[test]
fn control_characters_are_keys() {
    assert_eq!(key(b"\r"), Key::plain(KeyCode::Enter));
    assert_eq!(key(b"\n"), Key::ctrl('j'));
    assert_eq!(key(b"\t"), Key::plain(KeyCode::Tab));
    assert_eq!(key(b"\x7f"), Key::plain(KeyCode::Backspace));
    assert_eq!(key(b"\x08"), Key::ctrl('h'));
    assert_eq!(key(b"\x03"), Key::ctrl('c'));
    assert_eq!(key(b"\x1f"), Key::ctrl('_'));
    assert_eq!(key(b"\x00"), Key::ctrl(' '));
}

#[test]
fn arrows_and_their_neighbours_come_in_every_encoding() {
    assert_eq!(key(b"\x1b[A"), Key::plain(KeyCode::Up));
    assert_eq!(key(b"\x1bOB"), Key::plain(KeyCode::Down));
    assert_eq!(key(b"\x1b[H"), Key::plain(KeyCode::Home));
    assert_eq!(key(b"\x1bOF"), Key::plain(KeyCode::End));
    assert_eq!(key(b"\x1b[1~"), Key::plain(KeyCode::Home));
    assert_eq!(key(b"\x1b[8~"), Key::plain(KeyCode::End));
    assert_eq!(key(b"\x1b[2~"), Key::plain(KeyCode::Insert));
    assert_eq!(key(b"\x1b[3~"), Key::plain(KeyCode::Delete));
    assert_eq!(key(b"\x1b[5~"), Key::plain(KeyCode::PageUp));
    assert_eq!(key(b"\x1b[6~"), Key::plain(KeyCode::PageDown));
    assert_eq!(key(b"\x1b[Z"), Key::plain(KeyCode::BackTab));
}

#[test]
fn function_keys_come_in_every_encoding() {
    let sequences: [&[u8]; 5] = [b"\x1bOP", b"\x1b[P", b"\x1b[11~", b"\x1b[[A", b"\x1b[1;1P"];
    for sequence in sequences {
        assert_eq!(key(sequence), Key::plain(KeyCode::F(1)));
    }
    assert_eq!(key(b"\x1b[15~"), Key::plain(KeyCode::F(5)));
    assert_eq!(key(b"\x1b[17~"), Key::plain(KeyCode::F(6)));
    assert_eq!(key(b"\x1b[24~"), Key::plain(KeyCode::F(12)));
    assert_eq!(key(b"\x1b[34~"), Key::plain(KeyCode::F(20)));
    assert_eq!(key(b"\x1b[1;2R"), shift(KeyCode::F(3)));
}

#[test]
fn modifiers_are_read_from_their_sum() {
    let up = Key::plain(KeyCode::Up);
    assert_eq!(key(b"\x1b[1;2A"), Key { shift: true, ..up });
    assert_eq!(key(b"\x1b[1;3A"), Key { alt: true, ..up });
    assert_eq!(key(b"\x1b[1;5A"), Key { ctrl: true, ..up });
    assert_eq!(key(b"\x1b[1;9A"), Key { meta: true, ..up });
    let both = Key {
        meta: true,
        shift: true,
        ..up
    };
    assert_eq!(key(b"\x1b[1;10A"), both);
    let delete = Key::plain(KeyCode::Delete);
    assert_eq!(
        key(b"\x1b[3;5~"),
        Key {
            ctrl: true,
            ..delete
        }
    );
}

#[test]
fn keys_sent_by_their_character_keep_what_control_characters_cannot_tell() {
    assert_eq!(key(b"\x1b[13;2u"), shift(KeyCode::Enter));
    assert_eq!(key(b"\x1b[127;9u"), meta(KeyCode::Backspace));
    assert_eq!(
        key(b"\x1b[127;10u"),
        Key {
            shift: true,
            ..meta(KeyCode::Backspace)
        }
    );
    assert_eq!(key(b"\x1b[105;5u"), Key::ctrl('i'));
    assert_eq!(
        key(b"\x1b[90;6u"),
        Key {
            shift: true,
            ..Key::ctrl('z')
        }
    );
    assert_eq!(key(b"\x1b[9;2u"), Key::plain(KeyCode::BackTab));
    assert_eq!(
        key(b"\x1b[27;5;13~"),
        Key {
            ctrl: true,
            ..Key::plain(KeyCode::Enter)
        }
    );
    assert_eq!(key(b"\x1b[98;3u"), Key::alt(KeyCode::Char('b')));
    assert_eq!(key(b"\x1b[57414u"), Key::plain(KeyCode::Enter));
}

#[test]
fn characters_sent_as_keys_are_text() {
    assert_eq!(read(b"\x1b[97u"), [text("a")]);
    assert_eq!(read(b"\x1b[97;2u"), [text("A")]);
    assert_eq!(read(b"\x1b[49:33;2u"), [text("!")]);
    assert_eq!(read(b"\x1b[97;1:3u"), [], "it was let go");
}

#[test]
fn alt_is_an_escape_before_the_key() {
    assert_eq!(key(b"\x1bb"), Key::alt(KeyCode::Char('b')));
    assert_eq!(
        key("\u{1b}\u{fc}".as_bytes()),
        Key::alt(KeyCode::Char('\u{fc}'))
    );
    assert_eq!(key(b"\x1b\r"), Key::alt(KeyCode::Enter));
    assert_eq!(key(b"\x1b\x7f"), Key::alt(KeyCode::Backspace));
    assert_eq!(key(b"\x1b\x1b[A"), Key::alt(KeyCode::Up));
    assert_eq!(key(b"\x1b\x1bOA"), Key::alt(KeyCode::Up));
}

#[test]
fn an_escape_alone_is_a_key_once_nothing_follows() {
    let mut parser = Parser::new();
    assert_eq!(parser.feed(b"\x1b"), []);
    assert!(parser.is_waiting());
    assert_eq!(parser.flush(), [Input::Key(Key::plain(KeyCode::Esc))]);
    assert!(!parser.is_waiting());
    assert_eq!(parser.feed(b"b"), [text("b")]);
}

#[test]
fn beginnings_of_sequences_are_keys_with_alt_once_nothing_follows() {
    for letter in ['[', 'O', ']', 'P', '_'] {
        let mut parser = Parser::new();
        parser.feed(format!("\x1b{letter}").as_bytes());
        assert!(parser.is_waiting(), "{letter}");
        let alt = Input::Key(Key::alt(KeyCode::Char(letter)));
        assert_eq!(parser.flush(), std::slice::from_ref(&alt), "{letter}");
        let typed = format!("\x1b{letter}\u{e4}");
        assert_eq!(read(typed.as_bytes()), [alt, text("\u{e4}")], "{letter}");
    }
}

#[test]
fn two_escapes_are_two_keys() {
    let escape = Input::Key(Key::plain(KeyCode::Esc));
    let mut parser = Parser::new();
    assert_eq!(parser.feed(b"\x1b\x1b"), []);
    assert_eq!(parser.flush(), [escape.clone(), escape.clone()]);
    assert_eq!(parser.feed(b"\x1b\x1b\x1b"), std::slice::from_ref(&escape));
    assert_eq!(parser.flush(), [escape.clone(), escape.clone()]);
    assert_eq!(
        read(b"\x1b\x1bx"),
        [escape, Input::Key(Key::alt(KeyCode::Char('x')))]
    );
}

#[test]
fn a_sequence_that_is_more_than_a_key_waits_for_its_rest() {
    let mut parser = Parser::new();
    assert_eq!(parser.feed(b"\x1b[1;"), []);
    assert!(!parser.is_waiting());
    assert_eq!(parser.flush(), []);
    assert_eq!(parser.feed(b"2A"), [Input::Key(shift(KeyCode::Up))]);
}

#[test]
fn a_paste_is_one_input_whatever_it_holds() {
    assert_eq!(
        read(b"\x1b[200~line1\r\nline2\rline3\n\x1b[201~"),
        [paste("line1\nline2\nline3\n")]
    );
    assert_eq!(
        read(b"\x1b[200~\x1b[A\x1b[201\x1b[20\x03\t\x1b[201~x"),
        [paste("\x1b[A\x1b[201\x1b[20\x03\t"), text("x")]
    );
    assert_eq!(read(b"\x1b[200~\x1b[201~"), []);
    assert_eq!(read(b"\x1b[201~"), [], "an end without a beginning");
    assert_eq!(
        read(b"\x1b[200~a\r\x1b[201~\n"),
        [paste("a\n"), Input::Key(Key::ctrl('j'))]
    );
    assert_eq!(
        read(b"\x1b[200~a\r\x1b[201~\x1b[200~\nb\x1b[201~"),
        [paste("a\n"), paste("\nb")]
    );
}

#[test]
fn a_large_paste_comes_in_pieces_that_cut_no_character() {
    let pasted = "\u{4f60}".repeat(3 * 1024 * 1024);
    let mut parser = Parser::new();
    let mut inputs = parser.feed(b"\x1b[200~");
    inputs.extend(parser.feed(pasted.as_bytes()));
    assert_eq!(inputs.len(), 2, "handed out while it goes on");
    inputs.extend(parser.feed(b"\x1b[201~"));
    let pieces: Vec<&str> = inputs
        .iter()
        .map(|input| match input {
            Input::Paste(text) => text.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(pieces.concat() == pasted);
}

#[test]
fn the_wheel_is_told_with_its_cell() {
    let wheel = |wheel| {
        Input::Mouse(Mouse {
            wheel,
            column: 9,
            row: 4,
        })
    };
    assert_eq!(read(b"\x1b[<64;10;5M"), [wheel(Wheel::Up)]);
    assert_eq!(read(b"\x1b[<65;10;5M"), [wheel(Wheel::Down)]);
    assert_eq!(read(b"\x1b[<69;10;5M"), [wheel(Wheel::Down)], "with shift");
    assert_eq!(
        read(b"\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<35;1;1M"),
        [],
        "buttons and moves"
    );
    assert_eq!(
        read(b"\x1b[M !!x"),
        [text("x")],
        "the first encoding is swallowed"
    );
}

#[test]
fn the_background_is_read_from_either_form_of_the_answer() {
    assert_eq!(
        read(b"\x1b]11;rgb:1e1e/1e1e/2e2e\x07"),
        [Input::Background(0x1e, 0x1e, 0x2e)]
    );
    assert_eq!(
        read(b"\x1b]11;rgb:ff/80/0\x1b\\"),
        [Input::Background(0xff, 0x80, 0)]
    );
    assert_eq!(
        read(b"\x1b]11;rgba:f/f/f/8\x1b\\"),
        [Input::Background(255, 255, 255)]
    );
    assert_eq!(
        read(b"\x1b]11;#102030\x07"),
        [Input::Background(0x10, 0x20, 0x30)]
    );
    assert_eq!(read(b"\x1b]11;rgb:x/y/z\x07\x1b]10;rgb:0/0/0\x07"), []);
}

#[test]
fn other_answers_are_swallowed_whole() {
    let answers: [&[u8]; 7] = [
        b"\x1b[?62;22c",
        b"\x1b[>0;276;0c",
        b"\x1b[?2026;2$y",
        b"\x1b[12;40R",
        b"\x1b[I\x1b[O",
        b"\x1bP>|xterm.js(5.5.0)\x1b\\",
        b"\x1bP1$r0m\x07",
    ];
    for answer in answers {
        let bytes = [answer, b"x"].concat();
        assert_eq!(read(&bytes), [text("x")], "{}", answer.escape_ascii());
    }
}

#[test]
fn bytes_that_are_no_character_are_replaced() {
    assert_eq!(read(b"a\xffb\xe4\xbdc"), [text("a\u{fffd}b\u{fffd}c")]);
    assert_eq!(
        read(b"\xed\xa0\x80"),
        [text("\u{fffd}")],
        "half of a surrogate pair"
    );
    assert_eq!(read(b"\xc2\x85"), [], "a control character of two bytes");
}

#[test]
fn garbage_neither_grows_nor_stays() {
    let mut parser = Parser::new();
    parser.feed(b"\x1b[");
    assert_eq!(parser.feed(&b"9;".repeat(1 << 20)), []);
    assert_eq!(parser.feed(b"Ax"), [text("x")]);
    parser.feed(b"\x1b]11;");
    assert_eq!(parser.feed(&b"x".repeat(1 << 20)), []);
    assert_eq!(parser.feed(b"\r"), [Input::Key(Key::plain(KeyCode::Enter))]);
}

/// Bytes in which everything that has a meaning is likely.
fn noise(seed: u64) -> Vec<u8> {
    let parts: [&[u8]; 24] = [
        b"\x1b",
        b"\x1b[",
        b"\x1bO",
        b"\x1b]11;rgb:",
        b"\x1bP",
        b"1",
        b"2",
        b";",
        b":",
        b"A",
        b"~",
        b"u",
        b"\x07",
        b"\x1b\\",
        b"\r",
        b"\n",
        b"\x1b[200~",
        b"\x1b[201~",
        b"ff/00/7",
        "\u{1f600}".as_bytes(),
        "\u{4f60}".as_bytes(),
        b"\xe4",
        b"\xff",
        b"<64;1;2M",
    ];
    let mut random = seed;
    let mut next = move || {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (random >> 33) as usize
    };
    (0..60)
        .flat_map(|_| parts[next() % parts.len()])
        .copied()
        .collect()
}

#[test]
fn it_makes_no_difference_where_the_bytes_are_cut() {
    for seed in 0..300 {
        let bytes = noise(seed);
        let whole = joined(read(&bytes));
        for size in [1, 2, 3, 7] {
            let mut parser = Parser::new();
            let pieces = bytes
                .chunks(size)
                .flat_map(|piece| parser.feed(piece))
                .collect();
            assert_eq!(joined(pieces), whole, "seed {seed}, pieces of {size}");
        }
    }
}

#[test]
fn a_control_character_of_two_bytes_is_nothing_with_alt_either() {
    assert_eq!(read("\u{9b}x".as_bytes()), [text("x")]);
    assert_eq!(read("\u{1b}\u{9b}x".as_bytes()), [text("x")]);
}

#[test]
fn text_never_holds_a_control_character() {
    for seed in 300..600 {
        for input in read(&noise(seed)) {
            if let Input::Text(text) = input {
                assert!(
                    !text.is_empty() && !text.contains(char::is_control),
                    "seed {seed}"
                );
            }
        }
    }
}
