//! Commands that the user must allow.

use super::*;

/// What a workspace that asks answers to a command, and what its user saw.
async fn asked(
    workspace: &Workspace,
    questions: &mut Questions,
    decision: Decision,
) -> Result<String, String> {
    let user = async {
        let question = questions.recv().await.expect("a question");
        assert_eq!(
            (question.command.as_str(), question.cwd.as_str()),
            ("ls", "/work")
        );
        question.answer(decision);
    };
    join(call(workspace, command("ls"), context()), user)
        .await
        .0
}

#[test]
fn the_user_is_asked_before_each_command() {
    let place = Place::with(
        WorkspacePermission::Prompt,
        Shell::Answers(ended(0, "", "")),
    );
    let (workspace, mut questions) = open(&place);
    block_on(async {
        for _ in 0..2 {
            let answer = asked(&workspace, &mut questions, Decision::Allow).await;
            assert_eq!(answer, Ok("exit code: 0".to_owned()));
        }
        let denied = asked(
            &workspace,
            &mut questions,
            Decision::Deny(Some("use find".to_owned())),
        );
        assert_eq!(
            denied.await,
            Err("the command was not run: the user denied it: use find".to_owned())
        );
        let denied = asked(&workspace, &mut questions, Decision::Deny(None)).await;
        assert!(denied.is_err_and(|why| why.contains("the user denied it")));
    });
    assert_eq!(place.requests().len(), 2);
}

#[test]
fn an_answer_for_all_holds_for_those_that_wait_and_until_it_is_taken_back() {
    let place = Place::with(
        WorkspacePermission::Prompt,
        Shell::Answers(ended(0, "", "")),
    );
    let (workspace, mut questions) = open(&place);
    block_on(async {
        let both = join(
            asked(&workspace, &mut questions, Decision::AllowAlways),
            call(&workspace, command("pwd"), context()),
        );
        let (one, other) = both.await;
        assert!(one.is_ok() && other.is_ok());
        assert!(questions.try_recv().is_err(), "nobody was asked again");
        assert_eq!(
            workspace.shared.approvals.permission(),
            WorkspacePermission::AllowSandboxed
        );
        workspace.set_permission(WorkspacePermission::Prompt);
        assert!(
            asked(&workspace, &mut questions, Decision::Deny(None))
                .await
                .is_err()
        );
    });
}

#[test]
fn questions_come_one_at_a_time() {
    let place = Place::with(
        WorkspacePermission::Prompt,
        Shell::Answers(ended(0, "", "")),
    );
    let (workspace, mut questions) = open(&place);
    let user = async {
        let first = questions.recv().await.expect("a question");
        assert!(questions.try_recv().is_err(), "the second one waits");
        first.answer(Decision::Allow);
        questions
            .recv()
            .await
            .expect("a question")
            .answer(Decision::Allow);
    };
    let calls = join(
        call(&workspace, command("one"), context()),
        call(&workspace, command("two"), context()),
    );
    let ((one, other), ()) = block_on(join(calls, user));
    assert!(one.is_ok() && other.is_ok());
}

#[test]
fn a_question_that_is_open_when_the_turn_is_cancelled_is_withdrawn_and_denied() {
    let place = Place::with(WorkspacePermission::Prompt, Shell::Hangs);
    let (workspace, mut questions) = open(&place);
    let context = context();
    let turn = context.signal.clone();
    let user = async {
        let mut question = questions.recv().await.expect("a question");
        turn.cancel();
        question.withdrawn().await;
        question.answer(Decision::Allow);
    };
    let (answer, ()) = block_on(join(call(&workspace, command("ls"), context), user));
    assert_eq!(
        answer,
        Err("the command was not run: the turn was cancelled".to_owned())
    );
    assert!(place.requests().is_empty());
}

#[test]
fn without_anybody_to_ask_nothing_runs() {
    let place = Place::with(WorkspacePermission::Prompt, Shell::Hangs);
    let (workspace, questions) = open(&place);
    drop(questions);
    let answer = block_on(call(&workspace, command("ls"), context()));
    assert!(answer.is_err_and(|why| why.contains("was not run")));
    assert!(place.requests().is_empty());
}
