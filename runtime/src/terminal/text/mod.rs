//! Text for cells: what may stand in one, how wide it is, and where a line breaks.

mod clean;
mod clusters;
mod fit;
mod wrap;
#[cfg(test)]
mod wrap_tests;

pub(crate) use clean::{expand_tabs, printable, without_escapes};
pub(crate) use clusters::{prefix_within, width};
pub(crate) use fit::fit;
pub(crate) use wrap::{Widths, cut, wrap};
