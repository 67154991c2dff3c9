//! Resources and prompts as instructions.

use std::collections::BTreeMap;

use libfx::mcp::{McpOptions, McpPromptRequest, create_mcp_adapter};
use libfx::{ErrorCode, FxError};
use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::refused;

fn server() -> Client {
    Client::with_tools(json!([]))
}

fn contents(contents: Value) -> Answer {
    Ok(json!({ "contents": contents }))
}

fn messages(messages: Value) -> Answer {
    Ok(json!({ "messages": messages }))
}

fn message(role: &str, text: &str) -> Value {
    json!({"role": role, "content": {"type": "text", "text": text}})
}

fn resources(uris: &[&str]) -> McpOptions {
    McpOptions::default().with_resources(uris.iter().map(|&uri| uri.to_owned()).collect())
}

fn prompts(names: &[&str]) -> McpOptions {
    McpOptions::default().with_prompts(names.iter().map(|&name| name.into()).collect())
}

async fn instructions(client: Client, options: McpOptions) -> Result<String, FxError> {
    let adapter = create_mcp_adapter(client.shared(), options).await?;
    Ok(adapter.instructions().to_owned())
}

#[tokio::test]
async fn each_resource_and_prompt_has_a_tag_of_its_own_in_the_order_of_the_options() {
    let client = server()
        .resource(
            "file:///b",
            contents(json!([{"uri": "file:///b", "text": "text of b"}])),
        )
        .resource(
            "file:///a",
            contents(json!([{"uri": "file:///a", "text": "text of a\n"}])),
        )
        .prompt("greet", messages(json!([message("user", "Say hello.")])))
        .shared();
    let options = resources(&["file:///b", "file:///a"]).with_prompts(vec![
        McpPromptRequest::new("greet")
            .with_arguments(BTreeMap::from([("who".to_owned(), "Ada".to_owned())]))
            .into(),
    ]);
    let adapter = create_mcp_adapter(client.clone(), options)
        .await
        .expect("an adapter");
    let expected = "<resource uri=\"file:///b\">\ntext of b\n</resource>\n\n\
        <resource uri=\"file:///a\">\ntext of a\n\n</resource>\n\n\
        <prompt name=\"greet\">\nSay hello.\n</prompt>";
    assert_eq!(adapter.instructions(), expected);
    assert_eq!(
        client.asked(),
        [
            json!(["listTools", null]),
            json!(["readResource", "file:///b"]),
            json!(["readResource", "file:///a"]),
            json!(["getPrompt", ["greet", {"who": "Ada"}]]),
        ]
    );
}

#[tokio::test]
async fn attributes_are_escaped() {
    let uri = r#"a"<b>&c"#;
    let client = server().resource(uri, contents(json!([{"uri": uri, "text": "<t>"}])));
    assert_eq!(
        instructions(client, resources(&[uri]))
            .await
            .expect("instructions"),
        "<resource uri=\"a&quot;&lt;b&gt;&amp;c\">\n<t>\n</resource>"
    );
}

#[tokio::test]
async fn what_is_not_text_leaves_a_notice() {
    let client = server()
        .resource(
            "a:b",
            contents(json!([
                {"uri": "a:b", "mimeType": "image/png", "blob": "AAAA"},
                {"uri": "a:c", "mimeType": "application/pdf", "blob": "AAAA"},
                {"uri": "a:d", "text": "words"},
                "?",
            ])),
        )
        .prompt(
            "look",
            messages(json!([{"role": "user", "content": {"type": "audio", "mimeType": "audio/wav", "data": ""}}])),
        );
    let options = resources(&["a:b"]).with_prompts(vec!["look".into()]);
    let expected = [
        "<resource uri=\"a:b\">",
        "[An image was omitted, since instructions are text: image/png]",
        "[A resource was omitted, since it is neither a text nor an image: a:c, application/pdf]",
        "words",
        "[Content was omitted, since it is not in the form of the protocol]",
        "</resource>",
        "",
        "<prompt name=\"look\">",
        "[Audio was omitted, since it cannot be passed on: audio/wav]",
        "</prompt>",
    ];
    assert_eq!(
        instructions(client, options).await.expect("instructions"),
        expected.join("\n")
    );
}

