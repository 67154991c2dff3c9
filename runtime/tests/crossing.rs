//! Objects of an application on the other side of the engine: what its proxies send, and what they make of what comes back.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use libfx::NativePlatform;
use libfx::api::support::{Callback, Decode, Input, Path};
use libfx::api::{ConfigKey, ConfigStore, HostError, SessionRecord, SessionStore, TerminalAdapter};
use libfx::engine::Engine;
use serde_json::{Value, json};

/// The number of the object that the application's values belong to, and under which it handed over the first of them.
const OWNER: u32 = 5;
const HANDLE: u32 = 0;

fn engine() -> Engine {
    Engine::new(Arc::new(NativePlatform), || {})
}

/// The application's object with these members, as a proxy.
fn object<T: Decode>(engine: &Engine, members: Value) -> T {
    let described = json!({"$fx": "object", "id": HANDLE, "members": members});
    let link = engine.link(OWNER, Vec::new());
    T::decode(Input::new(&described, &Path::Root("object"), &link)).expect("a proxy")
}

fn session_store(engine: &Engine) -> Arc<dyn SessionStore> {
    let methods = ["load", "commit", "list", "remove"];
    object(
        engine,
        methods
            .map(|name| (name.to_owned(), function()))
            .into_iter()
            .collect(),
    )
}

fn terminal(engine: &Engine) -> Arc<dyn TerminalAdapter> {
    object(
        engine,
        json!({
            "cols": 80, "rows": 24,
            "write": function(), "onData": function(), "onResize": function(), "onKeyData": function(),
        }),
    )
}

fn function() -> Value {
    json!({"$fx": "function"})
}

/// The one message that waits.
fn message(engine: &Engine) -> Value {
    let messages: Vec<Value> = serde_json::from_str(&engine.take()).expect("messages");
    let [message] = messages.try_into().expect("one message");
    message
}

/// Runs `call`, a call of the application, which `answer` answers by its number.
async fn answered<T>(
    engine: &Engine,
    call: impl Future<Output = T>,
    answer: impl FnOnce(u32, Value),
) -> T {
    let message = message(engine);
    let id = message[2].as_u64().expect("the number of a call");
    answer(u32::try_from(id).expect("it has 32 bits"), message);
    call.await
}

