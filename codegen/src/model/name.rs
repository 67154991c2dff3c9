//! Names: one name, split into words once, spelled in each language's own convention.

use serde::{Serialize, Serializer};

/// A name as the IDL writes it (`apiKey`, `TurnEvent`), and the words it is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    source: String,
    words: Vec<String>,
}

/// Rules that all names share; declared once, in `naming.idl`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Naming {
    /// Lower-case words that some languages write in capitals (`url`, `mcp`, `id`).
    pub acronyms: Vec<String>,
}

/// Words that have capitals inside: how they are spelled where a word is capitalized.
const CAPITALIZED: &[(&str, &str)] = &[("oauth", "OAuth")];

impl Name {
    /// Splits `source` at its capitals; a run of capitals is one word (`parseURL` is `parse` `url`), and so is `OAuth`.
    pub fn new(source: impl Into<String>) -> Self {
        let source = source.into();
        let words = split_words(&source);
        Name { source, words }
    }

    /// As the IDL writes it. JavaScript and TypeScript use names so.
    pub fn source(&self) -> &str {
        &self.source
    }

    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// `api_key`: Rust and Python members.
    pub fn snake(&self) -> String {
        self.words.join("_")
    }

    /// `API_KEY`: constants.
    pub fn screaming(&self) -> String {
        self.snake().to_uppercase()
    }

    /// `ApiKey`: types and Rust variants.
    pub fn pascal(&self) -> String {
        self.words.iter().map(|word| capitalize(word)).collect()
    }

    /// `apiKey`.
    pub fn camel(&self) -> String {
        let mut words = self.words.iter();
        let first = words.next().cloned().unwrap_or_default();
        words.fold(first, |name, word| name + &capitalize(word))
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.source)
    }
}

fn split_words(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let mut words: Vec<String> = Vec::new();
    for (at, &letter) in chars.iter().enumerate() {
        if letter == '_' {
            continue;
        }
        let before = at.checked_sub(1).map(|at| chars[at]);
        let after = chars.get(at + 1);
        let starts = match before {
            _ if is_inside_word(&chars, at) => false,
            None | Some('_') => true,
            Some(before) if letter.is_uppercase() => {
                !before.is_uppercase() || after.is_some_and(|after| after.is_lowercase())
            }
            Some(_) => false,
        };
        if starts {
            words.push(String::new());
        }
        let word = words.last_mut().expect("the first letter starts a word");
        word.extend(letter.to_lowercase());
    }
    words
}

/// Whether the letter stands in a word that has capitals inside, behind its first letter.
fn is_inside_word(chars: &[char], at: usize) -> bool {
    CAPITALIZED.iter().any(|(_, word)| {
        let word: Vec<char> = word.chars().collect();
        (1..word.len()).any(|behind| {
            let start = at.checked_sub(behind);
            start.is_some_and(|start| chars[start..].starts_with(&word))
        })
    })
}

fn capitalize(word: &str) -> String {
    if let Some((_, capitalized)) = CAPITALIZED.iter().find(|(lower, _)| *lower == word) {
        return (*capitalized).to_owned();
    }
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn words_are_split_at_capitals_and_runs_of_capitals_stay_together() {
        let spell = |source| Name::new(source).snake();
        assert_eq!(spell("apiKey"), "api_key");
        assert_eq!(spell("parseURLNow"), "parse_url_now");
        assert_eq!(spell("OAuthSessionStore"), "oauth_session_store");
        assert_eq!(spell("maxOAuthBytes"), "max_oauth_bytes");
        assert_eq!(Name::new("OAuthSession").pascal(), "OAuthSession");
        assert_eq!(Name::new("oauthSession").pascal(), "OAuthSession");
        assert_eq!(spell("createFxAgent"), "create_fx_agent");
        assert_eq!(spell("text_delta"), "text_delta");
        assert_eq!(Name::new("text_delta").pascal(), "TextDelta");
    }
}
