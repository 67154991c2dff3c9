//! Characters that a server cut in two: the first half ends one event's text, the second begins the next one's.
//!
//! Servers written in JavaScript cut text between UTF-16 units, and send each half of an emoji as the escape of a lone
//! surrogate. Whoever joins the deltas there gets the character back, so it must not be lost here, where text cannot hold
//! half of one.

use std::borrow::Cow;

/// How long an escape of a surrogate is: `\ud83d`.
const ESCAPE: usize = 6;

/// Holds back the event that ends in a first half, until the next one shows whether the second half follows.
#[derive(Debug, Default)]
pub(super) struct Halves {
    held: Option<Held>,
}

#[derive(Debug)]
struct Held {
    data: Vec<u8>,
    /// Where the first half stands in it.
    at: usize,
}

impl Halves {
    /// Takes an event and returns what can be read now, in order: the event held back before, and this one.
    pub(super) fn join<'a>(&mut self, data: &'a [u8]) -> [Option<Cow<'a, [u8]>>; 2] {
        let mut data = Cow::Borrowed(data);
        let before = self.held.take().map(|mut held| {
            if let Some(at) = second_half(&data) {
                let half: Vec<u8> = held.data.drain(held.at..held.at + ESCAPE).collect();
                data.to_mut().splice(at..at, half);
            }
            Cow::Owned(held.data)
        });
        match first_half(&data) {
            Some(at) => {
                let data = data.into_owned();
                self.held = Some(Held { data, at });
                [before, None]
            }
            None => [before, Some(data)],
        }
    }

    /// The event that no other followed.
    pub(super) fn end(&mut self) -> Option<Vec<u8>> {
        self.held.take().map(|held| held.data)
    }
}

/// Where a string ends in a first half.
fn first_half(data: &[u8]) -> Option<usize> {
    surrogates(data, b"89ab").find(|&at| data.get(at + ESCAPE) == Some(&b'"'))
}

/// Where a string begins with a second half.
fn second_half(data: &[u8]) -> Option<usize> {
    surrogates(data, b"cdef")
        .find(|&at| at > 0 && data[at - 1] == b'"' && !is_escaped(data, at - 1))
}

/// Where surrogates are escaped whose second digit is one of `kind`.
fn surrogates(data: &[u8], kind: &'static [u8]) -> impl Iterator<Item = usize> {
    memchr::memchr_iter(b'\\', data).filter(move |&at| {
        let Some([_, b'u', d, second, rest @ ..]) = data.get(at..at + ESCAPE) else {
            return false;
        };
        d.eq_ignore_ascii_case(&b'd')
            && kind.contains(&second.to_ascii_lowercase())
            && rest.iter().all(u8::is_ascii_hexdigit)
            && !is_escaped(data, at)
    })
}

/// Whether the character at `at` is preceded by a backslash that is none itself.
fn is_escaped(data: &[u8], at: usize) -> bool {
    let backslashes = data[..at].iter().rev().take_while(|&&byte| byte == b'\\');
    backslashes.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events as they can be read in the end.
    fn joined(events: &[&str]) -> Vec<String> {
        let mut halves = Halves::default();
        let mut read: Vec<Vec<u8>> = Vec::new();
        for event in events {
            let ready = halves.join(event.as_bytes());
            read.extend(ready.into_iter().flatten().map(Cow::into_owned));
        }
        read.extend(halves.end());
        read.into_iter()
            .map(|event| String::from_utf8(event).unwrap())
            .collect()
    }

    #[test]
    fn a_character_cut_between_two_events_is_whole_in_the_second() {
        assert_eq!(
            joined(&[r#"{"d":"a\ud83d"}"#, r#"{"d":"\ude00b"}"#, r#"{"d":"c"}"#]),
            [r#"{"d":"a"}"#, r#"{"d":"\ud83d\ude00b"}"#, r#"{"d":"c"}"#],
        );
    }

    #[test]
    fn characters_cut_one_after_another_are_all_whole() {
        assert_eq!(
            joined(&[
                r#"{"d":"\uD83D"}"#,
                r#"{"d":"\uDE00\uD83D"}"#,
                r#"{"d":"\uDE01"}"#
            ]),
            [
                r#"{"d":""}"#,
                r#"{"d":"\uD83D\uDE00"}"#,
                r#"{"d":"\uD83D\uDE01"}"#
            ],
        );
    }

    #[test]
    fn halves_without_their_other_half_stay_where_they_are() {
        for events in [
            &[r#"{"d":"a\ud83d"}"#, r#"{"d":"b"}"#][..],
            &[r#"{"d":"a\ud83d"}"#],
            &[r#"{"d":"a"}"#, r#"{"d":"\ude00"}"#],
            &[r#"{"d":"\ud83d"}"#, r#"{"d":"x"}"#, r#"{"d":"\ude00"}"#],
            &[r#"{"d":"\ud83d\ude00"}"#, r#"{"d":"\ud83d\ude00"}"#],
        ] {
            assert_eq!(joined(events), events);
        }
    }

    #[test]
    fn escaped_backslashes_and_quotes_are_text() {
        for events in [
            [r#"{"d":"\\ud83d"}"#, r#"{"d":"\ude00"}"#],
            [r#"{"d":"\ud83d"}"#, r#"{"d":"\\ude00"}"#],
            [r#"{"d":"\ud83d"}"#, r#"{"d":"\"\ude00"}"#],
            [r#"{"d":"\ud83d\""}"#, r#"{"d":"\ude00"}"#],
        ] {
            assert_eq!(joined(&events), events);
        }
    }
}
