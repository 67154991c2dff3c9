//! The styles everything on screen is drawn with, by name, and the palettes they come from; and the sign of a prompt.
//!
//! Nothing else names a colour. A theme never paints the background of the screen: it is the view's own, dark or light,
//! and text in its default colour is left as the view shows it.

use ratatui_core::style::{Color, Modifier, Style};

/// What stands before what the user says or chooses: the line that is typed, the prompt that was sent, the row under the
/// cursor.
pub(crate) const PROMPT: &str = "›";

/// Backgrounds at least as bright as this are light, on the scale of [`brightness`].
const LIGHT_FROM: u32 = 128;

/// The colours that a view can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColorDepth {
    None,
    Ansi16,
    Ansi256,
    TrueColor,
}

/// A style for each thing that is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    base: Base,
    /// What is read: the view's own colour.
    pub(crate) text: Style,
    /// What is there if looked for: hints, details, counters.
    pub(crate) dim: Style,
    /// What leads the eye: the prompt marker, the name of the product, a running spinner.
    pub(crate) accent: Style,
    /// What the user wrote.
    pub(crate) user: Style,
    pub(crate) heading: Style,
    pub(crate) strong: Style,
    pub(crate) emphasis: Style,
    /// Code within a line.
    pub(crate) code: Style,
    /// Code in a block of its own, where no syntax style applies.
    pub(crate) code_block: Style,
    pub(crate) link: Style,
    pub(crate) quote: Style,
    pub(crate) rule: Style,
    pub(crate) success: Style,
    pub(crate) warning: Style,
    pub(crate) error: Style,
    /// The chosen line of a list, and what a search found.
    pub(crate) selection: Style,
    /// The status line.
    pub(crate) status: Style,
    pub(crate) border: Style,
    pub(crate) syntax: Syntax,
}

/// The styles of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Syntax {
    pub(crate) keyword: Style,
    pub(crate) string: Style,
    pub(crate) comment: Style,
    pub(crate) number: Style,
    pub(crate) function: Style,
    /// Names of types, constants and the like.
    pub(crate) kind: Style,
}

/// The background a theme is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Dark,
    Light,
    Plain,
}

/// The colours of a theme.
struct Palette {
    dim: Color,
    accent: Color,
    user: Color,
    code: Color,
    link: Color,
    border: Color,
    success: Color,
    warning: Color,
    error: Color,
    /// Behind the selection, and what stands on it.
    selected: (Color, Color),
    keyword: Color,
    string: Color,
    number: Color,
    function: Color,
    kind: Color,
}

const DARK: Palette = Palette {
    dim: Color::Rgb(0x91, 0x98, 0xa4),
    accent: Color::Rgb(0x8a, 0xb4, 0xf8),
    user: Color::Rgb(0x9c, 0xd2, 0xe8),
    code: Color::Rgb(0xe6, 0xc3, 0x84),
    link: Color::Rgb(0x7d, 0xc4, 0xe4),
    border: Color::Rgb(0x6c, 0x75, 0x84),
    success: Color::Rgb(0x8c, 0xcf, 0x7e),
    warning: Color::Rgb(0xe5, 0xc0, 0x6b),
    error: Color::Rgb(0xf2, 0x87, 0x8a),
    selected: (Color::Rgb(0x2f, 0x4a, 0x75), Color::Rgb(0xff, 0xff, 0xff)),
    keyword: Color::Rgb(0xc8, 0xa0, 0xf0),
    string: Color::Rgb(0xa3, 0xd0, 0x8a),
    number: Color::Rgb(0xf0, 0xa8, 0x78),
    function: Color::Rgb(0x8a, 0xb4, 0xf8),
    kind: Color::Rgb(0x7f, 0xd0, 0xc8),
};

const LIGHT: Palette = Palette {
    dim: Color::Rgb(0x5f, 0x66, 0x70),
    accent: Color::Rgb(0x1a, 0x56, 0xc4),
    user: Color::Rgb(0x0b, 0x5c, 0x78),
    code: Color::Rgb(0x85, 0x4a, 0x06),
    link: Color::Rgb(0x0a, 0x5f, 0xa8),
    border: Color::Rgb(0x85, 0x8c, 0x96),
    success: Color::Rgb(0x1c, 0x6b, 0x2a),
    warning: Color::Rgb(0x85, 0x53, 0x00),
    error: Color::Rgb(0xb3, 0x1d, 0x28),
    selected: (Color::Rgb(0xc9, 0xdd, 0xfa), Color::Rgb(0x10, 0x18, 0x28)),
    keyword: Color::Rgb(0x7a, 0x2f, 0xb5),
    string: Color::Rgb(0x24, 0x66, 0x2c),
    number: Color::Rgb(0x9e, 0x43, 0x10),
    function: Color::Rgb(0x1a, 0x56, 0xc4),
    kind: Color::Rgb(0x0d, 0x64, 0x60),
};

