//! `split-buffers`: gives each version of a buffer an allocation of its own.
//!
//! Bufferization ties many values to one allocation, which is then live from its first access to its last, although
//! its contents are dead in between. An operation that overwrites a whole buffer and does not read it starts a
//! *version*. Each version but the first gets an allocation of its own, before the operation that starts it, and
//! views of its own.
//!
//! - Only operations of a block start versions in it, and only while the buffer has no unknown alias; see
//!   [`LocalBuffer`]. The last version keeps what follows: deallocations, aliases, and uses in later blocks.
//! - In nested blocks, a new allocation lowers the load only if the buffer is not used any more by the operation around
//!   them. So the versions of these blocks get allocations if none reads what another block or iteration wrote.
//! - A buffer that gets an unknown alias, for example because it is returned, is not part of the load. Its earlier
//!   versions would be, so it is split only with the option `outputs`: at run time, the versions take no more memory
//!   than the buffer did.
//! - In functions that free buffers, each new version is freed after its last use.
//!
//! The load never grows: the versions of a buffer are live in disjoint parts of its lifetime. With the option `updates`
//! an elementwise operation in place starts a version, too, which is live together with the one that it reads.

use crate::analyses::Analyses;
use crate::rewrite::Rewrite;
use memplan_memory_model::{
    Access, LocalBuffer, Node, Sequence, allocations, frees_its_buffers, has_all_of, sink,
    writes_all_of,
};
use std::borrow::Cow;

