//! What the contract's types say about a wrong argument. The texts are part of the API: every language shows them.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::FutureExt;
use libfx_api::support::{Input, Path, Pattern, Piece};
use libfx_api::{
    AgentOptions, BoxFuture, Decode, ErrorCode, Fetch, FxError, HostError, HostLink, HostTool,
    JsonObject, PromptBlock, PromptInput, PromptOptions, Resource, ToolContext, ToolOutput,
    Validate,
};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// A host that answers every call with the same value and has one blob.
struct Host {
    answer: Result<Value, HostError>,
}

impl HostLink for Host {
    fn call(
        &self,
        handle: u32,
        method: &'static str,
        args: Vec<Value>,
        _signal: CancellationToken,
    ) -> BoxFuture<'static, Result<Value, HostError>> {
        assert_eq!((handle, method), (7, "execute"));
        assert_eq!(
            args,
            [json!({"city": "Bern"}), json!({"toolCallId": "call-1"})]
        );
        Box::pin(std::future::ready(self.answer.clone()))
    }

    fn notify(&self, _handle: u32, _args: Vec<Value>) {}

    fn fetch(&self, _handle: u32) -> Arc<dyn Fetch> {
        unreachable!("no test fetches")
    }

    fn bytes(&self, index: u32) -> Option<Bytes> {
        (index == 0).then(|| Bytes::from_static(b"checkpoint"))
    }
}

fn decode<T: Decode>(root: &str, value: Value) -> Result<T, FxError> {
    let host: Arc<dyn HostLink> = Arc::new(Host {
        answer: Ok(Value::Null),
    });
    T::decode(Input::new(&value, &Path::Root(root), &host))
}

fn options(value: Value) -> Result<AgentOptions, FxError> {
    decode("options", value)
}

#[track_caller]
fn refused<T>(result: Result<T, FxError>, code: ErrorCode, message: &str) {
    let error = result.err().expect("it is refused");
    assert_eq!((error.code, error.message.as_str()), (code, message));
}

#[track_caller]
fn invalid_options(value: Value, message: &str) {
    refused(options(value), ErrorCode::InvalidArgument, message);
}

/// A tool of the host as bindings describe it.
fn tool(name: &str) -> Value {
    json!({"$fx": "object", "id": 7, "members": {
        "name": name,
        "description": "The weather.",
        "inputSchema": {"type": "object"},
        "execute": {"$fx": "function"},
    }})
}

fn without(mut tool: Value, member: &str) -> Value {
    tool["members"].as_object_mut().unwrap().remove(member);
    tool
}

fn with(mut tool: Value, member: &str, value: Value) -> Value {
    tool["members"][member] = value;
    tool
}

#[test]
fn complete_options_are_decoded() {
    let options = options(json!({
        "apiKey": "key",
        "model": {"$fx": "undefined"},
        "instructions": ["one", "two"],
        "tools": [tool("weather")],
        "checkpoint": {"$fx": "bytes", "id": 0},
        "onEvent": {"$fx": "function", "id": 3},
        "backend": "native",
    }))
    .unwrap();
    assert_eq!(options.api_key.expose_secret(), "key");
    assert_eq!(options.model, None);
    assert_eq!(options.checkpoint.as_deref(), Some(&b"checkpoint"[..]));
    assert_eq!(options.tools.unwrap()[0].name(), "weather");
    assert!(options.on_event.is_some());
}

#[test]
fn a_missing_member_is_named_with_what_it_must_be() {
    invalid_options(json!({}), "options.apiKey: required, expected a string");
    let apart = json!({"apiKey": {"$fx": "undefined"}});
    invalid_options(apart, "options.apiKey: required, expected a string");
    for (member, message) in [
        ("name", "options.tools[0].name: required, expected a string"),
        (
            "inputSchema",
            "options.tools[0].inputSchema: required, expected an object",
        ),
        (
            "execute",
            "options.tools[0].execute: required, expected a function",
        ),
    ] {
        let options = json!({"apiKey": "key", "tools": [without(tool("a"), member)]});
        invalid_options(options, message);
    }
}

#[test]
fn every_kind_of_value_has_a_word() {
    for (value, kind) in [
        (json!(null), "null"),
        (json!(true), "a boolean"),
        (json!(1.5), "a number"),
        (json!([]), "an array"),
        (json!({}), "an object"),
        (
            json!({"$fx": "object", "id": 1, "members": {}}),
            "an object",
        ),
        (json!({"$fx": "plain", "value": {"$fx": 1}}), "an object"),
        (json!({"$fx": "function", "id": 1}), "a function"),
        (json!({"$fx": "bytes", "id": 0}), "bytes"),
        (json!({"$fx": "signal", "aborted": false}), "a signal"),
        (json!({"$fx": "bigint"}), "a bigint"),
        (json!({"$fx": "symbol"}), "a symbol"),
        (json!({"$fx": "cycle"}), "a cycle"),
    ] {
        let message = format!("options.apiKey: expected a string, got {kind}");
        invalid_options(json!({ "apiKey": value }), &message);
    }
    refused(
        options(json!({"$fx": "undefined"})),
        ErrorCode::InvalidArgument,
        "options: expected an object, got undefined",
    );
}