/// Where there are 16 colours they are the view's own, so only those are used that views keep readable.
const DARK_16: Palette = Palette {
    dim: Color::DarkGray,
    accent: Color::LightBlue,
    user: Color::LightCyan,
    code: Color::Yellow,
    link: Color::Cyan,
    border: Color::DarkGray,
    success: Color::Green,
    warning: Color::Yellow,
    error: Color::LightRed,
    selected: (Color::Blue, Color::White),
    keyword: Color::LightMagenta,
    string: Color::Green,
    number: Color::LightRed,
    function: Color::LightBlue,
    kind: Color::Cyan,
};

const LIGHT_16: Palette = Palette {
    dim: Color::DarkGray,
    accent: Color::Blue,
    user: Color::Blue,
    code: Color::Magenta,
    link: Color::Blue,
    border: Color::DarkGray,
    success: Color::Green,
    warning: Color::Magenta,
    error: Color::Red,
    selected: (Color::Blue, Color::White),
    keyword: Color::Magenta,
    string: Color::Green,
    number: Color::Red,
    function: Color::Blue,
    kind: Color::Cyan,
};

impl ColorDepth {
    /// As the environment tells; a view that tells nothing is taken for one of today.
    pub(crate) fn of(env: impl Fn(&str) -> Option<String>) -> Self {
        let given = |name| env(name).filter(|value: &String| !value.is_empty());
        if given("NO_COLOR").is_some() {
            return ColorDepth::None;
        }
        let direct =
            given("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
        match given("TERM").as_deref() {
            Some("dumb") => ColorDepth::None,
            _ if direct => ColorDepth::TrueColor,
            Some(term) if term.ends_with("-direct") => ColorDepth::TrueColor,
            Some(term) if !term.contains("256color") => ColorDepth::Ansi16,
            _ => ColorDepth::Ansi256,
        }
    }
}

impl Theme {
    /// For a view with a dark background.
    pub(crate) fn dark() -> Self {
        Theme::colored(Base::Dark, &DARK)
    }

    /// For a view with a light background.
    pub(crate) fn light() -> Self {
        Theme::colored(Base::Light, &LIGHT)
    }

    /// Without any colour; bold, italics, underlines and reversal tell things apart.
    pub(crate) fn plain() -> Self {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let dim = plain.add_modifier(Modifier::DIM);
        let italic = plain.add_modifier(Modifier::ITALIC);
        Theme {
            base: Base::Plain,
            text: plain,
            dim,
            accent: bold,
            user: bold,
            heading: bold.add_modifier(Modifier::UNDERLINED),
            strong: bold,
            emphasis: italic,
            code: bold,
            code_block: plain,
            link: plain.add_modifier(Modifier::UNDERLINED),
            quote: italic,
            rule: dim,
            success: plain,
            warning: bold,
            error: bold,
            selection: plain.add_modifier(Modifier::REVERSED),
            status: dim,
            border: dim,
            syntax: Syntax {
                keyword: bold,
                string: plain,
                comment: italic.add_modifier(Modifier::DIM),
                number: plain,
                function: plain,
                kind: plain,
            },
        }
    }

    /// The theme that is readable on a background.
    pub(crate) fn of(red: u8, green: u8, blue: u8) -> Self {
        match brightness(red, green, blue) >= LIGHT_FROM {
            true => Theme::light(),
            false => Theme::dark(),
        }
    }

    /// The same theme in colours that the view can show.
    pub(crate) fn at(self, depth: ColorDepth) -> Self {
        match (depth, self.base) {
            (ColorDepth::None, _) | (_, Base::Plain) => Theme::plain(),
            (ColorDepth::Ansi16, Base::Dark) => Theme::colored(Base::Dark, &DARK_16),
            (ColorDepth::Ansi16, Base::Light) => Theme::colored(Base::Light, &LIGHT_16),
            _ => self,
        }
    }

