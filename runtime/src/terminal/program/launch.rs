//! What the program is started with: arguments and environment, read once.

use std::collections::BTreeMap;

use libfx_api::FxError;
use libfx_api::limits::{DEFAULT_MODEL, MAX_API_KEY_BYTES, MAX_MODEL_ID_BYTES};
use secrecy::SecretString;

use crate::terminal::app::ThemeChoice;
use crate::terminal::sessions::Which;
use crate::terminal::theme::ColorDepth;

const USAGE: &str = "expected `--resume last`, `--resume ID`, `-c` or `--continue`";

/// The arguments and the environment, understood.
#[derive(Debug)]
pub(crate) struct Launch {
    pub(crate) key: Option<SecretString>,
    /// From the environment; what the store remembers does not count then.
    pub(crate) model: Option<String>,
    pub(crate) theme: ThemeChoice,
    pub(crate) depth: ColorDepth,
    pub(crate) resume: Option<Which>,
}

impl Launch {
    /// # Errors
    /// `invalidArgument` for arguments that are not known, with the usage; `limitExceeded` for values that are too long.
    pub(crate) fn read(args: &[String], env: &BTreeMap<String, String>) -> Result<Self, FxError> {
        let theme = env
            .get("FX_THEME")
            .and_then(|name| ThemeChoice::parse(name));
        Ok(Launch {
            key: variable(env, "AI_GATEWAY_API_KEY", MAX_API_KEY_BYTES)?.map(SecretString::from),
            model: variable(env, "FX_MODEL", MAX_MODEL_ID_BYTES)?,
            theme: theme.unwrap_or_default(),
            depth: ColorDepth::of(|name| env.get(name).cloned()),
            resume: resume(args)?,
        })
    }

    pub(crate) fn first_model(&self) -> String {
        self.model
            .clone()
            .unwrap_or_else(|| DEFAULT_MODEL.to_owned())
    }
}

/// A variable that counts only if it is not empty.
fn variable(
    env: &BTreeMap<String, String>,
    name: &str,
    limit: u64,
) -> Result<Option<String>, FxError> {
    let Some(value) = env.get(name).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let bytes = value.len() as u64;
    if bytes > limit {
        return Err(FxError::limit_exceeded(format!(
            "options.env.{name}: expected at most {limit} bytes of UTF-8, got {bytes}"
        )));
    }
    Ok(Some(value.clone()))
}

fn resume(args: &[String]) -> Result<Option<Which>, FxError> {
    let refused = |at: usize, got: String| {
        FxError::invalid_argument(format!("options.args[{at}]: {USAGE}, got {got}"))
    };
    let mut resume = None;
    let mut args = args.iter().enumerate();
    while let Some((at, arg)) = args.next() {
        let which = match arg.as_str() {
            "-c" | "--continue" => Which::Last,
            "--resume" => match args.next().map(|(_, id)| id.as_str()) {
                None | Some("") => return Err(refused(at, "nothing after `--resume`".to_owned())),
                Some("last") => Which::Last,
                Some(id) => Which::Id(id.to_owned()),
            },
            other => return Err(refused(at, format!("{other:?}"))),
        };
        if resume.replace(which).is_some() {
            return Err(refused(at, "a second session".to_owned()));
        }
    }
    Ok(resume)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resumed(args: &[&str]) -> Result<Option<Which>, String> {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        resume(&args).map_err(|error| error.message)
    }

    fn launched(variables: &[(&str, &str)]) -> Result<Launch, FxError> {
        let pairs = variables
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()));
        Launch::read(&[], &pairs.collect())
    }

    #[test]
    fn arguments_name_the_session_to_go_on_with() {
        assert_eq!(resumed(&[]), Ok(None));
        assert_eq!(resumed(&["-c"]), Ok(Some(Which::Last)));
        assert_eq!(resumed(&["--continue"]), Ok(Some(Which::Last)));
        assert_eq!(resumed(&["--resume", "last"]), Ok(Some(Which::Last)));
        assert_eq!(
            resumed(&["--resume", "x1"]),
            Ok(Some(Which::Id("x1".into())))
        );
    }

    #[test]
    fn other_arguments_are_refused_with_the_usage() {
        let usage = "expected `--resume last`, `--resume ID`, `-c` or `--continue`";
        let refused = |at, got| Err(format!("options.args[{at}]: {usage}, got {got}"));
        assert_eq!(resumed(&["--verbose"]), refused(0, "\"--verbose\""));
        assert_eq!(
            resumed(&["--resume"]),
            refused(0, "nothing after `--resume`")
        );
        assert_eq!(resumed(&["-c", "-c"]), refused(1, "a second session"));
    }

    #[test]
    fn an_empty_variable_is_none_and_a_long_key_is_refused_without_being_told() {
        let launch = launched(&[("AI_GATEWAY_API_KEY", ""), ("FX_THEME", "pink")]);
        let launch = launch.expect("nothing is wrong");
        assert!(launch.key.is_none());
        assert_eq!(launch.theme, ThemeChoice::Auto);
        let key = "k".repeat(65_537);
        let error = launched(&[("AI_GATEWAY_API_KEY", &key)]).expect_err("too long");
        assert_eq!(
            error.message,
            "options.env.AI_GATEWAY_API_KEY: expected at most 65536 bytes of UTF-8, got 65537"
        );
    }
}
