//! Execution times of passes, as a tree and as a table in the format of mlir-opt.

use std::fmt::Write as _;
use std::time::Duration;

/// The time of one step, including nested steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// A pass, or the anchor of a nest.
    pub name: String,
    /// Total time of all threads.
    pub user: Duration,
    /// Wall time; for passes in a nest, that of the busiest thread.
    pub wall: Duration,
    /// Nested steps, in order.
    pub children: Vec<Timing>,
}

impl Timing {
    /// A step that ran on one thread.
    pub fn of(name: impl Into<String>, time: Duration) -> Self {
        Self {
            name: name.into(),
            user: time,
            wall: time,
            children: Vec::new(),
        }
    }

    /// A step with nested steps; the threads were busy at least as long as the nested steps.
    pub(super) fn nest(name: String, wall: Duration, children: Vec<Self>) -> Self {
        let (users, walls): (Vec<_>, Vec<_>) = children.iter().map(|c| (c.user, c.wall)).unzip();
        let (users, walls): (Duration, Duration) = (users.iter().sum(), walls.iter().sum());
        Self {
            name,
            user: users + wall.saturating_sub(walls),
            wall,
            children,
        }
    }

    /// Adds the times of the same steps on another operation, on one thread.
    pub(super) fn add(&mut self, other: &Self) {
        self.user += other.user;
        self.wall += other.wall;
        for (child, other) in self.children.iter_mut().zip(&other.children) {
            child.add(other);
        }
    }

    /// Adds the times of the same steps on another thread.
    pub(super) fn join(&mut self, other: &Self) {
        self.user += other.user;
        self.wall = self.wall.max(other.wall);
        for (child, other) in self.children.iter_mut().zip(&other.children) {
            child.join(other);
        }
    }
}

/// The steps of a run as a table; `total` is the time from start to end on the clock.
pub fn timing_table(steps: &[Timing], total: Duration) -> String {
    let rule = format!("===-{}-===", "-".repeat(73));
    let title = "... Execution time report ...";
    let mut out = format!("{rule}\n{title:^80}\n{rule}\n");
    let all = Timing::nest("Total".to_owned(), total, steps.to_vec());
    let walls: Duration = steps.iter().map(|step| step.wall).sum();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "  Total Execution Time: {:.4} seconds\n",
        total.as_secs_f64()
    );
    let _ = writeln!(out, "  ----User Time----  ----Wall Time----  ----Name----");
    for step in steps {
        row(&mut out, step, &all, 0);
    }
    row(
        &mut out,
        &Timing::of("Rest", total.saturating_sub(walls)),
        &all,
        0,
    );
    let sum = Timing {
        children: Vec::new(),
        ..all.clone()
    };
    row(&mut out, &sum, &all, 0);
    out
}

/// Terminates, because the parser bounds the nesting of pipelines.
fn row(out: &mut String, step: &Timing, all: &Timing, depth: usize) {
    let share = |part: Duration, whole: Duration| {
        let whole = whole.as_secs_f64();
        let percent = if whole > 0.0 {
            100.0 * part.as_secs_f64() / whole
        } else {
            0.0
        };
        format!("{:9.4} ({percent:5.1}%)", part.as_secs_f64())
    };
    let _ = writeln!(
        out,
        " {}  {}  {}{}",
        share(step.user, all.user),
        share(step.wall, all.wall),
        "  ".repeat(depth),
        step.name
    );
    for child in &step.children {
        row(out, child, all, depth + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Timing, timing_table};

    #[test]
    fn a_table_adds_up() {
        let ms = Duration::from_millis;
        let mut one = Timing::of("canonicalize", ms(30));
        one.add(&Timing::of("canonicalize", ms(10)));
        one.join(&Timing::of("canonicalize", ms(60)));
        assert_eq!((one.user, one.wall), (ms(100), ms(60)));
        let nest = Timing::nest("'func.func' Pipeline".to_owned(), ms(70), vec![one]);
        assert_eq!((nest.user, nest.wall), (ms(110), ms(70)));
        let table = timing_table(&[Timing::of("Parser", ms(10)), nest], ms(100));
        let lines: Vec<&str> = table.lines().skip(3).collect();
        assert_eq!(
            lines,
            [
                "  Total Execution Time: 0.1000 seconds",
                "",
                "  ----User Time----  ----Wall Time----  ----Name----",
                "    0.0100 (  7.1%)     0.0100 ( 10.0%)  Parser",
                "    0.1100 ( 78.6%)     0.0700 ( 70.0%)  'func.func' Pipeline",
                "    0.1000 ( 71.4%)     0.0600 ( 60.0%)    canonicalize",
                "    0.0200 ( 14.3%)     0.0200 ( 20.0%)  Rest",
                "    0.1400 (100.0%)     0.1000 (100.0%)  Total",
            ]
        );
    }
}
