use secrecy::SecretString;
use serde_json::{Map, Value, json};

use crate::conversation::tests::ToolResult;
use crate::conversation::{
    AssistantMessage, AssistantPart, Conversation, Fit, Image, ResultOutput, UserPart,
};
use crate::gateway::{Endpoint, ModelCall, Protocol, ReplyDecoder, ToolSpec, encode};

fn request(conversation: &Conversation, tools: &[ToolSpec]) -> libfx_api::support::HttpRequest {
    encode(&ModelCall {
        endpoint: &Endpoint::parse(Some("http://localhost:11434/v1/chat/completions"))
            .expect("accepted"),
        api_key: &SecretString::from("test-key"),
        model: "smollm2",
        session_id: "s-1",
        instructions: Some("be brief"),
        tools,
        messages: conversation.messages(Fit::default()),
    })
}

fn body(conversation: &Conversation) -> Value {
    serde_json::from_slice(&request(conversation, &[]).body).expect("the body is JSON")
}

fn prompt(conversation: &mut Conversation, text: &str) {
    conversation.begin_turn(vec![UserPart::Text(text.to_owned())]);
}

fn text(text: &str) -> AssistantPart {
    AssistantPart::Text {
        text: text.to_owned(),
        provider: Map::new(),
    }
}

fn call(id: &str) -> AssistantPart {
    AssistantPart::ToolCall {
        id: id.to_owned(),
        name: "look".to_owned(),
        input: Map::from_iter([("q".to_owned(), json!("x"))]),
        provider: Map::new(),
    }
}

fn result(id: &str, output: ResultOutput) -> ToolResult {
    ToolResult {
        call_id: id.to_owned(),
        output,
    }
}

fn push(conversation: &mut Conversation, parts: impl Into<Vec<AssistantPart>>) {
    conversation.push_reply(AssistantMessage {
        parts: parts.into(),
    });
}

#[test]
fn the_request_names_the_model_the_tools_and_asks_for_usage() {
    let mut conversation = Conversation::default();
    prompt(&mut conversation, "hi");
    let tool = ToolSpec {
        name: "look".to_owned(),
        description: "Looks.".to_owned(),
        input_schema: Map::from_iter([("type".to_owned(), json!("object"))]),
    };
    let request = request(&conversation, &[tool]);
    assert_eq!(request.url, "http://localhost:11434/v1/chat/completions");
    assert_eq!(request.header("authorization"), Some("Bearer test-key"));
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(
        serde_json::from_slice::<Value>(&request.body).expect("JSON"),
        json!({
            "model": "smollm2",
            "messages": [
                {"role": "system", "content": "be brief"},
                {"role": "user", "content": "hi"},
            ],
            "tools": [{
                "type": "function",
                "function": {"name": "look", "description": "Looks.", "parameters": {"type": "object"}},
            }],
            "stream": true,
            "stream_options": {"include_usage": true},
        })
    );
}

#[test]
fn every_call_is_followed_by_its_result() {
    let mut conversation = Conversation::default();
    prompt(&mut conversation, "go");
    push(&mut conversation, [call("a"), call("b")]);
    conversation.push_results(vec![
        result("a", ResultOutput::Text("1".to_owned())),
        result("b", ResultOutput::ErrorText("no".to_owned())),
    ]);
    push(&mut conversation, [text("done")]);
    let call = |id: &str| json!({"type": "function", "id": id, "function": {"name": "look", "arguments": "{\"q\":\"x\"}"}});
    let messages = &body(&conversation)["messages"];
    assert_eq!(
        messages[2],
        json!({"role": "assistant", "content": null, "tool_calls": [call("a"), call("b")]})
    );
    assert_eq!(
        messages[3],
        json!({"role": "tool", "tool_call_id": "a", "content": "1"})
    );
    assert_eq!(
        messages[4],
        json!({"role": "tool", "tool_call_id": "b", "content": "no"})
    );
    assert_eq!(messages[5], json!({"role": "assistant", "content": "done"}));
}

#[test]
fn images_of_results_follow_as_the_users_and_join_what_the_user_says_next() {
    let mut conversation = Conversation::default();
    prompt(&mut conversation, "go");
    push(&mut conversation, [call("a")]);
    conversation.push_results(vec![result(
        "a",
        ResultOutput::Content {
            text: "see".to_owned(),
            images: vec![Image {
                mime_type: "image/png".to_owned(),
                data: "AA==".to_owned(),
            }],
        },
    )]);
    conversation.abort_turn(None);
    let messages = &body(&conversation)["messages"];
    assert_eq!(
        messages[3],
        json!({"role": "tool", "tool_call_id": "a", "content": "see"})
    );
    assert_eq!(
        messages[4],
        json!({"role": "user", "content": [
            {"type": "text", "text": "Images that look returned (call a):"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}},
            {"type": "text", "text": "[The turn above was aborted before it was finished.]"},
        ]})
    );
    assert_eq!(messages.as_array().map(Vec::len), Some(5));
}

#[test]
fn reasoning_goes_back_under_the_name_and_in_the_form_in_which_it_came() {
    let detail = json!({"type": "reasoning.encrypted", "data": "AAA", "id": "r1", "index": 0});
    let block = json!({"type": "thinking", "thinking": "hm", "signature": "sig"});
    for (delta, expected) in [
        (
            json!({"reasoning_content": "hm"}),
            json!({"reasoning_content": "hm"}),
        ),
        (json!({"reasoning": "hm"}), json!({"reasoning": "hm"})),
        (
            json!({"reasoning_details": [detail]}),
            json!({"reasoning_details": [detail]}),
        ),
        (
            json!({"reasoning_content": "hm", "thinking_blocks": [block]}),
            json!({"reasoning_content": "hm", "thinking_blocks": [block]}),
        ),
    ] {
        let mut decoder = ReplyDecoder::new(Protocol::ChatCompletions);
        for chunk in [
            json!({"choices": [{"delta": delta}]}),
            json!({"choices": [{"delta": {"content": "yes"}, "finish_reason": "stop"}]}),
        ] {
            decoder
                .feed(format!("data: {chunk}\n\n").as_bytes(), &mut |_| {})
                .expect("well formed");
        }
        decoder.end(&mut |_| {}).expect("finished");
        let mut conversation = Conversation::default();
        prompt(&mut conversation, "go");
        conversation.push_reply(decoder.into_reply().message);
        let mut message = json!({"role": "assistant", "content": "yes"});
        for (name, value) in expected.as_object().expect("an object") {
            message[name] = value.clone();
        }
        assert_eq!(body(&conversation)["messages"][2], message);
    }
}

#[test]
fn what_only_the_other_protocol_can_say_is_left_out_and_users_never_speak_twice_in_a_row() {
    let mut conversation = Conversation::default();
    prompt(&mut conversation, "go");
    let provider_call = AssistantPart::ProviderCall {
        id: "s".to_owned(),
        name: "search".to_owned(),
        input: json!({}),
        provider: Map::new(),
    };
    let provider_result = AssistantPart::ProviderResult {
        id: "s".to_owned(),
        name: "search".to_owned(),
        output: json!(1),
        failed: false,
        provider: Map::new(),
    };
    push(&mut conversation, [provider_call, provider_result]);
    prompt(&mut conversation, "on");
    assert_eq!(
        body(&conversation)["messages"],
        json!([
            {"role": "system", "content": "be brief"},
            {"role": "user", "content": "go\n\non"},
        ])
    );
}
