//! Types, as Swift spells them.

use super::Api;
use crate::model::{Decl, Field, FnParam, Prim, Record, Side, Ty, TyKind};

impl Api<'_> {
    /// The type's text.
    pub(super) fn spell(&self, ty: &Ty) -> String {
        let text = match &ty.kind {
            TyKind::Prim(prim) => primitive(*prim).to_owned(),
            TyKind::List(item) => format!("[{}]", self.spell(item)),
            TyKind::Map(value) => format!("[String: {}]", self.spell(value)),
            TyKind::Future(value) => self.spell(value),
            TyKind::Fn { params, returns } => self.callback(params, returns.as_deref()),
            TyKind::Named(name) if self.is_host_interface(name) => {
                format!("any {}", self.type_of(name))
            }
            TyKind::Named(name) => self.type_of(name),
        };
        match ty.nullable {
            true => optional(&text),
            false => text,
        }
    }

    /// The type of a field. Lists and maps that an application may leave out are empty then.
    pub(super) fn spell_field(&self, record: &str, field: &Field) -> String {
        let text = self.spell(&field.ty);
        match field.optional && !field.ty.nullable && !self.is_empty_by_default(record, field) {
            true => optional(&text),
            false => text,
        }
    }

    /// What a field is when it is left out, if it can be.
    pub(super) fn default_of(&self, record: &str, field: &Field) -> Option<&'static str> {
        match &field.ty.kind {
            _ if !field.optional => None,
            TyKind::List(_) if self.is_empty_by_default(record, field) => Some("[]"),
            TyKind::Map(_) if self.is_empty_by_default(record, field) => Some("[:]"),
            _ => Some("nil"),
        }
    }

    /// Whether leaving the field out means the same as an empty list or map: only what is read by the runtime alone can be
    /// written so.
    pub(super) fn is_empty_by_default(&self, record: &str, field: &Field) -> bool {
        let is_collection = matches!(field.ty.kind, TyKind::List(_) | TyKind::Map(_));
        is_collection && field.optional && !self.context.facts.direction(record).output
    }

    pub(super) fn is_host_interface(&self, name: &str) -> bool {
        matches!(self.model.decl(name), Decl::Interface(it) if it.side == Side::Host)
    }

    /// Whether it is an interface of ours.
    pub(super) fn is_runtime_interface(&self, name: &str) -> bool {
        matches!(self.find(name), Some(Decl::Interface(it)) if it.side == Side::Runtime)
    }

    /// Whether the type has no values but signals, which are the cancellation of tasks here.
    pub(super) fn is_signal(&self, ty: &Ty) -> bool {
        match &ty.kind {
            TyKind::Prim(Prim::Signal) => true,
            TyKind::Named(name) => match self.model.decl(name) {
                Decl::Record(it) => self.is_only_signals(it),
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn is_only_signals(&self, record: &Record) -> bool {
        let mut fields = record
            .fields
            .iter()
            .filter(|it| self.has(&it.meta.attrs))
            .peekable();
        fields.peek().is_some() && fields.all(|field| self.is_signal(&field.ty))
    }

    /// Whether values of the type are or hold objects or functions, at any depth. Signals are none here.
    pub(super) fn holds_objects(&self, ty: &Ty) -> bool {
        match &ty.kind {
            TyKind::Prim(_) => false,
            TyKind::Fn { .. } => true,
            TyKind::List(item) | TyKind::Map(item) | TyKind::Future(item) => {
                self.holds_objects(item)
            }
            TyKind::Named(name) => match self.model.decl(name) {
                Decl::Interface(_) | Decl::Foreign(_) => true,
                Decl::Record(it) => self.any_holds_objects(&it.fields),
                Decl::TaggedUnion(it) => it
                    .variants
                    .iter()
                    .any(|it| self.any_holds_objects(&it.fields)),
                Decl::KindUnion(it) => it.variants.iter().any(|it| self.holds_objects(&it.ty)),
                Decl::Const(_) | Decl::Enum(_) | Decl::Function(_) | Decl::Errors(_) => false,
            },
        }
    }

    fn any_holds_objects(&self, fields: &[Field]) -> bool {
        let mut fields = fields.iter().filter(|it| self.has(&it.meta.attrs));
        fields.any(|field| self.holds_objects(&field.ty))
    }

    fn callback(&self, params: &[FnParam], returns: Option<&Ty>) -> String {
        let params: Vec<_> = params.iter().map(|param| self.spell(&param.ty)).collect();
        let returns = returns.map_or("Void".to_owned(), |ty| self.spell(ty));
        format!("@Sendable ({}) -> {returns}", params.join(", "))
    }
}

fn optional(text: &str) -> String {
    match text.contains(' ') && !text.starts_with('[') {
        true => format!("({text})?"),
        false => format!("{text}?"),
    }
}

fn primitive(prim: Prim) -> &'static str {
    match prim {
        Prim::String => "String",
        Prim::Bool => "Bool",
        // Swift counts with its own whole numbers; Rust checks the ranges.
        Prim::U32 | Prim::I32 | Prim::Count => "Int",
        Prim::F64 => "Double",
        Prim::Bytes => "Data",
        Prim::Json => "JSONValue",
        Prim::JsonObject => "JSONObject",
        Prim::Signal | Prim::Void => "Void",
    }
}
