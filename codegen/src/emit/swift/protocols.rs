//! Host interfaces: protocols that the application adopts.

use super::Api;
use super::data::separate;
use super::docs::{comment, parameters, with_sections};
use crate::emit::Writer;
use crate::model::{Docs, Function, Interface};

pub(super) fn protocol(out: &mut Writer, api: Api<'_>, it: &Interface) {
    comment(out, api, &it.meta);
    let name = api.type_name(&it.meta.name);
    let methods: Vec<_> = it
        .methods
        .iter()
        .filter(|it| api.has(&it.meta.attrs))
        .collect();
    out.block(format!("public protocol {name}: Sendable {{"), "}", |out| {
        let properties = it.properties.iter().filter(|it| api.has(&it.meta.attrs));
        let mut count = 0;
        for property in properties {
            separate(out, count);
            count += 1;
            comment(out, api, &property.meta);
            let mark = if property.optional { "?" } else { "" };
            let ty = api.spell(&property.ty);
            out.line(format!(
                "var {}: {ty}{mark} {{ get }}",
                api.member(&property.meta.name)
            ));
        }
        for method in &methods {
            separate(out, count);
            count += 1;
            let params = api.params(method);
            let params: Vec<(String, &Docs)> = params
                .map(|it| (api.label(&it.meta.name), &it.meta.docs))
                .collect();
            with_sections(out, api, &method.meta, parameters(api, &params).as_slice());
            out.line(requirement(api, method));
        }
    });
    let optional: Vec<_> = methods.into_iter().filter(|it| it.optional).collect();
    if !optional.is_empty() {
        out.gap();
        defaults(out, api, &name, &optional);
    }
}

/// A method's head. What an application implements may always throw.
pub(super) fn requirement(api: Api<'_>, it: &Function) -> String {
    let params = api.params(it).enumerate().map(|(at, param)| {
        let name = api.member(&param.meta.name);
        let mark = if param.optional { "?" } else { "" };
        let ty = api.spell(&param.ty);
        match at {
            0 => format!("_ {name}: {ty}{mark}"),
            _ => format!("{name}: {ty}{mark}"),
        }
    });
    let params = params.collect::<Vec<_>>().join(", ");
    let effects = if it.is_async {
        " async throws"
    } else {
        " throws"
    };
    let returns = it
        .returns
        .as_ref()
        .map(|ty| format!(" -> {}", api.spell(ty)));
    format!(
        "func {}({params}){effects}{}",
        api.member(&it.meta.name),
        returns.unwrap_or_default()
    )
}

/// What an application may leave out does nothing, or says that it cannot.
fn defaults(out: &mut Writer, api: Api<'_>, name: &str, methods: &[&Function]) {
    out.block(format!("extension {name} {{"), "}", |out| {
        for (at, method) in methods.iter().enumerate() {
            separate(out, at);
            let does = match method.returns {
                Some(_) => "/// Fails, since it need not be implemented.",
                None => "/// Does nothing, since it need not be implemented.",
            };
            out.line(does);
            out.block(
                format!("public {} {{", requirement(api, method)),
                "}",
                |out| {
                    if method.returns.is_some() {
                        let label = api.label(&method.meta.name);
                        out.line(format!("throw NotImplemented(method: \"{name}.{label}\")"));
                    }
                },
            );
        }
    });
}
