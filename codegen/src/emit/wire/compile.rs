//! One schema → one module of Rust, by typify.

use std::collections::HashSet;

use schemars08::schema::{RootSchema, Schema, SchemaObject};
use typify::{TypeSpace, TypeSpaceSettings};

use super::{readers, tidy};

/// A compiled schema.
pub(super) struct Module {
    /// Not printed yet: checking a schema needs no rustfmt.
    pub(super) file: syn::File,
    /// The description of the schema as a whole.
    pub(super) docs: String,
}

/// Compiles the text of a schema, or says what is wrong with it.
pub(super) fn module(text: &str) -> Result<Module, String> {
    let schema: RootSchema = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let docs = schema
        .schema
        .metadata
        .as_ref()
        .and_then(|metadata| metadata.description.clone())
        .ok_or("the schema needs a description")?;

    let hot = hot_types(&schema);
    let mut settings = TypeSpaceSettings::default();
    settings.with_derive("PartialEq".to_owned());
    let mut types = TypeSpace::new(&settings);
    types
        .add_root_schema(schema)
        .map_err(|error| error.to_string())?;

    let mut file: syn::File = syn::parse2(types.to_stream())
        .map_err(|error| format!("typify wrote bad Rust: {error}"))?;
    tidy::file(&mut file);
    readers::replace(&mut file, |name| hot.contains(name));
    Ok(Module { file, docs })
}

/// The definitions with `"x-hot": true`, and the schema's own type if it is marked so.
fn hot_types(schema: &RootSchema) -> HashSet<String> {
    let is_hot = |object: &SchemaObject| object.extensions.get("x-hot") == Some(&true.into());
    let definitions = schema.definitions.iter();
    let definitions = definitions
        .filter(|(_, schema)| matches!(schema, Schema::Object(object) if is_hot(object)))
        .map(|(name, _)| name.clone());
    let own = Some(&schema.schema).filter(|own| is_hot(own));
    let title = own.and_then(|own| own.metadata.as_ref()?.title.clone());
    definitions.chain(title).collect()
}

#[cfg(test)]
mod tests {
    use super::module;

    fn code(definitions: &str) -> String {
        let schema = format!(r#"{{"description": "Test.", "definitions": {{{definitions}}}}}"#);
        crate::emit::rustfmt::print(&module(&schema).expect("the schema compiles").file)
    }

    #[test]
    fn a_definition_becomes_a_struct_that_ignores_unknown_members() {
        let code = code(
            r#""Point": {"description": "A place.", "type": "object", "required": ["x"],
                "properties": {"x": {"type": "number"}, "label": {"description": "Its name.", "type": "string"}}}"#,
        );
        assert!(code.contains("/// A place.\n"), "{code}");
        assert!(code.contains("pub x: f64,"), "{code}");
        assert!(code.contains("    /// Its name.\n"), "{code}");
        assert!(code.contains("pub label: Option<String>,"), "{code}");
        assert!(!code.contains("deny_unknown_fields"), "{code}");
    }

    #[test]
    fn variants_told_apart_by_a_member_become_a_tagged_enum() {
        let variant = |tag: &str| {
            format!(
                r#"{{"type": "object", "required": ["type", "at"],
                    "properties": {{"type": {{"type": "string", "enum": ["{tag}"]}}, "at": {{"type": "number"}}}}}}"#
            )
        };
        let (one, two) = (variant("key-down"), variant("key-up"));
        let code = code(&format!(r#""Event": {{"oneOf": [{one}, {two}]}}"#));
        assert!(code.contains(r#"#[serde(tag = "type","#), "{code}");
        assert!(code.contains("KeyDown"), "{code}");
        assert!(code.contains(r#"#[serde(rename = "key-up")]"#), "{code}");
    }

    #[test]
    fn what_is_marked_as_hot_keeps_the_reader_that_serde_derives() {
        let point = |name: &str, mark: &str| {
            format!(
                r#""{name}": {{"type": "object", {mark} "properties": {{"x": {{"type": "number"}}}}}}"#
            )
        };
        let (hot, cold) = (point("Hot", r#""x-hot": true,"#), point("Cold", ""));
        let code = code(&format!("{hot}, {cold}"));
        assert!(code.contains("Deserialize<'de> for Cold"), "{code}");
        assert!(!code.contains("Deserialize<'de> for Hot"), "{code}");
    }

    #[test]
    fn what_is_wrong_with_a_schema_is_said() {
        let mistake = |text: &str| module(text).err().expect("the schema is refused");
        assert!(mistake("{").contains("EOF"));
        assert!(mistake("{}").contains("needs a description"));
    }
}
