//! Progress of a batch: a bar with rate and remaining time, and the best schedule so far.
//!
//! The bar is drawn on standard error if that is a terminal. `--verbose` prints lines instead.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use memplan_planner::{Bytes, Progress, Units};

use crate::io;

/// The redraw interval of the bar.
const TICK: Duration = Duration::from_millis(120);

/// The form in which progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verbosity {
    /// Nothing.
    Quiet,
    /// A bar, on a terminal.
    Bar,
    /// A line for every improved schedule.
    Verbose,
}

/// The bar of one run.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    bar: ProgressBar,
    verbosity: Verbosity,
}

impl Bar {
    /// A bar for this many jobs; `None` if the number is unknown.
    pub(crate) fn new(n_jobs: Option<u64>, verbosity: Verbosity) -> Self {
        let bar = ProgressBar::with_draw_target(n_jobs, ProgressDrawTarget::hidden());
        if verbosity != Verbosity::Quiet && std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            let template = match n_jobs {
                Some(1) => "{spinner} {elapsed} {wide_msg}",
                Some(_) => "{bar:30} {pos}/{len}  {per_sec}, {eta} left  {wide_msg}",
                None => "{spinner} {pos} done  {per_sec}  {wide_msg}",
            };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(TICK);
        }
        Self { bar, verbosity }
    }

    /// Counts jobs as done.
    pub(crate) fn advance(&self, n_jobs: u64) {
        self.bar.inc(n_jobs);
    }

    /// Removes skipped jobs from the total, so that they do not count in the rate.
    pub(crate) fn leave_out(&self, n_jobs: u64) {
        if let Some(length) = self.bar.length() {
            self.bar.set_length(length.saturating_sub(n_jobs));
        }
    }

    /// Hides the bar while the terminal is used otherwise.
    pub(crate) fn aside(&self, act: impl FnOnce()) {
        self.bar.suspend(act);
    }

    /// Removes the bar from the screen.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// A listener for the improved schedules of a planner; `None` if progress is not shown.
    pub(crate) fn listener(&self, trace: &str, planner: &str) -> Option<Arc<dyn Progress>> {
        if self.verbosity != Verbosity::Verbose && self.bar.is_hidden() {
            return None;
        }
        Some(Arc::new(Listener {
            bar: self.clone(),
            label: format!("{trace} {planner}"),
            start: Instant::now(),
        }))
    }
}

#[derive(Debug)]
struct Listener {
    bar: Bar,
    label: String,
    start: Instant,
}

impl Progress for Listener {
    fn improved(&self, peak: Bytes, bound: Bytes, work: Units) {
        let news = news(&self.label, peak, bound);
        if self.bar.verbosity == Verbosity::Verbose {
            let seconds = self.start.elapsed().as_secs_f64();
            let line = format!("{news} after {seconds:.3} s, work {work}\n");
            self.bar.aside(|| io::write_stderr(&line));
        } else {
            self.bar.bar.set_message(news);
        }
    }
}

/// The best plan so far, against the best bound so far.
fn news(label: &str, peak: Bytes, bound: Bytes) -> String {
    let excess = match bound.0 {
        0 => 0.0,
        bound => (peak.0 as f64 - bound as f64) / bound as f64 * 100.0,
    };
    format!("{label}: peak {peak}, bound {bound} ({excess:.2}% above)")
}

#[cfg(test)]
mod tests {
    use memplan_planner::Bytes;

    use super::{Bar, Verbosity, news};

    #[test]
    fn news_are_about_the_distance_to_the_bound() {
        let line = news("a.csv exact", Bytes(110), Bytes(100));
        assert_eq!(line, "a.csv exact: peak 110, bound 100 (10.00% above)");
        assert!(news("a", Bytes(0), Bytes(0)).ends_with("(0.00% above)"));
    }

    #[test]
    fn what_need_not_be_done_is_not_counted() {
        let bar = Bar::new(Some(500), Verbosity::Quiet);
        bar.leave_out(171);
        bar.advance(2);
        assert_eq!((bar.bar.position(), bar.bar.length()), (2, Some(329)));
    }

    #[test]
    fn without_a_terminal_only_the_verbose_listen() {
        // Tests may run on a terminal; a quiet bar is hidden there too.
        assert!(
            Bar::new(Some(1), Verbosity::Quiet)
                .listener("t", "p")
                .is_none()
        );
        assert!(
            Bar::new(Some(1), Verbosity::Verbose)
                .listener("t", "p")
                .is_some()
        );
    }
}
