//! The application of a scenario: its tools, and what it observes of them.

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use bytes::Bytes;
use libfx::FxError;
use libfx_api::{BoxFuture, Fetch, HostError, HostLink};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::values::cross;

/// A handle to the application; clones are the same one.
#[derive(Clone)]
pub(crate) struct Host(Arc<Inner>);

struct Inner {
    state: Mutex<State>,
    began: mpsc::UnboundedSender<String>,
}

#[derive(Default)]
struct State {
    tools: Vec<Tool>,
    behaviours: Vec<Value>,
    blobs: Vec<Bytes>,
    calls: Vec<Value>,
    diagnostics: Vec<Value>,
    printed: Vec<String>,
}

struct Tool {
    name: String,
    behaviour: usize,
    calls: usize,
}

impl Host {
    /// The second value gets the name of each tool that begins.
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<String>) {
        let (began, beginnings) = mpsc::unbounded_channel();
        let state = Mutex::default();
        (Self(Arc::new(Inner { state, began })), beginnings)
    }

    pub(crate) fn link(&self) -> Arc<dyn HostLink> {
        Arc::new(self.clone())
    }

    /// Keeps what a function does; gives the function's number.
    pub(crate) fn keep_behaviour(&self, behaviour: Value) -> usize {
        let mut state = self.state();
        state.behaviours.push(behaviour);
        state.behaviours.len() - 1
    }

    /// Keeps a tool whose function has been kept before; gives the object's number.
    pub(crate) fn keep_tool(&self, name: &str, function: Option<u64>) -> usize {
        let mut state = self.state();
        state.tools.push(Tool {
            name: name.to_owned(),
            behaviour: function.unwrap_or_default() as usize,
            calls: 0,
        });
        state.tools.len() - 1
    }

    pub(crate) fn cross_bytes(&self, bytes: Bytes) -> Value {
        let mut state = self.state();
        state.blobs.push(bytes);
        json!({ "$fx": "bytes", "id": state.blobs.len() - 1 })
    }

    pub(crate) fn calls(&self) -> Vec<Value> {
        self.state().calls.clone()
    }

    pub(crate) fn diagnostics(&self) -> Vec<Value> {
        self.state().diagnostics.clone()
    }

    pub(crate) fn printed(&self) -> Vec<String> {
        self.state().printed.clone()
    }

    /// Notes what is printed of a value for people who debug.
    pub(crate) fn note_printed(&self, value: &impl std::fmt::Debug) {
        self.state().printed.push(format!("{value:?}"));
    }

    /// An error as observations hold it.
    pub(crate) fn describe(&self, error: &FxError) -> Value {
        self.note_printed(error);
        json!(error)
    }

    pub(crate) fn note_diagnostic(&self, event: Value) {
        self.state().diagnostics.push(event);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().expect("no panic holds this lock")
    }

    /// Notes that a tool begins; gives what it does and the place of the note.
    fn begin(&self, handle: u32, input: &Value, context: &Value) -> (Value, usize) {
        let mut state = self.state();
        let tool = &mut state.tools[handle as usize];
        let (name, call) = (tool.name.clone(), tool.calls);
        tool.calls += 1;
        let behaviour = tool.behaviour;
        let behaviour = match &state.behaviours[behaviour] {
            Value::Array(successive) => successive[call.min(successive.len() - 1)].clone(),
            always => always.clone(),
        };
        state.calls.push(json!({
            "tool": name, "input": input, "toolCallId": context["toolCallId"], "aborted": false,
        }));
        // Without a reader the step has ended, and the moment is of no interest.
        let _ = self.0.began.send(name);
        (behaviour, state.calls.len() - 1)
    }

    async fn execute(
        self,
        behaviour: Value,
        input: Value,
        signal: CancellationToken,
        note: usize,
    ) -> Result<Value, HostError> {
        let never = behaviour["never"] == true;
        if never || behaviour["untilAborted"] == true {
            signal.cancelled().await;
        }
        let delay = behaviour["delayMs"].as_u64().unwrap_or_default();
        tokio::time::sleep(Duration::from_millis(delay)).await;
        if signal.is_cancelled() {
            self.state().calls[note]["aborted"] = true.into();
        }
        if never {
            std::future::pending::<()>().await;
        }
        match (behaviour.get("returns"), behaviour["throws"].as_str()) {
            (Some(value), _) => Ok(cross(value, &self)),
            (None, Some(message)) => Err(message.into()),
            _ if behaviour["echoes"] == true => Ok(input),
            _ => Err("stopped".into()),
        }
    }
}

impl HostLink for Host {
    fn call(
        &self,
        handle: u32,
        _method: &'static str,
        args: Vec<Value>,
        signal: CancellationToken,
    ) -> BoxFuture<'static, Result<Value, HostError>> {
        let [input, context] =
            <[Value; 2]>::try_from(args).expect("tools get an input and a context");
        let (behaviour, note) = self.begin(handle, &input, &context);
        // As in a real host, the tool goes on when nobody waits for it any longer.
        let running = tokio::spawn(self.clone().execute(behaviour, input, signal, note));
        Box::pin(async move { running.await.expect("scripted tools do not panic") })
    }

    fn notify(&self, _handle: u32, mut args: Vec<Value>) {
        self.note_diagnostic(args.remove(0));
    }

    fn fetch(&self, _handle: u32) -> Arc<dyn Fetch> {
        unreachable!("scenarios use the built-in transport")
    }

    fn bytes(&self, index: u32) -> Option<Bytes> {
        self.state().blobs.get(index as usize).cloned()
    }
}
