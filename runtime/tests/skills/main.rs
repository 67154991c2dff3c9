//! What skills say, in files and in records.

mod adapter;
mod corpus;
mod file;

use libfx::{ErrorCode, FxError};

#[track_caller]
pub(crate) fn refused<T: std::fmt::Debug>(
    result: Result<T, FxError>,
    code: ErrorCode,
    message: &str,
) {
    let error = result.expect_err("it is refused");
    assert_eq!((error.code, error.message.as_str()), (code, message));
}