use memplan_mlir::dialects::Traits;
use memplan_mlir::interfaces::function_around;
use memplan_mlir::{CloneMap, Module, OpId, OpSpec, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::elementwise::{is_cheap, point_map};

/// The pass `split-buffers`.
pub const SPLIT_BUFFERS: Rewrite = Rewrite {
    name: "split-buffers",
    summary: "Gives each value that a buffer holds in turn an allocation of its own.",
    cost: "near-linear in the uses of buffers, times the depth of their nesting",
    rewrite: |m, root, analyses| Starts::default().split(m, root, analyses),
};

/// The pass `split-outputs`.
pub const SPLIT_OUTPUTS: Rewrite = Rewrite {
    name: "split-outputs",
    summary: "As `split-buffers`, also for returned buffers, up to where they get another name.",
    rewrite: |m, root, analyses| Starts::OUTPUTS.split(m, root, analyses),
    ..SPLIT_BUFFERS
};

/// The pass `split-updates`.
pub const SPLIT_UPDATES: Rewrite = Rewrite {
    name: "split-updates",
    summary: "Gives operations that write over an operand a new allocation; `compute-in-place` undoes this.",
    rewrite: |m, root, analyses| Starts::UPDATES.split(m, root, analyses),
    ..SPLIT_BUFFERS
};

/// Gives each version of a buffer below `root` an allocation of its own. Returns whether there were any.
///
/// Bufferization ties many values to one allocation, which is live from its first access to its last, although its
/// contents are dead in between. The load never grows. Near-linear in the uses of buffers, times the depth of their
/// nesting.
pub fn split_buffers(m: &mut Module, root: OpId) -> bool {
    (SPLIT_BUFFERS.rewrite)(m, root, &mut Analyses::default())
}

/// As [`split_buffers`], for buffers that get an unknown name later, too, for example because they are returned.
pub fn split_outputs(m: &mut Module, root: OpId) -> bool {
    (SPLIT_OUTPUTS.rewrite)(m, root, &mut Analyses::default())
}

/// As [`split_buffers`], where an elementwise operation in place starts a version, too, in functions that free no
/// buffers. Then the load may grow.
pub fn split_updates(m: &mut Module, root: OpId) -> bool {
    (SPLIT_UPDATES.rewrite)(m, root, &mut Analyses::default())
}

/// What starts a version, besides an operation that overwrites a buffer of known names.
#[derive(Clone, Copy, Debug, Default)]
struct Starts {
    outputs: bool,
    updates: bool,
}

impl Starts {
    const OUTPUTS: Self = Self {
        outputs: true,
        updates: false,
    };
    const UPDATES: Self = Self {
        outputs: false,
        updates: true,
    };

    fn split(self, m: &mut Module, root: OpId, analyses: &mut Analyses) -> bool {
        let given = analyses.clone();
        let memory = given.of_calls(m);
        let functions = m.ops_with_trait(Traits::FUNCTION).into_iter();
        let freeing: FxHashSet<OpId> = functions.filter(|&op| frees_its_buffers(m, op)).collect();
        let mut has_changed = false;
        let mut open = allocations(m, root);
        while let Some(alloc) = open.pop() {
            let Some(buffer) = LocalBuffer::new(m, memory, alloc) else {
                continue;
            };
            let is_freed =
                function_around(m, alloc).is_some_and(|function| freeing.contains(&function));
            let versions = self.versions(m, &buffer, is_freed);
            if versions.list.is_empty() {
                continue;
            }
            has_changed = true;
            analyses.forget();
            let views = buffer.views.iter().copied().collect();
            let mut split = Split {
                m,
                buffer: &buffer,
                views,
            };
            // Versions in nested blocks may be split further.
            open.extend(split.apply(&versions, is_freed));
        }
        has_changed
    }

    /// The versions of a buffer; empty if the buffer is not split.
    fn versions(self, m: &Module, buffer: &LocalBuffer, is_freed: bool) -> Versions {
        let mut versions_found = Versions::default();
        let Some(home) = buffer.sequences(m).find(|sequence| sequence.is_home) else {
            return versions_found;
        };
        if buffer.is_captured() && !self.outputs {
            return versions_found;
        }
        // If the program frees the buffer elsewhere, the buffer stays allocated while versions of nested
        // blocks are live.
        let is_freed_elsewhere = is_freed && buffer.free_at_home().is_none();
        let local = if is_freed_elsewhere {
            Vec::new()
        } else {
            local_blocks(m, buffer, home)
        };
        let mut is_left = vec![true; home.nodes.len()];
        for (at, blocks) in local {
            is_left[at] = false;
            for nodes in blocks {
                let starts = (0..nodes.len()).filter(|&at| nodes[at].access == Access::OVERWRITE);
                let cuts: Vec<usize> = starts.chain([nodes.len()]).collect();
                let versions = cuts.windows(2).map(|cut| version(&nodes[cut[0]..cut[1]]));
                versions_found.list.extend(versions);
            }
        }
        let left = home.nodes.iter().enumerate().filter(|&(at, _)| is_left[at]);
        let left: Vec<(usize, Cow<'_, Node>)> = if self.updates && !is_freed {
            left.flat_map(|(at, node)| divided(m, buffer, node).map(move |part| (at, part)))
                .collect()
        } else {
            left.map(|(at, node)| (at, Cow::Borrowed(node))).collect()
        };
        let mut uses = left.iter().filter(|(_, node)| node.access != Access::FREE);
        // An opaque use may give the buffer another name, through which later uses are possible.
        if !buffer.is_captured() {
            versions_found.last_use = uses.next_back().map(|(_, node)| node.op);
        }
        let is_start = |&at: &usize| {
            at > 0 && left[at].0 < home.n_known && left[at].1.access == Access::OVERWRITE
        };
        let cuts: Vec<usize> = [0]
            .into_iter()
            .chain((1..left.len()).filter(is_start))
            .collect();
        if cuts.len() < 2 {
            return versions_found;
        }
        for (number, &cut) in cuts.iter().enumerate() {
            let end = cuts.get(number + 1).copied();
            let mut version = version(
                left[cut..end.unwrap_or(left.len())]
                    .iter()
                    .map(|(_, node)| &**node),
            );
            if number == 0 {
                version.start = None;
            }
            if end.is_none() {
                version.last = None;
                version.uses.extend_from_slice(&buffer.late);
            }
            versions_found.list.push(version);
        }
        versions_found
    }
}

/// A part of the uses of a buffer, all in one block or in later ones.
#[derive(Clone, Debug)]
struct Version {
    /// The operation before which the new allocation is inserted; `None` for the version that keeps the old one.
    start: Option<OpId>,
    /// The last operation of the block that uses this version; absent if later blocks may.
    last: Option<OpId>,
    /// Indices into the uses of the buffer.
    uses: Vec<u32>,
}

/// The versions of a buffer.
#[derive(Clone, Debug, Default)]
struct Versions {
    list: Vec<Version>,
    /// The last operation of the block of the allocation that uses the last version, other than to free it.
    last_use: Option<OpId>,
}

/// An elementwise operation in place as two parts: what reads the old version, and what writes the new one.
fn divided<'a>(
    m: &Module,
    buffer: &LocalBuffer,
    node: &'a Node,
) -> impl Iterator<Item = Cow<'a, Node>> {
    let parts = update(m, buffer, node).map(|(reads, write)| {
        let part = |access, uses| {
            Cow::Owned(Node {
                op: node.op,
                access,
                uses,
            })
        };
        [
            part(Access::READ, reads),
            part(Access::OVERWRITE, vec![write]),
        ]
    });
    let whole = parts.is_none().then_some(Cow::Borrowed(node));
    parts.into_iter().flatten().chain(whole)
}

