//! Records combined.

use std::sync::Arc;

use libfx::skills::{SkillRecord, SkillResource, SkillsAdapter, create_skills_adapter};
use libfx::{ErrorCode, FxError, HostTool};

use crate::refused;

fn tool(name: &str) -> Arc<dyn libfx::api::HostTool> {
    HostTool::new(name, "", Default::default(), |_, _| async { Ok("") }).into()
}

fn resource(uri: &str, text: &str) -> SkillResource {
    SkillResource {
        uri: uri.to_owned(),
        text: text.to_owned(),
    }
}

fn names(adapter: &SkillsAdapter) -> Vec<&str> {
    adapter.tools.iter().map(|tool| tool.name()).collect()
}

fn instructions(records: Vec<SkillRecord>) -> Result<String, FxError> {
    create_skills_adapter(records).map(|adapter| adapter.instructions)
}

#[test]
fn each_skill_is_one_block_with_all_that_belongs_to_it() {
    let records = vec![
        SkillRecord::new("leap", "Look. Leap.")
            .with_description("Looks: then leaps.")
            .with_resources(vec![
                resource("leap://map", "a map"),
                resource("leap://log", "a log"),
            ]),
        SkillRecord::new("hop", "Hop."),
    ];
    let expected = "<skill name=\"leap\">\n\
        <description>\nLooks: then leaps.\n</description>\n\
        <instructions>\nLook. Leap.\n</instructions>\n\
        <resource uri=\"leap://map\">\na map\n</resource>\n\
        <resource uri=\"leap://log\">\na log\n</resource>\n\
        </skill>\n\n\
        <skill name=\"hop\">\n<instructions>\nHop.\n</instructions>\n</skill>";
    assert_eq!(instructions(records).as_deref(), Ok(expected));
}

#[test]
fn attributes_are_escaped_and_texts_are_not() {
    let record = SkillRecord::new(r#"a"<b>&c"#, "1 < 2 & <b>");
    let expected = "<skill name=\"a&quot;&lt;b&gt;&amp;c\">\n\
        <instructions>\n1 < 2 & <b>\n</instructions>\n</skill>";
    assert_eq!(instructions(vec![record]).as_deref(), Ok(expected));
}

#[test]
fn tools_keep_the_order_of_their_skills() {
    let adapter = create_skills_adapter(vec![
        SkillRecord::new("a", "").with_tools(vec![tool("z"), tool("y")]),
        SkillRecord::new("b", ""),
        SkillRecord::new("c", "").with_tools(vec![tool("x")]),
    ]);
    assert_eq!(names(&adapter.expect("an adapter")), ["z", "y", "x"]);
}

#[test]
fn no_skills_are_no_instructions() {
    let adapter = create_skills_adapter(vec![]).expect("an adapter");
    assert_eq!(
        (adapter.instructions.as_str(), adapter.tools.len()),
        ("", 0)
    );
}

#[test]
fn a_tool_of_two_skills_is_refused_with_both_their_names() {
    let records = vec![
        SkillRecord::new("web", "").with_tools(vec![tool("fetch"), tool("search")]),
        SkillRecord::new("files", "").with_tools(vec![tool("read"), tool("search")]),
    ];
    refused(
        create_skills_adapter(records),
        ErrorCode::InvalidArgument,
        r#"records[1].tools[1].name: the skills "web" and "files" both have a tool named "search"; rename one of them"#,
    );
}

#[test]
fn malformed_records_are_refused_by_their_place() {
    let cases = [
        (
            vec![SkillRecord::new("", "")],
            "records[0].name: expected a non-empty string",
        ),
        (
            vec![
                SkillRecord::new("a", ""),
                SkillRecord::new("b", ""),
                SkillRecord::new("a", ""),
            ],
            r#"records[2].name: "a" is already the name of records[0]"#,
        ),
        (
            vec![SkillRecord::new("a", "").with_tools(vec![tool("t"), tool("t")])],
            r#"records[0].tools[1].name: "t" is already the name of records[0].tools[0]"#,
        ),
        (
            vec![
                SkillRecord::new("a", ""),
                SkillRecord::new("b", "").with_tools(vec![tool("a b")]),
            ],
            r#"records[1].tools[0].name: expected a match of [A-Za-z0-9_-]+, got "a b""#,
        ),
    ];
    for (records, message) in cases {
        refused(
            create_skills_adapter(records),
            ErrorCode::InvalidArgument,
            message,
        );
    }
}

#[test]
fn there_may_be_sixty_four_skills_and_no_more() {
    let records = |count: usize| -> Vec<SkillRecord> {
        let names = (0..count).map(|at| format!("skill-{at}"));
        names.map(|name| SkillRecord::new(name, "")).collect()
    };
    assert!(create_skills_adapter(records(64)).is_ok());
    refused(
        create_skills_adapter(records(65)),
        ErrorCode::LimitExceeded,
        "records: expected at most 64 items, got 65",
    );
}

#[test]
fn all_texts_together_have_a_limit() {
    let tags = instructions(vec![SkillRecord::new("a", "")]).map(|text| text.len());
    let room = 64 * 1024 - tags.expect("an empty skill");
    let filled = SkillRecord::new("a", "x".repeat(room));
    let text = instructions(vec![filled.clone()]).expect("just enough room");
    assert_eq!(text.len(), 64 * 1024);
    refused(
        create_skills_adapter(vec![filled, SkillRecord::new("b", "")]),
        ErrorCode::LimitExceeded,
        "records: their instructions together: expected at most 65536 bytes of UTF-8, got 65595 or more",
    );
}
