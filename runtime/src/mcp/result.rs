//! From the result of a server's tool to the result of an agent's.

use libfx_api::limits::{MAX_TOOL_IMAGE_BYTES, MAX_TOOL_IMAGES, MAX_TOOL_RESULT_BYTES};
use libfx_api::support::JsonObject;
use libfx_api::{FxError, ToolImage, ToolOutput};
use libfx_wire::mcp::CallResult;
use serde_json::Value;

use super::answer;
use super::content::{Content, Image, omitted};
use crate::tools::{IMAGE_TYPES, is_base64};

/// The longest text that is compared with a structured result by its meaning.
const MAX_COMPARED_BYTES: usize = 1024 * 1024;

/// What the model reads of a failure that says nothing.
const NO_MESSAGE: &str = "the tool failed and gave no message";

/// The result that an agent takes. What breaks its limits on images is replaced by a notice; a text that is too long is
/// the agent's to refuse.
///
/// # Errors
/// `mcpFailed`: the answer is not a result.
pub(super) fn output(answer: JsonObject) -> Result<ToolOutput, FxError> {
    let result: CallResult = answer::read("callTool", "the answer", answer)?;
    let content = result.content.unwrap_or_default();
    let structured = result.structured_content;
    let structured = structured.filter(|structured| !wraps(structured, &content));
    let mut collected = Collected::default();
    for item in content {
        collected.add(Content::of(item));
    }
    if let Some(structured) = structured {
        collected.add_structured(&structured);
    }
    Ok(collected.finish(result.is_error.unwrap_or(false)))
}

/// Whether the structured result is an object that has nothing but the content in it: all of it, or the text of its one
/// item. Servers make it of results that have no fields, and a picture would go to the model as text once more.
fn wraps(structured: &Value, content: &[Value]) -> bool {
    let mut members = structured.as_object().into_iter().flatten();
    match (members.next(), members.next()) {
        (Some((_, Value::Array(items))), None) => items == content,
        (Some((_, Value::String(text))), None) => {
            matches!(content, [item] if item["type"] == "text" && item["text"] == text.as_str())
        }
        _ => false,
    }
}

/// The content of a result, in order, images apart.
#[derive(Default)]
struct Collected {
    texts: Vec<String>,
    images: Vec<ToolImage>,
    image_bytes: usize,
}

impl Collected {
    fn add(&mut self, content: Content) {
        match content {
            Content::Text(text) | Content::Omitted(text) => self.texts.push(text),
            Content::Image(image) => self.add_image(image),
        }
    }

    fn add_image(&mut self, mut image: Image) {
        // Lines of 76 characters are valid base64 in mails, and some servers encode that way.
        image.data.retain(|letter| !letter.is_ascii_whitespace());
        match self.fault(&image) {
            None => {
                self.image_bytes += image.data.len();
                self.images.push(ToolImage::Image {
                    mime_type: image.mime_type,
                    data: image.data,
                });
            }
            Some(why) => self.add(omitted("An image", &why, [image.mime_type.as_str()])),
        }
    }

    /// Why an agent would refuse the image.
    fn fault(&self, image: &Image) -> Option<String> {
        let bytes = image.data.len();
        if !IMAGE_TYPES.contains(&image.mime_type.as_str()) {
            return Some(format!("models take only {}", IMAGE_TYPES.join(", ")));
        }
        if self.images.len() as u64 >= MAX_TOOL_IMAGES {
            return Some(format!("a result has at most {MAX_TOOL_IMAGES} images"));
        }
        if bytes as u64 > MAX_TOOL_IMAGE_BYTES {
            return Some(format!(
                "it has {bytes} bytes of base64, more than {MAX_TOOL_IMAGE_BYTES}"
            ));
        }
        if (self.image_bytes + bytes) as u64 > MAX_TOOL_RESULT_BYTES {
            return Some(format!(
                "a result has at most {MAX_TOOL_RESULT_BYTES} bytes"
            ));
        }
        if !is_base64(&image.data) {
            return Some("its data is not base64".to_owned());
        }
        None
    }

    /// Adds what the content does not say already. Many servers repeat the structured result as text, each in its own
    /// layout.
    fn add_structured(&mut self, structured: &Value) {
        let json = structured.to_string();
        let says_the_same = |text: &String| *text == json || means(text, structured);
        if !self.texts.iter().any(says_the_same) {
            self.texts.push(json);
        }
    }

    fn finish(self, is_error: bool) -> ToolOutput {
        let mut text = self.texts.join("\n");
        if !is_error && self.images.is_empty() {
            return ToolOutput::Otherwise(Value::String(text));
        }
        if is_error && self.images.is_empty() && text.is_empty() {
            text = NO_MESSAGE.to_owned();
        }
        ToolOutput::Rich {
            text,
            images: self.images,
            is_error: is_error.then_some(true),
        }
    }
}

/// Whether the text is JSON of this value. A long one is not read: as values it would take many times its length.
fn means(text: &str, value: &Value) -> bool {
    text.len() <= MAX_COMPARED_BYTES
        && serde_json::from_str::<Value>(text).is_ok_and(|meant| meant == *value)
}
