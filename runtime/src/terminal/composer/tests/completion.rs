use super::*;

fn commands() -> Composer {
    let lines = [
        ("/help", "Shows the commands"),
        ("/models", "Lists the models"),
        ("/model", "Chooses the model"),
        ("/theme", "Chooses the colours"),
        ("/theme dark", ""),
        ("/theme light", ""),
    ];
    let completions = lines.iter().map(|(value, help)| Completion {
        value: (*value).to_owned(),
        help: (*help).to_owned(),
    });
    let mut composer = Composer::new();
    composer.set_completions(completions.collect());
    composer
}

fn popup(composer: &mut Composer, width: u16, height: u16) -> Vec<String> {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    let area = buffer.area;
    buffer.set_string(
        0,
        height - 1,
        "what was there before the list",
        Theme::plain().text,
    );
    composer.render_popup(area, &mut buffer, &Theme::plain());
    lines(&buffer)
}

/// What Enter makes of what is typed.
fn entered(keys: &str) -> Reply {
    send(&mut commands(), &format!("{keys}{ENTER}"))
}

#[test]
fn the_list_shows_what_begins_like_the_line_and_then_what_has_it_within() {
    let mut composer = commands();
    send(&mut composer, "/m");
    assert!(composer.completions.is_open());
    assert_eq!(
        popup(&mut composer, 32, 4),
        [
            "",
            " /models  Lists the models",
            " /model   Chooses the model",
            " /theme   Chooses the colours"
        ]
    );
    send(&mut composer, "x");
    assert!(!composer.completions.is_open());
    send(&mut composer, BACKSPACE);
    assert!(composer.completions.is_open());
}

#[test]
fn only_the_beginning_of_a_line_can_be_completed() {
    for typed in ["model", "a /m", "/m\n", &format!("/m{LEFT}x"), "/usr/m"] {
        let mut composer = commands();
        send(&mut composer, typed);
        assert!(!composer.completions.is_open(), "{typed:?}");
    }
}

#[test]
fn enter_takes_the_selected_command_and_sends_it() {
    assert_eq!(entered("/he"), submitted("/help"));
    assert_eq!(entered("/model"), submitted("/model"));
    assert_eq!(entered(&format!("/mo{DOWN}")), submitted("/model"));
    assert_eq!(
        entered(&format!("/mo{UP}{}", control('n'))),
        submitted("/models")
    );
    assert_eq!(
        entered(&format!("/mo{DOWN}{BACK_TAB}")),
        submitted("/models")
    );
}

#[test]
fn enter_offers_arguments_first_unless_the_command_was_typed_in_whole() {
    let mut composer = commands();
    assert_eq!(send(&mut composer, &format!("/th{ENTER}")), Reply::Changed);
    assert_eq!(marked(&composer), "/theme |");
    assert_eq!(
        popup(&mut composer, 20, 2),
        [" /theme dark", " /theme light"]
    );
    assert_eq!(
        send(&mut composer, ENTER),
        submitted("/theme "),
        "none is selected yet"
    );
    assert_eq!(entered("/theme"), submitted("/theme"));
}

#[test]
fn arguments_are_completed_after_a_blank() {
    assert_eq!(entered("/theme l"), submitted("/theme light"));
    assert_eq!(entered(&format!("/theme {DOWN}")), submitted("/theme dark"));
    assert_eq!(entered(&format!("/theme {UP}")), submitted("/theme light"));
    assert_eq!(entered("/theme  L"), submitted("/theme light"));
    assert_eq!(entered("/theme blue"), submitted("/theme blue"));
}

#[test]
fn tab_completes_without_sending() {
    let mut composer = commands();
    send(&mut composer, &format!("/h{TAB}"));
    assert_eq!(marked(&composer), "/help|");
    assert!(!composer.completions.is_open());
    send(&mut composer, TAB);
    assert!(composer.completions.is_open(), "and opens the list again");

    let mut composer = commands();
    send(&mut composer, &format!("/t{TAB}{TAB}"));
    assert_eq!(marked(&composer), "/theme dark|");
    assert_eq!(send(&mut composer, &control('_')), Reply::Changed);
    assert_eq!(marked(&composer), "/theme |");
}

#[test]
fn escape_closes_the_list_until_one_types_on() {
    let mut composer = commands();
    send(&mut composer, "/m");
    assert_eq!(send(&mut composer, "\x1b"), Reply::Changed);
    assert!(!composer.completions.is_open());
    assert_eq!(send(&mut composer, "\x1b"), Reply::Ignored);
    send(&mut composer, "o");
    assert!(composer.completions.is_open());
}

#[test]
fn the_selected_line_is_in_sight_in_any_height() {
    let mut composer = commands();
    send(&mut composer, "/");
    assert_eq!(
        popup(&mut composer, 32, 2),
        [" /help    Shows the commands", " /models  Lists the models"]
    );
    send(&mut composer, &format!("{DOWN}{DOWN}"));
    assert_eq!(
        popup(&mut composer, 32, 2),
        [" /models  Lists the models", " /model   Chooses the model"]
    );
    send(&mut composer, &format!("{DOWN}{DOWN}"));
    assert_eq!(popup(&mut composer, 20, 1), [" /help    Shows the\u{2026}"]);
    assert_eq!(popup(&mut composer, 4, 1), [" /h\u{2026}"]);
}

#[test]
fn a_known_command_stands_out() {
    let mut composer = commands();
    send(&mut composer, "/theme dark");
    let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
    let theme = Theme::dark();
    composer.render(buffer.area, &mut buffer, &theme);
    let stands_out = |x: u16| Some(buffer[(x, 0)].fg) == theme.accent.fg;
    assert!((2..8).all(stands_out), "/theme");
    assert!(!(8..13).any(stands_out), " dark");
}
