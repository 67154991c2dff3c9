//! Plain data as JSON.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::JsonObject;

/// `value` as JSON. Generated types cannot fail to be written: their maps have string keys and they hold nothing that
/// has no JSON form.
pub fn encode(value: &(impl Serialize + ?Sized)) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Reads a field that may be absent, and may be `null` when it is there: the outer `Option` says which.
pub fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// An object of which only some members are data.
#[derive(Debug, Default)]
pub struct Object(JsonObject);

impl Object {
    pub fn new() -> Self {
        Object::default()
    }

    #[must_use]
    pub fn member(mut self, name: &str, value: &impl Serialize) -> Self {
        self.0.insert(name.to_owned(), encode(value));
        self
    }

    /// A member that is left out when it is absent.
    #[must_use]
    pub fn optional(self, name: &str, value: &Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.member(name, value),
            None => self,
        }
    }

    pub fn finish(self) -> Value {
        Value::Object(self.0)
    }
}
