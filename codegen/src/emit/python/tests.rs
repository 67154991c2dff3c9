//! What declarations become in Python.

use super::Python;
use crate::emit::ecma::testing::{emitted, refused};

const AGENT: &str = r#"
//- agent.idl
/// Makes one; see [`Options.key`] and `BUSY`.
async function createAgent(options: Options) -> Agent throws busy
async function names(options: Options) -> list<string>
@strict record Options { /// The key.
  @secret key: string  tools?: list<Tool>  onEvent?: fn(event: Note) }
runtime interface Agent { prompt(input: string, options?: PromptOptions) -> Turn throws busy  async save() -> bytes  async close() }
@strict record PromptOptions { signal?: signal }
//- turn.idl
/// At most.
const maxEvents: count = 65_536
runtime interface Turn { iterates Event  result: future<Result>  cancel() }
union Event by "type" { textDelta = "text_delta" { delta: string  toolName?: string } end = "end" {} }
record Result { reason: Reason  note?: Note }
enum Reason { done = "done" maxTurns = "max_turns" }
record Note { type: string  @rest more: map<json> }
//- tool.idl
host interface Tool { const name: string  const inputSchema: jsonObject  async run(input: json, context: Context, more?: Stop) -> json }
record Context { signal: signal  callId: string }
record Stop { signal: signal }
union Words by kind { text: string  blocks: list<Block> }
union Block by "type" { @name("TextBlock") text = "text" { text: string  from?: string } }
async function say(words: Words)
//- kit.idl
async function openKit(tool: Tool) -> Kit
runtime interface Kit { tools: list<Tool>  async close() }
//- errors.idl
errors FxError { status?: u32 codes { busy = "BUSY" is Error wrong = "WRONG" is TypeError large = "LARGE" is RangeError } }
"#;

/// Asserts that one module of the package for [`AGENT`] holds each of `expected`.
#[track_caller]
fn holds(module: &str, expected: &[&str]) {
    let text = emitted(
        &Python,
        AGENT,
        &format!("generated/python/libfx/{module}.py"),
    );
    for part in expected {
        assert!(text.contains(part), "no\n{part}\nin\n{text}");
    }
}

#[test]
fn options_are_keywords_and_cross_by_the_names_of_the_contract() {
    holds(
        "_agent",
        &[
            "async def create_agent(\n    *,\n    key: str,\n    tools: Sequence[Tool] | None = None,\n    \
             on_event: Callable[[Note], object] | None = None,\n) -> Agent:\n",
            "                    \"tools\": (list_of(TOOL), tools),\n",
            "\"onEvent\": (callback(lambda args: (note_from(args[0]),)), on_event),\n",
        ],
    );
}

#[test]
fn a_created_object_is_entered_and_left() {
    holds(
        "_agent",
        &[
            "        self._object = RuntimeObject(\n            \"create_agent\",\n            \"agent_release\",\n",
            "    async def __aenter__(self) -> Agent:\n        await self._object.create()\n        return self\n",
            "        if self._object.is_created:\n            await self.close()\n",
        ],
    );
}

#[test]
fn methods_start_or_wait() {
    holds(
        "_agent",
        &[
            "    def prompt(self, input: str) -> Turn:\n",
            "        answer: bytes = await self._object.ask(\"agent_save\")\n        return answer\n",
            "        await self._object.ask(\"agent_close\")\n",
        ],
    );
}

#[test]
fn what_iterates_is_read_once_and_left_early() {
    holds(
        "_turn",
        &[
            "    def __aiter__(self) -> AsyncIterator[Event]:\n",
            "        return self._peer.iterate(event_from)\n",
            "    async def result(self) -> Result:\n        return result_from(await self._peer.result())\n",
            "    def cancel(self) -> None:\n        self._peer.cancel()\n",
            "        await self._peer.stop()\n",
        ],
    );
}

#[test]
fn data_is_frozen_and_made_of_what_the_engine_describes() {
    holds(
        "_turn",
        &[
            "@dataclass(frozen=True, slots=True, kw_only=True)\nclass EventTextDelta:\n",
            "    type: ClassVar[Literal[\"text_delta\"]] = \"text_delta\"\n",
            "    tool_name: str | None = None\n",
            "    \"text_delta\": lambda data: EventTextDelta(delta=data[\"delta\"], tool_name=data.get(\"toolName\")),\n",
            "note=None if data.get(\"note\") is None else note_from(data[\"note\"])",
            "more={name: data[name] for name in data if name not in (\"type\",)}",
            "Reason: TypeAlias = Literal[\"done\", \"max_turns\"]\n",
        ],
    );
}

