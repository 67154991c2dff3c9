//! Takes the steps of one scenario and has them judged.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use libfx::{Agent, AgentOptions, ErrorCode, FxError, NativePlatform, Turn};
use libfx_api::{Decode, Input, Path};
use libfx_gateway::{
    Gateway, Session,
    referee::{self, API_KEY, Observed, ObservedStep},
};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    adapters::Adapters,
    host::Host,
    report::CaseResult,
    scenario::{File, Scenario, Step},
    turn::{self, Reading},
    values::cross_options,
};

/// This runner's name in `gaps` and reports.
pub const LANGUAGE: &str = "rust";

/// Features of `needs` that this runner has.
const FEATURES: [&str; 5] = [
    "failed-body-in-full",
    "redirect-status",
    "small-receive-buffer",
    "mcp",
    "skills",
];

/// Runs one case.
pub async fn run(scenario: &Scenario, gateway: &Gateway) -> CaseResult {
    let file = &scenario.file;
    let lacking = file
        .needs
        .iter()
        .find(|feature| !FEATURES.contains(&feature.as_str()));
    if let Some(feature) = lacking {
        return CaseResult::inexpressible(&scenario.id, feature);
    }
    let began = Instant::now();
    let session = gateway.session(scenario.script.clone());
    let observed = Application::new(file, &session).run().await;
    let failures = referee::judge(&scenario.expected, &observed, &session).await;
    let gap = file.gaps.get(LANGUAGE).map(String::as_str);
    CaseResult::of_run(&scenario.id, began.elapsed(), &failures, gap)
}

/// The application that a scenario describes.
struct Application<'a> {
    file: &'a File,
    session: &'a Session,
    host: Host,
    adapters: Adapters,
    beginnings: mpsc::UnboundedReceiver<String>,
    checkpoints: HashMap<&'a str, Bytes>,
    /// The conversation after the last step.
    last_checkpoint: Option<Result<Bytes, FxError>>,
    last_turn: Option<Turn>,
    clock: Instant,
}

impl<'a> Application<'a> {
    fn new(file: &'a File, session: &'a Session) -> Self {
        let (host, beginnings) = Host::new();
        Self {
            file,
            session,
            host,
            adapters: Adapters::default(),
            beginnings,
            checkpoints: HashMap::new(),
            last_checkpoint: None,
            last_turn: None,
            clock: Instant::now(),
        }
    }

    async fn run(mut self) -> Observed {
        let mut observed = Observed::default();
        match self.begin().await {
            Ok(agent) => observed.steps = self.steps(agent).await,
            Err(error) => observed.creation_error = Some(self.host.describe(&error)),
        }
        observed.calls = self.host.calls();
        observed.diagnostics = self.host.diagnostics();
        observed.printed = self.host.printed();
        let mut saved: Vec<_> = self.checkpoints.into_values().collect();
        match self.last_checkpoint {
            Some(Ok(bytes)) => saved.push(bytes),
            Some(Err(error)) if error.code != ErrorCode::Closed => {
                observed.unsaved = Some(self.host.describe(&error));
            }
            Some(Err(_)) | None => {}
        }
        observed.checkpoints = saved.iter().map(|bytes| STANDARD.encode(bytes)).collect();
        observed.now_ms = self.clock.elapsed().as_secs_f64() * 1e3;
        observed
    }

    /// Creates the adapters, and the agent with what they give it.
    async fn begin(&mut self) -> Result<Agent, FxError> {
        self.adapters = Adapters::create(self.file, &self.host).await?;
        self.create(&self.file.agent, None)
    }

    async fn steps(&mut self, mut agent: Agent) -> Vec<ObservedStep> {
        let limit = Duration::from_millis(self.file.timeout_ms);
        let mut seen = Vec::new();
        for step in &self.file.steps {
            match tokio::time::timeout(limit, self.step(&mut agent, step)).await {
                Ok(step) => seen.push(step),
                Err(_) => {
                    seen.push(ObservedStep {
                        stuck: Some(format!("did not finish within {} ms", limit.as_millis())),
                        ..ObservedStep::default()
                    });
                    return seen;
                }
            }
        }
        self.host.note_printed(&agent);
        self.host.note_printed(&self.last_turn.take());
        self.last_checkpoint = Some(agent.checkpoint().await);
        agent.close().await;
        seen
    }

