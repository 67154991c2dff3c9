//! Behaviour: functions, and what the runtime and the application implement for each other.

use super::Lowerer;
use super::target::Target;
use super::types::Place;
use crate::diagnostics::{Code, Diagnostic};
use crate::model::{Docs, Function, Interface, Param, Property, Side, Ty};
use crate::syntax::ast;

impl Lowerer<'_> {
    pub(super) fn interface(&mut self, it: &ast::Interface) -> Interface {
        let side = match it.side {
            ast::Side::Runtime => Side::Runtime,
            ast::Side::Host => Side::Host,
        };
        self.not_empty(&it.head.name, it.members.len(), "members");
        self.distinct(it.members.iter().filter_map(member_name));
        let mut interface = Interface {
            meta: self.meta(&it.head, Target::Interface, None),
            side,
            iterates: None,
            iterates_docs: Docs::default(),
            properties: Vec::new(),
            methods: Vec::new(),
        };
        for member in &it.members {
            match member {
                ast::Member::Property(it) => {
                    interface.properties.extend(self.property(it, side));
                }
                ast::Member::Method(it) => interface.methods.push(self.method(it, side)),
                ast::Member::Iterates(it) => self.iterates(it, &mut interface),
            }
        }
        interface
    }

    fn property(&mut self, it: &ast::Property, side: Side) -> Option<Property> {
        let place = match side {
            Side::Runtime => Place::RuntimeProperty,
            Side::Host => Place::HostProperty,
        };
        let ty = self.ty(&it.ty, place);
        Some(Property {
            meta: self.meta(&it.head, Target::Property, ty.as_ref()),
            constant: it.constant.is_some(),
            optional: it.optional,
            ty: ty?,
        })
    }

    fn iterates(&mut self, it: &ast::Iterates, interface: &mut Interface) {
        let problem = match (interface.side, &interface.iterates) {
            (Side::Host, _) => Some("a host interface cannot iterate"),
            (Side::Runtime, Some(_)) => Some("an interface iterates one type"),
            (Side::Runtime, None) => None,
        };
        if let Some(message) = problem {
            let help = "only a runtime interface has `iterates`, and once";
            self.error(Code::MisplacedMember, it.span, message, help);
        }
        self.attributes(&it.attrs, Target::Iterates, None);
        interface.iterates_docs = self.docs(&it.docs);
        interface.iterates = self.ty(&it.ty, Place::Iterated);
    }

    fn method(&mut self, it: &ast::Function, side: Side) -> Function {
        if let (Some(span), Side::Runtime) = (it.optional, side) {
            let message = "a runtime interface has all of its methods";
            self.error(Code::MisplacedMember, span, message, "remove `?`");
        }
        if let (Some(code), Side::Host) = (it.throws.first(), side) {
            let message = "a host interface does not say what it throws";
            let help = "the application's code may throw anything: remove `throws`, and describe it in the docs";
            self.error(Code::MisplacedMember, code.span, message, help);
        }
        self.signature(it, Target::Method)
    }

    pub(super) fn function(&mut self, it: &ast::Function) -> Function {
        if let Some(span) = it.optional {
            let message = "a function of the API is always there";
            self.error(Code::MisplacedMember, span, message, "remove `?`");
        }
        self.signature(it, Target::Function)
    }

    fn signature(&mut self, it: &ast::Function, target: Target) -> Function {
        self.distinct(it.params.iter().map(|param| &param.head.name));
        self.distinct(&it.throws);
        self.optional_params_last(&it.params);
        let meta = self.meta(&it.head, target, None);
        let params = it.params.iter();
        Function {
            meta,
            is_async: it.is_async,
            optional: it.optional.is_some(),
            params: params.filter_map(|param| self.param(param)).collect(),
            returns: self.result(it.returns.as_ref()),
            throws: it.throws.iter().map(|code| self.error_code(code)).collect(),
        }
    }

    fn param(&mut self, it: &ast::Param) -> Option<Param> {
        let ty = self.ty(&it.ty, Place::Param);
        Some(Param {
            meta: self.meta(&it.head, Target::Param, ty.as_ref()),
            optional: it.optional,
            ty: ty?,
        })
    }

    fn result(&mut self, ty: Option<&ast::Type>) -> Option<Ty> {
        self.ty(ty?, Place::Result)
    }

    fn error_code(&mut self, code: &ast::Ident) -> String {
        if !self.scope.has_code(&code.text) {
            let message = format!("there is no error code `{}`", code.text);
            let near = self.scope.nearest_code(&code.text);
            let diagnostic = Diagnostic::new(Code::UnknownErrorCode, code.span, message)
                .help("declare it in `errors`");
            self.report(diagnostic.did_you_mean(near));
        }
        code.text.clone()
    }

    fn optional_params_last(&mut self, params: &[ast::Param]) {
        let optional = params.iter().skip_while(|param| !param.optional);
        for param in optional.filter(|param| !param.optional) {
            let message = format!(
                "`{}` is required, but stands behind an optional parameter",
                param.head.name.text
            );
            let help = "required parameters come first";
            self.error(
                Code::OptionalBeforeRequired,
                param.head.name.span,
                message,
                help,
            );
        }
    }
}

fn member_name(member: &ast::Member) -> Option<&ast::Ident> {
    match member {
        ast::Member::Property(it) => Some(&it.head.name),
        ast::Member::Method(it) => Some(&it.head.name),
        ast::Member::Iterates(_) => None,
    }
}
