//! Decoding of everything that is not declared in the IDL.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use secrecy::SecretString;
use serde::Serialize;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::fields::FUNCTION;
use super::{AsyncCallback, Callback, Fetch, HostRef, Input, Seen, Validate, text};
use crate::FxError;

/// A JSON object, its members in the order they were written.
pub type JsonObject = Map<String, Value>;

/// A type that the application hands over.
pub trait Decode: Validate + Sized {
    /// What a value must be, as error messages say it after "expected".
    fn expected() -> Cow<'static, str>;

    /// Reads the shape of a value; its limits and patterns are not checked yet.
    fn read(input: Input<'_>) -> Result<Self, FxError>;

    /// Reads and checks a value.
    fn decode(input: Input<'_>) -> Result<Self, FxError> {
        let value = Self::read(input)?;
        value.validate(input.path)?;
        Ok(value)
    }
}

/// Implements [`Decode`] for a type that is one pattern of [`Seen`].
macro_rules! decode {
    ($type:ty, $expected:expr, |$input:ident| $pattern:pat => $value:expr) => {
        impl Decode for $type {
            fn expected() -> Cow<'static, str> {
                $expected.into()
            }

            fn read($input: Input<'_>) -> Result<Self, FxError> {
                match $input.seen() {
                    $pattern => $value,
                    _ => Err($input.mismatch(&Self::expected())),
                }
            }
        }
    };
}

decode!(String, "a string", |input| Seen::String(value) => Ok(value.to_owned()));
decode!(SecretString, "a string", |input| Seen::String(value) => Ok(value.to_owned().into()));
decode!(bool, "a boolean", |input| Seen::Bool(value) => Ok(value));
decode!(f64, "a number", |input| Seen::Number(value) => Ok(value.as_f64().unwrap_or(f64::NAN)));
decode!(u32, "a number", |input| Seen::Number(_) => whole(input, 0, u32::MAX.into()));
decode!(i32, "a number", |input| Seen::Number(_) => whole(input, i32::MIN.into(), i32::MAX.into()));
decode!(u64, "a number", |input| Seen::Number(_) => whole(input, 0, MAX_COUNT));
decode!(Bytes, "bytes", |input| Seen::Bytes(index) => {
    input.link.bytes(index).ok_or_else(|| input.mismatch("bytes that were passed beside the text"))
});
decode!(CancellationToken, "a signal", |input| Seen::Signal { aborted } => Ok(input.link.signal(aborted)));
decode!(Arc<dyn Fetch>, FUNCTION, |input| Seen::Function(handle) => Ok(input.link.fetch(handle)));
decode!(JsonObject, "an object", |input| Seen::Object(members) => json_object(input, members));

/// The largest whole number that every language can hold: 2^53 - 1.
const MAX_COUNT: i64 = (1 << 53) - 1;

fn whole<T: TryFrom<i64>>(input: Input<'_>, min: i64, max: i64) -> Result<T, FxError> {
    let value = input.value.as_i64().or_else(|| whole_float(input.value));
    value
        .filter(|value| (min..=max).contains(value))
        .and_then(|value| T::try_from(value).ok())
        .ok_or_else(|| {
            let expected = format!("a whole number from {min} to {max}");
            text::expected(input.path, &expected, &input.value.to_string())
        })
}

/// A whole number that was written with a fraction or an exponent.
fn whole_float(value: &Value) -> Option<i64> {
    let value = value.as_f64()?;
    (value.fract() == 0.0 && value.abs() <= MAX_COUNT as f64).then_some(value as i64)
}

impl Decode for Value {
    fn expected() -> Cow<'static, str> {
        "a JSON value".into()
    }

    fn read(input: Input<'_>) -> Result<Self, FxError> {
        match input.seen() {
            Seen::Null | Seen::Bool(_) | Seen::Number(_) | Seen::String(_) => {
                Ok(input.value.clone())
            }
            Seen::Array(items) => Ok(Value::Array(list(input, items)?)),
            Seen::Object(members) => Ok(Value::Object(json_object(input, members)?)),
            _ => Err(input.mismatch(&Self::expected())),
        }
    }
}

/// The members of an object of JSON; those that hold `undefined` are left out, as `JSON.stringify` does.
fn json_object(input: Input<'_>, members: &JsonObject) -> Result<JsonObject, FxError> {
    let mut object = JsonObject::with_capacity(members.len());
    for (name, value) in members {
        let path = input.path.member(name);
        let member = Input::new(value, &path, input.link);
        if !matches!(member.seen(), Seen::Undefined) {
            object.insert(name.clone(), Value::read(member)?);
        }
    }
    Ok(object)
}

fn list<T: Decode>(input: Input<'_>, items: &[Value]) -> Result<Vec<T>, FxError> {
    items
        .iter()
        .enumerate()
        .map(|(index, item)| T::read(Input::new(item, &input.path.index(index), input.link)))
        .collect()
}

impl<T: Decode> Decode for Vec<T> {
    fn expected() -> Cow<'static, str> {
        "an array".into()
    }

    fn read(input: Input<'_>) -> Result<Self, FxError> {
        match input.seen() {
            Seen::Array(items) => list(input, items),
            _ => Err(input.mismatch(&Self::expected())),
        }
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    fn expected() -> Cow<'static, str> {
        "an object".into()
    }

    fn read(input: Input<'_>) -> Result<Self, FxError> {
        input.fields()?.rest(&[])
    }
}

/// `T | null`.
impl<T: Decode> Decode for Option<T> {
    fn expected() -> Cow<'static, str> {
        format!("{} or null", T::expected()).into()
    }

    fn read(input: Input<'_>) -> Result<Self, FxError> {
        match input.seen() {
            Seen::Null => Ok(None),
            _ => T::read(input).map(Some),
        }
    }
}

/// An answer without a value: whatever the host answers is as good as nothing.
impl Decode for () {
    fn expected() -> Cow<'static, str> {
        "nothing".into()
    }

    fn read(_: Input<'_>) -> Result<Self, FxError> {
        Ok(())
    }
}

impl<A: Serialize + 'static> Decode for Callback<A> {
    fn expected() -> Cow<'static, str> {
        FUNCTION.into()
    }

    fn read(input: Input<'_>) -> Result<Self, FxError> {
        let function = function(input)?;
        Ok(Arc::new(move |argument| {
            function.notify(vec![super::plain::encode(&argument)]);
        }))
    }
}

impl<A: Serialize + 'static, R: Decode + 'static> Decode for AsyncCallback<A, R> {
    fn expected() -> Cow<'static, str> {
        FUNCTION.into()
    }

    fn read(input: Input<'_>) -> Result<Self, FxError> {
        let function = function(input)?;
        Ok(Arc::new(move |argument| {
            let args = vec![super::plain::encode(&argument)];
            function.call("", args, CancellationToken::new())
        }))
    }
}

fn function(input: Input<'_>) -> Result<HostRef, FxError> {
    match input.seen() {
        Seen::Function(handle) => Ok(HostRef::new(Arc::clone(input.link), handle)),
        _ => Err(input.mismatch(FUNCTION)),
    }
}
