//! What a chain in tiles costs and saves.

use memplan_mlir::ValueId;
use memplan_support::Sort;
use rustc_hash::FxHashMap;

use super::chain::{Chain, Facts};
use super::range::{Range, Span};

/// Into how many tiles a chain is divided.
const COUNTS: [i64; 10] = [2, 3, 4, 6, 8, 12, 16, 24, 32, 64];

/// How many tiles may be written out before the loop and after it.
const MAX_PEELED: i64 = 4;

/// How often a tile uses each element of what all tiles read, at least.
const LEAST_USES: i64 = 16;

/// The loads around a chain, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The largest one at the nodes between the first part and the last that are no parts.
    pub(super) others: u64,
    /// At the chain, without its internal buffers.
    pub(super) at: u64,
}

impl Around {
    /// Linear in the uses between the first part and the last.
    pub(super) fn new(facts: &Facts<'_>, chain: &Chain, during: &[u64]) -> Self {
        let problem = &facts.block.problem;
        let (first, last) = (chain.first(), chain.last());
        let order = chain.order();
        let n_parts = chain.parts.len();
        let n_before = order.len() - n_parts - chain.after.len();
        let chain_nodes = n_before..n_before + n_parts;
        // By node: its position if the chain is one node.
        let mut position = vec![0; order.len()];
        for (at, &node) in order.iter().enumerate() {
            position[(node - first) as usize] = match at {
                at if at < chain_nodes.start => at,
                at if at < chain_nodes.end => n_before,
                at => at + 1 - n_parts,
            };
        }
        let mut buffers: Vec<u32> = (first..=last)
            .flat_map(|node| problem.uses.of(node).iter().copied())
            .collect();
        buffers.sort_stable();
        buffers.dedup();
        let internal: Vec<ValueId> = chain
            .internal
            .iter()
            .map(|internal| facts.locals[internal.local as usize].buffer)
            .collect();
        let mut loads = vec![0i128; n_before + 2 + chain.after.len()];
        // What is live all the time, and used before or after only.
        let mut through =
            i128::from(during[first as usize]) - i128::from(problem.inside[first as usize]);
        for &buffer in &buffers {
            let facts_of = problem.buffers[buffer as usize];
            let users = problem.users.of(buffer);
            let (Some(&from), Some(&to)) = (users.first(), users.last()) else {
                continue;
            };
            let size = i128::from(facts_of.size);
            let is_live_before = facts_of.live_in || from < first;
            let is_live_after = facts_of.live_out || to > last;
            if is_live_before || from == first {
                through -= size;
            }
            let object = facts.block.objects[buffer as usize];
            if facts
                .value_of(object)
                .is_some_and(|value| internal.contains(&value))
            {
                continue;
            }
            let here = users.iter().filter(|&&user| (first..=last).contains(&user));
            let here = here.map(|&user| position[(user - first) as usize]);
            let from = if is_live_before {
                0
            } else {
                here.clone().min().unwrap_or(0)
            };
            let to = if is_live_after {
                loads.len() - 2
            } else {
                here.max().unwrap_or(0)
            };
            loads[from] += size;
            loads[to + 1] -= size;
        }
        let mut live = through;
        for load in &mut loads {
            live += *load;
            *load = live;
        }
        let at = loads[n_before];
        let mut others = 0;
        for (node, &position) in (first..=last).zip(&position) {
            if position != n_before {
                others = others.max(loads[position] + i128::from(problem.inside[node as usize]));
            }
        }
        let bytes = |load: i128| u64::try_from(load.max(0)).unwrap_or(u64::MAX);
        Self {
            others: bytes(others),
            at: bytes(at),
        }
    }

    /// The load that remains however small the tiles are.
    pub(super) fn least(self) -> u64 {
        self.others.max(self.at)
    }
}

/// A division into tiles, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    /// The number of points in a tile.
    pub(super) tile: i64,
    pub(super) n_tiles: i64,
    /// The largest load at the chain and between its parts, in bytes.
    pub(super) load: u64,
    /// How many more points are computed.
    pub(super) work: u128,
    /// How many more bytes are read, as far as that is waited for.
    pub(super) traffic: u64,
}

/// The divisions of a chain that are worth a look, larger tiles first. `cache` is the size of operands that cost
/// nothing to read again.
pub(super) fn divisions(
    facts: &Facts<'_>,
    chain: &Chain,
    around: Around,
    cache: u64,
) -> Vec<Division> {
    let mut tiles: Vec<i64> = COUNTS.iter().map(|&count| tile(chain.n, count)).collect();
    tiles.dedup();
    let n_uses = chain.n_shared_uses(facts);
    let least = n_uses.map_or(1, |n| (LEAST_USES + n - 1) / n);
    if chain.counted.is_some() {
        // What is best for one number of points is not for others; the load of the smallest does not depend on it.
        tiles = vec![least];
    }
    let is_fine = |&tile: &i64| (least..chain.n).contains(&tile);
    let tiles = tiles.into_iter().filter(is_fine);
    let all = tiles.filter_map(|tile| division(facts, chain, around, tile, cache));
    all.collect()
}

/// The number of points in a tile, for about `count` tiles: a divisor of all of them, if one is near.
fn tile(n: i64, count: i64) -> i64 {
    let least = n / count + i64::from(n % count != 0);
    let near = least..=least + least / 4;
    near.into_iter()
        .find(|&tile| n % tile == 0)
        .unwrap_or(least)
}

