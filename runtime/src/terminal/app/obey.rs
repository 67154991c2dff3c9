//! What each command does.

use libfx_api::WorkspacePermission as Mode;

use super::commands::{Command, ThemeChoice, mode_name};
use super::message::{Effect, Work};
use super::panel::Panel;
use super::{App, Level, notices};

impl App {
    pub(super) fn obey(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Help => self.say(&notices::help()),
            Command::New => self.unless_busy(|app| app.start_anew()),
            Command::Resume(which) => self.unless_busy(|app| app.resume(which)),
            Command::Rename(name) => self.rename(name),
            Command::Model(Some(id)) => self.set_model(id),
            Command::Model(None) => self.choose_model(),
            Command::Compact => self.unless_busy(|app| app.compact()),
            Command::Copy => self.copy(),
            Command::Clear => {
                self.transcript.clear();
                Vec::new()
            }
            Command::Usage => {
                let usage = notices::usage(&self.standing.usage, self.standing.context);
                self.say(&usage)
            }
            Command::Status => {
                let status = self.status_table();
                self.say(&status)
            }
            Command::Permissions(mode) => self.permissions(mode),
            Command::Settings(None) => self.open_settings(),
            Command::Settings(Some(mouse)) => self.set_mouse(mouse),
            Command::Theme(choice) => self.theme_command(choice),
            Command::Login => self.unless_busy(|app| app.log_in()),
            Command::Logout => self.log_out(),
            Command::Version => self.say(&format!("libfx {}", env!("CARGO_PKG_VERSION"))),
            Command::Exit => vec![Effect::Exit],
        }
    }

    fn say(&mut self, text: &str) -> Vec<Effect> {
        self.notice(Level::Info, text);
        Vec::new()
    }

    pub(super) fn warn(&mut self, text: &str) -> Vec<Effect> {
        self.notice(Level::Warning, text);
        Vec::new()
    }

    pub(super) fn unless_busy(
        &mut self,
        work: impl FnOnce(&mut Self) -> Vec<Effect>,
    ) -> Vec<Effect> {
        match self.running {
            Some(_) => self.warn("Something is running. Wait for its end, or cancel it with Esc."),
            None => work(self),
        }
    }

    fn start_anew(&mut self) -> Vec<Effect> {
        self.transcript.clear();
        self.session = None;
        self.title.clear();
        self.standing = Default::default();
        self.notice(Level::Info, "A new conversation.");
        vec![Effect::NewSession]
    }

    fn resume(&mut self, which: Option<String>) -> Vec<Effect> {
        if !self.setup.has_sessions {
            return self.warn("Sessions are not saved here, so none can be resumed.");
        }
        match which {
            None => vec![Effect::ListSessions],
            Some(last) if last == "last" => self.open_session(None),
            Some(id) => self.open_session(Some(id)),
        }
    }

    /// Takes up a saved session; the latest one, if none is named.
    pub(super) fn open_session(&mut self, id: Option<String>) -> Vec<Effect> {
        self.begin(Work::Resuming);
        vec![Effect::Resume(id)]
    }

    fn rename(&mut self, name: Option<String>) -> Vec<Effect> {
        match name {
            Some(name) => self.set_title(name),
            None => {
                self.panel = Some(Panel::rename(&self.title));
                Vec::new()
            }
        }
    }

    pub(super) fn set_title(&mut self, title: String) -> Vec<Effect> {
        self.notice(Level::Info, &format!("The session is called {title}."));
        vec![Effect::Rename(title)]
    }

    pub(super) fn set_model(&mut self, id: String) -> Vec<Effect> {
        let known = self.models.as_ref().is_none_or(|it| it.contains_key(&id));
        self.notice(
            Level::Info,
            &match known {
                true => format!("The model is {id} from the next prompt on."),
                false => format!(
                    "The model is {id} from the next prompt on; the Gateway does not list it."
                ),
            },
        );
        self.model.clone_from(&id);
        vec![Effect::SetModel(id)]
    }

    pub(super) fn choose_model(&mut self) -> Vec<Effect> {
        self.panel = Some(Panel::models(self.models.as_ref(), &self.model));
        match self.models {
            Some(_) => Vec::new(),
            None => vec![Effect::LoadModels],
        }
    }

    fn compact(&mut self) -> Vec<Effect> {
        self.begin(Work::Compacting);
        vec![Effect::Compact]
    }

    fn copy(&mut self) -> Vec<Effect> {
        match self.transcript.last_answer() {
            Some(answer) => {
                self.hint = Some("copied".to_owned());
                vec![Effect::Copy(answer)]
            }
            None => self.warn("There is no answer to copy yet."),
        }
    }

    fn permissions(&mut self, mode: Option<Mode>) -> Vec<Effect> {
        if self.setup.workspace.is_none() {
            return self.warn("There is no workspace, so the model runs no commands.");
        }
        match mode {
            Some(mode) => self.set_mode(mode),
            None => {
                let text = mode_text(self.mode);
                self.say(&format!(
                    "{text} Change it with /permissions [prompt|allow]."
                ))
            }
        }
    }

    pub(super) fn set_mode(&mut self, mode: Mode) -> Vec<Effect> {
        self.mode = mode;
        self.notice(Level::Info, mode_text(mode));
        vec![Effect::SetMode(mode)]
    }

    pub(super) fn set_mouse(&mut self, mouse: bool) -> Vec<Effect> {
        self.mouse = mouse;
        self.notice(
            Level::Info,
            match mouse {
                true => "The wheel scrolls the conversation; the view selects text with Shift.",
                false => {
                    "The mouse is the view's: it selects text. Scroll with PageUp and PageDown."
                }
            },
        );
        vec![Effect::Mouse(mouse)]
    }

    pub(super) fn forget_history(&mut self) -> Vec<Effect> {
        self.composer.set_history(Vec::new());
        self.notice(Level::Info, "Earlier prompts are forgotten.");
        vec![Effect::ForgetHistory]
    }

    fn theme_command(&mut self, choice: Option<ThemeChoice>) -> Vec<Effect> {
        match choice {
            Some(choice) => self.set_theme(choice),
            None => {
                let theme = self.theme_choice.as_str();
                self.say(&format!(
                    "The theme is {theme}. Change it with /theme [dark|light|auto]."
                ))
            }
        }
    }

    pub(super) fn set_theme(&mut self, choice: ThemeChoice) -> Vec<Effect> {
        self.theme_choice = choice;
        self.apply_theme();
        match choice {
            ThemeChoice::Auto => vec![Effect::AskBackground],
            ThemeChoice::Dark | ThemeChoice::Light => Vec::new(),
        }
    }

    fn log_in(&mut self) -> Vec<Effect> {
        if !self.setup.may_log_in {
            return self.warn("No login is set up here; the key comes from AI_GATEWAY_API_KEY.");
        }
        self.begin(Work::LoggingIn);
        vec![Effect::LogIn]
    }

    fn log_out(&mut self) -> Vec<Effect> {
        match self.logged_in {
            true => vec![Effect::LogOut],
            false => self.warn("You are not logged in."),
        }
    }

    fn status_table(&self) -> String {
        let login = match (self.setup.has_key, self.logged_in) {
            (_, true) => "logged in",
            (true, false) => "by AI_GATEWAY_API_KEY",
            (false, false) => "none",
        };
        let session = match &self.session {
            Some(id) => format!("{} ({id})", self.title),
            None if self.setup.has_sessions => "not saved yet".to_owned(),
            None => "not saved here".to_owned(),
        };
        let workspace = match &self.setup.workspace {
            Some((root, _)) => format!("{root} ({})", mode_name(self.mode)),
            None => "none".to_owned(),
        };
        let rows = [
            ("Version", env!("CARGO_PKG_VERSION").to_owned()),
            ("Model", self.model.clone()),
            ("Session", session),
            ("Login", login.to_owned()),
            ("Workspace", workspace),
            ("Theme", self.theme_choice.as_str().to_owned()),
        ];
        let rows = rows.map(|(name, text)| (name.to_owned(), text));
        format!("Status\n{}", notices::table(rows.into()))
    }
}

fn mode_text(mode: Mode) -> &'static str {
    match mode {
        Mode::Prompt => "You are asked before the model runs a command.",
        Mode::AllowSandboxed => "The model runs commands without asking.",
    }
}
