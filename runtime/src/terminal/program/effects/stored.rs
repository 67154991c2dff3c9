//! What is read from the application's stores and written to them.

use libfx_api::{Usage, WorkspacePermission};

use super::{Effects, Outcome};
use crate::terminal::app::{Level, Message, Restored};
use crate::terminal::program::record::shown;
use crate::terminal::sessions::{Listed, Resumed, Which};

impl Effects {
    /// Reads what the stores hold.
    pub(crate) fn restore(&mut self) {
        let means = self.means.clone();
        self.work(async move {
            let resume = async {
                match means.resume.clone() {
                    Some(which) => Some(means.sessions.resume(which).await),
                    None => None,
                }
            };
            let (settings, history, login, resumed) = tokio::join!(
                means.settings.load(),
                means.history.load(),
                means.account.restore(),
                resume
            );
            let restored = Restored {
                model: settings.model.filter(|_| means.may_remember_model),
                mode: settings.mode,
                history,
                logged_in: login == Ok(true),
                login_fault: login.err(),
            };
            Outcome::Restored(restored, resumed)
        });
    }

    pub(super) fn use_remembered(&mut self, restored: &Restored) {
        if let Some(model) = &restored.model {
            self.use_model(model.clone());
        }
        if let (Some(mode), Some(workspace)) = (restored.mode, &self.means.workspace) {
            workspace.set_permission(mode);
        }
    }

    pub(super) fn set_model(&mut self, id: String) {
        self.use_model(id.clone());
        let means = self.means.clone();
        self.saves.push(Box::pin(async move {
            means.settings.set_model(&id).await;
            Vec::new()
        }));
    }

    pub(super) fn set_mode(&mut self, mode: WorkspacePermission) {
        if let Some(workspace) = &self.means.workspace {
            workspace.set_permission(mode);
        }
        let means = self.means.clone();
        self.saves.push(Box::pin(async move {
            means.settings.set_mode(mode).await;
            Vec::new()
        }));
    }

    pub(super) fn remember(&mut self, text: String) {
        let means = self.means.clone();
        self.saves.push(Box::pin(async move {
            means.history.append(&text).await;
            Vec::new()
        }));
    }

    pub(super) fn forget_history(&mut self) {
        let means = self.means.clone();
        self.saves.push(Box::pin(async move {
            means.history.clear().await;
            Vec::new()
        }));
    }

    pub(super) fn save(&mut self, usage: Option<Usage>) {
        let save = self.record.save(&self.talk, &self.model, usage);
        self.saves.extend(save);
    }

    pub(super) fn rename(&mut self, title: String) {
        let named = self.record.rename(title);
        self.messages.push_back(named);
        if !self.talk.is_busy() {
            self.save(None);
        }
    }

    pub(super) fn list_sessions(&mut self) {
        let means = self.means.clone();
        self.work(async move {
            match means.sessions.list().await {
                Ok(listed) => Outcome::Listed(listed),
                Err(why) => Outcome::Message(Message::Notice(Level::Warning, why)),
            }
        });
    }

    /// Shows the sessions, and then their titles as far as they must be read first.
    pub(super) fn read_titles(&mut self, listed: Vec<Listed>) {
        let now = self.means.platform.unix_time().as_millis() as u64;
        self.messages
            .push_back(Message::Sessions(shown(&listed, now)));
        let means = self.means.clone();
        self.work(async move {
            let read = means.sessions.read_titles(listed).await;
            Outcome::Message(Message::Titles(shown(&read, now)))
        });
    }

    pub(super) fn remove_session(&mut self, id: String) {
        let means = self.means.clone();
        self.saves.push(Box::pin(async move {
            let removed = means.sessions.remove(&id).await;
            vec![Message::SessionRemoved(removed.map(|()| id))]
        }));
    }

    pub(super) fn resume(&mut self, which: Which) {
        let means = self.means.clone();
        self.work(async move { Outcome::Resumed(means.sessions.resume(which).await) });
    }

    /// Puts a stored session in the place of the conversation.
    pub(super) fn take_up(&mut self, resumed: Result<Resumed, String>) {
        let opened = resumed.map(|resumed| {
            self.talk.replace(Some(resumed.checkpoint));
            let named = self.record.take_up(resumed.session, resumed.header.title);
            self.messages.push_back(named);
            self.tell_standing();
            resumed.conversation.into_turns()
        });
        self.messages.push_back(Message::Opened(opened));
    }
}