#[tokio::test]
async fn who_speaks_is_said_where_it_is_not_always_the_user() {
    let dialogue = [message("user", "2 + 2?"), message("assistant", "4")];
    let several = json!({"role": "user", "content": [
        {"type": "text", "text": "one"},
        {"type": "resource", "resource": {"uri": "a:b", "text": "two"}},
    ]});
    for (given, expected) in [
        (json!(dialogue), "user: 2 + 2?\nassistant: 4"),
        (json!([several]), "one\ntwo"),
        (
            json!([message("user", "a"), {"content": {"type": "text", "text": "b"}}]),
            "a\nb",
        ),
        (json!([]), ""),
    ] {
        let client = server().prompt("p", messages(given));
        assert_eq!(
            instructions(client, prompts(&["p"]))
                .await
                .expect("instructions"),
            format!("<prompt name=\"p\">\n{expected}\n</prompt>")
        );
    }
}

#[tokio::test]
async fn a_client_that_lacks_a_method_is_refused_only_when_it_is_needed() {
    refused(
        instructions(server(), resources(&["a:b"])).await,
        ErrorCode::InvalidArgument,
        "client.readResource: required for options.resources, expected a function",
    );
    refused(
        instructions(server(), prompts(&["p"])).await,
        ErrorCode::InvalidArgument,
        "client.getPrompt: required for options.prompts, expected a function",
    );
    let nothing = McpOptions::default()
        .with_resources(vec![])
        .with_prompts(vec![]);
    assert_eq!(instructions(server(), nothing).await, Ok(String::new()));
}

#[tokio::test]
async fn a_failure_names_the_call() {
    let cases = [
        (
            server().resource("a:b", Err("not found".to_owned())),
            resources(&["a:b"]),
            "client.readResource(\"a:b\") failed: not found",
        ),
        (
            server().resource("a:b", Ok(json!({"content": []}))),
            resources(&["a:b"]),
            "client.readResource(\"a:b\"): the answer is not in the form of the protocol (missing field `contents`)",
        ),
        (
            server().prompt("p", Err("no such prompt".to_owned())),
            prompts(&["p"]),
            "client.getPrompt(\"p\") failed: no such prompt",
        ),
        (
            server().prompt("p", messages(json!(["hello"]))),
            prompts(&["p"]),
            "client.getPrompt(\"p\"): a message is not in the form of the protocol (invalid type: string \"hello\", expected a map)",
        ),
    ];
    for (client, options, message) in cases {
        refused(
            instructions(client, options).await,
            ErrorCode::McpFailed,
            message,
        );
    }
}

#[tokio::test]
async fn reading_stops_where_the_instructions_are_full() {
    // `<resource uri="a:1">`, two line ends and `</resource>` take 33 bytes.
    let filled = "x".repeat(64 * 1024 - 33);
    let client = server().resource("a:1", contents(json!([{"uri": "a:1", "text": filled}])));
    let full = instructions(client, resources(&["a:1"]))
        .await
        .expect("just enough room");
    assert_eq!(full.len(), 64 * 1024);

    let client = server()
        .resource("a:1", contents(json!([{"uri": "a:1", "text": filled}])))
        .resource("a:2", contents(json!([{"uri": "a:2", "text": ""}])))
        .resource("a:3", contents(json!([])))
        .shared();
    refused(
        create_mcp_adapter(client.clone(), resources(&["a:1", "a:2", "a:3"])).await,
        ErrorCode::LimitExceeded,
        "the chosen resources and prompts: expected at most 65536 bytes of UTF-8, got 65571 or more",
    );
    assert_eq!(client.asked().last(), Some(&json!(["readResource", "a:2"])));
}
