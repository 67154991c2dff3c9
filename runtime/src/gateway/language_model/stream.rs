//! The reply: one JSON part an event.

use std::borrow::Cow;

use libfx_api::FxError;
use libfx_wire::language_model_stream as wire;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::gateway::http_error::stream_error;
use crate::gateway::reply::{BlockKind, FinishReason, ReplyBuilder};
use crate::gateway::{CallInput, ReplyPart, usage};
use crate::json;

/// All that is read of a part before its type is known.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Cow<'a, str>,
}

/// Takes one event's data into `reply` and hands on what can be shown.
pub(in crate::gateway) fn decode(
    data: &[u8],
    reply: &mut ReplyBuilder,
    on: &mut impl FnMut(ReplyPart),
) -> Result<(), FxError> {
    let head: Head<'_> =
        serde_json::from_slice(data).map_err(|error| malformed("an event", &error))?;
    match &*head.kind {
        "text-start" => start(BlockKind::Text, part(data, &head)?, reply),
        "text-delta" => delta(BlockKind::Text, part(data, &head)?, reply, on),
        "text-end" => end(BlockKind::Text, part(data, &head)?, reply),
        "reasoning-start" => start(BlockKind::Reasoning, part(data, &head)?, reply),
        "reasoning-delta" => delta(BlockKind::Reasoning, part(data, &head)?, reply, on),
        "reasoning-end" => end(BlockKind::Reasoning, part(data, &head)?, reply),
        "tool-input-start" => {
            let wire::ToolInputStart {
                id,
                tool_name,
                provider_executed,
                provider_metadata,
            } = part(data, &head)?;
            let of_provider = provider_executed.unwrap_or(false);
            reply.open_input(id, tool_name, of_provider, provider_metadata);
        }
        "tool-input-delta" => {
            let wire::ToolInputDelta { id, delta } = part(data, &head)?;
            reply.extend_input(&id, &delta);
        }
        "tool-call" => call(part(data, &head)?, reply),
        "tool-result" => result(part(data, &head)?, reply),
        "response-metadata" => {
            let wire::ResponseMetadata { model_id, .. } = part(data, &head)?;
            reply.meta.model = model_id.or(reply.meta.model.take());
        }
        "finish" => finish(part(data, &head)?, reply),
        "error" => {
            let wire::ErrorPart { error } = part(data, &head)?;
            return Err(stream_error(&error.unwrap_or_default()));
        }
        // Some servers report a failure as if the stream were a plain answer.
        "" => {
            let wire::ErrorPart { error } = part(data, &head)?;
            return error.map_or(Ok(()), |error| Err(stream_error(&error)));
        }
        _ => {}
    }
    Ok(())
}

fn part<T: DeserializeOwned>(data: &[u8], head: &Head<'_>) -> Result<T, FxError> {
    json::parse(data).map_err(|error| malformed(&format!("a {:?} part", head.kind), &error))
}

fn malformed(what: &str, error: &serde_json::Error) -> FxError {
    FxError::gateway_stream(format!(
        "the reply holds {what} that cannot be read ({}); prompt again",
        json::fault(error)
    ))
}

fn start(kind: BlockKind, part: wire::BlockStart, reply: &mut ReplyBuilder) {
    reply.open_block(kind, part.id.unwrap_or_default(), part.provider_metadata);
}

fn delta(
    kind: BlockKind,
    part: wire::BlockDelta,
    reply: &mut ReplyBuilder,
    on: &mut impl FnMut(ReplyPart),
) {
    let wire::BlockDelta {
        id,
        delta,
        provider_metadata,
    } = part;
    reply.extend_block(
        kind,
        id.as_deref().unwrap_or_default(),
        delta,
        provider_metadata,
        on,
    );
}

fn end(kind: BlockKind, part: wire::BlockEnd, reply: &mut ReplyBuilder) {
    reply.close_block(
        kind,
        part.id.as_deref().unwrap_or_default(),
        part.provider_metadata,
    );
}

fn call(part: wire::ToolCall, reply: &mut ReplyBuilder) {
    let wire::ToolCall {
        tool_call_id,
        tool_name,
        input,
        provider_executed,
        provider_metadata,
    } = part;
    let id = tool_call_id.unwrap_or_default();
    let input = CallInput::from_value(input);
    if provider_executed.unwrap_or(false) {
        reply.add_provider_call(id, tool_name, input, provider_metadata);
    } else {
        reply.add_call(id, tool_name, input, provider_metadata);
    }
}

fn result(part: wire::ToolResult, reply: &mut ReplyBuilder) {
    reply.add_provider_result(
        part.tool_call_id,
        part.tool_name,
        part.result.unwrap_or_default(),
        part.is_error.unwrap_or(false),
        part.provider_metadata,
    );
}

fn finish(part: wire::Finish, reply: &mut ReplyBuilder) {
    let wire::Finish {
        finish_reason,
        usage,
        provider_metadata,
    } = part;
    reply.usage = usage::from_language_model(&usage.unwrap_or_default());
    let gateway = provider_metadata
        .as_ref()
        .and_then(|metadata| metadata.get("gateway"))
        .unwrap_or(&Value::Null);
    let text = |value: &Value| value.as_str().map(str::to_owned);
    reply.meta.generation_id = text(&gateway["generationId"]);
    reply.meta.provider = text(&gateway["routing"]["finalProvider"])
        .or_else(|| text(&gateway["routing"]["resolvedProvider"]));
    reply.finish(reason(&finish_reason.unwrap_or_default()));
}

/// `{unified, raw}`, or the bare word of older versions.
fn reason(value: &Value) -> FinishReason {
    let word = [value, &value["unified"], &value["raw"]]
        .into_iter()
        .find_map(Value::as_str);
    word.map_or(FinishReason::Other, FinishReason::from_word)
}

#[cfg(test)]
mod tests;
