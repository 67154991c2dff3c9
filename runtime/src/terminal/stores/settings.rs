//! Settings that outlive the program.

use std::sync::Arc;

use libfx_api::limits::{MAX_CONFIG_VALUE_BYTES, MAX_MODEL_ID_BYTES};
use libfx_api::{ConfigKey, ConfigStore, WorkspacePermission};
use serde_json::json;
use tokio::sync::Mutex;

use super::calls::{Call, Calls, Failure, Kind};
use crate::diagnostics::Diagnostics;
use crate::platform::Platform;

/// The settings in the application's store, if it has one.
pub(crate) struct Settings {
    store: Option<Arc<dyn ConfigStore>>,
    calls: Calls,
    /// One change after the other: the last one is to stay.
    writing: Mutex<()>,
}

/// What was remembered and is valid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Remembered {
    pub(crate) model: Option<String>,
    pub(crate) mode: Option<WorkspacePermission>,
}

impl Settings {
    pub(crate) fn new(
        store: Option<Arc<dyn ConfigStore>>,
        platform: Arc<dyn Platform>,
        diagnostics: Diagnostics,
    ) -> Self {
        Settings {
            store,
            calls: Calls::new(Kind::Config, platform, diagnostics),
            writing: Mutex::default(),
        }
    }

    pub(crate) async fn load(&self) -> Remembered {
        let (model, mode) = tokio::join!(
            self.get(ConfigKey::Model, model_id),
            self.get(ConfigKey::Mode, permission)
        );
        Remembered { model, mode }
    }

    /// Remembers the model, once it is in use.
    pub(crate) async fn set_model(&self, id: &str) {
        self.set(ConfigKey::Model, id).await;
    }

    /// Remembers the permission mode, once it is in force.
    pub(crate) async fn set_mode(&self, mode: WorkspacePermission) {
        self.set(ConfigKey::Mode, mode.as_str()).await;
    }

    async fn get<T>(&self, key: ConfigKey, read: fn(String) -> Result<T, String>) -> Option<T> {
        let store = self.store.as_ref()?;
        let call = Call::new("get").of(key.as_str());
        let work = async {
            match store.get(key.clone()) {
                Some(answer) => answer.await,
                None => Ok(None),
            }
        };
        let stored = self.calls.call(call, work).await.ok()??;
        let value = match stored.len() as u64 {
            0..=MAX_CONFIG_VALUE_BYTES => read(stored),
            bytes => Err(format!(
                "it has {bytes} bytes, more than {MAX_CONFIG_VALUE_BYTES}"
            )),
        };
        match value {
            Ok(value) => {
                self.calls.restored(|| json!({ "id": key.as_str() }));
                Some(value)
            }
            Err(fault) => {
                let fault = format!("the stored value is ignored: {fault}");
                self.calls.failed(call, Failure::new(fault));
                None
            }
        }
    }

    async fn set(&self, key: ConfigKey, value: &str) {
        let Some(store) = &self.store else { return };
        let _turn = self.writing.lock().await;
        let call = Call::new("set").of(key.as_str()).holding(value);
        let work = async {
            match store.set(key.clone(), value.to_owned()) {
                Some(done) => done.await.map(|()| true),
                None => Ok(false),
            }
        };
        if let Ok(true) = self.calls.call(call, work).await {
            self.calls.updated(|| json!({ "id": key.as_str() }));
        }
    }
}

fn model_id(stored: String) -> Result<String, String> {
    if stored.len() as u64 > MAX_MODEL_ID_BYTES {
        return Err(format!(
            "a model's id has at most {MAX_MODEL_ID_BYTES} bytes"
        ));
    }
    if stored.is_empty()
        || stored.contains(|letter: char| letter.is_whitespace() || letter.is_control())
    {
        return Err(
            "a model's id has neither blanks nor control characters, and is not empty".to_owned(),
        );
    }
    Ok(stored)
}

