//! Seeded randomness: the same seed always makes the same choices.

use std::time::Duration;

/// A SplitMix64 generator: small, fast, and good enough to choose with.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A generator of its own, so that what one actor chooses does not depend on how often another one did.
    pub(crate) fn fork(&mut self) -> Random {
        Random(self.next())
    }

    /// From 0 to `end`, without it.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// From `first` to `last`, both included.
    pub(crate) fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    pub(crate) fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// One of several, as often as its weight says.
    pub(crate) fn weighted<T: Copy>(&mut self, of: &[(u32, T)]) -> T {
        let total: u32 = of.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(total as usize) as u32;
        for (weight, value) in of {
            if at < *weight {
                return *value;
            }
            at -= weight;
        }
        unreachable!("the weights add up to the total")
    }

    /// Up to `longest`; mostly short.
    pub(crate) fn delay(&mut self, longest: Duration) -> Duration {
        let millis = longest.as_millis() as usize;
        let bound = match self.below(4) {
            0 => 1,
            1 => 20,
            2 => 1 + millis / 20,
            _ => 1 + millis,
        };
        Duration::from_millis(self.below(bound.min(1 + millis)) as u64)
    }

    /// A text of at most `longest` pieces, with everything in it that is easy to get wrong.
    pub(crate) fn text(&mut self, longest: usize) -> String {
        const PIECES: [&str; 16] = [
            "a", "word", " ", "\n", "\r\n", "\"", "\\", "é", "你", "😀", "\u{2028}", "data:", "\t",
            "{}", "\u{FEFF}", "e\u{301}",
        ];
        let pieces = self.between(1, longest);
        (0..pieces).map(|_| *self.pick(&PIECES)).collect()
    }
}