    fn colored(base: Base, palette: &Palette) -> Self {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let italic = plain.add_modifier(Modifier::ITALIC);
        let (behind, on) = palette.selected;
        Theme {
            base,
            text: plain,
            dim: plain.fg(palette.dim),
            accent: plain.fg(palette.accent),
            user: plain.fg(palette.user),
            heading: bold.fg(palette.accent),
            strong: bold,
            emphasis: italic,
            code: plain.fg(palette.code),
            code_block: plain,
            link: plain.fg(palette.link).add_modifier(Modifier::UNDERLINED),
            quote: italic.fg(palette.dim),
            rule: plain.fg(palette.border),
            success: plain.fg(palette.success),
            warning: plain.fg(palette.warning),
            error: plain.fg(palette.error),
            selection: plain.fg(on).bg(behind),
            status: plain.fg(palette.dim),
            border: plain.fg(palette.border),
            syntax: Syntax {
                keyword: plain.fg(palette.keyword),
                string: plain.fg(palette.string),
                comment: italic.fg(palette.dim),
                number: plain.fg(palette.number),
                function: plain.fg(palette.function),
                kind: plain.fg(palette.kind),
            },
        }
    }
}

/// How bright a colour looks, from 0 to 255.
fn brightness(red: u8, green: u8, blue: u8) -> u32 {
    (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much light a colour gives, by the definition of WCAG.
    fn luminance(rgb: [u8; 3]) -> f64 {
        let [red, green, blue] = rgb.map(|channel| match f64::from(channel) / 255.0 {
            low if low <= 0.04045 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn rgb(color: Option<Color>) -> [u8; 3] {
        match color {
            Some(Color::Rgb(red, green, blue)) => [red, green, blue],
            other => panic!("{other:?} has no fixed contrast"),
        }
    }

    /// Everything that is read, and how it is told from the text around it.
    fn read(theme: &Theme) -> [(&'static str, Style); 17] {
        let Syntax {
            keyword,
            string,
            comment,
            number,
            function,
            kind,
        } = theme.syntax.clone();
        [
            ("dim", theme.dim),
            ("accent", theme.accent),
            ("user", theme.user),
            ("heading", theme.heading),
            ("code", theme.code),
            ("link", theme.link),
            ("quote", theme.quote),
            ("success", theme.success),
            ("warning", theme.warning),
            ("error", theme.error),
            ("status", theme.status),
            ("keyword", keyword),
            ("string", string),
            ("comment", comment),
            ("number", number),
            ("function", function),
            ("kind", kind),
        ]
    }

    #[test]
    fn what_is_read_stands_out_from_the_backgrounds_people_have() {
        let dark = [[0, 0, 0], [0x1e, 0x1e, 0x2e], [0x28, 0x2c, 0x34]];
        let light = [[255, 255, 255], [0xfd, 0xf6, 0xe3], [0xef, 0xf1, 0xf5]];
        for (theme, backgrounds) in [(Theme::dark(), dark), (Theme::light(), light)] {
            for background in backgrounds {
                for (name, style) in read(&theme) {
                    let contrast = contrast(rgb(style.fg), background);
                    assert!(contrast >= 4.5, "{name} on {background:?}: {contrast:.2}");
                }
                for style in [theme.border, theme.rule] {
                    assert!(contrast(rgb(style.fg), background) >= 2.5, "{background:?}");
                }
            }
            let selection = contrast(rgb(theme.selection.fg), rgb(theme.selection.bg));
            assert!(selection >= 7.0, "selection: {selection:.2}");
        }
    }

    #[test]
    fn without_colour_no_style_has_one() {
        let plain = Theme::dark().at(ColorDepth::None);
        assert_eq!(plain, Theme::plain());
        for (name, style) in read(&plain) {
            assert_eq!((style.fg, style.bg), (None, None), "{name}");
        }
        assert_eq!(
            plain.selection,
            Style::new().add_modifier(Modifier::REVERSED)
        );
    }

    #[test]
    fn with_sixteen_colours_only_those_of_the_view_are_used() {
        for theme in [Theme::dark(), Theme::light()] {
            for (name, style) in read(&theme.at(ColorDepth::Ansi16)) {
                let fixed = matches!(style.fg, None | Some(Color::Rgb(..) | Color::Indexed(_)));
                assert!(!fixed, "{name}");
            }
        }
        assert_eq!(Theme::light().at(ColorDepth::Ansi256), Theme::light());
    }

    #[test]
    fn the_background_decides_between_dark_and_light() {
        assert_eq!(Theme::of(0x1e, 0x1e, 0x2e), Theme::dark());
        assert_eq!(Theme::of(0, 0, 255), Theme::dark(), "blue is not bright");
        assert_eq!(Theme::of(0xfd, 0xf6, 0xe3), Theme::light());
    }

    #[test]
    fn the_environment_tells_how_many_colours_there_are() {
        let depth = |env: &[(&str, &str)]| {
            ColorDepth::of(|name| {
                let given = env.iter().find(|(known, _)| *known == name);
                given.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(depth(&[]), ColorDepth::Ansi256);
        assert_eq!(depth(&[("COLORTERM", "truecolor")]), ColorDepth::TrueColor);
        assert_eq!(
            depth(&[("COLORTERM", "24bit"), ("TERM", "tmux")]),
            ColorDepth::TrueColor
        );
        assert_eq!(depth(&[("TERM", "xterm-direct")]), ColorDepth::TrueColor);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), ColorDepth::Ansi256);
        assert_eq!(depth(&[("TERM", "linux")]), ColorDepth::Ansi16);
        assert_eq!(depth(&[("TERM", "dumb")]), ColorDepth::None);
        assert_eq!(
            depth(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]),
            ColorDepth::None
        );
        assert_eq!(depth(&[("NO_COLOR", "")]), ColorDepth::Ansi256);
    }
}
