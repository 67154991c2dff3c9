//! What a call of a tool asks the client, and what becomes of its answer.

use libfx::api::HostError;
use libfx::{ToolContext, ToolImage, ToolOutput};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::adapter;
use crate::client::{Answer, Client};

/// Calls the only tool of a server that answers so.
async fn call(answer: Answer) -> Result<ToolOutput, HostError> {
    let client = Client::with_tools(json!([{"name": "look"}])).answering(answer);
    let adapter = adapter(&client.shared()).await.expect("an adapter");
    let context = ToolContext {
        signal: CancellationToken::new(),
        tool_call_id: "call-1".to_owned(),
    };
    adapter.tools()[0].execute(json!({}), context).await
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image(mime_type: &str, data: &str) -> Value {
    json!({"type": "image", "mimeType": mime_type, "data": data})
}

fn png(data: &str) -> ToolImage {
    ToolImage::Image {
        mime_type: "image/png".to_owned(),
        data: data.to_owned(),
    }
}

fn said(text: &str) -> Result<ToolOutput, HostError> {
    Ok(ToolOutput::from(text))
}

fn failed(text: &str) -> Result<ToolOutput, HostError> {
    Ok(ToolOutput::Rich {
        text: text.to_owned(),
        images: vec![],
        is_error: Some(true),
    })
}

#[tokio::test]
async fn the_client_gets_the_servers_name_the_arguments_and_a_live_signal() {
    let client = Client::with_tools(json!([{"name": "admin.tools/list"}])).shared();
    let adapter = adapter(&client).await.expect("an adapter");
    let signal = CancellationToken::new();
    let context = ToolContext {
        signal: signal.clone(),
        tool_call_id: "call-1".to_owned(),
    };
    let input = json!({"q": {"n": 1}});
    let answer = adapter.tools()[0].execute(input.clone(), context).await;
    assert_eq!(answer, said(""));
    assert_eq!(
        client.asked().last(),
        Some(&json!(["callTool", ["admin.tools/list", input]]))
    );
    let [passed_on] = &client.signals()[..] else {
        panic!("one call, one signal");
    };
    assert!(!passed_on.is_cancelled());
    signal.cancel();
    assert!(passed_on.is_cancelled());
}

#[tokio::test]
async fn input_that_is_no_object_never_reaches_the_client() {
    let client = Client::with_tools(json!([{"name": "look"}])).shared();
    let adapter = adapter(&client).await.expect("an adapter");
    let context = ToolContext {
        signal: CancellationToken::new(),
        tool_call_id: "call-1".to_owned(),
    };
    let answer = adapter.tools()[0].execute(json!([1]), context).await;
    assert_eq!(
        answer,
        Err(HostError::new("the input must be a JSON object"))
    );
    assert_eq!(client.asked().len(), 1, "only the listing");
}

#[tokio::test]
async fn texts_are_joined_in_order_with_notices_where_something_is_missing() {
    let answer = json!({"content": [
        text("one"),
        {"type": "audio", "mimeType": "audio/wav", "data": "AAAA"},
        {"type": "resource_link", "uri": "file:///a", "name": "a"},
        {"type": "resource", "resource": {"uri": "file:///b", "text": "inside b"}},
        {"type": "hologram"},
        text("two"),
    ]});
    let expected = [
        "one",
        "[Audio was omitted, since it cannot be passed on: audio/wav]",
        "a: file:///a",
        "inside b",
        "[Content was omitted, since its kind is not known: hologram]",
        "two",
    ];
    assert_eq!(call(Ok(answer)).await, said(&expected.join("\n")));
}

#[tokio::test]
async fn structured_content_is_added_unless_the_text_says_the_same() {
    let structured = json!({"n": 2, "list": [1, {"a": null}]});
    let compact = structured.to_string();
    let pretty = serde_json::to_string_pretty(&structured).expect("JSON");
    for (content, expected) in [
        (json!([]), compact.clone()),
        (json!([text("two")]), format!("two\n{compact}")),
        (json!([text(&compact)]), compact.clone()),
        (json!([text(&pretty)]), pretty.clone()),
        (
            json!([text("note"), text(&pretty)]),
            format!("note\n{pretty}"),
        ),
        (
            json!([text(r#"{"n":3}"#)]),
            format!("{{\"n\":3}}\n{compact}"),
        ),
    ] {
        let answer = json!({"content": content, "structuredContent": structured});
        assert_eq!(call(Ok(answer)).await, said(&expected));
    }
    let only = json!({"structuredContent": {"n": 2}});
    assert_eq!(call(Ok(only)).await, said(r#"{"n":2}"#));
    let none = json!({"content": [text("a")], "structuredContent": null});
    assert_eq!(call(Ok(none)).await, said("a"));
}

#[tokio::test]
async fn structured_content_that_only_wraps_the_content_is_not_given_twice() {
    let picture = image("image/png", "AAAA");
    for (content, structured, expected) in [
        (json!([text("moss")]), json!({"content": "moss"}), "moss"),
        (json!([text("moss")]), json!({"result": "moss"}), "moss"),
        (
            json!([text("moss")]),
            json!({"content": [text("moss")]}),
            "moss",
        ),
        (
            json!([text("moss")]),
            json!({"content": "fern"}),
            "moss\n{\"content\":\"fern\"}",
        ),
        (
            json!([text("moss")]),
            json!({"content": "moss", "lines": 1}),
            "moss\n{\"content\":\"moss\",\"lines\":1}",
        ),
    ] {
        let answer = json!({"content": content, "structuredContent": structured});
        assert_eq!(call(Ok(answer)).await, said(expected));
    }
    let answer = json!({"content": [picture], "structuredContent": {"content": [picture]}});
    let expected = ToolOutput::Rich {
        text: String::new(),
        images: vec![png("AAAA")],
        is_error: None,
    };
    assert_eq!(call(Ok(answer)).await, Ok(expected));
}

#[tokio::test]
async fn a_long_text_says_the_same_only_letter_by_letter() {
    let structured = json!({"a": "x".repeat(1 << 20)});
    let compact = structured.to_string();
    let pretty = serde_json::to_string_pretty(&structured).expect("JSON");
    for (given, expected) in [
        (&compact, compact.clone()),
        (&pretty, format!("{pretty}\n{compact}")),
    ] {
        let answer = json!({"content": [text(given)], "structuredContent": structured});
        assert_eq!(call(Ok(answer)).await, said(&expected));
    }
}

#[tokio::test]
async fn images_are_images_wherever_they_stand() {
    let answer = json!({"content": [
        text("before"),
        image("image/png", "AAAA"),
        {"type": "resource", "resource": {"uri": "a:b", "mimeType": "image/png", "blob": "BBBB"}},
        text("after"),
    ]});
    let expected = ToolOutput::Rich {
        text: "before\nafter".to_owned(),
        images: vec![png("AAAA"), png("BBBB")],
        is_error: None,
    };
    assert_eq!(call(Ok(answer)).await, Ok(expected));
}

#[tokio::test]
async fn base64_in_lines_is_base64() {
    let answer = json!({"content": [image("image/png", "AAAA\r\nBBBB\n")]});
    let expected = ToolOutput::Rich {
        text: String::new(),
        images: vec![png("AAAABBBB")],
        is_error: None,
    };
    assert_eq!(call(Ok(answer)).await, Ok(expected));
}

#[tokio::test]
async fn an_image_that_an_agent_would_refuse_costs_only_itself() {
    let five_mib = 5 << 20;
    for (image, notice) in [
        (
            image("image/svg+xml", "AAAA"),
            "[An image was omitted, since models take only image/png, image/jpeg, image/gif, image/webp: image/svg+xml]",
        ),
        (
            image("image/png", "not base64!"),
            "[An image was omitted, since its data is not base64: image/png]",
        ),
        (
            image("image/png", &"A".repeat(five_mib + 4)),
            "[An image was omitted, since it has 5242884 bytes of base64, more than 5242880: image/png]",
        ),
    ] {
        let answer = json!({"content": [text("a"), image, text("b")]});
        assert_eq!(call(Ok(answer)).await, said(&format!("a\n{notice}\nb")));
    }
}

#[tokio::test]
async fn images_beyond_what_a_result_holds_are_left_out() {
    let nine = vec![image("image/png", "AAAA"); 9];
    let expected = ToolOutput::Rich {
        text: "[An image was omitted, since a result has at most 8 images: image/png]".to_owned(),
        images: vec![png("AAAA"); 8],
        is_error: None,
    };
    assert_eq!(call(Ok(json!({ "content": nine }))).await, Ok(expected));

    let large = "A".repeat(5 << 20);
    let two = vec![image("image/png", &large); 2];
    let expected = ToolOutput::Rich {
        text: "[An image was omitted, since a result has at most 8388608 bytes: image/png]"
            .to_owned(),
        images: vec![png(&large)],
        is_error: None,
    };
    assert_eq!(call(Ok(json!({ "content": two }))).await, Ok(expected));
}

#[tokio::test]
async fn a_result_marked_as_an_error_is_a_failed_result() {
    let answer = json!({"content": [text("no such file")], "isError": true});
    assert_eq!(call(Ok(answer)).await, failed("no such file"));
    let silent = json!({"content": [], "isError": true});
    assert_eq!(
        call(Ok(silent)).await,
        failed("the tool failed and gave no message")
    );
    let with_image = json!({"content": [image("image/png", "AAAA")], "isError": true});
    let expected = ToolOutput::Rich {
        text: String::new(),
        images: vec![png("AAAA")],
        is_error: Some(true),
    };
    assert_eq!(call(Ok(with_image)).await, Ok(expected));
}

#[tokio::test]
async fn a_client_that_throws_fails_the_call_with_its_own_words() {
    let message = "MCP error -32001: Request timed out";
    assert_eq!(
        call(Err(message.to_owned())).await,
        Err(HostError::new(message))
    );
}

#[tokio::test]
async fn an_answer_that_is_no_result_fails_the_call() {
    for (answer, fault) in [
        (
            json!({"content": "text"}),
            "content: invalid type: string \"text\", expected a sequence",
        ),
        (
            json!({"isError": "no"}),
            "isError: invalid type: string \"no\", expected a boolean",
        ),
    ] {
        let message =
            format!("client.callTool: the answer is not in the form of the protocol ({fault})");
        assert_eq!(call(Ok(answer)).await, Err(HostError::new(message)));
    }
    assert_eq!(
        call(Ok(json!({}))).await,
        said(""),
        "nothing is a result, too"
    );
}
