//! The whole job as a library: from a module and the schedules of its traces to a merged module.

mod merge_plan;

pub use merge_plan::merge_plan;
