//! The types of `wit/planner.wit`, and traces in them.

use memplan_planner::{Buffer, LifetimeTrace, PlanError, PlanOptions};
use wasmtime::component::{ComponentType, Lift, Lower};

/// The instance that a plug-in exports, and its function.
pub(super) const PLANNER: &str = "memplan:planner/planner@1.0.0";
pub(super) const PLAN: &str = "plan";

/// The instance that plug-ins import, and its function.
pub(super) const HOST: &str = "memplan:planner/host@1.0.0";
pub(super) const INCUMBENT: &str = "incumbent";

#[derive(Clone, Debug, ComponentType, Lower)]
#[component(record)]
pub(super) struct WitBuffer {
    #[component(name = "begin-tick")]
    begin: i64,
    #[component(name = "end-tick")]
    end: i64,
    #[component(name = "size-bytes")]
    size: u64,
    #[component(name = "align-bytes")]
    align: u64,
    #[component(name = "pinned-offset-bytes")]
    pinned: Option<u64>,
}

#[derive(Clone, Copy, Debug, ComponentType, Lower)]
#[component(record)]
pub(super) struct WitWindow {
    #[component(name = "lo-bytes")]
    lo: u64,
    #[component(name = "hi-bytes")]
    hi: u64,
}

#[derive(Clone, Debug, ComponentType, Lower)]
#[component(record)]
pub(super) struct WitGap {
    buffer: u32,
    #[component(name = "begin-tick")]
    begin: i64,
    #[component(name = "end-tick")]
    end: i64,
    window: Option<WitWindow>,
}

#[derive(Clone, Debug, ComponentType, Lower)]
#[component(record)]
pub(super) struct WitTrace {
    buffers: Vec<WitBuffer>,
    gaps: Vec<WitGap>,
    #[component(name = "capacity-bytes")]
    capacity: Option<u64>,
}

#[derive(Clone, Copy, Debug, ComponentType, Lower)]
#[component(record)]
pub(super) struct WitOptions {
    seed: u64,
    #[component(name = "time-left-ms")]
    time_left_ms: Option<u64>,
}

#[derive(Clone, Copy, Debug, ComponentType, Lift)]
#[component(enum)]
#[repr(u8)]
#[expect(dead_code, reason = "wasmtime makes them from what plug-ins return")]
pub(super) enum WitFeature {
    #[component(name = "gaps")]
    Gaps,
    #[component(name = "pinned-offsets")]
    PinnedOffsets,
    #[component(name = "alignments")]
    Alignments,
}

impl WitFeature {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gaps => "gaps",
            Self::PinnedOffsets => "pinned offsets",
            Self::Alignments => "alignments",
        }
    }
}

#[derive(Clone, Copy, Debug, ComponentType, Lift)]
#[component(record)]
pub(super) struct WitLack {
    pub(super) feature: WitFeature,
    pub(super) buffer: u32,
}

#[derive(Clone, Debug, ComponentType, Lift)]
#[component(variant)]
pub(super) enum WitFailure {
    #[component(name = "unsupported")]
    Unsupported(WitLack),
    #[component(name = "failed")]
    Failed(String),
}

/// The parameters and the result of `plan`.
pub(super) type Params<'a> = (&'a WitTrace, WitOptions);
pub(super) type Returned = (Result<Vec<u64>, WitFailure>,);

impl WitTrace {
    /// A trace in which each buffer has the alignment that it needs, that of the options included.
    ///
    /// # Errors
    ///
    /// When the two alignments of a buffer have no common multiple below 2^64.
    pub(super) fn new(trace: &LifetimeTrace, options: &PlanOptions) -> Result<Self, PlanError> {
        let mut buffers = Vec::with_capacity(trace.len());
        let mut gaps = Vec::new();
        for (index, buffer) in (0..).zip(trace.buffers()) {
            buffers.push(WitBuffer {
                begin: buffer.live.begin().0,
                end: buffer.live.end().0,
                size: buffer.size.0,
                align: alignment(buffer, options)?,
                pinned: buffer.pinned.map(|offset| offset.0),
            });
            gaps.extend(buffer.gaps.iter().map(|gap| WitGap {
                buffer: index,
                begin: gap.ticks.begin().0,
                end: gap.ticks.end().0,
                window: gap.window.map(|window| WitWindow {
                    lo: window.lo.0,
                    hi: window.hi.0,
                }),
            }));
        }
        let capacity = trace.capacity().map(|capacity| capacity.0);
        Ok(Self {
            buffers,
            gaps,
            capacity,
        })
    }
}

fn alignment(buffer: &Buffer, options: &PlanOptions) -> Result<u64, PlanError> {
    if buffer.pinned.is_some() {
        return Ok(buffer.align.0);
    }
    let common = buffer.align.common_alignment(options.alignment);
    common
        .map(|align| align.0)
        .ok_or_else(|| PlanError::TooLarge {
            buffer: buffer.name.to_string(),
            alignment: options.alignment,
        })
}

impl WitOptions {
    pub(super) fn new(options: &PlanOptions) -> Self {
        let time_left = options.interrupt.as_ref().and_then(|i| i.time_left());
        let ms = time_left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
        Self {
            seed: options.seed,
            time_left_ms: ms,
        }
    }
}
