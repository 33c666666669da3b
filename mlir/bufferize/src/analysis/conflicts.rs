//! Read-after-write conflicts: which pairs of a read and an in-place write exclude each other, and the search
//! for such pairs.
//!
//! Sets of aliases are free of conflicts while they grow. A decision therefore tests only new pairs: the
//! operand as a write against all reads, and reads of each joined set against writes of the others. Of those
//! it looks at the pairs whose write is in the zone of the read.

use super::facts::{Facts, Use, Val};
use super::order::Span;
use super::state::{Conflict, Reason, State};
use super::subset::{Slice, Subset};
use memplan_mlir::{OpId, ValueDef};

/// How many uses [`State::is_overwritten`] follows.
const MAX_INSERTIONS: usize = 64;

/// Which writes a test takes into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// Those in place, and the operand's own.
    Decision,
    /// Those in place.
    Consistency,
}

impl State<'_, '_> {
    /// The reason why an operand cannot be in place, if there is one.
    pub(super) fn obstacle(&mut self, u: Use, test: Test) -> Option<Reason> {
        self.deciding = Some(u);
        self.read_only(u, test)
            .map(Reason::ReadOnly)
            .or_else(|| self.conflict(u, test))
            .or_else(|| self.interleaved_write(u).map(Reason::Conflict))
    }

    /// Another operand of the same operation that is written in place and would share the buffer, if the operation
    /// may read there what it has written. mlir-opt does not check this.
    fn interleaved_write(&self, u: Use) -> Option<Conflict> {
        let facts = self.facts;
        let own = facts.of(u);
        let model = facts.model(own.op)?;
        if !own.writes || !model.interleaves_writes() {
            return None;
        }
        let joined = self.joined(u);
        let mut others = facts.uses_by(own.op);
        let other = others.find(|&other| {
            other != u
                && self.is_in_place(other)
                && facts.of(other).writes
                && joined.contains(&self.sets.find(facts.of(other).value))
        })?;
        Some(Conflict {
            read: other,
            write: u,
            definition: own.value,
        })
    }

    /// A value that would be written but is read-only.
    pub(super) fn read_only(&self, u: Use, test: Test) -> Option<Val> {
        let joined = self.joined(u);
        let mut sets = joined.iter().map(|&set| self.sets.set(set));
        let writes = (test == Test::Decision && self.facts.of(u).writes)
            || sets.clone().any(|set| !set.writes.items().is_empty());
        if !writes {
            return None;
        }
        let set = sets.find(|set| set.has_read_only)?;
        let members = set.members.iter().copied();
        members
            .into_iter()
            .find(|&v| !self.facts.writable[v as usize])
    }

    /// A conflict between the reads and writes that an in-place operand would bring together.
    pub(super) fn conflict(&mut self, u: Use, test: Test) -> Option<Reason> {
        let facts = self.facts;
        let joined = self.joined(u);
        let own = facts.of(u);
        let is_write = test == Test::Decision && own.writes;
        let any = |holds: &dyn Fn(Val) -> bool| joined.iter().any(|&set| holds(set));
        if facts.q.options.check_parallel_regions
            && any(&|set| self.sets.set(set).has_reads)
            && ((is_write && own.leaves_parallel) || any(&|set| self.sets.set(set).leaves_parallel))
        {
            return Some(Reason::Parallel);
        }
        let mut search = Found::new(facts);
        if is_write {
            for &set in &joined {
                self.against_reads(set, u, &mut search);
            }
        }
        for &reads in &joined {
            for &writes in joined.iter().filter(|&&writes| writes != reads) {
                self.across(reads, writes, &mut search);
            }
        }
        search.conflict.map(Reason::Conflict)
    }

    /// A conflict between the reads of a set and the writes of a set, which may be the same.
    pub(super) fn conflict_between(&mut self, reads: Val, writes: Val) -> Option<Conflict> {
        let mut search = Found::new(self.facts);
        self.across(reads, writes, &mut search);
        search.conflict
    }

    /// Tests a write against the reads of a set.
    fn against_reads(&mut self, set: Val, write: Use, search: &mut Found) {
        if search.is_done() {
            return;
        }
        let position = self.facts.of(write).position;
        let mut reads = Vec::new();
        let (forest, data) = self.sets.query(set);
        data.reads.any(forest, 0..=position, position, |item| {
            reads.push(item.payload);
            false
        });
        for read in reads {
            self.test(read, write, search);
            if search.is_done() {
                return;
            }
        }
    }

