//! A state that is driven and looked at.

use std::time::Duration;

use libfx_api::{StopReason, TurnEvent, TurnResult, Usage, WorkspacePermission};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};

use crate::terminal::app::{App, Effect, Failure, Message, Restored, Setup, ThemeChoice};
use crate::terminal::input::{Input, Key, KeyCode};
use crate::terminal::theme::ColorDepth;

pub(super) struct Scene {
    pub(super) app: App,
    pub(super) area: Rect,
    now: Duration,
}

pub(super) fn setup() -> Setup {
    Setup {
        model: "acme/large".to_owned(),
        has_key: true,
        may_log_in: false,
        theme: ThemeChoice::Auto,
        depth: ColorDepth::None,
        workspace: Some(("/work".to_owned(), WorkspacePermission::Prompt)),
        has_sessions: true,
    }
}

impl Scene {
    /// A program whose stores have been read.
    pub(super) fn new() -> Self {
        let mut scene = Scene::starting(setup());
        let effects = scene.tell(Message::Ready(Restored::default()));
        assert_eq!(effects, []);
        scene
    }

    /// A program whose stores have not been read yet.
    pub(super) fn starting(setup: Setup) -> Self {
        Scene {
            app: App::new(setup, Duration::ZERO),
            area: Rect::new(0, 0, 50, 12),
            now: Duration::ZERO,
        }
    }

    pub(super) fn tell(&mut self, message: Message) -> Vec<Effect> {
        self.app.update(message, self.now)
    }

    pub(super) fn pass(&mut self, time: Duration) {
        self.now += time;
        let effects = self.tell(Message::Tick);
        assert_eq!(effects, []);
    }

    pub(super) fn type_in(&mut self, text: &str) {
        let effects = self.tell(Message::Input(Input::Text(text.to_owned())));
        assert_eq!(effects, []);
    }

    pub(super) fn key(&mut self, key: Key) -> Vec<Effect> {
        self.tell(Message::Input(Input::Key(key)))
    }

    pub(super) fn press(&mut self, code: KeyCode) -> Vec<Effect> {
        self.key(Key::plain(code))
    }

    /// Types a line and sends it; what follows beside its being remembered.
    pub(super) fn say(&mut self, line: &str) -> Vec<Effect> {
        self.type_in(line);
        // A list of completions may be open.
        self.draw();
        let mut effects = self.press(KeyCode::Enter);
        effects.retain(|effect| *effect != Effect::Remember(line.to_owned()));
        effects
    }

    pub(super) fn answer(&mut self, text: &str) {
        let delta = text.to_owned();
        self.tell(Message::Turn(TurnEvent::TextDelta { delta }));
    }

    pub(super) fn end_turn(&mut self, stop_reason: StopReason) -> Vec<Effect> {
        self.tell(Message::TurnEnded(Ok(TurnResult {
            stop_reason,
            usage: Usage::default(),
        })))
    }

    pub(super) fn fail_turn(&mut self, failure: Failure) -> Vec<Effect> {
        self.tell(Message::TurnEnded(Err(failure)))
    }

    pub(super) fn draw(&mut self) -> (Buffer, Option<Position>) {
        let mut buffer = Buffer::empty(self.area);
        let cursor = self.app.view(self.area, &mut buffer);
        (buffer, cursor)
    }

    /// The screen as text, without blanks at the ends.
    pub(super) fn screen(&mut self) -> String {
        let (buffer, _) = self.draw();
        let rows = self.area.rows().map(|row| {
            let cells = row.columns().map(|cell| buffer[(cell.x, cell.y)].symbol());
            cells.collect::<String>().trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n").trim_end().to_owned()
    }

    /// The last line of the screen.
    pub(super) fn status(&mut self) -> String {
        let screen = self.screen();
        screen.lines().last().unwrap_or_default().trim().to_owned()
    }

    pub(super) fn shows(&mut self, text: &str) -> bool {
        self.screen().contains(text)
    }
}
