//! What the host side tells by itself: that a subscription has news, and that properties of its objects have changed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use libfx_api::FxError;
use libfx_api::support::{Callback, HostLink, JsonObject, Listener};
use serde_json::{Value, json};

use super::link::OwnerLink;
use super::{Engine, Inner, json_value};

#[derive(Default)]
pub(super) struct Listening {
    subscriptions: Mutex<HashMap<u32, Subscription>>,
    /// The links of owners with objects whose properties may change.
    owners: Mutex<HashMap<u32, Weak<OwnerLink>>>,
}

/// Who has subscribed, and the link over which the news come.
#[derive(Clone)]
struct Subscription {
    listener: Listener,
    link: Arc<OwnerLink>,
}

impl Listening {
    /// Remembers the link of an owner for as long as it lives.
    pub(super) fn know(&self, owner: u32, link: &Weak<OwnerLink>) {
        lock(&self.owners).insert(owner, link.clone());
    }

    pub(super) fn forget(&self, owner: u32) {
        lock(&self.owners).remove(&owner);
    }

    pub(super) fn clear(&self) {
        let removed = std::mem::take(&mut *lock(&self.subscriptions));
        drop(removed);
    }
}

/// The properties of one owner's objects that may change.
#[derive(Default)]
pub(super) struct Watched(Mutex<Vec<(u32, &'static str, Listener)>>);

impl Watched {
    pub(super) fn add(&self, handle: u32, property: &'static str, listener: Listener) {
        lock(&self.0).push((handle, property, listener));
    }

    pub(super) fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }

    fn of(&self, handle: u32) -> Vec<(&'static str, Listener)> {
        let watched = lock(&self.0);
        let watched = watched.iter().filter(|(object, ..)| *object == handle);
        watched
            .map(|(_, property, listener)| (*property, listener.clone()))
            .collect()
    }
}

impl Inner {
    /// Calls a method of the host side that subscribes. What this returns ends the subscription.
    pub(super) fn subscribe(
        self: &Arc<Self>,
        link: Arc<OwnerLink>,
        owner: u32,
        handle: u32,
        method: &'static str,
        listener: Listener,
    ) -> Callback<()> {
        let id = self.calls.next_id();
        lock(&self.listening.subscriptions).insert(id, Subscription { listener, link });
        self.mailbox
            .send(&json!(["subscribe", owner, id, handle, method]));
        let end = SubscriptionEnd {
            engine: Arc::downgrade(self),
            owner,
            id,
            has_ended: AtomicBool::new(false),
        };
        Arc::new(move |()| end.end())
    }
}

/// Ends a subscription once, at the latest when it is dropped.
struct SubscriptionEnd {
    engine: Weak<Inner>,
    owner: u32,
    id: u32,
    has_ended: AtomicBool,
}

impl SubscriptionEnd {
    fn end(&self) {
        if self.has_ended.swap(true, Ordering::AcqRel) {
            return;
        }
        if let Some(engine) = self.engine.upgrade() {
            let removed = lock(&engine.listening.subscriptions).remove(&self.id);
            drop(removed);
            engine.mailbox.send(&("unsubscribe", self.owner, self.id));
        }
    }
}

impl Drop for SubscriptionEnd {
    fn drop(&mut self) {
        self.end();
    }
}

impl Engine {
    /// A subscription has news, as JSON text. There are none for one that has ended.
    pub fn call_back(&self, subscription: u32, text: &str) -> Result<(), FxError> {
        let found = lock(&self.inner.listening.subscriptions)
            .get(&subscription)
            .cloned();
        let Some(Subscription { listener, link }) = found else {
            return Ok(());
        };
        let link: Arc<dyn HostLink> = link;
        listener(&json_value("argument", text)?, &link)
    }

    /// Properties of a host object may have changed; `text` is a JSON object of them. One that is not what it must be keeps
    /// the value that it had.
    pub fn refresh(&self, owner: u32, handle: u32, text: &str) {
        let link = lock(&self.inner.listening.owners).get(&owner).cloned();
        let link = link.and_then(|link| link.upgrade());
        let (Some(link), Ok(Value::Object(members))) = (link, json_value("properties", text))
        else {
            return;
        };
        tell(link, handle, &members);
    }
}

fn tell(link: Arc<OwnerLink>, handle: u32, members: &JsonObject) {
    let watched = link.watched.of(handle);
    let link: Arc<dyn HostLink> = link;
    for (property, listener) in watched {
        if let Some(value) = members.get(property) {
            // What is wrong with it could be told to nobody: the value before stays.
            let _ = listener(value, &link);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
