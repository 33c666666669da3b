//! Relations of traces from the attributes of a program.
//!
//! | attribute | on | meaning |
//! | --- | --- | --- |
//! | `memplan.pools` | the module | an array of dictionaries, one for each memory: `size` (bytes), and optionally `space` (absent: the default one), `name`, `alignment`, `reserved = [[begin, end]]`, `banks = [size, count]`, `strict` banks, and `base`, the address of its first byte |
//! | `memplan.apart` | allocations | a group: no two buffers of a group share a byte, even if they are never live at once |
//! | `memplan.offset` | allocations | the first byte in the merged allocation: the buffer is pinned |
//!
//! Memory spaces are compared by value: `2` and `2 : i32` are one. Buffers that are accessed only in different branches
//! of one conditional are never live together ([`Relations::never_together`]); this is stated where a trace has
//! relations anyway, because planners of simple traces refuse them.

use std::collections::BTreeMap;

use memplan_memory_model::{Access, LocalBuffer, Memory};
use memplan_mlir::dialects::RegionFlow;
use memplan_mlir::interfaces::SymbolIndex;
use memplan_mlir::{AttrId, AttrKind, Module, OpId, RegionId, StrId, names};
use memplan_planner::{Banks, BufferId, ByteWindow, Bytes, Pool, Relations};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{CollectError, CollectErrorKind, Collected, space_text};

/// Pairs of one group are listed, so groups are limited.
const MOST_IN_GROUP: usize = 1_000;
/// With more pairs of buffers in branches, the others are left out: they only lose bytes that they could share.
const MOST_NEVER: usize = 100_000;

/// Whether a module states anything for [`relate`]. Linear in the module.
pub fn states_relations(m: &Module) -> bool {
    let has = |op: OpId, name: StrId| m.attr(op, name).is_some();
    let is_stated = |op: OpId| has(op, names::APART) || has(op, names::OFFSET);
    has(m.root(), names::POOLS) || m.walk(m.root()).any(is_stated)
}

/// A memory that the module states.
struct Stated {
    /// Its memory space as text; empty for the default one.
    space: String,
    pool: Pool,
    base: Option<Bytes>,
}

/// Adds what a module states to the traces that were collected from it, one for each scope and memory space.
///
/// # Errors
/// [`CollectErrorKind::BadPools`] if an attribute is malformed, or several merged allocations would have to share a
/// pool; [`CollectErrorKind::Trace`] if the relations contradict each other.
pub fn relate(m: &Module, collected: &mut Collected) -> Result<(), CollectError> {
    if !states_relations(m) {
        return Ok(());
    }
    let stated = stated(m)?;
    one_allocation_for_each(m, collected, &stated)?;
    let memory = Memory::new(m);
    for scope in &mut collected.scopes {
        let space = scope.memory_space.map(|space| space_text(m, space));
        let space = space.unwrap_or_default();
        let pool = stated.iter().find(|pool| pool.space == space);
        let mut relations = Relations {
            pools: pool.iter().map(|stated| stated.pool.clone()).collect(),
            apart: apart(m, scope.sites.iter().map(|site| site.alloc))?,
            ..Relations::default()
        };
        let pins = pins(m, scope.sites.iter().map(|site| site.alloc))?;
        if !relations.is_empty() {
            let allocs: Vec<OpId> = scope.sites.iter().map(|site| site.alloc).collect();
            relations.never_together = never_together(m, &memory, &allocs);
        }
        scope.base = pool.and_then(|pool| pool.base);
        let mut pins = pins.into_iter();
        let builder = scope.trace.clone().into_builder();
        let builder = builder.map_buffers(|buffer| buffer.pinned = pins.next().flatten());
        let builder = builder.relations(relations);
        // The pool has the name and the capacity instead.
        let builder = match pool {
            Some(_) => builder.memory_space(None).capacity(None),
            None => builder,
        };
        scope.trace = builder.build().map_err(|error| CollectError {
            op: scope.scope_op,
            kind: CollectErrorKind::Trace(error),
        })?;
    }
    Ok(())
}

/// The offsets that allocations state.
fn pins(
    m: &Module,
    allocs: impl Iterator<Item = OpId>,
) -> Result<Vec<Option<Bytes>>, CollectError> {
    let pin = |alloc: OpId| {
        let stated = m.attr(alloc, names::OFFSET).map(|attr| number(m, attr));
        match stated {
            Some(None) => Err(bad(alloc, "`memplan.offset` is not a number of bytes")),
            stated => Ok(stated.flatten().map(Bytes)),
        }
    };
    allocs.map(pin).collect()
}

