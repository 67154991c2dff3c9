//! What was typed at the prompt, kept for the next time.
//!
//! Without a store, nothing is kept here: the composer remembers for as long as the program runs.

use std::sync::Arc;

use libfx_api::limits::MAX_PROMPT_HISTORY_BYTES;
use libfx_api::{PromptHistoryOutcome, PromptHistoryStore};
use serde_json::json;
use tokio::sync::Mutex;

use super::calls::{Call, Calls, Kind};
use crate::diagnostics::Diagnostics;
use crate::platform::Platform;

/// How many entries are asked for.
const MAX_ENTRIES: usize = 1000;

/// The prompt history in the application's store, if it has one.
pub(crate) struct History {
    store: Option<Arc<dyn PromptHistoryStore>>,
    workspace_root: String,
    calls: Calls,
    /// One change after the other: entries stay in the order in which they were typed.
    writing: Mutex<()>,
}

impl History {
    /// `workspace_root` is `None` without a workspace.
    pub(crate) fn new(
        store: Option<Arc<dyn PromptHistoryStore>>,
        workspace_root: Option<&str>,
        platform: Arc<dyn Platform>,
        diagnostics: Diagnostics,
    ) -> Self {
        History {
            store,
            workspace_root: workspace_root.unwrap_or("/").to_owned(),
            calls: Calls::new(Kind::History, platform, diagnostics),
            writing: Mutex::default(),
        }
    }

    /// The latest entries, oldest first.
    pub(crate) async fn load(&self) -> Vec<String> {
        let Some(store) = &self.store else {
            return Vec::new();
        };
        let root = self.workspace_root.clone();
        let work = async { store.load(root, MAX_ENTRIES as u64).await };
        let Ok(stored) = self.calls.call(Call::new("load"), work).await else {
            return Vec::new();
        };
        let entries = latest(stored);
        self.calls.restored(|| json!({ "entries": entries.len() }));
        entries
    }

    /// Adds a prompt or a command, as it was typed.
    pub(crate) async fn append(&self, text: &str) {
        let Some(store) = &self.store else { return };
        if text.trim().is_empty() {
            return;
        }
        let now = self.calls.platform().unix_time().as_millis() as u64;
        let _turn = self.writing.lock().await;
        if text.len() as u64 > MAX_PROMPT_HISTORY_BYTES {
            self.appended(PromptHistoryOutcome::RecordTooLarge);
            return;
        }
        let root = self.workspace_root.clone();
        let work = async { store.append(root, text.to_owned(), now).await };
        let call = Call::new("append").holding(text);
        if let Ok(outcome) = self.calls.call(call, work).await {
            self.appended(outcome.unwrap_or(PromptHistoryOutcome::Stored));
        }
    }

    /// Forgets every entry of this workspace.
    pub(crate) async fn clear(&self) {
        let Some(store) = &self.store else { return };
        let _turn = self.writing.lock().await;
        let root = self.workspace_root.clone();
        let work = async { store.clear(root).await };
        if let Ok(()) = self.calls.call(Call::new("clear"), work).await {
            self.calls.updated(|| json!({ "operation": "clear" }));
        }
    }

    fn appended(&self, outcome: PromptHistoryOutcome) {
        // What a store makes up as an outcome might hold anything.
        let outcome = match outcome {
            PromptHistoryOutcome::Other(_) => PromptHistoryOutcome::Stored,
            known => known,
        };
        self.calls
            .updated(|| json!({ "operation": "append", "outcome": outcome.as_str() }));
    }
}

/// The newest entries for which there is room.
fn latest(mut stored: Vec<String>) -> Vec<String> {
    stored.retain(|entry| !entry.trim().is_empty());
    let mut room = MAX_PROMPT_HISTORY_BYTES as usize;
    let newest = stored.iter().rev().take(MAX_ENTRIES);
    let kept = newest
        .take_while(|entry| {
            let fits = entry.len() <= room;
            room = room.saturating_sub(entry.len());
            fits
        })
        .count();
    stored.split_off(stored.len() - kept)
}

#[cfg(test)]
mod tests {
    use libfx_api::support::{BoxFuture, HostError};

    use super::*;
    use crate::terminal::stores::testing::{Observed, block_on};

    /// Keeps everything, and answers what the tests say.
    #[derive(Default)]
    struct Store {
        entries: std::sync::Mutex<Vec<String>>,
        outcome: Option<PromptHistoryOutcome>,
        fails: bool,
    }

    impl Store {
        fn lock(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
            self.entries.lock().expect("whole")
        }
    }