#[test]
fn members_of_the_wrong_kind_are_named_by_their_path() {
    for (member, value, message) in [
        (
            "tools",
            json!("a"),
            "options.tools: expected an array, got a string",
        ),
        (
            "tools",
            json!([tool("a"), 1]),
            "options.tools[1]: expected an object, got a number",
        ),
        (
            "tools",
            json!([with(tool("a"), "name", json!(1))]),
            "options.tools[0].name: expected a string, got a number",
        ),
        (
            "tools",
            json!([with(tool("a"), "execute", json!("run"))]),
            "options.tools[0].execute: expected a function, got a string",
        ),
        (
            "instructions",
            json!(1),
            "options.instructions: expected a string or an array, got a number",
        ),
        (
            "instructions",
            json!(["a", null]),
            "options.instructions[1]: expected a string, got null",
        ),
        (
            "checkpoint",
            json!("AA=="),
            "options.checkpoint: expected bytes, got a string",
        ),
        (
            "fetch",
            json!({}),
            "options.fetch: expected a function, got an object",
        ),
        (
            "onEvent",
            json!(true),
            "options.onEvent: expected a function, got a boolean",
        ),
        (
            "model",
            json!(null),
            "options.model: expected a string, got null",
        ),
    ] {
        invalid_options(json!({"apiKey": "key", member: value}), message);
    }
}

#[test]
fn json_refuses_what_is_not_json_and_keeps_what_only_looks_like_a_marker() {
    let schema =
        |schema| json!({"apiKey": "key", "tools": [with(tool("a"), "inputSchema", schema)]});
    invalid_options(
        schema(json!({"a": [{"$fx": "bigint"}]})),
        "options.tools[0].inputSchema.a[0]: expected a JSON value, got a bigint",
    );
    invalid_options(
        schema(json!({"not a name": {"$fx": "cycle"}})),
        r#"options.tools[0].inputSchema["not a name"]: expected a JSON value, got a cycle"#,
    );
    let escaped =
        json!({"a": {"$fx": "plain", "value": {"$fx": "bytes"}}, "b": {"$fx": "undefined"}});
    let tools = options(schema(escaped)).unwrap().tools.unwrap();
    assert_eq!(
        Value::from(tools[0].input_schema().clone()),
        json!({"a": {"$fx": "bytes"}})
    );
}

#[test]
fn an_unknown_member_is_refused_with_the_nearest_known_name() {
    invalid_options(
        json!({"apiKey": "key", "instuctions": "x"}),
        r#"options.instuctions: unknown property, did you mean "instructions"?"#,
    );
    invalid_options(
        json!({"apiKey": "key", "instuctions": {"$fx": "undefined"}}),
        r#"options.instuctions: unknown property, did you mean "instructions"?"#,
    );
    let error = decode::<PromptOptions>("options", json!({"timeout": 3}));
    refused(
        error,
        ErrorCode::InvalidArgument,
        r#"options.timeout: unknown property, expected "signal""#,
    );
}

#[test]
fn lower_bounds_and_patterns_are_invalid_arguments() {
    invalid_options(
        json!({"apiKey": ""}),
        "options.apiKey: expected a non-empty string",
    );
    for (name, message) in [
        ("", "options.tools[0].name: expected a non-empty string"),
        (
            "a b",
            r#"options.tools[0].name: expected a match of [A-Za-z0-9_-]+, got "a b""#,
        ),
        (
            "ä",
            r#"options.tools[0].name: expected a match of [A-Za-z0-9_-]+, got "ä""#,
        ),
    ] {
        invalid_options(json!({"apiKey": "key", "tools": [tool(name)]}), message);
    }
    refused(
        decode::<PromptInput>("input", json!([])),
        ErrorCode::InvalidArgument,
        "input: expected a non-empty array",
    );
}

