//! Catalogues: ids as promised, counts that every language holds, and odd entries that cost only themselves.

use libfx_api::ErrorCode;
use libfx_api::limits::{MAX_CATALOGUE_ENTRIES, MAX_MODEL_ID_BYTES};
use serde_json::{Value, json};

use super::secret;
use crate::gateway::{Models, catalogue, sorted_ids};

pub(super) fn check(body: &[u8]) {
    let models = match catalogue(body) {
        Ok(models) => models,
        Err(error) => {
            assert!(matches!(
                error.code,
                ErrorCode::CatalogueInvalid | ErrorCode::LimitExceeded
            ));
            return secret::check(error, body);
        }
    };
    let counts = models
        .values()
        .flat_map(|facts| [facts.context_window, facts.max_output_tokens]);
    assert!(counts.flatten().all(|count| (1..1 << 53).contains(&count)));
    if models.len() * 3 <= MAX_CATALOGUE_ENTRIES as usize {
        assert_eq!(catalogue(&written(&models)).as_ref(), Ok(&models));
    }
    check_ids(&sorted_ids(models));
}

fn check_ids(ids: &[String]) {
    let allowed = 1..=MAX_MODEL_ID_BYTES as usize;
    assert!(ids.iter().all(|id| allowed.contains(&id.len())));
    let units = |id: &String| id.encode_utf16().collect::<Vec<_>>();
    let ascending = ids.windows(2).all(|pair| units(&pair[0]) < units(&pair[1]));
    assert!(ascending, "sorted, each once: {ids:?}");
}

/// A catalogue of these models, three entries for each: two of them say nothing of it.
fn written(models: &Models) -> Vec<u8> {
    let entries: Vec<Value> = models
        .iter()
        .flat_map(|(id, facts)| {
            let tags: &[&str] = if facts.sees_images { &["vision"] } else { &[] };
            let entry = json!({
                "id": id,
                "context_window": facts.context_window,
                "max_tokens": facts.max_output_tokens,
                "tags": tags,
            });
            [json!({ "id": id, "type": "image" }), entry, json!(null)]
        })
        .collect();
    json!({ "data": entries }).to_string().into_bytes()
}
