//! Whatever happens, what is on screen is what a transcript shows that was told the same and drawn once.

use serde_json::json;

use super::{Transcript, at, draw, row};
use crate::terminal::random::Random;
use crate::terminal::transcript::Level;

const TEXTS: &[&str] = &[
    "word ",
    "日本語",
    "👩‍👩‍👧‍👦",
    "\n",
    "\n\n",
    "**b",
    "- item\n",
    "```rust\nfn x() {}\n",
    "```\n",
    "| a | b |\n|--|--|\n| 1 | 2 |\n",
    "a long line of words that has to wrap in every window that is as narrow as these are",
];

/// Something that is said or done.
#[derive(Clone, Debug)]
enum Deed {
    User(&'static str),
    Answer(&'static str),
    Reasoning(&'static str),
    ToolStart(usize),
    ToolEnd(usize, &'static str),
    Notice(&'static str),
    EndTurn(bool),
}

impl Random {
    fn deed(&mut self) -> Deed {
        let text = TEXTS[self.below(TEXTS.len())];
        match self.below(12) {
            0 => Deed::User(text),
            1..=5 => Deed::Answer(text),
            6 => Deed::Reasoning(text),
            7 | 8 => Deed::ToolStart(self.below(3)),
            9 => Deed::ToolEnd(self.below(3), text),
            10 => Deed::Notice(text),
            _ => Deed::EndTurn(self.below(2) == 0),
        }
    }
}

fn tell(transcript: &mut Transcript, deed: &Deed) {
    match deed {
        Deed::User(text) => transcript.user(text),
        Deed::Answer(text) => transcript.answer(text),
        Deed::Reasoning(text) => transcript.reasoning(text),
        Deed::ToolStart(id) => {
            transcript.tool_start(&id.to_string(), "tool", json!({"command": "ls"}))
        }
        Deed::ToolEnd(id, text) => transcript.tool_end(&id.to_string(), Some(text), false),
        Deed::Notice(text) => transcript.notice(Level::Info, text),
        Deed::EndTurn(cancelled) => transcript.end_turn(*cancelled),
    }
}

#[test]
fn the_end_looks_the_same_however_it_came_about() {
    for seed in 1..=60 {
        let mut random = Random(seed);
        let mut transcript = Transcript::new();
        let mut deeds = Vec::new();
        let mut details = false;
        for _ in 0..80 {
            let deed = random.deed();
            tell(&mut transcript, &deed);
            deeds.push(deed);
            match random.below(8) {
                0 => transcript.scroll(random.below(60) as i32 - 40),
                1 => transcript.page(random.below(3) as i32 - 1),
                2 => {
                    transcript.toggle_details();
                    details = !details;
                }
                _ => {}
            }
            let (width, height) = (random.below(60) as u16, random.below(20) as u16);
            draw(&mut transcript, width, height, at(0));
        }
        transcript.follow();
        let mut fresh = Transcript::new();
        deeds.iter().for_each(|deed| tell(&mut fresh, deed));
        if details {
            fresh.toggle_details();
        }
        let expected = draw(&mut fresh, 40, 20, at(0));
        assert_eq!(
            draw(&mut transcript, 40, 20, at(0)),
            expected,
            "seed {seed}: {deeds:?}"
        );
    }
}

#[test]
fn scrolling_by_lines_shows_every_line_once() {
    for seed in 1..=40 {
        let mut random = Random(seed);
        let mut transcript = Transcript::new();
        for _ in 0..40 {
            tell(&mut transcript, &random.deed());
        }
        transcript.user("the end");
        let height = 200;
        let whole = draw(&mut transcript, 30, height, at(0));
        let all: Vec<String> = (0..height).map(|y| row(&whole, y)).collect();
        let mut from_below = Vec::new();
        draw(&mut transcript, 30, 1, at(0));
        for _ in 0..height {
            let line = row(&draw(&mut transcript, 30, 1, at(0)), 0);
            from_below.push(line);
            transcript.scroll(-1);
        }
        let end = all
            .iter()
            .rposition(|row| !row.is_empty())
            .map_or(0, |end| end + 1);
        from_below.truncate(end);
        from_below.reverse();
        assert_eq!(from_below, all[..end], "seed {seed}");
    }
}
