//! What the generated types stand on: bounds, paths, decoding, checks and the link to the host.
//!
//! Nothing here knows a declaration of the IDL except the error type, whose constructors it calls.

mod bounds;
pub mod check;
mod decode;
mod describe;
mod fetch;
mod fields;
mod input;
mod link;
mod live;
mod path;
mod pattern;
pub mod plain;
mod text;

pub use bounds::{AsyncCallback, BoxFuture, BoxStream, Callback, MaybeSend, MaybeSync};
pub use check::Validate;
pub use decode::{Decode, JsonObject};
pub use describe::{Describe, Lender, Lent, Recipient};
pub use fetch::{Fetch, HttpRequest, HttpResponse, Method};
pub use fields::{Fields, HostFields};
pub use input::{Input, Seen};
pub use link::{Answer, HostError, HostLink, HostRef};
pub use live::{Listener, Live};
pub use path::Path;
pub use pattern::{Pattern, Piece};
pub use text::one_of;
