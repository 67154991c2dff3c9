//! Which tools an agent gets.

use libfx::ErrorCode;
use libfx::mcp::{McpAdapter, McpOptions, create_mcp_adapter};
use serde_json::{Value, json};

use crate::client::Client;
use crate::{adapter, refused};

fn names(adapter: &McpAdapter) -> Vec<String> {
    let tools = adapter.tools();
    tools.iter().map(|tool| tool.name().to_owned()).collect()
}

fn tools(names: &[&str]) -> Value {
    names.iter().map(|name| json!({ "name": name })).collect()
}

#[tokio::test]
async fn pages_are_followed_from_the_first_to_the_one_without_a_cursor() {
    for last in [
        json!({"tools": tools(&["c"])}),
        json!({"tools": tools(&["c"]), "nextCursor": null}),
    ] {
        let client = Client::with_pages(vec![
            json!({"tools": tools(&["a"]), "nextCursor": "p1"}),
            json!({"tools": [], "nextCursor": ""}),
            last,
        ])
        .shared();
        let adapter = adapter(&client).await.expect("an adapter");
        assert_eq!(names(&adapter), ["a", "c"]);
        assert_eq!(
            client.asked(),
            [
                json!(["listTools", null]),
                json!(["listTools", "p1"]),
                json!(["listTools", ""])
            ]
        );
    }
}

#[tokio::test]
async fn descriptions_and_schemas_are_those_of_the_server() {
    let schema = json!({
        "type": "object",
        "$defs": {"q": {"type": "object", "properties": {"n": {"type": "integer"}}}},
        "properties": {"z": {"type": "array"}, "a": {"$ref": "#/$defs/q"}},
        "required": ["a"],
    });
    let client = Client::with_tools(json!([
        {"name": "described", "description": "Counts.", "inputSchema": schema, "annotations": {}},
        {"name": "plain", "inputSchema": {"type": "object"}},
        {"name": "bare"},
        {"name": "nulls", "description": null, "inputSchema": null},
    ]))
    .shared();
    let adapter = adapter(&client).await.expect("an adapter");
    let nothing = json!({"type": "object", "properties": {}});
    let expected = [
        ("Counts.", &schema),
        ("", &json!({"type": "object"})),
        ("", &nothing),
        ("", &nothing),
    ];
    for (tool, (description, schema)) in adapter.tools().iter().zip(expected) {
        assert_eq!(tool.description(), description);
        assert_eq!(
            Value::from(tool.input_schema().clone()).to_string(),
            schema.to_string(),
            "{}: members in the order of the server",
            tool.name()
        );
    }
}

#[tokio::test]
async fn names_are_made_acceptable_and_unique_across_pages() {
    let client = Client::with_pages(vec![
        json!({"tools": tools(&["read.file", "データ"]), "nextCursor": "p1"}),
        json!({"tools": tools(&["read/file", "read file"])}),
    ])
    .shared();
    let options = McpOptions::default().with_prefix("fs-");
    let adapter = create_mcp_adapter(client, options)
        .await
        .expect("an adapter");
    assert_eq!(
        names(&adapter),
        ["fs-read_file", "fs-___", "fs-read_file_2", "fs-read_file_3"]
    );
}

#[tokio::test]
async fn a_prefix_that_models_refuse_is_refused_before_the_client_is_asked() {
    let client = Client::with_tools(json!([])).shared();
    let options = McpOptions::default().with_prefix("my server.");
    refused(
        create_mcp_adapter(client.clone(), options).await,
        ErrorCode::InvalidArgument,
        r#"options.prefix: expected a match of [A-Za-z0-9_-]*, got "my server.""#,
    );
    assert_eq!(client.asked(), [json!(null); 0]);
}

#[tokio::test]
async fn a_server_without_tools_is_a_server() {
    let client = Client::with_tools(json!([])).shared();
    let adapter = adapter(&client).await.expect("an adapter");
    assert_eq!((names(&adapter).len(), adapter.instructions()), (0, ""));
}

#[tokio::test]
async fn what_is_not_a_list_of_the_protocol_is_refused() {
    let form = |fault: &str| format!("client.listTools: {fault}");
    let cases = [
        (
            json!({}),
            form("the answer is not in the form of the protocol (missing field `tools`)"),
        ),
        (
            json!({"tools": {}}),
            form(
                "the answer is not in the form of the protocol (tools: invalid type: map, expected a sequence)",
            ),
        ),
        (
            json!({"tools": [{"name": "a"}, {"description": "b"}]}),
            form("tool 2 is not in the form of the protocol (missing field `name`)"),
        ),
        (
            json!({"tools": [{"name": "a", "inputSchema": true}]}),
            form(
                "tool 1 is not in the form of the protocol (inputSchema: invalid type: boolean `true`, expected a map)",
            ),
        ),
        (
            json!({"tools": [{"name": ""}]}),
            form("a tool has an empty name"),
        ),
        (
            json!({"tools": tools(&["a", "b", "a"])}),
            form(r#"two tools have the name "a""#),
        ),
        (
            json!({"tools": [], "nextCursor": 2}),
            form("expected a string as nextCursor"),
        ),
    ];
    for (page, message) in cases {
        let client = Client::with_pages(vec![page]).shared();
        refused(adapter(&client).await, ErrorCode::McpFailed, &message);
    }
}

#[tokio::test]
async fn a_client_that_throws_is_quoted() {
    let client =
        Client::listing(|_| Err("MCP error -32000: Connection closed".to_owned())).shared();
    refused(
        adapter(&client).await,
        ErrorCode::McpFailed,
        "client.listTools failed: MCP error -32000: Connection closed",
    );
}

#[tokio::test]
async fn what_a_tool_says_of_itself_may_be_as_long_as_an_agent_takes() {
    let description = "é".repeat(32 * 1024);
    // `{"a":"…"}` has eight bytes beside the text.
    let schema = json!({"a": "x".repeat(64 * 1024 - 8)});
    let longest = "n".repeat(256);
    let client = Client::with_tools(json!([
        {"name": longest, "description": description, "inputSchema": schema},
    ]));
    assert!(adapter(&client.shared()).await.is_ok());
}

#[tokio::test]
async fn a_tool_that_says_too_much_is_named() {
    let cases = [
        (
            json!({"name": "big", "description": format!("{}x", "é".repeat(32 * 1024))}),
            "client.listTools: expected at most 65536 bytes of UTF-8 as the description of the tool \"big\", got 65537",
        ),
        (
            json!({"name": "big", "inputSchema": {"a": "x".repeat(64 * 1024 - 7)}}),
            "client.listTools: expected at most 65536 bytes of JSON as the input schema of the tool \"big\"",
        ),
    ];
    for (tool, message) in cases {
        let client = Client::with_tools(json!([tool])).shared();
        refused(adapter(&client).await, ErrorCode::LimitExceeded, message);
    }
}
