//! Reads objects by taking their members out one by one. This makes small readers; those that serde derives are fast and
//! several times as large.

use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde_json::{Error, Map, Value};

/// The members of an object that nobody has taken yet.
pub(crate) struct Members(Map<String, Value>);

impl Members {
    /// Takes a member that must be there.
    pub(crate) fn required<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, Error> {
        self.take(name)?.ok_or_else(|| Error::missing_field(name))
    }

    /// Takes a member that may be left out.
    pub(crate) fn optional<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
    ) -> Result<T, Error> {
        Ok(self.take(name)?.unwrap_or_default())
    }

    fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        let member = self.0.remove(name).map(serde_json::from_value);
        member
            .transpose()
            .map_err(|error| Error::custom(format_args!("{name}: {error}")))
    }
}

/// Reads a value that ignores members it does not know.
pub(crate) fn open<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    value: impl FnOnce(&mut Members) -> Result<T, Error>,
) -> Result<T, D::Error> {
    let mut members = Members(serde::Deserialize::deserialize(deserializer)?);
    value(&mut members).map_err(D::Error::custom)
}

/// Reads a value that has no other members than those it takes.
pub(crate) fn closed<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    value: impl FnOnce(&mut Members) -> Result<T, Error>,
) -> Result<T, D::Error> {
    open(deserializer, |members| {
        let value = value(members)?;
        match members.0.keys().next() {
            Some(unknown) => Err(Error::custom(format_args!("unknown field `{unknown}`"))),
            None => Ok(value),
        }
    })
}
