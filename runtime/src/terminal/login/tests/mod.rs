//! Whole logins against a provider that answers by script, on a clock that jumps.

mod flow;
mod hostile;
mod renewal;
mod script;
