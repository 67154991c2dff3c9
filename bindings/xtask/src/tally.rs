//! Counts tests: reads the numbers that each kind of test runner prints, and adds them up.

use std::fmt;

/// Which runner's output is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// `cargo test`: a `test result:` line for each program.
    CargoTest,
    /// `node --test --test-reporter=tap`: totals as comments at the end.
    NodeTap,
    /// `pytest -rs`: a line of totals at the end, and before it `SKIPPED [N] PLACE: REASON` for each reason.
    Pytest,
    /// `swift test`: a line for each test of Swift Testing.
    SwiftTesting,
    /// A runner of ours: the line `N passed, N failed, N skipped`, and before it `skipped NAME: REASON` or
    /// `gap NAME: REASON` for each skip.
    Plain,
}

/// How many tests passed, failed and were skipped.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: Vec<Skip>,
}

/// A test that did not run, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Skip {
    pub(crate) test: String,
    /// Empty when the runner gave none.
    pub(crate) reason: String,
}

impl Tally {
    /// Reads what one runner printed.
    pub(crate) fn read(format: Format, output: &str) -> Self {
        match format {
            Format::CargoTest => read_cargo(output),
            Format::NodeTap => read_tap(output),
            Format::Pytest => read_pytest(output),
            Format::SwiftTesting => read_swift_testing(output),
            Format::Plain => read_plain(output),
        }
    }

    /// How many tests there were, those skipped included.
    pub(crate) fn total(&self) -> u64 {
        self.passed + self.failed + self.skipped.len() as u64
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped.extend(other.skipped);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let skipped = self.skipped.len();
        write!(
            f,
            "{} passed, {} failed, {skipped} skipped",
            self.passed, self.failed
        )
    }
}

fn read_cargo(output: &str) -> Tally {
    let mut tally = Tally::default();
    for line in output.lines() {
        if let Some(counts) = line.strip_prefix("test result: ") {
            tally.passed += count_before(counts, " passed");
            tally.failed += count_before(counts, " failed");
        } else if let Some((test, reason)) = line
            .strip_prefix("test ")
            .and_then(|rest| rest.split_once(" ... ignored"))
        {
            tally.skipped.push(Skip {
                test: test.to_owned(),
                reason: reason.trim_start_matches(", ").to_owned(),
            });
        }
    }
    tally
}

fn read_tap(output: &str) -> Tally {
    let mut tally = Tally::default();
    for line in output.lines() {
        let total = |name: &str| {
            line.strip_prefix(name)
                .and_then(|n| n.trim().parse::<u64>().ok())
        };
        if let Some(passed) = total("# pass ") {
            tally.passed += passed;
        } else if let Some(failed) = total("# fail ").or_else(|| total("# cancelled ")) {
            tally.failed += failed;
        } else if let Some(skip) = tap_skip(line.trim_start()) {
            tally.skipped.push(skip);
        }
    }
    tally
}

/// `ok 3 - NAME # SKIP REASON`, and the same for a test marked as still to do.
fn tap_skip(line: &str) -> Option<Skip> {
    let (_number, rest) = line.strip_prefix("ok ")?.split_once(" - ")?;
    let (test, reason) = rest
        .split_once(" # SKIP")
        .or_else(|| rest.split_once(" # TODO"))?;
    Some(Skip {
        test: test.to_owned(),
        reason: reason.trim().to_owned(),
    })
}

fn read_pytest(output: &str) -> Tally {
    let mut tally = Tally::default();
    for line in output.lines() {
        if let Some(skips) = pytest_skips(line) {
            tally.skipped.extend(skips);
        } else if let Some(totals) = pytest_totals(line) {
            for (count, kind) in totals {
                match kind {
                    "passed" => tally.passed += count,
                    "failed" | "error" | "errors" => tally.failed += count,
                    _ => {}
                }
            }
        }
    }
    tally
}

