//! The Gateway's catalogue of models: its request, and what its entries say.

use std::collections::BTreeMap;

use bytes::Bytes;
use libfx_api::FxError;
use libfx_api::limits::{CATALOGUE_URL, MAX_CATALOGUE_ENTRIES, MAX_MODEL_ID_BYTES};
use libfx_api::support::{HttpRequest, Method};
use libfx_wire::catalogue::{Catalogue, CatalogueEntry};
use secrecy::{ExposeSecret, SecretString};

use super::USER_AGENT;
use crate::json;

/// What the catalogue says of one model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ModelFacts {
    /// Tokens of input and output together.
    pub(crate) context_window: Option<u64>,
    /// Tokens of one reply.
    pub(crate) max_output_tokens: Option<u64>,
    /// Whether the model takes images.
    pub(crate) sees_images: bool,
}

/// The language models of a catalogue, by id.
pub(crate) type Models = BTreeMap<String, ModelFacts>;

pub(crate) fn catalogue_request(api_key: &SecretString) -> HttpRequest {
    let authorization = format!("Bearer {}", api_key.expose_secret());
    HttpRequest {
        method: Method::Get,
        url: CATALOGUE_URL.to_owned(),
        headers: [
            ("accept", "application/json"),
            ("authorization", &authorization),
            ("user-agent", USER_AGENT),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into(),
        body: Bytes::new(),
    }
}

/// Reads a catalogue. Entries that are not usable language models cost only themselves; of two with one id the first
/// counts.
///
/// # Errors
/// `catalogueInvalid`: it is not a catalogue. `limitExceeded`: it has too many entries.
pub(crate) fn catalogue(body: &[u8]) -> Result<Models, FxError> {
    let catalogue: Catalogue = json::parse(body).map_err(|error| {
        FxError::catalogue_invalid(format!(
            "the Gateway's catalogue of models cannot be read ({}); try again later",
            json::fault(&error)
        ))
    })?;
    let entries = catalogue.data.len() as u64;
    if entries > MAX_CATALOGUE_ENTRIES {
        return Err(FxError::limit_exceeded(format!(
            "the Gateway's catalogue of models: expected at most {MAX_CATALOGUE_ENTRIES} entries, got {entries}"
        )));
    }
    let mut models = Models::new();
    for entry in catalogue.data {
        if let Some((id, facts)) = usable(entry) {
            models.entry(id).or_insert(facts);
        }
    }
    Ok(models)
}

/// The ids, sorted by UTF-16 code unit as JavaScript sorts strings.
pub(crate) fn sorted_ids(models: Models) -> Vec<String> {
    let mut ids: Vec<String> = models.into_keys().collect();
    ids.sort_by(|one, other| one.encode_utf16().cmp(other.encode_utf16()));
    ids
}

fn usable(mut entry: serde_json::Value) -> Option<(String, ModelFacts)> {
    // Facts of an unexpected kind must not cost the id.
    let facts = entry.as_object_mut()?;
    facts.retain(|name, value| match name.as_str() {
        "context_window" | "max_tokens" => value.is_number(),
        "tags" => value
            .as_array()
            .is_some_and(|tags| tags.iter().all(|tag| tag.is_string())),
        _ => true,
    });
    let entry: CatalogueEntry = serde_json::from_value(entry).ok()?;
    let is_language = entry.type_.is_none_or(|kind| kind == "language");
    let has_id = !entry.id.is_empty() && entry.id.len() as u64 <= MAX_MODEL_ID_BYTES;
    (is_language && has_id).then(|| {
        let facts = ModelFacts {
            context_window: count(entry.context_window),
            max_output_tokens: count(entry.max_tokens),
            sees_images: entry.tags.iter().any(|tag| tag == "vision"),
        };
        (entry.id, facts)
    })
}

fn count(value: Option<f64>) -> Option<u64> {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    let value = value.filter(|value| *value >= 1.0 && *value <= LARGEST && value.fract() == 0.0)?;
    Some(value as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn ids(entries: Value) -> Vec<String> {
        let body = json!({ "data": entries }).to_string();
        sorted_ids(catalogue(body.as_bytes()).expect("a catalogue"))
    }

    #[test]
    fn only_usable_language_models_are_listed_each_once_and_sorted_by_code_unit() {
        let entries = json!([
            { "id": "b/two", "type": "language" },
            { "id": "a/one" },
            { "id": "b/two", "type": "language", "context_window": 5 },
            { "id": "c/embeds", "type": "embedding" },
            { "id": "d/odd", "type": 3 },
            { "id": "" },
            { "id": 7 },
            { "id": "x".repeat(1025) },
            { "id": "e/\u{FF5E}" },
            { "id": "e/\u{1F600}" },
            "not an object",
        ]);
        // U+1F600 is two surrogates, which sort before U+FF5E.
        assert_eq!(
            ids(entries),
            ["a/one", "b/two", "e/\u{1F600}", "e/\u{FF5E}"]
        );
        assert_eq!(ids(json!([])), [""; 0]);
    }

    #[test]
    fn facts_of_an_unexpected_kind_are_left_out() {
        let body = json!({ "data": [
            { "id": "m", "context_window": 1000, "max_tokens": 10.5, "tags": ["vision", "tool-use"] },
            { "id": "n", "context_window": "many", "tags": "vision", "max_tokens": -1 },
        ]});
        let models = catalogue(body.to_string().as_bytes()).expect("a catalogue");
        assert_eq!(
            models["m"],
            ModelFacts {
                context_window: Some(1000),
                max_output_tokens: None,
                sees_images: true
            }
        );
        assert_eq!(models["n"], ModelFacts::default());
    }

    #[test]
    fn what_is_no_catalogue_is_refused_and_so_is_one_with_too_many_entries() {
        for body in ["", "[]", "{}", r#"{"data":{}}"#, "<html>"] {
            let error = catalogue(body.as_bytes()).expect_err(body);
            assert_eq!(error.code, libfx_api::ErrorCode::CatalogueInvalid, "{body}");
        }
        let many = vec![json!({}); MAX_CATALOGUE_ENTRIES as usize + 1];
        let error = catalogue(json!({ "data": many }).to_string().as_bytes()).expect_err("many");
        assert_eq!(error.code, libfx_api::ErrorCode::LimitExceeded);
    }
}
