//! `checks.js`: what the hand-written functions of this layer must check by themselves, because no engine sees their
//! arguments: the kinds and the limits of the contract, as values of `bindings/js/support/check.js`.

use std::collections::BTreeSet;

use super::super::crossing::Crossing;
use super::super::ecma::{Api, quoted};
use super::Writer;
use super::imports::Imports;
use crate::model::{
    Attrs, Bound, Decl, Enum, Field, ForeignShape, Function, Interface, Language, Name, Param,
    Prim, Record, Side, Ty, TyKind,
};

/// Whether only hand-written functions take the record, so that it does not cross to the engine.
pub(super) fn by_hand(api: Api<'_>, it: &Record) -> bool {
    let name = it.meta.name.source();
    let is_it = |param: &Param| matches!(&param.ty.kind, TyKind::Named(found) if found == name);
    hand_written(api).any(|(_, params)| params.into_iter().any(is_it))
}

/// The parameters that no check can be made for.
pub(super) fn unsupported<'a>(api: Api<'a>) -> impl Iterator<Item = &'a Param> + use<'a> {
    let params = hand_written(api).flat_map(|(_, params)| params);
    params.filter(move |param| !is_checkable(api, &param.ty))
}

fn is_checkable(api: Api<'_>, ty: &Ty) -> bool {
    match &ty.kind {
        _ if ty.nullable => false,
        TyKind::Prim(prim) => matches!(prim, Prim::String | Prim::JsonObject),
        TyKind::List(item) => is_checkable(api, item),
        TyKind::Fn { .. } => true,
        TyKind::Named(name) => match api.model.decl(name) {
            Decl::Record(it) => api.fields(&it.fields).all(|it| is_checkable(api, &it.ty)),
            Decl::Interface(it) => {
                let mut properties = it.properties.iter();
                it.side == Side::Host && properties.all(|it| is_checkable(api, &it.ty))
            }
            Decl::Enum(_) | Decl::Foreign(_) => true,
            _ => false,
        },
        TyKind::Map(_) | TyKind::Future(_) => false,
    }
}

/// The file, unless every argument goes to the engine.
pub(super) fn file(api: Api<'_>) -> Option<String> {
    let mut checks = Checks {
        api,
        imports: Imports::new("checks"),
        body: Writer::new("  "),
        printed: BTreeSet::new(),
    };
    for (function, params) in hand_written(api) {
        checks.function(function, &params);
    }
    let body = checks.body.finish();
    if body.is_empty() {
        return None;
    }
    let mut file = Writer::new("  ");
    file.line("/**\n * The checks of arguments that no engine sees.\n */");
    checks.imports.print(&mut file);
    file.gap();
    Some(file.finish() + &body)
}

/// The functions that are written by hand here, each with the parameters that do not cross to the engine.
fn hand_written<'a>(
    api: Api<'a>,
) -> impl Iterator<Item = (&'a Function, Vec<&'a Param>)> + use<'a> {
    let crossing = Crossing::of_javascript(api.model);
    api.model.decls.values().filter_map(move |decl| {
        let Decl::Function(it) = decl else {
            return None;
        };
        let attrs = &it.meta.attrs;
        if !api.has(attrs) || !attrs.by_hand_in(Language::JavaScript) {
            return None;
        }
        let crosses = |param: &Param| match &param.ty.kind {
            TyKind::Named(name) => crossing.functions.iter().any(|it| takes(it, name)),
            _ => false,
        };
        let params: Vec<_> = it.params.iter().filter(|param| !crosses(param)).collect();
        (!params.is_empty()).then_some((it, params))
    })
}

fn takes(function: &Function, record: &str) -> bool {
    let mut types = function.params.iter().map(|param| &param.ty.kind);
    types.any(|kind| matches!(kind, TyKind::Named(name) if name == record))
}

/// The longest list of members on one line, in characters.
const READABLE: usize = 90;

struct Checks<'a> {
    api: Api<'a>,
    imports: Imports,
    body: Writer,
    /// The declarations whose checks stand in the file: each before what is made of it.
    printed: BTreeSet<&'a str>,
}

