//! `__init__.py`: what the package exports.

use std::collections::BTreeMap;

use super::Writer;
use super::api::{Api, member, quoted, variant_class};
use super::errors::class_name;
use super::{INDENT, docs};
use crate::model::{Decl, Language};

/// What only Python has, by the hand-written module that has it.
const BY_HAND: [(&str, &[&str]); 4] = [
    ("blocking", &["Answer", "run"]),
    ("mcp_session", &["McpSession", "mcp_client"]),
    ("tools", &["Tool", "tool"]),
    ("types", &["JsonValue"]),
];

const ABOUT: &str = "libfx embeds AI agents in applications: prompt one, read a stream of events, give it tools, save and restore \
the\nconversation.\n\n    async with libfx.Agent(api_key=key, tools=[count_words]) as agent:\n        async with \
agent.prompt(\"How long is the README?\") as turn:\n            async for event in turn:\n                match event:\n                    \
case libfx.TextDelta(delta=delta):\n                        print(delta, end=\"\")\n        result = await turn.result()\n\n\
`run` does the same for scripts that want nothing but the answer. The limits stand in `libfx.limits`.";

pub(super) fn file(api: Api<'_>) -> String {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for decl in api.model.decls.values() {
        if api.declares(decl) {
            let (module, exported) = exported(api, decl);
            names.entry(module).or_default().extend(exported);
        }
    }
    for (module, exported) in BY_HAND {
        let exported = exported.iter().map(|name| (*name).to_owned());
        names.insert(format!("._support.{module}"), exported.collect());
    }
    names.retain(|_, exported| !exported.is_empty());
    let mut writer = Writer::new(INDENT);
    docs::docstring(&mut writer, ABOUT);
    writer.line("\nfrom . import limits");
    for (module, exported) in &mut names {
        exported.sort();
        writer.block(format!("from {module} import ("), ")", |writer| {
            for name in exported {
                writer.line(format!("{name},"));
            }
        });
    }
    writer.line("from ._support.exports import present_as");
    let mut all: Vec<_> = names.into_values().flatten().collect();
    all.push("limits".to_owned());
    all.sort();
    writer.line("");
    writer.block("__all__ = [", "]", |writer| {
        for name in &all {
            writer.line(format!("{},", quoted(name)));
        }
    });
    writer.line("\npresent_as(__name__, [globals()[name] for name in __all__])");
    writer.finish()
}

/// The module that has a declaration, and the names that are exported of it.
fn exported(api: Api<'_>, decl: &Decl) -> (String, Vec<String>) {
    let name = decl.meta().name.pascal();
    let names = match decl {
        Decl::Const(it) if api.is_exported(it.meta.name.source()) => {
            return (".limits".to_owned(), vec![it.meta.name.screaming()]);
        }
        Decl::Errors(it) => {
            let classes = it.codes.iter().map(class_name);
            let own = [name.clone(), format!("{name}Code")];
            return (
                "._errors".to_owned(),
                own.into_iter().chain(classes).collect(),
            );
        }
        Decl::Record(it) if api.spread_record(it.meta.name.source()).is_some() => Vec::new(),
        Decl::Function(it) if it.meta.attrs.by_hand_in(Language::Python) => Vec::new(),
        Decl::Function(it) => vec![member(&it.meta.name)],
        Decl::TaggedUnion(it) => {
            let variants = it.variants.iter().filter(|it| api.has(&it.meta.attrs));
            let classes = variants.map(|variant| variant_class(it, variant));
            std::iter::once(name).chain(classes).collect()
        }
        Decl::Record(_) | Decl::Enum(_) | Decl::KindUnion(_) | Decl::Interface(_) => vec![name],
        Decl::Const(_) | Decl::Foreign(_) => Vec::new(),
    };
    (super::api::module(&decl.meta().module), names)
}
