//! What each construct of the IDL becomes.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Schema;
use crate::emit::{Context, Emitter, Files};
use crate::model::Facts;
use crate::testing;

fn files(idl: &str) -> Files {
    let model = testing::model(idl);
    let context = Context {
        model: &model,
        facts: &Facts::of(&model),
        inputs: &BTreeMap::new(),
    };
    let mut files = Files::default();
    Schema.emit(context, &mut files);
    files
}

fn schema(idl: &str, name: &str) -> Value {
    let files = files(idl);
    let text = files.get(&format!("generated/schema/{name}.schema.json"));
    let mut schema: Value = serde_json::from_str(text.expect("a schema")).expect("JSON");
    let members = schema.as_object_mut().expect("an object");
    members.retain(|name, _| !["$schema", "$comment", "title"].contains(&name.as_str()));
    schema
}

#[test]
fn absent_and_null_are_different_things() {
    let idl = "record A {\n a: string\n b?: bool\n c: u32 | null\n d?: B | null\n}\nrecord B {}";
    let expected = json!({
        "type": "object",
        "properties": {
            "a": {"type": "string"},
            "b": {"type": "boolean"},
            "c": {"type": ["integer", "null"], "minimum": 0, "maximum": 4_294_967_295_u32},
            "d": {"anyOf": [{"$ref": "#/$defs/B"}, {"type": "null"}]},
        },
        "required": ["a", "c"],
        "$defs": {"B": {"type": "object"}},
    });
    assert_eq!(schema(idl, "A"), expected);
}

#[test]
fn a_tagged_union_is_one_of_its_variants() {
    let idl = "union E by \"type\" {\n /// Text of [`E`].\n text = \"text\" { delta: string }\n}";
    let expected = json!({"oneOf": [{
        "description": "Text of `E`.",
        "type": "object",
        "properties": {
            "type": {"type": "string", "const": "text"},
            "delta": {"type": "string"},
        },
        "required": ["type", "delta"],
    }]});
    assert_eq!(schema(idl, "E"), expected);
}

#[test]
fn limits_are_said_as_far_as_json_schema_can() {
    let idl = "const most: count = 8\nunion K by kind {\n @limit(5..most) @pattern(\"[a-z]+\") a: string\n \
               @limit(1..) b: list<json>\n @limit(..most) c: count\n}";
    let expected = json!({"anyOf": [
        {"type": "string", "minLength": 2, "maxLength": 8, "pattern": "^[a-z]+$"},
        {"type": "array", "items": true, "minItems": 1},
        {"type": "integer", "minimum": 0, "maximum": 8},
    ]});
    assert_eq!(schema(idl, "K"), expected);
}

#[test]
fn strict_records_are_closed_and_the_rest_is_open() {
    let strict = schema("@strict record A { a: bool }", "A");
    assert_eq!(strict["additionalProperties"], json!(false));
    let rest = schema("record A {\n a: bool\n @rest others: map<json>\n}", "A");
    assert_eq!(rest["additionalProperties"], json!(true));
    assert_eq!(rest["properties"], json!({"a": {"type": "boolean"}}));
}

#[test]
fn an_open_enum_admits_what_it_does_not_know() {
    let schema = schema("@open enum E { a = \"a\" }", "E");
    assert_eq!(schema["anyOf"][1]["type"], json!("string"));
}

#[test]
fn only_plain_json_has_a_schema() {
    let idl = "record A { key: B }\nrecord B { data: bytes }\nrecord C { stop: signal }\n\
               record D {\n @secret key: string\n}\nrecord E { plain: json }\nhost interface F { a: bool }";
    let files = files(idl);
    let paths: Vec<_> = files.iter().map(|(path, _)| path).collect();
    let expected = [
        "generated/schema/E.schema.json",
        "generated/schema/derived.rs",
    ];
    assert_eq!(paths, expected);
}
