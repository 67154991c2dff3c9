//! Functions of the API. All of them settle later, also those that a language offers as answering at once.

use quote::{format_ident, quote};

use super::{Arguments, Call, Context, Function, ParamKind, Returns};
use super::{ident, made_object, param, settling, summary};
use crate::emit::rust::describe;
use crate::model::{Interface, TyKind};

pub(super) fn call(context: Context<'_>, function: &Function) -> Call {
    let call = match made_object(context.model, function.returns.as_ref()) {
        Some(object) => creating(function, object),
        None => answering(context, function),
    };
    call.with_feature(function.meta.attrs.feature.as_ref())
}

/// `async function createX(options) -> X`: the host side numbers the new object and the call.
fn creating(function: &Function, object: &Interface) -> Call {
    let id = ident(&object.meta.name);
    let hold = format_ident!("hold_{}", object.meta.name.snake());
    let name = ident(&function.meta.name);
    let Arguments {
        params,
        decoded,
        names,
    } = Arguments::of(function);
    let has_data = |it: &crate::model::Property| !matches!(it.ty.kind, TyKind::Future(_));
    let described = object.properties.iter().any(has_data).then(|| {
        let describe = describe::function(&object.meta.name);
        quote! { let described = contract::describe::#describe(&made, &engine.recipient(&link)); }
    });
    let settled = match described {
        Some(_) => quote! { Settled::Value(described) },
        None => quote! { Settled::value(()) },
    };
    let mut all = vec![
        param(&object.meta.name.camel(), ParamKind::Number),
        param("call", ParamKind::Number),
    ];
    all.extend(params);
    all.push(param("blobs", ParamKind::BytesList));
    Call {
        name: function.meta.name.clone(),
        docs: summary(&function.meta.docs),
        params: all,
        returns: Returns::Nothing,
        body: quote! {
            let link = engine.link(#id, blobs);
            let maker = engine.clone();
            engine.settle(call, async move {
                let engine = maker;
                #decoded
                let made = engine.functions().#name(#(#names),*).await?;
                #described
                engine.#hold(#id, made);
                Ok(#settled)
            });
        },
        feature: None,
    }
}

/// `function f(…) -> T`: what the application hands over belongs to the call.
fn answering(context: Context<'_>, function: &Function) -> Call {
    let name = ident(&function.meta.name);
    let Arguments {
        params,
        decoded,
        names,
    } = Arguments::of(function);
    let awaited = function.is_async.then(|| quote! { .await });
    let failed = (!function.throws.is_empty()).then(|| quote! { ? });
    let work = quote! { engine.functions().#name(#(#names),*) #awaited #failed };
    let settling = settling(context, function.returns.as_ref(), &work);
    let mut all = vec![param("call", ParamKind::Number)];
    all.extend(params);
    all.push(param("blobs", ParamKind::BytesList));
    Call {
        name: function.meta.name.clone(),
        docs: summary(&function.meta.docs),
        params: all,
        returns: Returns::Nothing,
        body: quote! {
            let link = engine.link(call, blobs);
            let answerer = engine.clone();
            engine.settle(call, async move {
                let engine = answerer;
                #decoded
                #settling
            });
        },
        feature: None,
    }
}
