//! One function a kind of declaration.

use serde_json::{Value, json};

use super::{described, merge, values};
use crate::emit::Context;
use crate::model::{Decl, Enum, Field, KindUnion, Record, TaggedUnion, TaggedVariant};

pub(super) fn schema(context: Context<'_>, decl: &Decl) -> Value {
    let schema = match decl {
        Decl::Enum(it) => enumeration(it),
        Decl::Record(it) => record(context, it),
        Decl::TaggedUnion(it) => tagged_union(context, it),
        Decl::KindUnion(it) => kind_union(context, it),
        Decl::Const(_)
        | Decl::Interface(_)
        | Decl::Function(_)
        | Decl::Foreign(_)
        | Decl::Errors(_) => unreachable!("only data has a schema"),
    };
    described(decl.meta(), schema)
}

fn enumeration(it: &Enum) -> Value {
    let mut variants: Vec<_> = it
        .variants
        .iter()
        .map(|variant| {
            described(
                &variant.meta,
                json!({"type": "string", "const": variant.value}),
            )
        })
        .collect();
    if !it.meta.attrs.open {
        return json!({ "oneOf": variants });
    }
    variants.push(json!({
        "description": "A value that this version does not know.",
        "type": "string",
    }));
    json!({ "anyOf": variants })
}

fn record(context: Context<'_>, it: &Record) -> Value {
    let mut schema = object(context, &it.fields, None);
    if it.fields.iter().any(|field| field.meta.attrs.rest) {
        schema["additionalProperties"] = true.into();
    } else if it.meta.attrs.strict {
        schema["additionalProperties"] = false.into();
    }
    schema
}

fn tagged_union(context: Context<'_>, it: &TaggedUnion) -> Value {
    let variants = it.variants.iter();
    let mut variants: Vec<_> = variants
        .map(|variant| tagged_variant(context, &it.tag, variant))
        .collect();
    let Some(otherwise) = &it.otherwise else {
        return json!({ "oneOf": variants });
    };
    let mut rest = json!({ "description": "Any other value." });
    merge(&mut rest, values::schema(otherwise));
    variants.push(rest);
    json!({ "anyOf": variants })
}

fn tagged_variant(context: Context<'_>, tag: &str, variant: &TaggedVariant) -> Value {
    let schema = object(context, &variant.fields, Some((tag, &variant.value)));
    described(&variant.meta, schema)
}

fn kind_union(context: Context<'_>, it: &KindUnion) -> Value {
    let variants: Vec<_> = it
        .variants
        .iter()
        .map(|variant| {
            let schema = values::limited(context, &variant.ty, &variant.meta.attrs);
            described(&variant.meta, schema)
        })
        .collect();
    json!({ "anyOf": variants })
}

/// An object with these fields, and with a tag if there is one.
fn object(context: Context<'_>, fields: &[Field], tag: Option<(&str, &str)>) -> Value {
    let mut properties = json!({});
    let mut required: Vec<&str> = Vec::new();
    if let Some((tag, value)) = tag {
        properties[tag] = json!({"type": "string", "const": value});
        required.push(tag);
    }
    for field in fields.iter().filter(|field| !field.meta.attrs.rest) {
        let name = field.meta.name.source();
        let schema = values::limited(context, &field.ty, &field.meta.attrs);
        properties[name] = described(&field.meta, schema);
        if !field.optional {
            required.push(name);
        }
    }
    let mut schema = json!({ "type": "object" });
    if properties != json!({}) {
        schema["properties"] = properties;
    }
    if !required.is_empty() {
        schema["required"] = required.into();
    }
    schema
}
