//! Servers that do not end, or send more than anyone could want: few requests, a clear error.

use libfx::ErrorCode;
use serde_json::{Value, json};

use crate::client::Client;
use crate::{adapter, refused};

fn numbered(tools: std::ops::Range<usize>) -> Value {
    tools
        .map(|at| json!({ "name": format!("tool-{at}") }))
        .collect()
}

#[tokio::test]
async fn a_cursor_that_repeats_ends_the_listing() {
    for cursor in ["p1", ""] {
        let client =
            Client::listing(move |_| Ok(json!({"tools": [], "nextCursor": cursor}))).shared();
        refused(
            adapter(&client).await,
            ErrorCode::McpFailed,
            &format!(
                "client.listTools: the server repeats the nextCursor {cursor:?}, and would for ever"
            ),
        );
        assert_eq!(client.asked().len(), 2);
    }
}

#[tokio::test]
async fn cursors_that_go_in_a_circle_are_found() {
    let client =
        Client::listing(|at| Ok(json!({"tools": [], "nextCursor": format!("p{}", at % 3)})))
            .shared();
    assert_eq!(
        adapter(&client).await.map(drop).map_err(|error| error.code),
        Err(ErrorCode::McpFailed)
    );
    assert_eq!(client.asked().len(), 4);
}

#[tokio::test]
async fn the_same_page_again_is_found_by_its_tools() {
    let client =
        Client::listing(|at| Ok(json!({"tools": numbered(0..8), "nextCursor": format!("p{at}")})))
            .shared();
    refused(
        adapter(&client).await,
        ErrorCode::McpFailed,
        "client.listTools: two tools have the name \"tool-0\"",
    );
    assert_eq!(client.asked().len(), 2);
}

#[tokio::test]
async fn pages_without_end_are_read_up_to_the_limit() {
    let client =
        Client::listing(|at| Ok(json!({"tools": [], "nextCursor": format!("p{at}")}))).shared();
    refused(
        adapter(&client).await,
        ErrorCode::LimitExceeded,
        "client.listTools: expected at most 64 pages, and the server has more",
    );
    assert_eq!(client.asked().len(), 64);
}

#[tokio::test]
async fn as_many_tools_as_an_agent_takes_are_taken_and_no_more() {
    let one_each = |pages: usize| {
        Client::listing(move |at| {
            let next = (at + 1 < pages).then(|| format!("p{at}"));
            Ok(json!({"tools": numbered(at..at + 1), "nextCursor": next}))
        })
    };
    let adapter_of_64 = adapter(&one_each(64).shared()).await.expect("64 tools");
    assert_eq!(adapter_of_64.tools().len(), 64);

    let too_many = "client.listTools: expected at most 64 tools, and the server has more";
    let many = Client::with_tools(numbered(0..65)).shared();
    refused(adapter(&many).await, ErrorCode::LimitExceeded, too_many);
    let across_pages = Client::with_pages(vec![
        json!({"tools": numbered(0..40), "nextCursor": "p1"}),
        json!({"tools": numbered(40..65), "nextCursor": "p2"}),
    ])
    .shared();
    refused(
        adapter(&across_pages).await,
        ErrorCode::LimitExceeded,
        too_many,
    );
}

#[tokio::test]
async fn a_page_of_a_million_tools_is_refused_before_any_is_looked_at() {
    // The first one could not be read.
    let client = Client::with_tools(vec![json!(null); 1_000_000].into()).shared();
    refused(
        adapter(&client).await,
        ErrorCode::LimitExceeded,
        "client.listTools: expected at most 64 tools, and the server has more",
    );
}

#[tokio::test]
async fn fifty_megabytes_of_schema_are_refused() {
    let client = Client::listing(|_| {
        let schema = json!({"type": "object", "description": "x".repeat(50 << 20)});
        Ok(json!({"tools": [{"name": "big", "inputSchema": schema}]}))
    });
    refused(
        adapter(&client.shared()).await,
        ErrorCode::LimitExceeded,
        "client.listTools: expected at most 65536 bytes of JSON as the input schema of the tool \"big\"",
    );
}

#[tokio::test]
async fn names_and_cursors_of_any_length_make_short_messages() {
    let long = "é".repeat(10_000);
    let cases = [
        (
            json!({"tools": [{"name": long}]}),
            format!(
                "client.listTools: expected at most 256 characters as the name of a tool, got one that begins with {:?}",
                "é".repeat(64)
            ),
        ),
        (
            json!({"tools": [], "nextCursor": long}),
            "client.listTools: expected at most 4096 characters as nextCursor".to_owned(),
        ),
    ];
    for (page, message) in cases {
        let client = Client::with_pages(vec![page]).shared();
        refused(adapter(&client).await, ErrorCode::LimitExceeded, &message);
    }
    let client = Client::listing(|_| Err("x".repeat(1 << 20))).shared();
    let error = adapter(&client).await.expect_err("it throws");
    assert!(error.message.len() < 1200, "{} bytes", error.message.len());
}

#[tokio::test]
async fn the_longest_cursor_is_followed() {
    let client = Client::with_pages(vec![
        json!({"tools": [], "nextCursor": "é".repeat(4096)}),
        json!({"tools": numbered(0..1)}),
    ])
    .shared();
    assert_eq!(adapter(&client).await.expect("an adapter").tools().len(), 1);
}
