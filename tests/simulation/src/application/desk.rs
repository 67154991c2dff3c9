//! An agent as its application holds it: every call is made together with what the books expect of it.

use std::sync::{Arc, Weak};

use bytes::Bytes;
use libfx::api::{HostTool, JsonObject};
use libfx::{
    Agent, ErrorCode, FxError, PromptBlock, PromptInput, PromptOptions, Resource, StopReason,
};
use tokio_util::sync::CancellationToken;

use crate::gateway::Transport;
use crate::ledger::history::Item;
use crate::ledger::{AgentId, AgentRecord, TurnId};
use crate::random::Random;
use crate::tools::Tool;
use crate::world::{SimulatedPlatform, World};

/// Nothing listens there: all requests go to the simulated Gateway.
const URL: &str = "http://127.0.0.1:9/v4/ai/language-model";

pub(crate) struct Desk {
    pub(crate) world: Arc<World>,
    pub(crate) agent: AgentId,
    handle: Agent,
}

/// A checkpoint, and the history that it holds.
#[derive(Clone)]
pub(crate) struct Saved {
    bytes: Bytes,
    history: Vec<Item>,
}

impl Desk {
    /// Creates an agent, with a new conversation or a saved one.
    pub(crate) fn open(world: &Arc<World>, saved: Option<&Saved>) -> Arc<Desk> {
        let mut random = world.random();
        let history = saved.map(|saved| saved.history.clone()).unwrap_or_default();
        let mut record = AgentRecord::new(format!("key-{:016x}", random.next()), URL, history);
        record.instructions = random.percent(40).then(|| "Answer briefly.".to_owned());
        record.tools = (0..random.below(4))
            .map(|at| format!("tool_{at}"))
            .collect();
        let (key, instructions, tools) = (
            record.key.clone(),
            record.instructions.clone(),
            record.tools.clone(),
        );
        let agent = world.ledger().add_agent(record);
        world.log(|| format!("agent {agent} is created, restored: {}", saved.is_some()));
        Arc::new_cyclic(|desk| {
            let mut builder = Agent::builder(key)
                .gateway_chat_url(URL)
                .fetch(Arc::new(Transport {
                    world: world.clone(),
                    agent,
                }))
                .on_event(listener(Arc::downgrade(world), agent));
            if let Some(instructions) = instructions {
                builder = builder.instructions(instructions);
            }
            if let Some(saved) = saved {
                builder = builder.checkpoint(saved.bytes.clone());
            }
            for name in tools {
                builder = builder.tool(tool(world, desk, name));
            }
            let handle = builder.build_on(Arc::new(SimulatedPlatform(world.clone())));
            Desk {
                world: world.clone(),
                agent,
                handle: handle.expect("the options are valid"),
            }
        })
    }

    /// What a call must be refused with at this moment.
    fn refuses(&self) -> Option<ErrorCode> {
        self.world.ledger().agent(self.agent).refuses()
    }

    /// Starts a turn, unless the agent must refuse it.
    pub(crate) fn prompt(
        &self,
        random: &mut Random,
        signal: Option<CancellationToken>,
    ) -> Option<(libfx::Turn, TurnId)> {
        let (input, said) = self.input(random);
        let expected = self.refuses();
        let mut options = PromptOptions::default();
        options.signal = signal;
        let (result, task) = self
            .world
            .watch_spawn(|| self.handle.prompt_with(input, options));
        self.judge("prompt", expected, result.as_ref().err());
        let (turn, task) = result.ok().zip(task)?;
        let endless = random.percent(self.world.mix.endless);
        let agent = self.agent;
        let id = self
            .world
            .ledger()
            .agent(agent)
            .begin_turn(task, said, endless);
        self.world.log(|| format!("agent {agent} turn {id} begins"));
        Some((turn, TurnId { agent, turn: id }))
    }

    /// Prompts with a signal that was triggered before: nothing happens, and nothing is kept.
    pub(crate) async fn prompt_aborted(&self, random: &mut Random) {
        let signal = CancellationToken::new();
        signal.cancel();
        let expected = self.refuses();
        let result = self.handle.prompt_with(
            self.input(random).0,
            PromptOptions::default().with_signal(signal),
        );
        self.judge("prompt", expected, result.as_ref().err());
        if let Ok(turn) = result {
            let result = turn.result().await;
            let fits = result
                .as_ref()
                .is_ok_and(|result| result.stop_reason == StopReason::Cancelled);
            self.world
                .expect(fits, || format!("an aborted prompt ended with {result:?}"));
        }
    }

