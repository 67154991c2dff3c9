//! The reply: one chunk an event, `[DONE]` at the end.

use libfx_api::FxError;
use libfx_wire::chat_completions_stream as wire;
use serde_json::Value;

use super::calls::CallDrafts;
use super::reasoning::ReasoningDraft;
use crate::gateway::http_error::{reported, stream_error};
use crate::gateway::reply::{BlockKind, FinishReason, ReplyBuilder};
use crate::gateway::{ReplyPart, usage};
use crate::json;

/// What must be remembered between chunks beside the reply itself.
#[derive(Debug, Default)]
pub(in crate::gateway) struct ChatStream {
    calls: CallDrafts,
    reasoning: ReasoningDraft,
    /// The model has stopped; usage may still follow.
    stopped: Option<FinishReason>,
}

impl ChatStream {
    /// Takes one event's data into `reply` and hands on what can be shown.
    pub(in crate::gateway) fn decode(
        &mut self,
        data: &[u8],
        reply: &mut ReplyBuilder,
        on: &mut impl FnMut(ReplyPart),
    ) -> Result<(), FxError> {
        let chunk: wire::ChatChunk = json::parse(data).map_err(|error| {
            FxError::gateway_stream(format!(
                "the reply holds a chunk that cannot be read ({}); prompt again",
                json::fault(&error)
            ))
        })?;
        if let Some(error) = chunk.error {
            return Err(stream_error(&error));
        }
        if chunk.choices.is_none() && chunk.usage.is_none() {
            // Nothing of a reply: what servers that put no `error` around it report would pass for an empty one.
            let value = json::parse(data).unwrap_or_default();
            reported(&value).map_or(Ok(()), Err)?;
        }
        note_meta(&chunk, reply);
        for choice in chunk.choices.into_iter().flatten() {
            let is_first = choice.index.as_ref().is_none_or(|index| *index == 0);
            if is_first {
                self.choice(choice, reply, on)?;
            }
        }
        let reported = [
            chunk.usage,
            chunk
                .x_groq
                .and_then(|mut groq| groq.get_mut("usage").map(Value::take)),
        ]
        .into_iter()
        .flatten()
        .find(Value::is_object);
        if let Some(reported) = reported {
            reply.usage = usage::from_chat_completions(&reported);
            // Nothing that matters follows, and some servers keep the connection open.
            self.end(reply, on);
        }
        Ok(())
    }

    /// Whether the server has said why the model stopped.
    pub(in crate::gateway) fn has_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// `[DONE]`: complete, even if the server never said why the model stopped.
    pub(in crate::gateway) fn done(
        &mut self,
        reply: &mut ReplyBuilder,
        on: &mut impl FnMut(ReplyPart),
    ) {
        self.stopped.get_or_insert(FinishReason::Other);
        self.end(reply, on);
    }

    /// The end of the body, or of what is of interest: complete if the model has stopped.
    pub(in crate::gateway) fn end(
        &mut self,
        reply: &mut ReplyBuilder,
        on: &mut impl FnMut(ReplyPart),
    ) {
        let Some(reason) = self.stopped else {
            return;
        };
        if let Some(provider) = self.reasoning.provider() {
            let kind = BlockKind::Reasoning;
            reply.extend_block(kind, "", String::new(), Some(provider), on);
        }
        self.calls.finish(reply);
        reply.finish(reason);
    }

    fn choice(
        &mut self,
        choice: wire::Choice,
        reply: &mut ReplyBuilder,
        on: &mut impl FnMut(ReplyPart),
    ) -> Result<(), FxError> {
        if let Some(error) = choice.error {
            return Err(stream_error(&error));
        }
        if let Some(delta) = choice.delta {
            self.delta(delta, reply, on);
        }
        if let Some(word) = choice.finish_reason.filter(|word| !word.is_empty()) {
            self.stopped = Some(FinishReason::from_word(&word));
        }
        Ok(())
    }

    fn delta(
        &mut self,
        mut delta: wire::Delta,
        reply: &mut ReplyBuilder,
        on: &mut impl FnMut(ReplyPart),
    ) {
        let mut say = |kind, text: String| {
            if !text.is_empty() {
                reply.extend_block(kind, "", text, None, on);
            }
        };
        say(BlockKind::Reasoning, self.reasoning.take(&mut delta));
        for (kind, text) in content(delta.content)
            .into_iter()
            .chain(content(delta.refusal))
        {
            say(kind, text);
        }
        for piece in delta.tool_calls.into_iter().flatten() {
            self.calls.add(piece);
        }
    }
}

/// Text, or parts that tell text and thinking apart.
fn content(value: Option<Value>) -> Vec<(BlockKind, String)> {
    match value {
        Some(Value::String(text)) => vec![(BlockKind::Text, text)],
        Some(Value::Array(parts)) => parts
            .iter()
            .map(|part| match &part["thinking"] {
                Value::Array(pieces) => {
                    let texts = pieces.iter().filter_map(|piece| piece["text"].as_str());
                    (BlockKind::Reasoning, texts.collect())
                }
                _ => {
                    let text = part["text"].as_str().unwrap_or_default();
                    (BlockKind::Text, text.to_owned())
                }
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn note_meta(chunk: &wire::ChatChunk, reply: &mut ReplyBuilder) {
    let meta = &mut reply.meta;
    for (known, told) in [
        (
            &mut meta.generation_id,
            chunk.generation_id.as_ref().or(chunk.id.as_ref()),
        ),
        (&mut meta.model, chunk.model.as_ref()),
        (&mut meta.provider, chunk.provider.as_ref()),
    ] {
        if known.is_none() {
            *known = told.and_then(Value::as_str).map(str::to_owned);
        }
    }
}

#[cfg(test)]
mod tests;
