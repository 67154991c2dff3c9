//! How servers cut and label their calls.

use serde_json::{Value, json};

use super::{delta, reply, stop};
use crate::gateway::{CallInput, FinishReason};

fn pieces(calls: Value) -> Value {
    delta(json!({"tool_calls": calls}))
}

/// The calls that these pieces make: id, name and input.
fn calls(chunks: &[Value]) -> Value {
    let mut chunks = chunks.to_vec();
    chunks.push(stop("tool_calls"));
    let reply = reply(&chunks);
    let calls = reply
        .tool_calls
        .iter()
        .map(|call| json!([call.id, call.name, call.input.to_json()]));
    calls.collect()
}

#[test]
fn calls_without_an_index_are_told_apart_by_their_ids() {
    let call = |id: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": "add", "arguments": arguments}});
    let one = [pieces(json!([call("c1", "{\"a\":1}")]))];
    assert_eq!(calls(&one), json!([["c1", "add", {"a": 1}]]));
    let continued = [
        pieces(json!([call("c1", "{\"a\"")])),
        pieces(json!([{"function": {"arguments": ":1}"}}])),
    ];
    assert_eq!(calls(&continued), json!([["c1", "add", {"a": 1}]]));
    let two = [pieces(json!([call("c1", "{}"), call("c2", "{}")]))];
    assert_eq!(calls(&two), json!([["c1", "add", {}], ["c2", "add", {}]]));
    let nameless = json!({"function": {"name": "add", "arguments": "{}"}});
    let two = [pieces(json!([nameless, nameless]))];
    assert_eq!(
        calls(&two),
        json!([["call_1", "add", {}], ["call_2", "add", {}]])
    );
}

#[test]
fn calls_that_share_an_index_are_told_apart_by_their_ids() {
    let call =
        |id: &str| json!({"index": 0, "id": id, "function": {"name": "add", "arguments": "{"}});
    let end = json!({"index": 0, "function": {"arguments": "}"}});
    let chunks = [
        pieces(json!([call("c1"), end])),
        pieces(json!([call("c2"), end])),
    ];
    assert_eq!(
        calls(&chunks),
        json!([["c1", "add", {}], ["c2", "add", {}]])
    );
}

#[test]
fn an_empty_id_continues_a_call() {
    let piece =
        |id: &str, function: Value| pieces(json!([{"index": 0, "id": id, "function": function}]));
    let chunks = [
        piece("c1", json!({"name": "add", "arguments": ""})),
        piece("", json!({"arguments": "{\"a\""})),
        piece("", json!({"arguments": ":1}"})),
    ];
    assert_eq!(calls(&chunks), json!([["c1", "add", {"a": 1}]]));
}

#[test]
fn id_and_name_that_come_again_count_once() {
    let piece = |arguments: &str| {
        let function = json!({"name": "add", "arguments": arguments});
        pieces(json!([{"index": 0, "id": "c1", "type": "function", "function": function}]))
    };
    let chunks = ["{", "\"a\"", ":1", "}"].map(piece);
    assert_eq!(calls(&chunks), json!([["c1", "add", {"a": 1}]]));
}

#[test]
fn id_and_name_may_come_apart_and_in_either_order() {
    for index in [json!(0), json!(null)] {
        let id = json!({"index": index, "id": "c1"});
        let name = json!({"index": index, "function": {"name": "add"}});
        let arguments = json!({"index": index, "function": {"arguments": "{\"a\":1}"}});
        for order in [
            [&id, &name, &arguments],
            [&name, &id, &arguments],
            [&name, &arguments, &id],
        ] {
            let chunks: Vec<Value> = order.iter().map(|piece| pieces(json!([piece]))).collect();
            assert_eq!(
                calls(&chunks),
                json!([["c1", "add", {"a": 1}]]),
                "{chunks:?}"
            );
        }
    }
}

#[test]
fn interleaved_calls_are_put_together_by_index() {
    let piece = |index: u64, arguments: &str| {
        pieces(json!([{"index": index, "function": {"arguments": arguments}}]))
    };
    let start = |index: u64, id: &str| {
        pieces(json!([{"index": index, "id": id, "function": {"name": "f"}}]))
    };
    let chunks = [
        start(1, "a"),
        start(2, "b"),
        piece(1, "{\"x\""),
        piece(2, "{}"),
        piece(1, ":1}"),
    ];
    assert_eq!(
        calls(&chunks),
        json!([["a", "f", {"x": 1}], ["b", "f", {}]])
    );
}

#[test]
fn arguments_may_be_blank_an_object_or_begin_with_a_placeholder() {
    let with = |arguments: &[Value]| {
        let chunks: Vec<Value> = arguments
            .iter()
            .map(|arguments| pieces(json!([{"index": 0, "id": "c", "function": {"name": "f", "arguments": arguments}}])))
            .collect();
        calls(&chunks)[0][2].clone()
    };
    assert_eq!(with(&[json!("")]), json!({}));
    assert_eq!(with(&[json!("  ")]), json!({}));
    assert_eq!(with(&[json!(null)]), json!({}));
    assert_eq!(with(&[json!({"a": 1})]), json!({"a": 1}));
    let oslo = [json!("{}"), json!("{\"city\":"), json!("\"Oslo\"}")];
    assert_eq!(with(&oslo), json!({"city": "Oslo"}));
}

#[test]
fn a_call_cut_off_by_the_limit_never_runs() {
    let arguments = "{\"target\":\"db\",\"confirm\":tr";
    let call =
        json!([{"index": 0, "id": "c", "function": {"name": "drop", "arguments": arguments}}]);
    let cut = reply(&[pieces(call.clone()), stop("length")]);
    assert_eq!(cut.tool_calls, []);
    assert_eq!(cut.finish, FinishReason::Length);
    let whole = reply(&[pieces(call), stop("stop")]);
    assert!(matches!(
        whole.tool_calls[0].input,
        CallInput::Malformed { .. }
    ));
}