fn bad(op: OpId, problem: impl Into<String>) -> CollectError {
    CollectError {
        op,
        kind: CollectErrorKind::BadPools {
            problem: problem.into(),
        },
    }
}

/// The memories of the attribute [`names::POOLS`].
fn stated(m: &Module) -> Result<Vec<Stated>, CollectError> {
    let root = m.root();
    let Some(attr) = m.attr(root, names::POOLS) else {
        return Ok(Vec::new());
    };
    let AttrKind::Array(entries) = m.ctx.attr_kind(attr) else {
        return Err(bad(root, "`memplan.pools` is not an array of dictionaries"));
    };
    let mut all: Vec<Stated> = Vec::new();
    for &entry in entries {
        let pool =
            pool(m, entry).map_err(|problem| bad(root, format!("`memplan.pools`: {problem}")))?;
        if all.iter().any(|other| other.space == pool.space) {
            let problem = format!(
                "`memplan.pools`: two entries for the memory space `{}`",
                pool.space
            );
            return Err(bad(root, problem));
        }
        all.push(pool);
    }
    Ok(all)
}

fn pool(m: &Module, entry: AttrId) -> Result<Stated, String> {
    let AttrKind::Dictionary(fields) = m.ctx.attr_kind(entry) else {
        return Err("an entry is not a dictionary".to_owned());
    };
    let mut stated = Stated {
        space: String::new(),
        pool: Pool::new(""),
        base: None,
    };
    let (mut banks, mut is_strict) = (None, false);
    for &(key, value) in fields {
        let key = m.ctx.text(key);
        let number = || number(m, value).ok_or_else(|| format!("`{key}` is not a number of bytes"));
        match &*key {
            "space" => {
                let space = space_text(m, value);
                stated.space = if space == "0" { String::new() } else { space };
            }
            "name" => match m.ctx.attr_kind(value) {
                AttrKind::String { value, .. } => {
                    stated.pool.name = m.ctx.text(*value).into_owned()
                }
                _ => return Err("`name` is not a string".to_owned()),
            },
            "size" => stated.pool.capacity = Some(Bytes(number()?)),
            "alignment" => stated.pool.align = Bytes(number()?),
            "base" => stated.base = Some(Bytes(number()?)),
            "banks" => banks = Some(pair(m, value).ok_or("`banks` is not `[size, count]`")?),
            "strict" => is_strict = true,
            "reserved" => {
                let AttrKind::Array(ranges) = m.ctx.attr_kind(value) else {
                    return Err("`reserved` is not an array of `[begin, end]`".to_owned());
                };
                for &range in ranges {
                    let (lo, hi) =
                        pair(m, range).ok_or("a reserved range is not `[begin, end]`")?;
                    let (lo, hi) = (Bytes(lo), Bytes(hi));
                    stated.pool.reserved.push(ByteWindow { lo, hi });
                }
            }
            other => {
                return Err(format!(
                    "`{other}` is not one of `space`, `name`, `size`, `alignment`, `base`, `banks`, `strict`, `reserved`"
                ));
            }
        }
    }
    stated.pool.banks = banks.map(|(size, count)| Banks {
        size: Bytes(size),
        count,
        is_strict,
    });
    if stated.pool.name.is_empty() {
        stated.pool.name.clone_from(&stated.space);
    }
    Ok(stated)
}

fn number(m: &Module, attr: AttrId) -> Option<u64> {
    match m.ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => {
            value.as_i64().and_then(|number| u64::try_from(number).ok())
        }
        _ => None,
    }
}

fn pair(m: &Module, attr: AttrId) -> Option<(u64, u64)> {
    match m.ctx.attr_kind(attr) {
        AttrKind::Array(both) => match both[..] {
            [a, b] => Some((number(m, a)?, number(m, b)?)),
            _ => None,
        },
        _ => None,
    }
}

