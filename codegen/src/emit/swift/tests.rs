//! What declarations become in Swift.

use super::super::ecma::testing::{emitted, refused};
use super::Swift;

const AGENT: &str = r#"
//- agent.idl
/// Creates one, see [`Agent.prompt`] and [`maxEvents`]. Fails with `LIBFX_BUSY`.
async function createFxAgent(
    /// The options.
    options: AgentOptions,
) -> Agent throws busy
@strict record AgentOptions { @secret apiKey: string tools?: list<Tool> onEvent?: fn(event: Event) @only(javascript) backend?: string }
record Event { type: string @rest detail: map<json> }
runtime interface Agent { prompt(input: Input, options?: PromptOptions) -> Turn throws busy async save() -> bytes throws busy async close() }
union Input by kind { text: string parts: list<string> }
@strict record PromptOptions { signal?: signal }
async function listKinds(options: AgentOptions) -> list<Kind> throws busy
//- turn.idl
const maxEvents: count = 65_536
runtime interface Turn { iterates TurnEvent result: future<count> cancel() }
union TurnEvent by "type" { @name("TextDelta") delta = "text_delta" { delta: string } ended = "ended" { httpUrl?: string } }
enum Kind { default = "d" }
@open enum Level { low = "low" }
//- tool.idl
host interface Tool { const name: string const schema: jsonObject async execute(input: json, context: Context) -> json async note?(text?: string) }
record Context { signal: signal callId: string }
//- kit.idl
runtime interface Kit { tools: list<Tool> level: Level async close() }
async function createKit(tools: list<Tool>) -> Kit throws busy
//- errors.idl
errors FxError { status?: u32 codes { busy = "LIBFX_BUSY" is Error internal = "LIBFX_INTERNAL" is Error } }
//- naming.idl
naming { acronyms "id", "http", "url" }
"#;

/// Asserts that one file for [`AGENT`] holds each of `expected`.
fn holds(file: &str, expected: &[&str]) {
    let text = emitted(
        &Swift,
        AGENT,
        &format!("generated/swift/Sources/Libfx/{file}.swift"),
    );
    for part in expected {
        assert!(text.contains(part), "no\n{part}\nin\n{text}");
    }
}

#[test]
fn what_makes_an_object_is_its_initializer_with_options_whole_or_one_by_one() {
    holds(
        "Agent",
        &[
            "    public convenience init(_ options: AgentOptions) async throws(FxError) {",
            "    public convenience init(\n        apiKey: String,\n        tools: [any Tool] = [],\n        onEvent: (@Sendable (Event) -> Void)? = nil\n    ) async throws(FxError) {",
            "release: EngineCalls.agentRelease",
            "            calls.createFxAgent(object, call, optionsText, blobs)",
            "public func listKinds(_ options: AgentOptions) async throws -> [Kind] {",
        ],
    );
}

#[test]
fn docs_have_symbol_links_and_sections() {
    // There are two methods `prompt`, so that a link would be ambiguous.
    holds(
        "Agent",
        &[
            "/// Creates one, see `Agent.prompt` and ``Limits/maxEvents``. Fails with ``FxError/Code/busy``.",
            "/// - Parameters:\n    ///   - options: The options.",
            "/// - Throws: ``FxError`` with ``FxError/Code/busy``.",
        ],
    );
}

#[test]
fn signals_are_the_cancellation_of_the_task() {
    holds(
        "Agent",
        &[
            "public func prompt(_ input: Input) throws(FxError) -> Turn {",
            "JSONWriter.text(crossing.members([\"signal\": crossing.signal()]))",
        ],
    );
    holds(
        "Tool",
        &["public struct Context: Sendable, Hashable {\n    public var callID: String"],
    );
    let agent = emitted(&Swift, AGENT, "generated/swift/Sources/Libfx/Agent.swift");
    assert!(!agent.contains("PromptOptions"));
}

