//! What the user does: keys of the whole program first, then those of whatever has the focus.

use super::commands::{self, Command};
use super::message::Effect;
use super::{App, Level};
use crate::terminal::composer::Reply;
use crate::terminal::input::{Input, Key, KeyCode, Mouse, Wheel};

/// How many lines a notch of the wheel moves.
const WHEEL_LINES: i32 = 3;

const LEAVE_HINT: &str = "Ctrl-C again ends the program";

impl App {
    pub(super) fn input(&mut self, input: &Input) -> Vec<Effect> {
        match input {
            Input::Background(red, green, blue) => {
                self.background = Some((*red, *green, *blue));
                self.apply_theme();
                return Vec::new();
            }
            Input::Mouse(mouse) if self.panel.is_none() => {
                self.wheel(*mouse);
                return Vec::new();
            }
            _ => {}
        }
        let leaving = std::mem::take(&mut self.leaving);
        self.hint = None;
        if let Input::Key(key) = input
            && let Some(effects) = self.global_key(*key, leaving)
        {
            return effects;
        }
        match self.panel_input(input) {
            Some(effects) => effects,
            None => self.composer_input(input),
        }
    }

    /// Keys that mean the same wherever the focus is.
    fn global_key(&mut self, key: Key, leaving: bool) -> Option<Vec<Effect>> {
        match key {
            key if is_ctrl(key, 'c') => Some(self.interrupt(leaving)),
            key if is_ctrl(key, 'l') => Some(vec![Effect::Redraw]),
            key if is_ctrl(key, 'o') => {
                self.transcript.toggle_details();
                Some(Vec::new())
            }
            _ => (self.panel.is_none() && self.scroll_key(key)).then(Vec::new),
        }
    }

    fn scroll_key(&mut self, key: Key) -> bool {
        match key.code {
            KeyCode::PageUp => self.transcript.page(-1),
            KeyCode::PageDown => self.transcript.page(1),
            KeyCode::Up if key.shift => self.transcript.scroll(-1),
            KeyCode::Down if key.shift => self.transcript.scroll(1),
            _ => return false,
        }
        true
    }

    fn wheel(&mut self, mouse: Mouse) {
        self.transcript.scroll(match mouse.wheel {
            Wheel::Up => -WHEEL_LINES,
            Wheel::Down => WHEEL_LINES,
        });
    }

    /// Ctrl-C: closes what is open and ends what runs; where neither is, drops what is typed; and then ends the program.
    fn interrupt(&mut self, leaving: bool) -> Vec<Effect> {
        let was_open = self.close_panel();
        if self.is_running() {
            return self.cancel();
        }
        if was_open {
            return Vec::new();
        }
        if !self.composer.is_empty() {
            self.composer.set_text("");
            return Vec::new();
        }
        if leaving {
            return vec![Effect::Exit];
        }
        self.leaving = true;
        self.hint = Some(LEAVE_HINT.to_owned());
        Vec::new()
    }

    fn composer_input(&mut self, input: &Input) -> Vec<Effect> {
        if let Input::Key(key) = input
            && self.composer.is_empty()
            && let Some(effects) = self.key_at_empty_composer(*key)
        {
            return effects;
        }
        match self.composer.handle(input, self.width) {
            Reply::Submit(text) => self.submit(text),
            Reply::Changed => Vec::new(),
            Reply::Ignored => match input {
                Input::Key(key) if key.code == KeyCode::Esc => self.cancel(),
                _ => Vec::new(),
            },
        }
    }

    fn key_at_empty_composer(&mut self, key: Key) -> Option<Vec<Effect>> {
        match key.code {
            KeyCode::Char('d') if key.ctrl => Some(vec![Effect::Exit]),
            KeyCode::End => {
                self.transcript.follow();
                Some(Vec::new())
            }
            KeyCode::Up if !self.queue.is_empty() => {
                let last = self.queue.pop_back().unwrap_or_default();
                self.composer.set_text(&last);
                Some(Vec::new())
            }
            _ => None,
        }
    }

    fn submit(&mut self, text: String) -> Vec<Effect> {
        if text.trim().is_empty() {
            return Vec::new();
        }
        self.composer.remember(text.clone());
        let mut effects = vec![Effect::Remember(text.clone())];
        effects.extend(match commands::parse(&text) {
            Some(Ok(Command::Exit)) => vec![Effect::Exit],
            // What is remembered may make a difference to it.
            _ if self.is_starting() => self.wait_with(text),
            Some(command) => self.command(command),
            None => self.prompt(text),
        });
        effects
    }

    pub(super) fn command(&mut self, command: Result<Command, String>) -> Vec<Effect> {
        match command {
            Ok(command) => self.obey(command),
            Err(problem) => {
                self.notice(Level::Warning, &problem);
                Vec::new()
            }
        }
    }
}

fn is_ctrl(key: Key, letter: char) -> bool {
    key.ctrl && !key.alt && key.code == KeyCode::Char(letter)
}
