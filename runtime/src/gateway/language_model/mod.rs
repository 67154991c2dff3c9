//! The Gateway's own protocol: the AI SDK's language-model call, versions 3 and 4, over server-sent events.

mod request;
mod stream;

pub(super) use request::encode;
pub(super) use stream::decode;
