//! Arguments as they cross from a host: decoded or refused by name, and never with a word of the key.

use std::sync::Arc;

use bytes::Bytes;
use libfx::fuzzing::API_KEY;
use libfx_api::support::{
    Answer, BoxFuture, Decode, Fetch, HostError, HostLink, HttpRequest, HttpResponse, Input, Path,
    plain,
};
use libfx_api::{
    AgentOptions, ErrorCode, FxError, ListModelsOptions, PromptInput, PromptOptions, ToolOutput,
};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// No message needs more: of a name 64 characters are quoted, and values nest 128 levels deep.
const MAX_MESSAGE_BYTES: usize = 128 * 64 * 4;

pub(crate) fn check(text: &str) {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else {
        return;
    };
    if value.to_string().contains(API_KEY) {
        // Whoever writes the key elsewhere, as the name of a property, may see it quoted.
        return;
    }
    if let Some(Value::String(key)) = value.get_mut("apiKey") {
        key.insert_str(0, API_KEY);
    }
    let link: Arc<dyn HostLink> = Arc::new(NoHost);
    decode::<AgentOptions>("options", &value, &link);
    decode::<ListModelsOptions>("options", &value, &link);
    decode::<PromptOptions>("options", &value, &link);
    decode::<ToolOutput>("result", &value, &link);
    if let Some(input) = decode::<PromptInput>("input", &value, &link) {
        let written = plain::encode(&input);
        let again = decode::<PromptInput>("input", &written, &link);
        assert_eq!(again, Some(input), "written and read again");
    }
}

fn decode<T: Decode>(name: &'static str, value: &Value, link: &Arc<dyn HostLink>) -> Option<T> {
    let path = Path::Root(name);
    match T::decode(Input::new(value, &path, link)) {
        Ok(decoded) => {
            assert_eq!(decoded.validate(&path), Ok(()), "checked once, right twice");
            Some(decoded)
        }
        Err(error) => {
            check_refusal(name, &error);
            None
        }
    }
}

fn check_refusal(name: &str, error: &FxError) {
    assert!(matches!(
        error.code,
        ErrorCode::InvalidArgument | ErrorCode::LimitExceeded
    ));
    let message = &error.message;
    assert!(message.starts_with(name), "{message}");
    assert!(
        message.len() <= MAX_MESSAGE_BYTES,
        "a message of {} bytes",
        message.len()
    );
    assert!(!message.contains(API_KEY), "the key is in {message:?}");
}

/// A host that has handed over four bytes and answers nothing.
struct NoHost;

impl HostLink for NoHost {
    fn call(
        &self,
        _: u32,
        _: &'static str,
        _: Vec<Value>,
        _: CancellationToken,
    ) -> BoxFuture<'static, Result<Answer, HostError>> {
        Box::pin(async { Ok(Value::Null.into()) })
    }

    fn notify(&self, _: u32, _: Vec<Value>) {}

    fn fetch(&self, _: u32) -> Arc<dyn Fetch> {
        Arc::new(NoHost)
    }

    fn bytes(&self, index: u32) -> Option<Bytes> {
        (index == 0).then(|| Bytes::from_static(b"blob"))
    }
}

impl Fetch for NoHost {
    fn fetch(&self, _: HttpRequest) -> BoxFuture<'static, Result<HttpResponse, FxError>> {
        Box::pin(async { Err(FxError::internal("there is no host")) })
    }
}
