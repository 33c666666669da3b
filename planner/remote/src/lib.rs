//! Planners that run outside of this process: programs (`exec`), WebAssembly components (`wasm`), and servers
//! (`client`). Each is a module that the Cargo feature of its name enables.
//!
//! Nothing that they return is trusted: every schedule passes the checker before it is used.

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "exec")]
pub mod exec;
#[cfg(feature = "wasm")]
pub mod wasm;

#[cfg(any(feature = "exec", feature = "wasm"))]
mod trust {
    use memplan_planner::{
        LifetimeTrace, MemorySchedule, PlanError, PlanOptions, ScheduleBuilder, ValidateOptions,
        Violation, validate,
    };

    /// Rejects a trace that no planner can plan, before another program starts.
    pub(crate) fn check_trace(
        trace: &LifetimeTrace,
        options: &PlanOptions,
    ) -> Result<(), PlanError> {
        let sums = PlanOptions {
            alignment: options.alignment,
            ..PlanOptions::default()
        };
        ScheduleBuilder::new(trace, &sums).map(drop)
    }

    /// What is wrong with a schedule. It may exceed the capacity, which callers report.
    pub(crate) fn violation(
        trace: &LifetimeTrace,
        schedule: &MemorySchedule,
        options: &PlanOptions,
    ) -> Option<String> {
        let checks = ValidateOptions {
            alignment: options.alignment,
            ..ValidateOptions::default()
        };
        let violations = validate(trace, schedule, &checks).err()?;
        let is_wrong = |v: &&Violation| !matches!(v, Violation::CapacityExceeded { .. });
        let wrong = violations.iter().find(is_wrong);
        wrong.map(|violation| violation.describe(trace))
    }
}
