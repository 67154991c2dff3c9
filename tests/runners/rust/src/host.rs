//! The application of a scenario: its tools and MCP clients, and what it observes of them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use bytes::Bytes;
use libfx::FxError;
use libfx_api::support::Answer;
use libfx_api::{BoxFuture, Fetch, HostError, HostLink};
use serde_json::{Map, Value, json};
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
    objects: Vec<Object>,
    behaviours: Vec<Value>,
    blobs: Vec<Bytes>,
    calls: Vec<Value>,
    diagnostics: Vec<Value>,
    printed: Vec<String>,
}

/// What the runtime calls by a number.
enum Object {
    Tool(Tool),
    McpClient {
        name: String,
        methods: Map<String, Value>,
        called: HashMap<&'static str, usize>,
    },
}

struct Tool {
    name: String,
    behaviour: usize,
    calls: usize,
}

/// A call that begins: what the application does in it, what there is to echo, and the place of its note.
struct Beginning {
    behaviour: Value,
    input: Value,
    note: usize,
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
        self.keep(Object::Tool(Tool {
            name: name.to_owned(),
            behaviour: function.unwrap_or_default() as usize,
            calls: 0,
        }))
    }

    /// Keeps an MCP client; gives the object's number.
    pub(crate) fn keep_mcp_client(&self, name: &str, methods: &Map<String, Value>) -> usize {
        self.keep(Object::McpClient {
            name: name.to_owned(),
            methods: methods.clone(),
            called: HashMap::new(),
        })
    }

    fn keep(&self, object: Object) -> usize {
        let mut state = self.state();
        state.objects.push(object);
        state.objects.len() - 1
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

    /// Notes that a call begins.
    fn begin(&self, handle: u32, method: &'static str, args: Vec<Value>) -> Beginning {
        let mut state = self.state();
        let State {
            objects,
            behaviours,
            calls,
            ..
        } = &mut *state;
        let (behaviour, input, note) = match &mut objects[handle as usize] {
            Object::Tool(tool) => {
                let [input, context] =
                    <[Value; 2]>::try_from(args).expect("tools get an input and a context");
                let behaviour = successive(&behaviours[tool.behaviour], tool.calls);
                tool.calls += 1;
                // Without a reader the step has ended, and the moment is of no interest.
                let _ = self.0.began.send(tool.name.clone());
                let note = json!({
                    "tool": tool.name, "input": input, "toolCallId": context["toolCallId"], "aborted": false,
                });
                (behaviour, input, note)
            }
            Object::McpClient {
                name,
                methods,
                called,
            } => {
                let calls = called.entry(method).or_default();
                let behaviour = successive(&methods[method], *calls);
                *calls += 1;
                let mut note = json!({ "client": name, "method": method, "aborted": false });
                let _ = self.0.began.send(format!("{name}.{method}"));
                let params = args.into_iter().next().and_then(present);
                if let Some(params) = &params {
                    note["params"] = params.clone();
                }
                (
                    numbered(&behaviour, *calls),
                    params.unwrap_or_default(),
                    note,
                )
            }
        };
        calls.push(note);
        Beginning {
            behaviour,
            input,
            note: calls.len() - 1,
        }
    }

    async fn perform(
        self,
        Beginning {
            behaviour,
            input,
            note,
        }: Beginning,
        signal: CancellationToken,
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
        method: &'static str,
        args: Vec<Value>,
        signal: CancellationToken,
    ) -> BoxFuture<'static, Result<Answer, HostError>> {
        let beginning = self.begin(handle, method, args);
        // As in a real host, the function goes on when nobody waits for it any longer.
        let running = tokio::spawn(self.clone().perform(beginning, signal));
        Box::pin(async move {
            let answer = running.await.expect("scripted tools do not panic");
            answer.map(Answer::from)
        })
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

/// The behaviour of a call before which there were `earlier` ones; a list is for successive calls, its last for all others.
fn successive(behaviours: &Value, earlier: usize) -> Value {
    match behaviours {
        Value::Array(successive) => successive[earlier.min(successive.len() - 1)].clone(),
        always => always.clone(),
    }
}

/// A behaviour in which `{nth}` is the number of the call.
fn numbered(behaviour: &Value, nth: usize) -> Value {
    let text = behaviour.to_string().replace("{nth}", &nth.to_string());
    serde_json::from_str(&text).expect("a number keeps JSON valid")
}

/// An argument, which crosses as a list of it or of nothing where it may be absent.
fn present(argument: Value) -> Option<Value> {
    match argument {
        Value::Array(optional) => optional.into_iter().next(),
        required => Some(required),
    }
}
