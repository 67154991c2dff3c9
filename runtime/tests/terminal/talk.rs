//! Prompts and answers.

use crate::host::{answer, start, unfinished};
use serde_json::json;

#[tokio::test]
async fn a_prompt_is_answered_on_screen_and_exit_ends_the_program() {
    let host = start(json!([answer(&["Hello, ", "**world**", "."])])).await;
    host.view.until("/help").await;
    host.say("Who is there?");
    host.view.until("Hello, world.").await;
    assert!(host.view.text().contains("Who is there?"));
    assert_eq!(host.sent(), ["user: Who is there?"]);
    host.say("/exit");
    assert_eq!(host.runtime.exited().await, 0);
    assert!(!host.view.is_taken(), "the screen is given back");
    assert_eq!(host.session.violations(), [""; 0]);
}

#[tokio::test]
async fn prompts_typed_during_a_turn_wait_and_then_go_out_in_order() {
    let slow = json!({"delayMs": 300, "parts": answer(&["first"])["parts"]});
    let host = start(json!([slow, answer(&["second"]), answer(&["third"])])).await;
    host.say("one");
    host.view.until("one").await;
    host.say("two");
    host.say("three");
    host.view.until("queued: two").await;
    host.view.until("third").await;
    host.view.until_gone("queued").await;
    assert_eq!(
        host.sent(),
        [
            "user: one",
            "assistant: first",
            "user: two",
            "assistant: second",
            "user: three"
        ]
    );
}

#[tokio::test]
async fn the_interrupt_key_cancels_the_turn_and_what_was_said_stays() {
    let host = start(json!([unfinished("The beginning"), answer(&["again"])])).await;
    host.say("Go!");
    host.view.until("The beginning").await;
    host.view.type_in("\x03");
    host.say("And now?");
    host.view.until("again").await;
    let sent = host.sent();
    assert_eq!(sent[0], "user: Go!");
    assert!(sent[1].starts_with("assistant: The beginning"), "{sent:?}");
}
