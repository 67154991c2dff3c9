//! What commands do.

use libfx_api::{StopReason, Usage, WorkspacePermission};

use super::scene::{Scene, setup};
use crate::terminal::app::{Effect, Message, Restored, Standing};
use crate::terminal::input::KeyCode;

#[test]
fn commands_that_change_the_conversation_wait_for_the_turn_to_end() {
    for command in ["/new", "/resume last", "/compact"] {
        let mut scene = Scene::new();
        scene.say("Hello");
        assert_eq!(scene.say(command), [], "{command}");
        assert!(scene.shows("Something is running"), "{command}");
        scene.end_turn(StopReason::EndTurn);
        assert_eq!(scene.say(command).len(), 1, "{command}");
    }
}

#[test]
fn a_command_that_does_not_exist_is_no_prompt() {
    let mut scene = Scene::new();
    assert_eq!(scene.say("/modle"), []);
    assert!(scene.shows("Did you mean /model"));
}

#[test]
fn the_model_is_changed_for_the_next_turn_also_during_one() {
    let mut scene = Scene::new();
    scene.say("Hello");
    assert_eq!(
        scene.say("/model acme/small"),
        [Effect::SetModel("acme/small".to_owned())]
    );
    assert!(scene.status().contains("acme/small"), "{}", scene.status());
}

#[test]
fn what_the_stores_remember_is_used() {
    let mut scene = Scene::starting(setup());
    scene.tell(Message::Ready(Restored {
        model: Some("acme/remembered".to_owned()),
        mode: Some(WorkspacePermission::AllowSandboxed),
        history: vec!["an old prompt".to_owned()],
        ..Restored::default()
    }));
    assert_eq!(scene.status(), "acme/remembered");
    scene.press(KeyCode::Up);
    assert_eq!(scene.app.composer.text(), "an old prompt");
    scene.press(KeyCode::Down);
    scene.say("/permissions");
    assert!(scene.shows("without asking"));
}

#[test]
fn a_command_given_before_the_stores_are_read_waits_for_them_unless_it_is_the_last() {
    let mut scene = Scene::starting(setup());
    assert_eq!(scene.say("/resume last"), []);
    assert_eq!(scene.say("go on"), []);
    let effects = scene.tell(Message::Ready(Restored::default()));
    assert_eq!(effects, [Effect::Resume(None)]);
    let effects = scene.tell(Message::Opened(Ok(Vec::new())));
    assert_eq!(effects, [Effect::Prompt("go on".to_owned())]);

    let mut scene = Scene::starting(setup());
    assert_eq!(scene.say("/exit"), [Effect::Exit]);
}

#[test]
fn permissions_are_shown_and_changed() {
    let mut scene = Scene::new();
    assert_eq!(scene.say("/permissions"), []);
    assert!(scene.shows("You are asked before"));
    assert_eq!(
        scene.say("/permissions allow"),
        [Effect::SetMode(WorkspacePermission::AllowSandboxed)]
    );
}

#[test]
fn the_last_answer_is_copied_as_it_was_written() {
    let mut scene = Scene::new();
    scene.say("/copy");
    assert!(scene.shows("no answer to copy"));
    scene.say("Hello");
    scene.answer("It is **so**.");
    scene.end_turn(StopReason::EndTurn);
    assert_eq!(
        scene.say("/copy"),
        [Effect::Copy("It is **so**.".to_owned())]
    );
}

#[test]
fn usage_and_fill_are_told() {
    let mut scene = Scene::new();
    scene.say("/usage");
    assert!(scene.shows("No tokens have been used"));
    let usage = Usage::default()
        .with_input_tokens(12_345)
        .with_output_tokens(678);
    scene.tell(Message::Standing(Standing {
        usage,
        context: Some((2_500, 10_000)),
    }));
    assert_eq!(scene.status(), "acme/large · 25% context · 13k tokens");
    scene.say("/usage");
    assert!(scene.shows("12 345"), "{}", scene.screen());
    assert!(scene.shows("about 2 500 of 10 000"));
}

#[test]
fn a_session_that_cannot_be_resumed_leaves_a_fresh_one_and_says_why() {
    let mut scene = Scene::new();
    assert_eq!(scene.say("/resume last"), [Effect::Resume(None)]);
    let why = "The session was not resumed: it is damaged.".to_owned();
    scene.tell(Message::Opened(Err(why.clone())));
    assert!(scene.shows(&why));
    assert!(!scene.app.is_counting());
}

#[test]
fn prompts_sent_while_a_session_is_read_belong_to_it() {
    let mut scene = Scene::new();
    scene.say("/resume x1");
    assert_eq!(scene.say("go on"), []);
    let effects = scene.tell(Message::Opened(Ok(Vec::new())));
    assert_eq!(effects, [Effect::Prompt("go on".to_owned())]);
}

#[test]
fn help_names_commands_and_keys() {
    let mut scene = Scene::new();
    scene.area.height = 60;
    scene.say("/help");
    for text in ["/compact", "/theme", "Ctrl-O", "Shift+Enter"] {
        assert!(scene.shows(text), "{text}");
    }
}

#[test]
fn a_stored_login_that_cannot_be_used_is_told() {
    let mut scene = Scene::starting(setup());
    scene.tell(Message::Ready(Restored {
        login_fault: Some("The saved login is damaged.".to_owned()),
        ..Restored::default()
    }));
    assert!(scene.shows("The saved login is damaged."));
}
