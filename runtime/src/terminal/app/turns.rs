//! Turns: how they begin, what their events show, how they end; and everything else that runs while the user types.

use libfx_api::{StopReason, TurnEvent, TurnResult};

use super::message::{Doing, Effect, Failure, Running, Work};
use super::{App, commands, notices};
use crate::terminal::transcript::Level;

impl App {
    /// Sends a prompt, or has it wait for its turn.
    pub(super) fn prompt(&mut self, text: String) -> Vec<Effect> {
        self.queue.push_back(text);
        self.next_prompt()
    }

    /// Has a line wait until the stores are read.
    pub(super) fn wait_with(&mut self, line: String) -> Vec<Effect> {
        self.queue.push_back(line);
        Vec::new()
    }

    /// Takes up the lines that have waited longest, until something runs.
    pub(super) fn next_prompt(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        while self.running.is_none()
            && let Some(line) = self.queue.pop_front()
        {
            effects.extend(match commands::parse(&line) {
                Some(command) => self.command(command),
                None => self.send(line),
            });
        }
        effects
    }

    fn send(&mut self, prompt: String) -> Vec<Effect> {
        self.transcript.user(&prompt);
        self.transcript.follow();
        self.begin(Work::Turn {
            prompt: prompt.clone(),
            answered: false,
            doing: Doing::Thinking,
        });
        vec![Effect::Prompt(prompt)]
    }

    pub(super) fn is_starting(&self) -> bool {
        matches!(&self.running, Some(running) if running.what == Work::Starting)
    }

    /// Whether something runs that the user can end.
    pub(super) fn is_running(&self) -> bool {
        let running = self.running.as_ref();
        running.is_some_and(|it| !matches!(it.what, Work::Starting | Work::Resuming))
    }

    /// Asks for the end of what runs.
    pub(super) fn cancel(&mut self) -> Vec<Effect> {
        if !self.is_running() {
            return Vec::new();
        }
        self.withdraw();
        let running = self.running.as_mut();
        let asked = running.is_none_or(|it| std::mem::replace(&mut it.ending, true));
        if asked {
            return Vec::new();
        }
        // What is sent from here on was meant for after the cancellation.
        self.give_back(None);
        vec![Effect::Cancel]
    }

    pub(super) fn turn_event(&mut self, event: TurnEvent) {
        let Some(Work::Turn {
            answered, doing, ..
        }) = self.running.as_mut().map(|running| &mut running.what)
        else {
            return;
        };
        *answered = true;
        match event {
            TurnEvent::TextDelta { delta } => {
                *doing = Doing::Answering;
                self.transcript.answer(&delta);
            }
            TurnEvent::ReasoningDelta { delta } => {
                *doing = Doing::Thinking;
                self.transcript.reasoning(&delta);
            }
            TurnEvent::ToolStart { id, name, input } => {
                *doing = match *doing {
                    Doing::Calling(calls) => Doing::Calling(calls + 1),
                    _ => Doing::Calling(1),
                };
                self.transcript.tool_start(&id, &name, input);
            }
            TurnEvent::ToolEnd {
                id,
                content,
                is_error,
                ..
            } => {
                *doing = match *doing {
                    Doing::Calling(calls) if calls > 1 => Doing::Calling(calls - 1),
                    _ => Doing::Thinking,
                };
                self.transcript.tool_end(&id, content.as_deref(), is_error);
            }
        }
    }

    pub(super) fn turn_ended(&mut self, outcome: Result<TurnResult, Failure>) -> Vec<Effect> {
        let Some(Running {
            what: Work::Turn {
                prompt, answered, ..
            },
            ending,
            ..
        }) = self.running.take()
        else {
            return Vec::new();
        };
        self.withdraw();
        match outcome {
            Ok(result) => {
                self.turn_stopped(result.stop_reason);
                if result.stop_reason == StopReason::Cancelled && !ending {
                    self.give_back(None);
                }
            }
            Err(failure) => {
                self.turn_failed(&failure);
                let unanswered = (!answered).then_some(prompt);
                self.give_back(unanswered);
            }
        }
        self.next_prompt()
    }

    fn turn_failed(&mut self, failure: &Failure) {
        let cancelled = *failure == Failure::Cancelled;
        self.transcript.end_turn(cancelled);
        if matches!(failure, Failure::LoggedOut(_)) {
            self.logged_in = false;
        }
        if !cancelled {
            let text = notices::failure(failure, self.setup.may_log_in);
            self.notice(Level::Error, &text);
        }
    }

    fn turn_stopped(&mut self, reason: StopReason) {
        self.transcript.end_turn(reason == StopReason::Cancelled);
        if let Some(text) = notices::stopped(reason) {
            self.notice(Level::Warning, text);
        }
    }

    /// Puts prompts that were not answered back where they were typed, before what is being typed now.
    pub(super) fn give_back(&mut self, unanswered: Option<String>) {
        let mut prompts: Vec<String> = unanswered.into_iter().chain(self.queue.drain(..)).collect();
        if prompts.is_empty() {
            return;
        }
        if !self.composer.is_empty() {
            prompts.push(self.composer.text().to_owned());
        }
        self.composer.set_text(&prompts.join("\n"));
    }

    pub(super) fn compacted(&mut self, outcome: Result<(), Failure>) -> Vec<Effect> {
        self.running = None;
        match outcome {
            Ok(()) => self.notice(
                Level::Info,
                "The conversation goes on from a summary of it; the model no longer sees what was said before.",
            ),
            Err(failure) => {
                let text = notices::failure(&failure, self.setup.may_log_in);
                self.notice(Level::Warning, &format!("{text} The conversation is unchanged."));
            }
        }
        self.next_prompt()
    }

    pub(super) fn login_page(&mut self, url: &str, code: &str) {
        let text = format!("Open {url}\nand enter the code {code}\nEsc cancels the login.");
        self.notice(Level::Info, &text);
        self.transcript.follow();
    }

    pub(super) fn logged_in(&mut self, outcome: Result<(), Failure>) -> Vec<Effect> {
        self.running = None;
        match outcome {
            Ok(()) => {
                self.logged_in = true;
                self.notice(Level::Info, "You are logged in.");
            }
            Err(failure) => {
                let text = notices::failure(&failure, self.setup.may_log_in);
                self.notice(Level::Warning, &text);
            }
        }
        match self.may_prompt() {
            true => self.next_prompt(),
            false => {
                self.give_back(None);
                Vec::new()
            }
        }
    }

    pub(super) fn logged_out(&mut self, outcome: Result<(), Failure>) {
        self.logged_in = false;
        match outcome {
            Ok(()) => self.notice(Level::Info, "You are logged out."),
            Err(failure) => {
                let why = notices::failure(&failure, self.setup.may_log_in);
                let text = format!(
                    "You are logged out here, but the login server could not be told. {why}"
                );
                self.notice(Level::Warning, &text);
            }
        }
    }
}
