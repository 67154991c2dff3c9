//! Texts for the model in tags that say what they are.

use libfx_api::FxError;

/// `body` in a tag with one attribute, on lines of its own.
pub(crate) fn with_attribute(tag: &str, (name, value): (&str, &str), body: &str) -> String {
    let value = escape(value);
    format!("<{tag} {name}=\"{value}\">\n{body}\n</{tag}>")
}

/// A tag with one attribute and no body.
pub(crate) fn empty(tag: &str, (name, value): (&str, &str)) -> String {
    let value = escape(value);
    format!("<{tag} {name}=\"{value}\"/>")
}

/// `body` in a tag, on lines of its own.
pub(crate) fn plain(tag: &str, body: &str) -> String {
    format!("<{tag}>\n{body}\n</{tag}>")
}

fn escape(value: &str) -> String {
    value
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Texts one below the other, a blank line between, up to a limit.
pub(crate) struct Blocks {
    /// What they make together, as messages call it.
    what: &'static str,
    max_bytes: u64,
    text: String,
}

impl Blocks {
    pub(crate) fn new(what: &'static str, max_bytes: u64) -> Self {
        Blocks {
            what,
            max_bytes,
            text: String::new(),
        }
    }

    /// # Errors
    /// `limitExceeded`: there is no room for the block.
    pub(crate) fn push(&mut self, block: &str) -> Result<(), FxError> {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        let bytes = (self.text.len() + block.len()) as u64;
        if bytes > self.max_bytes {
            return Err(FxError::limit_exceeded(format!(
                "{}: expected at most {} bytes of UTF-8, got {bytes} or more",
                self.what, self.max_bytes
            )));
        }
        self.text.push_str(block);
        Ok(())
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use libfx_api::ErrorCode;

    use super::*;

    #[test]
    fn attributes_are_escaped_and_bodies_are_not() {
        assert_eq!(
            with_attribute("resource", ("uri", r#"a"<b>&c"#), "1 < 2 & 3"),
            "<resource uri=\"a&quot;&lt;b&gt;&amp;c\">\n1 < 2 & 3\n</resource>"
        );
        assert_eq!(empty("a", ("b", "\"")), "<a b=\"&quot;\"/>");
        assert_eq!(plain("a", "1 < 2"), "<a>\n1 < 2\n</a>");
    }

    #[test]
    fn blocks_fill_their_limit_and_no_more() {
        let mut blocks = Blocks::new("records", 6);
        assert_eq!(blocks.push("ab"), Ok(()));
        assert_eq!(blocks.push("cd"), Ok(()));
        let error = blocks.push("").expect_err("two bytes between blocks");
        assert_eq!(error.code, ErrorCode::LimitExceeded);
        assert_eq!(
            error.message,
            "records: expected at most 6 bytes of UTF-8, got 8 or more"
        );
    }
}
