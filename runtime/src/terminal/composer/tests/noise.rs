//! Whatever one types: nothing panics, and the cursor stays where it can be.

use unicode_segmentation::UnicodeSegmentation;

use super::*;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

const TYPED: &[&str] = &[
    "a",
    "word ",
    " ",
    "\n",
    "/",
    "/theme ",
    "\u{301}",
    "\u{200d}",
    "\u{1f468}",
    "\u{1f1e9}",
    "\u{fe0f}",
    "\u{4f60}\u{597d}",
    "\u{5d0}",
    "\u{ff9e}",
    "\x1b[200~two\nlines\t\x1b[201~",
    "\u{1f44d}\u{1f3fd}",
    "\u{200b}",
];

const KEYS: &[&str] = &[
    UP,
    DOWN,
    LEFT,
    RIGHT,
    HOME,
    END,
    TAB,
    BACK_TAB,
    BACKSPACE,
    DELETE,
    SHIFT_ENTER,
    ENTER,
    "\x01",
    "\x04",
    "\x05",
    "\x07",
    "\x0b",
    "\x12",
    "\x14",
    "\x15",
    "\x17",
    "\x19",
    "\x1f",
    "\x1b",
    "\x1bb",
    "\x1bf",
    "\x1bd",
    "\x1by",
    "\x1bu",
    "\x1bc",
    "\x1b_",
    "\x1b<",
    "\x13",
];

#[test]
fn the_cursor_is_always_inside_and_between_graphemes() {
    for seed in 0..400 {
        let mut random = Random(seed);
        let mut composer = with_history(&["one", "/theme", "two\nlines \u{4f60}"]);
        composer.set_completions(vec![Completion {
            value: "/theme".to_owned(),
            help: "help \u{4f60}".to_owned(),
        }]);
        for step in 0..80 {
            let (width, height) = (1 + random.below(24) as u16, 1 + random.below(5) as u16);
            let keys = match random.below(2) {
                0 => random.one_of(TYPED),
                _ => random.one_of(KEYS),
            };
            send_at(&mut composer, keys, width);
            let (_, cursor) = draw_in(&mut composer, width, height);
            assert!(
                cursor.x < width && cursor.y < height,
                "seed {seed}, step {step}"
            );
            let at = composer.text.cursor();
            let mut places = composer
                .text()
                .grapheme_indices(true)
                .map(|(place, _)| place);
            assert!(
                at == composer.text().len() || places.any(|place| place == at),
                "seed {seed}, step {step}: {:?} at {at}",
                composer.text()
            );
        }
    }
}

#[test]
fn undoing_everything_and_redoing_it_ends_where_it_was() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let mut composer = Composer::new();
        for _ in 0..60 {
            let keys = match random.below(2) {
                0 => random.one_of(TYPED),
                _ => random.one_of(KEYS),
            };
            // What is sent cannot be undone, and a search is no change.
            if keys != ENTER && keys != "\x12" {
                send(&mut composer, keys);
            }
        }
        let end = composer.text().to_owned();
        let mut undone = 0;
        while send(&mut composer, "\x1f") == Reply::Changed {
            undone += 1;
        }
        assert_eq!(composer.text(), "", "seed {seed}");
        for _ in 0..undone {
            send(&mut composer, "\x1b_");
        }
        assert_eq!(composer.text(), end, "seed {seed}");
    }
}

#[test]
fn rows_fit_and_hold_the_whole_text() {
    for seed in 0..400 {
        let mut random = Random(seed);
        let text: String = (0..30).map(|_| random.one_of(&TYPED[..13])).collect();
        let width = 2 + random.below(20);
        let layout = laid_out(&text, width);
        let rows: Vec<&str> = layout.rows().iter().map(|row| &text[row.clone()]).collect();
        assert_eq!(rows.concat(), text.replace('\n', ""), "seed {seed}");
        for row in layout.rows() {
            let columns: usize = layout::place(&text, row.clone())
                .map(|placed| placed.width)
                .sum();
            let blank = usize::from(text[row.clone()].ends_with(' '));
            assert!(
                columns <= width + blank,
                "seed {seed}: {columns} columns of {width}"
            );
            let (at, column) = layout.position(&text, row.start);
            assert_eq!((&layout.rows()[at], column), (row, 0), "seed {seed}");
        }
    }
}

#[test]
fn rows_kept_up_are_those_laid_out_anew() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut text = Text::default();
        let mut layout = Layout::default();
        for step in 0..40 {
            for _ in 0..=random.below(2) {
                let (one, other) = (random.below(60), random.below(60));
                text.move_to(one);
                let start = text.cursor();
                text.move_to(if random.below(3) == 0 { other } else { one });
                let range = start.min(text.cursor())..start.max(text.cursor());
                text.replace(range, random.one_of(TYPED), Kind::Whole);
            }
            let unchanged = text.take_unchanged();
            layout.update(text.content(), unchanged, 9);
            let anew = laid_out(text.content(), 9);
            assert_eq!(layout.rows(), anew.rows(), "seed {seed}, step {step}");
        }
    }
}

fn laid_out(text: &str, width: usize) -> Layout {
    let mut layout = Layout::default();
    layout.update(text, None, width);
    layout
}
