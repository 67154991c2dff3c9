//! One prompt of a scenario: reading its events, and doing what the scenario does at certain moments.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use futures_util::StreamExt as _;
use libfx::{Agent, FxError, Turn, TurnEvent};
use libfx_api::{Decode, Input, Path, PromptInput, PromptOptions};
use libfx_gateway::referee::ObservedStep;
use serde_json::{Value, json};
use tokio::{sync::mpsc, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use crate::{
    host::Host,
    scenario::{Action, AtOnce, Moment, Reaction, Read, Step},
    values::cross,
};

/// Starts a turn from crossing JSON, as a language layer does.
pub(crate) fn prompt(
    agent: &Agent,
    host: &Host,
    input: &Value,
    options: &Value,
    signal: &CancellationToken,
) -> Result<Turn, Value> {
    let link = host.link();
    let options = cross(options, host);
    let start = || {
        let input = cross(input, host);
        let input = PromptInput::decode(Input::new(&input, &Path::Root("input"), &link))?;
        let mut decoded =
            PromptOptions::decode(Input::new(&options, &Path::Root("options"), &link))?;
        if options["signal"]["$fx"] == "signal" && options["signal"]["aborted"] == false {
            decoded.signal = Some(signal.clone());
        }
        agent.prompt_with(input, decoded)
    };
    start().map_err(|error: FxError| host.describe(&error))
}

/// A turn that is being read.
pub(crate) struct Reading<'a> {
    agent: &'a Agent,
    host: &'a Host,
    step: &'a Step,
    turn: Turn,
    signal: CancellationToken,
    began: Instant,
    /// The clock of `cancelled_at_ms`.
    clock: Instant,
    closing: Option<(usize, JoinHandle<()>)>,
    /// Events read so far, by type.
    counts: HashMap<String, usize>,
    seen: ObservedStep,
}

/// A moment that does not depend on what is read.
enum Reached {
    ToolBegan(String),
    /// The time of this reaction.
    TimeCame(usize),
}

impl<'a> Reading<'a> {
    pub(crate) fn new(
        agent: &'a Agent,
        host: &'a Host,
        step: &'a Step,
        turn: Turn,
        signal: CancellationToken,
        clock: Instant,
    ) -> Self {
        let seen = ObservedStep {
            actions: step.on.iter().map(|_| None).collect(),
            ..ObservedStep::default()
        };
        Self {
            agent,
            host,
            step,
            turn,
            signal,
            began: Instant::now(),
            clock,
            closing: None,
            counts: HashMap::new(),
            seen,
        }
    }

    /// Reads the turn to its end. The turn is given back, because it can be cancelled once more.
    pub(crate) async fn run(
        mut self,
        beginnings: &mut mpsc::UnboundedReceiver<String>,
    ) -> (ObservedStep, Turn) {
        self.react(|when| matches!(when, Moment::Named(AtOnce::AtOnce)))
            .await;
        let mut reading = self.step.read != Read::Result;
        while reading {
            let timer = self.next_timer();
            let left = tokio::select! {
                event = self.turn.next() => self.take(event).await,
                moment = next_moment(timer, beginnings) => self.reached(moment).await,
            };
            reading = !left;
        }
        self.result(beginnings).await;
        if let Some((index, closing)) = self.closing.take() {
            closing.await.expect("closing does not panic");
            self.seen.actions[index] = Some(ObservedStep::default());
        }
        (self.seen, self.turn)
    }

    /// Waits for the result; events that nobody reads stay where they are.
    async fn result(&mut self, beginnings: &mut mpsc::UnboundedReceiver<String>) {
        loop {
            let timer = self.next_timer();
            let moment = tokio::select! {
                result = self.turn.result() => {
                    match result {
                        Ok(result) => self.seen.result = Some(json!(result)),
                        Err(error) => self.seen.result_error = Some(self.host.describe(&error)),
                    }
                    return;
                }
                moment = next_moment(timer, beginnings) => moment,
            };
            self.reached(moment).await;
        }
    }

