//! The kinds of content that servers send, and what of each can be passed on.

use libfx_wire::mcp::{
    AudioContent, EmbeddedResource, ImageContent, ResourceContents, ResourceLink, TextContent,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The longest name of a server that a notice repeats, in characters.
const MAX_NAMED_CHARS: usize = 256;

/// An item of content.
#[derive(Debug, PartialEq)]
pub(super) enum Content {
    Text(String),
    Image(Image),
    /// A notice in place of what cannot be passed on.
    Omitted(String),
}

/// A file that says of itself that it is an image.
#[derive(Debug, PartialEq)]
pub(super) struct Image {
    pub(super) mime_type: String,
    /// In base64.
    pub(super) data: String,
}

impl Content {
    /// Reads an item of a tool's result or of a prompt's message.
    pub(super) fn of(item: Value) -> Self {
        let kind = item.get("type").and_then(Value::as_str).map(str::to_owned);
        let read = match kind.as_deref() {
            Some("text") => read(item).map(text),
            Some("image") => read(item).map(image),
            Some("audio") => read(item).map(audio),
            Some("resource") => read(item).map(embedded),
            Some("resource_link") => read(item).map(link),
            Some(unknown) => Some(omitted("Content", "its kind is not known", [unknown])),
            None => None,
        };
        read.unwrap_or_else(malformed)
    }

    /// Reads an item of a resource's contents.
    pub(super) fn of_resource(item: Value) -> Self {
        read(item).map_or_else(malformed, resource)
    }
}

/// A notice that something is missing, why, and what it was.
pub(super) fn omitted<'a>(
    what: &str,
    why: &str,
    named: impl IntoIterator<Item = &'a str>,
) -> Content {
    let named: Vec<String> = named.into_iter().map(cut).collect();
    let named = match named.is_empty() {
        true => String::new(),
        false => format!(": {}", named.join(", ")),
    };
    Content::Omitted(format!("[{what} was omitted, since {why}{named}]"))
}

fn malformed() -> Content {
    omitted("Content", "it is not in the form of the protocol", [])
}

fn read<T: DeserializeOwned>(item: Value) -> Option<T> {
    serde_json::from_value(item).ok()
}

fn text(content: TextContent) -> Content {
    Content::Text(content.text)
}

fn image(content: ImageContent) -> Content {
    Content::Image(Image {
        mime_type: media_type(&content.mime_type),
        data: content.data,
    })
}

fn audio(content: AudioContent) -> Content {
    omitted(
        "Audio",
        "it cannot be passed on",
        content.mime_type.as_deref(),
    )
}

fn link(link: ResourceLink) -> Content {
    let name = link.name.filter(|name| !name.is_empty());
    let name = name.as_deref().unwrap_or("Resource");
    Content::Text(format!("{name}: {}", link.uri))
}

fn embedded(content: EmbeddedResource) -> Content {
    resource(content.resource)
}

fn resource(contents: ResourceContents) -> Content {
    if let Some(text) = contents.text {
        return Content::Text(text);
    }
    let mime_type = contents.mime_type.as_deref().map(media_type);
    match (contents.blob, mime_type) {
        (Some(data), Some(mime_type)) if mime_type.starts_with("image/") => {
            Content::Image(Image { mime_type, data })
        }
        (_, mime_type) => omitted(
            "A resource",
            "it is neither a text nor an image",
            contents
                .uri
                .as_deref()
                .into_iter()
                .chain(mime_type.as_deref()),
        ),
    }
}

/// The media type in its usual spelling, without parameters.
fn media_type(spelling: &str) -> String {
    let essence = spelling.split(';').next().unwrap_or_default();
    match essence.trim().to_ascii_lowercase().as_str() {
        "image/jpg" => "image/jpeg".to_owned(),
        usual => usual.to_owned(),
    }
}

fn cut(name: &str) -> String {
    match name.char_indices().nth(MAX_NAMED_CHARS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(text: &str) -> Content {
        Content::Text(text.to_owned())
    }

    fn notice(text: &str) -> Content {
        Content::Omitted(text.to_owned())
    }

    #[test]
    fn text_and_links_are_text() {
        for (item, text) in [
            (json!({"type": "text", "text": "hello"}), "hello"),
            (
                json!({"type": "resource", "resource": {"uri": "a:b", "text": "inside"}}),
                "inside",
            ),
            (
                json!({"type": "resource_link", "uri": "a:b", "name": "notes"}),
                "notes: a:b",
            ),
            (
                json!({"type": "resource_link", "uri": "a:b"}),
                "Resource: a:b",
            ),
            (
                json!({"type": "resource_link", "uri": "a:b", "name": ""}),
                "Resource: a:b",
            ),
        ] {
            assert_eq!(Content::of(item), said(text));
        }
    }

    #[test]
    fn images_are_found_in_resources_too_and_media_types_are_spelt_as_usual() {
        let image = |mime_type: &str| {
            Content::Image(Image {
                mime_type: mime_type.to_owned(),
                data: "AAAA".to_owned(),
            })
        };
        for (mime_type, usual) in [
            ("image/png", "image/png"),
            ("IMAGE/PNG", "image/png"),
            ("image/jpg; q=1", "image/jpeg"),
            ("image/svg+xml", "image/svg+xml"),
        ] {
            let direct = json!({"type": "image", "mimeType": mime_type, "data": "AAAA"});
            assert_eq!(Content::of(direct), image(usual));
            let inside = json!({"uri": "a:b", "mimeType": mime_type, "blob": "AAAA"});
            let embedded = json!({"type": "resource", "resource": inside.clone()});
            assert_eq!(Content::of(embedded), image(usual));
            assert_eq!(Content::of_resource(inside), image(usual));
        }
    }

    #[test]
    fn what_cannot_be_passed_on_leaves_a_notice() {
        for (item, text) in [
            (
                json!({"type": "audio", "mimeType": "audio/wav", "data": "AAAA"}),
                "[Audio was omitted, since it cannot be passed on: audio/wav]",
            ),
            (
                json!({"type": "audio"}),
                "[Audio was omitted, since it cannot be passed on]",
            ),
            (
                json!({"type": "resource", "resource": {"uri": "a:b", "mimeType": "application/pdf", "blob": "AAAA"}}),
                "[A resource was omitted, since it is neither a text nor an image: a:b, application/pdf]",
            ),
            (
                json!({"type": "hologram", "data": 3}),
                "[Content was omitted, since its kind is not known: hologram]",
            ),
        ] {
            assert_eq!(Content::of(item), notice(text));
        }
    }

    #[test]
    fn malformed_content_leaves_a_notice_and_costs_only_itself() {
        for item in [
            json!(null),
            json!("text"),
            json!([]),
            json!({}),
            json!({"type": 3}),
            json!({"type": "text"}),
            json!({"type": "text", "text": 7}),
            json!({"type": "image", "data": "AAAA"}),
            json!({"type": "resource"}),
            json!({"type": "resource", "resource": "a:b"}),
            json!({"type": "resource_link", "name": "notes"}),
        ] {
            assert_eq!(
                Content::of(item.clone()),
                notice("[Content was omitted, since it is not in the form of the protocol]"),
                "{item}"
            );
        }
    }

    #[test]
    fn a_notice_stays_short() {
        let Content::Omitted(text) = Content::of(json!({"type": "x".repeat(10_000)})) else {
            panic!("its kind is not known");
        };
        assert!(text.len() < 400 && text.ends_with("x…]"), "{text}");
    }
}
