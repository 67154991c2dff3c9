//! What each construct of the IDL becomes in Rust. That the result compiles and behaves is tested where it is used.

mod crossing;

use std::collections::BTreeMap;

use super::Rust;
use crate::emit::{Context, Emitter, Files};
use crate::model::Facts;
use crate::testing;

/// An error type, which every contract has.
const ERRORS: &str = r#"
//- errors.idl
errors FxError {
    status?: u32
    codes {
        invalidArgument = "LIBFX_INVALID_ARGUMENT" is TypeError
        limitExceeded = "LIBFX_LIMIT_EXCEEDED" is RangeError
    }
}
"#;

fn run<T>(idl: &str, read: impl FnOnce(Context<'_>) -> T) -> T {
    let model = testing::model(&format!("{idl}{ERRORS}"));
    let facts = Facts::of(&model);
    let inputs = BTreeMap::new();
    read(Context {
        model: &model,
        facts: &facts,
        inputs: &inputs,
    })
}

fn emit(idl: &str) -> Files {
    run(idl, |context| {
        let problems = Rust.check(context);
        assert!(problems.is_empty(), "{problems:?}");
        let mut files = Files::default();
        Rust.emit(context, &mut files);
        files
    })
}

/// Asserts that `file` of the crate holds `expected`, however the lines are broken.
#[track_caller]
fn holds(files: &Files, file: &str, expected: &str) {
    let text = files.get(&format!("generated/rust/src/{file}"));
    let text = text.unwrap_or_else(|| panic!("{file} is not written"));
    let flat = |text: &str| {
        let words: Vec<_> = text.split_whitespace().collect();
        let words = words.join(" ");
        words
            .replace("( ", "(")
            .replace(", )", ")")
            .replace(" )", ")")
            .replace(" .", ".")
    };
    assert!(
        flat(text).contains(&flat(expected)),
        "{expected}\nis not in\n{text}"
    );
}

#[track_caller]
fn lacks(files: &Files, file: &str, unexpected: &str) {
    let text = files.get(&format!("generated/rust/src/{file}")).unwrap();
    assert!(!text.contains(unexpected), "{unexpected}\nis in\n{text}");
}

fn problems(idl: &str) -> Vec<String> {
    run(idl, |context| {
        let problems = Rust.check(context);
        problems.into_iter().map(|it| it.message).collect()
    })
}

#[test]
fn a_record_is_a_struct_with_a_constructor_and_setters() {
    let files = emit("record Shelf { shelfName: string  bookCount?: count  note?: string | null }");
    holds(
        &files,
        "test.rs",
        r#"#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        #[non_exhaustive]
        pub struct Shelf {
            pub shelf_name: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            pub book_count: Option<u64>,"#,
    );
    holds(
        &files,
        "test.rs",
        r#"deserialize_with = "crate::support::plain::present""#,
    );
    holds(&files, "test.rs", "pub note: Option<Option<String>>,");
    holds(
        &files,
        "test.rs",
        "pub fn new(shelf_name: impl Into<String>) -> Self",
    );
    holds(
        &files,
        "test.rs",
        "pub fn with_book_count(mut self, book_count: u64) -> Self",
    );
}

#[test]
fn a_record_whose_members_are_all_optional_has_a_default() {
    let files = emit("record Usage { tokens?: u32 }");
    holds(
        &files,
        "test.rs",
        "#[derive(Clone, Debug, Default, PartialEq,",
    );
    lacks(&files, "test.rs", "pub fn new");
}

#[test]
fn secrets_are_secret_strings_and_not_shown() {
    let files = emit("record Login { @secret apiKey: string  user: string  stop?: signal }");
    holds(&files, "test.rs", "#[derive(Clone)]");
    holds(&files, "test.rs", "pub api_key: SecretString,");
    holds(
        &files,
        "test.rs",
        r#"f.debug_struct("Login") .field("user", &self.user) .finish_non_exhaustive()"#,
    );
}

#[test]
fn keywords_are_raw_and_members_of_other_languages_are_left_out() {
    let files = emit(
        "@strict record Options { type: string  @only(javascript) backend?: string }
        function open(options: Options) -> bool",
    );
    holds(&files, "test.rs", "pub r#type: String,");
    lacks(&files, "test.rs", "backend");
    holds(&files, "decode.rs", r#".only(&["type", "backend"])?"#);
}

#[test]
fn enums_know_their_spelling_and_open_ones_hold_any_other() {
    let files = emit(
        r#"enum Mode { readOnly = "read-only" }
        @open enum Color { red = "red" }
        function paint(mode: Mode, color: Color)"#,
    );
    holds(
        &files,
        "test.rs",
        r#"#[serde(rename = "read-only")] ReadOnly,"#,
    );
    holds(&files, "test.rs", r#"Mode::ReadOnly => "read-only","#);
    holds(&files, "test.rs", "#[serde(untagged)] Other(String),");
    holds(&files, "decode.rs", "input.one_of(Mode::ALL, Mode::as_str)");
    holds(
        &files,
        "decode.rs",
        "String::read(input).map(|value| Color::from(value.as_str()))",
    );
}

#[test]
fn unions_are_enums() {
    let files = emit(
        r#"union Event by "type" { textDelta = "text_delta" { isLast: bool }  end = "end" { } }
        union Words by kind { text: string  parts: list<string> }
        union Output by "type" otherwise json { rich = "rich" { text: string } }
        function say(words: Words, output: Output) -> Event"#,
    );
    holds(
        &files,
        "test.rs",
        r#"#[serde(tag = "type", rename_all_fields = "camelCase")]
        pub enum Event {
            #[serde(rename = "text_delta")]
            TextDelta { is_last: bool },
            #[serde(rename = "end")]
            End,
        }"#,
    );
    holds(&files, "test.rs", "impl From<&str> for Words");
    holds(&files, "test.rs", "impl From<Vec<String>> for Words");
    holds(&files, "test.rs", "#[serde(untagged)] Otherwise(Value),");
    holds(&files, "decode.rs", r#""a string or an array".into()"#);
    holds(&files, "decode.rs", r#"input.tagged("type", TAGS)"#);
}

#[test]
fn runtime_interfaces_are_traits_without_boxes() {
    let files = emit(
        r#"union Event by "type" { end = "end" { code: u32 } }
        record Options { stop?: signal }
        runtime interface Turn { iterates Event  result: future<bool>  cancel() }
        runtime interface Agent {
            start(input: string, options?: Options) -> Turn throws invalidArgument
            async close()
        }
        async function open() -> Agent throws limitExceeded"#,
    );
    holds(
        &files,
        "test.rs",
        "pub trait Turn: Stream<Item = Result<Event, FxError>> + MaybeSend + MaybeSync {
            fn result(&self) -> impl Future<Output = Result<bool, FxError>> + MaybeSend;
            fn cancel(&self);",
    );
    holds(&files, "test.rs", "type Turn: Turn;");
    holds(
        &files,
        "test.rs",
        "fn start(&self, input: String, options: Options) -> Result<Self::Turn, FxError>;",
    );
    holds(
        &files,
        "test.rs",
        "fn close(&self) -> impl Future<Output = ()> + MaybeSend;",
    );
    holds(
        &files,
        "test.rs",
        "fn open(&self) -> impl Future<Output = Result<Self::Agent, FxError>> + MaybeSend;",
    );
}

const TOOL: &str = r#"
    record Context { stop: signal  callId: string  user?: string }
    host interface Tool {
        @limit(1..8) @pattern("[a-z]+")
        const name: string
        const title?: string
        async run(input: json, context: Context) -> json
        async close?()
    }
    record Options { @limit(..2) @unique(name) tools: list<Tool> }
    function open(options: Options)"#;

#[test]
fn host_interfaces_are_object_safe_traits() {
    let files = emit(TOOL);
    holds(&files, "test.rs", "pub tools: Vec<Arc<dyn Tool>>,");
    holds(&files, "test.rs", "fn name(&self) -> &str;");
    holds(
        &files,
        "test.rs",
        "fn title(&self) -> Option<&str> { None }",
    );
    holds(
        &files,
        "test.rs",
        "fn run(&self, input: Value, context: Context) -> BoxFuture<'_, Result<Value, HostError>>;",
    );
    holds(
        &files,
        "test.rs",
        "fn close(&self) -> Option<BoxFuture<'_, Result<(), HostError>>> { None }",
    );
}

#[test]
fn host_interfaces_have_proxies_that_pass_the_signal_beside_the_arguments() {
    let files = emit(TOOL);
    holds(
        &files,
        "remote.rs",
        r#"plain::Object::new()
            .member("callId", &context.call_id)
            .optional("user", &context.user)
            .finish()"#,
    );
    holds(&files, "remote.rs", "context.stop");
    holds(
        &files,
        "remote.rs",
        r#"has_close: members.optional_method("close")?,"#,
    );
    holds(&files, "remote.rs", r#"members.method("run")?;"#);
    holds(&files, "remote.rs", "self.title.as_deref()");
}

#[test]
fn limits_patterns_and_uniqueness_are_checked_where_they_are_declared() {
    let files = emit(&format!(
        "const maxText: count = 4KiB  union Text by kind {{ @limit(1..maxText) text: string  flag: bool }}
        function print(text: Text)
        {TOOL}"
    ));
    holds(&files, "limits.rs", "pub const MAX_TEXT: u64 = 4_096;");
    holds(
        &files,
        "validate.rs",
        "if let Self::Text(text) = self { check::size(text, 1..=limits::MAX_TEXT, path)?; }",
    );
    holds(
        &files,
        "validate.rs",
        r#"check::size(self.name(), 1..=8, &path.member("name"))?;"#,
    );
    holds(
        &files,
        "validate.rs",
        "ranges: &[('a', 'z')], min: 1, max: usize::MAX,",
    );
    holds(
        &files,
        "validate.rs",
        r#"check::unique(&self.tools, "name", |item| item.name(), &path.member("tools"))?;"#,
    );
    holds(
        &files,
        "validate.rs",
        r#"self.tools.validate(&path.member("tools"))?;"#,
    );
}

#[test]
fn planned_functions_stand_in_a_trait_of_their_own_and_need_no_decoder() {
    let files = emit(
        "@planned record Query { text: string }  @planned function find(query: Query)  function open()",
    );
    holds(
        &files,
        "test.rs",
        "pub trait TestFunctions { fn open(&self); }",
    );
    holds(
        &files,
        "test.rs",
        "pub trait PlannedTestFunctions { fn find(&self, query: Query); }",
    );
    lacks(&files, "decode.rs", "Query");
}

#[test]
fn errors_have_a_constructor_a_code_and_a_setter_a_field() {
    let files = emit("function open()");
    holds(
        &files,
        "errors.rs",
        "pub fn invalid_argument(message: impl Into<String>) -> Self {
            Self::new(ErrorCode::InvalidArgument, message)
        }",
    );
    holds(
        &files,
        "errors.rs",
        "pub fn with_status(mut self, status: u32) -> Self",
    );
    holds(
        &files,
        "errors.rs",
        "ErrorCode::LimitExceeded => ErrorClass::RangeError,",
    );
}

#[test]
fn links_in_docs_lead_to_what_the_declaration_became() {
    let files = emit(
        "/// See [`Agent.stopNow`], [`maxRuns`] and [`Peer`].
        record Note { text: string }
        @only(javascript) record Peer { text: string }
        const maxRuns: count = 3
        /// As a [`Note`].
        runtime interface Agent { stopNow()  note() -> Note }
//- other.idl
        /// Has a [`Note`].
        record Other { text: string }",
    );
    holds(
        &files,
        "test.rs",
        "/// See [`Agent::stop_now`], [`MAX_RUNS`] and `Peer`.",
    );
    holds(
        &files,
        "test.rs",
        "/// [`MAX_RUNS`]: crate::limits::MAX_RUNS",
    );
    lacks(&files, "test.rs", "]: crate::Agent");
    holds(&files, "other.rs", "/// [`Note`]: crate::Note");
}

#[test]
fn attributes_that_only_inform_reach_the_docs() {
    let files = emit(
        r#"/// Opens.
        @since("1.2.0") @experimental @deprecated("use `start`")
        function open(
            /// Where to.
            newPath: string,
        ) throws invalidArgument"#,
    );
    for expected in [
        "/// Since 1.2.0.",
        "/// Experimental: may change in any release.",
        "/// - `new_path`: Where to.",
        "/// # Errors /// `LIBFX_INVALID_ARGUMENT`",
        r#"#[deprecated = "use `start`"]"#,
    ] {
        holds(&files, "test.rs", expected);
    }
}

#[test]
fn what_rust_cannot_express_is_reported() {
    assert_eq!(
        problems("record Result { text: string }"),
        ["`Result` has another meaning in generated Rust"]
    );
    assert_eq!(
        problems("record Options { call?: fn(one: string, two: string) }"),
        ["a callback in Rust has at most one parameter"]
    );
    assert_eq!(
        problems(
            "host interface View { name: string  at?: u32  draw() -> bool  each(visit: fn(data: bytes)) -> fn() }
            function open(view: View)"
        ),
        [
            "a property that changes cannot be read over a link",
            "a property that changes cannot be read over a link",
            "a method that must answer at once cannot be called over a link",
            "a method that must answer at once cannot be called over a link",
            "`visit` cannot be passed over a link",
        ]
    );
    assert_eq!(
        problems("host interface Store { async put(stop: signal) }  function open(store: Store)"),
        ["`stop` cannot be passed over a link"]
    );
    assert_eq!(
        problems("//- limits.idl\nfunction open()"),
        ["module `limits` of the Rust crate has a meaning of its own"]
    );
}
