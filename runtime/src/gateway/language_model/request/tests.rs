use libfx_api::support::HttpRequest;
use secrecy::SecretString;
use serde_json::{Map, Value, json};

use crate::conversation::tests::ToolResult;
use crate::conversation::{
    AssistantMessage, AssistantPart, Conversation, Fit, Image, ResultOutput, UserPart,
};
use crate::gateway::{Endpoint, ModelCall, ToolSpec, encode};

const V3: &str = "https://ai-gateway.vercel.sh/v3/ai/language-model";
const V4: &str = "https://ai-gateway.vercel.sh/v4/ai/language-model";

fn request(url: &str, conversation: &Conversation, tools: &[ToolSpec]) -> HttpRequest {
    encode(&ModelCall {
        endpoint: &Endpoint::parse(Some(url)).expect("an accepted URL"),
        api_key: &SecretString::from("test-key"),
        model: "openai/gpt-5",
        session_id: "s-1",
        instructions: Some("be brief"),
        tools,
        messages: conversation.messages(Fit::default()),
    })
}

fn body(request: &HttpRequest) -> Value {
    serde_json::from_slice(&request.body).expect("the body is JSON")
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        other => panic!("{other} is no object"),
    }
}

fn shot() -> ToolSpec {
    let schema =
        json!({"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]});
    ToolSpec {
        name: "shot".to_owned(),
        description: "shot".to_owned(),
        input_schema: object(schema),
    }
}

/// A conversation whose only call was answered with text and an image.
fn after_a_rich_result() -> Conversation {
    let mut conversation = Conversation::default();
    conversation.begin_turn(vec![UserPart::Text("hi".to_owned())]);
    conversation.push_reply(AssistantMessage {
        parts: vec![
            AssistantPart::Reasoning {
                text: "think".to_owned(),
                provider: object(json!({"anthropic": {"signature": "sig"}})),
            },
            AssistantPart::ToolCall {
                id: "c1".to_owned(),
                name: "shot".to_owned(),
                input: object(json!({"q": "x"})),
                provider: Map::new(),
            },
        ],
    });
    conversation.push_results(vec![ToolResult {
        call_id: "c1".to_owned(),
        output: ResultOutput::Content {
            text: "see".to_owned(),
            images: vec![Image {
                mime_type: "image/png".to_owned(),
                data: "iVBORw0KGgo=".to_owned(),
            }],
        },
    }]);
    conversation
}

#[test]
fn headers_name_the_protocol_the_model_and_the_session() {
    let request = request(V4, &Conversation::default(), &[]);
    assert_eq!(request.method.as_str(), "POST");
    assert_eq!(request.url, V4);
    let expected = [
        ("content-type", "application/json"),
        ("authorization", "Bearer test-key"),
        ("ai-gateway-protocol-version", "0.0.1"),
        ("ai-language-model-specification-version", "4"),
        ("ai-language-model-id", "openai/gpt-5"),
        ("ai-language-model-streaming", "true"),
        ("x-session-id", "s-1"),
        ("x-session-affinity", "s-1"),
        ("user-agent", concat!("libfx/", env!("CARGO_PKG_VERSION"))),
    ];
    let headers: Vec<(&str, &str)> = request
        .headers
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(headers, expected);
}

#[test]
fn the_body_is_what_the_official_client_of_version_4_sends() {
    let request = request(V4, &after_a_rich_result(), &[shot()]);
    assert_eq!(
        body(&request),
        json!({
            "tools": [{
                "type": "function", "name": "shot", "description": "shot",
                "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
            }],
            "toolChoice": {"type": "auto"},
            "prompt": [
                {"role": "system", "content": "be brief"},
                {"role": "user", "content": [{"type": "text", "text": "hi"}]},
                {"role": "assistant", "content": [
                    {"type": "reasoning", "text": "think", "providerOptions": {"anthropic": {"signature": "sig"}}},
                    {"type": "tool-call", "toolCallId": "c1", "toolName": "shot", "input": {"q": "x"}},
                ]},
                {"role": "tool", "content": [{
                    "type": "tool-result", "toolCallId": "c1", "toolName": "shot",
                    "output": {"type": "content", "value": [
                        {"type": "text", "text": "see"},
                        {"type": "file", "mediaType": "image/png", "data": {"type": "data", "data": "iVBORw0KGgo="}},
                    ]},
                }]},
            ],
        })
    );
}

#[test]
fn version_3_differs_in_its_header_and_in_images() {
    let request = request(V3, &after_a_rich_result(), &[shot()]);
    assert_eq!(
        request.header("ai-language-model-specification-version"),
        Some("3")
    );
    assert_eq!(
        body(&request)["prompt"][3]["content"][0]["output"]["value"][1],
        json!({"type": "image-data", "mediaType": "image/png", "data": "iVBORw0KGgo="})
    );
}

#[test]
fn without_tools_none_are_named_and_only_version_4_says_how_to_choose() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(vec![UserPart::Text("hi".to_owned())]);
    let v4 = body(&request(V4, &conversation, &[]));
    assert_eq!(v4["toolChoice"], json!({"type": "auto"}));
    assert_eq!(v4.get("tools"), None);
    let v3 = body(&request(V3, &conversation, &[]));
    assert_eq!(v3.get("toolChoice"), None);
}

#[test]
fn failed_results_and_plain_results_are_told_apart() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(vec![UserPart::Text("go".to_owned())]);
    let calls = ["a", "b"].map(|id| AssistantPart::ToolCall {
        id: id.to_owned(),
        name: "shot".to_owned(),
        input: Map::new(),
        provider: Map::new(),
    });
    conversation.push_reply(AssistantMessage {
        parts: calls.into(),
    });
    let result = |id: &str, output| ToolResult {
        call_id: id.to_owned(),
        output,
    };
    conversation.push_results(vec![
        result("a", ResultOutput::Text("fine".to_owned())),
        result("b", ResultOutput::ErrorText("no".to_owned())),
    ]);
    let content = &body(&request(V4, &conversation, &[]))["prompt"][3]["content"];
    assert_eq!(
        content[0]["output"],
        json!({"type": "text", "value": "fine"})
    );
    assert_eq!(
        content[1]["output"],
        json!({"type": "error-text", "value": "no"})
    );
}

