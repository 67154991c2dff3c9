//! What declarations become in the layer.

use super::super::ecma::testing::{emitted, refused};
use super::JavaScript;

const AGENT: &str = r#"
//- agent.idl
async function createFxAgent(options: AgentOptions) -> Agent throws busy
record AgentOptions { apiKey: string tools?: list<Tool> fetch?: Fetch @only(javascript) backend?: string }
foreign Fetch: function { typescript = "typeof globalThis.fetch" rust = "()" python = "object" swift = "Any" }
runtime interface Agent { prompt(input: string, options?: PromptOptions) -> Turn async save() -> bytes async close() }
record PromptOptions { signal?: signal }
//- turn.idl
const maxEvents: count = 65_536
runtime interface Turn { iterates string result: future<count> cancel() }
//- tool.idl
host interface Tool { const name: string const schema: jsonObject async execute(input: json, context: Context) -> json }
record Context { signal: signal id: string }
//- errors.idl
errors FxError { status?: u32 codes { busy = "LIBFX_BUSY" is Error wrong = "LIBFX_WRONG" is TypeError } }
//- entries.idl
entry "." { export createFxAgent, Agent, maxEvents, FxError }
"#;

/// Asserts that one file of the layer for [`AGENT`] holds each of `expected`.
fn holds(file: &str, expected: &[&str]) {
    let text = emitted(
        &JavaScript,
        AGENT,
        &format!("generated/javascript/{file}.js"),
    );
    for part in expected {
        assert!(text.contains(part), "no\n{part}\nin\n{text}");
    }
}

#[test]
fn creating_an_object_describes_the_options_before_anything_is_loaded() {
    holds(
        "agent",
        &["export async function createFxAgent(options) {\n  \
             const crossing = new Crossing()\n  \
             const described = [agentOptionsShape(options, crossing)]\n  \
             const mailbox = await openMailbox(options)\n  \
             mailbox.addFetch(described[0], crossing)\n  \
             const { peer } = await mailbox.create('createFxAgent', described, crossing, 'agentRelease')\n  \
             return new Agent(peer)\n}"],
    );
}

#[test]
fn methods_start_ask_or_wait() {
    holds(
        "agent",
        &[
            "return new Turn(this.#peer.start('agentPrompt', [plain, input], [promptOptionsShape, options]))",
            "  save() {\n    return this.#peer.ask('agentSave')\n  }",
            "  async close() {\n    await this.#peer.ask('agentClose')\n  }",
            "import { toolShape } from './tool.js'\n",
            "import { Turn } from './turn.js'\n",
        ],
    );
}

#[test]
fn what_iterates_is_an_async_iterable_with_a_result() {
    holds(
        "turn",
        &[
            "[Symbol.asyncIterator]() {\n    return this.#peer.iterate()\n",
            "get result() {\n    return this.#peer.result\n",
            "cancel() {\n    this.#peer.cancel()\n",
        ],
    );
}

#[test]
fn options_of_the_layer_alone_are_named_apart() {
    holds(
        "agent",
        &[
            "record({\n  apiKey: plain,\n  tools: list(toolShape),\n  fetch: plain,\n}, ['backend'])",
        ],
    );
}

#[test]
fn methods_of_the_application_get_a_signal_where_they_declare_one() {
    holds(
        "tool",
        &[
            "    name: plain,\n    schema: json,\n",
            "execute: ([input, context], call) => [input, { ...context, signal: call.signal }],",
        ],
    );
}

#[test]
fn errors_know_their_class() {
    holds(
        "errors",
        &[
            "LIBFX_BUSY: FxError,\n",
            "LIBFX_WRONG: TypeError,\n",
            "export function fxError({ code, message, cause, status }) {",
        ],
    );
}

#[test]
fn constants_stand_in_one_file_with_the_hash_of_the_contract() {
    holds(
        "limits",
        &[
            "export const maxEvents = 65_536\n",
            "export const modelHash = '",
        ],
    );
}

#[test]
fn entry_points_export_values_and_no_types() {
    let index = emitted(&JavaScript, AGENT, "generated/javascript/entries/index.js");
    assert_eq!(
        index,
        "export { createFxAgent } from '../agent.js'\n\
         export { FxError } from '../errors.js'\n\
         export { maxEvents } from '../limits.js'\n"
    );
}

