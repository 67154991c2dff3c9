//! The calls that every mailbox needs, whatever the contract: answers of host calls and host fetches, and the engine itself.

use quote::quote;

use super::{Call, ParamKind, Returns, param};
use crate::model::Name;

pub(super) fn all() -> Vec<Call> {
    use ParamKind::{Bytes, Number, Text};
    let answer = |name: &str, docs: &str, params: &[(&str, ParamKind)], returns, body| Call {
        name: Name::new(name),
        docs: docs.to_owned(),
        params: params
            .iter()
            .map(|(name, kind)| param(name, *kind))
            .collect(),
        returns,
        body,
        feature: None,
    };
    vec![
        answer(
            "resolve",
            "Answers a host call with JSON text.",
            &[("call", Number), ("text", Text)],
            Returns::Nothing,
            quote! { engine.resolve(call, &text); },
        ),
        answer(
            "reject",
            "Fails a host call with JSON `{\"message\": …}`, perhaps with a text `code`.",
            &[("call", Number), ("text", Text)],
            Returns::Nothing,
            quote! { engine.reject(call, &text); },
        ),
        answer(
            "respond",
            "Answers a host fetch with the head of its response, JSON `{\"status\": …, \"headers\": [[name, value], …]}`.",
            &[("call", Number), ("text", Text)],
            Returns::Nothing,
            quote! { engine.respond(call, &text); },
        ),
        answer(
            "feed",
            "Passes on a piece of the response's body, or the next bytes that stand in an answer; `false` asks to wait for `pull`.",
            &[("call", Number), ("bytes", Bytes)],
            Returns::Flag,
            quote! { engine.feed(call, bytes) },
        ),
        answer(
            "end",
            "The response's body is complete.",
            &[("call", Number)],
            Returns::Nothing,
            quote! { engine.end(call); },
        ),
        answer(
            "fail",
            "The fetch failed, before or after its response began, with JSON `{\"message\": …}`.",
            &[("call", Number), ("text", Text)],
            Returns::Nothing,
            quote! { engine.fail(call, &text); },
        ),
        answer(
            "abandon",
            "Nobody waits for an asynchronous call any longer; it settles no more.",
            &[("call", Number)],
            Returns::Nothing,
            quote! { engine.abandon(call); },
        ),
        answer(
            "releaseLent",
            "The host side has no use for an object that it was lent.",
            &[("id", Number)],
            Returns::Nothing,
            quote! { engine.release_lent(id); },
        ),
        answer(
            "takeBytes",
            "The bytes that a message named, once.",
            &[("id", Number)],
            Returns::Bytes,
            quote! { engine.take_bytes(id) },
        ),
        answer(
            "modelHash",
            "The contract this binary was built from; a layer of another one must refuse it.",
            &[],
            Returns::Text,
            quote! { MODEL_HASH.to_owned() },
        ),
        answer(
            "shutdown",
            "Cancels every turn and forgets every object.",
            &[],
            Returns::Nothing,
            quote! { engine.shutdown(); },
        ),
    ]
}
