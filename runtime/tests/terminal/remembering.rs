//! What outlives a program: sessions, settings, prompts.

use std::sync::Arc;

use bytes::Bytes;
use libfx::api::TerminalOptions;
use serde_json::json;

use crate::host::{answer, start_with};
use crate::stores::Memory;
use crate::view::View;

fn with(memory: &Memory, args: &[&str]) -> impl FnOnce(TerminalOptions) -> TerminalOptions {
    let memory = memory.clone();
    let args = args.iter().map(|arg| (*arg).to_owned()).collect();
    move |mut options| {
        options.config_store = Some(Arc::new(memory.clone()));
        options.prompt_history_store = Some(Arc::new(memory.clone()));
        options.session_store = Some(Arc::new(memory));
        options.args = Some(args);
        options
    }
}

fn view() -> View {
    View::new(70, 24)
}

#[tokio::test]
async fn a_session_goes_on_in_another_program() {
    let memory = Memory::default();
    let first = start_with(
        json!([answer(&["It is **blue**."])]),
        view(),
        with(&memory, &[]),
    )
    .await;
    first.say("What colour is the sky?");
    first.view.until("It is blue.").await;
    first.say("/exit");
    assert_eq!(first.runtime.exited().await, 0);

    let again = start_with(
        json!([answer(&["At night."])]),
        view(),
        with(&memory, &["-c"]),
    )
    .await;
    again.view.until("It is blue.").await;
    assert!(again.view.text().contains("What colour is the sky?"));
    again.say("When is it black?");
    again.view.until("At night.").await;
    assert_eq!(
        again.sent(),
        [
            "user: What colour is the sky?",
            "assistant: It is **blue**.",
            "user: When is it black?"
        ]
    );
    again.say("/exit");
    assert_eq!(again.runtime.exited().await, 0);
    let id = memory.only_session();
    assert_eq!(
        memory.kept().sessions[&id].1,
        2,
        "committed at the end of each turn"
    );
}

#[tokio::test]
async fn sessions_are_chosen_by_their_titles() {
    let memory = Memory::default();
    let host = start_with(json!([answer(&["Here."])]), view(), with(&memory, &[])).await;
    host.say("A poem about birds");
    host.view.until("Here.").await;
    host.say("/new");
    host.view.until_gone("Here.").await;
    host.say("/resume");
    host.view.until("Sessions").await;
    host.view.until("A poem about birds").await;
    host.view.type_in("birds\r");
    host.view.until("Here.").await;
}

#[tokio::test]
async fn a_session_is_removed_from_the_list_but_not_the_one_under_way() {
    const DELETE: &str = "\x1b[3~";
    let memory = Memory::default();
    let replies = json!([answer(&["Here."]), answer(&["There."])]);
    let host = start_with(replies, view(), with(&memory, &[])).await;
    host.say("A poem about birds");
    host.view.until("Here.").await;
    host.say("/new");
    host.view.until_gone("Here.").await;
    host.say("A poem about fish");
    host.view.until("There.").await;
    host.say("/resume");
    host.view.until("✓ A poem about fish").await;
    host.view.until("  A poem about birds").await;
    host.view.type_in(DELETE);
    host.view.until("What is in use cannot be removed.").await;
    host.view.type_in("birds");
    host.view.type_in(DELETE);
    host.view.until("The same key again removes it").await;
    host.view.type_in(DELETE);
    host.view.until_gone("A poem about birds").await;
    host.view.type_in("\x1b");
    host.view.until_gone("Sessions").await;
    host.say("/exit");
    assert_eq!(host.runtime.exited().await, 0);
    memory.only_session();
}

