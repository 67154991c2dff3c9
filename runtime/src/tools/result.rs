//! From what a tool returned to what the model and the reader of the turn are told.

use libfx_api::limits::{MAX_TOOL_IMAGE_BYTES, MAX_TOOL_RESULT_BYTES};
use libfx_api::support::{HostError, Path, Validate};
use libfx_api::{ToolImage, ToolOutput};
use serde_json::Value;

use crate::conversation::{Image, ResultOutput};

/// Media types that models accept as images.
pub(crate) const IMAGE_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// How a tool call ended.
pub(crate) struct ToolOutcome {
    /// For the model.
    pub(crate) output: ResultOutput,
    /// For the reader: the available text.
    pub(crate) content: Option<String>,
    pub(crate) is_error: bool,
}

impl ToolOutcome {
    /// What the tool returned or failed with. A result that breaks a limit becomes a failed result that says so.
    pub(crate) fn of(answer: Result<ToolOutput, HostError>) -> Self {
        let outcome = match answer {
            Ok(output) => accept(output),
            Err(error) => Err(error.message),
        };
        outcome.unwrap_or_else(ToolOutcome::failed)
    }

    pub(crate) fn failed(message: impl Into<String>) -> Self {
        let message = cut(message.into());
        ToolOutcome {
            output: ResultOutput::ErrorText(message.clone()),
            content: Some(message),
            is_error: true,
        }
    }

    fn text(text: String) -> Self {
        ToolOutcome {
            output: ResultOutput::Text(text.clone()),
            content: Some(text),
            is_error: false,
        }
    }
}

fn accept(output: ToolOutput) -> Result<ToolOutcome, String> {
    match output {
        ToolOutput::Otherwise(Value::String(text)) => {
            within_limit(text.len())?;
            Ok(ToolOutcome::text(text))
        }
        ToolOutput::Otherwise(value) => {
            let text = value.to_string();
            within_limit(text.len())?;
            Ok(ToolOutcome::text(text))
        }
        rich @ ToolOutput::Rich { .. } => accept_rich(rich),
    }
}

fn accept_rich(output: ToolOutput) -> Result<ToolOutcome, String> {
    output
        .validate(&Path::Root("result"))
        .map_err(|error| error.message)?;
    let ToolOutput::Rich {
        text,
        images,
        is_error,
    } = output
    else {
        unreachable!("the caller has matched the variant");
    };
    let mut size = text.len();
    let mut accepted = Vec::with_capacity(images.len());
    for (at, image) in images.into_iter().enumerate() {
        let ToolImage::Image { mime_type, data } = image;
        check_image(at, &mime_type, &data)?;
        size += data.len() + mime_type.len();
        accepted.push(Image { mime_type, data });
    }
    within_limit(size)?;
    let is_error = is_error.unwrap_or(false);
    Ok(ToolOutcome {
        output: match (accepted.is_empty(), is_error) {
            (true, true) => ResultOutput::ErrorText(text.clone()),
            (true, false) => ResultOutput::Text(text.clone()),
            (false, _) => ResultOutput::Content {
                text: text.clone(),
                images: accepted,
            },
        },
        content: Some(text),
        is_error,
    })
}

fn check_image(at: usize, mime_type: &str, data: &str) -> Result<(), String> {
    if !IMAGE_TYPES.contains(&mime_type) {
        return Err(format!(
            "result.images[{at}].mimeType: expected one of {}, got {mime_type:?}",
            IMAGE_TYPES.map(|kind| format!("{kind:?}")).join(", ")
        ));
    }
    debug_assert!(
        data.len() as u64 <= MAX_TOOL_IMAGE_BYTES,
        "validated before"
    );
    if !is_base64(data) {
        return Err(format!("result.images[{at}].data: expected base64"));
    }
    Ok(())
}

/// Standard alphabet, padded or not; the content is the model's business.
pub(crate) fn is_base64(data: &str) -> bool {
    let body = data.trim_end_matches('=');
    let padding = data.len() - body.len();
    !body.is_empty()
        && padding <= 2
        && (padding == 0 || data.len().is_multiple_of(4))
        && body.len() % 4 != 1
        && body
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/')
}

fn within_limit(bytes: usize) -> Result<(), String> {
    if bytes as u64 <= MAX_TOOL_RESULT_BYTES {
        return Ok(());
    }
    Err(format!(
        "the tool's result has {bytes} bytes, more than the {MAX_TOOL_RESULT_BYTES} that are allowed"
    ))
}

/// A failure's message is for reading: its first 64 KiB say enough.
fn cut(mut message: String) -> String {
    const LONGEST: usize = 64 * 1024;
    if message.len() > LONGEST {
        message.truncate(message.floor_char_boundary(LONGEST));
        message.push('…');
    }
    message
}
