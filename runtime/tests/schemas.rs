//! The types of `libfx-api` say in JSON what the contract says.
//!
//! schemars derives a schema from each type as serde reads it; the generator writes one from the IDL. Both must be the same
//! after what only one of them can say is left out: docs, number formats and limits.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

include!("../../generated/schema/derived.rs");

/// What the two have no common words for.
const LEFT_OUT: &[&str] = &[
    "$schema",
    "$comment",
    "title",
    "description",
    "format",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "pattern",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/schema")
}

/// The schema that the generator wrote.
fn written(name: &str) -> Value {
    let path = folder().join(format!("{name}.schema.json"));
    let text = std::fs::read_to_string(path).expect("a schema");
    serde_json::from_str(&text).expect("JSON")
}

fn common(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => common_object(members),
        Value::Array(items) => items.iter().map(common).collect(),
        other => other.clone(),
    }
}

fn common_object(members: &Map<String, Value>) -> Value {
    let kept = members
        .iter()
        .filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
    let mut kept: Map<String, Value> = kept
        // Serde has no part in refusing unknown members: the decoder does.
        .filter(|(name, value)| !(*name == "additionalProperties" && **value == json!(false)))
        .map(|(name, value)| match (name.as_str(), value) {
            // The names of these are names of members, not words of JSON Schema.
            ("properties" | "$defs", Value::Object(inner)) => {
                let inner = inner
                    .iter()
                    .map(|(name, schema)| (name.clone(), common(schema)));
                (name.clone(), Value::Object(inner.collect()))
            }
            ("required", Value::Array(names)) => {
                let names: BTreeSet<_> = names.iter().filter_map(Value::as_str).collect();
                (name.clone(), json!(names))
            }
            _ => (name.clone(), common(value)),
        })
        .collect();
    admit_absent(&mut kept);
    match kept.is_empty() {
        true => json!(true),
        false => Value::Object(kept),
    }
}

/// Serde reads `null` as absent where a member is optional, so the derived schema admits it there.
fn admit_absent(schema: &mut Map<String, Value>) {
    let required = schema.get("required").cloned().unwrap_or(json!([]));
    let is_required = |name: &str| {
        let names = required.as_array();
        names.is_some_and(|names| names.iter().any(|it| it == name))
    };
    let Some(Value::Object(properties)) = schema.get_mut("properties") else {
        return;
    };
    for (name, property) in properties {
        if !is_required(name) {
            without_null(property);
        }
    }
}

fn without_null(schema: &mut Value) {
    let is_null = |it: &Value| *it == json!("null") || *it == json!({"type": "null"});
    for word in ["type", "anyOf"] {
        let Some(Value::Array(choices)) = schema.get_mut(word) else {
            continue;
        };
        choices.retain(|choice| !is_null(choice));
        if let [only] = choices.as_slice() {
            let only = only.clone();
            match word {
                "type" => schema["type"] = only,
                _ => *schema = only,
            }
        }
    }
}

#[test]
fn derived_schemas_are_those_of_the_contract() {
    let mut different = Vec::new();
    for (name, derived) in derived() {
        let (written, derived) = (common(&written(name)), common(derived.as_value()));
        if written != derived {
            different.push(format!(
                "{name}\nin the contract: {written:#}\nderived: {derived:#}"
            ));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n\n"));
}

#[test]
fn a_wrong_rename_tag_or_optional_member_would_be_found() {
    let usage = written("Usage");
    let mut renamed = usage.clone();
    let properties = renamed["properties"].as_object_mut().expect("properties");
    let tokens = properties.remove("inputTokens").expect("the member");
    properties.insert("input_tokens".to_owned(), tokens);
    assert_ne!(common(&renamed), common(&usage));

    let result = written("TurnResult");
    let mut optional = result.clone();
    optional["required"] = json!(["usage"]);
    assert_ne!(common(&optional), common(&result));

    let event = written("TurnEvent");
    let mut tagged = event.clone();
    tagged["oneOf"][0]["properties"]["type"]["const"] = json!("textDelta");
    assert_ne!(common(&tagged), common(&event));
}
