//! The commands that a line beginning with `/` gives: which there are, how they are read, and what completes them.

use libfx_api::WorkspacePermission as Mode;

use crate::terminal::composer::Completion;

/// What the user asks of the program itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    New,
    Resume(Option<String>),
    Rename(Option<String>),
    /// A model by its id, or the picker.
    Model(Option<String>),
    Compact,
    Copy,
    Clear,
    Usage,
    Status,
    Permissions(Option<Mode>),
    /// The list of settings, or whether the mouse is listened to.
    Settings(Option<bool>),
    Theme(Option<ThemeChoice>),
    Login,
    Logout,
    Version,
    Exit,
}

/// The theme as the user wants it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ThemeChoice {
    /// By the background of the view.
    #[default]
    Auto,
    Dark,
    Light,
}

/// A command as help and completion show it.
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    /// What may follow it, as help writes it; empty if nothing may.
    pub(crate) argument: &'static str,
    pub(crate) help: &'static str,
}

/// Every command, in the order of help.
pub(crate) const COMMANDS: &[Spec] = &[
    spec("help", "", "Shows the commands and keys"),
    spec("new", "", "Starts a new conversation"),
    spec("resume", "[last|ID]", "Continues a saved session"),
    spec("rename", "[NAME]", "Gives the session a name"),
    spec("model", "[ID]", "Chooses the model"),
    spec("models", "", "Lists the models to choose from"),
    spec(
        "compact",
        "",
        "Frees context: goes on from a summary of the conversation",
    ),
    spec("copy", "", "Copies the last answer to the clipboard"),
    spec("clear", "", "Clears the screen; the conversation goes on"),
    spec("usage", "", "Shows the tokens used in this session"),
    spec("status", "", "Shows model, session, login and workspace"),
    spec(
        "permissions",
        "[prompt|allow]",
        "Whether the model's commands need your approval",
    ),
    spec(
        "settings",
        "[mouse on|off]",
        "Lists the settings, to change them",
    ),
    spec("theme", "[dark|light|auto]", "Chooses the colours"),
    spec("login", "", "Logs you in"),
    spec("logout", "", "Logs you out"),
    spec("version", "", "Shows the version"),
    spec("exit", "", "Ends the program"),
    spec("quit", "", "Ends the program"),
];

const MODES: &[(&str, Mode)] = &[("prompt", Mode::Prompt), ("allow", Mode::AllowSandboxed)];

const MOUSE: &[(&str, bool)] = &[("mouse on", true), ("mouse off", false)];

const THEMES: &[(&str, ThemeChoice)] = &[
    ("dark", ThemeChoice::Dark),
    ("light", ThemeChoice::Light),
    ("auto", ThemeChoice::Auto),
];

/// How many wrong letters a name may have to be taken for another.
const NEAR: usize = 2;

const fn spec(name: &'static str, argument: &'static str, help: &'static str) -> Spec {
    Spec {
        name,
        argument,
        help,
    }
}

/// The mode as it is typed and shown.
pub(super) fn mode_name(mode: Mode) -> &'static str {
    name_of(MODES, mode)
}

impl ThemeChoice {
    pub(crate) fn as_str(self) -> &'static str {
        name_of(THEMES, self)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        value_of(THEMES, text)
    }
}

/// Reads a line as a command; none if it is a prompt. A path at its beginning makes no command.
///
/// # Errors
/// What is wrong with the command, for the user.
pub(crate) fn parse(line: &str) -> Option<Result<Command, String>> {
    let line = line.trim().strip_prefix('/')?;
    let (name, argument) = match line.split_once(char::is_whitespace) {
        Some((name, argument)) => (name, argument.trim()),
        None => (line, ""),
    };
    if name.contains('/') || line.contains('\n') {
        return None;
    }
    Some(read(name, argument))
}

fn read(name: &str, argument: &str) -> Result<Command, String> {
    let given = (!argument.is_empty()).then(|| argument.to_owned());
    let Some(spec) = COMMANDS.iter().find(|spec| spec.name == name) else {
        return Err(unknown(name));
    };
    if spec.argument.is_empty() && given.is_some() {
        return Err(format!("/{name} takes nothing after it."));
    }
    Ok(match name {
        "help" => Command::Help,
        "new" => Command::New,
        "resume" => Command::Resume(given),
        "rename" => Command::Rename(given),
        "model" => Command::Model(given),
        "models" => Command::Model(None),
        "compact" => Command::Compact,
        "copy" => Command::Copy,
        "clear" => Command::Clear,
        "usage" => Command::Usage,
        "status" => Command::Status,
        "permissions" => Command::Permissions(choice(spec, MODES, argument)?),
        "settings" => Command::Settings(choice(spec, MOUSE, argument)?),
        "theme" => Command::Theme(choice(spec, THEMES, argument)?),
        "login" => Command::Login,
        "logout" => Command::Logout,
        "version" => Command::Version,
        _ => Command::Exit,
    })
}

