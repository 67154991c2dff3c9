//! How values that hold objects are described to a host: the counterpart of decoding.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{HostLink, HostRef, JsonObject, MaybeSend, MaybeSync};

/// An object of the runtime that a host is lent: the `Arc` of a host interface.
#[cfg(not(target_arch = "wasm32"))]
pub type Lent = Box<dyn Any + Send + Sync>;
/// An object of the runtime that a host is lent: the `Arc` of a host interface.
#[cfg(target_arch = "wasm32")]
pub type Lent = Box<dyn Any>;

/// Keeps the objects that a host is lent.
pub trait Lender {
    /// The number by which the host calls the object from now on.
    fn lend(&self, object: Lent) -> u32;
}

/// The host that values are described to.
pub struct Recipient<'a> {
    pub link: &'a Arc<dyn HostLink>,
    pub lender: &'a dyn Lender,
}

impl Recipient<'_> {
    /// An object that the host can call: its own as the number under which it handed it over, any other as a list of the
    /// number under which it is lent, and its properties.
    pub fn object<T: Clone + Any + MaybeSend + MaybeSync>(
        &self,
        object: &T,
        host: Option<&HostRef>,
        properties: impl FnOnce(&T) -> Value,
    ) -> Value {
        match host.and_then(|host| host.handle_at(self.link)) {
            Some(handle) => handle.into(),
            None => {
                let properties = properties(object);
                json!([self.lender.lend(Box::new(object.clone())), properties])
            }
        }
    }
}

/// A type whose values hold objects and are given to a host.
pub trait Describe {
    /// The value as JSON, with its objects as [`Recipient::object`] describes them.
    fn describe(&self, to: &Recipient<'_>) -> Value;
}

impl<T: Describe> Describe for Vec<T> {
    fn describe(&self, to: &Recipient<'_>) -> Value {
        self.iter().map(|item| item.describe(to)).collect()
    }
}

impl<T: Describe> Describe for BTreeMap<String, T> {
    fn describe(&self, to: &Recipient<'_>) -> Value {
        let members = self.iter();
        let members = members.map(|(name, member)| (name.clone(), member.describe(to)));
        Value::Object(members.collect::<JsonObject>())
    }
}

/// `T | null`.
impl<T: Describe> Describe for Option<T> {
    fn describe(&self, to: &Recipient<'_>) -> Value {
        self.as_ref()
            .map_or(Value::Null, |value| value.describe(to))
    }
}