    impl PromptHistoryStore for Store {
        fn load(
            &self,
            workspace_root: String,
            _limit: u64,
        ) -> BoxFuture<'_, Result<Vec<String>, HostError>> {
            assert_eq!(workspace_root, "/work");
            Box::pin(async { Ok(self.lock().clone()) })
        }

        fn append(
            &self,
            workspace_root: String,
            text: String,
            timestamp_ms: u64,
        ) -> BoxFuture<'_, Result<Option<PromptHistoryOutcome>, HostError>> {
            Box::pin(async move {
                if self.fails {
                    return Err(HostError::new(format!("cannot store {text:?}")));
                }
                let entry = format!("{workspace_root} {timestamp_ms} {text}");
                self.lock().push(entry);
                Ok(self.outcome.clone())
            })
        }

        fn clear(&self, _workspace_root: String) -> BoxFuture<'_, Result<(), HostError>> {
            Box::pin(async {
                self.lock().clear();
                Ok(())
            })
        }
    }

    fn history(store: Store) -> (History, Arc<Store>, Observed) {
        let observed = Observed::new();
        let store = Arc::new(store);
        let (platform, diagnostics) = (observed.platform(), observed.diagnostics());
        let history = History::new(Some(store.clone()), Some("/work"), platform, diagnostics);
        (history, store, observed)
    }

    fn loaded(entries: Vec<String>) -> Vec<String> {
        let (history, _, _) = history(Store {
            entries: entries.into(),
            ..Store::default()
        });
        block_on(history.load())
    }

    #[test]
    fn entries_are_added_with_the_time_and_removed_all_at_once() {
        let (history, store, observed) = history(Store::default());
        block_on(history.append("/help"));
        block_on(history.append("  "));
        assert_eq!(*store.lock(), ["/work 1800000000000 /help"]);
        block_on(history.clear());
        assert!(store.lock().is_empty());
        assert_eq!(
            observed.reports(),
            [
                r#"history.update {"operation":"append","outcome":"stored"}"#,
                r#"history.update {"operation":"clear"}"#,
            ]
        );
    }

    #[test]
    fn what_became_of_an_entry_is_reported() {
        for (outcome, told) in [
            ("duplicate", "duplicate"),
            ("record_too_large", "record_too_large"),
            ("ok: hello", "stored"),
        ] {
            let (history, _, observed) = history(Store {
                outcome: Some(outcome.into()),
                ..Store::default()
            });
            block_on(history.append("hello"));
            let expected = format!(r#"history.update {{"operation":"append","outcome":"{told}"}}"#);
            assert_eq!(observed.reports(), [expected]);
        }
    }

    #[test]
    fn the_newest_entries_within_the_limit_are_used() {
        let entry = |at: usize, bytes: usize| format!("{at} {}", "x".repeat(bytes));
        let entries: Vec<String> = (0..3).map(|at| entry(at, 400 * 1024)).collect();
        assert_eq!(loaded(entries.clone()), entries[1..]);
        let entries: Vec<String> = (0..1500).map(|at| entry(at, 1)).collect();
        assert_eq!(loaded(entries.clone()), entries[500..]);
        let blank = vec!["one".to_owned(), " \n".to_owned(), "two".to_owned()];
        assert_eq!(loaded(blank), ["one", "two"]);
        let large = vec!["small".to_owned(), "x".repeat(2 << 20)];
        assert!(
            loaded(large).is_empty(),
            "nothing older than what is left out"
        );
    }

    #[test]
    fn an_entry_that_could_never_be_loaded_is_not_stored() {
        let (history, store, observed) = history(Store::default());
        block_on(history.append(&"x".repeat((1 << 20) + 1)));
        assert!(store.lock().is_empty());
        assert_eq!(
            observed.reports(),
            [r#"history.update {"operation":"append","outcome":"record_too_large"}"#]
        );
    }

    #[test]
    fn a_store_that_fails_is_reported_without_the_prompt() {
        let (history, _, observed) = history(Store {
            fails: true,
            ..Store::default()
        });
        block_on(history.append("my password is 1234"));
        let report = &observed.reports()[0];
        assert!(report.starts_with("history.error"), "{report}");
        assert!(!report.contains("1234"), "{report}");
    }

    #[test]
    fn without_a_store_nothing_happens() {
        let observed = Observed::new();
        let history = History::new(None, None, observed.platform(), observed.diagnostics());
        block_on(history.append("hello"));
        assert!(block_on(history.load()).is_empty());
        assert!(observed.reports().is_empty());
    }
}
