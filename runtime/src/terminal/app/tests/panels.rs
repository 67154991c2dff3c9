//! Pickers and questions.

use std::collections::BTreeMap;

use libfx_api::{StopReason, WorkspacePermission};

use super::scene::Scene;
use crate::gateway::ModelFacts;
use crate::terminal::app::{Effect, Failure, Message, Question, SavedSession};
use crate::terminal::input::{Key, KeyCode};
use crate::terminal::workspace::Decision;

fn models() -> BTreeMap<String, ModelFacts> {
    ["acme/large", "acme/small", "other/model"]
        .map(|id| (id.to_owned(), ModelFacts::default()))
        .into()
}

fn question() -> Message {
    Message::Asked(Question {
        command: "rm -rf build".to_owned(),
        cwd: "/work".to_owned(),
    })
}

#[test]
fn a_model_is_searched_for_and_chosen() {
    let mut scene = Scene::new();
    assert_eq!(scene.say("/model"), [Effect::LoadModels]);
    scene.tell(Message::Models(Ok(models())));
    assert!(scene.shows("other/model"));
    scene.type_in("small");
    assert!(!scene.shows("other/model"));
    assert_eq!(
        scene.press(KeyCode::Enter),
        [Effect::SetModel("acme/small".to_owned())]
    );
    assert_eq!(scene.say("/models"), [], "the list is known by now");
}

#[test]
fn without_a_catalogue_the_picker_closes_and_says_how_to_go_on() {
    let mut scene = Scene::new();
    scene.say("/model");
    scene.tell(Message::Models(Err(Failure::NoKey)));
    assert!(scene.shows("/model ID"), "{}", scene.screen());
    scene.type_in("x");
    assert_eq!(scene.app.composer.text(), "x");
}

#[test]
fn a_command_of_the_model_waits_for_the_user() {
    let mut scene = Scene::new();
    scene.say("Clean up");
    scene.tell(question());
    assert!(scene.shows("rm -rf build"));
    scene.type_in("x");
    let effects = scene.tell(Message::Input(crate::terminal::input::Input::Text(
        "y".to_owned(),
    )));
    assert_eq!(effects, [Effect::Answer(Decision::Allow)]);
    assert!(!scene.shows("Run this command?"));
}

#[test]
fn a_question_waits_until_a_picker_is_closed() {
    let mut scene = Scene::new();
    scene.say("Clean up");
    scene.say("/model");
    scene.tell(question());
    assert!(!scene.shows("rm -rf build"));
    scene.press(KeyCode::Esc);
    assert!(scene.shows("rm -rf build"));
}

#[test]
fn allowing_everything_is_for_the_session_only() {
    let mut scene = Scene::new();
    scene.say("Clean up");
    scene.tell(question());
    scene.draw();
    let effects = scene.tell(Message::Input(crate::terminal::input::Input::Text(
        "a".to_owned(),
    )));
    assert_eq!(effects, [Effect::Answer(Decision::AllowAlways)]);
    scene.end_turn(StopReason::EndTurn);
    scene.say("/permissions");
    assert!(scene.shows("without asking"));
}

#[test]
fn cancelling_the_turn_takes_its_question_along() {
    let mut scene = Scene::new();
    scene.say("Clean up");
    scene.tell(question());
    assert_eq!(scene.key(Key::ctrl('c')), [Effect::Cancel]);
    assert!(!scene.shows("rm -rf build"));
}

#[test]
fn a_session_is_chosen_from_the_saved_ones() {
    let mut scene = Scene::new();
    assert_eq!(scene.say("/resume"), [Effect::ListSessions]);
    let session = |title: &str| SavedSession {
        id: "s1".to_owned(),
        title: title.to_owned(),
        saved: "5 min ago".to_owned(),
    };
    scene.tell(Message::Sessions(vec![session("s1")]));
    scene.tell(Message::Titles(vec![session("About birds")]));
    assert!(scene.shows("About birds"));
    assert_eq!(
        scene.press(KeyCode::Enter),
        [Effect::Resume(Some("s1".to_owned()))]
    );
}

