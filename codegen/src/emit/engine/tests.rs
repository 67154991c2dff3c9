//! What members of the contract become as calls. That the glue compiles is tested where it is used.

use std::collections::BTreeMap;

use super::Engine;
use crate::emit::{Context, Emitter, Files};
use crate::model::Facts;
use crate::testing;

const CONTRACT: &str = r#"
//- tool.idl
host interface Tool { const name: string  async run(input: json, context: Context) -> json }
record Context { stop: signal }
//- shop.idl
async function openShop(keeper: Tool, options?: Options) -> Shop throws closed
async function parse(text: string) -> Kit throws closed
async function count() -> u32
@byHand(javascript) function here() -> bool
@planned async function later() -> bool
record Options { size?: u32 }
record Kit { name: string  tools?: list<Tool> }
runtime interface Shop { motto: string  async close() throws closed }
//- errors.idl
errors FxError { codes { closed = "CLOSED" is Error } }
"#;

fn emitted(path: &str) -> String {
    let model = testing::model(CONTRACT);
    let facts = Facts::of(&model);
    let inputs = BTreeMap::new();
    let mut files = Files::default();
    let context = Context {
        model: &model,
        facts: &facts,
        inputs: &inputs,
    };
    Engine.emit(context, &mut files);
    let text = files.get(path).unwrap_or_else(|| panic!("no {path}"));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that the addon's glue holds each of `expected`, however the lines are broken.
#[track_caller]
fn holds(expected: &[&str]) {
    let glue = emitted("generated/node/glue.rs");
    for part in expected {
        let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(glue.contains(&part), "no\n{part}\nin\n{glue}");
    }
}

#[test]
fn creating_an_object_settles_with_its_properties() {
    holds(&[
        "pub fn open_shop( &self, shop: u32, call: u32, keeper: String, options: String, blobs: Vec<Uint8Array>, )",
        "let link = engine.link(shop, blobs);",
        r#"let keeper = engine.argument("keeper", &keeper, &link)?;"#,
        r#"let options = engine.optional_argument("options", &options, &link)?;"#,
        "let described = contract::describe::describe_shop(&made, &engine.recipient(&link)); engine.hold_shop(shop, made); Ok(Settled::Value(described))",
    ]);
}

#[test]
fn a_function_without_an_object_answers_for_its_call() {
    holds(&[
        "pub fn parse(&self, call: u32, text: String, blobs: Vec<Uint8Array>)",
        "let link = engine.link(call, blobs);",
        "let settled = engine.functions().parse(text).await?;",
        "Ok(Settled::Value(contract::support::Describe::describe( &settled, &engine.recipient(&link), )))",
        "let settled = engine.functions().count().await; Ok(Settled::value(settled))",
    ]);
}

#[test]
fn methods_of_lent_objects_end_when_they_are_abandoned() {
    holds(&[
        "pub fn tool_run(&self, tool: u32, call: u32, input: String, context: String)",
        "let it = engine.lent::<std::sync::Arc<dyn contract::Tool>>(tool);",
        "engine.settle_until(call, link.signal(false), async move {",
        "let settled = contract::Tool::run(&*it, input, context).await?;",
        "pub fn abandon(&self, call: u32)",
        "pub fn release_lent(&self, id: u32)",
    ]);
}

#[test]
fn only_the_traits_that_are_called_are_imported() {
    holds(&["use libfx::api::ShopFunctions as _;"]);
    let glue = emitted("generated/node/glue.rs");
    for absent in ["Planned", "ErrorsFunctions", "fn here", "fn later"] {
        assert!(!glue.contains(absent), "{absent} in\n{glue}");
    }
}

#[test]
fn webassembly_has_the_same_calls() {
    let wasm = emitted("generated/javascript/wasm-calls.js");
    for expected in [
        "openShop(shop, call, keeper, options, blobs) { this.#memory.add(blobs) this.#exports.open_shop(shop, call, ...this.#memory.put(keeper), ...this.#memory.put(options)) }",
        "toolRun(tool, call, input, context) {",
        "shopClose(shop, call) {",
        "shopRelease(shop) {",
    ] {
        assert!(wasm.contains(expected), "no\n{expected}\nin\n{wasm}");
    }
}
