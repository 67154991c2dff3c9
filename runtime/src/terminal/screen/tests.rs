//! Frames drawn on a terminal that judges widths in its own way: it knows no graphemes, and no mark takes no column.

use avt::Terminal;
use ratatui_core::style::{Color, Modifier, Style};

use super::*;

struct View {
    screen: Screen,
    terminal: Terminal,
}

impl View {
    fn new(columns: u16, rows: u16) -> Self {
        View::with_depth(columns, rows, ColorDepth::TrueColor)
    }

    fn with_depth(columns: u16, rows: u16, depth: ColorDepth) -> Self {
        let mut screen = Screen::new(columns, rows, depth);
        let mut terminal = Terminal::new(usize::from(columns), usize::from(rows)).expect("a size");
        feed(&mut terminal, &screen.enter());
        View { screen, terminal }
    }

    fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> String {
        let bytes = self.screen.draw(draw);
        feed(&mut self.terminal, &bytes);
        String::from_utf8(bytes).expect("text")
    }

    fn draw_text(&mut self, text: &str) -> String {
        self.draw(|frame| write(frame, text, Style::new()))
    }

    /// What is seen: characters and how they look.
    fn seen(&self) -> Vec<Vec<(char, avt::Pen)>> {
        let lines = self.terminal.screen();
        let lines = lines.visible_lines();
        lines
            .map(|line| {
                line.cells()
                    .iter()
                    .map(|cell| (cell.char(), *cell.pen()))
                    .collect()
            })
            .collect()
    }

    fn text(&self) -> Vec<String> {
        let lines = self.seen();
        let line =
            |line: &Vec<(char, avt::Pen)>| line.iter().map(|(char, _)| *char).collect::<String>();
        lines
            .iter()
            .map(|cells| line(cells).trim_end().to_owned())
            .collect()
    }
}

fn feed(terminal: &mut Terminal, bytes: &[u8]) {
    terminal.feed(std::str::from_utf8(bytes).expect("text"));
}

fn write(frame: &mut Frame, text: &str, style: Style) {
    for (y, line) in text.lines().enumerate() {
        let width = usize::from(frame.area().width);
        frame
            .buffer_mut()
            .set_stringn(0, y as u16, line, width, style);
    }
}

#[test]
fn a_frame_is_shown_as_drawn() {
    let mut view = View::new(10, 3);
    view.draw(|frame| {
        write(frame, "one\ntwo", Style::new());
        frame.set_cursor_position((3, 1));
    });
    assert_eq!(view.text(), ["one", "two", ""]);
    let cursor = view.terminal.cursor_position();
    assert_eq!((cursor.col, cursor.row), (3, 1));
    assert!(view.terminal.cursor().visible);
}

#[test]
fn nothing_is_written_for_a_frame_that_is_shown_already() {
    let mut view = View::new(10, 3);
    assert_ne!(view.draw_text("one"), "");
    assert_eq!(view.draw_text("one"), "");
    assert_eq!(view.draw(|_| {}), "\x1b[?2026h\x1b[1;1H   \x1b[?2026l");
}

#[test]
fn only_what_differs_is_written_between_the_marks_of_a_frame() {
    let mut view = View::new(20, 3);
    view.draw_text("one two three\nfour");
    assert_eq!(
        view.draw_text("one 2wo three\nfour"),
        "\x1b[?2026h\x1b[1;5H2\x1b[?2026l"
    );
    assert_eq!(
        view.draw_text("one 2wo\nfour"),
        "\x1b[?2026h\x1b[1;8H\x1b[K\x1b[?2026l"
    );
}

#[test]
fn a_cursor_that_moves_alone_costs_a_few_bytes() {
    let mut view = View::new(20, 3);
    let place = |x: u16| move |frame: &mut Frame| frame.set_cursor_position((x, 0));
    view.draw(place(1));
    let moved = view.draw(place(2));
    assert_eq!(moved, "\x1b[?2026h\x1b[?25l\x1b[1;3H\x1b[?25h\x1b[?2026l");
    assert_eq!(view.draw(|_| {}), "\x1b[?2026h\x1b[?25l\x1b[?2026l");
    assert!(!view.terminal.cursor().visible);
}

#[test]
fn the_cursor_stays_inside() {
    let mut view = View::new(5, 2);
    view.draw(|frame| frame.set_cursor_position((900, 900)));
    let cursor = view.terminal.cursor_position();
    assert_eq!((cursor.col, cursor.row), (4, 1));
}