#[test]
fn what_the_layer_cannot_express_is_refused_at_its_declaration() {
    for (idl, expected) in [
        ("function now() -> bool", "a function that answers at once"),
        (
            "runtime interface A { iterates bool size: future<u32> }",
            "a property that comes later",
        ),
        (
            "runtime interface A { start() -> B }  runtime interface B { size: future<u32> }",
            "a property of an object that a method starts",
        ),
        (
            "runtime interface A { start() -> B }  runtime interface B { size: u32 }",
            "a property of an object that a method starts",
        ),
        (
            "runtime interface A { async open() -> B }  runtime interface B { async close() }",
            "a method that creates an object of the runtime later",
        ),
        (
            "runtime interface A { iterates bool touch() }",
            "neither waits nor cancels",
        ),
        (
            "runtime interface A { size() -> u32 }",
            "a method of a runtime interface that answers at once",
        ),
        (
            "runtime interface A { async save(data: bytes) }",
            "bytes as an argument of a method that waits",
        ),
        (
            "host interface H { each(visit: fn(name: string)) }",
            "a callback that no subscription takes",
        ),
    ] {
        let diagnostics = refused(&JavaScript, idl);
        let messages: Vec<_> = diagnostics.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(messages.len(), 1, "{idl}: {messages:?}");
        assert!(messages[0].contains(expected), "{idl}: {messages:?}");
    }
}

#[test]
fn what_is_written_by_hand_or_planned_is_not_refused() {
    let idl = "@byHand(javascript) function now() -> bool\n@planned function later() -> bool";
    assert!(refused(&JavaScript, idl).is_empty());
}

#[test]
fn what_no_engine_sees_has_checks_in_the_layer() {
    let idl = r#"
//- backend.idl
const maxItems: count = 4
@only(javascript) @byHand(javascript) async function look(options?: LookOptions) -> Backend
@only(javascript) @strict record LookOptions { backend?: Backend  addon: Addon }
@only(javascript) enum Backend { native = "native-code" wasm = "wasm" }
@only(javascript) foreign Addon: any { typescript = "object" }
@byHand(javascript) function collect(@limit(..maxItems) @unique(name) items: list<Item>) -> Outcome
record Item { @limit(1..8) @pattern("[a-z]+") name: string  note?: string  tool: Tool }
host interface Tool { const schema: jsonObject async execute(input: json) -> json }
enum Outcome { done = "done" }
"#;
    let text = emitted(&JavaScript, idl, "generated/javascript/checks.js");
    for part in [
        "export const backendCheck = oneOf(['native-code', 'wasm'])\n",
        "export const lookOptionsCheck = object({ addon: anything }, { backend: backendCheck }, { strict: true })\n",
        "export const lookChecks = { options: lookOptionsCheck }\n",
        "export const toolCheck = object({ schema: jsonObject(), execute: callable })\n",
        "export const itemCheck = object({ name: text({ min: 1, max: 8, pattern: '[a-z]+' }), tool: toolCheck }, \
         { note: text() })\n",
        "export const collectChecks = { items: list(itemCheck, { max: maxItems, unique: 'name' }) }\n",
        "import { maxItems } from './limits.js'\n",
    ] {
        assert!(text.contains(part), "no\n{part}\nin\n{text}");
    }
}

#[test]
fn a_hand_written_function_takes_nothing_that_cannot_be_checked() {
    let idl = "@byHand(javascript) function sum(numbers: list<u32>) -> bool";
    let diagnostics = refused(&JavaScript, idl);
    assert_eq!(diagnostics.len(), 1);
    let message = &diagnostics[0].message;
    assert!(
        message.contains("an argument of a hand-written function"),
        "{message}"
    );
}

const KIT: &str = r#"
//- kit.idl
async function open(client: Client, options?: Options) -> Shop
async function parse(text: string) -> Kit
record Options { size?: u32 @only(javascript) backend?: string }
record Kit { name: string tools?: list<Tool> best: Tool | null }
runtime interface Shop { kits: map<Kit> motto: string async close() }
host interface Client { async list(params?: Page) -> jsonObject async call(name: string, schema?: json, options?: Context) -> jsonObject }
record Page { at: string }
//- tool.idl
host interface Tool { const name: string async run(input: json, context: Context) -> Kit }
record Context { stop: signal }
"#;

#[track_caller]
fn kit_holds(file: &str, expected: &[&str]) {
    let text = emitted(&JavaScript, KIT, &format!("generated/javascript/{file}.js"));
    for part in expected {
        assert!(text.contains(part), "no\n{part}\nin\n{text}");
    }
}

