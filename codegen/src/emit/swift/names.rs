//! Names as Swift's guidelines have them: types in `UpperCamelCase`, all else in `lowerCamelCase`, acronyms in one case.

use super::Api;
use crate::model::{Function, Name, TaggedUnion, TaggedVariant};

/// Words that cannot be a name as they stand.
const KEYWORDS: &[&str] = &[
    "as",
    "associatedtype",
    "break",
    "case",
    "catch",
    "class",
    "continue",
    "default",
    "defer",
    "deinit",
    "do",
    "else",
    "enum",
    "extension",
    "fallthrough",
    "false",
    "fileprivate",
    "for",
    "func",
    "guard",
    "if",
    "import",
    "in",
    "init",
    "inout",
    "internal",
    "is",
    "let",
    "nil",
    "operator",
    "precedencegroup",
    "private",
    "protocol",
    "public",
    "repeat",
    "rethrows",
    "return",
    "self",
    "static",
    "struct",
    "subscript",
    "super",
    "switch",
    "throw",
    "throws",
    "true",
    "try",
    "typealias",
    "var",
    "where",
    "while",
    "Any",
    "Self",
    "Type",
    "Protocol",
    "await",
    "async",
];

impl Api<'_> {
    /// A property, parameter, case or function, without the marks that a keyword needs.
    pub(super) fn label(&self, name: &Name) -> String {
        let mut words = name.words().iter();
        let first = words.next().cloned().unwrap_or_default();
        words.fold(first, |text, word| text + &self.capitalized(word))
    }

    /// The same as an identifier.
    pub(super) fn member(&self, name: &Name) -> String {
        escaped(self.label(name))
    }

    /// A type.
    pub(super) fn type_name(&self, name: &Name) -> String {
        let words = name.words().iter();
        words.map(|word| self.capitalized(word)).collect()
    }

    /// The type that the declaration called `name` became.
    pub(super) fn type_of(&self, name: &str) -> String {
        self.type_name(&Name::new(name))
    }

    /// The type of a variant's members: the name it was given, else that of the union with the variant's behind it.
    pub(super) fn variant_type(&self, union: &TaggedUnion, variant: &TaggedVariant) -> String {
        match &variant.meta.attrs.type_name {
            Some(given) => self.type_of(given),
            None => self.type_name(&union.meta.name) + &self.type_name(&variant.meta.name),
        }
    }

    /// A function with its labels, as documentation links name it: `prompt(_:)`.
    pub(super) fn signature_name(&self, it: &Function) -> String {
        let params = self.params(it).enumerate();
        let labels = params.map(|(at, param)| match at {
            0 => "_:".to_owned(),
            _ => format!("{}:", self.label(&param.meta.name)),
        });
        format!(
            "{}({})",
            self.label(&it.meta.name),
            labels.collect::<String>()
        )
    }

    fn capitalized(&self, word: &str) -> String {
        if self.model.naming.acronyms.iter().any(|it| it == word) {
            return word.to_uppercase();
        }
        let mut letters = word.chars();
        match letters.next() {
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => String::new(),
        }
    }
}

fn escaped(name: String) -> String {
    match KEYWORDS.contains(&name.as_str()) {
        true => format!("`{name}`"),
        false => name,
    }
}

/// A string literal.
pub(super) fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            letter if letter.is_control() => {
                literal.push_str(&format!("\\u{{{:x}}}", u32::from(letter)))
            }
            letter => literal.push(letter),
        }
    }
    literal.push('"');
    literal
}
