//! Checks of values whose shape is right: limits, patterns and uniqueness. Values built in Rust and values decoded from a
//! host go through the same ones.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use bytes::Bytes;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{AsyncCallback, Callback, Fetch, JsonObject, Path, Pattern, text};
use crate::FxError;

/// A type with limits, or made of types with limits.
pub trait Validate {
    /// Checks every limit of the value, which stands at `path`.
    fn validate(&self, path: &Path<'_>) -> Result<(), FxError> {
        let _ = path;
        Ok(())
    }
}

impl Validate for String {}
impl Validate for SecretString {}
impl Validate for bool {}
impl Validate for u32 {}
impl Validate for i32 {}
impl Validate for u64 {}
impl Validate for f64 {}
impl Validate for Bytes {}
impl Validate for Value {}
impl Validate for JsonObject {}
impl Validate for CancellationToken {}
impl Validate for Arc<dyn Fetch> {}
impl Validate for () {}
impl<A> Validate for Callback<A> {}
impl<A, R> Validate for AsyncCallback<A, R> {}

impl<T: Validate> Validate for Option<T> {
    fn validate(&self, path: &Path<'_>) -> Result<(), FxError> {
        self.iter().try_for_each(|value| value.validate(path))
    }
}

impl<T: Validate> Validate for [T] {
    fn validate(&self, path: &Path<'_>) -> Result<(), FxError> {
        let mut items = self.iter().enumerate();
        items.try_for_each(|(index, item)| item.validate(&path.index(index)))
    }
}

impl<T: Validate> Validate for Vec<T> {
    fn validate(&self, path: &Path<'_>) -> Result<(), FxError> {
        self.as_slice().validate(path)
    }
}

impl<T: Validate> Validate for BTreeMap<String, T> {
    fn validate(&self, path: &Path<'_>) -> Result<(), FxError> {
        let mut members = self.iter();
        members.try_for_each(|(name, member)| member.validate(&path.member(name)))
    }
}

/// How much there is of a value, and of what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Text, in bytes of UTF-8.
    Text(usize),
    Items(usize),
    Members(usize),
    Bytes(usize),
    /// Bytes of compact JSON.
    Json(usize),
    Number(f64),
}

/// A value that a limit can apply to.
pub trait Measure {
    fn size(&self) -> Size;
}

macro_rules! measure {
    ($($type:ty: |$value:ident| $size:expr;)*) => {
        $(impl Measure for $type {
            fn size(&self) -> Size {
                let $value = self;
                $size
            }
        })*
    };
}

measure! {
    str: |text| Size::Text(text.len());
    String: |text| Size::Text(text.len());
    SecretString: |text| Size::Text(text.expose_secret().len());
    Bytes: |bytes| Size::Bytes(bytes.len());
    JsonObject: |object| Size::Json(super::plain::encode(object).to_string().len());
    u32: |number| Size::Number(f64::from(*number));
    i32: |number| Size::Number(f64::from(*number));
    // A count is at most 2^53 - 1.
    u64: |number| Size::Number(*number as f64);
    f64: |number| Size::Number(*number);
}

impl<T> Measure for [T] {
    fn size(&self) -> Size {
        Size::Items(self.len())
    }
}

impl<T> Measure for Vec<T> {
    fn size(&self) -> Size {
        Size::Items(self.len())
    }
}

impl<T> Measure for BTreeMap<String, T> {
    fn size(&self) -> Size {
        Size::Members(self.len())
    }
}

/// Checks that the size of `value` is within `limit`.
pub fn size(
    value: &(impl Measure + ?Sized),
    limit: impl RangeBounds<u64>,
    path: &Path<'_>,
) -> Result<(), FxError> {
    let size = value.size();
    if let Bound::Included(&min) = limit.start_bound()
        && size.amount() < min as f64
    {
        let message = format!("{path}: expected {}", size.at_least(min));
        return Err(FxError::invalid_argument(message));
    }
    if let Bound::Included(&max) = limit.end_bound()
        && size.amount() > max as f64
    {
        let unit = size.unit(max);
        let got = shown(size.amount());
        let message = format!("{path}: expected at most {max}{unit}, got {got}");
        return Err(FxError::limit_exceeded(message));
    }
    Ok(())
}

impl Size {
    fn amount(self) -> f64 {
        match self {
            Size::Text(amount)
            | Size::Items(amount)
            | Size::Members(amount)
            | Size::Bytes(amount)
            | Size::Json(amount) => amount as f64,
            Size::Number(amount) => amount,
        }
    }

    fn at_least(self, min: u64) -> String {
        match self {
            Size::Text(_) if min == 1 => "a non-empty string".into(),
            Size::Items(_) if min == 1 => "a non-empty array".into(),
            Size::Members(_) if min == 1 => "a non-empty object".into(),
            Size::Bytes(_) if min == 1 => "at least one byte".into(),
            _ => format!(
                "at least {min}{}, got {}",
                self.unit(min),
                shown(self.amount())
            ),
        }
    }

    /// The unit of `amount`, with the space before it.
    fn unit(self, amount: u64) -> String {
        let (unit, of) = match self {
            Size::Text(_) => ("byte", " of UTF-8"),
            Size::Items(_) => ("item", ""),
            Size::Members(_) => ("member", ""),
            Size::Bytes(_) => ("byte", ""),
            Size::Json(_) => ("byte", " of JSON"),
            Size::Number(_) => return String::new(),
        };
        let plural = if amount == 1 { "" } else { "s" };
        format!(" {unit}{plural}{of}")
    }
}

/// An amount as messages tell it. Not by way of `Display`, which is 6 KB of a download, while JSON is there anyway.
fn shown(amount: f64) -> String {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    if amount.fract() == 0.0 && amount.abs() <= LARGEST {
        (amount as i64).to_string()
    } else {
        json!(amount).to_string()
    }
}

/// Text that a pattern can apply to.
pub trait Text {
    fn text(&self) -> &str;

    /// The text as messages quote it; `None` for what must never be printed.
    fn quoted(&self) -> Option<String> {
        Some(text::quoted(self.text()))
    }
}

impl Text for str {
    fn text(&self) -> &str {
        self
    }
}

impl Text for String {
    fn text(&self) -> &str {
        self
    }
}

impl Text for SecretString {
    fn text(&self) -> &str {
        self.expose_secret()
    }

    fn quoted(&self) -> Option<String> {
        None
    }
}

/// Checks that the whole of `value` matches `pattern`.
pub fn pattern(
    value: &(impl Text + ?Sized),
    pattern: &Pattern,
    path: &Path<'_>,
) -> Result<(), FxError> {
    if pattern.matches(value.text()) {
        return Ok(());
    }
    let got = value.quoted().map(|value| format!(", got {value}"));
    Err(FxError::invalid_argument(format!(
        "{path}: expected a match of {}{}",
        pattern.source,
        got.unwrap_or_default(),
    )))
}

/// Checks that no two of `items` have the same `member`, which `read` reads.
pub fn unique<T>(
    items: &[T],
    member: &str,
    read: impl Fn(&T) -> &str,
    path: &Path<'_>,
) -> Result<(), FxError> {
    let mut first = HashMap::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let value = read(item);
        if let Some(first) = first.insert(value, index) {
            return Err(text::duplicate(path, index, first, member, value));
        }
    }
    Ok(())
}
