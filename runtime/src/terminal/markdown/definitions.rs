//! The addresses that links name by a label.
//!
//! A text that is settled is not parsed again when a definition follows later: such a link stands as it was written until
//! the text is finished, and then all of a text with definitions is parsed once more.

use std::collections::HashMap;

use pulldown_cmark::{CowStr, Parser};

use super::options;

/// Longer addresses are pictures, which are not worth keeping for a moment.
const MAX_ADDRESS: usize = 2048;

/// What has been defined in the settled part of a text.
#[derive(Debug, Default)]
pub(super) struct Definitions(HashMap<String, String>);

impl Definitions {
    /// Adds what a text defines. The first definition of a label counts.
    pub(super) fn add(&mut self, text: &str) {
        if !may_have_any(text) {
            return;
        }
        let parser = Parser::new_ext(text, options());
        for (label, definition) in parser.reference_definitions().iter() {
            if definition.dest.len() <= MAX_ADDRESS {
                let address = || definition.dest.to_string();
                self.0.entry(folded(label)).or_insert_with(address);
            }
        }
    }

    pub(super) fn get(&self, label: &str) -> Option<(CowStr<'static>, CowStr<'static>)> {
        if self.0.is_empty() {
            return None;
        }
        let address = self.0.get(&folded(label))?;
        Some((address.clone().into(), "".into()))
    }
}

/// Whether there is anything in a text that could be a definition.
pub(super) fn may_have_any(text: &str) -> bool {
    text.contains("]:")
}

/// Labels are the same whatever the case of their letters and the blanks between their words.
fn folded(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    words.join(" ").to_lowercase()
}
