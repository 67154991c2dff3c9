//! Text with indentation: what every emitter but Rust's prints with.

/// Collects lines at the current depth.
#[derive(Debug)]
pub struct Writer {
    text: String,
    depth: usize,
    indent: &'static str,
}

impl Writer {
    /// A writer that indents each level by `indent`.
    pub fn new(indent: &'static str) -> Self {
        Writer {
            text: String::new(),
            depth: 0,
            indent,
        }
    }

    /// Writes one line, or several when `line` holds line ends; an empty one stays empty.
    pub fn line(&mut self, line: impl AsRef<str>) {
        for line in line.as_ref().split('\n') {
            if !line.is_empty() {
                for _ in 0..self.depth {
                    self.text.push_str(self.indent);
                }
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }

    /// Writes an empty line, unless the text is empty or already ends with one.
    pub fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// Writes `open`, then what `body` writes one level deeper, then `close`.
    pub fn block(
        &mut self,
        open: impl AsRef<str>,
        close: impl AsRef<str>,
        body: impl FnOnce(&mut Self),
    ) {
        self.line(open);
        self.indented(body);
        self.line(close);
    }

    /// Writes what `body` writes one level deeper.
    pub fn indented(&mut self, body: impl FnOnce(&mut Self)) {
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    pub fn finish(self) -> String {
        self.text
    }
}
