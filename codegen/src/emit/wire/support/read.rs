//! Reads types out of JSON that has been parsed, by taking the members of objects one by one. This makes small readers;
//! those that serde derives are fast and several times as large.

use std::num::NonZeroU64;

use serde::de::{Deserialize, Deserializer, Error as _, Unexpected};
use serde_json::{Error, Map, Value};

/// A type that can be read.
pub(crate) trait Read: Sized {
    fn read(value: Value) -> Result<Self, Error>;
}

/// What serde's readers come down to.
pub(crate) fn parsed<'de, T: Read, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(Value::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// The members of an object that nobody has taken yet.
pub(crate) struct Members(Map<String, Value>);

impl Members {
    pub(crate) fn of(object: Value) -> Result<Self, Error> {
        Read::read(object).map(Members)
    }

    /// Takes a member that must be there.
    pub(crate) fn required<T: Read>(&mut self, name: &'static str) -> Result<T, Error> {
        match self.0.remove(name) {
            Some(member) => T::read(member).map_err(|error| within(name, &error)),
            None => Err(Error::missing_field(name)),
        }
    }

    /// Takes a member that may be left out.
    pub(crate) fn optional<T: Read + Default>(&mut self, name: &'static str) -> Result<T, Error> {
        match self.0.remove(name) {
            Some(member) => T::read(member).map_err(|error| within(name, &error)),
            None => Ok(T::default()),
        }
    }

    /// Refuses members that nobody has taken.
    pub(crate) fn end(self) -> Result<(), Error> {
        match self.0.keys().next() {
            Some(unknown) => Err(Error::custom(format_args!("unknown field `{unknown}`"))),
            None => Ok(()),
        }
    }
}

fn within(name: &str, error: &Error) -> Error {
    Error::custom(format_args!("{name}: {error}"))
}

macro_rules! read {
    ($($type:ty: $expected:literal, $pattern:pat => $read:expr;)*) => {
        $(impl Read for $type {
            fn read(value: Value) -> Result<Self, Error> {
                let read = match value {
                    $pattern => $read,
                    _ => None,
                };
                read.ok_or_else(|| mismatch(&value, $expected))
            }
        })*
    };
}

read! {
    bool: "a boolean", Value::Bool(value) => Some(value);
    f64: "f64", Value::Number(ref value) => value.as_f64();
    i64: "i64", Value::Number(ref value) => value.as_i64();
    u64: "u64", Value::Number(ref value) => value.as_u64();
    NonZeroU64: "a nonzero u64", Value::Number(ref value) => value.as_u64().and_then(NonZeroU64::new);
}

impl Read for String {
    fn read(value: Value) -> Result<Self, Error> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(mismatch(&other, "a string")),
        }
    }
}

impl Read for Map<String, Value> {
    fn read(value: Value) -> Result<Self, Error> {
        match value {
            Value::Object(members) => Ok(members),
            other => Err(mismatch(&other, "a map")),
        }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: Value) -> Result<Self, Error> {
        match value {
            Value::Array(items) => items.into_iter().map(T::read).collect(),
            other => Err(mismatch(&other, "a sequence")),
        }
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: Value) -> Result<Self, Error> {
        match value {
            Value::Null => Ok(None),
            value => T::read(value).map(Some),
        }
    }
}

impl Read for Value {
    fn read(value: Value) -> Result<Self, Error> {
        Ok(value)
    }
}

fn mismatch(value: &Value, expected: &'static str) -> Error {
    let found = match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), _, _) => Unexpected::Unsigned(number),
            (_, Some(number), _) => Unexpected::Signed(number),
            (.., number) => Unexpected::Float(number.unwrap_or(f64::NAN)),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    Error::invalid_type(found, &expected)
}
