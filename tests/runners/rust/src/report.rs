//! Results of a run, as every language's runner writes them.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// All results of one language.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Report {
    pub language: String,
    pub results: Vec<CaseResult>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CaseResult {
    /// `topic/case`
    pub case: String,
    pub status: Status,
    pub ms: u64,
    /// The differences, or why the case is a gap or absent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    Passed,
    Failed,
    /// Known to fail.
    Gap,
    /// Cannot be said in the language, so that there is nothing to run.
    Absent,
}

impl CaseResult {
    /// The result of a case that has run. `gap` is the reason why it is expected to fail.
    pub(crate) fn of_run(
        case: &str,
        took: Duration,
        failures: &[String],
        gap: Option<&str>,
    ) -> Self {
        let (status, message) = match (failures, gap) {
            ([], None) => (Status::Passed, String::new()),
            ([], Some(_)) => (
                Status::Failed,
                "passes, although it is listed as a gap: take it out of `gaps`".to_owned(),
            ),
            (_, Some(reason)) => (Status::Gap, reason.to_owned()),
            (failures, None) => (Status::Failed, failures.join("\n")),
        };
        let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        Self {
            case: case.to_owned(),
            status,
            ms,
            message,
        }
    }

    /// The result of a case that this language cannot express.
    pub(crate) fn inexpressible(case: &str, feature: &str) -> Self {
        Self {
            case: case.to_owned(),
            status: Status::Absent,
            ms: 0,
            message: format!("needs {feature}"),
        }
    }
}

impl Report {
    pub fn count(&self, status: Status) -> usize {
        self.results
            .iter()
            .filter(|result| result.status == status)
            .count()
    }

    /// `N passed, N failed, N skipped`
    pub fn closing_line(&self) -> String {
        format!(
            "{} passed, {} failed, {} skipped",
            self.count(Status::Passed),
            self.count(Status::Failed),
            self.count(Status::Gap)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(failures: &[String], gap: Option<&str>) -> Status {
        CaseResult::of_run("topic/case", Duration::ZERO, failures, gap).status
    }

    #[test]
    fn a_gap_must_fail() {
        let differs = ["differs".to_owned()];
        assert_eq!(status(&[], None), Status::Passed);
        assert_eq!(status(&differs, None), Status::Failed);
        assert_eq!(status(&differs, Some("known")), Status::Gap);
        assert_eq!(status(&[], Some("known")), Status::Failed);
    }
}
