//! The Gateway: what is sent to it and what its answers mean. Bytes in, parts out; nothing here does I/O or tells time.
//!
//! One folder a protocol; [`encode`] and [`ReplyDecoder`] choose by the endpoint's. What protocols share stands beside
//! them: the event stream ([`sse`]), the reply as it is put together ([`reply`]), usage, and failures over HTTP.

mod call_input;
mod catalogue;
mod chat_completions;
mod endpoint;
mod halves;
mod http_error;
mod language_model;
mod reply;
pub(crate) mod sse;
mod usage;

use std::ops::ControlFlow;

use libfx_api::FxError;
use libfx_api::support::{HttpRequest, JsonObject};
use secrecy::SecretString;
use serde::de::IgnoredAny;

pub(crate) use call_input::CallInput;
pub(crate) use catalogue::{ModelFacts, Models, catalogue, catalogue_request, sorted_ids};
#[cfg(feature = "terminal")]
pub(crate) use endpoint::UrlParts;
pub(crate) use endpoint::{Endpoint, Protocol};
pub(crate) use http_error::{http_error, redacted, request_id, without_secret};
pub(crate) use reply::{FinishReason, Reply, ToolCall};
pub(crate) use usage::add_usage;

use crate::conversation::RequestMessage;
use chat_completions::ChatStream;
use halves::Halves;
use reply::ReplyBuilder;
use sse::SseParser;

/// How libfx names itself to servers.
pub(crate) const USER_AGENT: &str = concat!("libfx/", env!("CARGO_PKG_VERSION"));

/// Everything that one request is made from.
pub(crate) struct ModelCall<'a> {
    pub(crate) endpoint: &'a Endpoint,
    pub(crate) api_key: &'a SecretString,
    pub(crate) model: &'a str,
    /// Random, the same for all requests of an agent.
    pub(crate) session_id: &'a str,
    pub(crate) instructions: Option<&'a str>,
    pub(crate) tools: &'a [ToolSpec],
    pub(crate) messages: Vec<RequestMessage<'a>>,
}

/// What the model is told of a tool.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ToolSpec {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) input_schema: JsonObject,
}

/// What can be shown while a reply arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReplyPart {
    TextDelta(String),
    ReasoningDelta(String),
}

/// Writes the request of a model call.
pub(crate) fn encode(call: &ModelCall<'_>) -> HttpRequest {
    match call.endpoint.protocol() {
        Protocol::LanguageModel(specification) => language_model::encode(call, specification),
        Protocol::ChatCompletions => chat_completions::encode(call),
    }
}

/// Reads one reply as its bytes arrive.
#[derive(Debug)]
pub(crate) struct ReplyDecoder {
    sse: SseParser,
    events: Events,
    /// How the body begins, as long as it may be something else than an event stream.
    opening: Vec<u8>,
}

/// How much of a body that is no event stream is looked at.
const MAX_OPENING_BYTES: usize = 64 * 1024;

/// The decoder of events: everything but their framing.
#[derive(Debug)]
struct Events {
    halves: Halves,
    codec: Codec,
    reply: ReplyBuilder,
    count: u64,
}

#[derive(Debug)]
enum Codec {
    LanguageModel,
    ChatCompletions(ChatStream),
}

impl ReplyDecoder {
    pub(crate) fn new(protocol: Protocol) -> Self {
        ReplyDecoder {
            sse: SseParser::default(),
            events: Events {
                halves: Halves::default(),
                codec: match protocol {
                    Protocol::LanguageModel(_) => Codec::LanguageModel,
                    Protocol::ChatCompletions => Codec::ChatCompletions(ChatStream::default()),
                },
                reply: ReplyBuilder::default(),
                count: 0,
            },
            opening: Vec::new(),
        }
    }

