//! The attributes that the view draws with, and the shortest sequence from one set to another.

use std::fmt::Write as _;

use ratatui_core::buffer::Cell;
use ratatui_core::style::{Color, Modifier};

use super::cells::SEEN_WHEN_BLANK;

/// What is set, and the codes that set it and end it.
const MODIFIERS: [(Modifier, u8, u8); 8] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::HIDDEN, 8, 28),
    (Modifier::CROSSED_OUT, 9, 29),
];

/// Bold and dim are ended by one code.
const WEIGHT: Modifier = Modifier::BOLD.union(Modifier::DIM);

/// The attributes of what is written next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pen {
    foreground: Color,
    background: Color,
    modifier: Modifier,
}

impl Pen {
    pub(super) fn of(cell: &Cell) -> Self {
        Pen {
            foreground: cell.fg,
            background: cell.bg,
            modifier: cell.modifier,
        }
    }

    /// Whether spaces written with it can be told from none.
    pub(super) fn is_seen_when_blank(self) -> bool {
        let blank = Pen {
            foreground: Color::Reset,
            modifier: self.modifier & SEEN_WHEN_BLANK,
            ..self
        };
        blank != Pen::default()
    }

    /// Changes it, and writes what has the view change it too.
    pub(super) fn change(&mut self, to: Pen, out: &mut String) {
        let from = std::mem::replace(self, to);
        if from == to {
            return;
        }
        out.push_str("\x1b[");
        if to != Pen::default() {
            let start = out.len();
            from.write_modifiers(to.modifier, out);
            if from.foreground != to.foreground {
                write_color(to.foreground, 30, out);
            }
            if from.background != to.background {
                write_color(to.background, 40, out);
            }
            // The last code is followed by a semicolon too many.
            debug_assert!(out.len() > start);
            out.pop();
        }
        out.push('m');
    }

    fn write_modifiers(self, to: Modifier, out: &mut String) {
        let mut from = self.modifier;
        let mut ended = 0;
        for (modifier, _, end) in MODIFIERS {
            if from.contains(modifier) && !to.contains(modifier) && end != ended {
                write_code(end, out);
                ended = end;
                if end == 22 {
                    from -= WEIGHT;
                }
            }
        }
        for (modifier, begin, _) in MODIFIERS {
            if to.contains(modifier) && !from.contains(modifier) {
                write_code(begin, out);
            }
        }
    }
}

/// A colour by its code: `base` counts from 30 for the foreground and from 40 for the background.
fn write_color(color: Color, base: u8, out: &mut String) {
    let bright = base + 60;
    match color {
        Color::Reset => write_code(base + 9, out),
        Color::Black => write_code(base, out),
        Color::Red => write_code(base + 1, out),
        Color::Green => write_code(base + 2, out),
        Color::Yellow => write_code(base + 3, out),
        Color::Blue => write_code(base + 4, out),
        Color::Magenta => write_code(base + 5, out),
        Color::Cyan => write_code(base + 6, out),
        Color::Gray => write_code(base + 7, out),
        Color::DarkGray => write_code(bright, out),
        Color::LightRed => write_code(bright + 1, out),
        Color::LightGreen => write_code(bright + 2, out),
        Color::LightYellow => write_code(bright + 3, out),
        Color::LightBlue => write_code(bright + 4, out),
        Color::LightMagenta => write_code(bright + 5, out),
        Color::LightCyan => write_code(bright + 6, out),
        Color::White => write_code(bright + 7, out),
        Color::Indexed(index) => {
            let _ = write!(out, "{};5;{index};", base + 8);
        }
        Color::Rgb(red, green, blue) => {
            let _ = write!(out, "{};2;{red};{green};{blue};", base + 8);
        }
    }
}

fn write_code(code: u8, out: &mut String) {
    let _ = write!(out, "{code};");
}
