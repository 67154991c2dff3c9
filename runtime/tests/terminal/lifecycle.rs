//! How programs begin and end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use libfx::api::TerminalOptions;
use libfx::api::support::{BoxFuture, Fetch};
use libfx::terminal::create_fx_terminal;
use libfx::{ErrorCode, NativePlatform, Platform};
use serde_json::json;

use crate::host::{KEY, answer, environment, launch, launch_on, start, start_with, unfinished};
use crate::view::View;

/// The native platform, whose clock fails once when told to.
#[derive(Default)]
struct Fragile {
    fails: AtomicBool,
}

impl Platform for Fragile {
    fn spawn(&self, task: BoxFuture<'static, ()>) {
        NativePlatform.spawn(task);
    }

    fn sleep(&self, duration: Duration) -> BoxFuture<'static, ()> {
        NativePlatform.sleep(duration)
    }

    fn now(&self) -> Duration {
        let fails = self.fails.swap(false, Ordering::Relaxed);
        assert!(!fails, "a clock of the tests that fails");
        NativePlatform.now()
    }

    fn unix_time(&self) -> Duration {
        NativePlatform.unix_time()
    }

    fn random(&self) -> u64 {
        NativePlatform.random()
    }

    fn transport(&self) -> Option<Arc<dyn Fetch>> {
        NativePlatform.transport()
    }
}

#[tokio::test]
async fn a_listener_that_panics_ends_neither_the_program_nor_its_turn() {
    let calls = Arc::new(AtomicU32::new(0));
    let counter = calls.clone();
    let host = start_with(
        json!([answer(&["All is well."])]),
        View::new(60, 16),
        |mut options| {
            options.on_event = Some(Arc::new(move |_| {
                counter.fetch_add(1, Ordering::Relaxed);
                panic!("a listener of the tests that panics");
            }));
            options
        },
    )
    .await;
    host.say("How are you?");
    host.view.until("All is well.").await;
    host.say("/exit");
    assert_eq!(host.runtime.exited().await, 0);
    assert!(calls.load(Ordering::Relaxed) > 1, "it is called again");
}

#[tokio::test]
async fn a_program_is_interactive_once_its_first_frame_is_on_screen() {
    let view = View::new(60, 16);
    view.block(true);
    let host = launch(json!([]), view, |options| options).await;
    host.view.until("/help").await;
    let waiting = host.runtime.interactive();
    let early = tokio::time::timeout(Duration::from_millis(50), waiting).await;
    assert!(early.is_err(), "the view is still busy");
    host.view.block(false);
    host.runtime.interactive().await.expect("interactive");
    assert!(host.view.is_taken());
}

#[tokio::test]
async fn a_program_that_ends_before_its_first_frame_was_never_interactive() {
    let view = View::new(60, 16);
    view.block(true);
    let host = launch(json!([]), view, |options| options).await;
    host.runtime.abort();
    host.view.block(false);
    let error = host.runtime.interactive().await.expect_err("it has ended");
    assert_eq!(error.code, ErrorCode::TerminalExited);
}

#[tokio::test]
async fn abort_ends_a_turn_and_the_program_with_130() {
    let host = start(json!([unfinished("The beginning")])).await;
    host.say("Go!");
    host.view.until("The beginning").await;
    host.runtime.abort();
    assert_eq!(host.runtime.exited().await, 130);
    assert!(!host.view.is_taken());
    assert_eq!(host.view.released(), [1, 1, 1]);
}

#[tokio::test]
async fn what_reaches_an_ended_program_has_no_effect() {
    let host = start(json!([])).await;
    host.runtime.write("/quit\r");
    assert_eq!(host.runtime.exited().await, 0);
    let written = host.view.written();
    host.runtime.write("Hello?\r");
    host.runtime.resize();
    host.runtime.abort();
    assert_eq!(host.runtime.exited().await, 0);
    assert_eq!(host.view.written(), written);
    assert_eq!(host.view.released(), [1, 1, 1]);
}

#[tokio::test]
async fn characters_may_be_cut_between_writes() {
    let host = start(json!([])).await;
    let (start, end) = "gr\u{fc}n".as_bytes().split_at(3);
    host.runtime.write(bytes::Bytes::copy_from_slice(start));
    host.runtime.write(bytes::Bytes::copy_from_slice(end));
    host.view.until("gr\u{fc}n").await;
}

#[tokio::test]
async fn a_view_that_fails_does_not_end_the_program() {
    let host = start(json!([])).await;
    host.view.break_down();
    host.runtime.write("still here");
    host.runtime.resize();
    host.runtime.write("\x15/exit\r");
    assert_eq!(host.runtime.exited().await, 0);
}

#[tokio::test]
async fn a_fault_of_the_program_gives_the_view_back_and_ends_with_1() {
    let platform = Arc::new(Fragile::default());
    let host = launch_on(platform.clone(), json!([]), View::new(60, 16), |it| it).await;
    host.runtime.interactive().await.expect("a first frame");
    platform.fails.store(true, Ordering::Relaxed);
    host.runtime.write("x");
    assert_eq!(host.runtime.exited().await, 1);
    assert!(!host.view.is_taken());
    assert_eq!(host.view.released(), [1, 1, 1]);
}

#[tokio::test]
async fn a_view_without_a_size_has_80_columns_and_24_rows() {
    let view = View::new(0, 0);
    let host = start_with(json!([]), view, |options| options).await;
    let reported = host.reported();
    assert_eq!(
        reported[..3],
        ["runtime.start", "terminal.size", "runtime.ready"]
    );
}

#[tokio::test]
async fn arguments_that_are_not_known_are_refused_with_the_usage() {
    let mut options = TerminalOptions::new(Arc::new(View::new(60, 16)));
    options.args = Some(vec!["--verbose".to_owned()]);
    let refused = create_fx_terminal(options, Arc::new(NativePlatform)).await;
    let error = refused.expect_err("an unknown argument");
    assert_eq!(error.code, ErrorCode::InvalidArgument);
    assert!(error.message.contains("--continue"), "{}", error.message);
}

#[tokio::test]
async fn the_key_is_never_shown_or_reported() {
    let host = start_with(json!([]), View::new(100, 30), |mut options| {
        options.env = Some(environment(&[("AI_GATEWAY_API_KEY", KEY)]));
        options
    })
    .await;
    host.say("/status");
    host.view.until("AI_GATEWAY_API_KEY").await;
    assert!(!host.view.written().contains(KEY));
    assert!(!host.diagnostics().contains(KEY));
}