    /// Takes the next bytes of the body and hands on what can be shown. After the reply has finished, bytes are ignored.
    ///
    /// # Errors
    /// `gatewayStream`: the reply is malformed or too large, or the provider reports a failure in it.
    pub(crate) fn feed(
        &mut self,
        chunk: &[u8],
        on: &mut impl FnMut(ReplyPart),
    ) -> Result<(), FxError> {
        if self.is_finished() {
            return Ok(());
        }
        let events = &mut self.events;
        self.sse.feed(chunk, &mut |data| events.take(data, on))?;
        if !self.sse.is_event_stream() {
            let room = MAX_OPENING_BYTES - self.opening.len();
            self.opening
                .extend_from_slice(&chunk[..chunk.len().min(room)]);
        }
        Ok(())
    }

    /// Ends the body.
    ///
    /// # Errors
    /// `gatewayStream`: the reply has not finished.
    pub(crate) fn end(&mut self, on: &mut impl FnMut(ReplyPart)) -> Result<(), FxError> {
        if self.is_finished() {
            return Ok(());
        }
        let events = &mut self.events;
        // What stands at the end without its empty line is an event if it is whole, and otherwise the sign of a cut.
        let mut whole = true;
        let last = self.sse.end(&mut |data| {
            whole = serde_json::from_slice::<IgnoredAny>(data).is_ok();
            events.take(data, on)
        });
        let last = last.and_then(|()| events.end(on));
        if self.is_finished() {
            return Ok(());
        }
        match last {
            Err(error) if whole => Err(error),
            Ok(()) if !self.sse.is_event_stream() => Err(self.something_else()),
            _ => Err(FxError::gateway_stream(
                "the reply broke off before the model had finished; prompt again",
            )),
        }
    }

    /// The error for a body that is no event stream: what it says if it is a report of one, as some servers answer with
    /// a status of 200.
    fn something_else(&self) -> FxError {
        let body = serde_json::from_slice(&self.opening).unwrap_or_default();
        http_error::reported(&body).unwrap_or_else(|| {
            FxError::gateway_stream(
                "the answer is not an event stream; check that `options.gatewayChatUrl` speaks the protocol of its path",
            )
        })
    }

    /// Whether the reply is complete: the rest of the body is of no interest.
    pub(crate) fn is_finished(&self) -> bool {
        self.events.reply.is_finished()
    }

    /// Whether the model has said that it stopped, although more may belong to the reply.
    pub(crate) fn has_stopped(&self) -> bool {
        match &self.events.codec {
            Codec::LanguageModel => self.is_finished(),
            Codec::ChatCompletions(stream) => stream.has_stopped(),
        }
    }

    /// How many events of the model have arrived; keep-alive traffic does not count.
    pub(crate) fn events(&self) -> u64 {
        self.events.count
    }

    /// The reply, or of an unfinished one what was said so far, without its calls.
    pub(crate) fn into_reply(self) -> Reply {
        self.events.reply.into_reply()
    }
}

impl Events {
    fn take(
        &mut self,
        data: &[u8],
        on: &mut impl FnMut(ReplyPart),
    ) -> Result<ControlFlow<()>, FxError> {
        let data = data.trim_ascii();
        if !data.is_empty() {
            for data in self.halves.join(data).into_iter().flatten() {
                // What follows the end is of no interest, even if it came as one with it.
                if !self.reply.is_finished() {
                    self.read(&data, on)?;
                }
            }
        }
        Ok(match self.reply.is_finished() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    fn read(&mut self, data: &[u8], on: &mut impl FnMut(ReplyPart)) -> Result<(), FxError> {
        match (&mut self.codec, data) {
            // Only framing here: the reply says itself when it is finished.
            (Codec::LanguageModel, b"[DONE]") => {}
            (Codec::ChatCompletions(stream), b"[DONE]") => stream.done(&mut self.reply, on),
            (codec, data) => {
                self.count += 1;
                match codec {
                    Codec::LanguageModel => language_model::decode(data, &mut self.reply, on)?,
                    Codec::ChatCompletions(stream) => stream.decode(data, &mut self.reply, on)?,
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, on: &mut impl FnMut(ReplyPart)) -> Result<(), FxError> {
        if let Some(data) = self.halves.end() {
            self.read(&data, on)?;
        }
        match &mut self.codec {
            Codec::LanguageModel => {}
            Codec::ChatCompletions(stream) => stream.end(&mut self.reply, on),
        }
        Ok(())
    }
}