/// A pool is planned as a whole, so it holds one merged allocation: in a function that no other calls.
fn one_allocation_for_each(
    m: &Module,
    collected: &Collected,
    stated: &[Stated],
) -> Result<(), CollectError> {
    if stated.is_empty() {
        return Ok(());
    }
    let symbols = SymbolIndex::new(m);
    let called: FxHashSet<OpId> = m
        .walk(m.root())
        .filter_map(|op| symbols.resolve_call(m, op))
        .collect();
    let mut seen: FxHashSet<(OpId, String)> = FxHashSet::default();
    for scope in &collected.scopes {
        let space = scope.memory_space.map(|space| space_text(m, space));
        let space = space.unwrap_or_default();
        let Some(pool) = stated.iter().find(|pool| pool.space == space) else {
            continue;
        };
        let name = &pool.pool.name;
        if called.contains(&scope.function) {
            let problem = format!(
                "a function with buffers in the pool `{name}` is called by others, which may hold it"
            );
            return Err(bad(scope.function, problem));
        }
        if !seen.insert((scope.function, space)) {
            let problem = format!("the pool `{name}` would hold several merged allocations");
            return Err(bad(scope.scope_op, problem));
        }
    }
    Ok(())
}

/// The pairs of buffers in one group.
fn apart(
    m: &Module,
    allocs: impl Iterator<Item = OpId>,
) -> Result<Vec<(BufferId, BufferId)>, CollectError> {
    let mut groups: FxHashMap<AttrId, Vec<BufferId>> = FxHashMap::default();
    let mut pairs = Vec::new();
    for (id, alloc) in (0..).map(BufferId).zip(allocs) {
        let Some(group) = m.attr(alloc, names::APART) else {
            continue;
        };
        let members = groups.entry(group).or_default();
        pairs.extend(members.iter().map(|&other| (other, id)));
        members.push(id);
        if MOST_IN_GROUP < members.len() {
            let problem = format!(
                "more than {MOST_IN_GROUP} allocations are in one group of `memplan.apart`"
            );
            return Err(bad(alloc, problem));
        }
    }
    Ok(pairs)
}

/// The pairs of buffers that are accessed in different branches of one conditional, and are not live beyond it: at
/// least one of the two is allocated in front of the conditional, in its block, so that no iteration of a loop sees
/// what an earlier one wrote.
fn never_together(m: &Module, memory: &Memory, allocs: &[OpId]) -> Vec<(BufferId, BufferId)> {
    let is_conditional = |op: OpId| m.def(op).is_some_and(|def| def.flow == RegionFlow::Branch);
    // The region of a conditional that has all accesses of a buffer, for those that are allocated in front of it.
    let mut confined: BTreeMap<OpId, Vec<(RegionId, BufferId)>> = BTreeMap::new();
    for (id, &alloc) in (0..).map(BufferId).zip(allocs) {
        let Some(local) = LocalBuffer::new(m, memory, alloc) else {
            continue;
        };
        let mut used = local
            .home()
            .iter()
            .filter(|node| node.access != Access::FREE);
        let (Some(node), None) = (used.next(), used.next()) else {
            continue;
        };
        let uses = || local.uses.iter().filter(|user| user.access != Access::FREE);
        let mut regions: Vec<Option<RegionId>> = uses()
            .map(|user| region_below(m, node.op, user.op))
            .collect();
        regions.dedup();
        let is_confined = is_conditional(node.op)
            && local.late.is_empty()
            && uses().all(|user| !user.access.captures());
        if let ([Some(region)], true) = (&regions[..], is_confined) {
            confined.entry(node.op).or_default().push((*region, id));
        }
    }
    let mut pairs = Vec::new();
    for (id, &alloc) in (0..).map(BufferId).zip(allocs) {
        // The branches that the allocation is in.
        let mut below = alloc;
        for op in m.ancestors(alloc) {
            for &(region, other) in confined.get(&op).into_iter().flatten() {
                let own = m.op_block(below).and_then(|block| m.block_region(block));
                if own.is_some_and(|own| own != region) && pairs.len() < MOST_NEVER {
                    pairs.push((other, id));
                }
            }
            below = op;
        }
    }
    for buffers in confined.values() {
        for (at, &(region, id)) in buffers.iter().enumerate() {
            for &(other, earlier) in &buffers[..at] {
                if other != region && pairs.len() < MOST_NEVER {
                    pairs.push((earlier, id));
                }
            }
        }
    }
    pairs
}

/// The region of an operation that another one is in.
fn region_below(m: &Module, around: OpId, op: OpId) -> Option<RegionId> {
    let mut at = op;
    loop {
        let region = m.op_block(at).and_then(|block| m.block_region(block))?;
        let parent = m.parent(at)?;
        if parent == around {
            return Some(region);
        }
        at = parent;
    }
}
