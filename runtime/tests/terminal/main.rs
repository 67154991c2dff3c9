//! The whole program on the native platform, in a view of the tests, against a scripted Gateway.
//!
//! - `view`: a terminal that is looked at as text. `host`: a program in it, and what it is started with.
//!   `stores`: what applications remember.
//! - `talk`, `keys`, `lifecycle`, `login`, `remembering`, `workspace`: what is tested.

mod host;
mod keys;
mod lifecycle;
mod login;
mod remembering;
mod stores;
mod talk;
mod view;
mod workspace;
