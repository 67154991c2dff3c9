//! What is wrong with the IDL, said so that its author can mend it: a stable code, a place, and what to do.

mod code;
mod render;

pub use code::Code;
pub(crate) use render::Finding;

use crate::source::{SourceMap, Span};

/// So many mistakes are shown; the rest is a number. Nobody reads more, and what is no IDL at all has no end of them.
const MAX_SHOWN: usize = 100;

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    pub span: Span,
    /// What is wrong, without the place.
    pub message: String,
    /// Stands beside the caret; may be empty.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            span,
            message: message.into(),
            label: String::new(),
            help: None,
        }
    }

    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds `did you mean …?` when there is a name to offer.
    #[must_use]
    pub fn did_you_mean(mut self, name: Option<&str>) -> Self {
        if let Some(name) = name {
            self.help = Some(format!("did you mean `{name}`?"));
        }
        self
    }
}

/// The mistakes of one run.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        self.list.extend(diagnostics);
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Keeps what `keep` chooses.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(keep);
    }

    /// `value`, unless there are mistakes.
    pub fn or_ok<T>(mut self, value: T) -> Result<T, Diagnostics> {
        if self.is_empty() {
            return Ok(value);
        }
        self.list.sort_by_key(|diagnostic| diagnostic.span);
        Err(self)
    }

    /// The first mistakes, by place, and a line that counts all.
    pub fn render(&self, sources: &SourceMap) -> String {
        let mut text = String::new();
        for diagnostic in self.list.iter().take(MAX_SHOWN) {
            render::diagnostic(&mut text, sources, diagnostic);
            text.push('\n');
        }
        let count = match self.len() {
            1 => "1 mistake".to_owned(),
            count if count > MAX_SHOWN => {
                format!("{count} mistakes, of which the first {MAX_SHOWN} are shown,")
            }
            count => format!("{count} mistakes"),
        };
        text.push_str(&format!("error: {count} in the IDL; nothing was written\n"));
        if let Some(first) = self.list.first() {
            text.push_str(&format!(
                "run `cargo codegen explain {}` for more\n",
                first.code
            ));
        }
        text
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

/// The candidate most like `name`, if one is near enough to be what was meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    let allowed = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| *candidate != name)
        .map(|candidate| {
            let distance = strsim::damerau_levenshtein(&lower, &candidate.to_lowercase());
            (distance, candidate)
        })
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_a_near_name_is_offered() {
        let names = ["Turn", "TurnEvent", "Agent"];
        assert_eq!(nearest("Tunr", names), Some("Turn"));
        assert_eq!(nearest("turnEvent", names), Some("TurnEvent"));
        assert_eq!(nearest("Checkpoint", names), None);
    }
}
