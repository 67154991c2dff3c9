//! A conversation ⇄ the payload's JSON types.

use libfx_api::Usage;
use libfx_wire::checkpoint as wire;

use crate::conversation::{
    AssistantMessage, AssistantPart, Conversation, Image, ResultOutput, Step, Turn, UserPart,
};

/// The largest count that every language holds exactly.
const MAX_COUNT: u64 = (1 << 53) - 1;

pub(super) fn of(conversation: &Conversation) -> wire::CheckpointPayload {
    wire::CheckpointPayload {
        turns: conversation.turns().iter().map(turn).collect(),
        usage: usage(conversation.usage()),
    }
}

pub(super) fn into_conversation(payload: wire::CheckpointPayload) -> Result<Conversation, String> {
    let turns = payload.turns.into_iter().map(into_turn).collect();
    Conversation::restore(turns, into_usage(&payload.usage)?)
}

fn turn(turn: &Turn) -> wire::Turn {
    wire::Turn {
        user: turn.user.iter().cloned().map(user_part).collect(),
        steps: turn.steps.iter().map(step).collect(),
        aborted: turn.aborted,
    }
}

fn into_turn(turn: wire::Turn) -> Turn {
    Turn {
        user: turn.user.into_iter().map(into_user_part).collect(),
        steps: turn.steps.into_iter().map(into_step).collect(),
        aborted: turn.aborted,
    }
}

fn user_part(part: UserPart) -> wire::UserPart {
    match part {
        UserPart::Text(text) => wire::UserPart::Text { text },
        UserPart::Resource { uri, text } => wire::UserPart::Resource { uri, text },
    }
}

fn into_user_part(part: wire::UserPart) -> UserPart {
    match part {
        wire::UserPart::Text { text } => UserPart::Text(text),
        wire::UserPart::Resource { uri, text } => UserPart::Resource { uri, text },
    }
}

fn step(step: &Step) -> wire::Step {
    wire::Step {
        reply: step.reply.parts.iter().cloned().map(reply_part).collect(),
        results: step.results.iter().cloned().map(result).collect(),
    }
}

fn into_step(step: wire::Step) -> Step {
    let parts = step.reply.into_iter().map(into_reply_part).collect();
    Step {
        reply: AssistantMessage { parts },
        results: step.results.into_iter().map(into_result).collect(),
    }
}

/// The variants of the two types have the same names and fields.
macro_rules! same_variants {
    ($value:expr, $from:path => $to:path { $($variant:ident { $($field:ident),+ })+ }) => {{
        use $from as From;
        use $to as To;
        match $value {
            $(From::$variant { $($field),+ } => To::$variant { $($field),+ },)+
        }
    }};
}

fn reply_part(part: AssistantPart) -> wire::ReplyPart {
    same_variants!(part, AssistantPart => wire::ReplyPart {
        Text { text, provider }
        Reasoning { text, provider }
        ToolCall { id, name, input, provider }
        ProviderCall { id, name, input, provider }
        ProviderResult { id, name, output, failed, provider }
    })
}

fn into_reply_part(part: wire::ReplyPart) -> AssistantPart {
    same_variants!(part, wire::ReplyPart => AssistantPart {
        Text { text, provider }
        Reasoning { text, provider }
        ToolCall { id, name, input, provider }
        ProviderCall { id, name, input, provider }
        ProviderResult { id, name, output, failed, provider }
    })
}

fn result(output: ResultOutput) -> wire::ResultOutput {
    match output {
        ResultOutput::Text(text) => wire::ResultOutput::Text { text },
        ResultOutput::ErrorText(text) => wire::ResultOutput::ErrorText { text },
        ResultOutput::Content { text, images } => wire::ResultOutput::Content {
            text,
            images: images.into_iter().map(image).collect(),
        },
    }
}

fn into_result(output: wire::ResultOutput) -> ResultOutput {
    match output {
        wire::ResultOutput::Text { text } => ResultOutput::Text(text),
        wire::ResultOutput::ErrorText { text } => ResultOutput::ErrorText(text),
        wire::ResultOutput::Content { text, images } => ResultOutput::Content {
            text,
            images: images.into_iter().map(into_image).collect(),
        },
    }
}

fn image(image: Image) -> wire::Image {
    wire::Image {
        media_type: image.mime_type,
        data: image.data,
    }
}

fn into_image(image: wire::Image) -> Image {
    Image {
        mime_type: image.media_type,
        data: image.data,
    }
}

fn usage(usage: &Usage) -> wire::Usage {
    wire::Usage {
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        cache_read_tokens: usage.cache_read_tokens,
        cache_write_tokens: usage.cache_write_tokens,
        reasoning_tokens: usage.reasoning_tokens,
    }
}

fn into_usage(usage: &wire::Usage) -> Result<Usage, String> {
    let mut counts = Usage::default();
    for (count, saved) in [
        (&mut counts.input_tokens, usage.input_tokens),
        (&mut counts.output_tokens, usage.output_tokens),
        (&mut counts.cache_read_tokens, usage.cache_read_tokens),
        (&mut counts.cache_write_tokens, usage.cache_write_tokens),
        (&mut counts.reasoning_tokens, usage.reasoning_tokens),
    ] {
        if saved.is_some_and(|saved| saved > MAX_COUNT) {
            return Err(format!("usage: a count beyond {MAX_COUNT}"));
        }
        *count = saved;
    }
    Ok(counts)
}
