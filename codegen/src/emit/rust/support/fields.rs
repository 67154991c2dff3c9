//! Members of objects: what is required, what may be absent, what is not known.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Decode, HostRef, Input, Live, MaybeSend, Path, Seen, text};
use crate::FxError;

/// The members of an object that crossed as data. A member that holds `undefined` counts as absent.
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    object: Input<'a>,
    members: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(object: Input<'a>, members: &'a Map<String, Value>) -> Self {
        Fields { object, members }
    }

    /// Refuses members whose names are not in `known`, naming the nearest known one.
    pub fn only(self, known: &[&str]) -> Result<Self, FxError> {
        match self
            .members
            .keys()
            .find(|name| !known.contains(&name.as_str()))
        {
            Some(name) => Err(text::unknown_property(self.object.path, name, known)),
            None => Ok(self),
        }
    }

    /// A member that must be there.
    pub fn required<T: Decode>(&self, name: &str) -> Result<T, FxError> {
        self.optional(name)?
            .ok_or_else(|| text::required(&self.object.path.member(name), &T::expected()))
    }

    /// A member that may be absent.
    pub fn optional<T: Decode>(&self, name: &str) -> Result<Option<T>, FxError> {
        let path = self.object.path.member(name);
        self.input(name, &path).map(T::read).transpose()
    }

    /// A member whose own members, `inline`, may stand here instead, beside the tag.
    pub fn inlinable<T: Decode>(&self, name: &str, inline: &[&str]) -> Result<T, FxError> {
        let is_inline = inline
            .iter()
            .any(|member| self.members.contains_key(*member));
        if is_inline && !self.members.contains_key(name) {
            return T::read(self.object);
        }
        self.required(name)
    }

    /// All members but those in `named`.
    pub fn rest<T: Decode>(&self, named: &[&str]) -> Result<BTreeMap<String, T>, FxError> {
        let mut rest = BTreeMap::new();
        for name in self.members.keys() {
            if named.contains(&name.as_str()) {
                continue;
            }
            if let Some(value) = self.optional(name)? {
                rest.insert(name.clone(), value);
            }
        }
        Ok(rest)
    }

    /// The string that tells the variants of a union apart; `tags` are the known ones.
    pub fn tag(&self, name: &str, tags: &[&str]) -> Result<&'a str, FxError> {
        if let Some(Value::String(tag)) = self.members.get(name) {
            return Ok(tag);
        }
        let path = self.object.path.member(name);
        let expected = text::one_of(tags);
        Err(match self.input(name, &path) {
            Some(input) => input.mismatch(&expected),
            None => text::required(&path, &expected),
        })
    }

    /// The error of a tag that is none of `tags`.
    pub fn unknown_tag(&self, name: &str, tag: &str, tags: &[&str]) -> FxError {
        let path = self.object.path.member(name);
        text::expected(&path, &text::one_of(tags), &text::quoted(tag))
    }

    fn input<'b>(&self, name: &str, path: &'b Path<'b>) -> Option<Input<'b>>
    where
        'a: 'b,
    {
        let input = Input::new(self.members.get(name)?, path, self.object.link);
        match input.seen() {
            Seen::Undefined => None,
            _ => Some(input),
        }
    }
}

/// What was read of an object that stays with the host: the values of its constant properties, and which methods it has.
#[derive(Clone, Copy)]
pub struct HostFields<'a> {
    properties: Fields<'a>,
    handle: u32,
}

impl<'a> HostFields<'a> {
    pub(crate) fn new(object: Input<'a>, handle: u32, members: &'a Map<String, Value>) -> Self {
        HostFields {
            properties: Fields::new(object, members),
            handle,
        }
    }

    /// The way to call its methods.
    pub fn host(&self) -> HostRef {
        HostRef::new(Arc::clone(self.properties.object.link), self.handle)
    }

    /// A property that must be there.
    pub fn required<T: Decode>(&self, name: &str) -> Result<T, FxError> {
        self.properties.required(name)
    }

    /// A property that may be absent.
    pub fn optional<T: Decode>(&self, name: &str) -> Result<Option<T>, FxError> {
        self.properties.optional(name)
    }

    /// A property that must be there, and may change.
    pub fn live<T: Decode + MaybeSend + 'static>(
        &self,
        name: &'static str,
    ) -> Result<Live<T>, FxError> {
        let live = Live::new(self.required(name)?);
        self.host().watch(name, live.listener(name));
        Ok(live)
    }

    /// Refuses an object that lacks the method.
    pub fn method(&self, name: &str) -> Result<(), FxError> {
        if self.optional_method(name)? {
            return Ok(());
        }
        let path = self.properties.object.path.member(name);
        Err(text::required(&path, FUNCTION))
    }

    /// Whether the object has the method.
    pub fn optional_method(&self, name: &str) -> Result<bool, FxError> {
        let path = self.properties.object.path.member(name);
        match self.properties.input(name, &path) {
            None => Ok(false),
            Some(input) => match input.seen() {
                Seen::Function(_) => Ok(true),
                _ => Err(input.mismatch(FUNCTION)),
            },
        }
    }
}

pub(crate) const FUNCTION: &str = "a function";
