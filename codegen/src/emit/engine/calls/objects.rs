//! Members of objects: of the runtime's own, which the host side numbers, and of those that it is lent, which the engine
//! numbers.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{Arguments, Call, Context, Function, ParamKind, Returns};
use super::{ident, made_object, param, settling, summary};
use crate::model::{Interface, Name, Prim, Property, Ty, TyKind};

pub(super) fn of_runtime(context: Context<'_>, interface: &Interface) -> Vec<Call> {
    let mut calls: Vec<Call> = interface
        .methods
        .iter()
        .map(|method| of_method(context, interface, method))
        .collect();
    let object = &interface.meta.name;
    if interface.iterates.is_some() {
        calls.push(on_object(object, "read", "Somebody reads the events."));
        let mut acknowledge = on_object(
            object,
            "acknowledge",
            "The application has consumed that many more of the events it was given.",
        );
        let engine_call = format_ident!("acknowledge_{}", object.snake());
        let id = ident(object);
        acknowledge.body = quote! { engine.#engine_call(#id, events); };
        acknowledge.params.push(param("events", ParamKind::Number));
        calls.push(acknowledge);
    }
    for property in &interface.properties {
        if let TyKind::Future(value) = &property.ty.kind {
            if interface.iterates.is_none() {
                calls.push(of_future(context, interface, property, value));
                continue;
            }
            let name = Name::new(format!("await_{}", property.meta.name.snake()));
            let engine_call =
                format_ident!("await_{}_{}", object.snake(), property.meta.name.snake());
            let mut call = on_object(object, &name.camel(), "Somebody waits for it.");
            let id = ident(object);
            call.body = quote! { engine.#engine_call(#id); };
            calls.push(call);
        }
    }
    calls.push(on_object(
        object,
        "release",
        "The host side has no use for it any longer.",
    ));
    let feature = interface.meta.attrs.feature.as_ref();
    let calls = calls.into_iter();
    calls.map(|call| call.with_feature(feature)).collect()
}

pub(super) fn of_lent(context: Context<'_>, interface: &Interface) -> Vec<Call> {
    let methods = interface.methods.iter();
    methods
        .map(|method| of_lent_method(context, interface, method))
        .collect()
}

/// A call that names an object and does what the engine's method of the same words does.
fn on_object(object: &Name, verb: &str, docs: &str) -> Call {
    let engine_call = format_ident!("{}_{}", verb, object.snake());
    let id = ident(object);
    Call {
        name: joined(object, verb),
        docs: docs.to_owned(),
        params: vec![param(&object.camel(), ParamKind::Number)],
        returns: Returns::Nothing,
        body: quote! { engine.#engine_call(#id); },
        feature: None,
    }
}

/// A property that comes later, of an object that is known to the host side by it alone: a call that settles then.
fn of_future(context: Context<'_>, interface: &Interface, property: &Property, value: &Ty) -> Call {
    let (object, name) = (&interface.meta.name, &property.meta.name);
    let (id, of_trait) = (ident(object), format_ident!("{}", object.pascal()));
    let getter = ident(name);
    let work = quote! { contract::#of_trait::#getter(&*it).await? };
    let returns = (value.kind != TyKind::Prim(Prim::Void)).then_some(value);
    let settling = settling(context, returns, &work);
    Call {
        name: joined(object, name.source()),
        docs: summary(&property.meta.docs),
        params: vec![
            param(&object.camel(), ParamKind::Number),
            param("call", ParamKind::Number),
        ],
        returns: Returns::Nothing,
        body: quote! {
            let it = engine.#id(#id);
            engine.settle(call, async move {
                let it = it?;
                #settling
            });
        },
        feature: None,
    }
}

fn of_method(context: Context<'_>, interface: &Interface, method: &Function) -> Call {
    let object = &interface.meta.name;
    let mut params = vec![param(&object.camel(), ParamKind::Number)];
    let arguments = Arguments::of(method);
    let made = made_object(context.model, method.returns.as_ref());
    let (returns, body) = match made {
        _ if method.is_async => {
            params.push(param("call", ParamKind::Number));
            let body = waiting(context, interface, method, &arguments);
            (Returns::Nothing, body)
        }
        Some(made) => {
            params.push(param(&made.meta.name.camel(), ParamKind::Number));
            let body = starting(context, interface, method, &made.meta.name, &arguments);
            (Returns::Failure, body)
        }
        None => telling(context, interface, method, &arguments),
    };
    params.extend(arguments.passed(context, method));
    Call {
        name: joined(object, method.meta.name.source()),
        docs: summary(&method.meta.docs),
        params,
        returns,
        body,
        feature: None,
    }
}

/// A method that tells the object something, which is nothing to one that is gone. Arguments are refused at once.
fn telling(
    context: Context<'_>,
    interface: &Interface,
    method: &Function,
    Arguments { decoded, names, .. }: &Arguments,
) -> (Returns, TokenStream) {
    let id = ident(&interface.meta.name);
    let of_trait = of_trait(interface, method);
    let tell = quote! {
        if let Ok(it) = engine.#id(#id) {
            #of_trait(&*it, #(#names),*);
        }
    };
    if names.is_empty() {
        return (Returns::Nothing, tell);
    }
    let blobs = Arguments::blobs(context, method);
    let body = quote! {
        engine.attempt(|engine| {
            let link = engine.link(#id, #blobs);
            #decoded
            #tell
            Ok(())
        })
    };
    (Returns::Failure, body)
}

/// A method whose result comes later.
fn waiting(
    context: Context<'_>,
    interface: &Interface,
    method: &Function,
    Arguments { decoded, names, .. }: &Arguments,
) -> TokenStream {
    let id = ident(&interface.meta.name);
    let of_trait = of_trait(interface, method);
    let failed = (!method.throws.is_empty()).then(|| quote! { ? });
    let work = quote! { #of_trait(&*it, #(#names),*).await #failed };
    let settling = settling(context, method.returns.as_ref(), &work);
    let crosses = !names.is_empty()
        || method
            .returns
            .iter()
            .any(|ty| context.facts.holds_objects(context.model, ty));
    let blobs = Arguments::blobs(context, method);
    let link = crosses.then(|| {
        quote! {
            let link = engine.link(#id, #blobs);
            let answerer = engine.clone();
        }
    });
    let engine = crosses.then(|| quote! { let engine = answerer; });
    quote! {
        let it = engine.#id(#id);
        #link
        engine.settle(call, async move {
            #engine
            let it = it?;
            #decoded
            #settling
        });
    }
}

/// A method that starts something at once, or says why it cannot.
fn starting(
    context: Context<'_>,
    interface: &Interface,
    method: &Function,
    made: &Name,
    Arguments { decoded, names, .. }: &Arguments,
) -> TokenStream {
    let id = ident(&interface.meta.name);
    let of_trait = of_trait(interface, method);
    let blobs = Arguments::blobs(context, method);
    let link = (!names.is_empty()).then(|| quote! { let link = engine.link(#id, #blobs); });
    let (hold, made) = (format_ident!("hold_{}", made.snake()), ident(made));
    quote! {
        engine.attempt(|engine| {
            let it = engine.#id(#id)?;
            #link
            #decoded
            engine.#hold(#made, #of_trait(&*it, #(#names),*)?);
            Ok(())
        })
    }
}

/// A method of an object that the host side was lent; it is given up when its signal is triggered.
fn of_lent_method(context: Context<'_>, interface: &Interface, method: &Function) -> Call {
    let object = &interface.meta.name;
    let (id, name) = (ident(object), format_ident!("{}", object.pascal()));
    let of_trait = of_trait(interface, method);
    let Arguments {
        params,
        decoded,
        names,
    } = Arguments::of(method);
    let work = quote! { #of_trait(&*it, #(#names),*).await? };
    let settling = settling(context, method.returns.as_ref(), &work);
    let mut all = vec![
        param(&object.camel(), ParamKind::Number),
        param("call", ParamKind::Number),
    ];
    all.extend(params);
    Call {
        name: joined(object, method.meta.name.source()),
        docs: summary(&method.meta.docs),
        params: all,
        returns: Returns::Nothing,
        body: quote! {
            let it = engine.lent::<std::sync::Arc<dyn contract::#name>>(#id);
            let link = engine.link(call, Vec::new());
            let answerer = engine.clone();
            engine.settle_until(call, link.signal(false), async move {
                let engine = answerer;
                let it = it?;
                #decoded
                #settling
            });
        },
        feature: None,
    }
}

/// The method as a path, since objects have methods of their own by the same names.
fn of_trait(interface: &Interface, method: &Function) -> TokenStream {
    let of_trait = format_ident!("{}", interface.meta.name.pascal());
    let name = ident(&method.meta.name);
    quote! { contract::#of_trait::#name }
}

fn joined(object: &Name, verb: &str) -> Name {
    let verb = Name::new(verb);
    Name::new(format!("{}{}", object.camel(), verb.pascal()))
}
