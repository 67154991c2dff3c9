//! What a host tells by itself: that a subscription has news, or that a property of its object has changed.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::{Decode, HostLink, Input, MaybeSend, MaybeSync, Path};
use crate::FxError;

/// Takes a value from a host, described as what it hands over is; refuses one that is not what is expected.
#[cfg(not(target_arch = "wasm32"))]
pub type Listener = Arc<dyn Fn(&Value, &Arc<dyn HostLink>) -> Result<(), FxError> + Send + Sync>;
/// Takes a value from a host, described as what it hands over is; refuses one that is not what is expected.
#[cfg(target_arch = "wasm32")]
pub type Listener = Arc<dyn Fn(&Value, &Arc<dyn HostLink>) -> Result<(), FxError>>;

/// Decodes values, which messages call `name`, and passes them on.
pub(super) fn listener<A: Decode>(
    name: &'static str,
    take: impl Fn(A) + MaybeSend + MaybeSync + 'static,
) -> Listener {
    Arc::new(move |value, link| {
        take(A::decode(Input::new(value, &Path::Root(name), link))?);
        Ok(())
    })
}

/// A property of a host object that may change: its value as the host told it last.
pub struct Live<T>(Arc<Mutex<T>>);

impl<T: Copy> Live<T> {
    pub fn get(&self) -> T {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Decode + MaybeSend + 'static> Live<T> {
    pub(super) fn new(value: T) -> Self {
        Live(Arc::new(Mutex::new(value)))
    }

    /// Takes the value of the property called `name`, when it has changed.
    pub(super) fn listener(&self, name: &'static str) -> Listener {
        let value = self.0.clone();
        listener(name, move |changed| {
            *value.lock().unwrap_or_else(PoisonError::into_inner) = changed;
        })
    }
}
