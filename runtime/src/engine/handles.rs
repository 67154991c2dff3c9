//! Objects that the host side knows by number.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use libfx_api::FxError;

pub(super) struct Handles<T> {
    /// What they are, for messages.
    kind: &'static str,
    objects: Mutex<HashMap<u32, Arc<T>>>,
}

impl<T> Handles<T> {
    pub(super) fn new(kind: &'static str) -> Self {
        Handles {
            kind,
            objects: Mutex::default(),
        }
    }

    pub(super) fn insert(&self, id: u32, object: T) {
        self.lock().insert(id, Arc::new(object));
    }

    pub(super) fn get(&self, id: u32) -> Result<Arc<T>, FxError> {
        let found = self.lock().get(&id).cloned();
        found.ok_or_else(|| FxError::closed(format!("this {} has been released", self.kind)))
    }

    /// Forgets an object; what its destructor does happens after the lock is gone.
    pub(super) fn remove(&self, id: u32) {
        let removed = self.lock().remove(&id);
        drop(removed);
    }

    pub(super) fn clear(&self) {
        let removed = std::mem::take(&mut *self.lock());
        drop(removed);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u32, Arc<T>>> {
        self.objects.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
