//! Divides the buffers of a scope among merged allocations.
//!
//! Where one allocation for all buffers exceeds the room at some operation, the buffers that are live there are left
//! out, and the buffers before and after that operation are merged separately. Of several such operations, the one
//! nearest to the middle is taken, so both parts are usually much smaller. Buffers that are allocated within the
//! operation get an allocation there. Buffers that are left out, or that would share no memory, are then merged [one
//! after the other](super::slots).
//!
//! For a function that takes memory from its callers, one allocation for all buffers that is held during the whole
//! call is tried first.
//!
//! Trying a part takes time linear in its buffers and the points that they span. `O(log n)` levels are usual. The
//! total is limited to 64 times the buffers of the scope and the points of the function; the parts that remain then
//! go to the slots, too.

use std::collections::VecDeque;

use memplan_collectors::{Collected, CollectedScope, SkipReason, Skipped};
use memplan_memory_model::{BufferViewFlowAnalysis, HeapBytes, HeapLoads};
use memplan_mlir::interfaces::{AllocationSite, allocation, arena_alignments};
use memplan_mlir::{BlockId, INDEX_WIDTH, Module, OpId, ValueId};
use memplan_planner::{Buffer, BufferId, Bytes, InPlaceHint, LifetimeTrace};
use memplan_support::Sort;
use rustc_hash::{FxHashMap, FxHashSet};

use super::GUARANTEED;
use super::baseline::{Alone, Line, Names, Room};
use super::slots::{Points, RangeRoom, Stay, fill};

/// The work limit, in visits of each buffer and point.
const MAX_LOOKS: usize = 64;

/// Divides all scopes. Buffers of a merged allocation that would raise the run-time peak become skipped allocations.
pub(super) fn divide(
    m: &Module,
    flow: &BufferViewFlowAnalysis,
    collected: &mut Collected,
    separate: &Module,
    loads: &HeapLoads,
    takers: &FxHashSet<OpId>,
) {
    let lone = collected.skipped.iter();
    let lone = lone.filter(|skipped| skipped.reason == SkipReason::Lone);
    let lone: FxHashSet<OpId> = lone.map(|skipped| skipped.alloc).collect();
    let arenas: FxHashMap<ValueId, u64> = arena_alignments(m).into_iter().collect();
    let mut names = Names::new(flow);
    let mut rooms: FxHashMap<OpId, Option<Room<'_>>> = FxHashMap::default();
    let mut accepted: Vec<(CollectedScope, Held)> = Vec::new();
    for scope in std::mem::take(&mut collected.scopes) {
        let room = rooms
            .entry(scope.function)
            .or_insert_with(|| Room::of(separate, loads, scope.function));
        let mut division = Division {
            m,
            room: room.as_mut(),
            scope: &scope,
            items: Vec::new(),
            arenas: Vec::new(),
            left_out: Vec::new(),
            alone: Vec::new(),
        };
        division.items = items(m, separate, &division, &mut names);
        let is_body = scope.scope_op == scope.function && takers.contains(&scope.function);
        if let Some(arena) = is_body.then(|| division.hold_in_callers()).flatten() {
            let needed = division.needed_alignment(&arenas);
            if lone.contains(&scope.sites[0].alloc) {
                collected
                    .skipped
                    .retain(|skip| skip.alloc != scope.sites[0].alloc);
            }
            let scope = CollectedScope {
                asked_alignment: arena.asked_alignment,
                callers_may_hold: Some(needed),
                ..scope
            };
            accepted.push((scope, arena.held));
            continue;
        }
        if scope.sites.iter().all(|site| lone.contains(&site.alloc)) {
            continue;
        }
        let mut lines = FxHashMap::default();
        division.run(&mut lines);
        division.fill_slots(&lines);
        let (arenas, mut left_out) = (division.arenas, division.left_out);
        left_out.sort_stable();
        for buffer in left_out {
            collected.skipped.push(Skipped {
                alloc: scope.sites[buffer].alloc,
                name: scope.trace.buffers()[buffer].name.to_string(),
                reason: SkipReason::RaisesPeak,
            });
        }
        accepted.extend(parts(scope, arenas));
    }
    for (scope, held) in &mut accepted {
        if let Some(Some(room)) = rooms.get_mut(&scope.function) {
            scope.limit = Some(room.claim_rest(held));
        }
    }
    collected.scopes = accepted.into_iter().map(|(scope, _)| scope).collect();
    sort_skipped(m, collected);
}

