//! Cells as a view can show them.
//!
//! Whoever draws may leave cells that hold control characters, graphemes cut by what was drawn over their second half, or
//! colours that are not there. Here they become such that two equal rows of cells look the same, and the other way round.

use ratatui_core::buffer::{Buffer, Cell, CellWidth};
use ratatui_core::style::{Color, Modifier};

use super::{ColorDepth, color};

/// What is seen of a cell without a character.
pub(super) const SEEN_WHEN_BLANK: Modifier = Modifier::REVERSED
    .union(Modifier::UNDERLINED)
    .union(Modifier::CROSSED_OUT);

/// Makes the cells of a frame what the view shall show. The cells behind the first of a wide grapheme become empty.
pub(super) fn settle(buffer: &mut Buffer, depth: ColorDepth) {
    let width = usize::from(buffer.area.width).max(1);
    for row in buffer.content.chunks_mut(width) {
        let mut column = 0;
        while column < row.len() {
            clean(&mut row[column]);
            column += settle_grapheme(&mut row[column..], depth);
        }
    }
}

/// Whether a cell shows nothing at all.
pub(super) fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && cell.bg == Color::Reset && cell.modifier.is_empty()
}

/// Whether a cell is covered by a grapheme before it.
pub(super) fn is_covered(cell: &Cell) -> bool {
    cell.symbol().is_empty()
}

/// Settles the grapheme at the beginning of the cells, and returns how many it takes.
fn settle_grapheme(cells: &mut [Cell], depth: ColorDepth) -> usize {
    let width = usize::from(cells[0].symbol().cell_width());
    let fits = (1..=cells.len()).contains(&width) && cells[1..width].iter().all(is_free(&cells[0]));
    if !fits {
        cells[0].set_symbol(" ");
    }
    settle_style(&mut cells[0], depth);
    if !fits {
        return 1;
    }
    let (first, covered) = cells[..width].split_first_mut().expect("a cell");
    for cell in covered {
        *cell = first.clone();
        cell.set_symbol("");
    }
    width
}

/// Whether a cell may be covered by a grapheme before it, because nothing was drawn there afterwards.
fn is_free(first: &Cell) -> impl Fn(&Cell) -> bool {
    let background = first.bg;
    move |cell| cell.symbol() == " " && (cell.bg == Color::Reset || cell.bg == background)
}

fn settle_style(cell: &mut Cell, depth: ColorDepth) {
    cell.fg = color::shown(cell.fg, depth);
    cell.bg = color::shown(cell.bg, depth);
    if cell.symbol() == " " {
        cell.modifier &= SEEN_WHEN_BLANK;
        if cell.modifier.is_empty() {
            cell.fg = Color::Reset;
        }
    }
}

/// Takes out what would be a command to the view, and what would turn the order of characters around, by which a text
/// can be made to look like another.
fn clean(cell: &mut Cell) {
    let symbol = cell.symbol();
    if symbol.bytes().all(|byte| matches!(byte, 0x20..=0x7e)) && symbol.len() == 1 {
        return;
    }
    let clean: String = symbol.chars().filter(|&char| !is_command(char)).collect();
    if clean.is_empty() {
        cell.set_symbol(" ");
    } else if clean != symbol {
        cell.set_symbol(&clean);
    }
}

fn is_command(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}
