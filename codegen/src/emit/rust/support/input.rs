//! A value as it crossed from the host: JSON, in which everything that is not JSON is a marker.
//!
//! A marker is an object with the key `$fx` that names the kind of value it stands for; an object of the application
//! that has such a key itself is wrapped in a marker, so that no data can pass for a host value.

use std::sync::Arc;

use serde_json::{Map, Number, Value};

use super::{Fields, HostFields, HostLink, Path, text};
use crate::FxError;

const MARKER: &str = "$fx";
static NULL: Value = Value::Null;

/// A value to decode, where it stands, and the host it came from.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub value: &'a Value,
    pub path: &'a Path<'a>,
    pub link: &'a Arc<dyn HostLink>,
}

/// A value, its marker resolved. Handles and indices are the host's.
#[derive(Clone, Copy, Debug)]
pub enum Seen<'a> {
    Null,
    Bool(bool),
    Number(&'a Number),
    String(&'a str),
    Array(&'a [Value]),
    Object(&'a Map<String, Value>),
    Function(u32),
    /// An object that stays with the host, and what was read of its members.
    HostObject(u32, &'a Map<String, Value>),
    Bytes(u32),
    Signal {
        aborted: bool,
    },
    Undefined,
    BigInt,
    Symbol,
    Cycle,
}

impl<'a> Input<'a> {
    pub fn new(value: &'a Value, path: &'a Path<'a>, link: &'a Arc<dyn HostLink>) -> Self {
        Input { value, path, link }
    }

    /// The value as the answer of a host function: one that answered nothing answered `null`.
    pub fn answer(self) -> Self {
        match self.seen() {
            Seen::Undefined => Input {
                value: &NULL,
                ..self
            },
            _ => self,
        }
    }

    pub fn seen(&self) -> Seen<'a> {
        match self.value {
            Value::Null => Seen::Null,
            Value::Bool(value) => Seen::Bool(*value),
            Value::Number(value) => Seen::Number(value),
            Value::String(value) => Seen::String(value),
            Value::Array(items) => Seen::Array(items),
            Value::Object(members) => marked(members).unwrap_or(Seen::Object(members)),
        }
    }

    /// The error of a value that is of the wrong kind.
    pub fn mismatch(&self, expected: &str) -> FxError {
        text::expected(self.path, expected, self.seen().kind())
    }

    /// The one of `all` that the value spells.
    pub fn one_of<T: Copy>(
        &self,
        all: &[T],
        spelling: impl Fn(&T) -> &'static str,
    ) -> Result<T, FxError> {
        let expected = || text::one_of(&all.iter().map(&spelling).collect::<Vec<_>>());
        let Seen::String(value) = self.seen() else {
            return Err(self.mismatch(&expected()));
        };
        let mut values = all.iter();
        values
            .find(|known| spelling(known) == value)
            .copied()
            .ok_or_else(|| text::expected(self.path, &expected(), &text::quoted(value)))
    }

    /// The members of an object that crossed as data.
    pub fn fields(self) -> Result<Fields<'a>, FxError> {
        match self.seen() {
            Seen::Object(members) => Ok(Fields::new(self, members)),
            _ => Err(self.mismatch("an object")),
        }
    }

    /// The members of an object that crossed as data and whose property `tag` is one of `tags`.
    pub fn tagged(self, tag: &str, tags: &[&str]) -> Option<Fields<'a>> {
        let Seen::Object(members) = self.seen() else {
            return None;
        };
        let value = members.get(tag)?.as_str()?;
        tags.contains(&value).then(|| Fields::new(self, members))
    }

    /// What was read of an object that stays with the host.
    pub fn host_object(self) -> Result<HostFields<'a>, FxError> {
        match self.seen() {
            Seen::HostObject(handle, members) => Ok(HostFields::new(self, handle, members)),
            _ => Err(self.mismatch("an object")),
        }
    }
}

impl Seen<'_> {
    /// The kind, in the words of error messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Seen::Null => "null",
            Seen::Bool(_) => "a boolean",
            Seen::Number(_) => "a number",
            Seen::String(_) => "a string",
            Seen::Array(_) => "an array",
            Seen::Object(_) | Seen::HostObject(..) => "an object",
            Seen::Function(_) => "a function",
            Seen::Bytes(_) => "bytes",
            Seen::Signal { .. } => "a signal",
            Seen::Undefined => "undefined",
            Seen::BigInt => "a bigint",
            Seen::Symbol => "a symbol",
            Seen::Cycle => "a cycle",
        }
    }
}

/// What the marker `members` stands for; `None` for data.
fn marked(members: &Map<String, Value>) -> Option<Seen<'_>> {
    let number = |key| {
        let number = members.get(key).and_then(Value::as_u64)?;
        u32::try_from(number).ok()
    };
    let object = |key| members.get(key).and_then(Value::as_object);
    match members.get(MARKER)?.as_str()? {
        // Methods are called through their object, so that their own function needs no number.
        "function" => Some(Seen::Function(number("id").unwrap_or_default())),
        "object" => Some(Seen::HostObject(number("id")?, object("members")?)),
        "bytes" => Some(Seen::Bytes(number("id")?)),
        "signal" => Some(Seen::Signal {
            aborted: members.get("aborted").is_some_and(|it| it == true),
        }),
        "undefined" => Some(Seen::Undefined),
        "bigint" => Some(Seen::BigInt),
        "symbol" => Some(Seen::Symbol),
        "cycle" => Some(Seen::Cycle),
        "plain" => object("value").map(Seen::Object),
        _ => None,
    }
}
