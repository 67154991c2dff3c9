//! The program as it runs: one task between the view, the model and the stores.
//!
//! - `launch`: arguments and environment. `means`: what the application has given.
//! - `runtime`: the handle that the application holds. `lifecycle`: how far the program has come.
//! - `inbox`, `view`: what comes from the view and what goes to it.
//! - `driver`: the task. `timer`: its one timer. `effects`: what it does. `talk`: the agent and its turn.
//!   `record`: the session. `account`: what requests are paid with.

mod account;
mod driver;
mod effects;
mod inbox;
mod launch;
mod lifecycle;
mod means;
mod record;
mod runtime;
mod talk;
mod timer;
mod view;

pub use runtime::{TerminalRuntime, create_fx_terminal};