#[test]
fn attributes_are_changed_by_the_shortest_sequence() {
    let mut view = View::new(20, 1);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let drawn = view.draw(|frame| {
        let buffer = frame.buffer_mut();
        buffer.set_string(0, 0, "a", bold);
        buffer.set_string(1, 0, "b", bold.add_modifier(Modifier::DIM).fg(Color::Red));
        buffer.set_string(
            2,
            0,
            "c",
            Style::new()
                .add_modifier(Modifier::DIM)
                .bg(Color::Rgb(1, 2, 3)),
        );
        buffer.set_string(3, 0, "d", Style::new());
    });
    let expected = "\x1b[1ma\x1b[2;31mb\x1b[22;2;39;48;2;1;2;3mc\x1b[md";
    assert!(drawn.contains(expected), "{drawn:?}");
}

#[test]
fn colours_become_those_the_view_has() {
    let drawn = |depth| {
        let mut view = View::with_depth(5, 1, depth);
        let style = Style::new()
            .fg(Color::Rgb(255, 135, 0))
            .bg(Color::Indexed(236));
        view.draw(|frame| write(frame, "x", style))
    };
    assert!(drawn(ColorDepth::TrueColor).contains("\x1b[38;2;255;135;0;48;5;236mx"));
    assert!(drawn(ColorDepth::Ansi256).contains("\x1b[38;5;208;48;5;236mx"));
    assert!(drawn(ColorDepth::Ansi16).contains("\x1b[33;40mx"));
    assert!(drawn(ColorDepth::None).contains("\x1b[1;1Hx"));
}

#[test]
fn commands_in_cells_do_not_reach_the_view() {
    let mut view = View::new(20, 1);
    let drawn = view.draw(|frame| {
        for (x, symbol) in ["\x1b[2J", "\u{9b}2J", "\r", "", "\u{202e}a", "\u{301}"]
            .iter()
            .enumerate()
        {
            frame.buffer_mut()[(x as u16, 0)].set_symbol(symbol);
        }
    });
    assert_eq!(
        drawn.matches("2J").count(),
        1,
        "the screen's own clear: {drawn:?}"
    );
    assert!(!drawn.contains(['\u{9b}', '\r', '\u{202e}', '\u{301}']));
}

#[test]
fn a_wide_grapheme_that_is_drawn_over_gives_way() {
    let mut view = View::new(6, 1);
    view.draw(|frame| {
        write(frame, "\u{4f60}\u{597d}\u{4f60}", Style::new());
        frame.buffer_mut()[(3, 0)].set_symbol("|");
    });
    assert_eq!(view.text(), ["\u{4f60}  |\u{4f60}"]);
    view.draw(|frame| {
        write(frame, "\u{4f60}\u{597d}\u{4f60}", Style::new());
        frame.buffer_mut()[(3, 0)].set_bg(Color::Red);
    });
    assert_eq!(view.text(), ["\u{4f60}   \u{4f60}"]);
}

#[test]
fn what_follows_a_grapheme_stands_in_its_column_whatever_the_view_makes_of_it() {
    let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
    for (grapheme, column) in [
        (family, 2),
        ("e\u{301}", 1),
        ("\u{2600}\u{fe0f}", 2),
        ("\u{1f1e9}\u{1f1ea}", 2),
    ] {
        let mut view = View::new(20, 2);
        view.draw_text(&format!("{grapheme}|x"));
        let row: String = view.seen()[0].iter().map(|(char, _)| *char).collect();
        assert_eq!(
            row.chars().position(|char| char == '|'),
            Some(column),
            "{row:?}"
        );
        assert!(row.trim_end().ends_with("|x"), "{row:?}");
    }
}

#[test]
fn a_grapheme_of_uncertain_width_has_its_background_in_all_of_its_columns() {
    let mut view = View::new(20, 2);
    let red = Style::new().bg(Color::Red);
    let drawn = view.draw(|frame| write(frame, "a\u{2600}\u{fe0f}b", red));
    let spaces_first = "\x1b[41ma  \x1b[1;2H\u{2600}\u{fe0f}\x1b[1;4H\x1b[m\x1b[K\x1b[41mb";
    assert!(drawn.contains(spaces_first), "{drawn:?}");
}

#[test]
fn only_what_follows_the_first_change_is_written_anew() {
    let mut view = View::new(20, 2);
    view.draw_text("\u{1f600} one");
    assert_eq!(
        view.draw_text("\u{1f600} once"),
        "\x1b[?2026h\x1b[1;6H\x1b[Kce\x1b[?2026l"
    );
}

