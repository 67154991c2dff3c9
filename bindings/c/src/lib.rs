//! The C library: the flat engine behind plain exports, for languages that load or link one (Python, Swift).
//!
//! The exports of the contract are generated (`glue`), as is the header that declares all of them; by hand is how texts
//! cross (`buffer`), what engines there are (`engines`), and how one without a callback is waited for (`ready`).

mod buffer;
mod engines;
#[path = "../../../generated/c/glue.rs"]
mod glue;
mod ready;
