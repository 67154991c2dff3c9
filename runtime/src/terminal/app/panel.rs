//! What takes the composer's place: pickers, the line for a name, and the question whether a command may run.

use libfx_api::WorkspacePermission as Mode;

use super::commands::{ThemeChoice, mode_name};
use super::message::{Effect, Failure, Question, SavedSession};
use super::{App, Level, notices};
use crate::gateway::{ModelFacts, Models};
use crate::terminal::dialogs::{
    Approval, ApprovalReply, Item, Line, LineReply, Picker, PickerReply,
};
use crate::terminal::input::Input;
use crate::terminal::workspace::Decision;

/// What is open.
pub(super) enum Panel {
    Models(Picker),
    Sessions(Picker),
    Settings(Picker),
    Rename(Line),
    Approval(Approval),
}

impl Panel {
    /// The models to choose from; empty while they are being asked for.
    pub(super) fn models(models: Option<&Models>, current: &str) -> Self {
        let items = models.map(|models| model_items(models, current));
        let mut picker = Picker::new("Model", items.unwrap_or_default());
        picker.set_loading(models.is_none());
        Panel::Models(picker)
    }

    pub(super) fn rename(title: &str) -> Self {
        Panel::Rename(Line::new("Name of the session", title))
    }
}

impl App {
    /// Gives input to what is open; none if nothing is.
    pub(super) fn panel_input(&mut self, input: &Input) -> Option<Vec<Effect>> {
        let panel = self.panel.as_mut()?;
        Some(match panel {
            Panel::Models(picker) => match picker.handle(input) {
                PickerReply::Chosen(id) => self.close_and(|app| app.set_model(id)),
                reply => self.picker_stays(&reply),
            },
            Panel::Sessions(picker) => match picker.handle(input) {
                PickerReply::Chosen(id) => self.close_and(|app| app.choose_session(id)),
                PickerReply::Remove(id) => self.remove_session(id),
                reply => self.picker_stays(&reply),
            },
            Panel::Settings(picker) => match picker.handle(input) {
                PickerReply::Chosen(id) => self.change_setting(&id),
                reply => self.picker_stays(&reply),
            },
            Panel::Rename(line) => match line.handle(input) {
                LineReply::Done(name) => self.close_and(|app| app.set_title(name)),
                LineReply::Closed => self.close_and(|_| Vec::new()),
                LineReply::Pending => Vec::new(),
            },
            Panel::Approval(approval) => match approval.handle(input) {
                ApprovalReply::Pending => Vec::new(),
                ApprovalReply::Allow => self.decide(Decision::Allow),
                ApprovalReply::AllowAlways => self.decide(Decision::AllowAlways),
                ApprovalReply::Deny => self.decide(Decision::Deny(None)),
            },
        })
    }

    /// Closes what is open. Says whether anything was.
    pub(super) fn close_panel(&mut self) -> bool {
        self.panel.take().is_some()
    }

    fn close_and(&mut self, then: impl FnOnce(&mut Self) -> Vec<Effect>) -> Vec<Effect> {
        self.panel = None;
        let effects = then(self);
        self.ask_next();
        effects
    }

    fn picker_stays(&mut self, reply: &PickerReply) -> Vec<Effect> {
        match reply {
            PickerReply::Closed => self.close_and(|_| Vec::new()),
            PickerReply::Pending | PickerReply::Chosen(_) | PickerReply::Remove(_) => Vec::new(),
        }
    }

    /// The model wants to run a command.
    pub(super) fn asked(&mut self, question: Question) {
        self.question = Some(question);
        self.ask_next();
    }

    /// Nobody waits for an answer any more.
    pub(super) fn withdraw(&mut self) {
        self.question = None;
        if matches!(self.panel, Some(Panel::Approval(_))) {
            self.panel = None;
        }
    }

    /// Opens the question that waits, once nothing else is open.
    fn ask_next(&mut self) {
        if self.panel.is_none()
            && let Some(question) = &self.question
        {
            let approval = Approval::new(&question.command, &question.cwd);
            self.panel = Some(Panel::Approval(approval));
        }
    }

    fn decide(&mut self, decision: Decision) -> Vec<Effect> {
        self.withdraw();
        if decision == Decision::AllowAlways {
            self.mode = Mode::AllowSandboxed;
            self.notice(
                Level::Info,
                "The model runs commands without asking until the program ends.",
            );
        }
        vec![Effect::Answer(decision)]
    }

