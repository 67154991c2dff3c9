use super::*;

fn search(entries: &[&str], keys: &str) -> Composer {
    let mut composer = with_history(entries);
    send(&mut composer, &format!("{}{keys}", control('r')));
    composer
}

#[test]
fn up_and_down_walk_through_the_history_and_back_to_the_draft() {
    let mut composer = with_history(&["first", "second"]);
    send(&mut composer, "draft");
    let mut after = |key: &str| {
        send(&mut composer, key);
        marked(&composer)
    };
    assert_eq!(after(UP), "second|");
    assert_eq!(after(UP), "first|");
    assert_eq!(after(UP), "|first", "there is none before");
    assert_eq!(after(DOWN), "second|");
    assert_eq!(after(&control('n')), "draft|");
    assert_eq!(after(&control('p')), "second|");
}

#[test]
fn what_was_made_of_entries_stays_until_something_is_sent() {
    let mut composer = with_history(&["first", "second"]);
    send(&mut composer, &format!("{UP} changed{UP}{DOWN}"));
    assert_eq!(composer.text(), "second changed");
    assert_eq!(send(&mut composer, ENTER), submitted("second changed"));
    composer.remember("second changed");
    send(&mut composer, &format!("{UP}{UP}"));
    assert_eq!(composer.text(), "second");
}

#[test]
fn the_same_prompt_twice_in_a_row_is_one_entry() {
    let mut composer = with_history(&["first"]);
    composer.remember("second");
    composer.remember("second");
    send(&mut composer, &format!("{UP}{UP}"));
    assert_eq!(composer.text(), "first");
}

#[test]
fn entries_of_several_lines_are_passed_by_steps_up_and_down() {
    let mut composer = with_history(&["first", "second\nwith lines"]);
    send(&mut composer, UP);
    assert_eq!(marked(&composer), "second|\nwith lines");
    send(&mut composer, UP);
    assert_eq!(marked(&composer), "first|");
    send(&mut composer, DOWN);
    assert_eq!(marked(&composer), "second\nwith lines|");
}

#[test]
fn a_recalled_entry_can_be_undone() {
    let mut composer = with_history(&["first"]);
    send(&mut composer, &format!("draft{UP}{}", control('_')));
    assert_eq!(composer.text(), "draft");
}

#[test]
fn a_recalled_command_opens_no_list_that_would_take_the_next_step() {
    let mut composer = with_history(&["first", "/help"]);
    composer.set_completions(vec![Completion {
        value: "/help".to_owned(),
        help: String::new(),
    }]);
    send(&mut composer, &format!("{UP}{UP}"));
    assert_eq!(composer.text(), "first");
}

#[test]
fn the_search_shows_the_latest_match_as_one_types() {
    let entries = ["git push", "cargo test", "git pull", "ls"];
    assert_eq!(search(&entries, "git").text(), "git pull");
    assert_eq!(search(&entries, "git pus").text(), "git push");
    assert_eq!(
        search(&entries, &format!("git pus{BACKSPACE}")).text(),
        "git pull"
    );
    assert_eq!(search(&entries, "GIT").text(), "git pull");
    assert_eq!(
        search(&entries, &format!("git{}", control('r'))).text(),
        "git push"
    );
    assert_eq!(
        search(&entries, &format!("git{UP}{DOWN}")).text(),
        "git pull"
    );
}

#[test]
fn what_was_found_stays_as_long_as_it_matches() {
    let mut composer = search(&["git pull --all", "git pull"], "git");
    send(&mut composer, " pull");
    assert_eq!(composer.text(), "git pull");
    send(&mut composer, " -");
    assert_eq!(composer.text(), "git pull --all");
}

#[test]
fn enter_sends_what_was_found() {
    let mut composer = search(&["one", "two"], "on");
    assert_eq!(send(&mut composer, ENTER), submitted("one"));
    assert_eq!(
        draw(&mut composer, 20).0,
        ["\u{203a}"],
        "and the search is over"
    );
}

#[test]
fn escape_and_tab_keep_what_was_found_to_be_edited() {
    for key in ["\x1b", TAB] {
        let mut composer = search(&["one", "two"], "on");
        assert_eq!(send(&mut composer, key), Reply::Changed);
        assert_eq!(marked(&composer), "one|");
        send(&mut composer, &control('_'));
        assert_eq!(composer.text(), "", "which can be undone");
    }
}

#[test]
fn other_keys_keep_what_was_found_and_do_what_they_do() {
    let mut composer = search(&["one", "two"], &format!("on{}", control('a')));
    assert_eq!(marked(&composer), "|one");
    send(&mut composer, "x");
    assert_eq!(composer.text(), "xone");
}

#[test]
fn a_search_given_up_leaves_the_draft_as_it_was() {
    for key in [control('g'), control('c'), BACKSPACE.repeat(3)] {
        let mut composer = with_history(&["one"]);
        send(
            &mut composer,
            &format!("draft{LEFT}{}on{key}", control('r')),
        );
        assert_eq!(marked(&composer), "draf|t", "{key:?}");
    }
}

#[test]
fn a_search_that_finds_nothing_says_so_and_keeps_what_it_had() {
    let mut composer = search(&["one"], "on");
    send(&mut composer, "x");
    assert_eq!(draw(&mut composer, 20).0, ["\u{203a} one", "no match: onx"]);
    send(&mut composer, BACKSPACE);
    assert_eq!(draw(&mut composer, 20).0, ["\u{203a} one", "search: on"]);
}

#[test]
fn the_cursor_stands_behind_the_query_whose_end_is_always_seen() {
    let mut composer = search(&["one"], "a long query");
    let (lines, cursor) = draw(&mut composer, 12);
    assert_eq!(lines.last().expect("a line"), " long query");
    assert_eq!(cursor, Position::new(11, composer.height(12) - 1));
    let (lines, _) = draw_in(&mut composer, 30, 1);
    assert_eq!(lines, ["no match: a long query"], "it takes the only row");
}
