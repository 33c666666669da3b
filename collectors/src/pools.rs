//! Collects buffers that may move between memories, with their accesses, and the reasons why other buffers are fixed.
//!
//! [`movable`] takes the buffers of functions that no call in the module resolves to, and states their accesses
//! ([`Relations::uses`]), with pools. Each operation in the block of an allocation is one access; a loop or a branch is
//! one access for all of its ticks, so no copy is in it. A buffer that is also accessed in other blocks has one access
//! for its whole lifetime, so it stays in one memory. Buffers are [`Fixed`] if anything depends on their memory space.

use std::fmt;
use std::sync::Arc;

use memplan_memory_model::{Access as Effect, LocalBuffer, Memory, Use};
use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::{
    AllocationSite, SymbolIndex, callee, computes_elements, runs_alone, trip_count,
};
use memplan_mlir::{Module, OpId, TypeKind, ValueId};
use memplan_planner::{
    Access, AccessKind, Buffer, BufferId, Bytes, Lifetime, LifetimeTrace, Pool, Relations, Tick,
    Uses,
};
use rustc_hash::FxHashSet;

use crate::tick::ticks::Timeline;
use crate::{CollectError, CollectErrorKind, Collected, CollectedScope};

/// The buffers of one function that may move between memories.
#[derive(Clone, Debug)]
pub struct MovableScope {
    /// The function.
    pub function: OpId,
    /// Pools, buffers and their accesses.
    pub trace: LifetimeTrace,
    /// The allocation of each buffer of the trace.
    pub buffers: Vec<MovableBuffer>,
    /// By index of an operation.
    ticks: Arc<[u32]>,
    /// The operations of all accesses.
    accesses: FxHashSet<OpId>,
}

impl MovableScope {
    /// The first operation of the block of `last` that is at a tick or later and accesses a buffer of the trace; at the
    /// latest `last`. Others may be gone when buffers have moved. Linear in the operations between.
    pub fn operation_at(&self, m: &Module, tick: Tick, last: OpId) -> OpId {
        let is_late =
            |op: OpId| (self.ticks.get(op.index())).is_some_and(|&at| tick.0 <= at.into());
        let before = std::iter::successors(m.prev_op(last), |&op| m.prev_op(op));
        let accesses = |op: &OpId| self.accesses.contains(op);
        let late = before.take_while(|&op| is_late(op)).filter(accesses);
        late.last().unwrap_or(last)
    }
}

/// An allocation whose memory may be chosen.
#[derive(Clone, Debug)]
pub struct MovableBuffer {
    /// The allocation.
    pub alloc: OpId,
    /// The operations, all in the block of the allocation, that make the accesses of the trace. Empty if the buffer has
    /// to stay in one memory.
    pub accesses: Vec<OpId>,
}

/// A buffer that stays in the memory that the program gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixed {
    /// The allocation.
    pub alloc: OpId,
    /// Its name, as it would be in a trace.
    pub name: String,
    /// Its size.
    pub size: Bytes,
    /// Why its memory cannot be chosen.
    pub reason: FixedReason,
}

/// Why the memory of a buffer cannot be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FixedReason {
    /// Its memory space is stated.
    Stated,
    /// Calls of its function may run while others hold fast memory.
    Called,
    /// Several executions of the region that allocates it may run at once.
    Parallel,
    /// It is passed to a call, whose callee states the memory space of its arguments.
    Passed {
        /// The call.
        by: OpId,
    },
    /// An operation carries it to another value, keeps it, or has unknown effects.
    Carried {
        /// The operation.
        by: OpId,
    },
}

impl FixedReason {
    /// A stable identifier for scripts and reports.
    pub fn code(self) -> &'static str {
        match self {
            Self::Stated => "memory-space-stated",
            Self::Called => "function-called",
            Self::Parallel => "parallel-region",
            Self::Passed { .. } => "passed-to-call",
            Self::Carried { .. } => "carried",
        }
    }

    /// The operation that is in the way.
    pub fn culprit(self) -> Option<OpId> {
        match self {
            Self::Passed { by } | Self::Carried { by } => Some(by),
            Self::Stated | Self::Called | Self::Parallel => None,
        }
    }
}

