//! The session under way: what it is called, and when it is saved.

use std::sync::Arc;

use libfx_api::Usage;
use libfx_api::support::BoxFuture;

use super::means::Means;
use super::talk::Talk;
use crate::terminal::app::{Level, Message, SavedSession, ago};
use crate::terminal::sessions::{Listed, Session, State, Title, title_of};

/// The record of the conversation in the application's store.
pub(crate) struct Record {
    means: Arc<Means>,
    session: Session,
    title: String,
}

impl Record {
    pub(crate) fn new(means: Arc<Means>) -> Self {
        Record {
            session: means.sessions.begin(),
            title: String::new(),
            means,
        }
    }

    /// Goes on with a session that is stored.
    pub(crate) fn take_up(&mut self, session: Session, title: String) -> Message {
        self.session = session;
        self.title = title;
        self.name()
    }

    /// Begins another, under the same title if the conversation is still the same.
    pub(crate) fn begin(&mut self, title: Option<String>) {
        self.session = self.means.sessions.begin();
        self.title = title.unwrap_or_default();
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    pub(crate) fn rename(&mut self, title: String) -> Message {
        self.title = title;
        self.name()
    }

    /// The first prompt gives the session its title.
    pub(crate) fn prompted(&mut self, prompt: &str) {
        if self.title.is_empty() {
            self.title = title_of(prompt);
        }
    }

    /// What saves the conversation as it is now; none while it is empty.
    pub(crate) fn save(
        &self,
        talk: &Talk,
        model: &str,
        usage: Option<Usage>,
    ) -> Option<BoxFuture<'static, Vec<Message>>> {
        let checkpoint = match talk.checkpoint() {
            Ok(checkpoint) => checkpoint?,
            Err(error) => {
                let text = format!("The session could not be saved: {}.", error.message);
                return Some(Box::pin(async {
                    vec![Message::Notice(Level::Warning, text)]
                }));
            }
        };
        let state = State {
            title: self.title.clone(),
            model: model.to_owned(),
            usage,
            checkpoint,
        };
        let session = self.session.clone();
        let title = self.title.clone();
        let is_kept = self.means.sessions.are_kept();
        // Called now, not when the future is first polled: the order of the calls counts.
        let commit = session.commit(state);
        Some(Box::pin(async move {
            let told = commit.await;
            let notice = told.map(|text| Message::Notice(Level::Warning, text));
            let id = is_kept.then(|| session.id());
            let named = Message::Session { id, title };
            notice.into_iter().chain([named]).collect()
        }))
    }

    fn name(&self) -> Message {
        let id = self.means.sessions.are_kept().then(|| self.session.id());
        Message::Session {
            id,
            title: self.title.clone(),
        }
    }
}

/// The stored sessions as they are shown at the time `now`.
pub(crate) fn shown(listed: &[Listed], now: u64) -> Vec<SavedSession> {
    let shown = listed.iter().map(|session| SavedSession {
        id: session.id.clone(),
        title: match &session.title {
            Title::Known(title) if !title.is_empty() => title.clone(),
            Title::Known(_) | Title::Unread => session.id.clone(),
            Title::Damaged(fault) => format!("{} ({fault})", session.id),
        },
        saved: ago(session.updated_at_ms, now),
    });
    shown.collect()
}