    /// Tests the reads of a set against the writes of another one, from the smaller side.
    fn across(&mut self, reads: Val, writes: Val, search: &mut Found) {
        let n_reads = self.sets.set(reads).reads.items().len();
        let n_writes = self.sets.set(writes).writes.items().len();
        if n_writes <= n_reads {
            for index in 0..n_writes {
                let write = self.sets.set(writes).writes.items()[index].payload;
                self.against_reads(reads, write, search);
            }
            return;
        }
        for index in 0..n_reads {
            let read = self.sets.set(reads).reads.items()[index];
            let mut conflicting = Vec::new();
            let (forest, data) = self.sets.query(writes);
            let zone: Span = (read.start, read.end);
            data.writes.any(forest, zone.0..=zone.1, 0, |item| {
                conflicting.push(item.payload);
                false
            });
            for write in conflicting {
                self.test(read.payload, write, search);
                if search.is_done() {
                    return;
                }
            }
        }
    }

    fn test(&mut self, read: Use, write: Use, search: &mut Found) {
        self.n_pairs += 1;
        if let Some(definition) = self.pair(read, write) {
            search.add(Conflict {
                read,
                write,
                definition,
            });
        }
    }

    /// The definition that a read would miss because of a write.
    pub(super) fn pair(&self, read: Use, write: Use) -> Option<Val> {
        let facts = self.facts;
        let definitions = facts.definitions_of(facts.of(read).value);
        if definitions.is_empty() {
            return None;
        }
        if !facts.q.options.is_reference && self.is_passed_on(read) {
            return None;
        }
        let is_ordered = is_ordered(facts, read, write);
        if (is_ordered && self.is_cleared_by_order(read, write))
            || self.are_nonconflicting_subsets(read, write, is_ordered)
        {
            return None;
        }
        let mut definitions = definitions.iter().copied();
        definitions.find(|&d| self.is_in_danger(read, write, d))
    }

    /// Whether a use only gives the buffer another name, in place. The reads of that name are in the same set and
    /// have the same definitions.
    fn is_passed_on(&self, read: Use) -> bool {
        let facts = self.facts;
        let of = facts.of(read);
        let mut aliases = facts.alias_values[read as usize].iter();
        !of.reads
            && !of.writes
            && (self.is_in_place(read) || self.deciding == Some(read))
            && aliases.all(|alias| !facts.defines[alias.other as usize])
    }

    /// Rules that depend on the order of operations.
    fn is_cleared_by_order(&self, read: Use, write: Use) -> bool {
        let facts = self.facts;
        let m = facts.q.m;
        let (reader, writer) = (facts.of(read), facts.of(write));
        if facts.order.is_before(m, reader.op, writer.op)
            || read == write
            || facts.regions.are_exclusive(facts, reader.op, writer.op)
        {
            return true;
        }
        if reader.op == writer.op && !facts.q.options.is_reference && self.is_copied(read) {
            return true;
        }
        reader.op == writer.op
            && facts.model(reader.op).is_some_and(|model| {
                model.is_elementwise(facts.q, reader.op, [reader.operand, writer.operand])
            })
            && (self.is_found_from(reader.value, writer.value)
                || self.is_found_from(writer.value, reader.value))
    }

    /// Whether a write may happen between a definition and a read.
    fn is_in_danger(&self, read: Use, write: Use, d: Val) -> bool {
        let facts = self.facts;
        let (m, order) = (facts.q.m, facts.order);
        let (reader, writer) = (facts.of(read), facts.of(write));
        match m.value_def(facts.value(d)) {
            ValueDef::Result { op, .. } => {
                if order.is_before(m, writer.op, op) || order.contains(op, writer.op) {
                    return false;
                }
            }
            ValueDef::Arg { block, .. } => {
                let span = order.block_span(block);
                let is_inside = span.0 <= writer.position && writer.position <= span.1;
                let parent = m.block_parent(block);
                let is_around = parent.is_some_and(|parent| order.contains(parent, writer.op));
                if !is_inside
                    && (!is_around || !order.has_path(m, writer.op, reader.op, facts.value(d)))
                {
                    return false;
                }
            }
            ValueDef::Forward => {}
        }
        let is_producer =
            matches!(facts.alias_values[write as usize].as_slice(), [alias] if alias.other == d);
        if is_producer {
            return false;
        }
        let is_exact = !facts.q.options.is_reference
            && !is_repeated(facts, read, write)
            && self.is_multi_block(read, write);
        !is_exact || order.has_path(m, writer.op, reader.op, facts.value(d))
    }

