//! The outcome of a command as text for the model.

use libfx_api::WorkspaceExecResult;
use libfx_api::limits::MAX_EXEC_BYTES;

/// Exit code, then each output that is not empty.
pub(super) fn text_of(result: &WorkspaceExecResult) -> String {
    let mut text = format!("exit code: {}", result.exit_code);
    for (name, output) in [("stdout", &result.stdout), ("stderr", &result.stderr)] {
        if !output.is_empty() {
            text.push_str(&format!("\n\n{name}:\n{}", cut(output)));
        }
    }
    text
}

/// The beginning that fits, and how much is missing.
fn cut(output: &str) -> String {
    let limit = MAX_EXEC_BYTES as usize;
    if output.len() <= limit {
        return output.to_owned();
    }
    let end = output.floor_char_boundary(limit);
    let missing = output.len() - end;
    format!("{}\n[cut here; {missing} more bytes]", &output[..end])
}
