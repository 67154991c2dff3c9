//! Values of the wrong kind, absent ones and unknown ones.

use std::collections::BTreeMap;

use libfx_api::{ErrorCode, PromptBlock, PromptInput, PromptOptions, Resource};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::{decode, invalid_options, options, refused, tool, with, without};

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