/// Restores the walk order of the skipped allocations.
fn sort_skipped(m: &Module, collected: &mut Collected) {
    if collected.skipped.len() < 2 {
        return;
    }
    let mut order = vec![0u32; m.op_count()];
    for (op, number) in m.walk(m.root()).zip(0..) {
        order[op.index()] = number;
    }
    collected
        .skipped
        .sort_stable_by_key(|skipped| order.get(skipped.alloc.index()).copied());
}

struct Item {
    users: Vec<OpId>,
    alone: Option<Alone>,
}

/// A merged allocation, and the points at which it is held.
#[derive(Clone, Debug)]
struct Held {
    bytes: u64,
    first: usize,
    last: usize,
}

struct Arena {
    buffers: Vec<usize>,
    block: BlockId,
    before: Option<OpId>,
    asked_alignment: Option<Bytes>,
    held: Held,
}

/// Buffers that may share an allocation in a block.
struct Part {
    block: BlockId,
    buffers: Vec<usize>,
    is_whole: bool,
}

/// A buffer of a part, by operations of its block.
#[derive(Clone, Copy)]
struct Span {
    buffer: usize,
    first: usize,
    last: usize,
}

struct Division<'a, 'l> {
    m: &'a Module,
    room: Option<&'a mut Room<'l>>,
    scope: &'a CollectedScope,
    items: Vec<Item>,
    arenas: Vec<Arena>,
    left_out: Vec<usize>,
    /// Buffers that are not merged yet, with the block that they could be merged in.
    alone: Vec<(BlockId, Span)>,
}

type Lines = FxHashMap<BlockId, Option<Line>>;

fn items(m: &Module, separate: &Module, of: &Division<'_, '_>, names: &mut Names<'_>) -> Vec<Item> {
    let sites = of.scope.sites.iter();
    let item = |site: &AllocationSite| {
        let users = names.users(m, site.alloc, site.is_live_until_freed);
        let room = of.room.as_deref();
        let alone = room.and_then(|room| room.alone(m, separate, site.alloc, &users));
        Item { users, alone }
    };
    sites.map(item).collect()
}

impl Division<'_, '_> {
    /// All buffers in one allocation that is held at every point of the function, if there is room.
    fn hold_in_callers(&mut self) -> Option<Arena> {
        let n = self.scope.sites.len();
        let last = self.room.as_ref()?.left.len().checked_sub(1)?;
        let spans = (0..n).map(|buffer| Span {
            buffer,
            first: 0,
            last: 0,
        });
        let spans: Vec<Span> = spans.collect();
        let bytes = load(&self.scope.trace, &spans);
        let required = self.required_alignment(&spans);
        let arena = HeapBytes {
            bytes: signed(bytes),
            padded: signed(bytes.saturating_add(self.cost(required))),
        };
        let waste = self.waste(arena, &spans, Points { first: 0, last });
        let left = &mut self.room.as_deref_mut()?.left;
        let mut points = waste.iter().zip(left.iter());
        if !points.all(|(waste, left)| waste.fits(*left)) {
            return None;
        }
        for (left, waste) in left.iter_mut().zip(waste) {
            *left = *left - waste;
        }
        Some(Arena {
            buffers: (0..n).collect(),
            block: self.scope.block,
            before: None,
            asked_alignment: Some(required),
            held: Held {
                bytes,
                first: 0,
                last,
            },
        })
    }

    fn run(&mut self, lines: &mut Lines) {
        let n = self.scope.sites.len();
        let n_points = self.room.as_ref().map_or(0, |room| room.left.len());
        let mut budget = MAX_LOOKS * (n + n_points);
        let mut parts = VecDeque::from([Part {
            block: self.scope.block,
            buffers: (0..n).collect(),
            is_whole: true,
        }]);
        while let Some(part) = parts.pop_front() {
            let (m, block) = (self.m, part.block);
            let line = lines.entry(block).or_insert_with(|| {
                let room = self.room.as_deref()?;
                Line::new(m, room, block)
            });
            let Some(line) = line else {
                self.left_out.extend(part.buffers);
                continue;
            };
            let mut spans = self.spans(line, &part);
            let hull = hull(line, &spans);
            let is_worth_it = |hull: &Points| {
                let cost = spans.len() + hull.last.saturating_sub(hull.first);
                (part.is_whole || spans.len() > 1) && cost <= budget
            };
            let Some(points) = hull.filter(is_worth_it) else {
                let alone = spans.into_iter().map(|span| (block, span));
                self.alone.extend(alone);
                continue;
            };
            budget -= spans.len() + points.last.saturating_sub(points.first);
            if let Err(cut) = self.try_merge(line, &spans, points, &part) {
                spans.sort_stable_by_key(|span| span.buffer);
                parts.extend(self.cut(line, &spans, cut, block));
            }
        }
    }

