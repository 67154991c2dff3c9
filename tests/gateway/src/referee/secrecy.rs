//! Looks for the key in everything an application is shown.
//!
//! Text that went through an encoder still gives the key away, so its spellings are looked for, too.

use base64::{
    Engine,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};

/// Spellings shorter than this may stand anywhere by chance.
const MIN_BYTES: usize = 8;

/// The key in the spellings in which it could be shown.
pub(crate) struct Spellings(Vec<(&'static str, Vec<u8>)>);

impl Spellings {
    pub(crate) fn of(key: &str) -> Self {
        let escaped = serde_json::Value::from(key).to_string();
        let escaped = &escaped.as_bytes()[1..escaped.len() - 1];
        let hexadecimal: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
        let mut spellings = vec![
            ("plainly", key.as_bytes().to_vec()),
            ("as JSON", escaped.to_vec()),
            ("in hexadecimal", hexadecimal.into_bytes()),
        ];
        for shift in 0..3 {
            for engine in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
                spellings.push(("in base64", in_base64(key, shift, &engine)));
            }
        }
        spellings.retain(|(_, spelling)| spelling.len() >= MIN_BYTES);
        Self(spellings)
    }

    /// How the key stands in `shown`, if it does.
    pub(crate) fn find(&self, shown: &[u8]) -> Option<&'static str> {
        let found = self
            .0
            .iter()
            .find(|(_, spelling)| memchr::memmem::find(shown, spelling).is_some());
        found.map(|(how, _)| *how)
    }
}

/// What of the key's base64 is the same whatever stands around it, when it begins `shift` bytes into a group of three.
fn in_base64(key: &str, shift: usize, engine: &impl Engine) -> Vec<u8> {
    let text = engine.encode([&b"\0\0"[..shift], key.as_bytes()].concat());
    // Digits that share bits with neighbours: 0, 2 or 3 at the start, and those of an unfinished last group.
    let start = [0, 2, 3][shift];
    let whole = (shift + key.len()) / 3 * 4;
    text.as_bytes()
        .get(start..whole)
        .unwrap_or_default()
        .to_vec()
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::{STANDARD, URL_SAFE};

    use super::*;

    const KEY: &str = "sk-????never>>>shown";

    fn found(shown: &str) -> Option<&'static str> {
        Spellings::of(KEY).find(shown.as_bytes())
    }

    #[test]
    fn the_key_is_found_inside_other_text() {
        assert_eq!(found(&format!("Bearer {KEY}.")), Some("plainly"));
        assert_eq!(found("Bearer [redacted]"), None);
        let quoted = Spellings::of("sk-\"quoted\"");
        assert_eq!(quoted.find(br#"{"a":"sk-\"quoted\""}"#), Some("as JSON"));
    }

    #[test]
    fn the_key_is_found_in_base64_wherever_it_stands_in_the_encoded_bytes() {
        for before in ["", "a", "ab", "abc"] {
            for after in ["", "x", "xy"] {
                let text = format!("{before}{KEY}{after}");
                assert_eq!(found(&STANDARD.encode(&text)), Some("in base64"), "{text}");
                assert_eq!(found(&URL_SAFE.encode(&text)), Some("in base64"), "{text}");
            }
        }
    }

    #[test]
    fn the_key_is_found_in_hexadecimal() {
        let hexadecimal: String = KEY.bytes().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found(&hexadecimal), Some("in hexadecimal"));
    }
}
