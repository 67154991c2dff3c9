//! Types: which names are types, and what may stand where.

use super::Lowerer;
use super::target::Target;
use crate::diagnostics::{Code, Diagnostic};
use crate::model::{FnParam, Prim, Ty, TyKind};
use crate::source::Span;
use crate::syntax::ast;

/// Where a type stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A field of a record or variant, or a variant of a union by kind.
    Data,
    RuntimeProperty,
    HostProperty,
    Param,
    /// A parameter of a callback.
    CallbackParam,
    Result,
    /// What an interface iterates.
    Iterated,
    /// Inside a list or map, or of a const.
    Inner,
    /// What a future becomes.
    Later,
}

impl Place {
    fn takes_future(self) -> bool {
        self == Place::RuntimeProperty
    }

    fn takes_fn(self) -> bool {
        use Place::{CallbackParam, Data, HostProperty, Param, Result};
        matches!(self, Data | HostProperty | Param | CallbackParam | Result)
    }

    fn takes_signal(self) -> bool {
        use Place::{CallbackParam, Data, HostProperty, Param, RuntimeProperty};
        matches!(
            self,
            Data | HostProperty | RuntimeProperty | Param | CallbackParam
        )
    }
}

const GENERICS: &[&str] = &["list", "map", "future"];

impl Lowerer<'_> {
    /// The type, unless it does not exist, which has been reported then.
    pub(super) fn ty(&mut self, ty: &ast::Type, place: Place) -> Option<Ty> {
        let kind = match &ty.kind {
            ast::TypeKind::Name(name) => self.named(name, place)?,
            ast::TypeKind::Generic { name, arg } => self.generic(name, arg, place)?,
            ast::TypeKind::Fn { params, returns } => {
                self.callback(params, returns.as_deref(), place, ty.span)?
            }
        };
        if let (Some(null), TyKind::Prim(Prim::Json)) = (ty.nullable, &kind) {
            let message = "`json` admits null already";
            self.error(Code::RedundantNull, null, message, "remove `| null`");
        }
        Some(Ty {
            kind,
            nullable: ty.nullable.is_some(),
        })
    }

    fn named(&mut self, name: &ast::Ident, place: Place) -> Option<TyKind> {
        let found = Prim::ALL.iter().find(|(text, _)| *text == name.text);
        if let Some((_, prim)) = found {
            if *prim == Prim::Signal && !place.takes_signal() {
                let help = "a signal is a field, a property or a parameter by itself";
                self.misplaced(name.span, "a signal", help);
            }
            if *prim == Prim::Void && place != Place::Later {
                let help =
                    "it stands only in `future<void>`; elsewhere, leave the type or the member out";
                self.misplaced(name.span, "`void`", help);
            }
            return Some(TyKind::Prim(*prim));
        }
        if GENERICS.contains(&name.text.as_str()) {
            let message = format!("`{}` lacks its type argument", name.text);
            let help = format!("write `{}<…>`", name.text);
            self.error(Code::TypeArguments, name.span, message, &help);
            return None;
        }
        match self.scope.item(&name.text) {
            Some(item) => self.declared(name, item),
            None => {
                let diagnostic = self.unknown_type(name);
                self.report(diagnostic);
                None
            }
        }
    }

    /// A declaration, if it is one of a type.
    fn declared(&mut self, name: &ast::Ident, item: &ast::Item) -> Option<TyKind> {
        let what = match item {
            ast::Item::Const(_) => Target::Const,
            ast::Item::Function(_) => Target::Function,
            ast::Item::Errors(_) => Target::Errors,
            _ => return Some(TyKind::Named(name.text.clone())),
        };
        let message = format!(
            "`{}` is {}, not a type of values",
            name.text,
            what.describe()
        );
        let help = match what {
            Target::Errors => "name the codes after `throws`",
            _ => "name a record, enum, union, interface or foreign type",
        };
        self.error(Code::UnknownType, name.span, message, help);
        None
    }

    fn unknown_type(&self, name: &ast::Ident) -> Diagnostic {
        if matches!(name.text.as_str(), "u64" | "i64" | "u128" | "i128") {
            let message = format!("`{}` does not fit a JavaScript number", name.text);
            return Diagnostic::new(Code::WideInteger, name.span, message)
                .help("use `count`: a whole number from 0 to 2^53 - 1");
        }
        let message = format!("there is no type `{}`", name.text);
        let diagnostic = Diagnostic::new(Code::UnknownType, name.span, message);
        if let Some(habit) = habit(&name.text) {
            return diagnostic.help(habit);
        }
        if self.scope.variant(&name.text).is_some() {
            return diagnostic
                .label("a variant by itself is not a type of the IDL")
                .help("name the union, or declare a record");
        }
        let primitives = Prim::ALL.iter().map(|(text, _)| *text);
        let known = self
            .scope
            .names()
            .chain(primitives)
            .chain(GENERICS.iter().copied());
        let known: Vec<_> = known.collect();
        diagnostic.did_you_mean(crate::diagnostics::nearest(&name.text, known))
    }

    fn generic(&mut self, name: &ast::Ident, arg: &ast::Type, place: Place) -> Option<TyKind> {
        let inner_place = match name.text.as_str() {
            "future" => Place::Later,
            _ => Place::Inner,
        };
        let inner = self.ty(arg, inner_place).map(Box::new);
        match name.text.as_str() {
            "list" => Some(TyKind::List(inner?)),
            "map" => Some(TyKind::Map(inner?)),
            "future" => {
                if !place.takes_future() {
                    let help = "only a property of a runtime interface comes later; elsewhere, make the \
                                function `async`";
                    self.misplaced(name.span, "a future", help);
                }
                Some(TyKind::Future(inner?))
            }
            _ if self.scope.item(&name.text).is_some() => {
                let message = format!("`{}` takes no type argument", name.text);
                let help = "only `list`, `map` and `future` take one";
                self.error(Code::TypeArguments, name.span, message, help);
                None
            }
            _ => {
                let diagnostic = self.unknown_type(name);
                self.report(diagnostic);
                None
            }
        }
    }

    fn callback(
        &mut self,
        params: &[ast::Param],
        returns: Option<&ast::Type>,
        place: Place,
        span: Span,
    ) -> Option<TyKind> {
        if !place.takes_fn() {
            let help = "a callback is a field, a property of a host interface, a parameter or a result by itself";
            self.misplaced(span, "a callback", help);
        }
        self.distinct(params.iter().map(|param| &param.head.name));
        let mut lowered = Vec::new();
        for param in params {
            let ty = self.ty(&param.ty, Place::CallbackParam);
            let meta = self.meta(&param.head, Target::CallbackParam, ty.as_ref());
            if param.optional {
                let help = "a callback is always called with all of them; write `T | null`";
                let message = "a callback's parameter cannot be optional";
                self.error(Code::MisplacedMember, meta.span, message, help);
            }
            lowered.push(ty.map(|ty| FnParam {
                name: param.head.name.text.clone(),
                ty,
            }));
        }
        let returns = match returns {
            Some(ty) => Some(Box::new(self.ty(ty, Place::Result)?)),
            None => None,
        };
        Some(TyKind::Fn {
            params: lowered.into_iter().collect::<Option<Vec<_>>>()?,
            returns,
        })
    }

    fn misplaced(&mut self, span: Span, what: &str, help: &str) {
        let message = format!("{what} cannot stand here");
        self.error(Code::MisplacedType, span, message, help);
    }
}

/// What to write for a type of another language.
fn habit(name: &str) -> Option<&'static str> {
    Some(match name {
        "boolean" => "write `bool`",
        "String" | "str" => "write `string`",
        "number" | "float" | "double" | "f32" => "write `f64`, or `count` for a whole number",
        "int" | "usize" | "uint" | "i16" | "u16" | "i8" | "u8" => "write `u32`, `i32` or `count`",
        "bigint" => "write `count`: a whole number from 0 to 2^53 - 1",
        "any" | "unknown" | "object" | "JsonValue" => "write `json` or `jsonObject`",
        "Uint8Array" | "ArrayBuffer" | "Buffer" => "write `bytes`",
        "AbortSignal" => "write `signal`",
        "Array" | "array" | "Vec" => "write `list<…>`",
        "Record" | "Map" | "dict" => "write `map<…>`: its keys are strings",
        "Promise" => "make the function `async`, or write `future<…>`",
        "Option" => "write `name?: …` for what may be absent, `… | null` for what may be null",
        "undefined" => "leave the result out",
        "null" => "null stands only behind a type: `… | null`",
        _ => return None,
    })
}
