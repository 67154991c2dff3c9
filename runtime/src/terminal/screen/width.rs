//! Which graphemes take as many columns on every view.
//!
//! Views differ in the version of Unicode they know, in what they make of joiners and variation selectors, and in whether
//! they know graphemes at all. After what is certain the cursor is where we think; after anything else it is not.

use std::ops::RangeInclusive;

/// Characters of one column, and ideographs and syllables of two, that every table of widths has had for decades.
const CERTAIN: [RangeInclusive<char>; 27] = [
    '\u{20}'..='\u{7e}',
    '\u{a1}'..='\u{a8}',
    '\u{aa}'..='\u{ac}',
    '\u{af}'..='\u{2ff}',
    // Greek and Cyrillic.
    '\u{370}'..='\u{377}',
    '\u{384}'..='\u{38a}',
    '\u{38e}'..='\u{3a1}',
    '\u{3a3}'..='\u{482}',
    '\u{48a}'..='\u{52f}',
    // Hebrew and Arabic letters, in logical order.
    '\u{5d0}'..='\u{5ea}',
    '\u{621}'..='\u{64a}',
    '\u{1e00}'..='\u{1eff}',
    // Dashes, quotation marks, dots.
    '\u{2010}'..='\u{2027}',
    '\u{2030}'..='\u{203b}',
    '\u{20a0}'..='\u{20bf}',
    '\u{2190}'..='\u{2193}',
    '\u{2200}'..='\u{22ff}',
    // Boxes and blocks.
    '\u{2500}'..='\u{259f}',
    '\u{25cb}'..='\u{25cf}',
    '\u{2800}'..='\u{28ff}',
    '\u{3001}'..='\u{3029}',
    '\u{3041}'..='\u{3096}',
    '\u{30a1}'..='\u{30ff}',
    '\u{3400}'..='\u{4db5}',
    '\u{4e00}'..='\u{9fa5}',
    '\u{ac00}'..='\u{d7a3}',
    '\u{ff01}'..='\u{ff5e}',
];

/// Whether every view agrees on the columns of a grapheme. An empty one is the rest of the one before it.
pub(super) fn is_certain(grapheme: &str) -> bool {
    let mut characters = grapheme.chars();
    match (characters.next(), characters.next()) {
        (None, _) => true,
        (Some(character), None) => CERTAIN.iter().any(|range| range.contains(&character)),
        _ => false,
    }
}