    /// Whether the innermost region that contains two operations has several blocks.
    fn is_multi_block(&self, read: Use, write: Use) -> bool {
        let m = self.facts.q.m;
        let (reader, writer) = (self.facts.of(read).op, self.facts.of(write).op);
        let lifted = self.facts.order.lift(m, reader, writer);
        let first = lifted
            .and_then(|lifted| lifted.region)
            .and_then(|region| m.first_block(region));
        first.is_some_and(|first| m.next_block(first).is_some())
    }

    /// Whether a read and a write concern parts of a tensor that do not conflict. Without an order, the parts of
    /// different iterations meet, so the parts must be the same in every iteration.
    fn are_nonconflicting_subsets(&self, read: Use, write: Use, is_ordered: bool) -> bool {
        let facts = self.facts;
        let (reader, writer) = (facts.of(read), facts.of(write));
        let is_fixed = |slice: &Slice| is_ordered || is_fixed(facts, read, write, slice);
        if let Some(insertion) = facts.insertions.get(&reader.op) {
            let dest = facts.use_of(reader.op, insertion.dest);
            let is_part =
                |value| dest.is_some_and(|dest| self.matches(value, dest, &insertion.subset));
            // The insertion does not read the part that it overwrites.
            let reads_rest = dest == Some(read)
                && is_part(writer.value)
                && match &insertion.subset {
                    Subset::Whole => true,
                    Subset::Slice(slice) => is_fixed(slice),
                };
            // The insertion copies the part onto itself.
            let is_onto_itself =
                reader.operand == insertion.source && dest == Some(write) && is_part(reader.value);
            if reads_rest || is_onto_itself {
                return true;
            }
        }
        if let Some(insertion) = facts.insertions.get(&writer.op)
            && writer.operand == insertion.dest
            && let Some(source) = facts.use_of(writer.op, insertion.source)
            && self.are_equivalent(reader.value, facts.of(source).value)
            && self.matches(facts.of(source).value, write, &insertion.subset)
        {
            // The insertion writes the same elements again.
            return true;
        }
        !facts.q.options.is_reference
            && (self.are_disjoint(read, write, &is_fixed)
                || self.is_overwritten(read, write, &is_fixed))
    }

    /// Whether the read belongs to an insertion that passes on the rest of a tensor, and the elements that the write
    /// changes are overwritten before anything else reads them.
    ///
    /// Follows chains of insertions within a block, up to a limit.
    fn is_overwritten(&self, read: Use, write: Use, is_fixed: &dyn Fn(&Slice) -> bool) -> bool {
        let facts = self.facts;
        let m = facts.q.m;
        let reader = facts.of(read);
        let Some((written, slice)) = self.part_written(write) else {
            return false;
        };
        if !self.are_equivalent(reader.value, written) || !is_fixed(slice) {
            return false;
        }
        let mut work = vec![read];
        let mut budget = MAX_INSERTIONS;
        while let Some(u) = work.pop() {
            budget -= 1;
            let user = facts.of(u);
            let is_dest = |op: &OpId| {
                let insertion = facts.insertions.get(op)?;
                (insertion.dest == user.operand).then_some(&insertion.subset)
            };
            match (is_dest(&user.op), facts.extractions.get(&user.op)) {
                (Some(Subset::Slice(own)), _) if own == slice => {}
                (Some(Subset::Slice(own)), _) if own.is_disjoint(m, slice) => {
                    let Some(result) = m.result(user.op, 0).and_then(|result| facts.val(result))
                    else {
                        return false;
                    };
                    let uses = &facts.uses_of[result as usize];
                    let is_here = |&u: &Use| m.op_block(facts.of(u).op) == m.op_block(user.op);
                    if uses.len() > budget || !uses.iter().all(is_here) {
                        return false;
                    }
                    work.extend(uses);
                }
                (None, Some(own)) if own.slice.is_disjoint(m, slice) => {}
                _ if !user.counts_as_read && !user.writes => {}
                _ => return false,
            }
        }
        true
    }

    /// Whether a read and a write touch slices of one tensor without a common element.
    fn are_disjoint(&self, read: Use, write: Use, is_fixed: &dyn Fn(&Slice) -> bool) -> bool {
        let (Some((read_from, read)), Some((written, write))) =
            (self.part_read(read), self.part_written(write))
        else {
            return false;
        };
        self.are_equivalent(read_from, written)
            && is_fixed(read)
            && is_fixed(write)
            && read.is_disjoint(self.facts.q.m, write)
    }

    /// The tensor and the slice of it that a use reads.
    fn part_read(&self, u: Use) -> Option<(Val, &Slice)> {
        let of = self.facts.of(u);
        match self.facts.extractions.get(&of.op) {
            Some(extraction) if extraction.container == of.operand => {
                Some((of.value, &extraction.slice))
            }
            _ => self.part(of.value),
        }
    }

