//! The engines of the process, by number: what a caller says about one is looked up, never believed.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use libfx::NativePlatform;
use libfx::engine::Engine;

use crate::buffer::{Buffer, buffer};
use crate::ready::Ready;

/// Nothing once the library has been shut down.
static ENGINES: RwLock<Option<Engines>> = RwLock::new(Some(Engines {
    last: 0,
    entries: BTreeMap::new(),
}));
static READY: Ready = Ready::new();

/// Every engine.
struct Engines {
    /// Numbers are never used again, so that one that is forgotten stays unknown.
    last: u64,
    entries: BTreeMap<u64, Entry>,
}

struct Entry {
    engine: Engine,
    wake: Arc<Wake>,
}

/// The caller's function, until its engine is freed.
struct Wake(Mutex<Option<Callback>>);

struct Callback {
    function: extern "C" fn(*mut c_void),
    context: *mut c_void,
}

// SAFETY: the header says that the function is called from any thread.
unsafe impl Send for Callback {}

impl Wake {
    /// Calls the function. Who takes it away waits for a call that has begun.
    fn call(&self) {
        if let Some(callback) = &*self.lock() {
            (callback.function)(callback.context);
        }
    }

    fn take(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> MutexGuard<'_, Option<Callback>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    /// Ends everything of the engine, without any lock but its own: what it drops may do anything.
    fn end(self, number: u64) {
        self.wake.take();
        self.engine.shutdown();
        READY.forget(number);
    }
}

/// Calls an engine. One that does not exist gives what nothing gives, and so does a fault of the library.
pub(crate) fn with<R: Default>(number: u64, call: impl FnOnce(Engine) -> R) -> R {
    let found = {
        let engines = read();
        let entry = engines.as_ref().and_then(|it| it.entries.get(&number));
        entry.map(|entry| entry.engine.clone())
    };
    let Some(engine) = found else {
        return R::default();
    };
    guarded(|| call(engine))
}

/// Nothing may unwind into the caller.
fn guarded<R: Default>(work: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_default()
}

fn read() -> RwLockReadGuard<'static, Option<Engines>> {
    ENGINES.read().unwrap_or_else(PoisonError::into_inner)
}

fn write() -> RwLockWriteGuard<'static, Option<Engines>> {
    ENGINES.write().unwrap_or_else(PoisonError::into_inner)
}

fn add(callback: Option<Callback>) -> u64 {
    let mut engines = write();
    let Some(engines) = engines.as_mut() else {
        return 0;
    };
    engines.last += 1;
    let number = engines.last;
    let is_called = callback.is_some();
    let wake = Arc::new(Wake(Mutex::new(callback)));
    let waking = wake.clone();
    let engine = Engine::new(Arc::new(NativePlatform), move || match is_called {
        true => waking.call(),
        false => READY.push(number),
    });
    engines.entries.insert(number, Entry { engine, wake });
    number
}

/// Makes an engine; 0 after `libfx_exit`.
///
/// # Safety
/// `wake` may be called with `context` from any thread, until the engine is freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn libfx_engine_new(
    wake: Option<extern "C" fn(*mut c_void)>,
    context: *mut c_void,
) -> u64 {
    let callback = wake.map(|function| Callback { function, context });
    guarded(|| add(callback))
}

/// Cancels everything of an engine and forgets it.
#[unsafe(no_mangle)]
extern "C" fn libfx_engine_free(engine: u64) {
    guarded(|| {
        let removed = write().as_mut().and_then(|it| it.entries.remove(&engine));
        if let Some(entry) = removed {
            entry.end(engine);
        }
    });
}

/// The messages that wait, as one JSON array.
#[unsafe(no_mangle)]
extern "C" fn libfx_take(engine: u64) -> Buffer {
    with(engine, |engine| buffer(Some(engine.take())))
}

/// Waits until an engine without a function to wake it has something to take.
#[unsafe(no_mangle)]
extern "C" fn libfx_wait(timeout_ms: i64) -> u64 {
    let timeout = u64::try_from(timeout_ms).ok().map(Duration::from_millis);
    guarded(|| READY.wait(timeout).unwrap_or_default())
}

/// Ends libfx for this process, and waits at most so long for the threads that run turns.
#[unsafe(no_mangle)]
extern "C" fn libfx_exit(timeout_ms: u32) {
    guarded(|| {
        let engines = write().take();
        for (number, entry) in engines.into_iter().flat_map(|it| it.entries) {
            entry.end(number);
        }
        READY.end();
        libfx::shutdown(Duration::from_millis(timeout_ms.into()));
    });
}

#[cfg(test)]
mod tests {
    use std::ptr;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::*;

    extern "C" fn count(context: *mut c_void) {
        // SAFETY: the tests pass the address of a counter that outlives the engine.
        let counter = unsafe { &*context.cast::<AtomicU32>() };
        counter.fetch_add(1, Ordering::SeqCst);
    }

    /// Something of the engine that is answered by a message: closing an agent that is not there.
    fn ask(engine: u64) {
        with(engine, |engine| {
            let agent = engine.agent(7);
            engine.settle(1, async move {
                agent?;
                Ok(libfx::engine::Settled::value(()))
            });
        });
    }

    #[test]
    fn an_engine_that_does_not_exist_is_harmless() {
        for engine in [0, u64::MAX] {
            ask(engine);
            assert!(with(engine, |engine| buffer(Some(engine.take()))).is_nothing());
            libfx_engine_free(engine);
        }
    }

    #[test]
    fn an_engine_that_was_freed_stays_unknown() {
        // SAFETY: there is nothing to wake.
        let [first, second] = [(); 2].map(|()| unsafe { libfx_engine_new(None, ptr::null_mut()) });
        libfx_engine_free(first);
        libfx_engine_free(first);
        assert!(libfx_take(first).is_nothing());
        assert!(!libfx_take(second).is_nothing());
        libfx_engine_free(second);
    }

    #[test]
    fn who_gave_a_function_is_woken_once_and_never_after_it_has_freed_the_engine() {
        let woken = AtomicU32::new(0);
        let context = ptr::from_ref(&woken).cast_mut().cast();
        // SAFETY: the counter outlives the engine.
        let engine = unsafe { libfx_engine_new(Some(count), context) };
        ask(engine);
        while woken.load(Ordering::SeqCst) == 0 {
            thread::yield_now();
        }
        ask(engine);
        libfx_engine_free(engine);
        assert_eq!(woken.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn who_gave_none_waits() {
        // SAFETY: there is nothing to wake.
        let engine = unsafe { libfx_engine_new(None, ptr::null_mut()) };
        ask(engine);
        assert_eq!(libfx_wait(-1), engine);
        libfx_engine_free(engine);
    }
}