    /// Takes an event, or the end of the events. `true` if reading is over.
    async fn take(&mut self, event: Option<Result<TurnEvent, FxError>>) -> bool {
        match event {
            None => true,
            Some(Err(error)) => {
                self.seen.error = Some(self.host.describe(&error));
                true
            }
            Some(Ok(event)) => {
                let event = json!(event);
                let kind = event["type"].as_str().unwrap_or_default().to_owned();
                self.seen.events.push(event);
                if let Read::Slowly { pause_ms } = self.step.read
                    && self.seen.cancelled_at_ms.is_none()
                {
                    tokio::time::sleep(Duration::from_millis(pause_ms)).await;
                }
                let count = self.counts.entry(kind.clone()).or_default();
                *count += 1;
                let count = *count;
                self.react(|when| matches!(when, Moment::Event { event, nth } if *event == kind && *nth == count))
                    .await
            }
        }
    }

    async fn reached(&mut self, moment: Reached) -> bool {
        match moment {
            Reached::ToolBegan(tool) => {
                self.react(|when| matches!(when, Moment::Call { call } if *call == tool))
                    .await
            }
            Reached::TimeCame(index) => self.act(index).await,
        }
    }

    /// Does what is to be done at a moment. `true` if the reader leaves.
    async fn react(&mut self, is_now: impl Fn(&Moment) -> bool) -> bool {
        let mut leaves = false;
        for (index, Reaction { when, .. }) in self.step.on.iter().enumerate() {
            if is_now(when) && self.seen.actions[index].is_none() {
                leaves |= self.act(index).await;
            }
        }
        leaves
    }

    async fn act(&mut self, index: usize) -> bool {
        let mut seen = ObservedStep::default();
        let mut leaves = false;
        match &self.step.on[index].action {
            Action::Cancel => self.cancelled(Turn::cancel),
            // Rust's way out of a loop is to drop the turn, which cancels it; the result would be gone with it.
            Action::Break => {
                self.cancelled(Turn::cancel);
                leaves = true;
            }
            Action::Abort => {
                let signal = self.signal.clone();
                self.cancelled(|_| signal.cancel());
            }
            Action::ReadAgain => unreachable!("`second-reader` is no feature of this runner"),
            Action::Close => {
                self.cancelled(|_| {});
                let agent = self.agent.clone();
                self.closing = Some((index, tokio::spawn(async move { agent.close().await })));
            }
            Action::Checkpoint => {
                let error = self.agent.checkpoint().await.err();
                seen.error = error.map(|error| self.host.describe(&error));
            }
            Action::Prompt(input) => {
                let unused = CancellationToken::new();
                seen.throws = prompt(self.agent, self.host, input, &json!({}), &unused).err();
            }
        }
        self.seen.actions[index] = Some(seen);
        leaves
    }

    fn cancelled(&mut self, cancel: impl FnOnce(&Turn)) {
        let now = self.clock.elapsed().as_secs_f64() * 1e3;
        self.seen.cancelled_at_ms.get_or_insert(now);
        cancel(&self.turn);
    }

    /// The earliest moment that is a time and has not come.
    fn next_timer(&self) -> Option<(usize, Instant)> {
        let reactions = self.step.on.iter().enumerate();
        reactions
            .filter(|(index, _)| self.seen.actions[*index].is_none())
            .filter_map(|(index, reaction)| match reaction.when {
                Moment::After { after_ms } => {
                    Some((index, self.began + Duration::from_millis(after_ms)))
                }
                _ => None,
            })
            .min_by_key(|(_, at)| *at)
    }
}

async fn next_moment(
    timer: Option<(usize, Instant)>,
    beginnings: &mut mpsc::UnboundedReceiver<String>,
) -> Reached {
    let time = async {
        match timer {
            Some((index, at)) => {
                tokio::time::sleep_until(at.into()).await;
                index
            }
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        Some(tool) = beginnings.recv() => Reached::ToolBegan(tool),
        index = time => Reached::TimeCame(index),
    }
}
