use serde_json::{Map, json};

use super::*;

/// The outcome of one call of a reply.
pub(crate) struct ToolResult {
    pub(crate) call_id: String,
    pub(crate) output: ResultOutput,
}

impl Conversation {
    /// Answers every call of the last reply, in order.
    pub(crate) fn push_results(&mut self, results: Vec<ToolResult>) {
        let step = self.turn().steps.last().expect("a reply");
        let ids: Vec<&str> = step.reply.calls().map(|(id, _)| id).collect();
        let answered: Vec<&str> = results.iter().map(|it| it.call_id.as_str()).collect();
        assert_eq!(
            ids, answered,
            "one result a call, in the order of the calls"
        );
        for (at, result) in results.into_iter().enumerate() {
            self.answer(at, result.output);
        }
    }
}

fn prompt(text: &str) -> Vec<UserPart> {
    vec![UserPart::Text(text.to_owned())]
}

fn text(text: &str) -> AssistantPart {
    AssistantPart::Text {
        text: text.to_owned(),
        provider: Map::new(),
    }
}

fn reasoning(text: &str) -> AssistantPart {
    AssistantPart::Reasoning {
        text: text.to_owned(),
        provider: Map::new(),
    }
}

fn call(id: &str) -> AssistantPart {
    AssistantPart::ToolCall {
        id: id.to_owned(),
        name: "look".to_owned(),
        input: Map::new(),
        provider: Map::new(),
    }
}

fn message(parts: impl Into<Vec<AssistantPart>>) -> AssistantMessage {
    AssistantMessage {
        parts: parts.into(),
    }
}

fn result(call_id: &str, text: &str) -> ToolResult {
    ToolResult {
        call_id: call_id.to_owned(),
        output: ResultOutput::Text(text.to_owned()),
    }
}

/// One word a message: `user: …`, `assistant: …`, `results: …`.
fn outline(conversation: &Conversation) -> Vec<String> {
    let line = |message: &RequestMessage<'_>| match message {
        RequestMessage::User(texts) => format!("user: {}", texts.join(" | ")),
        RequestMessage::Assistant(message) => {
            let parts: Vec<String> = message
                .parts
                .iter()
                .map(|part| match part {
                    AssistantPart::Text { text, .. } => text.clone(),
                    AssistantPart::ToolCall { id, .. } => format!("call {id}"),
                    other => format!("{other:?}"),
                })
                .collect();
            format!("assistant: {}", parts.join(" | "))
        }
        RequestMessage::Results(results) => {
            let results: Vec<String> = results
                .iter()
                .map(|result| match &*result.output {
                    ResultOutput::Text(text) => format!("{}={text}", result.call_id),
                    ResultOutput::ErrorText(text) => format!("{} failed: {text}", result.call_id),
                    ResultOutput::Content { text, .. } => format!("{}: {text}", result.call_id),
                })
                .collect();
            format!("results: {}", results.join(" | "))
        }
    };
    conversation
        .messages(Fit::default())
        .iter()
        .map(line)
        .collect()
}

#[test]
fn a_request_holds_every_turn_once_and_in_order() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(prompt("one"));
    conversation.push_reply(message([text("let me see"), call("a"), call("b")]));
    conversation.push_results(vec![result("a", "1"), result("b", "2")]);
    conversation.push_reply(message([text("done")]));
    conversation.begin_turn(prompt("two"));
    assert_eq!(
        outline(&conversation),
        [
            "user: one",
            "assistant: let me see | call a | call b",
            "results: a=1 | b=2",
            "assistant: done",
            "user: two",
        ]
    );
}

#[test]
fn ids_that_come_again_in_another_reply_are_paired_by_place() {
    let mut conversation = Conversation::default();
    for answer in ["1", "2"] {
        conversation.begin_turn(prompt("again"));
        conversation.push_reply(message([call("functions.list:0")]));
        conversation.push_results(vec![result("functions.list:0", answer)]);
        conversation.push_reply(message([text("ok")]));
    }
    let outline = outline(&conversation);
    assert_eq!(outline[2], "results: functions.list:0=1");
    assert_eq!(outline[6], "results: functions.list:0=2");
}

#[test]
fn a_reply_that_says_nothing_leaves_no_trace() {
    for parts in [vec![], vec![reasoning("hm")], vec![text("")]] {
        let mut conversation = Conversation::default();
        conversation.begin_turn(prompt("one"));
        conversation.push_reply(message(parts));
        conversation.begin_turn(prompt("two"));
        assert_eq!(outline(&conversation), ["user: one | two"]);
    }
}

#[test]
fn a_turn_aborted_in_mid_reply_keeps_its_text_and_says_that_it_was_aborted() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(prompt("one"));
    conversation.abort_turn(Some(message([reasoning("hm"), text("Once"), call("a")])));
    conversation.begin_turn(prompt("two"));
    assert_eq!(
        outline(&conversation),
        [
            "user: one",
            "assistant: Once",
            "user: [The turn above was aborted before it was finished.] | two",
        ]
    );
}

