//! The terminal: an interactive agent as a program that draws into a terminal view of the application.
//!
//! Data flows one way. Bytes of the view become inputs (`input`); inputs, events of turns and outcomes of effects change
//! the state (`app`), which names the effects that follow; the state is drawn as a frame (`screen`), of which only what
//! changed is written to the view. One task does all of this (`program`); nothing here has a thread or polls.
//!
//! Whatever was written elsewhere, by the model or by a command, is made fit for the screen in one place (`text`).

mod app;
mod composer;
mod dialogs;
pub(crate) mod input;
pub(crate) mod login;
pub(crate) mod markdown;
mod program;
#[cfg(test)]
mod random;
mod screen;
pub(crate) mod sessions;
mod stores;
mod text;
pub(crate) mod theme;
mod transcript;
mod workspace;

pub use program::{TerminalRuntime, create_fx_terminal};
