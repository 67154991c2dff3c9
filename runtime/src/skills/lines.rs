//! Lines as files really end them: with LF, CR LF, or CR alone, mixed as they please.

/// The lines of a text, without their ends. What follows the last line end is a line only if it holds something.
#[derive(Clone)]
pub(super) struct Lines<'a> {
    rest: &'a str,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lines { rest: text }
    }

    /// What follows the lines that were taken.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(['\n', '\r']).unwrap_or(self.rest.len());
        let (line, after) = self.rest.split_at(end);
        self.rest = after
            .strip_prefix("\r\n")
            .or_else(|| after.strip_prefix(['\n', '\r']))
            .unwrap_or_default();
        Some(line)
    }
}

/// What is blank in a line.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

pub(super) fn is_blank(line: &str) -> bool {
    line.trim_matches(BLANKS).is_empty()
}

/// How many blanks a line begins with.
pub(super) fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(BLANKS).len()
}
