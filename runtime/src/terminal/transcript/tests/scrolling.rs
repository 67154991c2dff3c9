//! What is in view, and what keeps it there.

use super::{Transcript, at, draw, numbered, screen};
use crate::terminal::theme::Theme;

#[test]
fn the_view_follows_the_end() {
    let mut transcript = numbered(2);
    assert_eq!(screen(&mut transcript, 20, 5), ["› 1", "", "› 2", "", ""]);
    transcript.user("3");
    transcript.user("4");
    assert_eq!(
        screen(&mut transcript, 20, 5),
        ["› 2", "", "› 3", "", "› 4"]
    );
    assert!(transcript.view.is_following());
    assert_eq!(transcript.lines_below(), 0);
}

#[test]
fn scrolling_up_stays_put_while_more_is_said() {
    let mut transcript = numbered(10);
    screen(&mut transcript, 20, 3);
    transcript.scroll(-4);
    assert!(!transcript.view.is_following());
    let before = screen(&mut transcript, 20, 3);
    assert_eq!(before, ["› 7", "", "› 8"]);
    assert_eq!(transcript.lines_below(), 4);
    transcript.answer("more\n\n\nand more");
    assert_eq!(screen(&mut transcript, 20, 3), before);
    assert!(transcript.lines_below() > 4);
    transcript.follow();
    assert_eq!(screen(&mut transcript, 20, 3), ["  more", "", "  and more"]);
    assert_eq!(transcript.lines_below(), 0);
}

#[test]
fn lines_are_counted_exactly_once_they_have_been_seen() {
    let mut transcript = numbered(100);
    screen(&mut transcript, 20, 9);
    transcript.scroll(-50);
    screen(&mut transcript, 20, 9);
    assert_eq!(transcript.lines_below(), 50);
}

#[test]
fn the_view_ends_at_the_beginning_and_at_the_end() {
    let mut transcript = numbered(10);
    screen(&mut transcript, 20, 3);
    transcript.scroll(i32::MIN);
    assert_eq!(screen(&mut transcript, 20, 3), ["› 1", "", "› 2"]);
    transcript.scroll(i32::MAX);
    assert_eq!(screen(&mut transcript, 20, 3), ["› 9", "", "› 10"]);
    assert!(transcript.view.is_following());
}

#[test]
fn a_view_that_shows_everything_does_not_move() {
    let mut transcript = numbered(2);
    screen(&mut transcript, 20, 3);
    transcript.scroll(-3);
    assert_eq!(screen(&mut transcript, 20, 3), ["› 1", "", "› 2"]);
    assert!(transcript.view.is_following());
}

#[test]
fn a_page_leaves_a_line_in_view() {
    let mut transcript = numbered(20);
    let last = screen(&mut transcript, 20, 5);
    transcript.page(-1);
    let before = screen(&mut transcript, 20, 5);
    assert_eq!(before[4], last[0]);
    transcript.page(1);
    assert_eq!(screen(&mut transcript, 20, 5), last);
    assert!(transcript.view.is_following());
}

#[test]
fn the_top_line_is_found_again_in_another_width() {
    let words: Vec<String> = (0..400).map(|number| format!("word{number}")).collect();
    let mut transcript = Transcript::new();
    transcript.answer(&words.join(" "));
    transcript.user("after");
    screen(&mut transcript, 60, 6);
    transcript.scroll(-20);
    let wide = screen(&mut transcript, 60, 6);
    let first = wide[0]
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_owned();
    for width in [20, 33, 90, 47] {
        let rows = screen(&mut transcript, width, 6);
        assert!(rows[0].contains(&first), "{first} in {rows:?}");
    }
    assert_eq!(screen(&mut transcript, 60, 6), wide);
}

#[test]
fn folding_leaves_the_entry_at_the_top() {
    let mut transcript = numbered(3);
    transcript.reasoning(&"a thought\n\n".repeat(10));
    (4..=20).for_each(|number| transcript.user(&number.to_string()));
    transcript.toggle_details();
    screen(&mut transcript, 20, 4);
    transcript.scroll(-30);
    let before = screen(&mut transcript, 20, 4);
    transcript.toggle_details();
    assert_eq!(screen(&mut transcript, 20, 4)[0], before[0]);
}

#[test]
fn a_frame_lays_out_what_it_shows() {
    let mut transcript = numbered(5000);
    screen(&mut transcript, 40, 20);
    assert!(laid_out(&transcript) < 20, "{}", laid_out(&transcript));
    for _ in 0..200 {
        transcript.page(-1);
        screen(&mut transcript, 40, 20);
    }
    assert!(laid_out(&transcript) < 200, "{}", laid_out(&transcript));
}

#[test]
fn a_theme_draws_the_same_text_in_other_styles() {
    let mut transcript = numbered(1);
    let dark = draw(&mut transcript, 20, 2, at(0));
    let mut light = dark.clone();
    transcript.render(light.area, &mut light, &Theme::light(), at(0));
    assert_ne!(dark, light);
    assert_eq!(draw(&mut transcript, 20, 2, at(0)), dark);
}

fn laid_out(transcript: &Transcript) -> usize {
    transcript.view.laid_out.len()
}
