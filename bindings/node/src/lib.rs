//! The native addon of the Node SDK: the flat engine behind napi.
//!
//! The exports are generated (`glue`); by hand is only what has no counterpart in the contract: how the engine reaches
//! its thread of JavaScript, and that it ends with it. One engine serves one environment (the main thread or a worker).

mod convert;
#[path = "../../../generated/node/glue.rs"]
mod glue;

use std::sync::{Arc, OnceLock};

use libfx::NativePlatform;
use libfx::engine::WeakEngine;
use napi::bindgen_prelude::Function;
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Result, Status};
use napi_derive::napi;

/// Calls JavaScript from any thread with the messages that wait then. Weak: it never keeps the process alive.
type Deliver = ThreadsafeFunction<(), (), (String,), Status, false, true>;

/// The flat engine; its layer in JavaScript is the only user.
#[napi]
pub struct Engine {
    pub(crate) engine: libfx::engine::Engine,
}

#[napi]
impl Engine {
    /// `deliver` is called with a JSON array of messages whenever there are some.
    #[napi(constructor)]
    pub fn new(env: Env, deliver: Function<(String,), ()>) -> Result<Self> {
        let slot = Arc::new(OnceLock::<WeakEngine>::new());
        let filled = slot.clone();
        let deliver: Deliver = deliver
            .build_threadsafe_function()
            .weak::<true>()
            .callee_handled::<false>()
            .build_callback(move |_| Ok((take(&slot),)))?;
        let engine = libfx::engine::Engine::new(Arc::new(NativePlatform), move || {
            // A closing environment takes no calls, and needs none.
            deliver.call((), ThreadsafeFunctionCallMode::NonBlocking);
        });
        filled
            .set(engine.downgrade())
            .unwrap_or_else(|_| unreachable!("the slot is filled once"));
        // A worker may be terminated in the middle of a turn: its turns end with it.
        env.add_env_cleanup_hook(engine.clone(), |engine| engine.shutdown())?;
        Ok(Engine { engine })
    }
}

/// The messages are taken on the JavaScript thread, at the last moment, so that what waits has been merged.
fn take(slot: &OnceLock<WeakEngine>) -> String {
    match slot.get().and_then(WeakEngine::upgrade) {
        Some(engine) => engine.take(),
        None => "[]".to_owned(),
    }
}
