//! One function a kind of type.

use serde_json::{Value, json};

use super::{limits, merge};
use crate::emit::Context;
use crate::model::{Attrs, Prim, Ty, TyKind};

/// The largest whole number that every language can hold.
const MAX_COUNT: u64 = (1 << 53) - 1;

/// The schema of a member of type `ty`, with the limits that its attributes set.
pub(super) fn limited(context: Context<'_>, ty: &Ty, attrs: &Attrs) -> Value {
    let mut schema = schema(ty);
    merge(&mut schema, limits::schema(context.model, ty, attrs));
    schema
}

pub(super) fn schema(ty: &Ty) -> Value {
    let schema = match &ty.kind {
        TyKind::Prim(prim) => primitive(*prim),
        TyKind::List(inner) => json!({"type": "array", "items": inner_schema(inner)}),
        TyKind::Map(inner) => json!({
            "type": "object",
            "additionalProperties": inner_schema(inner),
        }),
        TyKind::Named(name) => json!({"$ref": format!("#/$defs/{name}")}),
        TyKind::Future(_) | TyKind::Fn { .. } => unreachable!("plain JSON holds neither"),
    };
    match ty.nullable {
        true => nullable(schema),
        false => schema,
    }
}

/// Inside a list or map, "anything" is `true`.
fn inner_schema(ty: &Ty) -> Value {
    match schema(ty) {
        schema if schema == json!({}) => true.into(),
        schema => schema,
    }
}

fn primitive(prim: Prim) -> Value {
    match prim {
        Prim::String => json!({"type": "string"}),
        Prim::Bool => json!({"type": "boolean"}),
        Prim::U32 => json!({"type": "integer", "minimum": 0, "maximum": u32::MAX}),
        Prim::I32 => json!({"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX}),
        Prim::Count => json!({"type": "integer", "minimum": 0, "maximum": MAX_COUNT}),
        Prim::F64 => json!({"type": "number"}),
        Prim::Json => json!({}),
        Prim::JsonObject => json!({"type": "object", "additionalProperties": true}),
        Prim::Bytes | Prim::Signal | Prim::Void => unreachable!("plain JSON holds none of these"),
    }
}

fn nullable(mut schema: Value) -> Value {
    if let Some(kind) = schema.get("type") {
        schema["type"] = json!([kind, "null"]);
        return schema;
    }
    json!({"anyOf": [schema, {"type": "null"}]})
}
