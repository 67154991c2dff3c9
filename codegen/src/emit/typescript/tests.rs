//! What declarations become in typings.

use super::super::ecma::testing::emitted;
use super::TypeScript;

fn typings(idl: &str) -> String {
    emitted(&TypeScript, idl, "generated/typescript/index.d.ts")
}

/// Asserts that the typings of `idl` hold each of `expected`.
fn holds(idl: &str, expected: &[&str]) {
    let typings = typings(idl);
    for text in expected {
        assert!(typings.contains(text), "no\n{text}\nin\n{typings}");
    }
}

#[test]
fn a_runtime_interface_gives_promises_and_an_async_iterable() {
    holds(
        r#"
        runtime interface Turn { iterates string result: future<count> cancel() async save(at: bytes) -> bytes }
        entry "." { export Turn }
        "#,
        &["export interface Turn extends AsyncIterable<string> {\n  \
             readonly result: Promise<number>\n\n  \
             cancel(): void\n\n  \
             save(at: Bytes): Promise<Uint8Array>\n}"],
    );
}

#[test]
fn a_host_interface_may_answer_later_and_has_to_validate_json() {
    holds(
        r#"
        host interface Tool { const name: string size: u32 const schema?: jsonObject async run(input: json) -> json tell?(what: string) }
        entry "." { export Tool }
        "#,
        &["export interface Tool {\n  \
             name: string\n\n  \
             readonly size: number\n\n  \
             schema?: Record<string, JsonValue>\n\n  \
             run(input: unknown): MaybePromise<JsonValue>\n\n  \
             tell?(what: string): void\n}"],
    );
}

#[test]
fn callbacks_give_what_the_runtime_gives_and_take_what_it_takes() {
    holds(
        r#"
        record Options { ask?: fn(data: bytes) -> bytes tell: fn(text: string) | null }
        function start(options: Options) -> bool
        entry "." { export start }
        "#,
        &[
            "ask?: (data: Uint8Array) => MaybePromise<Bytes>",
            "tell: ((text: string) => void) | null",
        ],
    );
    holds(
        r#"
        function start(ask: fn(at: string) -> bool) -> bool
        entry "." { export start }
        "#,
        &[
            "export type MaybePromise<T> = T | Promise<T>",
            "export function start(ask: (at: string) => MaybePromise<boolean>): boolean",
        ],
    );
}

#[test]
fn unions_are_made_of_named_interfaces() {
    holds(
        r#"
        record Place { at: string }
        union Event by "type" { @name("Started") start = "start" { id: string } end = "end" {} }
        union Block by "type" { @name("PlaceBlock") place = "place" { @inlinable place: Place } }
        runtime interface Run { iterates Event take(block: Block) }
        entry "." { export Run }
        "#,
        &[
            "export type Event = Started | EventEnd\n",
            "  type: 'start'\n\n  id: string\n",
            "export type Block = PlaceBlock | ({ type: 'place' } & Place)\n",
        ],
    );
}

#[test]
fn an_answer_of_json_may_be_nothing() {
    holds(
        r#"
        union Output by "type" otherwise json { @name("Rich") rich = "rich" { text: string } }
        host interface Tool { async run() -> Output }
        entry "." { export Tool }
        "#,
        &["export type Output = Rich | JsonValue | undefined\n"],
    );
}

#[test]
fn enums_are_unions_of_literals_and_open_ones_admit_more() {
    holds(
        r#"
        enum Closed { a = "a" b = "it's" }
        @open enum Open { a = "a" }
        record Both { closed: Closed open: Open nothing: Closed | null }
        function both() -> Both
        entry "." { export both }
        "#,
        &[
            "  | 'a'\n  | 'it\\'s'\n",
            "  | 'a'\n  | (string & {})\n",
            "nothing: Closed | null",
        ],
    );
}

#[test]
fn the_rest_of_a_record_is_an_index_signature() {
    holds(
        r#"
        record Event { type: string @rest detail: map<json> }
        function event() -> Event
        entry "." { export event }
        "#,
        &["type: string\n\n  [detail: string]: unknown\n"],
    );
}

#[test]
fn errors_are_a_class_with_a_union_of_codes() {
    holds(
        r#"
        errors FxError { status?: u32 codes { busy = "LIBFX_BUSY" is Error wrong = "LIBFX_WRONG" is TypeError } }
        entry "." { export FxError }
        "#,
        &[
            "export class FxError extends Error {\n  private constructor()\n",
            "readonly code: FxErrorCode\n",
            "readonly status?: number\n",
            "The error is a `TypeError` as well.",
            "  | 'LIBFX_BUSY'\n",
        ],
    );
}

#[test]
fn docs_link_to_what_can_be_imported_and_show_what_cannot() {
    holds(
        r#"
        const maxBytes: count = 64KiB
        const maxItems: count = 8
        enum Reason { done = "is_done" }
        errors FxError { codes { busy = "LIBFX_BUSY" is Error } }
        /// At most [`maxItems`] of [`maxBytes`], or [`maxBytes`] bytes in all; see [`go.it`], [`Reason`] and [`Reason.done`].
        /// Fails with `busy`, and `other` stays, as does [text](`busy`).
        function go(
            /// What it is.
            it: Reason,
        ) throws busy
        entry "." { export go }
        "#,
        &[
            "At most 8 of 65,536 bytes, or 65,536 bytes in all; see {@link go.it}, {@link Reason} and `is_done`.",
            "Fails with `LIBFX_BUSY`, and `other` stays",
            " * @param it - What it is.\n",
            " * @throws {FxError} `LIBFX_BUSY`\n",
        ],
    );
}

#[test]
fn what_is_planned_or_of_another_language_is_left_out() {
    let typings = typings(
        r#"
        @planned function later()
        @only(rust) function elsewhere()
        record Options { @only(python) loop?: string @only(javascript) wasm?: string }
        function now(options: Options) -> bool
        entry "." { export now, later, elsewhere }
        "#,
    );
    assert!(typings.contains("wasm?: string"));
    for absent in ["later", "elsewhere", "loop"] {
        assert!(!typings.contains(absent), "{absent} in\n{typings}");
    }
}

#[test]
fn an_answer_that_is_a_json_object_may_have_any_type_of_object() {
    holds(
        r#"
        host interface Client { async list(filter: jsonObject) -> jsonObject }
        entry "." { export Client }
        "#,
        &["list(filter: Record<string, JsonValue>): MaybePromise<object>"],
    );
}

#[test]
fn an_entry_point_exports_from_another_what_that_already_has() {
    let idl = r#"
        record Shared { data: bytes }
        function first(shared: Shared) -> bool
        function second(shared: Shared) -> json
        entry "." { export first }
        entry "./node" { export first, second }
        "#;
    let node = emitted(&TypeScript, idl, "generated/typescript/node.d.ts");
    assert!(
        node.starts_with(
            "import type {\n  Shared,\n} from './index.js'\n\n\
             export {\n  Bytes,\n  Shared,\n  first,\n} from './index.js'\n"
        ),
        "{node}"
    );
    assert!(node.contains("export type JsonValue"));
    assert!(!node.contains("export type Bytes"));
    assert!(node.contains("export function second(shared: Shared): JsonValue"));
}