/// `SKIPPED [2] tests/test_a.py:12: REASON`, which stands for two tests.
fn pytest_skips(line: &str) -> Option<impl Iterator<Item = Skip>> {
    let (count, rest) = line.strip_prefix("SKIPPED [")?.split_once("] ")?;
    let (test, reason) = rest.split_once(": ").unwrap_or((rest, ""));
    let skip = Skip {
        test: test.to_owned(),
        reason: reason.trim().to_owned(),
    };
    Some(std::iter::repeat_n(skip, count.parse().ok()?))
}

/// `3 failed, 113 passed, 1 warning in 25.72s`.
fn pytest_totals(line: &str) -> Option<Vec<(u64, &str)>> {
    let (totals, seconds) = line.trim_matches(['=', ' ']).rsplit_once(" in ")?;
    seconds
        .starts_with(|letter: char| letter.is_ascii_digit())
        .then_some(())?;
    let parts = totals.split(", ").map(|part| {
        let (count, kind) = part.split_once(' ')?;
        Some((count.parse().ok()?, kind))
    });
    parts.collect()
}

/// `✔ Test name() passed after 0.1 seconds.`, and the like for what failed or was skipped.
fn read_swift_testing(output: &str) -> Tally {
    let mut tally = Tally::default();
    for line in output.lines() {
        let Some((_, test)) = line.split_once(" Test ") else {
            continue;
        };
        // Of all of them, and of one value of a test that has several.
        if test.starts_with("run with ") || test.starts_with("case ") {
            continue;
        }
        if test.contains(" passed after ") {
            tally.passed += 1;
        } else if test.contains(" failed after ") {
            tally.failed += 1;
        } else if let Some((test, reason)) = test.split_once(" skipped") {
            tally.skipped.push(Skip {
                test: test.to_owned(),
                reason: reason.trim_start_matches(": ").trim_matches('"').to_owned(),
            });
        }
    }
    tally
}

fn read_plain(output: &str) -> Tally {
    let mut tally = Tally::default();
    for line in output.lines() {
        if let Some([passed, failed, skipped]) = plain_counts(line) {
            tally.passed += passed;
            tally.failed += failed;
            let unnamed = skipped.saturating_sub(tally.skipped.len() as u64);
            tally.skipped.extend((0..unnamed).map(|_| Skip {
                test: "a test without a name".to_owned(),
                reason: String::new(),
            }));
        } else if let Some(skip) = plain_skip(line) {
            tally.skipped.push(skip);
        }
    }
    tally
}

fn plain_counts(line: &str) -> Option<[u64; 3]> {
    let mut parts = line.trim().split(", ");
    let passed = parts.next()?.strip_suffix(" passed")?.parse().ok()?;
    let failed = parts.next()?.strip_suffix(" failed")?.parse().ok()?;
    let skipped = match parts.next() {
        Some(part) => part.strip_suffix(" skipped")?.parse().ok()?,
        None => 0,
    };
    Some([passed, failed, skipped])
}

fn plain_skip(line: &str) -> Option<Skip> {
    let skip = line
        .strip_prefix("skipped ")
        .or_else(|| line.strip_prefix("gap "))?;
    let (test, reason) = skip.split_once(": ")?;
    Some(Skip {
        test: test.trim().to_owned(),
        reason: reason.trim().to_owned(),
    })
}

