//! What can cross in which direction: an object of the runtime is given out, and never taken in.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::model::{Decl, Facts, Function, Interface, Model, Side, Ty, TyKind};
use crate::source::Span;

pub(super) fn check(model: &Model, facts: &Facts, decl: &Decl, diagnostics: &mut Diagnostics) {
    let mut sides = Sides { model, diagnostics };
    match decl {
        Decl::Function(function) => sides.params(function),
        Decl::Interface(interface) => sides.interface(interface),
        Decl::Record(_) | Decl::TaggedUnion(_) | Decl::KindUnion(_) => {
            if facts.direction(decl.meta().name.source()).input {
                for mention in super::mentions(decl) {
                    sides.taken(mention.meta().span, mention.ty);
                }
            }
        }
        Decl::Const(_) | Decl::Enum(_) | Decl::Foreign(_) | Decl::Errors(_) => {}
    }
}

struct Sides<'a> {
    model: &'a Model,
    diagnostics: &'a mut Diagnostics,
}

impl Sides<'_> {
    fn interface(&mut self, interface: &Interface) {
        for method in &interface.methods {
            match interface.side {
                Side::Runtime => self.params(method),
                Side::Host => {
                    if let Some(ty) = &method.returns {
                        self.taken(method.meta.span, ty);
                    }
                }
            }
        }
        if interface.side == Side::Host {
            for property in &interface.properties {
                self.taken(property.meta.span, &property.ty);
            }
        }
    }

    fn params(&mut self, function: &Function) {
        for param in &function.params {
            self.taken(param.meta.span, &param.ty);
        }
    }

    /// `ty` is what the application hands in at `span`.
    fn taken(&mut self, span: Span, ty: &Ty) {
        match &ty.kind {
            TyKind::List(inner) | TyKind::Map(inner) | TyKind::Future(inner) => {
                self.taken(span, inner);
            }
            // A callback's parameters are given out; only its result is taken.
            TyKind::Fn { returns, .. } => {
                if let Some(returns) = returns {
                    self.taken(span, returns);
                }
            }
            TyKind::Named(name) => self.taken_decl(span, name),
            TyKind::Prim(_) => {}
        }
    }

    fn taken_decl(&mut self, span: Span, name: &str) {
        let is_ours = matches!(
            self.model.decl(name),
            Decl::Interface(it) if it.side == Side::Runtime
        );
        if is_ours {
            let message =
                format!("the application would have to hand in the runtime's own `{name}`");
            let diagnostic = Diagnostic::new(Code::MisplacedType, span, message).help(
                "a runtime interface is only given out: use a `host interface`, or plain data",
            );
            self.diagnostics.push(diagnostic);
        }
    }
}