#[test]
fn an_object_with_properties_is_made_of_what_the_engine_describes() {
    kit_holds(
        "kit",
        &[
            "const described = [clientShape(client, crossing), optionsShape(options, crossing)]\n  \
             const mailbox = await openMailbox(options)\n  \
             const { peer, properties } = await mailbox.create('open', described, crossing, 'shopRelease')\n  \
             return new Shop(peer, properties)\n",
            "  constructor(peer, properties) {\n    this.#peer = peer\n    \
             this.kits = givenMap(givenKit)(properties.kits, peer.scope)\n    \
             this.motto = properties.motto\n",
        ],
    );
}

#[test]
fn functions_without_an_object_answer_with_what_the_engine_describes() {
    kit_holds(
        "kit",
        &[
            "  const mailbox = await openMailbox()\n  return mailbox.call('parse', described, crossing, givenKit)\n",
            "export const givenKit = givenRecord({\n  tools: givenList(givenTool),\n  best: givenOrNull(givenTool),\n})",
        ],
    );
}

#[test]
fn objects_that_the_runtime_gives_are_called_through_their_peer() {
    kit_holds(
        "tool",
        &["export const givenTool = givenObject((peer) => ({\n  \
             run: (input, context = {}) => peer.askFor(givenKit, 'toolRun', [json, input], [plain, context]),\n}))"],
    );
}

#[test]
fn arguments_that_may_be_absent_come_as_lists() {
    kit_holds(
        "kit",
        &[
            "list: ([[params]]) => [params],",
            "call: ([name, [schema], [options]], call) => [name, schema, options && { ...options, stop: call.signal }],",
        ],
    );
}

#[test]
fn records_that_do_not_cross_have_no_shape() {
    let idl = r#"
//- kit.idl
@byHand(javascript) function combine(kits: list<Kit>) -> bool
record Kit { tools?: list<Tool> }
host interface Tool { async run() }
async function open() -> bool
"#;
    let text = emitted(&JavaScript, idl, "generated/javascript/kit.js");
    assert!(!text.contains("kitShape"), "{text}");
}

const VIEW: &str = r#"
//- view.idl
@feature("views") async function show(options: Options) -> Window
record Options { view: View store?: Store @only(javascript) backend?: string }
@feature("views") runtime interface Window {
    shown: future<void>
    @afterFault(1) closed: future<i32>
    write(data: Data)
    close()
}
union Data by kind { text: string raw: bytes }
host interface View {
    const title: string
    cols: u32
    write(data: bytes)
    onKey(callback: fn(key: string)) -> fn()
    onResize?(callback: fn()) -> fn()
}
host interface Store {
    async load(id: string) -> Saved | null
    async save(data: bytes, note?: bytes) -> bool
}
record Saved { data: bytes }
"#;

#[track_caller]
fn view_holds(expected: &[&str]) {
    let text = emitted(&JavaScript, VIEW, "generated/javascript/view.js");
    for part in expected {
        assert!(text.contains(part), "no\n{part}\nin\n{text}");
    }
}

#[test]
fn a_function_of_a_feature_asks_for_a_backend_that_has_it() {
    view_holds(&["const mailbox = await openMailbox(options, 'views')\n"]);
}

#[test]
fn what_comes_later_is_a_promise_from_the_start() {
    view_holds(&["    this.#peer = peer\n    \
         this.shown = peer.later('windowShown', { isVoid: true })\n    \
         this.closed = peer.later('windowClosed', { afterFault: 1 })\n"]);
}

#[test]
fn methods_that_answer_nothing_tell_the_object_something() {
    view_holds(&[
        "  write(data) {\n    this.#peer.tell('windowWrite', [plain, data])\n  }\n",
        "  close() {\n    this.#peer.tell('windowClose')\n  }\n",
    ]);
}

#[test]
fn bytes_callbacks_and_changing_properties_of_the_application_have_their_places() {
    view_holds(&[
        "  changing: ['cols'],\n  methods: {\n    \
           write: ([data], call) => [call.bytes(data)],\n    \
           onKey: ([callback], call) => [call.back(callback, plain)],\n    \
           onResize: ([callback], call) => [call.back(callback)],\n",
        "save: ([data, [note]], call) => [call.bytes(data), note === undefined ? undefined : call.bytes(note)],\n  },\n  \
           answers: {\n    load: plain,\n  },\n",
    ]);
}

#[test]
fn shapes_stand_behind_those_that_they_are_made_of() {
    let text = emitted(&JavaScript, VIEW, "generated/javascript/view.js");
    let places = ["viewShape", "storeShape", "optionsShape"].map(|name| {
        let declared = format!("export const {name} ");
        text.find(&declared)
            .unwrap_or_else(|| panic!("no {name} in\n{text}"))
    });
    assert!(places.is_sorted(), "{text}");
}
