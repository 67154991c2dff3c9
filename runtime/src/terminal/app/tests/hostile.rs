//! Keys, sizes and streams in no sensible order: nothing panics, the cursor stays inside, and what was drawn in steps is
//! what a fresh screen shows.

use std::num::NonZeroU16;
use std::time::Duration;

use libfx_api::{FxError, StopReason, TurnEvent};
use ratatui_core::layout::Rect;
use serde_json::json;

use super::scene::Scene;
use crate::terminal::app::{Failure, Message, Question, SavedSession};
use crate::terminal::input::{Input, Key, KeyCode, Mouse, Wheel};
use crate::terminal::screen::Screen;
use crate::terminal::theme::ColorDepth;

const SEEDS: u64 = 24;
const STEPS: usize = 250;

/// Emoji with joiners. Every terminal has its own mind about their widths, and the one of this test wraps what it takes to
/// be too wide; so what it shows is looked at only without them.
const JOINED: &str = "👩‍👩‍👧‍👦🏳️‍🌈";

/// Pieces of text that are hard to draw.
const TEXTS: [&str; 16] = [
    "word ",
    "\n",
    "# Title\n\n",
    "- item\n  - nested\n",
    "| a | b |\n|---|---|\n| wide cell here | x |\n",
    "```rust\nfn main() {}\n",
    "```\n",
    "漢字かな",
    "😀🎉",
    "e\u{301}\u{302}",
    "שלום עולם",
    "\u{1b}[31mred\u{7}",
    "a-very-long-word-without-any-place-to-break-it-at-all",
    "**bold *and** mixed*",
    "> quote\n\n",
    "/he",
];

const CODES: [KeyCode; 17] = [
    KeyCode::Enter,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Esc,
    KeyCode::Insert,
    KeyCode::F(3),
    KeyCode::Char('z'),
];

const COMMANDS: [&str; 12] = [
    "/help",
    "/settings",
    "/model",
    "/resume",
    "/rename",
    "/clear",
    "/new",
    "/status",
    "/usage",
    "/theme light",
    "/compact",
    "/login",
];

/// A generator of numbers: the same ones for the same seed.
struct Dice {
    state: u64,
    /// Emoji with joiners may come.
    joined: bool,
}

impl Dice {
    /// A number below `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % sides as u64) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.roll(of.len())]
    }

    fn text(&mut self) -> &'static str {
        match self.joined && self.chance() {
            true => JOINED,
            false => self.pick(&TEXTS),
        }
    }

    fn chance(&mut self) -> bool {
        self.roll(4) == 0
    }
}

#[test]
fn no_order_of_things_breaks_the_screen() {
    for seed in 1..=SEEDS {
        let mut dice = Dice {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            joined: seed % 2 == 0,
        };
        let mut scene = Scene::new();
        scene.app.setup.depth = ColorDepth::TrueColor;
        scene.app.apply_theme();
        let mut steps = Steps::new(scene.area);
        for step in 0..STEPS {
            let message = message(&mut dice, &mut scene);
            if let Some(message) = message {
                scene.tell(message);
            }
            let at = format!("seed {seed}, step {step}");
            check_cursor(&mut scene, &at);
            if !dice.joined {
                check_steps(&mut scene, &mut steps, &at);
            }
        }
    }
}

fn message(dice: &mut Dice, scene: &mut Scene) -> Option<Message> {
    Some(match dice.roll(20) {
        0..=4 => Message::Input(Input::Text(typed(dice.text()))),
        5..=8 => Message::Input(Input::Key(key(dice))),
        9 => Message::Input(Input::Paste(dice.text().repeat(dice.roll(30)))),
        10 => Message::Input(wheel(dice)),
        11 => {
            let command = dice.pick(&COMMANDS);
            scene.tell(Message::Input(Input::Key(Key::ctrl('u'))));
            scene.tell(Message::Input(Input::Text(command.to_owned())));
            Message::Input(Input::Key(Key::plain(KeyCode::Enter)))
        }
        12 => {
            scene.area = size(dice);
            return None;
        }
        13..=15 => Message::Turn(event(dice)),
        16 => ended(dice),
        17 => Message::Asked(Question {
            command: dice.text().repeat(dice.roll(9)),
            cwd: "/work".to_owned(),
        }),
        18 => news(dice),
        _ => {
            scene.pass(Duration::from_millis(dice.roll(5_000) as u64));
            return None;
        }
    })
}

/// What a parser would make of it: no control characters.
fn typed(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_control())
        .chain(['.'])
        .collect()
}

fn key(dice: &mut Dice) -> Key {
    let letter = KeyCode::Char(char::from(b'a' + dice.roll(26) as u8));
    let code = dice.pick(&CODES);
    match dice.roll(4) {
        0 => Key {
            ctrl: true,
            ..Key::plain(letter)
        },
        1 => Key::alt(letter),
        _ => Key {
            shift: dice.chance(),
            meta: dice.chance(),
            ..Key::plain(code)
        },
    }
}

fn wheel(dice: &mut Dice) -> Input {
    Input::Mouse(Mouse {
        wheel: dice.pick(&[Wheel::Up, Wheel::Down]),
        column: dice.roll(300) as u16,
        row: dice.roll(300) as u16,
    })
}