impl fmt::Display for FixedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stated => "the program states its memory space",
            Self::Called => "its function is called by others, which may hold fast memory",
            Self::Parallel => "it is allocated where several executions may run at once",
            Self::Passed { .. } => "it is passed to a call",
            Self::Carried { .. } => "an operation carries it to another value or may keep it",
        })
    }
}

/// The buffers of a module that may move between pools, by function, and those that may not. `collected` are the
/// buffers that a collector found in the same module. Near-linear in the module.
///
/// # Errors
/// [`CollectErrorKind::Trace`] if buffers and accesses do not form a valid trace.
pub fn movable(
    m: &Module,
    collected: &Collected,
    pools: &[Pool],
) -> Result<(Vec<MovableScope>, Vec<Fixed>), CollectError> {
    let memory = Memory::new(m);
    let timeline = Timeline::new(m);
    let mut called: FxHashSet<OpId> = FxHashSet::default();
    let symbols = SymbolIndex::new(m);
    for op in m.walk(m.root()) {
        called.extend(symbols.resolve_call(m, op));
    }
    let mut scopes: Vec<MovableScope> = Vec::new();
    let mut fixed = Vec::new();
    let scopes_of = |function: OpId| {
        let scopes = collected.scopes.iter();
        scopes.filter(move |scope| scope.function == function)
    };
    let mut functions: Vec<OpId> = (collected.scopes.iter())
        .map(|scope| scope.function)
        .collect();
    functions.dedup();
    let mut seen: FxHashSet<OpId> = FxHashSet::default();
    for function in functions {
        if !seen.insert(function) {
            continue;
        }
        let mut moving: Vec<(LocalBuffer, &Buffer)> = Vec::new();
        for scope in scopes_of(function) {
            for (id, site) in scope.ids() {
                let buffer = &scope.trace[id];
                let is_called = called.contains(&function);
                match movable_buffer(m, &memory, scope, site, is_called) {
                    Ok(local) => moving.push((local, buffer)),
                    Err(reason) => fixed.push(Fixed {
                        alloc: site.alloc,
                        name: buffer.name.to_string(),
                        size: buffer.size,
                        reason,
                    }),
                }
            }
        }
        if !moving.is_empty() {
            scopes.push(movable_scope(m, &timeline, function, pools, &moving)?);
        }
    }
    let ticks: Arc<[u32]> = timeline.into_ticks().into();
    for scope in &mut scopes {
        scope.ticks = Arc::clone(&ticks);
    }
    Ok((scopes, fixed))
}

/// The buffer of an allocation, or why it is fixed.
fn movable_buffer(
    m: &Module,
    memory: &Memory,
    scope: &CollectedScope,
    site: &AllocationSite,
    is_called: bool,
) -> Result<LocalBuffer, FixedReason> {
    if scope.memory_space.is_some() {
        return Err(FixedReason::Stated);
    }
    if is_called {
        return Err(FixedReason::Called);
    }
    if scope.scope_op != scope.function || site.slots.is_some() {
        return Err(FixedReason::Parallel);
    }
    let local = LocalBuffer::new(m, memory, site.alloc);
    let local = local.ok_or(FixedReason::Carried { by: site.alloc })?;
    match in_the_way(m, &local) {
        Some(reason) => Err(reason),
        None => Ok(local),
    }
}

/// The scope of a function with buffers that may move.
fn movable_scope(
    m: &Module,
    timeline: &Timeline,
    function: OpId,
    pools: &[Pool],
    moving: &[(LocalBuffer, &Buffer)],
) -> Result<MovableScope, CollectError> {
    let mut buffers = Vec::new();
    let mut planned = Vec::new();
    let mut uses = Vec::new();
    for (index, (local, buffer)) in (0..).zip(moving) {
        let (accesses, ops) = accesses(m, timeline, local, buffer.size, buffer.live);
        planned.push(Buffer {
            live: Lifetime::half_open(
                accesses[0].ticks.begin(),
                accesses[accesses.len() - 1].ticks.end(),
            ),
            ..Buffer::clone(buffer)
        });
        uses.push(Uses {
            buffer: BufferId(index),
            times: times(m, local.alloc),
            accesses,
        });
        buffers.push(MovableBuffer {
            alloc: local.alloc,
            accesses: ops,
        });
    }
    let name = m.symbol_name(function).map(|name| m.ctx.text(name));
    let trace = LifetimeTrace::builder(name.unwrap_or_default())
        .buffers(planned)
        .relations(Relations {
            pools: pools.to_vec(),
            uses,
            ..Relations::default()
        })
        .build()
        .map_err(|error| CollectError {
            op: function,
            kind: CollectErrorKind::Trace(error),
        })?;
    Ok(MovableScope {
        function,
        trace,
        ticks: Arc::default(),
        accesses: (buffers.iter())
            .flat_map(|buffer| buffer.accesses.iter().copied())
            .collect(),
        buffers,
    })
}

