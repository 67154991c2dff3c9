//! Where in an argument a value stands, as error messages name it.

use std::fmt;

use super::text;

/// A place such as `options.tools[2].name`. Each step lives on the stack of the function that takes it, so that a path
/// costs nothing until it is printed.
#[derive(Clone, Copy, Debug)]
pub enum Path<'a> {
    /// A parameter, by its name.
    Root(&'a str),
    Member(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl<'a> Path<'a> {
    /// The member called `name` of what stands here.
    pub fn member(&'a self, name: &'a str) -> Path<'a> {
        Path::Member(self, name)
    }

    /// The item at `index` of what stands here.
    pub fn index(&'a self, index: usize) -> Path<'a> {
        Path::Index(self, index)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root(name) => f.write_str(name),
            Path::Member(parent, name) if is_identifier(name) && !text::is_cut(name) => {
                write!(f, "{parent}.{name}")
            }
            Path::Member(parent, name) => write!(f, "{parent}[{}]", text::quoted(name)),
            Path::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | '$'))
        && letters.all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$'))
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn a_path_is_written_as_the_application_would_write_it() {
        let options = Path::Root("options");
        let tools = options.member("tools");
        let tool = tools.index(2);
        assert_eq!(tool.member("name").to_string(), "options.tools[2].name");
        assert_eq!(options.member("a b").to_string(), r#"options["a b"]"#);
    }

    #[test]
    fn a_name_of_any_length_takes_little_room() {
        let path = Path::Root("options");
        let short = "a".repeat(64);
        assert_eq!(path.member(&short).to_string(), format!("options.{short}"));
        let long = "a".repeat(65);
        let cut = format!("options[\"{short}…\"]");
        assert_eq!(path.member(&long).to_string(), cut);
    }
}
