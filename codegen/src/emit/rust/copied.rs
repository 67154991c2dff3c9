//! The hand-written part of the crate, copied as it is. `support/` is not a module of the generator: it is checked where
//! it is compiled, in the generated crate.

/// Name and text of each file.
pub(super) const FILES: &[(&str, &str)] = &[
    ("bounds.rs", include_str!("support/bounds.rs")),
    ("check.rs", include_str!("support/check.rs")),
    ("decode.rs", include_str!("support/decode.rs")),
    ("describe.rs", include_str!("support/describe.rs")),
    ("fetch.rs", include_str!("support/fetch.rs")),
    ("fields.rs", include_str!("support/fields.rs")),
    ("input.rs", include_str!("support/input.rs")),
    ("link.rs", include_str!("support/link.rs")),
    ("live.rs", include_str!("support/live.rs")),
    ("mod.rs", include_str!("support/mod.rs")),
    ("path.rs", include_str!("support/path.rs")),
    ("pattern.rs", include_str!("support/pattern.rs")),
    ("plain.rs", include_str!("support/plain.rs")),
    ("text.rs", include_str!("support/text.rs")),
];