#[test]
fn aliases_follow_what_they_mention() {
    let text = emitted(&Python, AGENT, "generated/python/libfx/_tool.py");
    let place = |part: &str| {
        text.find(part)
            .unwrap_or_else(|| panic!("no {part} in\n{text}"))
    };
    assert!(place("class TextBlock:") < place("Block: TypeAlias = TextBlock\n"));
    assert!(
        place("Block: TypeAlias = TextBlock\n")
            < place("Words: TypeAlias = str | Sequence[Block]\n")
    );
}

#[test]
fn words_of_the_language_name_nothing() {
    holds(
        "_tool",
        &[
            "    from_: str | None = None\n",
            "        return {\"type\": \"text\", \"text\": self.text} | present({\"from\": self.from_})\n",
        ],
    );
}

#[test]
fn what_the_application_implements_is_a_protocol_without_signals() {
    holds(
        "_tool",
        &[
            "class Tool(Protocol):\n",
            "    def input_schema(self) -> Mapping[str, object]:\n",
            "    def run(self, input: object, context: Context) -> object | Awaitable[object]:\n",
            "\"run\": Method(\"run\", lambda args, signal: (args[0], context_from(args[1], signal),)),\n",
        ],
    );
    let text = emitted(&Python, AGENT, "generated/python/libfx/_tool.py");
    assert!(!text.contains("Stop"), "{text}");
}

#[test]
fn objects_of_the_runtime_have_the_members_of_the_protocol() {
    holds(
        "_tool",
        &[
            "class RuntimeTool:\n",
            "        self.name: str = data[\"name\"]\n",
            "def tool_from(data: Any, scope: HostScope) -> Tool:\n",
        ],
    );
    holds(
        "_kit",
        &[
            "self._object.known(\"tools\", lambda data, scope: [tool_from(item, scope) for item in data])",
        ],
    );
}

#[test]
fn each_code_is_a_class_below_the_error() {
    holds(
        "_errors",
        &[
            "class BusyError(FxError):\n",
            "class WrongError(FxError, TypeError):\n",
            "class LargeError(FxError, ValueError):\n",
            "    code = \"BUSY\"\n",
            "        status=data.get(\"status\"),\n",
        ],
    );
}

#[test]
fn docs_speak_of_what_python_has() {
    holds(
        "_agent",
        &["    \"\"\"Makes one; see `key` and `BusyError`.\n"],
    );
    holds(
        "limits",
        &["MAX_EVENTS: Final = 65_536\n\"\"\"At most.\"\"\"\n"],
    );
}

#[test]
fn the_package_exports_all_but_options() {
    let text = emitted(&Python, AGENT, "generated/python/libfx/__init__.py");
    for name in [
        "Agent",
        "create_agent",
        "names",
        "EventTextDelta",
        "Event",
        "BusyError",
        "run",
    ] {
        assert!(
            text.contains(&format!("    \"{name}\",\n")),
            "no {name} in\n{text}"
        );
    }
    for name in ["Options", "PromptOptions", "Stop"] {
        assert!(
            !text.contains(&format!("    \"{name}\",\n")),
            "{name} in\n{text}"
        );
    }
}

#[test]
fn what_python_cannot_express_is_refused_at_its_declaration() {
    for (idl, expected) in [
        (
            "runtime interface A { size: u32 }",
            "a property of a runtime interface",
        ),
        (
            "runtime interface A { touch() }",
            "neither waits, nor starts something, nor cancels",
        ),
        (
            "runtime interface A { async touch(at: u32) }",
            "a parameter of a method that waits",
        ),
        (
            "host interface H { size: u32 }",
            "a property of a host interface that may change",
        ),
        (
            "host interface H { write(data: bytes) }",
            "bytes or a callback",
        ),
        (
            "@open union U by \"type\" { first = \"first\" {} }\nruntime interface Reader { iterates U }",
            "an open union that the runtime gives",
        ),
    ] {
        let diagnostics = refused(&Python, idl);
        let messages: Vec<_> = diagnostics.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(messages.len(), 1, "{idl}: {messages:?}");
        assert!(messages[0].contains(expected), "{idl}: {messages:?}");
    }
}