/// Absent if too many tiles have borders.
pub(super) fn division(
    facts: &Facts<'_>,
    chain: &Chain,
    around: Around,
    tile: i64,
    cache: u64,
) -> Option<Division> {
    let cut = chain.cut(tile);
    let n_peeled = cut.n_before + cut.n_after;
    let n_tiles = match chain.counted {
        Some(_) => chain.n / tile + chain.n % tile,
        None => cut.n_before + cut.n_looped + cut.n_after,
    };
    if chain.counted.is_some() {
        // The rest is a loop, too.
    } else if n_peeled > MAX_PEELED && cut.n_looped > 1
        || (cut.n_looped <= 1 && n_tiles > MAX_PEELED)
    {
        return None;
    }
    let inside = inside(facts, chain, tile);
    let mut work = 0u128;
    let mut traffic = 0u64;
    for part in &chain.parts {
        let Some(nest) = &facts.nests[part.node as usize] else {
            continue;
        };
        if !part.points.is_tiling() {
            let extent = part.extent;
            let starts = (0..n_tiles).map(|at| at * tile);
            let computed = starts.map(|first| {
                let count = tile.min(chain.n - first);
                part.points.span(first, count).within(extent).len()
            });
            let more = computed.sum::<i64>() - extent;
            let of_one = nest.n_points() / u128::from(extent.unsigned_abs().max(1));
            work = work.saturating_add(of_one.saturating_mul(u128::try_from(more).unwrap_or(0)));
        }
        let operands = facts.m.operands(nest.op).iter().zip(&part.uses).enumerate();
        for (operand, (&value, _)) in operands.filter(|(_, (_, part))| part.is_none()) {
            let bytes = facts.bytes(value).filter(|&bytes| bytes > cache);
            // What is continued is read and written.
            let n_passes = 1 + u64::from(operand >= nest.loops.n_inputs);
            let again = bytes
                .unwrap_or(0)
                .saturating_mul(n_passes)
                .saturating_mul((n_tiles - 1).unsigned_abs());
            // The more often a tile uses each element, the less is waited for.
            let n_uses = nest.n_uses(operand, part.number).saturating_mul(tile);
            let n_uses = u128::from((n_uses / LEAST_USES).max(1).unsigned_abs());
            let waited = u64::try_from(u128::from(again) / n_uses).unwrap_or(u64::MAX);
            traffic = traffic.saturating_add(waited);
        }
    }
    Some(Division {
        tile,
        n_tiles,
        load: around.least().max(around.at.saturating_add(inside)),
        work,
        traffic,
    })
}

/// The load of the internal buffers of one tile, in bytes.
fn inside(facts: &Facts<'_>, chain: &Chain, tile: i64) -> u64 {
    let at: FxHashMap<u32, usize> = chain.parts.iter().map(|part| part.node).zip(0..).collect();
    let mut changes = vec![0i128; chain.parts.len() + 1];
    for internal in &chain.internal {
        let local = &facts.locals[internal.local as usize];
        let ends = [local.users.first(), local.users.last()];
        let [Some(&first), Some(&last)] = ends.map(|end| end.and_then(|node| at.get(node))) else {
            continue;
        };
        let len = internal.held.span(0, tile).len().min(internal.extent);
        let bytes = i128::from(local.bytes) / i128::from(internal.extent.max(1)) * i128::from(len);
        changes[first] += bytes;
        changes[last + 1] -= bytes;
    }
    let (mut live, mut most) = (0, 0);
    for change in changes {
        live += change;
        most = most.max(live);
    }
    u64::try_from(most).unwrap_or(u64::MAX)
}

/// How the points of a chain are divided: tiles that are written out, tiles of a loop, tiles that are written out
/// again. The last tile may be smaller than the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) n_before: i64,
    pub(super) n_looped: i64,
    pub(super) n_after: i64,
}

impl Chain {
    /// Tiles of a loop have the same sizes: they need nothing outside of any buffer.
    pub(super) fn cut(&self, tile: i64) -> Cut {
        let (n_whole, rest) = (self.n / tile, i64::from(self.n % tile != 0));
        let is_even = self.is_even();
        let is_looped = |at: &i64| is_even || self.is_inside(*at * tile, tile);
        let n_before = (0..n_whole).take_while(|at| !is_looped(at)).count() as i64;
        let n_looped = (n_before..n_whole).take_while(is_looped).count() as i64;
        Cut {
            n_before,
            n_looped,
            n_after: n_whole - n_before - n_looped + rest,
        }
    }

    /// Whether all tiles have the same elements of everything, and no others.
    fn is_even(&self) -> bool {
        let is_even = |range: Range, extent: i64| {
            range.is_tiling() && range.scale.checked_mul(self.n) == Some(extent)
        };
        let mut internal = self.internal.iter();
        let mut parts = self.parts.iter();
        parts.all(|part| is_even(part.points, part.extent))
            && internal.all(|internal| is_even(internal.held, internal.extent))
    }

    fn is_inside(&self, first: i64, count: i64) -> bool {
        let fits = |range: Range, extent: i64| {
            let span: Span = range.span(first, count);
            span == span.within(extent)
        };
        let mut parts = self.parts.iter();
        parts.all(|part| fits(part.points, part.extent))
            && self
                .internal
                .iter()
                .all(|internal| fits(internal.held, internal.extent))
    }
}
