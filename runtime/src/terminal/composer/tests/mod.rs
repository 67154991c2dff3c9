//! The composer is driven by what a terminal view sends, and looked at as it is drawn.

mod completion;
mod drawing;
mod editing;
mod history;
mod noise;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};

use super::*;
use crate::terminal::input::Parser;
use crate::terminal::theme::Theme;

const WIDTH: u16 = 80;

/// Keys, as xterm sends them.
const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const HOME: &str = "\x1b[H";
const END: &str = "\x1b[F";
const ENTER: &str = "\r";
const SHIFT_ENTER: &str = "\x1b[13;2u";
const TAB: &str = "\t";
const BACK_TAB: &str = "\x1b[Z";
const BACKSPACE: &str = "\x7f";
const DELETE: &str = "\x1b[3~";

/// Sends bytes, then a pause in which an ESC at their end is taken for a key. The last reply counts.
fn send(composer: &mut Composer, bytes: &str) -> Reply {
    send_at(composer, bytes, WIDTH)
}

fn send_at(composer: &mut Composer, bytes: &str, width: u16) -> Reply {
    let mut parser = Parser::new();
    let mut inputs = parser.feed(bytes.as_bytes());
    inputs.extend(parser.flush());
    let replies = inputs.iter().map(|input| composer.handle(input, width));
    replies.last().expect("an input")
}

fn composer(bytes: &str) -> Composer {
    let mut composer = Composer::new();
    if !bytes.is_empty() {
        send(&mut composer, bytes);
    }
    composer
}

/// What the text is after some bytes.
fn text(bytes: &str) -> String {
    composer(bytes).text().to_owned()
}

/// The text with a bar where the cursor is.
fn marked(composer: &Composer) -> String {
    let (before, after) = composer.text().split_at(composer.text.cursor());
    format!("{before}|{after}")
}

fn with_history(entries: &[&str]) -> Composer {
    let mut composer = Composer::new();
    composer.set_history(entries.iter().map(|&entry| entry.to_owned()).collect());
    composer
}

fn submitted(text: &str) -> Reply {
    Reply::Submit(text.to_owned())
}

fn control(letter: char) -> String {
    char::from(letter as u8 & 0x1f).to_string()
}

/// The composer drawn into an area of its height, and its cursor.
fn draw(composer: &mut Composer, width: u16) -> (Vec<String>, Position) {
    let height = composer.height(width);
    draw_in(composer, width, height)
}

fn draw_in(composer: &mut Composer, width: u16, height: u16) -> (Vec<String>, Position) {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    let cursor = composer.render(buffer.area, &mut buffer, &Theme::plain());
    (lines(&buffer), cursor)
}

fn lines(buffer: &Buffer) -> Vec<String> {
    let rows = buffer.content.chunks(buffer.area.width.into());
    let line = |row: &[ratatui_core::buffer::Cell]| {
        let line: String = row.iter().map(|cell| cell.symbol()).collect();
        line.trim_end().to_owned()
    };
    rows.map(line).collect()
}