#[test]
fn upper_bounds_are_exceeded_limits() {
    let tools: Vec<_> = (0..65).map(|at| tool(&format!("tool-{at}"))).collect();
    let cases = [
        (
            json!({"apiKey": "k".repeat(70_000)}),
            "options.apiKey: expected at most 65536 bytes of UTF-8, got 70000",
        ),
        (
            json!({"apiKey": "key", "tools": tools}),
            "options.tools: expected at most 64 items, got 65",
        ),
        (
            json!({"apiKey": "key", "instructions": "ä".repeat(40_000)}),
            "options.instructions: expected at most 65536 bytes of UTF-8, got 80000",
        ),
        (
            json!({"apiKey": "key", "tools": [with(tool("a"), "inputSchema", json!({"a": "b".repeat(65_536)}))]}),
            "options.tools[0].inputSchema: expected at most 65536 bytes of JSON, got 65544",
        ),
    ];
    for (value, message) in cases {
        refused(options(value), ErrorCode::LimitExceeded, message);
    }
}

#[test]
fn a_name_stands_once() {
    invalid_options(
        json!({"apiKey": "key", "tools": [tool("x"), tool("y"), tool("x")]}),
        r#"options.tools[2].name: "x" is already the name of options.tools[0]"#,
    );
}

#[test]
fn numbers_must_be_whole_and_in_range() {
    assert_eq!(decode::<u32>("n", json!(3.0)).unwrap(), 3);
    assert_eq!(decode::<i32>("n", json!(-3)).unwrap(), -3);
    assert_eq!(
        decode::<u64>("n", json!(9_007_199_254_740_991_u64)).unwrap(),
        (1 << 53) - 1
    );
    for (error, message) in [
        (
            decode::<u32>("n", json!(1.5)).unwrap_err(),
            "n: expected a whole number from 0 to 4294967295, got 1.5",
        ),
        (
            decode::<u64>("n", json!(-1)).unwrap_err(),
            "n: expected a whole number from 0 to 9007199254740991, got -1",
        ),
        (
            decode::<u64>("n", json!(9_007_199_254_740_992_u64)).unwrap_err(),
            "n: expected a whole number from 0 to 9007199254740991, got 9007199254740992",
        ),
        (
            decode::<i32>("n", json!("1")).unwrap_err(),
            "n: expected a number, got a string",
        ),
    ] {
        refused::<()>(Err(error), ErrorCode::InvalidArgument, message);
    }
}

#[test]
fn null_is_a_value_only_where_it_is_admitted() {
    assert_eq!(decode::<Option<String>>("text", json!(null)).unwrap(), None);
    refused(
        decode::<BTreeMap<String, Option<bool>>>("flags", json!({"a": null, "b": 1})),
        ErrorCode::InvalidArgument,
        "flags.b: expected a boolean, got a number",
    );
}

#[test]
fn a_pattern_matches_the_whole_text() {
    const fn letters(min: usize, max: usize) -> Piece {
        Piece {
            ranges: &[('a', 'z')],
            min,
            max,
        }
    }
    let pattern = Pattern {
        source: "[a-z]+[a-z]{2,3}",
        pieces: const { &[letters(1, usize::MAX), letters(2, 3)] },
    };
    for (text, matches) in [
        ("abc", true),
        ("abcdefgh", true),
        ("ab", false),
        ("abcd1", false),
        ("", false),
    ] {
        assert_eq!(pattern.matches(text), matches, "{text}");
    }
}

#[test]
fn blocks_are_told_apart_by_their_type() {
    let input = |block: Value| decode::<PromptInput>("input", json!([block]));
    for (block, message) in [
        (
            json!({"type": "image"}),
            r#"input[0].type: expected one of "text", "resource", got "image""#,
        ),
        (
            json!({}),
            r#"input[0].type: required, expected one of "text", "resource""#,
        ),
        (
            json!({"type": 1}),
            r#"input[0].type: expected one of "text", "resource", got a number"#,
        ),
        (
            json!({"type": "text"}),
            "input[0].text: required, expected a string",
        ),
        (
            json!({"type": "resource"}),
            "input[0].resource: required, expected an object",
        ),
        (
            json!({"type": "resource", "text": "a"}),
            "input[0].uri: required, expected a string",
        ),
        (json!("text"), "input[0]: expected an object, got a string"),
    ] {
        refused(input(block), ErrorCode::InvalidArgument, message);
    }
}

#[test]
fn a_resource_may_stand_beside_its_type() {
    let resource = Resource::new("file:///a").with_text("a");
    let expected = PromptInput::Blocks(vec![PromptBlock::Resource { resource }]);
    let nested = json!([{"type": "resource", "resource": {"uri": "file:///a", "text": "a"}}]);
    let flat = json!([{"type": "resource", "uri": "file:///a", "text": "a"}]);
    assert_eq!(decode::<PromptInput>("input", nested).unwrap(), expected);
    assert_eq!(decode::<PromptInput>("input", flat).unwrap(), expected);
}

