//! What changes the state, and what follows from a change.

use std::time::Duration;

use libfx_api::{FxError, TurnEvent, TurnResult, Usage, WorkspacePermission as Mode};

use crate::conversation::Turn;
use crate::gateway::Models;
use crate::terminal::input::Input;
use crate::terminal::transcript::Level;
use crate::terminal::workspace::Decision;

/// Something that has happened.
#[derive(Debug)]
pub(crate) enum Message {
    Input(Input),
    /// Time has passed; what counts seconds counts on.
    Tick,
    /// The stores have been read: prompts may go out.
    Ready(Restored),
    Turn(TurnEvent),
    TurnEnded(Result<TurnResult, Failure>),
    /// How much the conversation holds now.
    Standing(Standing),
    /// The conversation was replaced by a summary of it.
    Compacted(Result<(), Failure>),
    /// The model wants to run a command.
    Asked(Question),
    /// Nobody waits for the answer any more.
    Withdrawn,
    Models(Result<Models, Failure>),
    /// The sessions to choose from.
    Sessions(Vec<SavedSession>),
    /// The same ones with more of their titles.
    Titles(Vec<SavedSession>),
    /// The session of this id is no longer saved, or why it still is.
    SessionRemoved(Result<String, String>),
    /// The turns of a saved session have taken the place of the conversation, or why not.
    Opened(Result<Vec<Turn>, String>),
    /// What the session is called, and its id once it is saved.
    Session {
        id: Option<String>,
        title: String,
    },
    /// The page where the user logs in.
    LoginPage {
        url: String,
        code: String,
    },
    /// The login has ended: well, or with what the user should know.
    LoggedIn(Result<(), Failure>),
    /// The login is forgotten; the provider may not know.
    LoggedOut(Result<(), Failure>),
    /// Something to say.
    Notice(Level, String),
}

/// What the stores held.
#[derive(Debug, Default)]
pub(crate) struct Restored {
    pub(crate) model: Option<String>,
    pub(crate) mode: Option<Mode>,
    pub(crate) history: Vec<String>,
    pub(crate) logged_in: bool,
    /// Why the stored login cannot be used.
    pub(crate) login_fault: Option<String>,
}

/// Why a turn has no result, or other work none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    /// There is no key and no login.
    NoKey,
    Cancelled,
    Failed(FxError),
    /// The login is over, in words for the user.
    LoggedOut(String),
    /// In words for the user.
    Told(String),
}

/// How much the conversation holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Standing {
    /// Sums over the session.
    pub(crate) usage: Usage,
    /// About how many tokens the conversation is, and how many the model takes, where that is known.
    pub(crate) context: Option<(u64, u64)>,
}

/// A command that waits for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) command: String,
    pub(crate) cwd: String,
}

/// A session that could be resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedSession {
    pub(crate) id: String,
    pub(crate) title: String,
    /// When it was last saved, as the list shows it.
    pub(crate) saved: String,
}

/// What is to be done about a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Begins a turn.
    Prompt(String),
    /// Ends the turn, the summary or the login under way.
    Cancel,
    Compact,
    Answer(Decision),
    /// Uses the model from the next turn on, and remembers it.
    SetModel(String),
    SetMode(Mode),
    LoadModels,
    /// Adds a line to the history of prompts.
    Remember(String),
    /// Empties it.
    ForgetHistory,
    /// Begins an empty conversation, which is saved as a session of its own.
    NewSession,
    ListSessions,
    /// Resumes the session of this id, or the latest one.
    Resume(Option<String>),
    /// Removes the saved session of this id.
    RemoveSession(String),
    Rename(String),
    LogIn,
    LogOut,
    /// Gives a text to the clipboard of the view.
    Copy(String),
    Mouse(bool),
    /// Asks the view for the colour of its background.
    AskBackground,
    /// Draws everything anew.
    Redraw,
    Exit,
}

/// Since when something runs, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Running {
    pub(crate) what: Work,
    pub(crate) since: Duration,
    /// The user has asked for its end.
    pub(crate) ending: bool,
}

/// What can run while the user goes on typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// The stores are being read.
    Starting,
    Turn {
        prompt: String,
        /// Something of the answer has arrived.
        answered: bool,
        doing: Doing,
    },
    Compacting,
    Resuming,
    LoggingIn,
}

/// What a turn is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    Thinking,
    Answering,
    /// So many tool calls are under way.
    Calling(usize),
}