    /// Prompts with nothing.
    pub(crate) fn prompt_invalid(&self) {
        let result = self.handle.prompt(Vec::<PromptBlock>::new());
        let code = result.err().map(|error| error.code);
        self.world
            .expect(code == Some(ErrorCode::InvalidArgument), || {
                format!("an empty prompt was answered by {code:?}")
            });
    }

    pub(crate) async fn checkpoint(&self) -> Option<Saved> {
        let expected = self.refuses();
        let result = self.handle.checkpoint().await;
        self.judge("checkpoint", expected, result.as_ref().err());
        let bytes = result.ok()?;
        let mut ledger = self.world.ledger();
        let clean = ledger.holds_nothing_late(self.agent, &bytes);
        self.world.check(clean);
        let history = ledger.agent(self.agent).history.clone();
        Some(Saved { bytes, history })
    }

    /// Saves, restores, and saves again.
    pub(crate) async fn round_trip(&self) -> Option<Saved> {
        let saved = self.checkpoint().await?;
        let restored = Desk::open(&self.world, Some(&saved));
        let again = restored.checkpoint().await;
        let same = again.is_some_and(|again| again.bytes == saved.bytes);
        self.world
            .expect(same, || "a restored agent saves other bytes".to_owned());
        Some(saved)
    }

    pub(crate) async fn close(&self) {
        self.world.log(|| format!("agent {} is closed", self.agent));
        let active = {
            let mut ledger = self.world.ledger();
            let active = ledger.active(self.agent);
            ledger.agent(self.agent).close();
            active
        };
        self.handle.close().await;
        let still = self.world.ledger().active(self.agent);
        self.world.expect(active.is_none() || still.is_none(), || {
            "close was done before the turn".to_owned()
        });
    }

    /// Whatever must be refused at this moment, if anything.
    pub(crate) async fn misuse(&self) {
        let mut random = self.world.random();
        if self.refuses().is_some() {
            self.prompt(&mut random, None);
        }
        if self.refuses().is_some() {
            self.checkpoint().await;
        }
    }

    fn judge(&self, call: &str, expected: Option<ErrorCode>, error: Option<&FxError>) {
        let code = error.map(|error| error.code);
        self.world.expect(code == expected, || {
            format!(
                "agent {} {call}: refused with {code:?}, not {expected:?}",
                self.agent
            )
        });
    }

    fn input(&self, random: &mut Random) -> (PromptInput, Vec<Item>) {
        // Now and then the same again.
        let text = match random.percent(10) {
            true => "again".to_owned(),
            false => format!("prompt {} {}", self.world.number(), random.text(5)),
        };
        if random.percent(80) {
            return (text.clone().into(), vec![Item::User(text)]);
        }
        let (uri, content) = ("file:///notes.txt", random.text(3));
        let blocks = vec![
            PromptBlock::Text { text: text.clone() },
            PromptBlock::Resource {
                resource: Resource::new(uri).with_text(content.clone()),
            },
        ];
        (
            blocks.into(),
            vec![
                Item::User(text),
                Item::Document(vec![uri.to_owned(), content]),
            ],
        )
    }
}

fn tool(world: &Arc<World>, desk: &Weak<Desk>, name: String) -> Arc<dyn HostTool> {
    let schema = JsonObject::from_iter([("type".to_owned(), "object".into())]);
    Arc::new(Tool {
        world: world.clone(),
        name,
        schema,
        desk: desk.clone(),
    })
}

/// The agent's diagnostics. The world outlives them, but must not be kept alive by them.
fn listener(world: Weak<World>, agent: AgentId) -> impl Fn(libfx::DiagnosticEvent) + Send + Sync {
    move |event| {
        let Some(world) = world.upgrade() else {
            return;
        };
        if !world.is_still_sane(&event.r#type) {
            // The only way out of a loop inside the runtime.
            std::panic::resume_unwind(Box::new("a loop without end"));
        }
        let told = world.ledger().diagnostic(agent, &event);
        world.check(told);
    }
}
