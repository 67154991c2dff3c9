//! The state of the program: what is on screen and what the user is about to say.
//!
//! [`App::update`] takes what has happened and answers what is to be done about it; [`App::view`] draws. Both are
//! synchronous and know neither the view nor the agent, so that the whole program can be driven by messages.
//!
//! - `message`: what happens, and what follows from it.
//! - `commands`: the commands and their arguments. `obey`: what each does.
//! - `keys`: what input does. `turns`: what a turn's events and its end do.
//! - `panel`: pickers and questions in place of the composer.
//! - `draw`, `status`: the layout and its last line. `notices`: texts. `replay`: a saved conversation on screen.

mod commands;
mod draw;
mod keys;
mod message;
mod notices;
mod obey;
mod panel;
mod replay;
mod status;
#[cfg(test)]
mod tests;
mod turns;

use std::collections::VecDeque;
use std::time::Duration;

pub(crate) use commands::ThemeChoice;
use libfx_api::WorkspacePermission as Mode;
pub(crate) use message::{Effect, Failure, Message, Question, Restored, SavedSession, Standing};
pub(crate) use notices::ago;
pub(crate) use status::TICK;

use crate::gateway::Models;
use crate::terminal::composer::Composer;
use crate::terminal::theme::{ColorDepth, Theme};
pub(crate) use crate::terminal::transcript::Level;
use crate::terminal::transcript::Transcript;
use message::{Running, Work};
use panel::Panel;

/// What stands in the composer while nothing is typed.
const PLACEHOLDER: &str = "Ask anything, or / for commands";

/// What the program starts with.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) model: String,
    /// A key is there, so that no login is needed.
    pub(crate) has_key: bool,
    /// A login is offered.
    pub(crate) may_log_in: bool,
    pub(crate) theme: ThemeChoice,
    pub(crate) depth: ColorDepth,
    /// Where commands run, and whether they are allowed unasked.
    pub(crate) workspace: Option<(String, Mode)>,
    /// Sessions can be saved.
    pub(crate) has_sessions: bool,
}

pub(crate) struct App {
    setup: Setup,
    now: Duration,
    /// How many columns the composer had when it was drawn last.
    width: u16,
    theme: Theme,
    theme_choice: ThemeChoice,
    background: Option<(u8, u8, u8)>,
    mouse: bool,
    transcript: Transcript,
    composer: Composer,
    panel: Option<Panel>,
    /// A command that waits for the user.
    question: Option<Question>,
    running: Option<Running>,
    /// Prompts that wait for the turn to end.
    queue: VecDeque<String>,
    /// A short text in place of the status, until the next key.
    hint: Option<String>,
    /// The next Ctrl-C ends the program.
    leaving: bool,
    model: String,
    mode: Mode,
    standing: Standing,
    /// The id of the session, once it is saved.
    session: Option<String>,
    title: String,
    logged_in: bool,
    models: Option<Models>,
}

impl App {
    /// The state before anything has happened: the stores are being read.
    pub(crate) fn new(setup: Setup, now: Duration) -> Self {
        let mut composer = Composer::new();
        composer.set_completions(commands::completions());
        composer.set_placeholder(PLACEHOLDER);
        let mut transcript = Transcript::new();
        transcript.welcome(&notices::welcome());
        let mut app = App {
            now,
            width: 0,
            theme: Theme::dark(),
            theme_choice: setup.theme,
            background: None,
            mouse: true,
            transcript,
            composer,
            panel: None,
            question: None,
            running: None,
            queue: VecDeque::new(),
            hint: None,
            leaving: false,
            model: setup.model.clone(),
            mode: setup.workspace.as_ref().map_or(Mode::Prompt, |it| it.1),
            standing: Standing::default(),
            session: None,
            title: String::new(),
            logged_in: false,
            models: None,
            setup,
        };
        app.begin(Work::Starting);
        app.apply_theme();
        app
    }

    /// Takes what has happened at the time `now`.
    pub(crate) fn update(&mut self, message: Message, now: Duration) -> Vec<Effect> {
        self.now = now;
        match message {
            Message::Input(input) => return self.input(&input),
            Message::Tick => {}
            Message::Ready(restored) => return self.ready(restored),
            Message::Turn(event) => self.turn_event(event),
            Message::TurnEnded(outcome) => return self.turn_ended(outcome),
            Message::Standing(standing) => self.standing = standing,
            Message::Compacted(outcome) => return self.compacted(outcome),
            Message::Asked(question) => self.asked(question),
            Message::Withdrawn => self.withdraw(),
            Message::Models(models) => self.models_arrived(models),
            Message::Sessions(sessions) => self.sessions_arrived(sessions),
            Message::Titles(sessions) => self.titles_arrived(sessions),
            Message::SessionRemoved(removed) => self.session_removed(removed),
            Message::Opened(opened) => return self.opened(opened),
            Message::Session { id, title } => (self.session, self.title) = (id, title),
            Message::LoginPage { url, code } => self.login_page(&url, &code),
            Message::LoggedIn(outcome) => return self.logged_in(outcome),
            Message::LoggedOut(outcome) => self.logged_out(outcome),
            Message::Notice(level, text) => self.transcript.notice(level, &text),
        }
        Vec::new()
    }

    /// Whether something on screen counts seconds.
    pub(crate) fn is_counting(&self) -> bool {
        self.running.is_some()
    }

    fn ready(&mut self, restored: Restored) -> Vec<Effect> {
        self.running = None;
        self.composer.set_history(restored.history);
        self.logged_in = restored.logged_in;
        if let Some(why) = restored.login_fault {
            self.notice(Level::Warning, &why);
        }
        if let Some(model) = restored.model {
            self.model = model;
        }
        if let Some(mode) = restored.mode {
            self.mode = mode;
        }
        if !self.may_prompt() && self.queue.is_empty() {
            self.notice(Level::Info, notices::no_key(self.setup.may_log_in));
        }
        self.next_prompt()
    }

    /// Whether there is anything to pay requests with.
    fn may_prompt(&self) -> bool {
        self.setup.has_key || self.logged_in
    }

    fn begin(&mut self, what: Work) {
        self.running = Some(Running {
            what,
            since: self.now,
            ending: false,
        });
    }

    fn notice(&mut self, level: Level, text: &str) {
        self.transcript.notice(level, text);
    }

    fn apply_theme(&mut self) {
        let theme = match (self.theme_choice, self.background) {
            (ThemeChoice::Light, _) => Theme::light(),
            (ThemeChoice::Auto, Some((red, green, blue))) => Theme::of(red, green, blue),
            (ThemeChoice::Dark | ThemeChoice::Auto, _) => Theme::dark(),
        };
        self.theme = theme.at(self.setup.depth);
    }
}
