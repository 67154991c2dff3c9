//! Marks within a text that have no counterpart yet.

/// How many marks are closed at most; a text that has more of them open means something else.
const MOST: usize = 4;

/// How a text is to end.
pub(super) struct Ending {
    /// How much of the text stays. A mark that nothing follows yet is left out.
    pub(super) kept: usize,
    pub(super) closers: String,
}

/// A run of `*`, `_` or `~` that waits for its counterpart.
struct Opener {
    mark: char,
    count: usize,
    start: usize,
}

/// What has been read of a text.
#[derive(Default)]
struct Scan {
    openers: Vec<Opener>,
    /// A bracket is open that may be the text of a link.
    brackets: usize,
}

/// How what is open at the end of a text is closed.
pub(super) fn ending(text: &str) -> Ending {
    let mut scan = Scan::default();
    let mut before = ' ';
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '`' => match code(rest) {
                Some(length) => length,
                None => return scan.end_in_code(text, at),
            },
            '*' | '_' | '~' => {
                let run = rest.len() - rest.trim_start_matches(first).len();
                scan.run(first, run, at, before, rest[run..].chars().next());
                run
            }
            '[' => {
                scan.brackets += 1;
                1
            }
            ']' if rest.starts_with("](") && scan.brackets > 0 => match rest.find(')') {
                Some(end) => end,
                None => return scan.end_in_address(text, rest),
            },
            _ => first.len_utf8(),
        };
        at += length;
        before = text[..at].chars().next_back().unwrap_or(' ');
    }
    scan.end(text.len())
}

/// How long the code is that a text begins with; none if it has no end.
fn code(text: &str) -> Option<usize> {
    let fence = text.len() - text.trim_start_matches('`').len();
    let mut at = fence;
    while let Some(open) = text[at..].find('`') {
        at += open;
        let run = text[at..].len() - text[at..].trim_start_matches('`').len();
        at += run;
        if run == fence {
            return Some(at);
        }
    }
    None
}

impl Scan {
    /// A run of marks between two characters opens, closes, or is text.
    fn run(&mut self, mark: char, count: usize, start: usize, before: char, after: Option<char>) {
        let mut left = count;
        if !before.is_whitespace() {
            left -= self.close(mark, count);
        }
        let opens = !before.is_alphanumeric() && after.is_none_or(|after| !after.is_whitespace());
        let opens = opens && (mark != '~' || left == 2);
        if left > 0 && opens {
            self.openers.push(Opener {
                mark,
                count: left,
                start: start + count - left,
            });
        }
    }

    /// Closes what is open, and with it what was opened within; answers how many marks that took.
    fn close(&mut self, mark: char, count: usize) -> usize {
        let mut taken = 0;
        while taken < count {
            // Only what is looked at is dropped, so that every opener is looked at once.
            let Some(at) = self.openers.iter().rposition(|opener| opener.mark == mark) else {
                break;
            };
            self.openers.truncate(at + 1);
            let opener = &mut self.openers[at];
            let both = opener.count.min(count - taken);
            opener.count -= both;
            taken += both;
            if opener.count == 0 {
                self.openers.pop();
            }
        }
        taken
    }

    fn end(&self, length: usize) -> Ending {
        let mut kept = length;
        let mut closers = String::new();
        for opener in self.openers.iter().rev().take(MOST) {
            match opener.start + opener.count >= kept {
                true => kept = opener.start,
                false => closers.extend(std::iter::repeat_n(opener.mark, opener.count)),
            }
        }
        Ending { kept, closers }
    }

    fn end_in_code(&self, text: &str, start: usize) -> Ending {
        let code = text[start..].trim_start_matches('`');
        let fence = &text[start..text.len() - code.len()];
        if code.trim().is_empty() {
            return self.end(start);
        }
        let ending = self.end(text.len());
        Ending {
            closers: format!("{fence}{}", ending.closers),
            ..ending
        }
    }

    fn end_in_address(&self, text: &str, address: &str) -> Ending {
        let ending = self.end(text.len());
        match address.contains(char::is_whitespace) {
            true => ending,
            false => Ending {
                closers: format!("){}", ending.closers),
                ..ending
            },
        }
    }
}