impl<'a> Checks<'a> {
    fn function(&mut self, function: &'a Function, params: &[&'a Param]) {
        let members: Vec<_> = params
            .iter()
            .map(|param| {
                let check = self.expression(&param.ty, &param.meta.attrs);
                format!("{}: {check}", param.meta.name.source())
            })
            .collect();
        let name = function.meta.name.source();
        self.constant(
            &format!("The arguments of `{name}`."),
            &format!("{name}Checks"),
            &format!("{{ {} }}", members.join(", ")),
        );
    }

    /// The check of a value, after those that it is made of.
    fn expression(&mut self, ty: &'a Ty, attrs: &Attrs) -> String {
        match &ty.kind {
            TyKind::Prim(Prim::JsonObject) => self.call("jsonObject", &[], attrs),
            TyKind::List(item) => {
                let item = self.expression(item, &Attrs::default());
                self.call("list", &[item], attrs)
            }
            TyKind::Fn { .. } => self.imports.support("check", "callable"),
            TyKind::Named(name) => self.named(name),
            // All other types have been refused.
            TyKind::Prim(_) | TyKind::Map(_) | TyKind::Future(_) => self.call("text", &[], attrs),
        }
    }

    fn named(&mut self, name: &'a str) -> String {
        let decl = self.api.model.decl(name);
        if let Decl::Foreign(it) = decl {
            let check = match it.shape {
                ForeignShape::Function => "callable",
                ForeignShape::Object | ForeignShape::Any => "anything",
            };
            return self.imports.support("check", check);
        }
        let constant = format!("{}Check", Name::new(name).camel());
        if self.printed.insert(name) {
            let value = match decl {
                Decl::Record(it) => self.record(it),
                Decl::Interface(it) => self.interface(it),
                Decl::Enum(it) => self.enumeration(it),
                _ => self.imports.support("check", "anything"),
            };
            self.constant(&format!("A value of `{name}`."), &constant, &value);
        }
        constant
    }

    fn record(&mut self, it: &'a Record) -> String {
        let fields: Vec<_> = self.api.fields(&it.fields).collect();
        let (optional, required): (Vec<_>, Vec<_>) =
            fields.into_iter().partition(|field| field.optional);
        let mut members = |fields: Vec<&'a Field>| {
            let members = fields
                .into_iter()
                .map(|field| (&field.meta.name, &field.ty, &field.meta.attrs));
            self.members(members)
        };
        let (required, optional) = (members(required), members(optional));
        let strict = it.meta.attrs.strict.then_some(", { strict: true }");
        let object = self.imports.support("check", "object");
        let strict = strict.unwrap_or_default();
        match (optional.as_str(), strict) {
            ("{}", "") => format!("{object}({required})"),
            _ => format!("{object}({required}, {optional}{strict})"),
        }
    }

    fn interface(&mut self, it: &'a Interface) -> String {
        let properties = it
            .properties
            .iter()
            .map(|property| (&property.meta.name, &property.ty, &property.meta.attrs));
        let mut members = self.member_lines(properties);
        let callable = self.imports.support("check", "callable");
        // What may be left out is looked for when it is called.
        let methods = it.methods.iter().filter(|method| !method.optional);
        members.extend(methods.map(|method| format!("{}: {callable}", method.meta.name.source())));
        format!(
            "{}({})",
            self.imports.support("check", "object"),
            braced(&members)
        )
    }

    fn enumeration(&mut self, it: &Enum) -> String {
        let values: Vec<_> = it.variants.iter().map(|it| quoted(&it.value)).collect();
        let one_of = self.imports.support("check", "oneOf");
        format!("{one_of}([{}])", values.join(", "))
    }

    fn members(&mut self, members: impl Iterator<Item = (&'a Name, &'a Ty, &'a Attrs)>) -> String {
        braced(&self.member_lines(members))
    }

    fn member_lines(
        &mut self,
        members: impl Iterator<Item = (&'a Name, &'a Ty, &'a Attrs)>,
    ) -> Vec<String> {
        members
            .map(|(name, ty, attrs)| format!("{}: {}", name.source(), self.expression(ty, attrs)))
            .collect()
    }

    /// A call of a function of `check.js`, with the limits that the attributes set.
    fn call(&mut self, function: &str, args: &[String], attrs: &Attrs) -> String {
        let limits = self.limits(attrs);
        let limits = (!limits.is_empty()).then(|| braced(&limits));
        let args: Vec<_> = args.iter().cloned().chain(limits).collect();
        format!(
            "{}({})",
            self.imports.support("check", function),
            args.join(", ")
        )
    }

    fn limits(&mut self, attrs: &Attrs) -> Vec<String> {
        let mut limits = Vec::new();
        let limit = attrs.limit.as_ref();
        let bounds = [
            ("min", limit.and_then(|limit| limit.min.as_ref())),
            ("max", limit.and_then(|limit| limit.max.as_ref())),
        ];
        for (name, bound) in bounds {
            limits.extend(bound.map(|bound| format!("{name}: {}", self.bound(bound))));
        }
        limits.extend(
            attrs
                .pattern
                .iter()
                .map(|it| format!("pattern: {}", quoted(it))),
        );
        limits.extend(
            attrs
                .unique
                .iter()
                .map(|it| format!("unique: {}", quoted(it))),
        );
        limits
    }

    fn bound(&mut self, bound: &Bound) -> String {
        match bound {
            Bound::Int(value) => value.to_string(),
            Bound::Const(name) => self.imports.module("limits", name.clone()),
        }
    }

    fn constant(&mut self, comment: &str, name: &str, value: &str) {
        self.body.gap();
        self.body.line(format!("/** {comment} */"));
        self.body.line(format!("export const {name} = {value}"));
    }
}

/// An object literal, on one line if that is short enough to read.
fn braced(members: &[String]) -> String {
    let line = members.join(", ");
    match members {
        [] => "{}".to_owned(),
        _ if line.len() <= READABLE && !line.contains('\n') => format!("{{ {line} }}"),
        members => format!("{{\n  {},\n}}", members.join(",\n  ")),
    }
}
