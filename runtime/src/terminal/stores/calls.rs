//! One call of a store: it answers in time and within the limits, or it has failed and a diagnostic says so.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use libfx_api::limits::STORE_TIMEOUT_MS;
use libfx_api::support::{HostError, Path, Validate};
use serde_json::{Map, Value, json};

use crate::diagnostics::Diagnostics;
use crate::platform::Platform;

const TIMEOUT: Duration = Duration::from_millis(STORE_TIMEOUT_MS);

/// The longest part of a store's own message that is passed on, in bytes.
const MAX_MESSAGE_BYTES: usize = 256;

/// A message that holds so many of a value's first characters quotes it.
const QUOTED_CHARS: usize = 16;

/// Which store, as the types of diagnostics begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Config,
    History,
    Session,
    OAuth,
}

/// Makes the calls of one store.
#[derive(Clone)]
pub(crate) struct Calls {
    kind: Kind,
    platform: Arc<dyn Platform>,
    diagnostics: Diagnostics,
}

/// What a call is, for the diagnostic of its failure.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    operation: &'static str,
    id: Option<&'a str>,
    value: Option<&'a str>,
}

/// Why a call failed; the message may be shown and logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    message: String,
    code: Option<String>,
}

impl<'a> Call<'a> {
    pub(crate) fn new(operation: &'static str) -> Self {
        Call {
            operation,
            id: None,
            value: None,
        }
    }

    /// The setting or session it is about.
    pub(crate) fn of(self, id: &'a str) -> Self {
        Call {
            id: Some(id),
            ..self
        }
    }

    /// What is handed to the store, which nobody else may learn from its messages.
    pub(crate) fn holding(self, value: &'a str) -> Self {
        Call {
            value: Some(value),
            ..self
        }
    }
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Failure {
            message: message.into(),
            code: None,
        }
    }

    /// The message as a part of a sentence.
    pub(crate) fn reason(&self) -> &str {
        self.message.trim_end_matches(['.', ' ', '\n'])
    }

    pub(crate) fn has_code(&self, code: &str) -> bool {
        self.code.as_deref() == Some(code)
    }
}

impl Calls {
    pub(crate) fn new(kind: Kind, platform: Arc<dyn Platform>, diagnostics: Diagnostics) -> Self {
        Calls {
            kind,
            platform,
            diagnostics,
        }
    }

    pub(crate) fn platform(&self) -> &dyn Platform {
        &*self.platform
    }

    /// Waits for what a store answers.
    ///
    /// # Errors
    /// The store failed, or took too long, or its answer breaks a limit. It has been reported.
    pub(crate) async fn call<T: Validate>(
        &self,
        call: Call<'_>,
        work: impl Future<Output = Result<T, HostError>>,
    ) -> Result<T, Failure> {
        let answer = tokio::select! {
            biased;
            answer = AssertUnwindSafe(work).catch_unwind() => answer,
            () = self.platform.sleep(TIMEOUT) => {
                return Err(self.failed(call, silent()));
            }
        };
        let failure = match answer {
            Ok(Ok(answer)) => match answer.validate(&Path::Root("result")) {
                Ok(()) => return Ok(answer),
                Err(error) => Failure::new(error.message),
            },
            Ok(Err(error)) => self.thrown(call, error),
            Err(_) => Failure::new("the store panicked"),
        };
        Err(self.failed(call, failure))
    }

    /// Reports a failure and hands it back.
    pub(crate) fn failed(&self, call: Call<'_>, failure: Failure) -> Failure {
        self.report("error", || {
            json!({
                "operation": call.operation,
                "id": call.id,
                "error": failure.message,
                "code": failure.code,
            })
        });
        failure
    }

    /// Reports that something was read.
    pub(crate) fn restored(&self, detail: impl FnOnce() -> Value) {
        self.report("restore", detail);
    }

    /// Reports that something was written.
    pub(crate) fn updated(&self, detail: impl FnOnce() -> Value) {
        self.report("update", detail);
    }

    fn report(&self, what: &str, detail: impl FnOnce() -> Value) {
        let kind = match self.kind {
            Kind::Config => "config",
            Kind::History => "history",
            Kind::Session => "session",
            Kind::OAuth => "oauth",
        };
        self.diagnostics.report(&format!("{kind}.{what}"), detail);
    }

    /// What a store threw, without what it was given.
    fn thrown(&self, call: Call<'_>, error: HostError) -> Failure {
        let quotes = call
            .value
            .is_some_and(|value| quotes(&error.message, value));
        let message = match self.kind {
            Kind::OAuth => {
                "the store failed; its message is left out, because it may hold tokens".to_owned()
            }
            _ if quotes => {
                "the store failed; its message is left out, because it quotes what was to be stored"
                    .to_owned()
            }
            _ if error.message.is_empty() => "the store failed".to_owned(),
            _ => cut(error.message),
        };
        Failure {
            message,
            code: error.code.map(cut),
        }
    }
}

