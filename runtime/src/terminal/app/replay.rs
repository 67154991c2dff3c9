//! A saved conversation, shown as if it had just been held.

use serde_json::Value;

use super::message::{Effect, Work};
use super::{App, Level};
use crate::conversation::{AssistantPart, ResultOutput, Step, Turn, UserPart};

impl App {
    pub(super) fn opened(&mut self, opened: Result<Vec<Turn>, String>) -> Vec<Effect> {
        match opened {
            Ok(turns) => self.show(&turns),
            Err(why) => self.notice(Level::Warning, &why),
        }
        if matches!(&self.running, Some(running) if running.what == Work::Resuming) {
            self.running = None;
        }
        self.next_prompt()
    }

    fn show(&mut self, turns: &[Turn]) {
        self.transcript.clear();
        for turn in turns {
            self.replay(turn);
        }
        self.transcript.follow();
        self.notice(Level::Info, &format!("Resumed: {}", self.title));
    }

    fn replay(&mut self, turn: &Turn) {
        let texts: Vec<&str> = turn.user.iter().map(user_text).collect();
        self.transcript.user(&texts.join("\n"));
        for step in &turn.steps {
            self.replay_step(step);
        }
        self.transcript.end_turn(turn.aborted);
    }

    fn replay_step(&mut self, step: &Step) {
        let mut results = step.results.iter();
        for part in &step.reply.parts {
            match part {
                AssistantPart::Text { text, .. } => self.transcript.answer(text),
                AssistantPart::Reasoning { text, .. } => self.transcript.reasoning(text),
                AssistantPart::ToolCall {
                    id, name, input, ..
                } => {
                    self.transcript
                        .tool_start(id, name, Value::Object(input.clone()));
                    if let Some(result) = results.next() {
                        let (text, failed) = result_text(result);
                        self.transcript.tool_end(id, Some(text), failed);
                    }
                }
                // A provider's own calls are not shown while they happen, either.
                AssistantPart::ProviderCall { .. } | AssistantPart::ProviderResult { .. } => {}
            }
        }
    }
}

fn user_text(part: &UserPart) -> &str {
    match part {
        UserPart::Text(text) => text,
        UserPart::Resource { uri, .. } => uri,
    }
}

fn result_text(result: &ResultOutput) -> (&str, bool) {
    match result {
        ResultOutput::Text(text) | ResultOutput::Content { text, .. } => (text, false),
        ResultOutput::ErrorText(text) => (text, true),
    }
}
