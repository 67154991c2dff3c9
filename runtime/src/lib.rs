//! libfx embeds AI agents in applications: prompt one, read a stream of events, give it tools, save and restore the
//! conversation.
//!
//! ```no_run
//! use futures_util::StreamExt;
//! use libfx::{Agent, HostTool, TurnEvent};
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct CountWords {
//!     text: String,
//! }
//!
//! # async fn example() -> Result<(), libfx::FxError> {
//! let count_words = HostTool::typed::<CountWords>("count_words", "Counts the words of a text.")
//!     .execute(|input, _context| async move { Ok(input.text.split_whitespace().count().to_string()) });
//! let agent = Agent::builder("my AI Gateway key").tool(count_words).build().await?;
//!
//! let mut turn = agent.prompt("How many words has this sentence?")?;
//! while let Some(event) = turn.next().await {
//!     if let TurnEvent::TextDelta { delta } = event? {
//!         print!("{delta}");
//!     }
//! }
//! println!("{:?}", turn.result().await?.stop_reason);
//! # Ok(())
//! # }
//! ```
//!
//! [`mcp`] gives an agent the tools of MCP servers, [`skills`] what it is to know for a task, from Markdown files.
//!
//! The contract (traits, types, limits, errors) is the crate [`api`], generated from the IDL; this crate implements it.

mod agent;
mod builder;
mod checkpoint;
mod contract;
mod conversation;
mod diagnostics;
pub mod engine;
mod event_queue;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod gateway;
mod json;
mod knowledge;
mod local;
pub mod mcp;
mod models;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod platform;
mod prompt;
pub mod skills;
mod tagged;
#[cfg(feature = "terminal")]
pub mod terminal;
mod tools;
mod transport;
mod turn;
mod turn_loop;

pub use agent::Agent;
pub use builder::AgentBuilder;
pub use libfx_api as api;
pub use libfx_api::{
    AgentOptions, DiagnosticEvent, ErrorCode, FxError, Instructions, ListModelsOptions,
    PromptBlock, PromptInput, PromptOptions, Resource, StopReason, ToolContext, ToolImage,
    ToolOutput, TurnEvent, TurnResult, Usage, limits,
};
pub use local::{LocalHost, LocalPlatform};
#[cfg(not(target_arch = "wasm32"))]
pub use models::list_models;
pub use models::list_models_on;
#[cfg(not(target_arch = "wasm32"))]
pub use native::{NativePlatform, block_on, shutdown};
pub use platform::Platform;
pub use tools::{HostTool, TypedTool};
pub use turn::Turn;

/// Compiles the programs of the README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
