//! The native platform: one tokio runtime and one connection pool for all agents of the process.

use std::future::Future;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use libfx_api::support::{BoxFuture, Fetch};

use tokio::runtime::{Handle, Runtime};

use crate::platform::Platform;
use crate::transport::NativeTransport;

/// Threads that run turns. A turn is mostly waiting and a little parsing, so a few serve thousands of agents.
const WORKERS: usize = 2;

struct Shared {
    runtime: Handle,
    /// What the handle belongs to, until it is shut down.
    owned: Mutex<Option<Runtime>>,
    started: Instant,
}

/// Started by the first agent and kept until the process ends, like the host's own event loop.
static SHARED: LazyLock<Shared> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .thread_name("libfx")
        .enable_io()
        .enable_time()
        .build()
        .expect("the operating system gives the process two threads");
    Shared {
        runtime: runtime.handle().clone(),
        owned: Mutex::new(Some(runtime)),
        started: Instant::now(),
    }
});

/// The platform of every native agent.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativePlatform;

impl Platform for NativePlatform {
    fn spawn(&self, task: BoxFuture<'static, ()>) {
        SHARED.runtime.spawn(task);
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        let _inside = SHARED.runtime.enter();
        Box::pin(tokio::time::sleep(duration))
    }

    fn now(&self) -> Duration {
        SHARED.started.elapsed()
    }

    fn unix_time(&self) -> Duration {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default()
    }

    fn random(&self) -> u64 {
        getrandom::u64().expect("the operating system gives randomness")
    }

    fn transport(&self) -> Option<Arc<dyn Fetch>> {
        // The client takes a moment to build; the first prompt should find it ready, and creation should not wait.
        SHARED.runtime.spawn(async { NativeTransport::warm_up() });
        Some(Arc::new(NativeTransport))
    }
}

/// Runs work that blocks its thread, on a thread of its own.
pub(crate) fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> tokio::task::JoinHandle<T> {
    SHARED.runtime.spawn_blocking(work)
}

/// Runs `future` on the shared runtime, for callers that have no runtime of their own.
pub fn block_on<F: Future>(future: F) -> F::Output {
    SHARED.runtime.block_on(future)
}

/// Ends what runs of any agent of the process, and waits at most `timeout` for it. For hosts that unload the library, or
/// end their process in an orderly way; agents created later do nothing.
pub fn shutdown(timeout: Duration) {
    let Some(shared) = LazyLock::get(&SHARED) else {
        return;
    };
    let mut owned = shared.owned.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(runtime) = owned.take() {
        runtime.shutdown_timeout(timeout);
    }
}