fn saved(id: &str) -> SavedSession {
    SavedSession {
        id: id.to_owned(),
        title: format!("About {id}"),
        saved: "5 min ago".to_owned(),
    }
}

#[test]
fn a_session_is_removed_by_a_second_press() {
    let mut scene = Scene::new();
    scene.tell(Message::Sessions(vec![saved("birds"), saved("fish")]));
    assert_eq!(scene.press(KeyCode::Delete), []);
    assert!(scene.shows("The same key again removes it for good."));
    assert_eq!(
        scene.press(KeyCode::Delete),
        [Effect::RemoveSession("birds".to_owned())]
    );
    assert!(scene.shows("About birds"), "until the store has done it");
    scene.tell(Message::SessionRemoved(Ok("birds".to_owned())));
    assert!(!scene.shows("About birds"));
    scene.tell(Message::Titles(vec![saved("birds"), saved("fish")]));
    assert!(!scene.shows("About birds"), "titles were read before");
    assert!(scene.shows("About fish"));
}

#[test]
fn a_session_that_could_not_be_removed_stays_in_the_list() {
    let mut scene = Scene::new();
    scene.tell(Message::Sessions(vec![saved("birds")]));
    let why = "The session was not removed: the disk is full.";
    scene.tell(Message::SessionRemoved(Err(why.to_owned())));
    assert!(scene.shows("About birds"));
    scene.press(KeyCode::Esc);
    assert!(scene.shows(why));
}

#[test]
fn the_session_under_way_cannot_be_removed() {
    let mut scene = Scene::new();
    let under_way = || Message::Session {
        id: Some("birds".to_owned()),
        title: String::new(),
    };
    scene.tell(Message::Sessions(vec![saved("birds")]));
    scene.press(KeyCode::Delete);
    scene.draw();
    scene.tell(under_way());
    assert_eq!(scene.press(KeyCode::Delete), [], "it began meanwhile");
    scene.tell(Message::Sessions(vec![saved("birds")]));
    for _ in 0..3 {
        assert_eq!(scene.key(Key::ctrl('d')), []);
        assert!(scene.shows("What is in use cannot be removed."));
    }
}

#[test]
fn a_panel_is_as_high_as_it_needs_to_be() {
    let mut scene = Scene::new();
    scene.say("Clean up");
    scene.tell(question());
    let screen = scene.screen();
    let lines: Vec<&str> = screen.lines().collect();
    let title = lines.iter().position(|line| line.contains("Run this"));
    assert_eq!(title, Some(lines.len() - 5), "{screen}");
}

#[test]
fn a_list_keeps_its_height_while_it_is_searched() {
    let mut scene = Scene::new();
    scene.tell(Message::Models(Ok(models())));
    scene.say("/model");
    let title = |scene: &mut Scene| {
        let screen = scene.screen();
        screen.lines().position(|line| line.starts_with("─ Model"))
    };
    let before = title(&mut scene);
    assert_eq!(before, Some(5));
    scene.type_in("small");
    assert_eq!(title(&mut scene), before);
}

#[test]
fn settings_go_from_value_to_value() {
    let mut scene = Scene::new();
    scene.say("/settings");
    scene.type_in("mouse");
    assert_eq!(scene.press(KeyCode::Enter), [Effect::Mouse(false)]);
    assert_eq!(scene.press(KeyCode::Enter), [Effect::Mouse(true)]);
    scene.press(KeyCode::Esc);
    scene.say("/settings");
    scene.type_in("permissions");
    assert_eq!(
        scene.press(KeyCode::Enter),
        [Effect::SetMode(WorkspacePermission::AllowSandboxed)]
    );
}

#[test]
fn a_session_is_renamed_on_its_line() {
    let mut scene = Scene::new();
    scene.say("/rename");
    scene.type_in("Birds");
    assert_eq!(
        scene.press(KeyCode::Enter),
        [Effect::Rename("Birds".to_owned())]
    );
}