#[test]
fn long_values_are_cut_and_secrets_are_never_quoted() {
    let long = "?".repeat(64) + "end";
    let message = format!(
        r#"input[0].type: expected one of "text", "resource", got "{}…""#,
        "?".repeat(64)
    );
    let input = decode::<PromptInput>("input", json!([{ "type": long }]));
    refused(input, ErrorCode::InvalidArgument, &message);

    let options = options(json!({"apiKey": "key", "model": "a/b"})).unwrap();
    assert_eq!(
        format!("{options:?}"),
        r#"AgentOptions { model: Some("a/b"), instructions: None, gateway_chat_url: None, .. }"#
    );
}

/// A tool that is implemented in Rust.
struct Named(&'static str, JsonObject);

impl HostTool for Named {
    fn name(&self) -> &str {
        self.0
    }

    fn description(&self) -> &str {
        "Does nothing."
    }

    fn input_schema(&self) -> &JsonObject {
        &self.1
    }

    fn execute(
        &self,
        _input: Value,
        _context: ToolContext,
    ) -> BoxFuture<'_, Result<ToolOutput, HostError>> {
        Box::pin(async { Ok(Value::Null.into()) })
    }
}

#[test]
fn values_built_in_rust_are_refused_in_the_same_words() {
    let named = |name| -> Arc<dyn HostTool> { Arc::new(Named(name, JsonObject::new())) };
    let tools = |names: &[&'static str]| names.iter().map(|name| named(name)).collect();
    let invalid = [
        (AgentOptions::new(""), json!({"apiKey": ""})),
        (
            AgentOptions::new("key").with_model(""),
            json!({"apiKey": "key", "model": ""}),
        ),
        (
            AgentOptions::new("key").with_tools(tools(&["a b"])),
            json!({"apiKey": "key", "tools": [tool("a b")]}),
        ),
        (
            AgentOptions::new("key").with_tools(tools(&["a", "a"])),
            json!({"apiKey": "key", "tools": [tool("a"), tool("a")]}),
        ),
        (
            AgentOptions::new("key").with_instructions("a".repeat(70_000)),
            json!({"apiKey": "key", "instructions": "a".repeat(70_000)}),
        ),
    ];
    for (built, described) in invalid {
        let error = built.validate(&Path::Root("options")).unwrap_err();
        assert_eq!(options(described).unwrap_err(), error);
    }
}

fn answer(answer: Result<Value, HostError>) -> Result<ToolOutput, HostError> {
    let host: Arc<dyn HostLink> = Arc::new(Host { answer });
    let described = tool("weather");
    let input = Input::new(&described, &Path::Root("tool"), &host);
    let tool = Arc::<dyn HostTool>::decode(input).unwrap();
    let context = ToolContext {
        signal: CancellationToken::new(),
        tool_call_id: "call-1".into(),
    };
    let output = tool.execute(json!({"city": "Bern"}), context);
    output.now_or_never().expect("the host has answered")
}

#[test]
fn answers_of_the_host_are_decoded() {
    assert_eq!(
        answer(Ok(json!({"type": "other", "text": 1}))),
        Ok(json!({"type": "other", "text": 1}).into())
    );
    assert_eq!(
        answer(Ok(json!({"$fx": "undefined"}))),
        Ok(Value::Null.into())
    );
    let rich = answer(Ok(
        json!({"type": "libfx.tool-result", "text": "a", "images": []}),
    ));
    assert_eq!(
        rich,
        Ok(ToolOutput::Rich {
            text: "a".into(),
            images: Vec::new(),
            is_error: None
        })
    );
}

#[test]
fn wrong_answers_and_failures_are_errors_of_the_host() {
    let message = |result| answer(result).unwrap_err().message;
    let image = json!({"type": "image", "mimeType": "image/png"});
    let rich = json!({"type": "libfx.tool-result", "text": "a", "images": [image]});
    assert_eq!(
        message(Ok(rich)),
        "result.images[0].data: required, expected a string"
    );
    let images = vec![json!({"type": "image", "mimeType": "image/png", "data": ""}); 9];
    let rich = json!({"type": "libfx.tool-result", "text": "a", "images": images});
    assert_eq!(
        message(Ok(rich)),
        "result.images: expected at most 8 items, got 9"
    );
    assert_eq!(message(Err("offline".into())), "offline");
}

#[test]
fn errors_are_told_to_bindings_by_code_class_and_particulars() {
    let error = FxError::gateway_http("refused")
        .with_status(429)
        .with_retry_after_ms(1_000);
    assert_eq!(
        serde_json::to_value(&error).unwrap(),
        json!({
            "code": "LIBFX_GATEWAY_HTTP",
            "class": "Error",
            "message": "refused",
            "status": 429,
            "retryAfterMs": 1_000,
        })
    );
}
