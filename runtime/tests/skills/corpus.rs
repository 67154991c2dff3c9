//! Every shape of `tests/fixtures/skills`, as it is and in other clothes.

use std::fs;
use std::path::{Path, PathBuf};

use libfx::FxError;
use libfx::skills::{LoadSkillOptions, SkillFile, load_skill_file, parse_skill};
use serde_json::{Value, json};

/// A skill file and what it says.
struct Shape {
    name: String,
    path: PathBuf,
    text: String,
    expected: Value,
}

fn shapes() -> Vec<Shape> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/skills");
    let entries = fs::read_dir(folder).expect("the fixtures");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders.iter().map(|folder| shape(folder)).collect()
}

fn shape(folder: &Path) -> Shape {
    let path = folder.join("SKILL.md");
    let bytes = fs::read(&path).expect("a skill file");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let expected = fs::read(folder.join("expected.json")).expect("what it says");
    let mut expected: Value = serde_json::from_slice(&expected).expect("JSON");
    if let Some(lines) = expected["instructions"]["afterLine"].as_u64() {
        let rest = text.splitn(lines as usize + 1, '\n').last();
        expected["instructions"] = json!(rest);
    }
    Shape {
        name: folder
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned(),
        path,
        text,
        expected,
    }
}

/// Compares what was read with what is expected.
#[track_caller]
fn check(shape: &Shape, how: &str, read: Result<Value, FxError>) {
    let expected = &shape.expected;
    let name = &shape.name;
    match read {
        Ok(read) => assert_eq!(&read, expected, "{name}, {how}"),
        Err(error) => {
            let wanted = &expected["error"];
            assert_eq!(
                wanted["code"],
                error.code.as_str(),
                "{name}, {how}: {error}"
            );
            let says = wanted["says"].as_str().expect("a part of the message");
            assert!(error.message.contains(says), "{name}, {how}: {error}");
            assert!(
                error.message.contains("SKILL.md: "),
                "{name}, {how}: {error}"
            );
        }
    }
}

fn parse(text: &str) -> Result<SkillFile, FxError> {
    parse_skill("skills/SKILL.md", text)
}

fn parsed(text: &str) -> Result<Value, FxError> {
    parse(text).map(|file| json!(file))
}

#[test]
fn there_are_many_shapes() {
    assert!(shapes().len() >= 40);
}

#[test]
fn every_shape_says_what_is_expected() {
    for shape in shapes() {
        check(&shape, "as it is", parsed(&shape.text));
    }
}

#[tokio::test]
async fn every_file_says_the_same_as_its_text() {
    for shape in shapes() {
        let record = load_skill_file(&shape.path, LoadSkillOptions::default()).await;
        let read = record.map(|record| {
            let mut read = json!({"name": record.name, "instructions": record.instructions});
            if let Some(description) = record.description {
                read["description"] = json!(description);
            }
            read
        });
        check(&shape, "from the disk", read);
    }
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    for shape in shapes() {
        let bare = shape.text.trim_start_matches('\u{FEFF}');
        check(&shape, "without a mark", parsed(bare));
        check(&shape, "with a mark", parsed(&format!("\u{FEFF}{bare}")));
    }
}

#[test]
fn line_ends_change_nothing_but_the_line_ends_of_the_instructions() {
    let with_ends = |text: &str, end: &str| {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        text.replace('\n', end)
    };
    for shape in shapes() {
        let mut shape = shape;
        let instructions = shape.expected["instructions"].as_str().map(str::to_owned);
        for end in ["\n", "\r\n", "\r"] {
            if let Some(instructions) = &instructions {
                shape.expected["instructions"] = json!(with_ends(instructions, end));
            }
            check(
                &shape,
                &format!("{end:?}"),
                parsed(&with_ends(&shape.text, end)),
            );
        }
    }
}

#[test]
fn what_was_read_can_be_written_and_read_again() {
    for shape in shapes() {
        let Ok(file) = parse(&shape.text) else {
            continue;
        };
        let description = file.description.clone().unwrap_or_default();
        let text = format!(
            "---\ndescription: {}\nname: {}\n---\n{}",
            json!(description),
            json!(file.name),
            file.instructions
        );
        assert_eq!(parse(&text), Ok(file), "{}", shape.name);
    }
}