    fn create(&self, agent: &Value, checkpoint: Option<Bytes>) -> Result<Agent, FxError> {
        let options = match agent {
            Value::Object(members) if !is_placeholder(members) => {
                self.with_defaults(members, checkpoint)
            }
            other => other.clone(),
        };
        let options = cross_options(&options, &self.host);
        let link = self.host.link();
        let mut options =
            AgentOptions::decode(Input::new(&options, &Path::Root("options"), &link))?;
        self.adapters.add_to(&mut options);
        self.host.note_printed(&options);
        Agent::create(options, Arc::new(NativePlatform))
    }

    fn with_defaults(&self, options: &Map<String, Value>, checkpoint: Option<Bytes>) -> Value {
        let mut all = Map::new();
        all.insert("apiKey".to_owned(), API_KEY.into());
        all.insert("gatewayChatUrl".to_owned(), self.session.url().into());
        if !self.file.tools.is_empty() {
            let tools = self.file.tools.iter().map(written_out);
            all.insert("tools".to_owned(), tools.collect());
        }
        all.insert("onEvent".to_owned(), json!({ "$function": true }));
        if let Some(bytes) = checkpoint {
            all.insert("checkpoint".to_owned(), self.host.cross_bytes(bytes));
        }
        all.extend(options.clone());
        Value::Object(all)
    }

    async fn step(&mut self, agent: &mut Agent, step: &'a Step) -> ObservedStep {
        let mut seen = ObservedStep::default();
        if let Some(input) = &step.prompt {
            return self.prompt(agent, step, input).await;
        } else if let Some(name) = &step.checkpoint {
            match agent.checkpoint().await {
                Ok(bytes) => {
                    self.checkpoints.insert(name, bytes);
                }
                Err(error) => seen.error = Some(self.host.describe(&error)),
            }
        } else if let Some(name) = &step.restore {
            agent.close().await;
            let bytes = self
                .checkpoints
                .get(name.as_str())
                .cloned()
                .unwrap_or_default();
            let bytes = step
                .damage
                .map_or(bytes.clone(), |it| it.apply(bytes.into()).into());
            match self.create(&step.agent, Some(bytes)) {
                Ok(restored) => *agent = restored,
                Err(error) => seen.error = Some(self.host.describe(&error)),
            }
        } else if step.close == Some(true) {
            agent.close().await;
        } else if step.close_adapters == Some(true) {
            let closed = self.adapters.close().await;
            seen.error = closed.err().map(|error| self.host.describe(&error));
        } else if step.cancel_again == Some(true) {
            if let Some(turn) = &self.last_turn {
                turn.cancel();
            }
        } else if let Some(ms) = step.wait_ms {
            tokio::time::sleep(Duration::from_millis(ms)).await;
        }
        seen
    }

    async fn prompt(&mut self, agent: &Agent, step: &'a Step, input: &Value) -> ObservedStep {
        let signal = CancellationToken::new();
        let turn = match turn::prompt(agent, &self.host, input, &step.options, &signal) {
            Ok(turn) => turn,
            Err(error) => {
                return ObservedStep {
                    throws: Some(error),
                    ..ObservedStep::default()
                };
            }
        };
        let reading = Reading::new(agent, &self.host, step, turn, signal, self.clock);
        let (seen, turn) = reading.run(&mut self.beginnings).await;
        self.last_turn = Some(turn);
        seen
    }
}

/// A tool of the shorthand, as an option.
fn written_out((name, behaviour): (&String, &Value)) -> Value {
    json!({
        "name": name,
        "description": "",
        "inputSchema": { "type": "object", "properties": {} },
        "execute": { "$execute": behaviour },
    })
}

fn is_placeholder(members: &Map<String, Value>) -> bool {
    members.len() == 1 && members.keys().all(|key| key.starts_with('$'))
}
