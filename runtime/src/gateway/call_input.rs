//! The input of a tool call, as a model writes it.

use libfx_api::support::JsonObject;
use serde_json::{Deserializer, Value};

use crate::json;

/// The input of a call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CallInput {
    Json(Value),
    /// The model wrote something else. It is never repaired: a guessed argument is worse than none.
    Malformed {
        text: String,
        error: String,
    },
}

impl CallInput {
    /// From JSON text. Blank text is how models call a tool that takes nothing.
    pub(super) fn from_text(text: &str) -> Self {
        if text.trim().is_empty() {
            return CallInput::Json(Value::Object(JsonObject::new()));
        }
        match json::parse(without_placeholder(text).as_bytes()) {
            Ok(value) => CallInput::Json(value),
            Err(error) => CallInput::Malformed {
                text: text.to_owned(),
                error: error.to_string(),
            },
        }
    }

    /// From a stream part's `input`: JSON text, the value itself, or nothing at all.
    pub(super) fn from_value(value: Option<Value>) -> Self {
        match value {
            None => CallInput::from_text(""),
            Some(Value::String(text)) => CallInput::from_text(&text),
            Some(value) => CallInput::Json(value),
        }
    }

    /// For showing: what the model wrote.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            CallInput::Json(value) => value.clone(),
            CallInput::Malformed { text, .. } => Value::String(text.clone()),
        }
    }

    /// For the history: providers take back nothing but objects.
    pub(super) fn to_object(&self) -> JsonObject {
        match self {
            CallInput::Json(Value::Object(object)) => object.clone(),
            CallInput::Json(_) | CallInput::Malformed { .. } => JsonObject::new(),
        }
    }
}

/// Some servers begin the text with an empty object and then send the real one: `{}{"city":"Oslo"}`.
fn without_placeholder(text: &str) -> &str {
    let mut values = Deserializer::from_slice(text.as_bytes()).into_iter::<Value>();
    match values.next() {
        Some(Ok(Value::Object(first))) if first.is_empty() => {
            let rest = &text[values.byte_offset()..];
            if rest.trim_start().starts_with('{') {
                rest
            } else {
                text
            }
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn blank_input_is_an_empty_object() {
        for text in ["", "  \n"] {
            assert_eq!(CallInput::from_text(text), CallInput::Json(json!({})));
        }
        assert_eq!(CallInput::from_value(None), CallInput::Json(json!({})));
    }

    #[test]
    fn text_and_value_mean_the_same() {
        let expected = CallInput::Json(json!({"city": "Oslo"}));
        assert_eq!(
            CallInput::from_value(Some(json!("{\"city\":\"Oslo\"}"))),
            expected
        );
        assert_eq!(
            CallInput::from_value(Some(json!({"city": "Oslo"}))),
            expected
        );
    }

    #[test]
    fn a_placeholder_before_the_real_input_is_dropped() {
        assert_eq!(
            CallInput::from_text(r#"{}{"city":"Oslo"}"#),
            CallInput::Json(json!({"city": "Oslo"}))
        );
        assert_eq!(CallInput::from_text("{}"), CallInput::Json(json!({})));
    }

    #[test]
    fn unfinished_input_is_never_completed() {
        for text in [
            r#"{"target":"db","confirm":tr"#,
            r#"{"a":1}{"b":2}"#,
            "{}x",
            r#"{}{"a":"#,
        ] {
            let input = CallInput::from_text(text);
            let CallInput::Malformed { text: kept, .. } = &input else {
                panic!("{text} was taken for {input:?}");
            };
            assert_eq!(kept, text);
            assert_eq!(input.to_object(), JsonObject::new());
            assert_eq!(input.to_json(), json!(text));
        }
    }

    #[test]
    fn lone_surrogates_inside_json_text_are_replaced() {
        assert_eq!(
            CallInput::from_text(r#"{"a":"\ud83d"}"#),
            CallInput::Json(json!({"a": "\u{FFFD}"}))
        );
    }

    #[test]
    fn the_history_holds_objects_only() {
        for value in [json!(null), json!([1]), json!(3)] {
            assert_eq!(CallInput::Json(value).to_object(), JsonObject::new());
        }
    }
}