#[test]
fn a_turn_aborted_before_any_reply_keeps_its_prompt() {
    let mut conversation = Conversation::default();
    for _ in 0..2 {
        conversation.begin_turn(prompt("same"));
        conversation.abort_turn(None);
    }
    let marker = "[The turn above was aborted before it was finished.]";
    assert_eq!(
        outline(&conversation),
        [format!("user: same | {marker} | same | {marker}")]
    );
}

#[test]
fn a_turn_aborted_while_tools_run_answers_every_call() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(prompt("one"));
    conversation.push_reply(message([call("a"), call("b")]));
    conversation.abort_turn(None);
    conversation.begin_turn(prompt("two"));
    assert_eq!(
        outline(&conversation)[2],
        "results: a failed: The turn was aborted before this call finished. \
         | b failed: The turn was aborted before this call finished."
    );
}

#[test]
fn a_turn_that_fails_at_its_first_reply_never_was() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(prompt("one"));
    conversation.push_reply(message([text("yes")]));
    let before = conversation.clone();
    let mark = conversation.begin_turn(prompt("two"));
    conversation.fail_turn(mark);
    assert_eq!(conversation, before);
}

#[test]
fn a_turn_that_fails_later_keeps_the_work_that_was_done() {
    let mut conversation = Conversation::default();
    let mark = conversation.begin_turn(prompt("one"));
    conversation.push_reply(message([call("a")]));
    conversation.push_results(vec![result("a", "1")]);
    conversation.fail_turn(mark);
    conversation.begin_turn(prompt("two"));
    assert_eq!(
        outline(&conversation),
        [
            "user: one",
            "assistant: call a",
            "results: a=1",
            "user: [The turn above was aborted before it was finished.] | two",
        ]
    );
}

#[test]
fn resources_are_named_by_their_uri() {
    let mut conversation = Conversation::default();
    let resource = |text: Option<&str>| UserPart::Resource {
        uri: "file:///a\"b".to_owned(),
        text: text.map(str::to_owned),
    };
    conversation.begin_turn(vec![resource(Some("x < y")), resource(None)]);
    assert_eq!(
        outline(&conversation),
        [
            "user: <resource uri=\"file:///a&quot;b\">\nx < y\n</resource> | <resource uri=\"file:///a&quot;b\"/>"
        ]
    );
}

#[test]
fn empty_texts_are_left_out_but_no_prompt_is() {
    let texts = |texts: &[&str]| {
        let mut conversation = Conversation::default();
        let parts = texts.iter().map(|text| UserPart::Text((*text).to_owned()));
        conversation.begin_turn(parts.collect());
        outline(&conversation)
    };
    assert_eq!(texts(&["", "a", ""]), ["user: a"]);
    assert_eq!(texts(&[""]), ["user: "]);
    assert_eq!(texts(&[]), ["user: "]);
}

#[test]
fn a_history_is_valid_while_its_tools_still_run() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(prompt("one"));
    conversation.push_reply(message([call("a")]));
    assert_eq!(
        outline(&conversation)[2],
        "results: a failed: The turn was aborted before this call finished."
    );
}

#[test]
fn a_history_that_contradicts_itself_is_refused_with_the_place() {
    let fault = |steps: Vec<Step>| {
        let turn = Turn {
            user: prompt("x"),
            steps,
            aborted: false,
        };
        Conversation::restore(vec![turn], Usage::default()).expect_err("refused")
    };
    let step = |parts: Vec<AssistantPart>, results: usize| Step {
        reply: message(parts),
        results: vec![ResultOutput::Text("r".to_owned()); results],
    };
    assert_eq!(
        fault(vec![step(vec![call("a")], 1), step(vec![call("a")], 0)]),
        "turns[0].steps[1]: 0 results for 1 calls"
    );
    assert_eq!(
        fault(vec![step(vec![text("x")], 2)]),
        "turns[0].steps[0]: 2 results for 0 calls"
    );
    assert_eq!(
        fault(vec![step(vec![reasoning("x")], 0)]),
        "turns[0].steps[0]: a reply that says nothing"
    );
    assert_eq!(
        fault(vec![step(vec![call("a"), call("a")], 2)]),
        "turns[0].steps[0]: two calls of one reply have the same id"
    );
    assert_eq!(
        fault(vec![step(vec![call("")], 1)]),
        "turns[0].steps[0]: a call without an id or a name"
    );
    let stray = AssistantPart::ProviderResult {
        id: "s".to_owned(),
        name: "search".to_owned(),
        output: json!([]),
        failed: false,
        provider: Map::new(),
    };
    assert_eq!(
        fault(vec![step(vec![stray], 0)]),
        "turns[0].steps[0]: a provider's result without its call"
    );
}
