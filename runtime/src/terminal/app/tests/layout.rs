//! The screen as it looks.

use libfx_api::StopReason;
use ratatui_core::layout::Rect;

use super::scene::Scene;
use crate::terminal::app::Message;
use crate::terminal::input::KeyCode;

#[test]
fn everything_has_its_place() {
    let mut scene = Scene::new();
    scene.say("one");
    scene.answer("The answer.");
    scene.end_turn(StopReason::EndTurn);
    scene.say("two");
    scene.say("three");
    scene.type_in("four");
    let screen = scene.screen();
    let at = |text: &str| screen.lines().position(|line| line.contains(text));
    let places = [
        "one",
        "The answer.",
        "two",
        "queued: three",
        "four",
        "acme/large",
    ]
    .map(at);
    assert!(places.iter().all(Option::is_some), "{screen}");
    assert!(places.is_sorted(), "{screen}");
    assert_eq!(
        places[5],
        Some(11),
        "the status is the last line:\n{screen}"
    );
}

#[test]
fn of_many_waiting_prompts_the_rest_is_a_number_however_long_they_are() {
    let mut scene = Scene::new();
    scene.say("one");
    for _ in 0..5 {
        scene.say(&"wait ".repeat(30));
    }
    let screen = scene.screen();
    let queued: Vec<&str> = screen
        .lines()
        .filter(|line| line.contains("queued:"))
        .collect();
    assert_eq!(queued.len(), 3, "{screen}");
    assert!(queued[0].ends_with('…'), "{screen}");
    assert!(queued[2].ends_with("… (and 2 more)"), "{screen}");
}

#[test]
fn the_cursor_stands_behind_what_is_typed() {
    let mut scene = Scene::new();
    scene.type_in("ab");
    let (buffer, cursor) = scene.draw();
    let cursor = cursor.expect("a cursor");
    assert_eq!(buffer[(cursor.x - 1, cursor.y)].symbol(), "b");
}

#[test]
fn small_views_show_the_prompt_first() {
    let mut scene = Scene::new();
    scene.say("one");
    scene.answer("The answer.");
    scene.type_in("abc");
    scene.area = Rect::new(0, 0, 20, 5);
    assert!(
        scene.shows("abc") && scene.shows("answer"),
        "{}",
        scene.screen()
    );
    scene.area = Rect::new(0, 0, 10, 1);
    assert!(scene.shows("abc"), "{}", scene.screen());
}

#[test]
fn nothing_is_drawn_where_there_is_nothing() {
    let mut scene = Scene::new();
    for area in [
        Rect::new(0, 0, 0, 0),
        Rect::new(0, 0, 0, 9),
        Rect::new(0, 0, 9, 0),
    ] {
        scene.area = area;
        assert_eq!(scene.draw().1, None);
    }
}

#[test]
fn what_is_out_of_view_is_counted_and_end_leads_back() {
    let mut scene = Scene::new();
    scene.say("one");
    scene.answer(&"line\n\n".repeat(40));
    scene.draw();
    scene.press(KeyCode::PageUp);
    assert!(scene.status().contains("lines below"), "{}", scene.status());
    scene.press(KeyCode::End);
    assert!(
        !scene.status().contains("lines below"),
        "{}",
        scene.status()
    );
}

#[test]
fn nothing_in_a_title_turns_the_status_around() {
    let mut scene = Scene::new();
    scene.tell(Message::Session {
        id: None,
        title: "a\u{202e}b\u{7}c".to_owned(),
    });
    assert_eq!(scene.status(), "acme/large · ab␇c");
}

#[test]
fn the_title_of_a_session_is_the_first_to_go_when_there_is_no_room() {
    let mut scene = Scene::new();
    scene.tell(Message::Session {
        id: None,
        title: "A rather long title of a session".to_owned(),
    });
    scene.area.width = 60;
    assert_eq!(
        scene.status(),
        "acme/large · A rather long title of a session"
    );
    scene.area.width = 30;
    assert_eq!(scene.status(), "acme/large");
}
