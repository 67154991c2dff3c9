//! A Gateway for tests: a real HTTP/1.1 server on loopback that plays what a script says, byte for byte.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use libfx_gateway::{Gateway, Script};
//!
//! let gateway = Gateway::start().await?;
//! let session = gateway.session(Script::parse(serde_json::json!({
//!     "replies": [{
//!         "parts": [
//!             { "type": "text-delta", "id": "t", "delta": "Hello" },
//!             { "type": "finish", "finishReason": { "unified": "stop" }, "usage": {} },
//!         ],
//!         "cuts": { "every": 3 },
//!     }],
//! }))?);
//! // … let an agent prompt `session.url()`, then:
//! assert_eq!(session.violations(), [""; 0]);
//! assert_eq!(session.requests()[0].body["prompt"][0]["role"], "user");
//! # Ok(()) }
//! ```
//!
//! Where things are:
//!
//! - [`script`]: the format of a session's replies, [`recorded`] those of real servers. `body` makes bytes and silences of them, `player` sends these.
//! - `connection`, `server`: HTTP by hand, over sockets that scripts may cut, stall and reset.
//! - `session`, [`record`]: who asked what and when, and how far the reply came.
//! - [`protocol`]: what requests and replies are written in, and the address that says so.
//! - [`invariants`]: what is checked on every request, in each protocol.
//! - [`referee`]: compares what a scenario expects with what a language's runner observed; once, for all languages.
//! - `control`: the same over HTTP, for test suites that are not Rust (`libfx-gateway`, the binary).
//! - [`files`]: static files, for pages that are to be of the Gateway's origin.
//! - [`demo`]: a model that is not scripted, for people to talk to.

mod body;
mod connection;
mod control;
pub mod demo;
pub mod files;
pub mod invariants;
mod player;
pub mod protocol;
pub mod record;
pub mod recorded;
pub mod referee;
pub mod script;
mod server;
mod session;

pub use files::Files;
pub use protocol::Protocol;
pub use record::{ConnectionRecord, Outcome, RequestRecord};
pub use script::{Reply, Script, ScriptError};
pub use server::Gateway;
pub use session::{Responder, Session};