    /// Merges the buffers in `alone`: buffers with disjoint lifetimes share a slot.
    fn fill_slots(&mut self, lines: &Lines) {
        let mut blocks: Vec<BlockId> = self.alone.iter().map(|alone| alone.0).collect();
        blocks.sort_stable();
        blocks.dedup();
        for block in blocks {
            let here = self.alone.iter().filter(|alone| alone.0 == block);
            let mut here: Vec<Span> = here.map(|alone| alone.1).collect();
            here.sort_stable_by_key(|span| span.buffer);
            let line = lines.get(&block).and_then(|line| line.as_ref());
            let stays = line.map(|line| here.iter().filter_map(|span| self.stay(line, span)));
            let stays: Vec<Stay> = stays.into_iter().flatten().collect();
            let first = stays.iter().map(|stay| stay.held.first).min();
            let last = stays.iter().map(|stay| stay.held.last).max();
            let (Some(line), Some(first), Some(last), Some(room)) =
                (line, first, last, self.room.as_deref_mut())
            else {
                self.left_out.extend(here.iter().map(|span| span.buffer));
                continue;
            };
            let left = &mut room.left[first..=last];
            let mut ranges = RangeRoom::new(left);
            let moved = stays.into_iter().map(|stay| stay.counted_from(first));
            let slots = fill(&mut ranges, moved.collect());
            left.copy_from_slice(&ranges.points(left.len()));
            for slot in slots {
                let [_, _, ..] = slot.buffers[..] else {
                    self.left_out.extend(slot.buffers);
                    continue;
                };
                let span_of = |buffer| {
                    let at = here.binary_search_by_key(buffer, |span| span.buffer).ok()?;
                    here.get(at).copied()
                };
                let spans: Vec<Span> = slot.buffers.iter().filter_map(span_of).collect();
                let at = spans.iter().map(|span| span.first).min().unwrap_or(0);
                let mut buffers = slot.buffers;
                buffers.sort_stable();
                self.arenas.push(Arena {
                    buffers,
                    block,
                    before: Some(line.ops[at]),
                    asked_alignment: Some(self.required_alignment(&spans)),
                    held: Held {
                        bytes: slot.bytes.bytes.unsigned_abs(),
                        first: slot.held.first + first,
                        last: slot.held.last + first,
                    },
                });
            }
        }
    }

    /// A buffer with its points; `None` if it has none.
    fn stay(&self, line: &Line, span: &Span) -> Option<Stay> {
        let (mut held, item) = (hull(line, &[*span])?, &self.items[span.buffer]);
        if let Some(alone) = item.alone {
            // Outside of a merged allocation, the buffer is live up to its deallocation, so extending the range costs
            // nothing.
            held.last = held.last.max(alone.last);
        }
        let size = self.scope.trace.buffers()[span.buffer].size.0;
        let cost = self.cost(self.required_alignment(&[*span]));
        let bytes = HeapBytes {
            bytes: signed(size),
            padded: signed(size.saturating_add(cost)),
        };
        Some(Stay {
            buffer: span.buffer,
            held,
            alone: item.alone,
            bytes,
        })
    }

    /// The bytes that an alignment costs. An alignment that the user asks for is not counted.
    fn cost(&self, alignment: Bytes) -> u64 {
        match alignment {
            Bytes(1) => 0,
            _ if self.scope.alignment > Bytes(1) => 0,
            Bytes(alignment) => alignment,
        }
    }

