//! What declarations become in Swift.