/// The uses of an elementwise operation that reads exactly those elements of the buffer that it writes, at the same
/// points, apart from the one that writes all of them.
fn update(m: &Module, buffer: &LocalBuffer, node: &Node) -> Option<(Vec<u32>, u32)> {
    let is_update = node.access.only_reads_or_writes() && node.access.writes();
    if !is_update || node.uses.len() < 2 || !is_cheap(m, node.op) {
        return None;
    }
    let def = m.def(node.op)?;
    let outputs = m.operand_range(node.op, def.operand_group(def.destination?)?);
    let operand = |index: &u32| {
        let place = buffer.uses[*index as usize];
        (place.op == node.op).then_some(place.operand)
    };
    let operands = node.uses.iter().map(operand).collect::<Option<Vec<_>>>()?;
    let (written, reads): (Vec<u32>, Vec<u32>) = node
        .uses
        .iter()
        .partition(|index| operand(index).is_some_and(|operand| outputs.contains(&operand)));
    let &[write] = &written[..] else { return None };
    let at = operand(&write)?;
    let target = m.operands(node.op)[at];
    let map = point_map(m, node.op, at)?;
    let body = m.first_block(*m.regions(node.op).first()?)?;
    let is_read = m
        .block_args(body)
        .get(at)
        .is_some_and(|&arg| !m.is_unused(arg));
    let is_update = !is_read
        && writes_all_of(m, node.op, at)
        && has_all_of(m, target, buffer.buffer)
        && operands.iter().all(|&operand| {
            m.operands(node.op)[operand] == target
                && point_map(m, node.op, operand).as_ref() == Some(&map)
        });
    is_update.then_some((reads, write))
}

/// The operations with regions, by their indices in the block of the allocation, that neither read what the buffer
/// held before nor leave anything in it that is read; with the uses in the blocks that use it.
///
/// Each of these blocks starts by overwriting the buffer.
fn local_blocks<'a>(
    m: &'a Module,
    buffer: &'a LocalBuffer,
    home: Sequence<'a>,
) -> Vec<(usize, Vec<&'a [Node]>)> {
    let mut inside: FxHashMap<OpId, Vec<&'a [Node]>> = FxHashMap::default();
    for sequence in buffer.sequences(m).filter(|sequence| !sequence.is_home) {
        let block = sequence.nodes.first().and_then(|node| m.parent(node.op));
        if let Some(around) = block {
            inside.entry(around).or_default().push(sequence.nodes);
        }
    }
    let mut late = buffer.late.iter().map(|&index| buffer.uses[index as usize]);
    let mut is_dead = late.all(|usage| usage.access == Access::FREE);
    let mut list = Vec::new();
    for (at, node) in home.nodes.iter().enumerate().rev() {
        match node.access {
            Access::OVERWRITE | Access::FREE => is_dead = true,
            access if access.captures() => is_dead = false,
            _ => {
                let is_local = at < home.n_known && is_dead;
                match is_local
                    .then(|| overwritten_blocks(buffer, node, &inside))
                    .flatten()
                {
                    Some(blocks) => list.push((at, blocks)),
                    None => is_dead = false,
                }
            }
        }
    }
    list
}

/// The uses in the blocks of an operation with regions, if each block starts by overwriting the buffer.
fn overwritten_blocks<'a>(
    buffer: &LocalBuffer,
    node: &Node,
    inside: &FxHashMap<OpId, Vec<&'a [Node]>>,
) -> Option<Vec<&'a [Node]>> {
    let mut blocks = Vec::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let mut uses = node.uses.iter().map(|&index| buffer.uses[index as usize]);
        if uses.any(|usage| usage.op == node.op) {
            return None;
        }
        for &nodes in inside.get(&node.op)? {
            match nodes {
                [first, ..] if first.access == Access::OVERWRITE => blocks.push(nodes),
                [only] => open.push(only),
                _ => return None,
            }
        }
    }
    Some(blocks)
}

