//! The one task of the program: takes input, events and outcomes, lets the state change, and draws it.
//!
//! Nothing is polled: while nothing happens, the task waits for input and has no timer.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use libfx_api::limits::TERMINAL_END_TIMEOUT_MS;
use libfx_api::support::BoxFuture;
use serde_json::json;

use super::effects::Effects;
use super::inbox::Inbox;
use super::lifecycle::Lifecycle;
use super::means::Means;
use super::timer::{Timer, earliest};
use super::view::View;
use crate::diagnostics::Diagnostics;
use crate::platform::Platform;
use crate::terminal::app::{App, Message, Setup, TICK};
use crate::terminal::input::Parser;
use crate::terminal::screen::Screen;
use crate::terminal::workspace::Questions;

/// How long an ESC may be the beginning of something longer.
const ESCAPE_WAIT: Duration = Duration::from_millis(50);

/// How long a frame stands at least, while one follows another.
const FRAME: Duration = Duration::from_millis(33);

/// How long the end waits for what is still to be saved, and then for the view.
const END_WAIT: Duration = Duration::from_millis(TERMINAL_END_TIMEOUT_MS);

/// The exit status after an abort.
const ABORTED: i32 = 130;

pub(crate) struct Driver {
    platform: Arc<dyn Platform>,
    diagnostics: Diagnostics,
    inbox: Arc<Inbox>,
    view: View,
    screen: Screen,
    app: App,
    effects: Effects,
    lifecycle: Arc<Lifecycle>,
    parser: Parser,
    timer: Timer,
    pace: Pace,
    escape_ends: Option<Duration>,
    next_tick: Option<Duration>,
}

/// When the next frame is drawn.
#[derive(Default)]
struct Pace {
    /// The state has changed since it was drawn.
    stale: bool,
    drawn: Option<Duration>,
    /// The view is still busy with the last frame.
    draining: Option<BoxFuture<'static, ()>>,
}

/// Why the task wakes up.
enum Woken {
    Input,
    Drained,
    Timer,
    Message(Message),
}

impl Driver {
    pub(crate) fn new(
        means: Means,
        questions: Option<Questions>,
        setup: Setup,
        view: View,
        inbox: Arc<Inbox>,
        lifecycle: Arc<Lifecycle>,
    ) -> Self {
        let platform = means.platform.clone();
        let (cols, rows) = view.size();
        Driver {
            diagnostics: means.diagnostics.clone(),
            screen: Screen::new(cols, rows, setup.depth),
            effects: Effects::new(means, questions, inbox.clone(), setup.model.clone()),
            app: App::new(setup, platform.now()),
            parser: Parser::new(),
            timer: Timer::new(platform.clone()),
            pace: Pace::default(),
            escape_ends: None,
            next_tick: None,
            inbox,
            view,
            lifecycle,
            platform,
        }
    }

    /// Runs until the user or the application ends the program, and answers the exit status.
    pub(crate) async fn run(&mut self) -> i32 {
        self.open();
        loop {
            if let Some(status) = self.effects.status() {
                return status;
            }
            self.draw_if_due();
            self.set_timer();
            match self.wake().await {
                Woken::Input => {
                    if self.take_input() {
                        return ABORTED;
                    }
                }
                Woken::Drained => self.frame_arrived(),
                Woken::Timer => self.time_has_come(),
                Woken::Message(message) => self.tell(message),
            }
        }
    }

    /// The last frame is on screen. After the first one, the application may go on.
    fn frame_arrived(&mut self) {
        self.pace.draining = None;
        if !self.lifecycle.is_interactive() {
            self.diagnostics.report("runtime.ready", || json!({}));
            self.lifecycle.interactive();
        }
    }

    /// Leaves everything as it was found.
    pub(crate) async fn end(&mut self, status: i32) {
        self.inbox.close();
        self.view.release();
        if status == 0 {
            let saved = self.effects.finish();
            within(&*self.platform, saved).await;
        }
        self.view.write(self.screen.leave());
        within(&*self.platform, self.view.drain()).await;
        self.diagnostics.report("runtime.exit", || json!({}));
    }