    /// The buffers of a part by operations of its block; those that are used outside are left out.
    fn spans(&mut self, line: &Line, part: &Part) -> Vec<Span> {
        let m = self.m;
        let mut spans = Vec::new();
        for &buffer in &part.buffers {
            let site = &self.scope.sites[buffer];
            let users = self.items[buffer].users.iter().copied();
            let all = users.chain([site.alloc]);
            let at = all.map(|op| line.index_of(m, part.block, op));
            let places: Option<Vec<usize>> = at.collect();
            // The loops that number slots are around the whole scope, so buffers with slots cannot go into a
            // part of it.
            let places = places.filter(|_| part.is_whole || site.slots.is_none());
            let ends = places.and_then(|at| Some((*at.iter().min()?, *at.iter().max()?)));
            match ends {
                Some((first, last)) => spans.push(Span {
                    buffer,
                    first: first.min(line.ops.len() - 1),
                    last,
                }),
                None => self.left_out.push(buffer),
            }
        }
        spans
    }

    /// Merges buffers if there is room, or returns a point at which there is too little.
    fn try_merge(
        &mut self,
        line: &Line,
        spans: &[Span],
        points: Points,
        part: &Part,
    ) -> Result<(), usize> {
        let Points { first, last } = points;
        let trace = &self.scope.trace;
        let bytes = load(trace, spans);
        let sizes = spans.iter().map(|span| trace.buffers()[span.buffer].size.0);
        if !part.is_whole && sizes.fold(0, u64::saturating_add) <= bytes {
            // The sizes do not exceed the load, so no two buffers share memory.
            let alone = spans.iter().map(|&span| (part.block, span));
            self.alone.extend(alone);
            return Ok(());
        }
        let required = self.required_alignment(spans);
        let cost = self.cost(required);
        let arena = HeapBytes {
            bytes: signed(bytes),
            padded: signed(bytes.saturating_add(cost)),
        };
        let waste = self.waste(arena, spans, points);
        let Some(room) = self.room.as_deref_mut() else {
            return Ok(());
        };
        let left = room.left[first..=last].iter();
        let mut tight = (first..).zip(left.zip(&waste));
        let tight = tight
            .by_ref()
            .filter(|(_, (left, waste))| !waste.fits(**left))
            .map(|(at, _)| at);
        let mut firsts: Vec<usize> = spans.iter().map(|span| span.first).collect();
        let middle = firsts.len() / 2;
        let (_, &mut middle, _) = firsts.select_nth_unstable(middle);
        if let Some(cut) = tight.min_by_key(|&at| line.at(at).abs_diff(middle)) {
            return Err(cut);
        }
        for (left, waste) in room.left[first..=last].iter_mut().zip(&waste) {
            *left = *left - *waste;
        }
        let at = spans.iter().map(|span| span.first).min().unwrap_or(0);
        let start = line.starts[0].min(first);
        let is_free = |left: &HeapBytes| arena.fits(*left);
        let from_start = part.is_whole && room.left[start..first].iter().all(is_free);
        if from_start {
            for left in &mut room.left[start..first] {
                *left = *left - arena;
            }
        }
        let mut buffers: Vec<usize> = spans.iter().map(|span| span.buffer).collect();
        buffers.sort_stable();
        let first = if from_start { start } else { first };
        // Use a larger alignment only where it costs nothing. An allocation as large as one of its buffers has the
        // alignment of that buffer: some allocators return more memory for a larger one.
        let aligns = spans.iter().map(|span| trace.buffers()[span.buffer].align);
        let mut sizes = spans.iter().map(|span| trace.buffers()[span.buffer].size.0);
        let wanted = if sizes.any(|size| size == bytes) {
            required
        } else {
            aligns.fold(required, Bytes::max)
        };
        let more = HeapBytes {
            bytes: 0,
            padded: signed(wanted.0) - signed(cost),
        };
        let held = &mut room.left[first..=last];
        let has_more = wanted != required && held.iter().all(|left| more.fits(*left));
        if has_more {
            for left in held {
                *left = *left - more;
            }
        }
        self.arenas.push(Arena {
            buffers,
            block: part.block,
            before: (!from_start).then(|| line.ops[at]),
            asked_alignment: (!has_more).then_some(required),
            held: Held { bytes, first, last },
        });
        Ok(())
    }

