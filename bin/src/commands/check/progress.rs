//! Progress display while a program is interpreted: function, input, steps and their rate.
//!
//! Drawn on standard error, and only if that is a terminal.

use std::fmt::Write;
use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The redraw interval of the line.
const TICK: Duration = Duration::from_millis(120);

/// The line of one command.
#[derive(Debug)]
pub(super) struct Meter {
    bar: ProgressBar,
    /// Steps of the current run.
    steps: Arc<AtomicU64>,
}

impl Meter {
    pub(super) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let steps = Arc::new(AtomicU64::new(0));
        if std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            let counter = Arc::clone(&steps);
            let rate = move |state: &ProgressState, out: &mut dyn Write| {
                let steps = counter.load(Ordering::Relaxed);
                // A progress line that cannot be drawn is ignored.
                let _ = out.write_str(&rate(steps, state.elapsed()));
            };
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}  {rate}") {
                bar.set_style(style.with_key("rate", rate));
            }
            bar.enable_steady_tick(TICK);
        }
        Self { bar, steps }
    }

    /// Records that a run begins. Returns the counter for its steps.
    pub(super) fn start(
        &self,
        function: &str,
        input: u64,
        n_inputs: u64,
    ) -> Option<Arc<AtomicU64>> {
        if self.bar.is_hidden() {
            return None;
        }
        self.steps.store(0, Ordering::Relaxed);
        self.bar.reset_elapsed();
        let number = input.saturating_add(1);
        self.bar
            .set_message(format!("`{function}`, input {number} of {n_inputs}"));
        Some(Arc::clone(&self.steps))
    }

    /// Removes the line from the screen.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Steps and their rate.
fn rate(steps: u64, elapsed: Duration) -> String {
    let per_second = steps as f64 / elapsed.as_secs_f64().max(1e-3);
    format!("{} steps, {}/s", short(steps as f64), short(per_second))
}

/// A number with three digits at most and a letter for the thousands.
fn short(number: f64) -> String {
    let (number, unit) = match number {
        n if n < 1e3 => (n, ""),
        n if n < 1e6 => (n / 1e3, "k"),
        n if n < 1e9 => (n / 1e6, "M"),
        n => (n / 1e9, "G"),
    };
    let digits = if number < 10.0 && !unit.is_empty() {
        1
    } else {
        0
    };
    format!("{number:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Meter, rate};

    #[test]
    fn steps_are_told_with_their_rate() {
        let told = rate(2_500_000, Duration::from_millis(500));
        assert_eq!(told, "2.5M steps, 5.0M/s");
        assert_eq!(rate(12, Duration::from_secs(1)), "12 steps, 12/s");
    }

    #[test]
    fn without_a_terminal_nothing_is_counted() {
        let meter = Meter::new();
        let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
        assert_eq!(meter.start("f", 0, 1).is_some(), is_terminal);
        meter.finish();
    }
}