/// The version that some nodes of a block use.
fn version<'a>(nodes: impl IntoIterator<Item = &'a Node>) -> Version {
    let mut version = Version {
        start: None,
        last: None,
        uses: Vec::new(),
    };
    for node in nodes {
        version.start.get_or_insert(node.op);
        version.last = Some(node.op);
        version.uses.extend_from_slice(&node.uses);
    }
    version
}

/// Gives versions their allocations.
struct Split<'a> {
    m: &'a mut Module,
    buffer: &'a LocalBuffer,
    views: FxHashSet<OpId>,
}

impl Split<'_> {
    /// Returns the new allocations.
    fn apply(&mut self, versions: &Versions, is_freed: bool) -> Vec<OpId> {
        let mut made = Vec::new();
        for version in &versions.list {
            let mut own = self.buffer.buffer;
            if let Some(start) = version.start {
                let Some(new) = self.allocate(start) else {
                    continue;
                };
                own = new;
                made.extend(self.m.defining_op(new));
                self.rename(version, start, new);
            }
            if let (true, Some(last)) = (is_freed, version.last) {
                let spec = OpSpec::new(self.m.ctx.op_name("memref.dealloc"));
                let spec = spec.operands(&[own]).located_at(self.m, last);
                let dealloc = self.m.create_op(spec);
                self.m.insert_after(last, dealloc);
            }
        }
        self.buffer.erase_if_unused(self.m);
        if !self.m.is_erased(self.buffer.alloc) {
            self.tighten(versions.last_use);
        }
        made
    }

    /// Allocates the old buffer right before its first use, and frees the last version right after its last use.
    fn tighten(&mut self, last_use: Option<OpId>) {
        for &view in self.buffer.views.iter().rev() {
            if !self.m.is_erased(view) {
                sink(self.m, view);
            }
        }
        sink(self.m, self.buffer.alloc);
        if let (Some(free), Some(last)) = (self.buffer.free_at_home(), last_use) {
            self.m.detach(free);
            self.m.insert_after(last, free);
        }
    }

    /// A new allocation like that of the buffer, before an operation.
    fn allocate(&mut self, before: OpId) -> Option<ValueId> {
        let new = self.m.clone_op(self.buffer.alloc, &mut CloneMap::default());
        self.m.insert_before(before, new);
        self.m.result(new, 0)
    }

    /// Replaces the old buffer by a new one.
    fn rename(&mut self, version: &Version, start: OpId, new: ValueId) {
        let mut views = FxHashMap::default();
        views.insert(self.buffer.buffer, new);
        for &index in &version.uses {
            let place = self.buffer.uses[index as usize];
            let value = self.m.operands(place.op)[place.operand];
            let renamed = self.view(&mut views, start, value);
            self.m.set_operand(place.op, place.operand, renamed);
        }
    }

    /// The view of the new buffer that corresponds to one of the old.
    fn view(
        &mut self,
        views: &mut FxHashMap<ValueId, ValueId>,
        start: OpId,
        value: ValueId,
    ) -> ValueId {
        let mut chain = Vec::new();
        let mut at = value;
        let mut own = loop {
            if let Some(&own) = views.get(&at) {
                break own;
            }
            let Some(op) = self.m.defining_op(at).filter(|op| self.views.contains(op)) else {
                return value;
            };
            chain.push((op, at));
            at = self.m.operands(op)[0];
        };
        while let Some((op, old)) = chain.pop() {
            let mut map = CloneMap::default();
            map.map(at, own);
            let copy = self.m.clone_op(op, &mut map);
            let block = self.m.op_block(start);
            let place = block.and_then(|block| self.m.ancestor_in_block(block, op));
            match place {
                Some(place) if !self.m.is_before(place, start) => self.m.insert_after(op, copy),
                _ => self.m.insert_before(start, copy),
            }
            own = map.value(old);
            views.insert(old, own);
            at = old;
        }
        own
    }
}
