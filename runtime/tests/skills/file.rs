//! Files and texts beside the corpus: what names a skill, what is too large, what cannot be read.

use std::path::Path;

use libfx::skills::{LoadSkillOptions, SkillResource, load_skill_file, parse_skill};
use libfx::{ErrorCode, HostTool};

use crate::refused;

const PLAIN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../tests/fixtures/skills/plain/SKILL.md"
);

#[test]
fn the_file_names_a_skill_that_does_not_name_itself() {
    let name = |path: &str| parse_skill(path, "Look.").map(|file| file.name);
    assert_eq!(name("skills/code-review.md").as_deref(), Ok("code-review"));
    assert_eq!(
        name(r"C:\skills\code-review.MD").as_deref(),
        Ok("code-review")
    );
    refused(
        name("skills/"),
        ErrorCode::SkillInvalid,
        "skills/: the skill has no name; give it one in its front matter",
    );
}

#[test]
fn a_text_may_be_as_large_as_a_file_and_no_larger() {
    let mut text = "---\nname: leap\n---\n".to_owned();
    text.push_str(&"x".repeat((1 << 20) - text.len()));
    assert_eq!(
        parse_skill("a.md", &text).map(|file| file.name).as_deref(),
        Ok("leap")
    );
    text.push('x');
    refused(
        parse_skill("a.md", &text),
        ErrorCode::LimitExceeded,
        "a.md: expected at most 1048576 bytes of UTF-8",
    );
}

#[test]
fn hostile_headers_take_no_longer_than_they_are_long() {
    let megabyte = |unit: &str| unit.repeat((1 << 20) / unit.len() - 16);
    for header in [
        megabyte("\n"),
        megabyte("name:\n"),
        megabyte("name: \"\n"),
        megabyte("description: \"\\\n  \""),
        format!("description: |\n{}", megabyte(" \n")),
        format!("description: >\n{}", megabyte("  a\n\n")),
        format!("description: \"{}", megabyte("\\u")),
        format!("description: '{}", megabyte("''")),
    ] {
        let file = parse_skill("a.md", &format!("---\n{header}\n---\nbody"));
        assert_eq!(file.expect("a skill").instructions, "body");
    }
}

#[tokio::test]
async fn the_options_add_what_the_file_does_not_say() {
    let tool = HostTool::new("hop", "", Default::default(), |_, _| async { Ok("hopped") });
    let options = LoadSkillOptions::default()
        .with_resources(vec![SkillResource {
            uri: "leap://map".to_owned(),
            text: "a map".to_owned(),
        }])
        .with_tools(vec![tool.into()]);
    let record = load_skill_file(PLAIN, options).await.expect("a record");
    assert_eq!(record.name, "leap");
    assert_eq!(record.resources.expect("resources")[0].text, "a map");
    assert_eq!(record.tools.expect("tools")[0].name(), "hop");
}

#[tokio::test]
async fn bad_options_are_refused_before_the_file_is_read() {
    let tool = || HostTool::new("hop", "", Default::default(), |_, _| async { Ok("hopped") });
    let options = LoadSkillOptions::default().with_tools(vec![tool().into(), tool().into()]);
    refused(
        load_skill_file("nowhere.md", options).await,
        ErrorCode::InvalidArgument,
        r#"options.tools[1].name: "hop" is already the name of options.tools[0]"#,
    );
    refused(
        load_skill_file("", LoadSkillOptions::default()).await,
        ErrorCode::InvalidArgument,
        "path: expected a non-empty string",
    );
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_named_with_the_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, code) in [
        (folder.join("nowhere.md"), "ENOENT"),
        (folder.to_owned(), "EISDIR"),
    ] {
        let error = load_skill_file(&path, LoadSkillOptions::default())
            .await
            .expect_err("it cannot be read");
        assert_eq!(error.code, ErrorCode::SkillInvalid);
        assert_eq!(error.cause_code.as_deref(), Some(code));
        let start = format!("{}: cannot be read (", path.display());
        assert!(error.message.starts_with(&start), "{error}");
    }
}

#[test]
fn a_file_is_read_without_a_tokio_of_the_callers() {
    let work = load_skill_file(PLAIN, LoadSkillOptions::default());
    let record = libfx::block_on(work).expect("a record");
    assert_eq!(
        record.description.as_deref(),
        Some("Looks before it leaps.")
    );
}
