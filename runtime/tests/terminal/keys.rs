//! Input as terminals send it, and what the program asks of its view.

use libfx::api::limits::DEFAULT_MODEL;
use serde_json::json;

use crate::host::{answer, environment, start, start_with, unfinished};
use crate::view::View;

#[tokio::test]
async fn keys_without_a_standard_encoding_arrive() {
    let host = start(json!([answer(&["Hello."])])).await;
    host.view.type_in("one");
    host.view.type_key("\x1b[13;2u");
    host.view.type_in("two\r");
    host.view.until("Hello.").await;
    assert_eq!(host.sent(), ["user: one\ntwo"]);
}

#[tokio::test]
async fn a_paste_is_text_whatever_is_in_it() {
    let host = start(json!([answer(&["Hello."])])).await;
    host.view.type_in("\x1b[200~one\r/exit\rtwo\x1b[201~");
    host.view.until("two").await;
    host.view.type_in("\r");
    host.view.until("Hello.").await;
    assert_eq!(host.sent(), ["user: one\n/exit\ntwo"]);
}

#[tokio::test]
async fn escape_alone_cancels_a_turn() {
    let host = start(json!([unfinished("The beginning"), answer(&["again"])])).await;
    host.say("Go!");
    host.view.until("The beginning").await;
    host.view.type_in("\x1b");
    host.view.until_gone("answering").await;
    host.view.until_gone("cancelling").await;
    host.say("And now?");
    host.view.until("again").await;
}

#[tokio::test]
async fn an_interrupt_key_of_the_application_ends_the_turn_and_is_typed() {
    let host = start_with(
        json!([unfinished("The beginning")]),
        View::new(60, 16),
        |mut options| {
            options.interrupt_key = Some("stop".to_owned());
            options
        },
    )
    .await;
    host.say("Go!");
    host.view.until("The beginning").await;
    host.view.type_in("please stop");
    host.view.until_gone("answering").await;
    host.view.until("please stop").await;
}

#[tokio::test]
async fn a_view_may_change_its_size_at_any_time() {
    let host = start(json!([unfinished("The beginning of a long story")])).await;
    host.say("Go!");
    host.view.until("The beginning of a long story").await;
    for (cols, rows) in [(20, 5), (1, 1), (100, 40), (60, 16)] {
        host.view.resize(cols, rows);
    }
    host.view.until("The beginning of a long story").await;
    let resizes = host.reported();
    assert!(resizes.iter().any(|kind| kind == "terminal.resize"));
}

#[tokio::test]
async fn without_colours_none_is_written() {
    let host = start_with(
        json!([answer(&["`code`"])]),
        View::new(60, 16),
        |mut options| {
            options.env = Some(environment(&[
                ("AI_GATEWAY_API_KEY", "k"),
                ("NO_COLOR", "1"),
            ]));
            options
        },
    )
    .await;
    host.say("Hi");
    host.view.until("code").await;
    let written = host.view.written();
    for color in ["[38;", "[48;", ";38;", ";48;", "[31m", "[36m"] {
        assert!(!written.contains(color), "{color}");
    }
}

#[tokio::test]
async fn the_background_is_asked_for_and_decides_the_theme() {
    let host = start(json!([])).await;
    assert!(host.view.written().contains("\x1b]11;?"));
    let before = host.view.written().len();
    host.view.type_in("\x1b]11;rgb:ffff/ffff/ffff\x07");
    host.say("/version");
    host.view.until("libfx").await;
    host.view
        .until_that("other colours", |_| {
            host.view.written()[before..].contains("38;5;")
        })
        .await;
    assert!(
        !host.view.text().contains("rgb:"),
        "the answer is not typed"
    );
}

#[tokio::test]
async fn models_are_searched_and_their_window_is_shown_in_use() {
    let host = start(json!([answer(&["Hello."])])).await;
    host.view.until(DEFAULT_MODEL).await;
    host.say("/model");
    host.view.until("acme/seeing").await;
    host.view.type_in("small\r");
    host.view.until("The model is acme/small").await;
    host.say("Hi");
    host.view.until("Hello.").await;
    host.view.until("% context").await;
}

#[tokio::test]
async fn an_answer_is_copied_by_the_view() {
    let host = start(json!([answer(&["Hello."])])).await;
    host.say("Hi");
    host.view.until("Hello.").await;
    host.view.until_gone("answering").await;
    host.say("/copy");
    host.view.until("copied").await;
    assert!(host.view.written().contains("\x1b]52;c;SGVsbG8u\x07"));
}
