//! The page.
use super::Report;
pub(super) fn page(_report: &Report) -> String {
    String::new()
}
