//! What follows from a change of the state, done: turns, requests, stores.
//!
//! Whatever takes time is a future among the `works`, all of which the program's one task waits for; dropping them ends
//! them.
//!
//! - `stored`: stores. `login`: logging in and out.

mod login;
mod stored;

use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use libfx_api::support::{BoxFuture, MaybeSend};
use secrecy::SecretString;
use tokio_util::sync::CancellationToken;

use super::inbox::Inbox;
use super::means::Means;
use super::record::Record;
use super::talk::{Heard, Start, Talk};
use super::view::View;
use crate::gateway::Models;
use crate::terminal::app::{Effect, Failure, Message, Question, Restored};
use crate::terminal::login::DeviceCode;
use crate::terminal::screen::Screen;
use crate::terminal::sessions::{Listed, Resumed, Which};
use crate::terminal::workspace::{self, Decision, Questions};

/// Asks the view for the colour of its background.
const ASK_BACKGROUND: &[u8] = b"\x1b]11;?\x07";

/// What has come of a work.
enum Outcome {
    Message(Message),
    /// The stores have been read.
    Restored(Restored, Option<Result<Resumed, String>>),
    Resumed(Result<Resumed, String>),
    Listed(Vec<Listed>),
    /// The user can log in now.
    LoginPage(DeviceCode),
    Models(Result<Models, Failure>),
    /// There is a key, or is not, for a turn that shall begin.
    Key(Result<SecretString, Failure>, Start),
}

pub(crate) struct Effects {
    means: Arc<Means>,
    inbox: Arc<Inbox>,
    talk: Talk,
    record: Record,
    works: FuturesUnordered<BoxFuture<'static, Outcome>>,
    /// What was asked of stores, to be finished before the program ends.
    saves: FuturesUnordered<BoxFuture<'static, Vec<Message>>>,
    /// Not yet told.
    messages: VecDeque<Message>,
    /// Ends the turn, the summary or the login under way.
    cancel: CancellationToken,
    /// Where the model's commands arrive that the user must allow, and the one that waits.
    questions: Option<Questions>,
    question: Option<workspace::Question>,
    models: Option<Models>,
    model: String,
    status: Option<i32>,
}

impl Effects {
    pub(crate) fn new(
        means: Means,
        questions: Option<Questions>,
        inbox: Arc<Inbox>,
        model: String,
    ) -> Self {
        let means = Arc::new(means);
        Effects {
            talk: Talk::new(means.clone(), model.clone()),
            record: Record::new(means.clone()),
            means,
            inbox,
            works: FuturesUnordered::new(),
            saves: FuturesUnordered::new(),
            messages: VecDeque::new(),
            cancel: CancellationToken::new(),
            questions,
            question: None,
            models: None,
            model,
            status: None,
        }
    }

    /// The exit status, once the user has left.
    pub(crate) fn status(&self) -> Option<i32> {
        self.status
    }

    /// Waits for the next message.
    pub(crate) async fn next(&mut self) -> Message {
        loop {
            if let Some(message) = self.messages.pop_front() {
                return message;
            }
            tokio::select! {
                Some(outcome) = self.works.next(), if !self.works.is_empty() => self.accept(outcome),
                Some(saved) = self.saves.next(), if !self.saves.is_empty() => self.messages.extend(saved),
                heard = self.talk.next() => self.hear(heard),
                asked = next_question(&mut self.question, &mut self.questions) => self.ask(asked),
            }
        }
    }

    /// Ends what runs, and finishes what is being saved.
    pub(crate) async fn finish(&mut self) {
        self.works.clear();
        self.cancel.cancel();
        if self.talk.close().await {
            self.save(None);
        }
        while self.saves.next().await.is_some() {}
    }

    pub(crate) fn perform(&mut self, effect: Effect, view: &View, screen: &mut Screen) {
        match effect {
            Effect::Prompt(text) => {
                self.record.prompted(&text);
                self.start(Start::Prompt(text));
            }
            Effect::Compact => self.start(Start::Summary),
            Effect::Cancel => self.cancel.cancel(),
            Effect::SetModel(id) => self.set_model(id),
            Effect::SetMode(mode) => self.set_mode(mode),
            Effect::Answer(decision) => self.answer(decision),
            Effect::LoadModels => self.load_models(),
            Effect::Remember(text) => self.remember(text),
            Effect::ForgetHistory => self.forget_history(),
            Effect::NewSession => {
                self.talk.replace(None);
                self.record.begin(None);
                self.tell_standing();
            }
            Effect::ListSessions => self.list_sessions(),
            Effect::Resume(id) => self.resume(id.map_or(Which::Last, Which::Id)),
            Effect::RemoveSession(id) => self.remove_session(id),
            Effect::Rename(title) => self.rename(title),
            Effect::Copy(text) => {
                let text = STANDARD.encode(text);
                view.write(format!("\x1b]52;c;{text}\x07").into_bytes());
            }
            Effect::Mouse(on) => view.write(Screen::mouse(on)),
            Effect::AskBackground => view.write(ASK_BACKGROUND.to_vec()),
            Effect::Redraw => screen.invalidate(),
            Effect::Exit => self.status = Some(0),
            Effect::LogIn => self.log_in(),
            Effect::LogOut => self.log_out(),
        }
    }

