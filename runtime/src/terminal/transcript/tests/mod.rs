//! The transcript as it stands on screen.

mod anything;
mod screens;
mod scrolling;

use std::time::Duration;

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;

use super::Transcript;
use crate::terminal::text;
use crate::terminal::theme::Theme;

fn at(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn draw(transcript: &mut Transcript, width: u16, height: u16, now: Duration) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    transcript.render(area, &mut buf, &Theme::dark(), now);
    buf
}

/// The rows of a view as text.
fn screen_at(transcript: &mut Transcript, width: u16, height: u16, now: Duration) -> Vec<String> {
    let buf = draw(transcript, width, height, now);
    (0..height).map(|y| row(&buf, y)).collect()
}

fn screen(transcript: &mut Transcript, width: u16, height: u16) -> Vec<String> {
    screen_at(transcript, width, height, at(0))
}

fn row(buf: &Buffer, y: u16) -> String {
    let mut row = String::new();
    let mut x = 0;
    while x < buf.area.width {
        let symbol = buf[(x, y)].symbol();
        row.push_str(symbol);
        x += (text::width(symbol) as u16).max(1);
    }
    row.trim_end().to_owned()
}

/// Prompts `1` to `count`, each on a line of its own with a blank one above.
fn numbered(count: usize) -> Transcript {
    let mut transcript = Transcript::new();
    (1..=count).for_each(|number| transcript.user(&number.to_string()));
    transcript
}