    fn open(&mut self) {
        self.report_size("terminal.size");
        self.view.write(self.screen.enter());
        self.effects.restore();
        self.pace.stale = true;
    }

    /// Waits for the next thing to happen; of several, what the user does comes first.
    async fn wake(&mut self) -> Woken {
        let draining = async {
            match &mut self.pace.draining {
                Some(draining) => draining.await,
                None => pending().await,
            }
        };
        tokio::select! {
            biased;
            () = self.inbox.arrived() => Woken::Input,
            () = draining => Woken::Drained,
            () = self.timer.rings() => Woken::Timer,
            message = self.effects.next() => Woken::Message(message),
        }
    }

    /// Takes what has arrived. Says whether the program is to end at once.
    fn take_input(&mut self) -> bool {
        let news = self.inbox.take();
        if news.resized {
            self.resize();
        }
        for input in self.parser.feed(&news.input) {
            self.tell(Message::Input(input));
        }
        let now = self.timer.now();
        self.escape_ends = self.parser.is_waiting().then(|| now + ESCAPE_WAIT);
        news.aborted
    }

    fn resize(&mut self) {
        let (cols, rows) = self.view.size();
        self.screen.resize(cols, rows);
        self.report_size("terminal.resize");
        self.pace.stale = true;
    }

    fn report_size(&self, kind: &str) {
        let (cols, rows) = self.view.size();
        self.diagnostics
            .report(kind, || json!({ "cols": cols, "rows": rows }));
    }

    /// Lets the state change, and does what follows from it.
    fn tell(&mut self, message: Message) {
        let effects = self.app.update(message, self.timer.now());
        self.pace.stale = true;
        for effect in effects {
            self.effects.perform(effect, &self.view, &mut self.screen);
        }
    }

    fn time_has_come(&mut self) {
        let now = self.timer.now();
        if self.escape_ends.is_some_and(|ends| ends <= now) {
            self.escape_ends = None;
            for input in self.parser.flush() {
                self.tell(Message::Input(input));
            }
        }
        if self.next_tick.is_some_and(|tick| tick <= now) {
            self.next_tick = None;
            self.tell(Message::Tick);
        }
    }

    /// Sets the timer to whatever comes first; to nothing, when nothing runs.
    fn set_timer(&mut self) {
        self.next_tick = match self.app.is_counting() {
            true => self.next_tick.or(Some(self.timer.now() + TICK)),
            false => None,
        };
        let times = [self.escape_ends, self.next_tick, self.pace.next_frame()];
        self.timer.set(earliest(times));
    }

    /// Draws the state if it has changed, the view is ready for it, and the last frame has stood for a while.
    fn draw_if_due(&mut self) {
        let now = self.timer.now();
        if self.pace.next_frame().is_none_or(|at| at > now) {
            return;
        }
        self.pace.stale = false;
        self.pace.drawn = Some(now);
        let app = &mut self.app;
        let bytes = self.screen.draw(|frame| {
            let cursor = app.view(frame.area(), frame.buffer_mut());
            if let Some(cursor) = cursor {
                frame.set_cursor_position(cursor);
            }
        });
        if !bytes.is_empty() {
            self.view.write(bytes);
            self.pace.draining = Some(self.view.drain());
        }
    }
}

impl Pace {
    /// When there is something to draw and the view can take it.
    fn next_frame(&self) -> Option<Duration> {
        let wanted = self.stale && self.draining.is_none();
        wanted.then(|| self.drawn.map_or(Duration::ZERO, |drawn| drawn + FRAME))
    }
}

/// Waits for `work`, but not for ever.
async fn within(platform: &dyn Platform, work: impl Future<Output = ()>) {
    let work = std::pin::pin!(work);
    futures_util::future::select(work, platform.sleep(END_WAIT)).await;
}
