//! Which sessions are stored. Titles are inside the records, so they are read later, and only of the newest ones.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use futures_util::StreamExt;
use futures_util::stream;
use libfx_api::SessionSummary;

use super::{Sessions, record};
use crate::terminal::stores::Call;

/// The most sessions that are listed.
const MAX_LISTED: usize = 500;

/// Of how many sessions the titles are read.
const MAX_READ: usize = 50;

/// How many records are read at a time; each may be large.
const READ_AT_ONCE: usize = 4;

/// A stored session as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) id: String,
    /// In milliseconds since 1970 UTC.
    pub(crate) updated_at_ms: u64,
    pub(crate) title: Title,
}

/// What a session is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Title {
    Unread,
    Known(String),
    /// The record cannot be read, for this reason.
    Damaged(String),
}

/// Titles that have been read, each with the time of its record.
pub(super) type Titles = BTreeMap<String, (u64, Title)>;

impl Sessions {
    /// The stored sessions, the latest first, with the titles that are known.
    ///
    /// # Errors
    /// Why they cannot be listed, for the user.
    pub(crate) async fn list(&self) -> Result<Vec<Listed>, String> {
        let stored = self.summaries().await?;
        let mut titles = self.titles.lock().unwrap_or_else(PoisonError::into_inner);
        titles.retain(|id, _| stored.iter().any(|summary| summary.id == *id));
        let listed = stored.into_iter().map(|summary| {
            let known = titles.get(&summary.id);
            let current = known.filter(|(read_at, _)| *read_at == summary.updated_at_ms);
            Listed {
                title: current.map_or(Title::Unread, |(_, title)| title.clone()),
                id: summary.id,
                updated_at_ms: summary.updated_at_ms,
            }
        });
        Ok(listed.collect())
    }

    /// Reads the titles that are not known, of the latest sessions. What cannot be loaded stays unread.
    pub(crate) async fn read_titles(&self, mut listed: Vec<Listed>) -> Vec<Listed> {
        let unread = listed.iter_mut().take(MAX_READ);
        let unread = unread.filter(|session| session.title == Title::Unread);
        stream::iter(unread)
            .for_each_concurrent(READ_AT_ONCE, |session| async {
                if let Some(title) = self.read_title(&session.id).await {
                    self.remember(session, &title);
                    session.title = title;
                }
            })
            .await;
        listed
    }

    async fn read_title(&self, id: &str) -> Option<Title> {
        let store = self.store.as_deref()?;
        let stored = self.load(store, id).await.ok()??;
        Some(match record::decode(&stored.bytes) {
            Ok((header, _)) => Title::Known(header.title),
            Err(fault) => Title::Damaged(fault),
        })
    }

    fn remember(&self, session: &Listed, title: &Title) {
        let mut titles = self.titles.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = (session.updated_at_ms, title.clone());
        titles.insert(session.id.clone(), entry);
    }

    /// What the store lists, the latest first.
    pub(super) async fn summaries(&self) -> Result<Vec<SessionSummary>, String> {
        let store = self.store()?;
        let work = async { store.list().await };
        let stored = self.calls.call(Call::new("list"), work).await;
        let mut stored = stored
            .map_err(|failure| format!("The sessions cannot be listed: {}.", failure.reason()))?;
        // By the id among those of the same time, so that the order is always the same.
        stored.sort_unstable_by(|one, other| {
            let one = (one.updated_at_ms, &one.id);
            (other.updated_at_ms, &other.id).cmp(&one)
        });
        stored.truncate(MAX_LISTED);
        Ok(stored)
    }
}