    pub(super) fn models_arrived(&mut self, models: Result<Models, Failure>) {
        match models {
            Ok(models) => {
                if let Some(Panel::Models(picker)) = &mut self.panel {
                    picker.set_loading(false);
                    picker.set_items(model_items(&models, &self.model));
                }
                self.models = Some(models);
            }
            Err(failure) => {
                if matches!(self.panel, Some(Panel::Models(_))) {
                    self.panel = None;
                    self.ask_next();
                }
                let why = notices::failure(&failure, self.setup.may_log_in);
                let text = format!("{why} A model can also be chosen by its id: /model ID");
                self.notice(Level::Warning, &text);
            }
        }
    }

    pub(super) fn sessions_arrived(&mut self, sessions: Vec<SavedSession>) {
        if sessions.is_empty() {
            return self.notice(Level::Info, "No session has been saved yet.");
        }
        let items = self.session_items(sessions);
        let picker = Picker::new("Sessions", items).removable();
        self.panel = Some(Panel::Sessions(picker));
    }

    pub(super) fn titles_arrived(&mut self, sessions: Vec<SavedSession>) {
        let mut items = self.session_items(sessions);
        if let Some(Panel::Sessions(picker)) = &mut self.panel {
            // Some may have been removed meanwhile.
            items.retain(|item| picker.has(&item.id));
            picker.set_items(items);
        }
    }

    /// The list may be older than the session under way.
    fn remove_session(&mut self, id: String) -> Vec<Effect> {
        match self.session.as_ref() == Some(&id) {
            true => self.warn("The session under way cannot be removed."),
            false => vec![Effect::RemoveSession(id)],
        }
    }

    pub(super) fn session_removed(&mut self, removed: Result<String, String>) {
        match (removed, &mut self.panel) {
            (Ok(id), Some(Panel::Sessions(picker))) => picker.remove(&id),
            (Ok(_), _) => {}
            (Err(why), _) => self.notice(Level::Warning, &why),
        }
    }

    fn session_items(&self, sessions: Vec<SavedSession>) -> Vec<Item> {
        let items = sessions.into_iter().map(|session| Item {
            marked: self.session.as_ref() == Some(&session.id),
            id: session.id,
            label: session.title,
            detail: session.saved,
        });
        items.collect()
    }

    /// A turn may have begun since the list was opened.
    fn choose_session(&mut self, id: String) -> Vec<Effect> {
        self.unless_busy(|app| app.open_session(Some(id)))
    }

    pub(super) fn open_settings(&mut self) -> Vec<Effect> {
        self.panel = Some(Panel::Settings(Picker::new("Settings", self.settings())));
        Vec::new()
    }

    fn settings(&self) -> Vec<Item> {
        let item = |id: &str, label: &str, detail: &str| Item {
            id: id.to_owned(),
            label: label.to_owned(),
            detail: detail.to_owned(),
            marked: false,
        };
        let mouse = if self.mouse { "on" } else { "off" };
        let mut items = vec![
            item("model", "Model", &self.model),
            item("theme", "Theme", self.theme_choice.as_str()),
            item("mouse", "Mouse", mouse),
        ];
        if self.setup.workspace.is_some() {
            items.push(item("mode", "Permissions", mode_name(self.mode)));
        }
        items.push(item("history", "Earlier prompts", "forget them"));
        items
    }

    /// Gives a setting its next value.
    fn change_setting(&mut self, id: &str) -> Vec<Effect> {
        let effects = match id {
            "model" => return self.close_and(|app| app.choose_model()),
            "theme" => self.set_theme(match self.theme_choice {
                ThemeChoice::Auto => ThemeChoice::Dark,
                ThemeChoice::Dark => ThemeChoice::Light,
                ThemeChoice::Light => ThemeChoice::Auto,
            }),
            "mouse" => self.set_mouse(!self.mouse),
            "history" => self.forget_history(),
            _ => self.set_mode(match self.mode {
                Mode::Prompt => Mode::AllowSandboxed,
                Mode::AllowSandboxed => Mode::Prompt,
            }),
        };
        let items = self.settings();
        if let Some(Panel::Settings(picker)) = &mut self.panel {
            picker.set_items(items);
        }
        effects
    }
}

fn model_items(models: &Models, current: &str) -> Vec<Item> {
    let mut items: Vec<Item> = models
        .iter()
        .map(|(id, facts)| Item {
            id: id.clone(),
            label: id.clone(),
            detail: detail(facts),
            marked: id == current,
        })
        .collect();
    // The current one first: it is what the list opens with.
    items.sort_by_key(|item| !item.marked);
    items
}

fn detail(facts: &ModelFacts) -> String {
    let window = facts
        .context_window
        .map(|tokens| format!("{} context", notices::short(tokens)));
    let images = facts.sees_images.then(|| "images".to_owned());
    let known: Vec<String> = window.into_iter().chain(images).collect();
    known.join(", ")
}
