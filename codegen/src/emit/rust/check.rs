//! What Rust cannot express, or not yet.

use super::{Api, names, remote};
use crate::diagnostics::{Code, Diagnostic};
use crate::model::{Decl, Interface, Meta, Param, Prim, Property, Record, Side, Ty, TyKind};

pub(super) fn unsupported(api: Api<'_>) -> Vec<Diagnostic> {
    let mut found = Found {
        api,
        diagnostics: Vec::new(),
    };
    for module in &api.model.modules {
        if let Some(decl) = module.decls.first()
            && OWN_MODULES.contains(&module.name.as_str())
        {
            let message = format!(
                "module `{}` of the Rust crate has a meaning of its own",
                module.name
            );
            found.report(api.model.decl(decl).meta(), message, "rename the file");
        }
    }
    for decl in api.decls() {
        found.name(decl);
        found.decl(decl);
    }
    let (decoded, described) = (api.decoded(), api.described());
    for decl in &decoded {
        match decl {
            Decl::Interface(it) => found.proxy(it),
            Decl::Record(it) if api.is_lenient(it) => found.lenient(it),
            _ => {}
        }
    }
    for decl in described {
        let is_decoded = decoded.iter().any(|it| it.meta().name == decl.meta().name);
        found.described(decl, is_decoded);
    }
    found.diagnostics
}

/// Modules that the crate has beside those of the IDL.
const OWN_MODULES: &[&str] = &[
    "decode", "describe", "limits", "remote", "support", "validate",
];

/// Names that generated code uses for something else.
const TAKEN: &[&str] = &[
    "Answer",
    "Arc",
    "AsyncCallback",
    "BTreeMap",
    "Box",
    "BoxFuture",
    "BoxStream",
    "Bytes",
    "Callback",
    "CancellationToken",
    "Cow",
    "Decode",
    "Default",
    "Describe",
    "Deserialize",
    "ErrorClass",
    "ErrorCode",
    "From",
    "Future",
    "HostError",
    "HostLink",
    "HostRef",
    "HttpRequest",
    "HttpResponse",
    "Input",
    "Into",
    "JsonObject",
    "JsonSchema",
    "Live",
    "MaybeSend",
    "MaybeSync",
    "Method",
    "Option",
    "Path",
    "Pattern",
    "Piece",
    "Recipient",
    "Result",
    "SecretString",
    "Seen",
    "Serialize",
    "Stream",
    "String",
    "Validate",
    "Value",
    "Vec",
];

struct Found<'a> {
    api: Api<'a>,
    diagnostics: Vec<Diagnostic>,
}