/// What depends on the memory space of a buffer.
fn in_the_way(m: &Module, local: &LocalBuffer) -> Option<FixedReason> {
    let space = |value: ValueId| match m.value_type_kind(value) {
        TypeKind::MemRef(ty) => Some(ty.space),
        _ => None,
    };
    let own = space(local.buffer)?;
    let changes = |op: &&OpId| {
        m.results(**op)
            .any(|result| m.is_memref(result) && space(result) != Some(own))
    };
    if let Some(&by) = local.views.iter().find(changes) {
        return Some(FixedReason::Carried { by });
    }
    let reason = |user: &Use| {
        let is_plain = user.access == Effect::FREE
            || m.regions(user.op).is_empty()
            || computes_elements(m, user.op);
        if callee(m, user.op).is_some() {
            Some(FixedReason::Passed { by: user.op })
        } else if user.access.captures() || !is_plain || m.has_trait(user.op, Traits::TERMINATOR) {
            Some(FixedReason::Carried { by: user.op })
        } else {
            None
        }
    };
    if let Some(reason) = local.uses.iter().find_map(reason) {
        return Some(reason);
    }
    // All ops between the allocation and its function run one after the other.
    let mut around = m.ancestors(local.alloc);
    let is_parallel = around
        .by_ref()
        .take_while(|&op| !m.has_trait(op, Traits::FUNCTION))
        .any(|op| !runs_alone(m, op));
    is_parallel.then_some(FixedReason::Parallel)
}

/// The accesses of a buffer, with the operations that make them: none if it has to stay in one memory.
fn accesses(
    m: &Module,
    timeline: &Timeline,
    local: &LocalBuffer,
    size: Bytes,
    live: Lifetime,
) -> (Vec<Access>, Vec<OpId>) {
    let tick = |tick: u32| Tick(i64::from(tick));
    let mut accesses: Vec<Access> = Vec::new();
    let mut ops = Vec::new();
    for node in local
        .home()
        .iter()
        .filter(|node| node.access != Effect::FREE)
    {
        let kind = match node.access {
            Effect::OVERWRITE => AccessKind::Write,
            access if access.only_reads() => AccessKind::Read,
            _ => AccessKind::Update,
        };
        let begin = tick(timeline.tick(node.op));
        let end = tick(timeline.end(node.op).saturating_add(1));
        accesses.push(Access {
            ticks: Lifetime::half_open(begin, end),
            kind,
            bytes: Access::usual_bytes(kind, size),
        });
        ops.push(node.op);
    }
    // Content that nothing wrote is not needed.
    if let Some(first) = accesses.first_mut()
        && first.kind == AccessKind::Read
    {
        first.kind = AccessKind::Update;
    }
    let block = m.op_block(local.alloc);
    let is_in_cycle = block.is_some_and(|block| timeline.loop_of(block).is_some());
    if !local.late.is_empty() || is_in_cycle || accesses.is_empty() {
        let n_accesses = local
            .uses
            .iter()
            .filter(|user| user.access != Effect::FREE)
            .count();
        let whole = Access {
            ticks: live,
            kind: AccessKind::Write,
            bytes: Bytes(size.0.saturating_mul(n_accesses as u64)),
        };
        return (vec![whole], Vec::new());
    }
    (accesses, ops)
}

/// How often the block of an allocation runs, as far as the trip counts of loops around it are known.
fn times(m: &Module, alloc: OpId) -> u64 {
    let around = m.ancestors(alloc);
    let loops = around
        .take_while(|&op| !m.has_trait(op, Traits::FUNCTION))
        .filter_map(|op| trip_count(m, op));
    loops.fold(1, u64::saturating_mul).max(1)
}