/// The value an argument names; none without an argument.
fn choice<T: Copy>(spec: &Spec, values: &[(&str, T)], argument: &str) -> Result<Option<T>, String> {
    if argument.is_empty() {
        return Ok(None);
    }
    let words: Vec<&str> = argument.split_whitespace().collect();
    match value_of(values, &words.join(" ")) {
        Some(value) => Ok(Some(value)),
        None => Err(format!("Use /{} {}.", spec.name, spec.argument)),
    }
}

fn value_of<T: Copy>(values: &[(&str, T)], text: &str) -> Option<T> {
    let named = values.iter().find(|(name, _)| *name == text)?;
    Some(named.1)
}

fn name_of<T: Copy + PartialEq>(values: &[(&'static str, T)], value: T) -> &'static str {
    let named = values.iter().find(|(_, known)| *known == value);
    named.map_or("", |(name, _)| name)
}

fn unknown(name: &str) -> String {
    let mut near: Vec<(usize, &str)> = COMMANDS
        .iter()
        .map(|spec| (distance(name, spec.name), spec.name))
        .filter(|(distance, known)| {
            *distance <= NEAR || (!name.is_empty() && known.starts_with(name))
        })
        .collect();
    near.sort_unstable();
    let near: Vec<String> = near
        .iter()
        .take(3)
        .map(|(_, name)| format!("/{name}"))
        .collect();
    match near.is_empty() {
        true => format!("There is no command /{name}. /help lists the commands."),
        false => format!(
            "There is no command /{name}. Did you mean {}?",
            near.join(" or ")
        ),
    }
}

/// How many letters must be added, removed or exchanged to make one word of the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, wanted) in other.iter().enumerate() {
            let exchanged = diagonal + usize::from(letter != *wanted);
            diagonal = row[column + 1];
            row[column + 1] = exchanged.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

/// What the composer completes: the commands, and the arguments that are words of a list.
pub(crate) fn completions() -> Vec<Completion> {
    let mut completions: Vec<Completion> = COMMANDS
        .iter()
        .map(|spec| completion(format!("/{}", spec.name), spec.help))
        .collect();
    let modes = MODES.iter().map(|(value, _)| ("permissions", *value));
    let mouse = MOUSE.iter().map(|(value, _)| ("settings", *value));
    let themes = THEMES.iter().map(|(value, _)| ("theme", *value));
    let arguments = modes.chain(mouse).chain(themes).chain([("resume", "last")]);
    completions.extend(arguments.map(|(name, value)| completion(format!("/{name} {value}"), "")));
    completions
}

fn completion(value: String, help: &str) -> Completion {
    Completion {
        value,
        help: help.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(line: &str) -> String {
        let read = parse(line).expect("a command");
        read.expect_err(line)
    }

    #[test]
    fn a_line_is_a_command_only_if_its_first_word_is_a_slash_and_a_name() {
        assert_eq!(parse("/help"), Some(Ok(Command::Help)));
        assert_eq!(parse("  /help  "), Some(Ok(Command::Help)));
        assert_eq!(parse("help"), None);
        assert_eq!(parse("/usr/bin holds what?"), None);
        assert_eq!(parse("/help me\nwith this"), None);
        assert_eq!(parse("// a comment"), None);
    }

    #[test]
    fn arguments_are_read_whole_and_checked() {
        assert_eq!(
            parse("/rename  Notes on  birds "),
            Some(Ok(Command::Rename(Some("Notes on  birds".to_owned()))))
        );
        assert_eq!(
            parse("/settings mouse   off"),
            Some(Ok(Command::Settings(Some(false))))
        );
        assert_eq!(parse("/theme"), Some(Ok(Command::Theme(None))));
        assert_eq!(refused("/theme blue"), "Use /theme [dark|light|auto].");
        assert_eq!(refused("/new now"), "/new takes nothing after it.");
    }

    #[test]
    fn an_unknown_command_is_answered_with_the_nearest_ones() {
        assert_eq!(
            refused("/hlep"),
            "There is no command /hlep. Did you mean /help?"
        );
        assert_eq!(
            refused("/log"),
            "There is no command /log. Did you mean /login or /logout?"
        );
        assert_eq!(
            refused("/frobnicate"),
            "There is no command /frobnicate. /help lists the commands."
        );
    }

    #[test]
    fn every_command_of_the_table_can_be_given() {
        for spec in COMMANDS {
            assert!(read(spec.name, "").is_ok(), "/{}", spec.name);
        }
        let typed = ["exit", "quit"].map(|name| read(name, ""));
        assert_eq!(typed, [Ok(Command::Exit), Ok(Command::Exit)]);
    }
}
