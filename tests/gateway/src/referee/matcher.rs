//! Compares JSON with a pattern.
//!
//! Objects match if the pattern's members do (others may be there), lists item by item, the rest by equality. An object
//! whose only key starts with `$` is a placeholder.

use std::collections::HashMap;

use serde_json::Value;

/// Longest value shown in a failure, in bytes.
const MAX_SHOWN: usize = 1500;

/// Compares, and remembers what `$same` has seen.
#[derive(Default)]
pub(crate) struct Matcher {
    seen: HashMap<String, Value>,
}

impl Matcher {
    /// What differs, one text each. `actual` is `None` for what is not there.
    pub(crate) fn compare(
        &mut self,
        path: &str,
        expected: &Value,
        actual: Option<&Value>,
    ) -> Vec<String> {
        if let Some((placeholder, argument)) = placeholder(expected) {
            return self.placeholder(path, placeholder, argument, actual);
        }
        let Some(actual) = actual else {
            return differs(path, &short(expected), "nothing");
        };
        match (expected, actual) {
            (Value::Object(expected), Value::Object(actual)) => expected
                .iter()
                .flat_map(|(key, expected)| {
                    self.compare(&join(path, key), expected, actual.get(key))
                })
                .collect(),
            (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
                expected
                    .iter()
                    .zip(actual)
                    .enumerate()
                    .flat_map(|(index, (expected, actual))| {
                        self.compare(&format!("{path}[{index}]"), expected, Some(actual))
                    })
                    .collect()
            }
            (Value::Array(wanted), Value::Array(found)) => {
                let wanted = format!("{} items {}", wanted.len(), short(expected));
                differs(
                    path,
                    &wanted,
                    &format!("{} items {}", found.len(), short(actual)),
                )
            }
            _ if same(expected, actual) => Vec::new(),
            (Value::String(expected), Value::String(actual)) => {
                differing_text(path, expected, actual)
            }
            _ => differs(path, &short(expected), &short(actual)),
        }
    }

    fn placeholder(
        &mut self,
        path: &str,
        name: &str,
        argument: &Value,
        actual: Option<&Value>,
    ) -> Vec<String> {
        let text = actual.and_then(Value::as_str).unwrap_or_default();
        let holds = match name {
            "$any" => actual.is_some(),
            "$absent" => actual.is_none(),
            "$contains" => texts(argument).all(|part| text.contains(part)),
            "$containsNot" => actual.is_some() && !texts(argument).any(|part| text.contains(part)),
            "$atLeast" => actual.and_then(Value::as_f64) >= argument.as_f64(),
            "$atMost" => actual.is_some() && actual.and_then(Value::as_f64) <= argument.as_f64(),
            "$length" => length(actual) == argument.as_u64(),
            "$same" => return self.same_as_before(path, argument, actual),
            "$exact" => actual.is_some_and(|actual| same(argument, actual)),
            "$repeated" => match repeated(argument) {
                Some(expected) => return self.compare(path, &expected.into(), actual),
                None => false,
            },
            "$json" => match serde_json::from_str(text) {
                Ok(parsed) => return self.compare(path, argument, Some(&parsed)),
                Err(_) => false,
            },
            _ => return vec![format!("{path}: {name} is no placeholder")],
        };
        if holds {
            return Vec::new();
        }
        let actual = actual.map_or_else(|| "nothing".to_owned(), short);
        differs(path, &format!("{name} {}", short(argument)), &actual)
    }

    fn same_as_before(&mut self, path: &str, name: &Value, actual: Option<&Value>) -> Vec<String> {
        let Some(actual) = actual else {
            return differs(path, &format!("$same {name}"), "nothing");
        };
        let first = self
            .seen
            .entry(name.to_string())
            .or_insert_with(|| actual.clone())
            .clone();
        if first == *actual {
            return Vec::new();
        }
        differs(path, &short(&first), &short(actual))
    }
}

fn length(actual: Option<&Value>) -> Option<u64> {
    actual
        .and_then(Value::as_array)
        .map(|items| items.len() as u64)
}

/// A value cut to what a person wants to read.
pub(crate) fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.len() <= MAX_SHOWN {
        return text;
    }
    let end = text.floor_char_boundary(MAX_SHOWN);
    format!("{}… ({} bytes)", &text[..end], text.len())
}

