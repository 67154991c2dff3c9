//! Names that models accept, for tools that servers name as they like.

use std::collections::HashSet;

use libfx_api::limits::MAX_TOOL_NAME_BYTES;

const LONGEST: usize = MAX_TOOL_NAME_BYTES as usize;

/// A name for each tool, in order, no two the same: prefix and original, made acceptable, cut, and numbered where it is
/// taken.
pub(super) fn assign<'a>(
    prefix: &str,
    originals: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    let mut taken = HashSet::new();
    originals
        .into_iter()
        .map(|original| {
            let name = free(acceptable(prefix, original), &taken);
            taken.insert(name.clone());
            name
        })
        .collect()
}

fn acceptable(prefix: &str, original: &str) -> String {
    let accepted = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    prefix
        .chars()
        .chain(original.chars())
        .map(|letter| if accepted(letter) { letter } else { '_' })
        .take(LONGEST)
        .collect()
}

fn free(name: String, taken: &HashSet<String>) -> String {
    if !taken.contains(&name) {
        return name;
    }
    let numbered = |number: u32| {
        let suffix = format!("_{number}");
        let base = name.len().min(LONGEST - suffix.len());
        format!("{}{suffix}", &name[..base])
    };
    (2..)
        .map(numbered)
        .find(|candidate| !taken.contains(candidate))
        .expect("there are more numbers than tools")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(prefix: &str, originals: &[&str]) -> Vec<String> {
        assign(prefix, originals.iter().copied())
    }

    #[test]
    fn what_models_refuse_becomes_an_underscore() {
        for (original, name) in [
            ("read_file", "read_file"),
            ("admin.tools.list", "admin_tools_list"),
            ("user/update", "user_update"),
            ("データ", "___"),
            ("a b-c", "a_b-c"),
            ("😀", "_"),
        ] {
            assert_eq!(named("", &[original]), [name]);
        }
        assert_eq!(named("fs_", &["read.file"]), ["fs_read_file"]);
    }

    #[test]
    fn a_long_name_is_cut_with_its_prefix() {
        let long = "x".repeat(100);
        assert_eq!(named("", &[&long]), ["x".repeat(64)]);
        assert_eq!(named("fs_", &[&long]), [format!("fs_{}", "x".repeat(61))]);
        assert_eq!(named(&"p".repeat(70), &["x"]), ["p".repeat(64)]);
    }

    #[test]
    fn names_that_would_be_the_same_are_numbered_in_order() {
        assert_eq!(
            named("", &["a.b", "a/b", "a b", "c"]),
            ["a_b", "a_b_2", "a_b_3", "c"]
        );
        assert_eq!(
            named("", &["a_b_2", "a.b", "a/b"]),
            ["a_b_2", "a_b", "a_b_3"],
            "a number that is taken is passed over"
        );
    }

    #[test]
    fn the_number_of_a_long_name_takes_the_place_of_its_end() {
        let originals: Vec<String> = (0..12)
            .map(|at| format!("{}{at}", "x".repeat(64)))
            .collect();
        let names = assign("", originals.iter().map(String::as_str));
        assert_eq!(names[0], "x".repeat(64));
        assert_eq!(names[1], format!("{}_2", "x".repeat(62)));
        assert_eq!(names[11], format!("{}_12", "x".repeat(61)));
    }
}
