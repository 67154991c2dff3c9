//! The words of error messages, each in one place, so that every language says the same.

use super::Path;
use crate::FxError;

/// The longest value that a message quotes, in characters.
const QUOTED: usize = 64;

/// `value` as JSON, cut when it is long.
pub(crate) fn quoted(value: &str) -> String {
    let cut = match end_of_quote(value) {
        Some(end) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    };
    serde_json::Value::String(cut).to_string()
}

/// Whether [`quoted`] leaves a part of `value` out.
pub(crate) fn is_cut(value: &str) -> bool {
    end_of_quote(value).is_some()
}

fn end_of_quote(value: &str) -> Option<usize> {
    value.char_indices().nth(QUOTED).map(|(end, _)| end)
}

/// `"a", "b"`.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(quoted).collect();
    names.join(", ")
}

/// `one of "a", "b"`, or just the one when there is no choice.
pub fn one_of(names: &[&str]) -> String {
    match names {
        [only] => quoted(only),
        _ => format!("one of {}", list(names.iter().copied())),
    }
}

pub(crate) fn required(path: &Path<'_>, expected: &str) -> FxError {
    FxError::invalid_argument(format!("{path}: required, expected {expected}"))
}

pub(crate) fn expected(path: &Path<'_>, expected: &str, got: &str) -> FxError {
    FxError::invalid_argument(format!("{path}: expected {expected}, got {got}"))
}

pub(crate) fn unknown_property(path: &Path<'_>, name: &str, known: &[&str]) -> FxError {
    let path = path.member(name);
    let hint = match (nearest(name, known), known) {
        (Some(near), _) => format!(", did you mean {}?", quoted(near)),
        (None, []) => String::new(),
        (None, known) => format!(", expected {}", one_of(known)),
    };
    FxError::invalid_argument(format!("{path}: unknown property{hint}"))
}

pub(crate) fn duplicate(
    list: &Path<'_>,
    index: usize,
    first: usize,
    member: &str,
    value: &str,
) -> FxError {
    let item = list.index(index);
    FxError::invalid_argument(format!(
        "{}: {} is already the {member} of {}",
        item.member(member),
        quoted(value),
        list.index(first),
    ))
}

/// The known name that `name` was probably meant to be.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    const ALIKE: f64 = 0.8;
    known
        .iter()
        .map(|candidate| (strsim::jaro_winkler(name, candidate), *candidate))
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, candidate)| candidate)
}