fn placeholder(expected: &Value) -> Option<(&str, &Value)> {
    let object = expected.as_object().filter(|object| object.len() == 1)?;
    let (key, argument) = object.iter().next()?;
    key.starts_with('$').then_some((key, argument))
}

/// `{"times": 3, "text": "w{i} "}`: the text of a reply that repeats a part.
fn repeated(argument: &Value) -> Option<String> {
    let text = argument["text"].as_str()?;
    let rounds = 0..argument["times"].as_u64()?;
    Some(
        rounds
            .map(|round| text.replace("{i}", &round.to_string()))
            .collect(),
    )
}

fn texts(argument: &Value) -> impl Iterator<Item = &str> {
    let several = argument.as_array().into_iter().flatten();
    several
        .chain((!argument.is_array()).then_some(argument))
        .filter_map(Value::as_str)
}

/// Equality in which 1 and 1.0 are one number, as in JavaScript.
fn same(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::Number(expected), Value::Number(actual)) => expected.as_f64() == actual.as_f64(),
        (Value::Array(expected), Value::Array(actual)) => {
            expected.len() == actual.len() && expected.iter().zip(actual).all(|(a, b)| same(a, b))
        }
        (Value::Object(expected), Value::Object(actual)) => {
            expected.len() == actual.len()
                && expected
                    .iter()
                    .all(|(key, value)| actual.get(key).is_some_and(|other| same(value, other)))
        }
        _ => expected == actual,
    }
}

fn differing_text(path: &str, expected: &str, actual: &str) -> Vec<String> {
    let shared = expected
        .chars()
        .zip(actual.chars())
        .take_while(|(a, b)| a == b);
    let at: usize = shared.map(|(character, _)| character.len_utf8()).sum();
    let mut found = differs(path, &short(&expected.into()), &short(&actual.into()));
    if at > 0 {
        found[0].push_str(&format!("\n    they differ from byte {at} on"));
    }
    found
}

fn differs(path: &str, expected: &str, actual: &str) -> Vec<String> {
    vec![format!(
        "{path}:\n    expected {expected}\n    got      {actual}"
    )]
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn matches(expected: Value, actual: Value) -> bool {
        Matcher::default()
            .compare("it", &expected, Some(&actual))
            .is_empty()
    }

    #[test]
    fn objects_may_hold_more_than_expected_and_lists_may_not() {
        assert!(matches(json!({ "a": 1 }), json!({ "a": 1.0, "b": 2 })));
        assert!(!matches(json!([1]), json!([1, 2])));
        assert!(!matches(
            json!({ "$exact": { "a": 1 } }),
            json!({ "a": 1, "b": 2 })
        ));
    }

    #[test]
    fn absence_is_told_from_null() {
        assert!(matches(json!({ "a": { "$absent": true } }), json!({})));
        assert!(!matches(
            json!({ "a": { "$absent": true } }),
            json!({ "a": null })
        ));
        assert!(!matches(json!({ "a": { "$any": true } }), json!({})));
    }

    #[test]
    fn text_is_matched_by_its_parts() {
        assert!(matches(json!({ "$contains": ["a", "c"] }), json!("abc")));
        assert!(!matches(json!({ "$containsNot": "b" }), json!("abc")));
        assert!(matches(
            json!({ "$json": { "n": 1 } }),
            json!("{\"n\":1,\"m\":2}")
        ));
        assert!(matches(
            json!({ "$repeated": { "times": 3, "text": "w{i} " } }),
            json!("w0 w1 w2 ")
        ));
    }

    #[test]
    fn the_same_name_stands_for_the_same_value() {
        let expected = json!([{ "$same": "id" }, { "$same": "id" }]);
        assert!(matches(expected.clone(), json!(["x", "x"])));
        assert!(!matches(expected, json!(["x", "y"])));
    }

    #[test]
    fn a_difference_is_named_by_its_path() {
        let failures = Matcher::default().compare(
            "steps[0]",
            &json!({ "a": [1] }),
            Some(&json!({ "a": [2] })),
        );
        assert_eq!(failures, ["steps[0].a[0]:\n    expected 1\n    got      2"]);
    }
}
