//! Limits and patterns in the words of JSON Schema.
//!
//! The contract counts a string's bytes of UTF-8, JSON Schema its characters. A character has one to four bytes, so a schema
//! can only say what must hold for the limit to hold; the decoder has the last word. The size of a `jsonObject` as JSON
//! cannot be said at all.

use serde_json::{Value, json};

use crate::model::{Attrs, Limit, Model, Prim, Ty, TyKind};

/// The most bytes of UTF-8 in one character.
const BYTES_PER_CHARACTER: u64 = 4;

pub(super) fn schema(model: &Model, ty: &Ty, attrs: &Attrs) -> Value {
    let mut schema = json!({});
    if let Some(limit) = &attrs.limit {
        bounds(&mut schema, model, ty, limit);
    }
    if let Some(pattern) = &attrs.pattern {
        schema["pattern"] = format!("^{pattern}$").into();
    }
    schema
}

fn bounds(schema: &mut Value, model: &Model, ty: &Ty, limit: &Limit) {
    let min = limit.min.as_ref().map(|bound| model.bound(bound));
    let max = limit.max.as_ref().map(|bound| model.bound(bound));
    let (words, min) = match &ty.kind {
        TyKind::Prim(Prim::String) => {
            let characters = min.map(|bytes| bytes.div_ceil(BYTES_PER_CHARACTER));
            (["minLength", "maxLength"], characters)
        }
        TyKind::Prim(Prim::U32 | Prim::I32 | Prim::F64 | Prim::Count) => {
            (["minimum", "maximum"], min)
        }
        TyKind::List(_) => (["minItems", "maxItems"], min),
        TyKind::Map(_) => (["minProperties", "maxProperties"], min),
        TyKind::Prim(_) | TyKind::Named(_) | TyKind::Future(_) | TyKind::Fn { .. } => return,
    };
    for (word, bound) in words.into_iter().zip([min, max]) {
        if let Some(bound) = bound {
            schema[word] = bound.into();
        }
    }
}
