//! What a host answers, and what it is told.

use std::sync::Arc;

use futures_util::FutureExt;
use libfx_api::support::{Describe, Input, Lender, Lent, Path, Recipient};
use libfx_api::{Decode, FxError, HostError, HostLink, HostTool, ToolContext, ToolOutput};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::{Host, tool};

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

/// Lends everything under one number.
struct Desk;

impl Lender for Desk {
    fn lend(&self, object: Lent) -> u32 {
        assert!(
            object.is::<Arc<dyn HostTool>>(),
            "what is lent can be called"
        );
        40
    }
}

#[test]
fn a_tool_goes_back_to_its_own_host_as_itself_and_to_others_as_one_of_the_runtime() {
    let host = || -> Arc<dyn HostLink> {
        let answer = Ok(Value::Null);
        Arc::new(Host { answer })
    };
    let (own, other) = (host(), host());
    let described = tool("weather");
    let input = Input::new(&described, &Path::Root("tool"), &own);
    let tools = vec![Arc::<dyn HostTool>::decode(input).unwrap()];
    let to = |link| {
        tools.describe(&Recipient {
            link,
            lender: &Desk,
        })
    };
    assert_eq!(to(&own), json!([7]));
    let properties = json!({
        "name": "weather",
        "description": "The weather.",
        "inputSchema": {"type": "object"},
    });
    assert_eq!(to(&other), json!([[40, properties]]));
}

#[test]
fn what_an_application_does_not_know_of_a_tools_context_it_may_leave_out() {
    let context: ToolContext = crate::decode("context", json!({})).unwrap();
    assert_eq!(context.tool_call_id, "");
    assert!(!context.signal.is_cancelled());
    let aborted = json!({"signal": {"$fx": "signal", "aborted": true}, "toolCallId": "c1"});
    let context: ToolContext = crate::decode("context", aborted).unwrap();
    assert_eq!(context.tool_call_id, "c1");
    assert!(context.signal.is_cancelled());
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