#[test]
fn what_a_provider_ran_itself_goes_back_as_it_came() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(vec![UserPart::Text("go".to_owned())]);
    conversation.push_reply(AssistantMessage {
        parts: vec![
            AssistantPart::ProviderCall {
                id: "s".to_owned(),
                name: "search".to_owned(),
                input: json!({"q": 1}),
                provider: Map::new(),
            },
            AssistantPart::ProviderResult {
                id: "s".to_owned(),
                name: "search".to_owned(),
                output: json!([1]),
                failed: false,
                provider: object(json!({"p": {}})),
            },
        ],
    });
    assert_eq!(
        body(&request(V4, &conversation, &[]))["prompt"][2]["content"],
        json!([
            {"type": "tool-call", "toolCallId": "s", "toolName": "search", "input": {"q": 1}, "providerExecuted": true},
            {"type": "tool-result", "toolCallId": "s", "toolName": "search",
             "output": {"type": "json", "value": [1]}, "providerOptions": {"p": {}}},
        ])
    );
}

#[test]
fn nothing_but_the_application_speaks_to_the_model() {
    let mut conversation = Conversation::default();
    conversation.begin_turn(vec![UserPart::Text("hi".to_owned())]);
    let request = encode(&ModelCall {
        endpoint: &Endpoint::parse(None).expect("the default"),
        api_key: &SecretString::from("k"),
        model: "m",
        session_id: "s",
        instructions: None,
        tools: &[],
        messages: conversation.messages(Fit::default()),
    });
    assert_eq!(
        String::from_utf8_lossy(&request.body),
        r#"{"prompt":[{"role":"user","content":[{"type":"text","text":"hi"}]}],"toolChoice":{"type":"auto"}}"#
    );
}