    /// The alignment that the user, an allocation or its elements require; 1 where what every allocator
    /// guarantees is enough.
    fn required_alignment(&self, spans: &[Span]) -> Bytes {
        let all = spans.iter().filter_map(|span| {
            let (asked, natural) = self.alignments(span.buffer)?;
            let natural = if natural <= GUARANTEED.0 { 1 } else { natural };
            Some(Bytes(asked.max(natural)))
        });
        all.fold(self.scope.alignment, Bytes::max)
    }

    /// The alignment that the allocation of a buffer asks for, and that of its elements.
    fn alignments(&self, buffer: usize) -> Option<(u64, u64)> {
        let m = self.m;
        let facts = allocation(m, self.scope.sites[buffer].alloc)?;
        let asked = facts.alignment.and_then(|asked| u64::try_from(asked).ok());
        let element = m.ctx.element_type(m.value_type(facts.buffer))?;
        let natural = m.ctx.stored_bytes(element, INDEX_WIDTH)?.max(1);
        Some((asked.unwrap_or(1), 1 << natural.trailing_zeros()))
    }

    /// The alignment that the buffers need in another allocation. `arenas` has that of arenas of calls.
    fn needed_alignment(&self, arenas: &FxHashMap<ValueId, u64>) -> Bytes {
        let m = self.m;
        let all = (0..self.scope.sites.len()).filter_map(|buffer| {
            let (asked, natural) = self.alignments(buffer)?;
            let value = m.result(self.scope.sites[buffer].alloc, 0);
            let of_call = value.and_then(|value| arenas.get(&value)).copied();
            Some(Bytes(asked.max(natural).max(of_call.unwrap_or(1))))
        });
        all.fold(self.scope.alignment, Bytes::max)
    }

    /// The bytes of a merged allocation at each point in excess of those that its buffers certainly take separately.
    fn waste(&self, arena: HeapBytes, spans: &[Span], points: Points) -> Vec<HeapBytes> {
        let Points { first, last } = points;
        let nothing = HeapBytes::default();
        let mut change = vec![nothing; last + 2 - first];
        for span in spans {
            let Some(alone) = self.items[span.buffer].alone else {
                continue;
            };
            let (from, to) = (alone.first.max(first), alone.last.min(last));
            if from <= to {
                change[from - first] = change[from - first] + alone.bytes;
                change[to + 1 - first] = change[to + 1 - first] - alone.bytes;
            }
        }
        change.pop();
        let mut live = nothing;
        for change in &mut change {
            live = live + *change;
            *change = arena - live;
        }
        change
    }

    /// The parts on both sides of a point, and those within its operation.
    fn cut(&mut self, line: &Line, spans: &[Span], cut: usize, block: BlockId) -> Vec<Part> {
        let at = line.at(cut);
        let is_between = cut > line.ends[at];
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut within: Vec<(BlockId, Vec<usize>)> = Vec::new();
        for span in spans {
            if span.last < at || (is_between && span.last <= at) {
                before.push(span.buffer);
            } else if span.first > at {
                after.push(span.buffer);
            } else {
                match self.block_within(line, span, block) {
                    Some(inner) => match within.iter_mut().find(|(block, _)| *block == inner) {
                        Some((_, buffers)) => buffers.push(span.buffer),
                        None => within.push((inner, vec![span.buffer])),
                    },
                    None => self.alone.push((block, *span)),
                }
            }
        }
        let sides = [before, after].map(|buffers| (block, buffers));
        let parts = sides.into_iter().chain(within);
        let parts = parts.filter(|(_, buffers)| !buffers.is_empty());
        parts
            .map(|(block, buffers)| Part {
                block,
                buffers,
                is_whole: false,
            })
            .collect()
    }

    /// The block within an operation of `block` that a buffer is allocated in, if it is used within that operation
    /// only, and the block can have a merged allocation.
    fn block_within(&self, line: &Line, span: &Span, block: BlockId) -> Option<BlockId> {
        let m = self.m;
        let alloc = self.scope.sites[span.buffer].alloc;
        if span.first != span.last || m.op_block(alloc) == Some(block) {
            return None;
        }
        let outer = *line.ops.get(span.first)?;
        let mut around = std::iter::once(alloc).chain(m.ancestors(alloc));
        let child = around.find(|&op| m.parent(op) == Some(outer))?;
        let inner = m.op_block(child)?;
        let region = m.block_region(inner)?;
        (m.first_block(region) == Some(inner)).then_some(inner)
    }
}

