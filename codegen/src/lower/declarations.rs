//! Data: enums, records, unions, foreign types and the error type.

use super::Lowerer;
use super::target::Target;
use super::types::Place;
use crate::diagnostics::{Code, Diagnostic, nearest};
use crate::model::{
    Enum, EnumVariant, ErrorClass, ErrorCode, Errors, Field, Foreign, ForeignShape, KindUnion,
    KindVariant, Record, TaggedUnion, TaggedVariant,
};
use crate::source::Span;
use crate::syntax::ast;

impl Lowerer<'_> {
    pub(super) fn enumeration(&mut self, it: &ast::Enum) -> Enum {
        self.distinct(it.variants.iter().map(|variant| &variant.head.name));
        self.distinct_values(it.variants.iter().map(|variant| &variant.value));
        self.not_empty(&it.head.name, it.variants.len(), "variants");
        Enum {
            meta: self.meta(&it.head, Target::Enum, None),
            variants: it
                .variants
                .iter()
                .map(|variant| EnumVariant {
                    meta: self.meta(&variant.head, Target::EnumVariant, None),
                    value: variant.value.value.clone(),
                })
                .collect(),
        }
    }

    pub(super) fn record(&mut self, it: &ast::Record) -> Record {
        Record {
            meta: self.meta(&it.head, Target::Record, None),
            fields: self.fields(&it.fields, Target::Field),
        }
    }

    fn fields(&mut self, fields: &[ast::Field], target: Target) -> Vec<Field> {
        self.distinct(fields.iter().map(|field| &field.head.name));
        fields
            .iter()
            .filter_map(|field| self.field(field, target))
            .collect()
    }

    fn field(&mut self, field: &ast::Field, target: Target) -> Option<Field> {
        let ty = self.ty(&field.ty, Place::Data);
        let meta = self.meta(&field.head, target, ty.as_ref());
        if meta.attrs.rest && field.optional {
            let message = "`@rest` and `?` contradict each other";
            let help = "the map is empty when there is nothing to hold: remove `?`";
            self.error(Code::AttributeConflict, meta.span, message, help);
        }
        Some(Field {
            meta,
            optional: field.optional,
            ty: ty?,
        })
    }

    pub(super) fn tagged_union(&mut self, it: &ast::TaggedUnion) -> TaggedUnion {
        self.distinct(it.variants.iter().map(|variant| &variant.head.name));
        self.distinct_values(it.variants.iter().map(|variant| &variant.value));
        self.not_empty(&it.head.name, it.variants.len(), "variants");
        let otherwise = it.otherwise.as_ref();
        let otherwise = otherwise.and_then(|ty| self.ty(ty, Place::Data));
        TaggedUnion {
            meta: self.meta(&it.head, Target::TaggedUnion, None),
            tag: it.tag.value.clone(),
            otherwise,
            variants: it
                .variants
                .iter()
                .map(|variant| TaggedVariant {
                    meta: self.meta(&variant.head, Target::TaggedVariant, None),
                    value: variant.value.value.clone(),
                    fields: self.fields(&variant.fields, Target::VariantField),
                })
                .collect(),
        }
    }

    pub(super) fn kind_union(&mut self, it: &ast::KindUnion) -> KindUnion {
        self.distinct(it.variants.iter().map(|variant| &variant.head.name));
        self.not_empty(&it.head.name, it.variants.len(), "variants");
        KindUnion {
            meta: self.meta(&it.head, Target::KindUnion, None),
            variants: it
                .variants
                .iter()
                .filter_map(|variant| {
                    let ty = self.ty(&variant.ty, Place::Data);
                    let meta = self.meta(&variant.head, Target::KindVariant, ty.as_ref());
                    Some(KindVariant { meta, ty: ty? })
                })
                .collect(),
        }
    }

    pub(super) fn foreign(&mut self, it: &ast::Foreign) -> Option<Foreign> {
        let mut foreign = Foreign {
            meta: self.meta(&it.head, Target::Foreign, None),
            shape: self.foreign_shape(&it.shape)?,
            typescript: None,
            rust: None,
            python: None,
            swift: None,
        };
        self.distinct(it.spellings.iter().map(|(language, _)| language));
        self.not_empty(&it.head.name, it.spellings.len(), "spellings");
        for (language, spelling) in &it.spellings {
            let slot = match language.text.as_str() {
                "typescript" => &mut foreign.typescript,
                "rust" => &mut foreign.rust,
                "python" => &mut foreign.python,
                "swift" => &mut foreign.swift,
                name => {
                    let languages = ["typescript", "rust", "python", "swift"];
                    let message = format!("`{name}` is not a language that types are spelled in");
                    let help = format!("they are {}", languages.join(", "));
                    self.error(Code::UnexpectedToken, language.span, message, &help);
                    continue;
                }
            };
            *slot = Some(spelling.value.clone());
        }
        Some(foreign)
    }

    fn foreign_shape(&mut self, shape: &ast::Ident) -> Option<ForeignShape> {
        match shape.text.as_str() {
            "function" => Some(ForeignShape::Function),
            "object" => Some(ForeignShape::Object),
            "any" => Some(ForeignShape::Any),
            name => {
                let message = format!("`{name}` is not the shape of a foreign type");
                let help = "it is `function`, `object` or `any`";
                self.error(Code::UnexpectedToken, shape.span, message, help);
                None
            }
        }
    }

    pub(super) fn errors(&mut self, it: &ast::Errors) -> Errors {
        self.distinct(it.codes.iter().map(|code| &code.head.name));
        self.distinct_values(it.codes.iter().map(|code| &code.value));
        self.not_empty(&it.head.name, it.codes.len(), "codes");
        Errors {
            meta: self.meta(&it.head, Target::Errors, None),
            fields: self.fields(&it.fields, Target::Field),
            codes: it
                .codes
                .iter()
                .filter_map(|code| {
                    Some(ErrorCode {
                        meta: self.meta(&code.head, Target::ErrorCode, None),
                        value: code.value.value.clone(),
                        class: self.error_class(&code.class)?,
                    })
                })
                .collect(),
        }
    }

    fn error_class(&mut self, class: &ast::Str) -> Option<ErrorClass> {
        match class.value.as_str() {
            "Error" => Some(ErrorClass::Error),
            "TypeError" => Some(ErrorClass::TypeError),
            "RangeError" => Some(ErrorClass::RangeError),
            name => {
                let message = format!("`{name}` is not a class of errors");
                let near = nearest(name, ["Error", "TypeError", "RangeError"]);
                let diagnostic = Diagnostic::new(Code::UnexpectedToken, class.span, message)
                    .help("it is `Error`, `TypeError` or `RangeError`");
                self.report(diagnostic.did_you_mean(near));
                None
            }
        }
    }

    pub(super) fn not_empty(&mut self, name: &ast::Ident, count: usize, what: &str) {
        if count == 0 {
            self.empty(name.span, &format!("`{}` has no {what}", name.text));
        }
    }

    fn empty(&mut self, span: Span, message: &str) {
        self.error(
            Code::EmptyDeclaration,
            span,
            message,
            "add some, or remove the declaration",
        );
    }
}