#[test]
fn secrets_are_not_reflected() {
    holds(
        "Agent",
        &["            \"apiKey\": \"[redacted]\",\n            \"tools\": tools as Any,"],
    );
}

#[test]
fn unions_by_kind_are_written_as_literals_and_taken_as_texts() {
    holds(
        "Agent",
        &[
            "extension Input: ExpressibleByStringInterpolation {",
            "extension Input: ExpressibleByArrayLiteral {",
            "public func prompt(_ input: String) throws(FxError) -> Turn {\n        try prompt(.text(input))",
        ],
    );
}

#[test]
fn a_variant_has_a_struct_of_its_own() {
    holds(
        "Turn",
        &[
            "    case delta(TextDelta)\n\n    case ended(TurnEventEnded)",
            "public struct TurnEventEnded: Sendable, Hashable {\n    public var httpURL: String?",
            "public typealias Element = TurnEvent",
            "public var result: Int {\n        get async throws(FxError) {",
        ],
    );
    holds(
        "Turn+Engine",
        &[
            "        case \"text_delta\": self = .delta(try TextDelta(given: value))",
            "default: throw .unexpected(value)",
        ],
    );
}

#[test]
fn enums_are_closed_unless_they_are_open() {
    holds(
        "Turn",
        &[
            "public enum Kind: String, Sendable, CaseIterable {\n    case `default` = \"d\"",
            "public struct Level: RawRepresentable, Sendable, Hashable {",
            "public static let low = Level(rawValue: \"low\")",
        ],
    );
}

#[test]
fn a_host_interface_is_a_protocol_whose_optional_methods_have_defaults() {
    holds(
        "Tool",
        &[
            "public protocol Tool: Sendable {",
            "    func execute(_ input: JSONValue, context: Context) async throws -> JSONValue",
            "    public func note(_ text: String?) async throws {\n    }",
        ],
    );
    holds(
        "Tool+Engine",
        &[
            "\"name\": .string(name),",
            "let answer = try await self.execute(try arguments.at(0), context: try Context(given: arguments.at(1)))",
            "try await self.note(try arguments.at(0).items().first.map { (item) throws(FxError) in try item.text() })",
        ],
    );
}

#[test]
fn what_the_runtime_gives_of_it_is_called_through_the_engine() {
    holds(
        "Tool+Engine",
        &[
            "struct LentTool: Tool {",
            "if let own = scope.own(value, as: (any Tool).self) { return own }",
            "calls.toolExecute(object, call, inputText, contextText)",
        ],
    );
    holds(
        "Kit",
        &[
            "try LentTool.made(of: item, in: scope)",
            "public let tools: [any Tool]",
        ],
    );
}

#[test]
fn members_beside_others_are_kept() {
    holds(
        "Agent+Engine",
        &["detail: try value.members(besides: [\"type\"])"],
    );
}

#[test]
fn errors_have_codes_and_a_message() {
    holds(
        "FxError",
        &[
            "        case busy = \"LIBFX_BUSY\"",
            "        case `internal` = \"LIBFX_INTERNAL\"",
            "public init(_ code: Code, _ message: String, status: Int? = nil) {",
        ],
    );
}

#[test]
fn what_swift_cannot_express_is_refused() {
    let refused = |idl: &str| {
        let found = refused(&Swift, idl);
        found.into_iter().map(|it| it.message).collect::<Vec<_>>()
    };
    let taken = "the Swift layer cannot express a type called `Tool`, which the hand-written part or Swift itself has";
    assert_eq!(refused("record Tool { name: string }"), [taken]);
    let open = "the Swift layer cannot express a tagged union that is open";
    assert_eq!(
        refused(r#"@open union U by "type" { a = "a" { b: string } }"#),
        [open]
    );
    let answering = "the Swift layer cannot express a callback that answers";
    assert_eq!(
        refused("record R { read: fn(path: string) -> string }"),
        [answering]
    );
    assert_eq!(
        refused("@only(javascript) record Tool { name: string }"),
        [""; 0]
    );
}