impl Room<'_> {
    /// The size to which a merged allocation may grow without raising the peak. Takes all of that room.
    fn claim_rest(&mut self, held: &Held) -> Bytes {
        let Some(left) = self.left.get_mut(held.first..=held.last) else {
            return Bytes(held.bytes);
        };
        let extra = left.iter().map(|left| left.bytes.min(left.padded)).min();
        let extra = extra.unwrap_or(0).max(0);
        let claimed = HeapBytes::new(extra);
        for left in left {
            *left = *left - claimed;
        }
        Bytes(held.bytes.saturating_add(extra.unsigned_abs()))
    }
}

/// The points at which an allocation for buffers is held.
fn hull(line: &Line, spans: &[Span]) -> Option<Points> {
    let first = spans.iter().map(|span| span.first).min()?;
    let last = spans.iter().map(|span| span.last).max()?;
    // A use in another block extends the range to the end of the region, since the buffer may stay live on all paths.
    let first = line.starts[first];
    let last = line.ends[last];
    let last = last.max(first);
    Some(Points { first, last })
}

fn signed(bytes: u64) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}

/// The largest sum of sizes, each rounded up to its alignment, that are live at once.
fn load(trace: &LifetimeTrace, spans: &[Span]) -> u64 {
    let mut events: Vec<(i64, i64)> = Vec::with_capacity(2 * spans.len());
    for span in spans {
        let buffer = &trace.buffers()[span.buffer];
        let size = buffer.size.0.next_multiple_of(buffer.align.0.max(1));
        events.push((buffer.live.begin().0, signed(size)));
        events.push((buffer.live.end().0, -signed(size)));
    }
    events.sort_stable();
    let (mut live, mut most) = (0i64, 0i64);
    for (_, size) in events {
        live = live.saturating_add(size);
        most = most.max(live);
    }
    most.unsigned_abs()
}

/// The scopes of the merged allocations.
fn parts(scope: CollectedScope, mut arenas: Vec<Arena>) -> Vec<(CollectedScope, Held)> {
    let is_whole = |arena: &Arena| arena.buffers.len() == scope.trace.len();
    if let [arena] = &arenas[..]
        && is_whole(arena)
    {
        let (block, before, held) = (arena.block, arena.before, arena.held.clone());
        let asked_alignment = arena.asked_alignment;
        let scope = CollectedScope {
            block,
            before,
            asked_alignment,
            ..scope
        };
        return vec![(scope, held)];
    }
    arenas.sort_stable_by_key(|arena| arena.buffers.first().copied());
    let mut all = Vec::new();
    for (number, arena) in arenas.into_iter().enumerate() {
        let name = match number {
            0 => scope.trace.scope().to_owned(),
            _ => format!("{}/arena{number}", scope.trace.scope()),
        };
        let Some(trace) = part_of(&scope.trace, name, &arena.buffers) else {
            continue;
        };
        let sites = arena
            .buffers
            .iter()
            .map(|&buffer| scope.sites[buffer].clone());
        let part = CollectedScope {
            block: arena.block,
            before: arena.before,
            trace,
            sites: sites.collect(),
            id: scope.id,
            function: scope.function,
            scope_op: scope.scope_op,
            memory_space: scope.memory_space,
            alignment: scope.alignment,
            asked_alignment: arena.asked_alignment,
            callers_may_hold: None,
            limit: None,
            base: None,
        };
        all.push((part, arena.held));
    }
    all
}

fn part_of(trace: &LifetimeTrace, name: String, buffers: &[usize]) -> Option<LifetimeTrace> {
    let number = |id: BufferId| {
        let at = buffers.binary_search(&(id.0 as usize)).ok()?;
        Some(BufferId(at as u32))
    };
    let hints = trace.in_place().iter().filter_map(|hint| {
        Some(InPlaceHint {
            buffer: number(hint.buffer)?,
            other: number(hint.other)?,
            kind: hint.kind,
        })
    });
    let chosen = buffers.iter().map(|&at| trace.buffers()[at].clone());
    let chosen: Vec<Buffer> = chosen.collect();
    // A part of a valid trace is valid.
    LifetimeTrace::builder(name)
        .memory_space(trace.memory_space().map(str::to_owned))
        .buffers(chosen)
        .in_place(hints)
        .build()
        .ok()
}
