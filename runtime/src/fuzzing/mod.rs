//! What must hold whatever bytes come in: one function a reader of foreign bytes, each panics when something does not.
//!
//! These are the properties that `tests/fuzz` searches for counterexamples of. They stand here because what they check is
//! private to the crate; outside the feature `fuzzing` they do not exist, and nothing here is part of the API.

mod catalogue;
mod checkpoint;
mod cuts;
mod endpoint;
mod history;
mod http_error;
mod reply;
mod secret;
mod sse;
#[cfg(feature = "terminal")]
mod terminal;

use libfx_api::support::HttpRequest;

use crate::gateway::Endpoint;
#[cfg(feature = "terminal")]
pub use terminal::{login, markdown, terminal_input, terminal_session};

/// Takes the requests that follow from what was read, to judge them as a server would.
pub type OnRequest<'a> = &'a mut dyn FnMut(&HttpRequest);

/// The key of the agent. Whoever mutates input may plant it: no error may repeat it.
pub const API_KEY: &str = "fx-key-0123456789abcdef";

/// An event stream.
pub fn sse(body: &[u8]) {
    sse::check(body);
}

/// A reply of the language-model protocol.
pub fn language_model_reply(body: &[u8], on: OnRequest<'_>) {
    reply::check(LANGUAGE_MODEL, body, on);
}

/// A reply of the chat-completions protocol.
pub fn chat_completions_reply(body: &[u8], on: OnRequest<'_>) {
    reply::check(CHAT_COMPLETIONS, body, on);
}

/// A checkpoint, or a payload that is sealed into one.
pub fn checkpoint(bytes: &[u8], on: OnRequest<'_>) {
    checkpoint::check(bytes, on);
}

/// A destination of model requests.
pub fn endpoint(url: &str) {
    endpoint::check(url);
}

/// A failed answer: headers, an empty line, the body.
pub fn http_error(answer: &[u8]) {
    http_error::check(answer);
}

/// A catalogue of models.
pub fn catalogue(body: &[u8]) {
    catalogue::check(body);
}

/// The payloads of checkpoints of conversations in which these bodies were replies, if they are: something to begin with.
pub fn payload_of_reply(body: &[u8]) -> Option<Vec<u8>> {
    [LANGUAGE_MODEL, CHAT_COMPLETIONS]
        .into_iter()
        .find_map(|address| checkpoint::payload(&reply::conversation(address, body)?))
}

const LANGUAGE_MODEL: &str = "https://ai-gateway.vercel.sh/v4/ai/language-model";
const LANGUAGE_MODEL_V3: &str = "https://ai-gateway.vercel.sh/v3/ai/language-model";
const CHAT_COMPLETIONS: &str = "https://ai-gateway.vercel.sh/v1/chat/completions";

fn endpoint_at(address: &str) -> Endpoint {
    Endpoint::parse(Some(address)).expect("an address of the Gateway")
}
