//! Tools of the application: how they are kept, called, and what their answers become.

mod host_tool;
mod registry;
mod result;

pub use host_tool::{HostTool, TypedTool};
pub(crate) use registry::Registry;
pub(crate) use result::{IMAGE_TYPES, ToolOutcome, is_base64};
