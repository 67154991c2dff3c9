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
//- view.idl
@only(rust, javascript) @feature("views") async function show(view: View) -> Window
@only(rust, javascript) @feature("views") runtime interface Window {
    closed: future<i32>
    write(data: Data)
    clear()
}
@only(rust, javascript) union Data by kind { text: string  raw: bytes }
@only(rust, javascript) host interface View { cols: u32  onKey(callback: fn(key: string)) -> fn() }
//- errors.idl
errors FxError { codes { closed = "CLOSED" is Error } }
"#;

fn run<T>(idl: &str, read: impl FnOnce(Context<'_>) -> T) -> T {
    let model = testing::model(idl);
    let facts = Facts::of(&model);
    let inputs = BTreeMap::new();
    read(Context {
        model: &model,
        facts: &facts,
        inputs: &inputs,
    })
}

fn emitted(path: &str) -> String {
    let mut files = Files::default();
    run(CONTRACT, |context| Engine.emit(context, &mut files));
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
fn what_comes_later_is_a_call_that_settles_then() {
    holds(&[
        "pub fn window_closed(&self, window: u32, call: u32)",
        "let settled = contract::Window::closed(&*it).await?; Ok(Settled::value(settled))",
    ]);
}

#[test]
fn methods_that_answer_nothing_refuse_wrong_arguments_at_once() {
    holds(&[
        "pub fn window_write( &self, window: u32, data: String, blobs: Vec<Uint8Array>, ) -> Option<String>",
        r#"let link = engine.link(window, blobs);
            let data = engine.argument("data", &data, &link)?;
            if let Ok(it) = engine.window(window) { contract::Window::write(&*it, data); } Ok(())"#,
        "pub fn window_clear(&self, window: u32) {",
    ]);
}

#[test]
fn the_host_side_tells_news_and_changes_where_something_is_taken_that_has_any() {
    holds(&[
        "pub fn call_back(&self, subscription: u32, text: String) -> Option<String>",
        "pub fn refresh(&self, owner: u32, handle: u32, text: String)",
    ]);
    assert!(!emitted("generated/c/glue.rs").contains("call_back"));
}

#[test]
fn what_belongs_to_a_feature_is_left_out_of_binaries_without_it() {
    holds(&[
        r#"#[cfg(feature = "views")] use libfx::api::ViewFunctions as _;"#,
        r#"#[cfg(feature = "views")] #[napi] impl Engine {"#,
    ]);
    let wasm = emitted("generated/wasm/glue.rs");
    let gated = wasm.matches(r#"#[cfg(feature = "views")] #[unsafe(no_mangle)]"#);
    // The function, four calls of its object, and the two by which the host side tells something.
    assert_eq!(gated.count(), 7, "{wasm}");
}

#[test]
fn a_feature_is_refused_where_a_language_links_a_library_without_it() {
    let idl = r#"@feature("views") async function show() -> bool"#;
    let problems = run(idl, |context| Engine.check(context));
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(run(CONTRACT, |context| Engine.check(context)).is_empty());
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