impl Found<'_> {
    fn report(&mut self, meta: &Meta, message: impl Into<String>, help: &str) {
        let diagnostic = Diagnostic::new(Code::Unsupported, meta.span, message).help(help);
        self.diagnostics.push(diagnostic);
    }

    fn name(&mut self, decl: &Decl) {
        let meta = decl.meta();
        let name = meta.name.pascal();
        let is_item = !matches!(decl, Decl::Const(_) | Decl::Function(_) | Decl::Foreign(_));
        if is_item && TAKEN.contains(&name.as_str()) {
            let message = format!("`{name}` has another meaning in generated Rust");
            self.report(meta, message, "choose another name");
        }
    }

    fn decl(&mut self, decl: &Decl) {
        match decl {
            Decl::Const(_) | Decl::Enum(_) => {}
            Decl::Record(it) => {
                for field in self.api.fields(&it.fields) {
                    self.member(&field.meta, &field.ty);
                }
            }
            Decl::TaggedUnion(it) => {
                self.union(&it.meta);
                for field in it.variants.iter().flat_map(|variant| &variant.fields) {
                    self.member(&field.meta, &field.ty);
                }
            }
            Decl::KindUnion(it) => {
                self.union(&it.meta);
                for variant in &it.variants {
                    self.member(&variant.meta, &variant.ty);
                }
            }
            Decl::Interface(it) => {
                for property in &it.properties {
                    self.member(&property.meta, &property.ty);
                }
                for param in it.methods.iter().flat_map(|method| &method.params) {
                    self.member(&param.meta, &param.ty);
                }
            }
            Decl::Function(it) => {
                for param in &it.params {
                    self.member(&param.meta, &param.ty);
                }
            }
            Decl::Foreign(it) => {
                let spelling = it.rust.as_deref().unwrap_or_default();
                if syn::parse_str::<syn::Type>(spelling).is_err() {
                    let message = format!("`{spelling}` is not a type of Rust");
                    self.report(&it.meta, message, "write a type with its full path");
                }
            }
            Decl::Errors(it) => {
                let codes = ["invalidArgument", "limitExceeded"];
                let has = |code: &str| it.codes.iter().any(|it| it.meta.name.source() == code);
                if it.meta.name.source() != "FxError" || !codes.iter().all(|code| has(code)) {
                    let help =
                        "call it `FxError`, and declare `invalidArgument` and `limitExceeded`";
                    self.report(&it.meta, "checks of arguments need this error type", help);
                }
            }
        }
    }

    fn union(&mut self, meta: &Meta) {
        if !self.api.facts.is_plain(meta.name.source()) {
            let message = "Rust has no union of host values or secrets";
            self.report(meta, message, "put the host value into a record");
        }
    }

    fn member(&mut self, meta: &Meta, ty: &Ty) {
        let mut parameters = 0;
        ty.walk(&mut |ty| {
            if let TyKind::Fn { params, .. } = &ty.kind {
                parameters = parameters.max(params.len());
            }
        });
        if parameters > 1 {
            let message = "a callback in Rust has at most one parameter";
            self.report(meta, message, "pass a record");
        }
    }

    /// A proxy caches properties. Methods answer later, or not at all, or subscribe.
    fn proxy(&mut self, interface: &Interface) {
        if interface.side != Side::Host {
            return;
        }
        for property in &interface.properties {
            self.live(property);
        }
        for method in &interface.methods {
            if remote::subscribed(method).is_some_and(|argument| self.can_subscribe(argument)) {
                continue;
            }
            if !method.is_async && method.returns.is_some() {
                let message = "a method that must answer at once cannot be called over a link";
                let help = "make it `async`, or have it take one callback and return a `fn()` that ends the subscription";
                self.report(&method.meta, message, help);
            }
            for param in &method.params {
                if !self.crosses(&param.ty) {
                    let name = names::member(&param.meta.name);
                    let message = format!("`{name}` cannot be passed over a link");
                    let help = "pass JSON, bytes, or a record of JSON and a signal";
                    self.report(&param.meta, message, help);
                }
            }
        }
    }

    /// A host tells a property that changes again and again, so it is small and always there.
    fn live(&mut self, property: &Property) {
        let is_small = self.api.is_copy(&property.ty.kind) && !property.ty.nullable;
        let is_always_there = !property.optional && property.meta.attrs.limit.is_none();
        let crosses = property.constant || is_small && is_always_there;
        if !crosses {
            let message = "a property that changes cannot be read over a link";
            let help = "make it `const`, a method, or a number, a `bool` or an enum without limits";
            self.report(&property.meta, message, help);
        }
    }

    /// A host calls back with JSON.
    fn can_subscribe(&self, (callback, _): (&Param, &str)) -> bool {
        match &callback.ty.kind {
            TyKind::Fn { params, .. } => params.iter().all(|it| self.api.is_json(&it.ty)),
            _ => false,
        }
    }

    /// What goes to a host is JSON, host objects, and records, lists and maps of these.
    fn described(&mut self, decl: &Decl, is_decoded: bool) {
        match decl {
            Decl::Record(it) => {
                for field in self.api.fields(&it.fields) {
                    self.given(&field.meta, &field.ty, !field.meta.attrs.rest);
                }
            }
            Decl::Interface(it) => {
                for property in self.api.data(it) {
                    let is_read_once = it.side == Side::Runtime || property.constant;
                    self.given(&property.meta, &property.ty, is_read_once);
                }
                self.lent(it);
                if !is_decoded {
                    // Lent objects are called as proxies call those of the application.
                    self.proxy(it);
                }
            }
            _ => {}
        }
    }

    fn given(&mut self, meta: &Meta, ty: &Ty, is_supported: bool) {
        if !is_supported || !self.api.is_describable(ty) {
            let message = format!("`{}` cannot be given to a host", meta.name.source());
            let help = "give JSON, objects of a host interface, or records and lists of these";
            self.report(meta, message, help);
        }
    }

    /// The runtime's own implementation is called as its proxies call the application's.
    fn lent(&mut self, interface: &Interface) {
        for method in interface.methods.iter().filter(|method| method.optional) {
            let message = "whether an object of the runtime has this method cannot be told";
            self.report(
                &method.meta,
                message,
                "give the runtime an interface without `?`",
            );
        }
        for method in &interface.methods {
            let is_bytes = |param: &Param| param.ty.kind == TyKind::Prim(Prim::Bytes);
            if !method.is_async || method.params.iter().any(is_bytes) {
                let message = "an application cannot call this method of an object of the runtime";
                let help = "make it `async`, and have it take JSON and a signal";
                self.report(&method.meta, message, help);
            }
        }
        self.proxy(interface);
    }

    /// The application leaves out what it does not know, so that every member needs a value that stands for nothing.
    fn lenient(&mut self, record: &Record) {
        for field in self.api.fields(&record.fields).filter(|it| !it.optional) {
            if let TyKind::Named(_) | TyKind::Fn { .. } = &field.ty.kind {
                let message = format!(
                    "an application that calls an object of the runtime may leave `{}` out",
                    field.meta.name.source()
                );
                self.report(&field.meta, message, "make it optional");
            }
        }
    }

    fn crosses(&self, ty: &Ty) -> bool {
        if self.api.is_json(ty) || *ty == Ty::prim(Prim::Bytes) {
            return true;
        }
        let Some(record) = remote::record_with_signal(self.api, ty) else {
            return false;
        };
        let is_signal = |ty: &Ty| ty.kind == TyKind::Prim(Prim::Signal);
        self.api
            .fields(&record.fields)
            .all(|field| is_signal(&field.ty) || self.api.is_json(&field.ty))
    }
}
