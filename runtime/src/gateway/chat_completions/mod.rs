//! OpenAI's chat completions, streamed: what local servers and many routers speak, each in its own dialect.

mod calls;
mod reasoning;
mod request;
mod stream;

pub(super) use request::encode;
pub(super) use stream::ChatStream;
