//! The parser's rules, that it goes on after a mistake, and that it survives anything.

use super::parse;
use crate::diagnostics::Code;
use crate::source::SourceMap;
use crate::syntax::ast;
use crate::testing::codes;

fn source(text: &str) -> SourceMap {
    let mut sources = SourceMap::default();
    sources.add("idl/test.idl", text);
    sources
}

fn items(text: &str) -> Vec<ast::Item> {
    let sources = source(text);
    let files = parse(&sources);
    let mut files = files.unwrap_or_else(|found| panic!("{}", found.render(&sources)));
    files.remove(0).items
}

fn mistakes(text: &str) -> Vec<Code> {
    codes(&parse(&source(text)).expect_err("a mistake"))
}

#[test]
fn members_may_be_called_like_keywords() {
    let text = "runtime interface A {\n const: string\n async: u32\n iterates?: bool\n throws()\n record() throws a, b\n }";
    let [ast::Item::Interface(interface)] = &items(text)[..] else {
        panic!("an interface");
    };
    let kinds: Vec<_> = interface.members.iter().map(kind).collect();
    let expected = ["property", "property", "property", "method", "method"];
    assert_eq!(kinds, expected);
}

fn kind(member: &ast::Member) -> &'static str {
    match member {
        ast::Member::Property(_) => "property",
        ast::Member::Iterates(_) => "iterates",
        ast::Member::Method(_) => "method",
    }
}

#[test]
fn docs_and_attributes_belong_to_what_follows() {
    let text = "//! File.\n\n/// One.\n/// Two.\n@since(\"1.0.0\") @limit(1..max) record A {\n/// Three.\na?: list<u32> | null\n}";
    let [ast::Item::Record(record)] = &items(text)[..] else {
        panic!("a record");
    };
    let lines: Vec<_> = record
        .head
        .docs
        .lines
        .iter()
        .map(|line| &line.text)
        .collect();
    assert_eq!(lines, ["One.", "Two."]);
    assert_eq!(record.head.attrs.len(), 2);
    let field = &record.fields[0];
    assert_eq!(field.head.docs.lines[0].text, "Three.");
    assert!(field.optional && field.ty.nullable.is_some());
}

#[test]
fn the_span_of_a_doc_line_is_its_text() {
    let text = "///  Padded.\nrecord A {}";
    let [ast::Item::Record(record)] = &items(text)[..] else {
        panic!("a record");
    };
    let line = &record.head.docs.lines[0];
    let range = line.span.start as usize..line.span.end as usize;
    assert_eq!(&text[range], line.text);
}

#[test]
fn a_union_is_by_tag_or_by_kind() {
    let text = "union A by \"kind\" otherwise json { a = \"a\" {} }\nunion B by kind { a: string }";
    let items = items(text);
    let [ast::Item::TaggedUnion(tagged), ast::Item::KindUnion(_)] = &items[..] else {
        panic!("two unions");
    };
    assert_eq!(tagged.tag.value, "kind");
    assert!(tagged.otherwise.is_some());
}

#[test]
fn parameters_may_end_in_a_comma_and_have_docs() {
    let text = "async function f(\n/// First.\na: u32,\nb?: fn(x: string) -> bool,\n) -> u32";
    let [ast::Item::Function(function)] = &items(text)[..] else {
        panic!("a function");
    };
    assert_eq!(function.params.len(), 2);
    assert!(function.is_async && function.returns.is_some());
}

#[test]
fn a_unit_may_stand_apart_from_its_number() {
    let [ast::Item::Const(constant)] = &items("const a: count = 5 MiB")[..] else {
        panic!("a const");
    };
    let ast::LiteralKind::Int { value, .. } = constant.value.kind else {
        panic!("a number");
    };
    assert_eq!(value, 5 << 20);
}

#[test]
fn several_mistakes_are_reported_in_one_run() {
    let text = "record A {\na string\nb: u32,\nc: u32[]\n}\nenum {}\ninterface B {}\nrecord C {";
    let found = mistakes(text);
    assert_eq!(found, vec![Code::UnexpectedToken; 6]);
}

#[test]
fn types_are_nested_so_deep_and_no_deeper() {
    let nested = |depth| {
        format!(
            "record A {{ a: {}u32{} }}",
            "list<".repeat(depth),
            ">".repeat(depth)
        )
    };
    assert_eq!(items(&nested(31)).len(), 1);
    assert_eq!(mistakes(&nested(100_000)), [Code::TooDeep]);
}