    fn work(&self, work: impl Future<Output = Outcome> + MaybeSend + 'static) {
        self.works.push(Box::pin(work));
    }

    /// A token that the user and the interrupt key trigger.
    fn begin_work(&mut self) -> CancellationToken {
        self.cancel = self.inbox.work().child_token();
        self.cancel.clone()
    }

    /// Gets a key for a turn; it begins once the key is there.
    fn start(&mut self, start: Start) {
        let cancel = self.begin_work();
        let means = self.means.clone();
        self.work(async move {
            let key = tokio::select! {
                biased;
                () = cancel.cancelled() => Err(Failure::Cancelled),
                key = means.account.key() => key,
            };
            Outcome::Key(key, start)
        });
    }

    fn accept(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Message(message) => self.messages.push_back(message),
            Outcome::Restored(restored, resumed) => {
                self.use_remembered(&restored);
                if let Some(resumed) = resumed {
                    self.take_up(resumed);
                }
                self.messages.push_back(Message::Ready(restored));
            }
            Outcome::Resumed(resumed) => self.take_up(resumed),
            Outcome::Listed(listed) => self.read_titles(listed),
            Outcome::LoginPage(code) => self.wait_for_login(code),
            Outcome::Models(models) => {
                self.models = models.as_ref().ok().cloned().or(self.models.take());
                self.tell_standing();
                self.messages.push_back(Message::Models(models));
            }
            Outcome::Key(key, start) => {
                let signal = self.cancel.clone();
                let begun = key.and_then(|key| self.talk.begin(&start, key, signal));
                if let Err(failure) = begun {
                    self.messages.push_back(start.failed(failure));
                }
            }
        }
    }

    /// Shows a question, or takes it back.
    fn ask(&mut self, asked: Option<workspace::Question>) {
        self.messages.push_back(match &asked {
            None => Message::Withdrawn,
            Some(question) => Message::Asked(Question {
                command: question.command.clone(),
                cwd: question.cwd.clone(),
            }),
        });
        self.question = asked;
    }

    fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Event(event) => self.messages.push_back(Message::Turn(event)),
            Heard::Ended(outcome) => {
                self.tell_standing();
                let usage = outcome.as_ref().ok().map(|result| result.usage.clone());
                self.save(usage);
                let outcome = outcome.map_err(Failure::Failed);
                self.messages.push_back(Message::TurnEnded(outcome));
            }
            Heard::Compacted(outcome) => {
                if outcome.is_ok() {
                    // What the summary stands for stays where it is.
                    self.record.begin(Some(self.record.title().to_owned()));
                    self.save(None);
                }
                self.tell_standing();
                self.messages.push_back(Message::Compacted(outcome));
            }
        }
    }

    fn tell_standing(&mut self) {
        let facts = self.models.as_ref().and_then(|it| it.get(&self.model));
        let window = facts.and_then(|facts| facts.context_window);
        let standing = self.talk.standing(window);
        self.messages.push_back(Message::Standing(standing));
    }

    /// Uses a model, without remembering it.
    fn use_model(&mut self, id: String) {
        self.talk.set_model(id.clone());
        self.model = id;
        self.tell_standing();
    }

    fn answer(&mut self, decision: Decision) {
        if let Some(question) = self.question.take() {
            question.answer(decision);
        }
    }

    fn load_models(&mut self) {
        let cancel = self.inbox.work();
        let means = self.means.clone();
        self.work(async move {
            tokio::select! {
                models = means.models() => Outcome::Models(models),
                () = cancel.cancelled() => Outcome::Models(Err(Failure::Cancelled)),
            }
        });
    }
}

/// The next question; none when the one that waits needs no answer any more. One comes after the other.
async fn next_question(
    waiting: &mut Option<workspace::Question>,
    arriving: &mut Option<Questions>,
) -> Option<workspace::Question> {
    if let Some(waiting) = waiting {
        waiting.withdrawn().await;
        return None;
    }
    let question = match arriving {
        Some(arriving) => arriving.recv().await,
        None => None,
    };
    match question {
        Some(question) => Some(question),
        None => pending().await,
    }
}