#[test]
fn a_grapheme_at_the_margin_does_not_spill_into_the_next_row() {
    let mut view = View::new(6, 2);
    view.draw_text("abcd\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\nsecond");
    assert_eq!(view.text()[1], "second");
}

#[test]
fn resizing_and_invalidating_draw_everything_anew() {
    let mut view = View::new(10, 2);
    let first = view.draw_text("one");
    view.screen.invalidate();
    assert_eq!(view.draw_text("one"), first);
    view.screen.resize(4, 1);
    view.terminal.resize(4, 1);
    view.draw_text("one two");
    assert_eq!(view.text(), ["one"]);
}

#[test]
fn everything_that_was_set_is_undone() {
    let mut view = View::new(10, 2);
    view.terminal.feed("\x1b[?1049l before \x1b[1mthe");
    let before = (view.seen(), view.terminal.cursor_position());
    let enter = view.screen.enter();
    feed(&mut view.terminal, &enter);
    view.draw(|frame| write(frame, "one\ntwo", Style::new().bg(Color::Red)));
    assert_eq!(view.text(), ["one", "two"]);
    let leave = view.screen.leave();
    feed(&mut view.terminal, &leave);
    assert_eq!((view.seen(), view.terminal.cursor_position()), before);
    assert!(view.terminal.cursor().visible);
    let modes = |text: &str| {
        let mut modes: Vec<String> = text
            .split("\x1b[?")
            .skip(1)
            .map(|part| part.chars().take_while(char::is_ascii_digit).collect())
            .collect();
        modes.sort();
        modes
    };
    assert_eq!(modes(ENTER), modes(LEAVE));
}

/// Frames in which everything meets: graphemes of every kind over each other, in every style.
struct Noise(u64);

impl Noise {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % below
    }

    fn style(&mut self) -> Style {
        let colors = [
            Color::Reset,
            Color::Red,
            Color::Rgb(1, 2, 3),
            Color::Indexed(99),
        ];
        let modifiers = [
            Modifier::empty(),
            Modifier::BOLD,
            Modifier::DIM,
            Modifier::REVERSED,
            Modifier::UNDERLINED | Modifier::ITALIC,
        ];
        // Style::reset takes away what was there: the terminal knows bold or dim, not both.
        let foreground = colors[self.next(4)];
        let background = if self.next(3) == 0 {
            colors[self.next(4)]
        } else {
            Color::Reset
        };
        let modifier = modifiers[self.next(5)];
        Style::reset()
            .fg(foreground)
            .bg(background)
            .add_modifier(modifier)
    }

    fn draw(&mut self, buffer: &mut Buffer) {
        let words = [
            "plain words",
            "   ",
            "\u{4f60}\u{597d}",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}",
            "e\u{301}e\u{301}",
            "\u{1f1e9}\u{1f1ea}\u{1f1eb}\u{1f1f7}",
            "\u{2600}\u{fe0f}\u{2764}\u{fe0f}",
            "\u{5d0}\u{5d1}",
            "\u{ff9e}\u{d55c}",
            "\u{1f44d}\u{1f3fd}",
            "\u{915}\u{94d}\u{937}",
            "\u{2500}\u{2502}",
        ];
        for _ in 0..self.next(6) {
            let width = buffer.area.width;
            let (x, y) = (
                self.next(width.into()),
                self.next(buffer.area.height.into()),
            );
            let style = self.style();
            let word = words[self.next(words.len())];
            buffer.set_stringn(x as u16, y as u16, word, usize::from(width), style);
        }
    }
}

#[test]
fn changed_frames_look_like_fresh_ones() {
    for seed in 0..400 {
        let mut noise = Noise(seed);
        let mut view = View::new(3 + (seed % 20) as u16, 4);
        let mut buffer = Buffer::empty(view.screen.area);
        for step in 0..12 {
            if noise.next(3) == 0 {
                let cleared = Rect::new(noise.next(9) as u16, noise.next(4) as u16, 5, 1);
                for position in cleared.intersection(buffer.area).positions() {
                    buffer[position].reset();
                }
            }
            noise.draw(&mut buffer);
            let show = |frame: &mut Frame| *frame.buffer_mut() = buffer.clone();
            view.draw(show);
            let mut fresh = View::new(buffer.area.width, buffer.area.height);
            fresh.draw(show);
            assert_eq!(view.seen(), fresh.seen(), "seed {seed}, frame {step}");
        }
    }
}
