//! Why a login, its renewal or its end failed, in words for the user. Nothing secret gets here: of an answer only its error
//! code and description are told, without what was sent.

use std::fmt;

use secrecy::SecretString;
use serde::Deserialize;

use super::http::Answer;
use crate::gateway::redacted;

/// The longest text of others that is shown, in characters.
const MAX_SHOWN: usize = 200;

/// A failure. `Display` is a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LoginError {
    /// The provider does not answer, for now.
    Unreachable(String),
    /// The provider answers what it should not.
    Unusable(String),
    /// The provider has no device login.
    NotOffered,
    /// The user said no.
    Denied,
    /// The user did not answer in time.
    Expired,
    /// The provider refuses, and says why.
    Refused(String),
    /// What is stored is no session that can be used.
    Saved(&'static str),
    /// The session is over.
    LoggedOut,
    /// The provider may not have taken the tokens back.
    NotRevoked(String),
}

impl LoginError {
    pub(super) fn unreachable(why: impl fmt::Display) -> Self {
        LoginError::Unreachable(shown(&why.to_string()))
    }

    pub(super) fn unusable(why: impl fmt::Display) -> Self {
        LoginError::Unusable(shown(&why.to_string()))
    }

    /// What an answer other than the wanted one says.
    pub(super) fn refused(answer: &Answer) -> Self {
        match OAuthError::read(answer) {
            Some(error) => LoginError::Refused(error.describe(answer.sent.as_ref())),
            None if answer.is_for_now() => {
                LoginError::unreachable(format_args!("it answered {}", answer.status))
            }
            None => LoginError::unusable(format_args!("it answered {}", answer.status)),
        }
    }

    /// The failure of a logout.
    pub(super) fn not_revoked(self) -> Self {
        LoginError::NotRevoked(match self {
            LoginError::Unreachable(why)
            | LoginError::Unusable(why)
            | LoginError::Refused(why)
            | LoginError::NotRevoked(why) => why,
            other => other.to_string(),
        })
    }
}

impl fmt::Display for LoginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoginError::Unreachable(why) => write!(
                f,
                "The login server cannot be reached ({why}); check the network and try again."
            ),
            LoginError::Unusable(why) => write!(
                f,
                "The login server cannot be used ({why}); tell whoever has set up this login."
            ),
            LoginError::NotOffered => f.write_str(
                "The login server offers no login with a code; set AI_GATEWAY_API_KEY instead.",
            ),
            LoginError::Denied => f.write_str("The login was denied; start it anew with /login."),
            LoginError::Expired => {
                f.write_str("The code is not valid any more; get a new one with /login.")
            }
            LoginError::Refused(why) => write!(
                f,
                "The login server refuses ({why}); try again with /login, or tell whoever has set up this login."
            ),
            LoginError::Saved(why) => write!(
                f,
                "The saved login cannot be used ({why}); log in with /login."
            ),
            LoginError::LoggedOut => {
                f.write_str("You are not logged in any more; log in with /login.")
            }
            LoginError::NotRevoked(why) => write!(
                f,
                "You are logged out here, but the login server may not know ({why}); end the session on its website."
            ),
        }
    }
}

/// The body of a refusal (RFC 6749, 5.2).
#[derive(Deserialize)]
pub(super) struct OAuthError {
    pub(super) error: String,
    error_description: Option<String>,
}

impl OAuthError {
    /// What a refusal says; none if it is not one. Some servers refuse with status 200.
    pub(super) fn read(answer: &Answer) -> Option<Self> {
        answer.json().ok()
    }

    fn describe(self, sent: Option<&SecretString>) -> String {
        let said = self.error_description.filter(|text| !text.is_empty());
        let text = match said {
            Some(said) => format!("{}: {said}", self.error),
            None => self.error,
        };
        let text = match sent {
            Some(secret) => redacted(&text, secret),
            None => text,
        };
        shown(&text)
    }
}

/// One short line of what others have written, as it may stand inside a sentence.
fn shown(text: &str) -> String {
    let printable = |letter: char| match letter.is_control() || is_format(letter) {
        true => ' ',
        false => letter,
    };
    let mut line: String = text.chars().map(printable).take(MAX_SHOWN).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        line.push('…');
    }
    line.trim_matches([' ', '.']).to_owned()
}

/// Whether a character changes how others are shown: directions of writing, and line ends of Unicode.
fn is_format(letter: char) -> bool {
    matches!(letter, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(description: &str, sent: Option<&str>) -> String {
        let body = json!({ "error": "invalid_client", "error_description": description });
        let sent = sent.map(SecretString::from);
        LoginError::refused(&Answer::new(401, &body.to_string(), sent)).to_string()
    }

    #[test]
    fn what_a_provider_says_is_told_in_one_short_line() {
        assert!(
            refused("client is\u{1b}[2J\nunknown\u{202E}.", None)
                .starts_with("The login server refuses (invalid_client: client is [2J unknown); ")
        );
        assert!(refused("", None).starts_with("The login server refuses (invalid_client); "));
        assert!(refused(&"a".repeat(10_000), None).len() < 400);
    }

    #[test]
    fn a_secret_that_a_provider_repeats_is_not_told() {
        let said = refused("token open-sesame is unknown", Some("open-sesame"));
        assert!(said.contains("token [redacted] is unknown"), "{said}");
        // Where the text is cut, in the middle of it.
        let said = refused(
            &format!("{}open-sesame", "a".repeat(180)),
            Some("open-sesame"),
        );
        assert!(!said.contains("open"), "{said}");
    }

    #[test]
    fn an_answer_that_is_no_refusal_is_told_by_its_status_alone() {
        let page = |status| LoginError::refused(&Answer::new(status, "<html>secret</html>", None));
        assert_eq!(
            page(502),
            LoginError::Unreachable("it answered 502".to_owned())
        );
        assert_eq!(
            page(404),
            LoginError::Unusable("it answered 404".to_owned())
        );
    }
}
