//! What the contract's types say about a wrong argument. The texts are part of the API: every language shows them.

mod answers;
mod limits;
mod shapes;

use std::sync::Arc;

use bytes::Bytes;
use libfx_api::support::{Answer, Input, Path};
use libfx_api::{AgentOptions, BoxFuture, Decode, ErrorCode, Fetch, FxError, HostError, HostLink};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

/// A host that answers every call with the same value and has one blob.
pub(crate) struct Host {
    pub(crate) answer: Result<Value, HostError>,
}

impl HostLink for Host {
    fn call(
        &self,
        handle: u32,
        method: &'static str,
        args: Vec<Value>,
        _signal: CancellationToken,
    ) -> BoxFuture<'static, Result<Answer, HostError>> {
        assert_eq!((handle, method), (7, "execute"));
        assert_eq!(
            args,
            [json!({"city": "Bern"}), json!({"toolCallId": "call-1"})]
        );
        Box::pin(std::future::ready(self.answer.clone().map(Answer::from)))
    }

    fn notify(&self, _handle: u32, _args: Vec<Value>) {}

    fn fetch(&self, _handle: u32) -> Arc<dyn Fetch> {
        unreachable!("no test fetches")
    }

    fn bytes(&self, index: u32) -> Option<Bytes> {
        (index == 0).then(|| Bytes::from_static(b"checkpoint"))
    }
}

pub(crate) fn decode<T: Decode>(root: &str, value: Value) -> Result<T, FxError> {
    let host: Arc<dyn HostLink> = Arc::new(Host {
        answer: Ok(Value::Null),
    });
    T::decode(Input::new(&value, &Path::Root(root), &host))
}

pub(crate) fn options(value: Value) -> Result<AgentOptions, FxError> {
    decode("options", value)
}

#[track_caller]
pub(crate) fn refused<T>(result: Result<T, FxError>, code: ErrorCode, message: &str) {
    let error = result.err().expect("it is refused");
    assert_eq!((error.code, error.message.as_str()), (code, message));
}

#[track_caller]
pub(crate) fn invalid_options(value: Value, message: &str) {
    refused(options(value), ErrorCode::InvalidArgument, message);
}

/// A tool of the host as bindings describe it.
pub(crate) fn tool(name: &str) -> Value {
    json!({"$fx": "object", "id": 7, "members": {
        "name": name,
        "description": "The weather.",
        "inputSchema": {"type": "object"},
        "execute": {"$fx": "function"},
    }})
}

pub(crate) fn without(mut tool: Value, member: &str) -> Value {
    tool["members"].as_object_mut().unwrap().remove(member);
    tool
}

pub(crate) fn with(mut tool: Value, member: &str, value: Value) -> Value {
    tool["members"][member] = value;
    tool
}
