//! What becomes of objects that cross: those of the application, and those that it is lent.

use super::{TOOL, emit, holds, lacks, problems};

const KIT: &str = r#"
    record Context { stop: signal  callId: string  user?: string }
    host interface Tool {
        const name: string
        const title?: string
        async run(input: json, context: Context) -> json
    }
    record Kit { title: string  note?: string  tools?: list<Tool>  best: Tool | null }
    runtime interface Shop { kits: list<Kit>  motto: string  open: future<bool> }
    function visit(kit: Kit) -> Shop"#;

#[test]
fn what_the_runtime_gives_is_described_with_the_objects_it_holds() {
    let files = emit(KIT);
    holds(
        &files,
        "describe.rs",
        r#"pub fn describe_shop(it: &impl Shop, to: &Recipient<'_>) -> Value {
            plain::Object::new()
                .member("kits", &it.kits().describe(to))
                .member("motto", &it.motto())
                .finish()
        }"#,
    );
    holds(
        &files,
        "describe.rs",
        r#".member("title", &self.title)
            .optional("note", &self.note)
            .optional("tools", &self.tools.as_ref().map(|it| it.describe(to)))
            .member("best", &self.best.describe(to))"#,
    );
    holds(
        &files,
        "describe.rs",
        r#"to.object(self, self.host_ref(), |it| {
            plain::Object::new()
                .member("name", &it.name())
                .optional("title", &it.title())
                .finish()
        })"#,
    );
}

#[test]
fn objects_of_the_application_are_known_when_they_are_given_back() {
    let files = emit(KIT);
    holds(
        &files,
        "test.rs",
        "#[doc(hidden)] fn host_ref(&self) -> Option<&HostRef> { None }",
    );
    holds(
        &files,
        "remote.rs",
        "fn host_ref(&self) -> Option<&HostRef> { Some(&self.host) }",
    );
    lacks(&emit(TOOL), "test.rs", "host_ref");
}

#[test]
fn whoever_calls_an_object_of_the_runtime_may_leave_out_what_only_the_runtime_knows() {
    let files = emit(KIT);
    holds(
        &files,
        "decode.rs",
        r#"stop: fields.optional("stop")?.unwrap_or_default(),
            call_id: fields.optional("callId")?.unwrap_or_default(),
            user: fields.optional("user")?,"#,
    );
    holds(&files, "validate.rs", "impl Validate for Context {}");
    lacks(&emit(TOOL), "decode.rs", "Context");
}

#[test]
fn an_argument_that_may_be_absent_is_a_list_of_it_or_of_nothing() {
    let files = emit(
        "record Stop { stop: signal  late?: bool }
        record Page { size?: count }
        host interface Store {
            async find(text: string, at?: string, exact?: json, page?: Page, options?: Stop)
        }
        function open(store: Store)",
    );
    holds(
        &files,
        "remote.rs",
        r#"vec![
            plain::encode(&text),
            plain::encode(at.as_slice()),
            plain::encode(exact.as_slice()),
            Value::Array(vec![plain::encode(&page)]),
            options
                .iter()
                .map(|it| plain::Object::new().optional("late", &it.late).finish())
                .collect(),
        ],
        options.map(|it| it.stop).unwrap_or_default()"#,
    );
}

const VIEW: &str = r#"
    host interface View {
        cols: u32
        write(data: bytes)
        clear?()
        onKey(callback: fn(key: string)) -> fn()
        onResize?(callback: fn()) -> fn()
        async save(data: bytes, note?: bytes)
    }
    function open(view: View)"#;

#[test]
fn a_property_that_changes_has_the_value_that_was_told_last() {
    let files = emit(VIEW);
    holds(&files, "remote.rs", "cols: Live<u32>,");
    holds(
        &files,
        "remote.rs",
        "fn cols(&self) -> u32 { self.cols.get() }",
    );
    holds(&files, "remote.rs", r#"cols: members.live("cols")?,"#);
}

#[test]
fn a_method_without_an_answer_is_told_something() {
    let files = emit(VIEW);
    holds(
        &files,
        "remote.rs",
        r#"fn write(&self, data: Bytes) {
            self.host.tell("write", vec![self.host.give_bytes(data)])
        }"#,
    );
    holds(
        &files,
        "remote.rs",
        r#"self.has_clear.then(|| self.host.tell("clear", Vec::new()))"#,
    );
}

#[test]
fn a_method_with_a_callback_subscribes() {
    let files = emit(VIEW);
    holds(
        &files,
        "remote.rs",
        r#"fn on_key(&self, callback: Callback<String>) -> Callback<()> {
            self.host.subscribe("onKey", "key", callback)
        }"#,
    );
    holds(
        &files,
        "remote.rs",
        r#"self.has_on_resize.then(|| self.host.subscribe("onResize", "", callback))"#,
    );
}

#[test]
fn bytes_are_kept_for_the_host_and_a_number_stands_for_them() {
    holds(
        &emit(VIEW),
        "remote.rs",
        r#"vec![
            self.host.give_bytes(data),
            note.map(|it| self.host.give_bytes(it)).into_iter().collect(),
        ]"#,
    );
}

#[test]
fn what_cannot_be_given_to_a_host_is_reported() {
    assert_eq!(
        problems("runtime interface Disk { image: bytes }  function open() -> Disk"),
        ["`image` cannot be given to a host"]
    );
    assert_eq!(
        problems("host interface Tool { async run?() }  function make() -> list<Tool>"),
        ["whether an object of the runtime has this method cannot be told"]
    );
    assert_eq!(
        problems("host interface Tool { run()  async save(data: bytes) }  function make() -> Tool"),
        ["an application cannot call this method of an object of the runtime"; 2]
    );
    assert_eq!(
        problems(
            "record Context { mode: Mode }  enum Mode { fast = \"fast\" }
            host interface Tool { async run(context: Context) }  function make() -> Tool"
        ),
        ["an application that calls an object of the runtime may leave `mode` out"]
    );
}