    /// The tensor and the slice of it that a use writes.
    fn part_written(&self, u: Use) -> Option<(Val, &Slice)> {
        let of = self.facts.of(u);
        match self.facts.insertions.get(&of.op) {
            Some(insertion) if insertion.dest == of.operand => match &insertion.subset {
                Subset::Slice(slice) => Some((of.value, slice)),
                Subset::Whole => self.part(of.value),
            },
            _ => self.part(of.value),
        }
    }

    /// The tensor and the slice of it that a value is.
    fn part(&self, v: Val) -> Option<(Val, &Slice)> {
        let facts = self.facts;
        let top = facts.buffers.top(v);
        let op = facts.q.m.defining_op(facts.value(top))?;
        let extraction = facts.extractions.get(&op)?;
        let container = facts.use_of(op, extraction.container)?;
        Some((facts.of(container).value, &extraction.slice))
    }
}

/// Whether a slice is the same each time an unordered read and write run: its offsets, sizes and strides are
/// constants, or defined outside the loop that repeats the read and write.
fn is_fixed(facts: &Facts, read: Use, write: Use, slice: &Slice) -> bool {
    let mut values = slice.values().peekable();
    if values.peek().is_none() {
        return true;
    }
    let Some(repeated) = facts
        .of(read)
        .loop_op
        .filter(|_| is_repeated(facts, read, write))
    else {
        return false;
    };
    let span = facts.order.span(repeated);
    values.all(|value| {
        let position = facts.order.of_value(facts.q.m, value);
        position <= span.0 || span.1 < position
    })
}

/// Whether a write is in a loop, or is the loop, that repeats a read without all of its definitions.
fn is_repeated(facts: &Facts, read: Use, write: Use) -> bool {
    let writer = facts.of(write).op;
    let repeated = facts.of(read).loop_op;
    repeated.is_some_and(|repeated| repeated == writer || facts.order.contains(repeated, writer))
}

/// Whether the order of a read and a write within their regions is the order in which they happen, as seen
/// from the definitions of the read.
fn is_ordered(facts: &Facts, read: Use, write: Use) -> bool {
    let m = facts.q.m;
    let (reader, writer) = (facts.of(read), facts.of(write));
    if is_repeated(facts, read, write) {
        return false;
    }
    // Two blocks that reach each other are in a loop. Their order still holds if every iteration passes the block of
    // the definition.
    let (a, b) = match facts.order.lift(m, reader.op, writer.op) {
        Some(lifted) => (lifted.a, lifted.b),
        None if facts.order.contains(writer.op, reader.op) => (writer.op, writer.op),
        None => (reader.op, reader.op),
    };
    let (Some(x), Some(y)) = (m.op_block(a), m.op_block(b)) else {
        return true;
    };
    if m.block_region(x) != m.block_region(y) {
        return true;
    }
    let has_blocks = m
        .block_region(x)
        .and_then(|region| m.first_block(region))
        .is_some_and(|first| m.next_block(first).is_some());
    !has_blocks
        || facts.definitions_of(reader.value).iter().all(|&d| {
            let block = m.value_block(facts.value(d));
            block.is_none_or(|block| {
                !facts.order.reaches(m, x, y, block) || !facts.order.reaches(m, y, x, block)
            })
        })
}

/// The conflict to report: any one, or the first in the text if conflicts are printed.
struct Found {
    is_first_wanted: bool,
    conflict: Option<Conflict>,
    key: (u32, usize, u32, usize),
    keys: Vec<(u32, usize)>,
}

impl Found {
    fn new(facts: &Facts) -> Self {
        let is_first_wanted = facts.q.options.print_conflicts;
        let keys = if is_first_wanted {
            facts.uses.iter().map(|u| (u.position, u.operand)).collect()
        } else {
            Vec::new()
        };
        Self {
            is_first_wanted,
            conflict: None,
            key: Default::default(),
            keys,
        }
    }

    fn is_done(&self) -> bool {
        self.conflict.is_some() && !self.is_first_wanted
    }

    fn add(&mut self, conflict: Conflict) {
        let key = |u: Use| self.keys.get(u as usize).copied().unwrap_or_default();
        let (read, write) = (key(conflict.read), key(conflict.write));
        let key = (read.0, read.1, write.0, write.1);
        if self.conflict.is_none() || key < self.key {
            self.conflict = Some(conflict);
            self.key = key;
        }
    }
}