#[tokio::test]
async fn bytes_among_the_arguments_are_fetched_by_the_number_that_stands_for_them() {
    let engine = engine();
    let store = session_store(&engine);
    let bytes = Bytes::from_static(b"\xff session");
    let call = store.commit("a".to_owned(), bytes.clone(), Some("1".to_owned()));
    let revision = answered(&engine, call, |id, message| {
        let kept = &message[5][1];
        assert_eq!(
            message,
            json!(["call", OWNER, id, HANDLE, "commit", ["a", kept, ["1"]]])
        );
        let kept = u32::try_from(kept.as_u64().expect("a number")).expect("it has 32 bits");
        assert_eq!(engine.take_bytes(kept), Some(bytes));
        assert_eq!(engine.take_bytes(kept), None);
        engine.resolve(id, r#"{"revision":"2"}"#);
    });
    assert_eq!(revision.await.expect("it is stored").revision, "2");
}

#[tokio::test]
async fn bytes_in_an_answer_are_those_that_were_passed_before_it() {
    let engine = engine();
    let store = session_store(&engine);
    let record = answered(&engine, store.load("a".to_owned()), |id, _| {
        engine.feed(id, Bytes::from_static(b"session"));
        engine.resolve(id, r#"{"bytes":{"$fx":"bytes","id":0},"revision":"1"}"#);
    });
    let expected = SessionRecord {
        bytes: Bytes::from_static(b"session"),
        revision: "1".to_owned(),
    };
    assert_eq!(record.await, Ok(Some(expected)));
}

#[tokio::test]
async fn an_answer_without_the_bytes_that_it_names_is_refused() {
    let engine = engine();
    let store = session_store(&engine);
    let record = answered(&engine, store.load("a".to_owned()), |id, _| {
        engine.resolve(id, r#"{"bytes":{"$fx":"bytes","id":0},"revision":"1"}"#);
    });
    let message = "result.bytes: expected bytes that were passed beside the text, got bytes";
    assert_eq!(record.await, Err(HostError::new(message)));
}

#[tokio::test]
async fn a_failure_keeps_its_code() {
    let engine = engine();
    let store = session_store(&engine);
    let removed = answered(&engine, store.remove("a".to_owned()), |id, _| {
        engine.reject(id, r#"{"message":"someone was faster","code":"CONFLICT"}"#);
    });
    let expected = HostError::new("someone was faster").with_code("CONFLICT");
    assert_eq!(removed.await, Err(expected));
}

#[tokio::test]
async fn an_enum_is_passed_as_it_is_spelled() {
    let engine = engine();
    let store: Arc<dyn ConfigStore> = object(&engine, json!({"get": function()}));
    let call = store.get(ConfigKey::Model).expect("it has the method");
    let value = answered(&engine, call, |id, message| {
        assert_eq!(message[5], json!(["model"]));
        engine.resolve(id, r#""a/b""#);
    });
    assert_eq!(value.await, Ok(Some("a/b".to_owned())));
    assert!(store.set(ConfigKey::Model, "a/b".to_owned()).is_none());
}

#[test]
fn a_method_without_an_answer_is_told_something() {
    let engine = engine();
    terminal(&engine).write(Bytes::from_static(b"hello"));
    let message = message(&engine);
    let kept = &message[4][0];
    assert_eq!(message, json!(["tell", OWNER, HANDLE, "write", [kept]]));
    let kept = u32::try_from(kept.as_u64().expect("a number")).expect("it has 32 bits");
    assert_eq!(engine.take_bytes(kept), Some(Bytes::from_static(b"hello")));
}

/// A callback that notes what it is called with.
fn noting<T: Send + 'static>() -> (Callback<T>, Arc<Mutex<Vec<T>>>) {
    let noted = Arc::new(Mutex::new(Vec::new()));
    let notes = noted.clone();
    let callback = move |value| notes.lock().expect("nobody panicked").push(value);
    (Arc::new(callback), noted)
}

/// Subscribes to what is typed: what ends the subscription, its number, and what has been heard.
fn subscribed(engine: &Engine) -> (Callback<()>, u32, Arc<Mutex<Vec<String>>>) {
    let (callback, heard) = noting();
    let end = terminal(engine).on_data(callback);
    let message = message(engine);
    let id = &message[2];
    assert_eq!(message, json!(["subscribe", OWNER, id, HANDLE, "onData"]));
    let id = u32::try_from(id.as_u64().expect("a number")).expect("it has 32 bits");
    (end, id, heard)
}

#[test]
fn a_subscription_hears_what_the_host_tells_until_it_has_ended() {
    let engine = engine();
    let (end, id, heard) = subscribed(&engine);
    engine.call_back(id, r#""a""#).expect("a text");
    end(());
    engine
        .call_back(id, r#""b""#)
        .expect("it is of no interest");
    assert_eq!(*heard.lock().expect("nobody panicked"), ["a"]);
}

#[test]
fn a_subscription_ends_once() {
    let engine = engine();
    let (end, id, _) = subscribed(&engine);
    end(());
    end(());
    drop(end);
    assert_eq!(message(&engine), json!(["unsubscribe", OWNER, id]));
    assert_eq!(engine.take(), "[]");
}

#[test]
fn a_subscription_that_is_dropped_ends() {
    let engine = engine();
    let (end, id, _) = subscribed(&engine);
    drop(end);
    assert_eq!(message(&engine), json!(["unsubscribe", OWNER, id]));
}

#[test]
fn news_of_the_wrong_kind_are_refused() {
    let engine = engine();
    let (_end, id, heard) = subscribed(&engine);
    let error = engine.call_back(id, "5").expect_err("it is no text");
    assert_eq!(error.message, "data: expected a string, got a number");
    assert!(heard.lock().expect("nobody panicked").is_empty());
}

#[test]
fn news_without_a_value_may_come_with_anything() {
    let engine = engine();
    let (callback, heard) = noting::<()>();
    let _end = terminal(&engine).on_resize(callback);
    let id = message(&engine)[2].as_u64().expect("a number");
    let id = u32::try_from(id).expect("it has 32 bits");
    engine.call_back(id, "null").expect("nothing is fine");
    assert_eq!(heard.lock().expect("nobody panicked").len(), 1);
}

#[test]
fn a_property_that_changes_has_the_value_that_was_told_last() {
    let engine = engine();
    let terminal = terminal(&engine);
    assert_eq!((terminal.cols(), terminal.rows()), (80, 24));
    engine.refresh(OWNER, HANDLE, r#"{"cols":100}"#);
    assert_eq!((terminal.cols(), terminal.rows()), (100, 24));
}

#[test]
fn what_a_property_must_not_be_leaves_it_as_it_was() {
    let engine = engine();
    let terminal = terminal(&engine);
    engine.refresh(OWNER, HANDLE, r#"{"cols":"many","rows":30,"color":1}"#);
    engine.refresh(OWNER, HANDLE + 1, r#"{"cols":1}"#);
    engine.refresh(OWNER + 1, HANDLE, r#"{"cols":1}"#);
    assert_eq!((terminal.cols(), terminal.rows()), (80, 30));
}

#[test]
fn an_object_that_is_gone_is_told_nothing() {
    let engine = engine();
    drop(terminal(&engine));
    engine.refresh(OWNER, HANDLE, r#"{"cols":1}"#);
    assert_eq!(engine.take(), "[]");
}

#[test]
fn a_shut_down_engine_tells_the_host_nothing_more() {
    let engine = engine();
    let terminal = terminal(&engine);
    engine.shutdown();
    terminal.write(Bytes::from_static(b"late"));
    drop(terminal.on_resize(Arc::new(|()| {})));
    assert_eq!(engine.take(), "[]");
}