fn permission(stored: String) -> Result<WorkspacePermission, String> {
    let known = WorkspacePermission::ALL.iter();
    let named = known.copied().find(|mode| mode.as_str() == stored);
    named.ok_or_else(|| "expected \"prompt\" or \"allow-sandboxed\"".to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use libfx_api::support::{BoxFuture, HostError};

    use super::*;
    use crate::terminal::stores::testing::{Observed, block_on};

    #[derive(Default)]
    struct Store {
        values: std::sync::Mutex<BTreeMap<String, String>>,
        fails: bool,
    }

    impl Store {
        fn with(id: &str, value: &str) -> Arc<Self> {
            let values = BTreeMap::from([(id.to_owned(), value.to_owned())]);
            Arc::new(Store {
                values: values.into(),
                fails: false,
            })
        }
    }

    impl ConfigStore for Store {
        fn get(&self, id: ConfigKey) -> Option<BoxFuture<'_, Result<Option<String>, HostError>>> {
            let value = self.values.lock().expect("whole").get(id.as_str()).cloned();
            let answer = match self.fails {
                true => Err(HostError::new("no disk")),
                false => Ok(value),
            };
            Some(Box::pin(async { answer }))
        }

        fn set(
            &self,
            id: ConfigKey,
            value: String,
        ) -> Option<BoxFuture<'_, Result<(), HostError>>> {
            let mut values = self.values.lock().expect("whole");
            values.insert(id.as_str().to_owned(), value);
            Some(Box::pin(async { Ok(()) }))
        }
    }

    /// A store with neither method.
    struct Empty;

    impl ConfigStore for Empty {}

    fn settings(store: Arc<dyn ConfigStore>) -> (Settings, Observed) {
        let observed = Observed::new();
        let settings = Settings::new(Some(store), observed.platform(), observed.diagnostics());
        (settings, observed)
    }

    #[test]
    fn what_is_set_is_read_the_next_time() {
        let store = Arc::new(Store::default());
        let (first, observed) = settings(store.clone());
        block_on(first.set_model("openai/gpt-5.2"));
        block_on(first.set_mode(WorkspacePermission::AllowSandboxed));
        assert_eq!(
            observed.reports(),
            [
                r#"config.update {"id":"model"}"#,
                r#"config.update {"id":"mode"}"#
            ]
        );
        let (second, observed) = settings(store);
        assert_eq!(
            block_on(second.load()),
            Remembered {
                model: Some("openai/gpt-5.2".to_owned()),
                mode: Some(WorkspacePermission::AllowSandboxed),
            }
        );
        assert_eq!(
            observed.reports(),
            [
                r#"config.restore {"id":"model"}"#,
                r#"config.restore {"id":"mode"}"#
            ]
        );
    }

    #[test]
    fn what_is_stored_and_not_valid_is_ignored_and_not_quoted() {
        for (id, value) in [
            ("model", ""),
            ("model", "a model"),
            ("model", "secret\u{1b}[31m"),
            ("model", &*"secret".repeat(200)),
            ("model", &*"secret".repeat(3000)),
            ("mode", "secret"),
        ] {
            let (settings, observed) = settings(Store::with(id, value));
            assert_eq!(block_on(settings.load()), Remembered::default(), "{value}");
            let [report] = &observed.reports()[..] else {
                panic!("one report");
            };
            assert!(report.starts_with("config.error"), "{report}");
            assert!(report.contains("is ignored"), "{report}");
            assert!(!report.contains("secret"), "{report}");
        }
    }

    #[test]
    fn a_store_without_methods_and_no_store_at_all_are_silent() {
        let (empty, observed) = settings(Arc::new(Empty));
        assert_eq!(block_on(empty.load()), Remembered::default());
        block_on(empty.set_model("m"));
        let none = Settings::new(None, observed.platform(), observed.diagnostics());
        assert_eq!(block_on(none.load()), Remembered::default());
        block_on(none.set_model("m"));
        assert!(observed.reports().is_empty());
    }

    #[test]
    fn a_store_that_fails_is_reported_and_nothing_is_remembered() {
        let store = Store {
            fails: true,
            ..Store::default()
        };
        let (settings, observed) = settings(Arc::new(store));
        assert_eq!(block_on(settings.load()), Remembered::default());
        assert_eq!(
            observed.reports()[0],
            r#"config.error {"error":"no disk","id":"model","operation":"get"}"#
        );
    }
}
