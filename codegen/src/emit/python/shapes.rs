//! Shapes: how arguments are described to the engine (see `bindings/python/support/describe.py`).

use super::api::Api;
use super::decode;
use super::imports::Imports;
use crate::model::{Decl, FnParam, KindUnion, Meta, Side, Ty, TyKind};

/// The expression for values of `ty`.
pub(super) fn expression(api: Api<'_>, ty: &Ty, imports: &mut Imports) -> String {
    match &ty.kind {
        TyKind::List(item) if has_shape(api, item) => {
            let item = expression(api, item, imports);
            format!("{}({item})", imports.support("describe", "list_of"))
        }
        TyKind::Fn { params, .. } => callback(api, params, imports),
        TyKind::Named(name) => match api.model.decl(name) {
            Decl::Interface(it) => imports.module(&it.meta.module, constant(&it.meta)),
            Decl::Record(it) if has_shape(api, ty) => {
                imports.module(&it.meta.module, constant(&it.meta))
            }
            Decl::KindUnion(it) => match shaped_variant(api, it) {
                Some(ty) => expression(api, ty, imports),
                None => imports.support("describe", "plain"),
            },
            _ => imports.support("describe", "plain"),
        },
        TyKind::Prim(_) | TyKind::List(_) | TyKind::Map(_) | TyKind::Future(_) => {
            imports.support("describe", "plain")
        }
    }
}

/// The constant that holds the shape of a host interface or a record.
pub(super) fn constant(meta: &Meta) -> String {
    meta.name.screaming()
}

/// Whether values of `ty` do not simply describe themselves.
fn has_shape(api: Api<'_>, ty: &Ty) -> bool {
    match &ty.kind {
        TyKind::List(item) => has_shape(api, item),
        TyKind::Fn { .. } => true,
        TyKind::Named(name) => match api.model.decl(name) {
            Decl::Interface(it) => it.side == Side::Host,
            Decl::Record(_) => api.holds_objects(ty),
            Decl::KindUnion(it) => shaped_variant(api, it).is_some(),
            _ => false,
        },
        TyKind::Prim(_) | TyKind::Map(_) | TyKind::Future(_) => false,
    }
}

/// The variant whose values have a shape. Shapes let values of another kind through as they are, so one is enough.
fn shaped_variant<'a>(api: Api<'a>, union: &'a KindUnion) -> Option<&'a Ty> {
    let mut types = union.variants.iter().map(|variant| &variant.ty);
    types.find(|ty| has_shape(api, ty))
}

fn callback(api: Api<'_>, params: &[FnParam], imports: &mut Imports) -> String {
    let callback = imports.support("describe", "callback");
    let mut args = String::new();
    for (at, param) in params.iter().enumerate() {
        let given = format!("args[{at}]");
        args += &decode::expression(api, &param.ty, &given, imports).unwrap_or(given);
        args += ", ";
    }
    format!("{callback}(lambda args: ({}))", args.trim_end())
}
