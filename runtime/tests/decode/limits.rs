//! Values of the right shape that break a limit.

use std::sync::Arc;

use libfx_api::support::{Path, Pattern, Piece};
use libfx_api::{
    AgentOptions, BoxFuture, ErrorCode, HostError, HostTool, JsonObject, PromptInput, ToolContext,
    ToolOutput, Validate,
};
use serde_json::{Value, json};

use crate::{decode, invalid_options, options, refused, tool, with};

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
