//! What the host side tells by itself: calls of callbacks that it was lent, and properties of its objects that have changed.

use quote::quote;

use super::{Call, Context, ParamKind, Returns, param};
use crate::emit::crossing::Crossing;
use crate::emit::rust::remote;
use crate::model::{Decl, Interface, Name};

/// The calls that are needed for the host interfaces that cross, which may be none.
pub(super) fn calls(context: Context<'_>, crossing: &Crossing<'_>) -> Vec<Call> {
    let subscribes = |it: &Interface| {
        it.methods
            .iter()
            .any(|method| remote::subscribed(method).is_some())
    };
    let changes = |it: &Interface| it.properties.iter().any(|property| !property.constant);
    let calls = [
        (call_back(), takers(context, crossing, subscribes)),
        (refresh(), takers(context, crossing, changes)),
    ];
    let needed = calls.into_iter().filter(|(_, takers)| !takers.is_empty());
    needed
        .map(|(call, takers)| call.with_feature(common(&takers)))
        .collect()
}

/// The features of the functions that take an object of such an interface.
fn takers<'a>(
    context: Context<'_>,
    crossing: &Crossing<'a>,
    is: impl Fn(&Interface) -> bool,
) -> Vec<Option<&'a String>> {
    let takes = |name: &&str| matches!(context.model.decl(name), Decl::Interface(it) if is(it));
    let functions = crossing.functions.iter();
    functions
        .filter(|function| {
            let taken = Crossing::taken_by(context.model, [**function]);
            taken.iter().any(&takes)
        })
        .map(|function| function.meta.attrs.feature.as_ref())
        .collect()
}

/// The feature that all have in common.
fn common<'a>(features: &[Option<&'a String>]) -> Option<&'a String> {
    let first = features.first().copied().flatten();
    first.filter(|_| features.iter().all(|it| *it == first))
}

fn call_back() -> Call {
    Call {
        name: Name::new("callBack"),
        docs: "Calls a function that the host side was given to call, with the JSON text of its argument."
            .to_owned(),
        params: vec![
            param("subscription", ParamKind::Number),
            param("text", ParamKind::Text),
        ],
        returns: Returns::Failure,
        body: quote! { engine.attempt(|engine| engine.call_back(subscription, &text)) },
        feature: None,
    }
}

fn refresh() -> Call {
    Call {
        name: Name::new("refresh"),
        docs: "Tells the properties of a host object that may have changed, as a JSON object."
            .to_owned(),
        params: vec![
            param("owner", ParamKind::Number),
            param("handle", ParamKind::Number),
            param("text", ParamKind::Text),
        ],
        returns: Returns::Nothing,
        body: quote! { engine.refresh(owner, handle, &text); },
        feature: None,
    }
}