/// Members of a diagnostic without any.
pub(crate) fn nothing() -> Value {
    Value::Object(Map::new())
}

fn silent() -> Failure {
    Failure::new(format!(
        "the store did not answer within {} seconds",
        TIMEOUT.as_secs()
    ))
}

/// Whether a message holds a value or how it begins, plain or as JSON writes it.
fn quotes(message: &str, value: &str) -> bool {
    let start: String = value.trim().chars().take(QUOTED_CHARS).collect();
    if start.is_empty() {
        return false;
    }
    let json = Value::from(start.as_str()).to_string();
    message.contains(&start) || message.contains(json.trim_matches('"'))
}

fn cut(mut text: String) -> String {
    if text.len() > MAX_MESSAGE_BYTES {
        text.truncate(text.floor_char_boundary(MAX_MESSAGE_BYTES));
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;
    use crate::terminal::stores::testing::{Observed, block_on};

    fn failure_of(kind: Kind, call: Call<'_>, error: HostError) -> (Failure, Observed) {
        let observed = Observed::new();
        let answer = block_on(
            observed
                .calls(kind)
                .call(call, async { Err::<(), _>(error) }),
        );
        (answer.expect_err("the store failed"), observed)
    }

    #[test]
    fn what_a_store_throws_is_reported_with_its_code() {
        let error = HostError::new("the disk is full").with_code("ENOSPC");
        let (failure, observed) = failure_of(Kind::Config, Call::new("set").of("model"), error);
        assert!(failure.has_code("ENOSPC"));
        assert_eq!(
            observed.reports(),
            [
                r#"config.error {"code":"ENOSPC","error":"the disk is full","id":"model","operation":"set"}"#
            ]
        );
    }

    #[test]
    fn a_store_that_never_answers_has_failed() {
        let observed = Observed::new();
        let calls = observed.calls(Kind::History);
        let answer = block_on(calls.call(Call::new("load"), pending::<Result<(), HostError>>()));
        assert_eq!(
            answer.expect_err("no answer").message,
            "the store did not answer within 10 seconds"
        );
        assert_eq!(
            observed.reports(),
            [
                r#"history.error {"error":"the store did not answer within 10 seconds","operation":"load"}"#
            ]
        );
    }

    #[test]
    fn a_store_that_panics_has_failed() {
        let observed = Observed::new();
        let calls = observed.calls(Kind::Session);
        let work = async { panic!("a store of the tests that panics") };
        let answer = block_on(calls.call::<()>(Call::new("list"), work));
        assert_eq!(answer, Err(Failure::new("the store panicked")));
    }

    #[test]
    fn an_answer_beyond_a_limit_has_failed() {
        let observed = Observed::new();
        let calls = observed.calls(Kind::Session);
        let answer = libfx_api::SessionRevision {
            revision: String::new(),
        };
        let answer = block_on(calls.call(Call::new("commit"), async { Ok(answer) }));
        assert_eq!(
            answer.expect_err("no revision").message,
            "result.revision: expected a non-empty string"
        );
    }

    #[test]
    fn no_message_quotes_what_was_to_be_stored() {
        let prompt = "say \"hello\" to\nthe whole wide world";
        for message in [
            format!("cannot store {prompt}"),
            format!("cannot store {}", json!(prompt)),
            format!("cannot store {}…", &prompt[..20]),
        ] {
            let call = Call::new("append").holding(prompt);
            let (failure, observed) = failure_of(Kind::History, call, message.into());
            assert!(failure.message.contains("is left out"), "{failure:?}");
            assert!(!observed.reports()[0].contains("hello"));
        }
    }

    #[test]
    fn of_what_the_store_of_the_login_throws_only_the_code_is_passed_on() {
        let error = HostError::new("cannot store eyJhbGciOi").with_code("EACCES");
        let (_, observed) = failure_of(Kind::OAuth, Call::new("commit"), error);
        let report = &observed.reports()[0];
        assert!(
            report.contains("EACCES") && !report.contains("eyJhbGciOi"),
            "{report}"
        );
    }

    #[test]
    fn long_messages_are_cut_between_characters() {
        let (failure, _) = failure_of(Kind::Config, Call::new("get"), "ü".repeat(1000).into());
        assert_eq!(failure.message, format!("{}…", "ü".repeat(128)));
    }
}
