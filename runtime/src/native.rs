//! The native platform: one tokio runtime and one connection pool for all agents of the process.

use std::future::Future;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant, SystemTime};

use libfx_api::support::{BoxFuture, Fetch};

use crate::platform::Platform;
use crate::transport::NativeTransport;

/// Threads that run turns. A turn is mostly waiting and a little parsing, so a few serve thousands of agents.
const WORKERS: usize = 2;

struct Shared {
    runtime: tokio::runtime::Runtime,
    started: Instant,
}

/// Started by the first agent and kept until the process ends, like the host's own event loop.
static SHARED: LazyLock<Shared> = LazyLock::new(|| Shared {
    runtime: tokio::runtime::Builder::new_multi_thread()
        .worker_threads(WORKERS)
        .thread_name("libfx")
        .enable_io()
        .enable_time()
        .build()
        .expect("the operating system gives the process two threads"),
    started: Instant::now(),
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

/// Runs `future` on the shared runtime, for callers that have no runtime of their own.
pub fn block_on<F: Future>(future: F) -> F::Output {
    SHARED.runtime.block_on(future)
}