fn size(dice: &mut Dice) -> Rect {
    let small = dice.roll(2) == 0;
    let (cols, rows) = if small { (8, 6) } else { (120, 40) };
    Rect::new(0, 0, dice.roll(cols) as u16, dice.roll(rows) as u16)
}

fn event(dice: &mut Dice) -> TurnEvent {
    let text = dice.text().to_owned();
    let id = dice.pick(&["c1", "c2"]).to_owned();
    match dice.roll(6) {
        0..=2 => TurnEvent::TextDelta { delta: text },
        3 => TurnEvent::ReasoningDelta { delta: text },
        4 => TurnEvent::ToolStart {
            id,
            name: "terminal".to_owned(),
            input: json!({ "action": "exec", "command": text }),
        },
        _ => TurnEvent::ToolEnd {
            id,
            name: "terminal".to_owned(),
            content: dice.chance().then(|| text.repeat(9)),
            is_error: dice.chance(),
        },
    }
}

fn ended(dice: &mut Dice) -> Message {
    Message::TurnEnded(match dice.roll(3) {
        0 => Err(Failure::Failed(FxError::transport("no connection"))),
        at => Ok(libfx_api::TurnResult {
            stop_reason: [StopReason::EndTurn, StopReason::Cancelled][at - 1],
            usage: Default::default(),
        }),
    })
}

fn news(dice: &mut Dice) -> Message {
    match dice.roll(8) {
        0 => Message::Withdrawn,
        1 => Message::Models(Err(Failure::Cancelled)),
        2 => Message::Models(Ok(Default::default())),
        3 => Message::Sessions(vec![SavedSession {
            id: "s1".to_owned(),
            title: dice.text().to_owned(),
            saved: "just now".to_owned(),
        }]),
        4 => Message::Opened(Ok(Vec::new())),
        5 => Message::Compacted(Err(Failure::Cancelled)),
        6 => Message::SessionRemoved(Ok("s1".to_owned())),
        _ => Message::LoggedIn(Err(Failure::Cancelled)),
    }
}

/// A terminal that is drawn into step by step.
struct Steps {
    screen: Screen,
    terminal: vt100::Parser,
    area: Rect,
}

impl Steps {
    fn new(area: Rect) -> Self {
        let [rows, cols] = [area.height, area.width].map(|side| NonZeroU16::new(side.max(1)));
        Steps {
            screen: Screen::new(area.width, area.height, ColorDepth::TrueColor),
            terminal: vt100::Parser::new(rows.expect("not 0"), cols.expect("not 0"), 0),
            area,
        }
    }

    fn draw(&mut self, scene: &mut Scene) {
        let bytes = self.screen.draw(|frame| {
            if let Some(cursor) = scene.app.view(frame.area(), frame.buffer_mut()) {
                frame.set_cursor_position(cursor);
            }
        });
        self.terminal.process(&bytes);
    }

    /// What there is to see: the cells with their looks, and the cursor.
    fn seen(&self) -> (Vec<String>, Option<(u16, u16)>) {
        let screen = self.terminal.screen();
        let rows = (0..self.area.height).map(|row| {
            let cells = (0..self.area.width).filter_map(|col| screen.cell(row, col));
            cells.map(looks).collect()
        });
        let cursor = (!screen.hide_cursor()).then(|| screen.cursor_position());
        (rows.collect(), cursor)
    }
}

/// A cell's text, with its attributes before it as far as they can be seen.
fn looks(cell: &vt100::Cell) -> String {
    let text = match cell.contents() {
        "" if !cell.is_wide_continuation() => " ",
        text => text,
    };
    let mut marks = String::new();
    if text != " " {
        // This terminal knows bold or dim, and of both the one that was set last.
        let letters = [(cell.bold() || cell.dim(), 'b'), (cell.italic(), 'i')];
        marks.extend(letters.iter().filter(|(on, _)| *on).map(|(_, mark)| mark));
        marks.extend(color(cell.fgcolor()));
    }
    let letters = [(cell.underline(), 'u'), (cell.inverse(), 'r')];
    marks.extend(letters.iter().filter(|(on, _)| *on).map(|(_, mark)| mark));
    marks.extend(color(cell.bgcolor()));
    match marks.is_empty() {
        true => text.to_owned(),
        false => format!("<{marks}>{text}"),
    }
}

fn color(color: vt100::Color) -> Option<String> {
    (color != vt100::Color::Default).then(|| format!("{color:?}"))
}

fn check_cursor(scene: &mut Scene, at: &str) {
    if let (_, Some(cursor)) = scene.draw() {
        let area = scene.area;
        assert!(
            area.contains(cursor),
            "{at}: the cursor is at {cursor:?} of {area:?}"
        );
    }
}

fn check_steps(scene: &mut Scene, steps: &mut Steps, at: &str) {
    if steps.area != scene.area {
        *steps = Steps::new(scene.area);
    }
    steps.draw(scene);
    let mut fresh = Steps::new(scene.area);
    fresh.draw(scene);
    let (stepwise, at_once) = (steps.seen(), fresh.seen());
    for (row, (one, other)) in stepwise.0.iter().zip(&at_once.0).enumerate() {
        assert_eq!(one, other, "{at}: something old is left in row {row}");
    }
    assert_eq!(stepwise.1, at_once.1, "{at}: the cursor is elsewhere");
}
