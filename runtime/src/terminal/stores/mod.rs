//! The application's stores at arm's length: what the program remembers in them, and what becomes of it when they fail.
//!
//! A store is written by somebody else. It may fail, answer nonsense or never answer; each becomes a diagnostic, and the
//! program goes on as if there were no store. Sessions have a folder of their own, because there is more to them.
//!
//! - `calls`: one call of a store. `revision`: what is known of the revision of a stored record.
//! - `settings`, `history`, `login`: what is asked of each store.

mod calls;
mod history;
mod login;
mod revision;
mod settings;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use calls::{Call, Calls, Failure, Kind};
pub(crate) use history::History;
pub(crate) use login::{Change, LoginStore};
pub(crate) use revision::Revision;
pub(crate) use settings::Settings;
