//! What declarations become in Python.