/// The number right before a word: 5 in `ok. 5 passed; 0 failed`.
fn count_before(text: &str, word: &str) -> u64 {
    let before = text.split_once(word).map_or("", |(before, _)| before);
    let digits = before.rsplit(|c: char| !c.is_ascii_digit()).next();
    digits.and_then(|n| n.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skip(test: &str, reason: &str) -> Skip {
        Skip {
            test: test.to_owned(),
            reason: reason.to_owned(),
        }
    }

    #[test]
    fn cargo_results_of_all_programs_are_added() {
        let output = "\
test slow ... ignored, needs a network
test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: FAILED. 12 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
";
        let tally = Tally::read(Format::CargoTest, output);
        assert_eq!((tally.passed, tally.failed), (17, 3));
        assert_eq!(tally.skipped, [skip("slow", "needs a network")]);
    }

    #[test]
    fn tests_of_swift_are_counted_one_by_one() {
        let output = "\
◇ Test reads() started.
✔ Test reads() passed after 0.004 seconds.
✔ Test case passing 1 argument text → \"a\" to escapes(text:) passed after 0.001 seconds.
✘ Test writes() recorded an issue at A.swift:1:1: Expectation failed: 1 == 2
✘ Test writes() failed after 0.004 seconds with 1 issue.
➜ Test waits() skipped: \"needs a network\"
✘ Suite Files failed after 0.004 seconds with 1 issue.
✘ Test run with 3 tests failed after 0.005 seconds with 1 issue.
";
        let tally = Tally::read(Format::SwiftTesting, output);
        assert_eq!((tally.passed, tally.failed), (1, 1));
        assert_eq!(tally.skipped, [skip("waits()", "needs a network")]);
    }

    #[test]
    fn an_ignored_cargo_test_without_a_reason_has_an_empty_one() {
        let tally = Tally::read(Format::CargoTest, "test slow ... ignored\n");
        assert_eq!(tally.skipped, [skip("slow", "")]);
    }

    #[test]
    fn pytest_totals_count_errors_as_failed_and_each_skipped_test() {
        let output = "\
SKIPPED [2] tests/python/test_a.py:12: needs a network
FAILED tests/python/test_a.py::test_b - AssertionError: 3 passed in vain
2 failed, 11 passed, 2 skipped, 1 warning, 1 error in 25.72s
";
        let tally = Tally::read(Format::Pytest, output);
        assert_eq!((tally.passed, tally.failed), (11, 3));
        let skipped = skip("tests/python/test_a.py:12", "needs a network");
        assert_eq!(tally.skipped, [skipped.clone(), skipped]);
    }

    #[test]
    fn tap_totals_count_cancelled_tests_as_failed() {
        let output = "\
    ok 1 - inner # SKIP needs the release addon
# tests 5
# pass 3
# fail 1
# cancelled 1
# skipped 1
";
        let tally = Tally::read(Format::NodeTap, output);
        assert_eq!((tally.passed, tally.failed), (3, 2));
        assert_eq!(tally.skipped, [skip("inner", "needs the release addon")]);
    }

    #[test]
    fn a_tap_test_still_to_do_is_a_skip() {
        let tally = Tally::read(Format::NodeTap, "ok 2 - later # TODO not there yet\n");
        assert_eq!(tally.skipped, [skip("later", "not there yet")]);
    }

    #[test]
    fn plain_runners_say_their_counts_and_each_skip() {
        let output = "\
skipped tools/images: this language has no images yet
7 passed, 1 failed, 1 skipped
";
        let tally = Tally::read(Format::Plain, output);
        assert_eq!((tally.passed, tally.failed), (7, 1));
        assert_eq!(
            tally.skipped,
            [skip("tools/images", "this language has no images yet")]
        );
        assert_eq!(tally.to_string(), "7 passed, 1 failed, 1 skipped");
        assert_eq!(tally.total(), 9);
    }

    #[test]
    fn a_gap_is_a_skip_and_one_that_is_only_counted_has_no_reason() {
        let output = "gap  turn/again: needs a second reader\n1 passed, 0 failed, 2 skipped\n";
        let tally = Tally::read(Format::Plain, output);
        assert_eq!(
            tally.skipped,
            [
                skip("turn/again", "needs a second reader"),
                skip("a test without a name", "")
            ]
        );
    }

    #[test]
    fn output_without_counts_has_no_tests() {
        for format in [Format::CargoTest, Format::NodeTap, Format::Plain] {
            assert_eq!(Tally::read(format, "all good\n").total(), 0);
        }
    }
}
