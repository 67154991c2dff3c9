//! The engine of this instance, and the host that drives it.

use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use libfx::engine::Engine;
use libfx::{LocalHost, LocalPlatform};

use crate::memory::{Answer, answer};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Asks for a call of `run`, soon and not from inside this one.
    safe fn wake();
    /// Asks for a call of `fire` with `timer` after so many milliseconds.
    safe fn set_timer(timer: u32, after: f64);
    safe fn clear_timer(timer: u32);
    /// Milliseconds on a clock that only goes forward.
    safe fn now() -> f64;
    /// Milliseconds since 1970.
    safe fn unix_time() -> f64;
    safe fn random() -> u32;
    /// The instance is about to trap; the message is UTF-8 at `address`.
    fn panicked(address: *const u8, length: usize);
}

struct Host;

impl LocalHost for Host {
    fn wake(&self) {
        wake();
    }

    fn set_timer(&self, timer: u32, after: Duration) {
        set_timer(timer, after.as_secs_f64() * 1000.0);
    }

    fn clear_timer(&self, timer: u32) {
        clear_timer(timer);
    }

    fn now(&self) -> Duration {
        Duration::from_secs_f64(now() / 1000.0)
    }

    fn unix_time(&self) -> Duration {
        Duration::from_secs_f64(unix_time() / 1000.0)
    }

    fn random(&self) -> u64 {
        u64::from(random()) << 32 | u64::from(random())
    }
}

thread_local! {
    /// One thread, one engine: an instance has no more of either.
    static INSTANCE: OnceCell<(LocalPlatform, Engine)> = const { OnceCell::new() };
}

fn instance<R>(work: impl FnOnce(&LocalPlatform, &Engine) -> R) -> R {
    INSTANCE.with(|instance| {
        let (platform, engine) = instance.get_or_init(|| {
            std::panic::set_hook(Box::new(|panic| {
                let message = panic.to_string();
                // SAFETY: the message lives until the call returns, and the host copies it.
                unsafe { panicked(message.as_ptr(), message.len()) };
            }));
            let platform = LocalPlatform::new(Host);
            // What waits in the mailbox is taken after each run, which the same wake brings.
            let engine = Engine::new(Arc::new(platform.clone()), || wake());
            (platform, engine)
        });
        work(platform, engine)
    })
}

/// The engine of this instance.
pub(crate) fn engine() -> Engine {
    instance(|_, engine| engine.clone())
}

/// Runs every task that can go on, and gives the messages that wait then.
#[unsafe(no_mangle)]
extern "C" fn run() -> *const Answer {
    let (platform, engine) = instance(|platform, engine| (platform.clone(), engine.clone()));
    platform.run();
    answer(Some(engine.take()))
}

/// A timer has elapsed.
#[unsafe(no_mangle)]
extern "C" fn fire(timer: u32) {
    let platform = instance(|platform, _| platform.clone());
    platform.fire(timer);
}
