//! Pictures of memory plans: offset against tick, one rectangle for each buffer, the load below.
//!
//! - [`document`] writes a self-contained, interactive HTML page, with a slider for each symbol that sizes depend on.
//!   It opens without a server or network access.
//! - [`service_page`] is the same page for the service: it takes files, and plans them by the API of the service.
//! - [`pack`] encodes traces and schedules for both.
//! - [`svg`] draws a still picture, [`recompute_curve`] one of peaks.
//! - [`chrome_trace`] and [`perfetto`] export buffers and load to trace viewers.
//!
//! ```
//! use memplan_page::{Entry, Scope, document};
//! use memplan_planner::{LifetimeTrace, PlanOptions, registry};
//!
//! let trace: LifetimeTrace = "a 0..4 1024\n b 2..9 2048".parse()?;
//! let schedule = registry::planner("best-fit")?.plan(&trace, &PlanOptions::default())?;
//! let scope = Scope { trace: &trace, entries: vec![Entry::new("best-fit", &schedule)], origins: None };
//! assert!(document("two buffers", &[scope]).starts_with("<!doctype html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Of a trace with pools, the pools are side by side; prices that are paid and copies between pools are marked.
//!
//! The crate reads no files and no clock. Equal inputs give equal bytes.
//!
//! # Inside
//!
//! `pools.rs` divides a schedule by pools. `packed.rs` encodes traces and schedules; `html.rs` puts them and the assets
//! into one document. The assets are plain HTML, CSS and JavaScript without a build step: `model.js` decodes,
//! `pools.js` divides by pools, `plot.js` draws on a canvas, `picture.js` is everything around it; in the page of the
//! service, `service.js` sends files to the API below `/v1`. A frame draws rectangles of at least a pixel on the pixel
//! grid and sums up smaller ones for each pixel. The tests drive the page in Chromium by the DevTools protocol.
//! `chrome.rs` and `perfetto.rs` write traces; `lanes.rs` distributes buffers over rows, in which slices must not
//! overlap.

mod chrome;
mod flat;
mod html;
mod json;
mod lanes;
mod packed;
mod perfetto;
mod pools;
mod svg;
mod symbolic;

use std::time::Duration;

use memplan_planner::{BufferId, Bytes, LifetimeTrace, MemorySchedule, Tick};

pub use chrome::chrome_trace;
pub use html::{document, service_page};
pub use packed::{PACK_MEDIA_TYPE, pack};
pub use perfetto::perfetto;
pub use svg::{recompute_curve, svg};

/// One trace with the schedules to show.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// The buffers.
    pub trace: &'a LifetimeTrace,
    /// Schedules of this trace, in display order.
    pub entries: Vec<Entry<'a>>,
    /// The operation that defines each buffer, indexed by buffer; `None` for traces without a known program.
    pub origins: Option<&'a [Origin]>,
}

/// A schedule and what to call it.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The name of the planner, as the user wrote it.
    pub planner: &'a str,
    /// One offset for each buffer.
    pub schedule: &'a MemorySchedule,
    /// The time of planning, if it was measured.
    pub elapsed: Option<Duration>,
    /// The requested alignment of all offsets, if known. The page compares schedules with the same requested alignment
    /// with the best bound that one of them proved.
    pub alignment: Option<Bytes>,
    /// What the still picture of a schedule without pools points out.
    pub marks: Option<&'a Marks>,
}

/// What a still picture points out of a schedule: why its peak is what it is. All other buffers are pale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The tick of the largest load.
    pub tick: Option<Tick>,
    /// From the top of the arena down: buffers each of which rests on the next one, or on bytes that cannot be used.
    pub chain: Vec<BufferId>,
    /// Buffers that matter but for those of the chain.
    pub others: Vec<BufferId>,
}

impl<'a> Entry<'a> {
    /// A schedule that was found in some time, for some alignment.
    pub fn new(planner: &'a str, schedule: &'a MemorySchedule) -> Self {
        Self {
            planner,
            schedule,
            elapsed: None,
            alignment: None,
            marks: None,
        }
    }
}

/// The operation in a program that a buffer belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The operation that first writes the buffer, for example `linalg.matmul`; empty if unknown.
    pub op: String,
    /// Whether a front end named it: `jit(f)/dot_general (model.py:12)`.
    pub is_named: bool,
    /// The line of the allocation, from 1; 0 if unknown.
    pub line: u32,
    /// The column of the allocation, from 1; 0 if unknown.
    pub column: u32,
}

/// The displayed name of a scope: its name and memory space, or `trace`.
fn scope_name(trace: &LifetimeTrace) -> String {
    let name = match trace.scope() {
        "" => "trace",
        name => name,
    };
    match trace.memory_space() {
        Some(space) => format!("{name} in {space}"),
        None => name.to_owned(),
    }
}
