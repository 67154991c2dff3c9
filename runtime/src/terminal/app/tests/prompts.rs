//! Prompts, turns, and the keys that end them.

use std::time::Duration;

use libfx_api::{FxError, StopReason};

use super::scene::{Scene, setup};
use crate::terminal::app::{Effect, Failure, Message, Restored};
use crate::terminal::input::{Input, Key, KeyCode};

fn prompt(text: &str) -> Vec<Effect> {
    vec![Effect::Prompt(text.to_owned())]
}

#[test]
fn what_is_sent_is_remembered_and_becomes_a_turn() {
    let mut scene = Scene::new();
    scene.type_in("Hello");
    assert_eq!(
        scene.press(KeyCode::Enter),
        [
            Effect::Remember("Hello".to_owned()),
            Effect::Prompt("Hello".to_owned())
        ]
    );
    assert!(scene.shows("Hello"));
}

#[test]
fn seconds_are_counted_while_a_turn_runs_and_not_afterwards() {
    let mut scene = Scene::new();
    scene.say("Hello");
    scene.pass(Duration::from_secs(3));
    assert!(
        scene.status().contains("thinking 3 s"),
        "{}",
        scene.status()
    );
    scene.answer("Hi!");
    assert!(
        scene.status().contains("answering 3 s"),
        "{}",
        scene.status()
    );
    scene.end_turn(StopReason::EndTurn);
    assert!(!scene.app.is_counting());
    assert_eq!(scene.status(), "acme/large");
}

#[test]
fn prompts_of_a_busy_time_go_out_one_after_the_other() {
    let mut scene = Scene::new();
    scene.say("one");
    assert_eq!(scene.say("two"), []);
    assert_eq!(scene.say("three"), []);
    assert!(scene.shows("queued: two") && scene.shows("queued: three"));
    assert_eq!(scene.end_turn(StopReason::EndTurn), prompt("two"));
    assert!(!scene.shows("queued: two"));
    assert_eq!(scene.end_turn(StopReason::EndTurn), prompt("three"));
}

#[test]
fn up_at_an_empty_prompt_takes_the_last_queued_one_back() {
    let mut scene = Scene::new();
    scene.say("one");
    scene.say("two");
    scene.say("three");
    scene.press(KeyCode::Up);
    assert!(!scene.shows("queued: three"));
    assert_eq!(scene.app.composer.text(), "three");
    scene.end_turn(StopReason::EndTurn);
    assert_eq!(scene.end_turn(StopReason::EndTurn), []);
}

#[test]
fn prompts_sent_before_the_stores_are_read_go_out_afterwards() {
    let mut scene = Scene::starting(setup());
    assert_eq!(scene.say("early"), []);
    let effects = scene.tell(Message::Ready(Restored::default()));
    assert_eq!(effects, prompt("early"));
}

#[test]
fn cancelling_gives_queued_prompts_back_but_not_what_is_sent_later() {
    let mut scene = Scene::new();
    scene.say("one");
    scene.say("two");
    assert_eq!(scene.press(KeyCode::Esc), [Effect::Cancel]);
    assert_eq!(scene.press(KeyCode::Esc), [], "asked once");
    assert_eq!(scene.app.composer.text(), "two");
    scene.key(Key::ctrl('u'));
    assert_eq!(scene.say("three"), []);
    assert_eq!(scene.end_turn(StopReason::Cancelled), prompt("three"));
}

#[test]
fn ctrl_c_ends_the_turn_then_what_is_typed_and_then_the_program() {
    let mut scene = Scene::new();
    scene.say("one");
    scene.type_in("more");
    assert_eq!(scene.key(Key::ctrl('c')), [Effect::Cancel]);
    scene.end_turn(StopReason::Cancelled);
    assert_eq!(scene.app.composer.text(), "more");
    assert_eq!(scene.key(Key::ctrl('c')), []);
    assert!(scene.app.composer.is_empty());
    assert_eq!(scene.key(Key::ctrl('c')), []);
    assert!(
        scene.status().contains("Ctrl-C again"),
        "{}",
        scene.status()
    );
    assert_eq!(scene.key(Key::ctrl('c')), [Effect::Exit]);
}

#[test]
fn any_other_key_takes_the_wish_to_leave_back() {
    let mut scene = Scene::new();
    scene.key(Key::ctrl('c'));
    scene.type_in("x");
    scene.press(KeyCode::Backspace);
    assert_eq!(scene.key(Key::ctrl('c')), []);
}

#[test]
fn ctrl_d_leaves_only_from_an_empty_prompt() {
    let mut scene = Scene::new();
    scene.type_in("ab");
    scene.press(KeyCode::Home);
    assert_eq!(scene.key(Key::ctrl('d')), []);
    assert_eq!(scene.app.composer.text(), "b");
    scene.key(Key::ctrl('d'));
    assert_eq!(scene.key(Key::ctrl('d')), [Effect::Exit]);
}

#[test]
fn a_prompt_that_nothing_answered_comes_back_with_what_to_do() {
    let mut scene = Scene::new();
    scene.area.width = 80;
    scene.say("Hello");
    scene.type_in("next");
    let refused = FxError::gateway_http("the Gateway answered 401").with_status(401);
    assert_eq!(scene.fail_turn(Failure::Failed(refused)), []);
    assert!(scene.shows("Check AI_GATEWAY_API_KEY"));
    assert_eq!(scene.app.composer.text(), "Hello\nnext");
}

#[test]
fn a_prompt_that_was_answered_in_part_does_not_come_back() {
    let mut scene = Scene::new();
    scene.say("Hello");
    scene.answer("Well");
    scene.fail_turn(Failure::Failed(FxError::gateway_stream(
        "the reply broke off",
    )));
    assert!(scene.shows("The reply broke off."));
    assert!(scene.app.composer.is_empty());
}

#[test]
fn without_a_key_a_prompt_is_kept_and_the_way_out_is_named() {
    let mut setup = setup();
    (setup.has_key, setup.may_log_in) = (false, true);
    let mut scene = Scene::starting(setup);
    scene.tell(Message::Ready(Restored::default()));
    assert!(scene.shows("/login"));
    scene.say("Hello");
    scene.fail_turn(Failure::NoKey);
    assert_eq!(scene.app.composer.text(), "Hello");
}

#[test]
fn the_background_of_the_view_chooses_the_theme_unless_one_was_chosen() {
    let mut scene = Scene::new();
    scene.app.setup.depth = crate::terminal::theme::ColorDepth::TrueColor;
    let white = || Message::Input(Input::Background(255, 255, 255));
    scene.tell(Message::Input(Input::Background(0, 0, 0)));
    let dark = scene.app.theme.clone();
    scene.tell(white());
    assert_ne!(scene.app.theme, dark);
    scene.say("/theme dark");
    assert_eq!(scene.app.theme, dark);
    scene.tell(white());
    assert_eq!(scene.app.theme, dark);
}

#[test]
fn a_login_that_is_over_is_no_login_any_more() {
    let mut setup = setup();
    (setup.has_key, setup.may_log_in) = (false, true);
    let mut scene = Scene::starting(setup);
    scene.tell(Message::Ready(Restored {
        logged_in: true,
        ..Restored::default()
    }));
    scene.say("Hello");
    scene.fail_turn(Failure::LoggedOut("You are not logged in.".to_owned()));
    assert!(scene.shows("You are not logged in."));
    assert_eq!(scene.app.composer.text(), "Hello", "it is given back");
    scene.app.composer.set_text("");
    scene.say("/status");
    assert!(scene.shows("Login      none"));
}