#[tokio::test]
async fn two_programs_with_one_session_lose_nothing() {
    let memory = Memory::default();
    let one = start_with(
        json!([answer(&["First."]), answer(&["Second."])]),
        view(),
        with(&memory, &[]),
    )
    .await;
    one.say("one");
    one.view.until("First.").await;
    let id = loop {
        // Saved soon after it is on screen.
        if !memory.kept().sessions.is_empty() {
            break memory.only_session();
        }
        tokio::task::yield_now().await;
    };
    let other = start_with(
        json!([answer(&["Other."])]),
        view(),
        with(&memory, &["--resume", &id]),
    )
    .await;
    other.view.until("First.").await;
    other.say("other");
    other.view.until("Other.").await;
    other.say("/exit");
    assert_eq!(other.runtime.exited().await, 0);
    one.say("two");
    one.view.until("Both are kept").await;
    one.say("/exit");
    assert_eq!(one.runtime.exited().await, 0);
    assert_eq!(memory.kept().sessions.len(), 2);
}

#[tokio::test]
async fn a_damaged_session_stays_as_it_is_and_the_program_starts_afresh() {
    let memory = Memory::default();
    let damaged = Bytes::from_static(b"libfx-session, but not really");
    memory
        .kept()
        .sessions
        .insert("s1".to_owned(), (damaged.clone(), 1));
    let replies = json!([answer(&["Hello."])]);
    let host = start_with(replies, view(), with(&memory, &["--resume", "s1"])).await;
    host.view.until("was not resumed").await;
    host.say("Hi");
    host.view.until("Hello.").await;
    host.say("/exit");
    assert_eq!(host.runtime.exited().await, 0);
    let kept = memory.kept();
    assert_eq!(kept.sessions["s1"], (damaged, 1));
    assert_eq!(kept.sessions.len(), 2);
}

#[tokio::test]
async fn settings_and_prompts_are_remembered() {
    let memory = Memory::default();
    let first = start_with(json!([]), view(), with(&memory, &[])).await;
    first.say("/model acme/small");
    first.view.until("The model is acme/small").await;
    first.say("/exit");
    assert_eq!(first.runtime.exited().await, 0);
    {
        let kept = memory.kept();
        assert_eq!(kept.settings["model"], "acme/small");
        assert_eq!(kept.history, ["/model acme/small", "/exit"]);
    }
    let again = start_with(json!([answer(&["Hello."])]), view(), with(&memory, &[])).await;
    again.view.until("acme/small").await;
    again.view.type_in("\x1b[A\x1b[A");
    again.view.until("/model acme/small").await;
    again.view.type_in("\x03");
    again.view.until_gone("/model acme/small").await;
    again.say("Hi");
    again.view.until("Hello.").await;
    let requests = again.session.requests();
    let model = requests[0].headers.get("ai-language-model-id");
    assert_eq!(model.map(String::as_str), Some("acme/small"));
}

#[tokio::test]
async fn earlier_prompts_are_forgotten_on_demand() {
    let memory = Memory::default();
    let host = start_with(json!([]), view(), with(&memory, &[])).await;
    host.say("/version");
    host.say("/settings");
    host.view.until("Earlier prompts").await;
    host.view.type_in("earlier\r");
    host.view.until("are forgotten").await;
    host.view.type_in("\x03\x1b[A");
    host.say("/exit");
    assert_eq!(host.runtime.exited().await, 0);
    assert_eq!(memory.kept().history, ["/exit"]);
}

#[tokio::test]
async fn a_summary_takes_the_place_of_the_conversation_and_the_old_session_stays() {
    let memory = Memory::default();
    let replies = json!([
        answer(&["Long."]),
        answer(&["In short."]),
        answer(&["Go on."])
    ]);
    let host = start_with(replies, view(), with(&memory, &[])).await;
    host.say("Tell me everything");
    host.view.until("Long.").await;
    host.say("/compact");
    host.view.until("goes on from a summary").await;
    host.say("And then?");
    host.view.until("Go on.").await;
    let sent = host.sent();
    assert!(
        sent[0].starts_with("user: Sum up our conversation"),
        "{sent:?}"
    );
    assert_eq!(sent[1..], ["assistant: In short.", "user: And then?"]);
    host.say("/exit");
    assert_eq!(host.runtime.exited().await, 0);
    assert_eq!(memory.kept().sessions.len(), 2);
}
