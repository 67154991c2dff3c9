use super::*;
use crate::terminal::dialogs::testing::{ctrl, drawn, key, text_input};

fn asked(command: &str) -> Approval {
    let mut approval = Approval::new(command, "/work");
    rows(&mut approval, 60, 8);
    approval
}

fn rows(approval: &mut Approval, width: u16, height: u16) -> Vec<String> {
    drawn(width, height, |area, buf, theme| {
        approval.render(area, buf, theme)
    })
    .0
}

#[test]
fn it_shows_the_command_and_where_it_runs() {
    let mut approval = asked("ls -l");
    assert_eq!(
        rows(&mut approval, 60, 4),
        [
            "─ Run this command? ────────────────────────────────────────",
            "in /work",
            "ls -l",
            " y Allow   a Allow all from now on  [n Deny]",
        ]
    );
    assert_eq!(
        rows(&mut approval, 20, 3),
        ["─ Run this command?", "ls -l", " Yes   All  [No]"]
    );
}

#[test]
fn it_is_as_high_as_the_command_needs() {
    assert_eq!(asked("ls -l").height(60), 4);
    assert_eq!(asked("ls -l").height(3), 5, "the command takes two lines");
    assert_eq!(asked(&"\n".repeat(100_000)).height(60), u16::MAX);
    let mut three_lines = asked("one\ntwo\nthree");
    let height = three_lines.height(40);
    assert_eq!(
        rows(&mut three_lines, 40, height),
        [
            "─ Run this command? ────────────────────",
            "in /work",
            "one⏎",
            "two⏎",
            "three",
            " Yes   All  [No]",
        ]
    );
}

#[test]
fn letters_answer_and_enter_denies_unless_something_else_was_chosen() {
    let answer = |inputs: &[Input]| {
        let mut approval = asked("ls");
        let mut reply = ApprovalReply::Pending;
        for input in inputs {
            assert_eq!(reply, ApprovalReply::Pending);
            reply = approval.handle(input);
        }
        reply
    };
    assert_eq!(answer(&[text_input("y")]), ApprovalReply::Allow);
    assert_eq!(answer(&[text_input("Y")]), ApprovalReply::Allow);
    assert_eq!(answer(&[text_input("a")]), ApprovalReply::AllowAlways);
    assert_eq!(answer(&[text_input("n")]), ApprovalReply::Deny);
    assert_eq!(answer(&[key(KeyCode::Esc)]), ApprovalReply::Deny);
    assert_eq!(answer(&[ctrl('c')]), ApprovalReply::Deny);
    let enter = key(KeyCode::Enter);
    assert_eq!(answer(std::slice::from_ref(&enter)), ApprovalReply::Deny);
    assert_eq!(
        answer(&[key(KeyCode::Right), enter.clone()]),
        ApprovalReply::Allow
    );
    assert_eq!(
        answer(&[key(KeyCode::Left), enter.clone()]),
        ApprovalReply::AllowAlways
    );
    assert_eq!(
        answer(&[key(KeyCode::Tab), key(KeyCode::Tab), enter]),
        ApprovalReply::AllowAlways
    );
}

#[test]
fn what_was_not_meant_for_it_does_not_answer() {
    let mut unseen = Approval::new("ls", "/work");
    assert_eq!(
        unseen.handle(&text_input("y")),
        ApprovalReply::Pending,
        "typed before it was shown"
    );
    let mut approval = asked("ls");
    for input in [
        text_input("yes"),
        text_input("x"),
        Input::Paste("y".to_owned()),
    ] {
        assert_eq!(approval.handle(&input), ApprovalReply::Pending, "{input:?}");
    }
}

#[test]
fn a_long_command_is_scrolled_and_says_how_long_it_is() {
    let command: Vec<String> = (1..=20).map(|at| format!("step {at}")).collect();
    let mut approval = Approval::new(&command.join("\n"), "/work");
    assert_eq!(
        rows(&mut approval, 40, 5),
        [
            "─ Run this command? ───── 1-3 of 20 ↑↓ ─",
            "step 1⏎",
            "step 2⏎",
            "step 3⏎",
            " Yes   All  [No]",
        ]
    );
    approval.handle(&key(KeyCode::Down));
    assert_eq!(rows(&mut approval, 40, 5)[1], "step 2⏎");
    approval.handle(&key(KeyCode::PageDown));
    assert_eq!(rows(&mut approval, 40, 5)[1], "step 5⏎");
    approval.handle(&key(KeyCode::End));
    assert_eq!(
        rows(&mut approval, 40, 5)[1..4],
        ["step 18⏎", "step 19⏎", "step 20"]
    );
    approval.handle(&key(KeyCode::Home));
    assert_eq!(rows(&mut approval, 40, 5)[1], "step 1⏎");
}

#[test]
fn nothing_in_a_command_can_hide() {
    for (command, shown) in [
        ("ls\r rm -rf ~", "ls␍ rm -rf ~"),
        ("echo \x1b[8m; rm -rf ~", "echo ␛[8m; rm -rf ~"),
        ("a\tb\0\x7f", "a␉b␀␡"),
        ("echo \u{202e}txt.sh", "echo <202E>txt.sh"),
        ("rm\u{a0}-rf\u{200b}x", "rm<A0>-rf<200B>x"),
        ("\u{301}ls e\u{301}", "<301>ls e\u{301}"),
        ("ls \u{e0041}\u{feff}", "ls <E0041><FEFF>"),
        ("ls \u{9b}8m", "ls <9B>8m"),
    ] {
        let mut approval = asked(command);
        assert_eq!(rows(&mut approval, 60, 6)[2], shown);
    }
}

#[test]
fn it_fits_every_view() {
    let mut approval = asked("echo 林檎 👩‍👩‍👧 && cat /etc/passwd | grep -v e\u{301}\n\tdone");
    for width in 1..40 {
        for height in 1..12 {
            rows(&mut approval, width, height);
        }
    }
    assert_eq!(rows(&mut approval, 20, 1), [" Yes   All  [No]"]);
    assert_eq!(
        rows(&mut approval, 20, 5)[1..4],
        [
            "echo 林檎 👩<200D>👩",
            "<200D>👧 && cat /etc",
            "/passwd | grep -v e\u{301}⏎"
        ]
    );
}
