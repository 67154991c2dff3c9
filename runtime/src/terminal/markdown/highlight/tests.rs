//! Code and the colours of its parts.

use super::{Highlighter, Token};

/// The parts of lines that are not plain, as `kind:text`.
fn parts(language: &str, code: &str) -> Vec<String> {
    let mut highlighter = Highlighter::of(language);
    let mut parts = Vec::new();
    for line in code.lines() {
        let mut start = 0;
        for (token, end) in highlighter.pieces(line).pieces {
            if token != Token::Plain {
                parts.push(format!("{token:?}:{}", &line[start..end]));
            }
            start = end;
        }
        assert_eq!(start, line.len(), "all of {line:?} is shown");
    }
    parts
}

#[test]
fn rust() {
    assert_eq!(
        parts(
            "rust",
            "fn f<'a>(x: &'a str) -> Vec<u8> { g!(1.5e-3, 'x', \"a\\\"b\") } // c"
        ),
        [
            "Keyword:fn",
            "Kind:'a",
            "Kind:'a",
            "Kind:str",
            "Kind:Vec",
            "Kind:u8",
            "Function:g",
            "Number:1.5e-3",
            "String:'x'",
            "String:\"a\\\"b\"",
            "Comment:// c",
        ]
    );
}

#[test]
fn comments_and_strings_go_on_in_the_next_line() {
    assert_eq!(
        parts("js", "/* a\nb */ let x = `1\n${2}`;"),
        [
            "Comment:/* a",
            "Comment:b */",
            "Keyword:let",
            "String:`1",
            "String:${2}`"
        ]
    );
    assert_eq!(
        parts("python", "'''a\nb''' # c"),
        ["String:'''a", "String:b'''", "Comment:# c"]
    );
}

#[test]
fn shell() {
    assert_eq!(
        parts("bash", "if [ $x ]; then echo \"a b\" a#b; fi # end"),
        [
            "Keyword:if",
            "Kind:$x",
            "Keyword:then",
            "Keyword:echo",
            "String:\"a b\"",
            "Keyword:fi",
            "Comment:# end"
        ]
    );
}

#[test]
fn data_names_its_values() {
    assert_eq!(
        parts("json", "{\"a\": [1, true, \"b\"]}"),
        ["Kind:\"a\"", "Number:1", "Kind:true", "String:\"b\""]
    );
    assert_eq!(
        parts("yaml", "- key: \"v\" # c\n  other: http://x"),
        ["Kind:key", "String:\"v\"", "Comment:# c", "Kind:other"]
    );
    assert_eq!(
        parts("toml", "[table]\na.b = 1"),
        ["Function:[table]", "Kind:a.b ", "Number:1"]
    );
}

#[test]
fn sql_ignores_case() {
    assert_eq!(
        parts("sql", "SELECT count(*) from t -- c"),
        [
            "Keyword:SELECT",
            "Function:count",
            "Keyword:from",
            "Comment:-- c"
        ]
    );
}

#[test]
fn markup() {
    assert_eq!(
        parts("html", "<a href=\"x>\n y\">t</a><!-- c\n--> 1 < 2"),
        [
            "Keyword:<a",
            "Kind:href",
            "String:\"x>",
            "String: y\"",
            "Keyword:>",
            "Keyword:</a>",
            "Comment:<!-- c",
            "Comment:-->",
        ]
    );
}

#[test]
fn css() {
    assert_eq!(
        parts("css", "a { color: #fff; width: 10px } /* c */"),
        ["Kind:color", "Kind:width", "Number:10px", "Comment:/* c */"]
    );
}

#[test]
fn differences() {
    assert_eq!(
        parts("diff", "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same"),
        [
            "Comment:--- a",
            "Comment:+++ b",
            "Function:@@ -1 +1 @@",
            "Removed:-old",
            "Added:+new"
        ]
    );
}

#[test]
fn an_unknown_language_is_left_without_colours() {
    assert_eq!(parts("brainfuck", "if 1 \"a\" // c"), [""; 0]);
}
