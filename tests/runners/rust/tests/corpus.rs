//! The corpus as a whole.

use std::{collections::BTreeSet, fs, path::PathBuf};

use libfx_scenarios::scenario::{self, Filter};

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

fn ids() -> BTreeSet<String> {
    let scenarios = scenario::load(&corpus(), &Filter::default()).expect("a corpus");
    scenarios.into_iter().map(|scenario| scenario.id).collect()
}

/// The cases that the last column of a row names, `*` at the end for all that begin so. Files of other suites have a dot
/// or a slash at the end.
fn named(row: &str) -> Vec<&str> {
    let cases = row.trim_end_matches('|').rsplit('|').next();
    let quoted = cases.unwrap_or_default().split('`').skip(1).step_by(2);
    quoted
        .filter(|case| !case.contains('.') && !case.ends_with('/'))
        .collect()
}

#[test]
fn every_public_report_names_scenarios_that_exist() {
    let ids = ids();
    let table = fs::read_to_string(corpus().join("public-reports.md")).expect("the table");
    let rows: Vec<_> = table
        .lines()
        .filter(|line| line.starts_with("| ["))
        .collect();
    assert!(rows.len() > 40, "{} reports", rows.len());
    for row in rows {
        let cases = named(row);
        assert!(!cases.is_empty(), "{row}");
        for case in cases {
            let exists = match case.strip_suffix('*') {
                Some(start) => ids.iter().any(|id| id.starts_with(start)),
                None => ids.contains(case),
            };
            assert!(exists, "{case} is no scenario: {row}");
        }
    }
}
