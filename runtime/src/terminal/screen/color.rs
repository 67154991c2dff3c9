//! The nearest colour that a view can show.

use ratatui_core::style::Color;

use super::ColorDepth;

/// The steps of a channel in the cube of 216 colours.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The first colour of the cube, and the first of the greys, which go from 8 in steps of 10.
const CUBE: u8 = 16;
const GREYS: u8 = 232;

/// The sixteen colours as xterm has them; views differ.
const ANSI: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::Red, [205, 0, 0]),
    (Color::Green, [0, 205, 0]),
    (Color::Yellow, [205, 205, 0]),
    (Color::Blue, [0, 0, 238]),
    (Color::Magenta, [205, 0, 205]),
    (Color::Cyan, [0, 205, 205]),
    (Color::Gray, [229, 229, 229]),
    (Color::DarkGray, [127, 127, 127]),
    (Color::LightRed, [255, 0, 0]),
    (Color::LightGreen, [0, 255, 0]),
    (Color::LightYellow, [255, 255, 0]),
    (Color::LightBlue, [92, 92, 255]),
    (Color::LightMagenta, [255, 0, 255]),
    (Color::LightCyan, [0, 255, 255]),
    (Color::White, [255, 255, 255]),
];

/// What is shown for a colour.
pub(super) fn shown(color: Color, depth: ColorDepth) -> Color {
    match (depth, color) {
        (_, Color::Reset) | (ColorDepth::None, _) => Color::Reset,
        (ColorDepth::Ansi256, Color::Rgb(red, green, blue)) => {
            Color::Indexed(nearest_of_256([red, green, blue]))
        }
        (ColorDepth::Ansi16, Color::Rgb(red, green, blue)) => nearest_of_16([red, green, blue]),
        (ColorDepth::Ansi16, Color::Indexed(index)) => match ANSI.get(usize::from(index)) {
            Some((color, _)) => *color,
            None => nearest_of_16(of_256(index)),
        },
        _ => color,
    }
}

fn nearest_of_16(wanted: [u8; 3]) -> Color {
    let nearest = ANSI.iter().min_by_key(|(_, rgb)| distance(*rgb, wanted));
    nearest.map_or(Color::Reset, |(color, _)| *color)
}

/// The first sixteen are the view's own, so they are left out.
fn nearest_of_256(wanted: [u8; 3]) -> u8 {
    let [red, green, blue] = wanted.map(nearest_step);
    let in_cube = CUBE + 36 * red + 6 * green + blue;
    let average = wanted
        .iter()
        .map(|&channel| u16::from(channel))
        .sum::<u16>()
        / 3;
    let grey = GREYS + (average.saturating_sub(3) / 10).min(23) as u8;
    match distance(of_256(grey), wanted) < distance(of_256(in_cube), wanted) {
        true => grey,
        false => in_cube,
    }
}

fn nearest_step(channel: u8) -> u8 {
    let nearest = (0..6u8).min_by_key(|&step| STEPS[usize::from(step)].abs_diff(channel));
    nearest.unwrap_or(0)
}

fn of_256(index: u8) -> [u8; 3] {
    match index {
        0..CUBE => ANSI[usize::from(index)].1,
        CUBE..GREYS => {
            let step = |divisor: u8| STEPS[usize::from((index - CUBE) / divisor % 6)];
            [step(36), step(6), step(1)]
        }
        GREYS.. => [8 + 10 * (index - GREYS); 3],
    }
}

/// How different two colours look, roughly: the eye sees green best and blue least.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    let weights = [3, 6, 1];
    (0..3)
        .map(|channel| {
            let difference = u32::from(one[channel].abs_diff(other[channel]));
            weights[channel] * difference * difference
        })
        .sum()
}
