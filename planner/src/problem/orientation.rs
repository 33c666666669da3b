//! Orientations of conflict graphs: which of two buffers that are live at once lies below the other.

use std::collections::BTreeSet;

use memplan_support::Sort;

use super::SymbolicError;
use crate::{BufferId, Bytes, LifetimeTrace};

/// How many buffers [`Orientation::reduced`] visits to find a detour around one edge.
const MAX_DETOUR: usize = 256;

/// Edges from a buffer to one above it, such that any two buffers that are live at once are connected by a path.
///
/// The offset of a buffer is the length of the longest path to it, the sum of sizes below. It is valid for any sizes
/// that are multiples of the alignment: of two buffers that are live at once, one starts at or above the end of the
/// other.
///
/// ```
/// use memplan_planner::symbols::Orientation;
/// use memplan_planner::{Bytes, LifetimeTrace};
///
/// let trace: LifetimeTrace = "a 0..2 8\n b 1..4 8\n c 3..5 8".parse()?;
/// let orientation = Orientation::from_offsets(&trace, &[Bytes(0), Bytes(8), Bytes(0)])?;
/// let offsets = orientation.offsets(&[Bytes(5), Bytes(8), Bytes(100)]);
/// assert_eq!(offsets, Some(vec![Bytes(0), Bytes(100), Bytes(0)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orientation {
    /// The direct predecessors of all buffers, one list after the other, each ascending.
    below: Vec<BufferId>,
    /// Where the list of each buffer begins in `below`, and its length at the end.
    first: Vec<u32>,
    /// All buffers, each after those below it.
    order: Vec<BufferId>,
}

impl Orientation {
    /// The orientation of a placement: of two buffers that are live at once, the one with the lower offset lies below,
    /// of two at one offset the earlier in the trace. Gaps are ignored. At most `2 n` edges, `O(n log n)`.
    ///
    /// Equal orientations of the conflicts give equal edges. The longest paths for the planned sizes are not above the
    /// planned offsets, if no size is 0.
    ///
    /// # Errors
    /// [`SymbolicError::Malformed`] when the number of offsets differs.
    pub fn from_offsets(
        lifetimes: &LifetimeTrace,
        offsets: &[Bytes],
    ) -> Result<Self, SymbolicError> {
        let n_buffers = lifetimes.len();
        if offsets.len() != n_buffers {
            let problem = format!(
                "there are {} offsets for {n_buffers} buffers",
                offsets.len()
            );
            return Err(SymbolicError::Malformed { problem });
        }
        let mut by_rank: Vec<BufferId> = lifetimes.ids().collect();
        by_rank.sort_stable_by_key(|id| offsets[id.index()]);
        let mut rank = vec![0_u32; n_buffers];
        for (place, id) in (0..).zip(&by_rank) {
            rank[id.index()] = place;
        }
        let mut edges = neighbours(lifetimes, &rank);
        edges.sort_stable();
        edges.dedup();
        let named = |place: u32| by_rank[place as usize];
        Self::from_edges(
            n_buffers,
            edges
                .into_iter()
                .map(|(lower, upper)| (named(lower), named(upper))),
        )
    }

    /// The orientation with these edges, each from a lower to an upper buffer. `O(n + m log m)` for `m` edges.
    ///
    /// # Errors
    /// [`SymbolicError::Malformed`] when an edge names a buffer that does not exist, or edges form a cycle.
    pub fn from_edges(
        n_buffers: usize,
        edges: impl IntoIterator<Item = (BufferId, BufferId)>,
    ) -> Result<Self, SymbolicError> {
        let malformed = |problem: String| SymbolicError::Malformed { problem };
        let mut edges: Vec<(BufferId, BufferId)> = edges.into_iter().collect();
        for &(lower, upper) in &edges {
            if n_buffers <= lower.index().max(upper.index()) {
                let problem = format!("edge {lower} -> {upper}: there are {n_buffers} buffers");
                return Err(malformed(problem));
            }
        }
        edges.sort_stable_by_key(|&(lower, upper)| (upper, lower));
        edges.dedup();
        let mut first = vec![0_u32; n_buffers + 1];
        for (_, upper) in &edges {
            first[upper.index() + 1] += 1;
        }
        for place in 0..n_buffers {
            first[place + 1] += first[place];
        }
        let below = edges.iter().map(|&(lower, _)| lower).collect();
        edges.sort_stable_by_key(|&(lower, upper)| (lower, upper));
        let order = topological(n_buffers, &first, &edges);
        if order.len() != n_buffers {
            return Err(malformed("the edges form a cycle".to_owned()));
        }
        Ok(Self {
            below,
            first,
            order,
        })
    }

    /// The number of buffers.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there is no buffer.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// All buffers, each after those below it.
    pub fn order(&self) -> &[BufferId] {
        &self.order
    }

    /// The buffers at whose ends a buffer may start, ascending; it must be one of the trace.
    pub fn below(&self, id: BufferId) -> &[BufferId] {
        let range = self.first[id.index()] as usize..self.first[id.index() + 1] as usize;
        &self.below[range]
    }

    /// All edges, from the lower to the upper buffer, by upper and then lower one.
    pub fn edges(&self) -> impl Iterator<Item = (BufferId, BufferId)> {
        let all = (0..u32::try_from(self.len()).unwrap_or(u32::MAX)).map(BufferId);
        all.flat_map(|upper| self.below(upper).iter().map(move |&lower| (lower, upper)))
    }

    /// The offset of each buffer for these sizes, which are multiples of the alignment. `O(n + m)`.
    ///
    /// `None` when there are fewer sizes than buffers or an end exceeds 64 bits.
    pub fn offsets(&self, sizes: &[Bytes]) -> Option<Vec<Bytes>> {
        let mut offsets = vec![Bytes(0); self.len()];
        for &id in &self.order {
            let mut offset = 0;
            for lower in self.below(id) {
                let end = offsets[lower.index()]
                    .0
                    .checked_add(sizes.get(lower.index())?.0)?;
                offset = end.max(offset);
            }
            offset.checked_add(sizes.get(id.index())?.0)?;
            offsets[id.index()] = Bytes(offset);
        }
        Some(offsets)
    }

    /// The size of the arena for these sizes; as [`Self::offsets`].
    pub fn peak(&self, sizes: &[Bytes]) -> Option<Bytes> {
        let offsets = self.offsets(sizes)?;
        let ends = offsets
            .iter()
            .zip(sizes)
            .map(|(offset, size)| offset.0 + size.0);
        Some(Bytes(ends.max().unwrap_or(0)))
    }

    /// The same orientation without edges that a path replaces. Looks at a limited number of buffers for each edge, so
    /// that some such edges may stay where there are many buffers.
    #[must_use]
    pub fn reduced(self) -> Self {
        let mut depth = vec![0_u32; self.len()];
        for &id in &self.order {
            let deepest = self.below(id).iter().map(|lower| depth[lower.index()] + 1);
            depth[id.index()] = deepest.max().unwrap_or(0);
        }
        let mut seen_for = vec![usize::MAX; self.len()];
        let mut stack: Vec<BufferId> = Vec::new();
        let mut below = Vec::with_capacity(self.below.len());
        let mut first = vec![0_u32];
        let mut n_edges = 0;
        for upper in (0..self.len() as u32).map(BufferId) {
            for &lower in self.below(upper) {
                n_edges += 1;
                stack.clear();
                stack.extend(self.below(upper).iter().filter(|&&id| id != lower));
                let mut is_redundant = false;
                let mut n_visited = 0;
                while let Some(id) = stack.pop() {
                    if id == lower {
                        is_redundant = true;
                        break;
                    }
                    if depth[id.index()] <= depth[lower.index()] || seen_for[id.index()] == n_edges
                    {
                        continue;
                    }
                    seen_for[id.index()] = n_edges;
                    n_visited += 1;
                    if MAX_DETOUR < n_visited {
                        break;
                    }
                    stack.extend(self.below(id));
                }
                if !is_redundant {
                    below.push(lower);
                }
            }
            first.push(below.len() as u32);
        }
        Self {
            below,
            first,
            order: self.order,
        }
    }

    /// The peak at `N` vectors of sizes at once: `sizes` has the different sizes, `size_of` an index for each buffer.
    /// All sizes of one vector together fit 64 bits.
    pub(crate) fn peaks<const N: usize>(&self, sizes: &[[u64; N]], size_of: &[u32]) -> [u64; N] {
        let mut ends = vec![[0_u64; N]; self.len()];
        let mut peaks = [0; N];
        for &id in &self.order {
            let mut end = [0; N];
            for lower in self.below(id) {
                let other = &ends[lower.index()];
                for lane in 0..N {
                    end[lane] = end[lane].max(other[lane]);
                }
            }
            let size = &sizes[size_of[id.index()] as usize];
            for lane in 0..N {
                end[lane] += size[lane];
                peaks[lane] = peaks[lane].max(end[lane]);
            }
            ends[id.index()] = end;
        }
        peaks
    }
}

/// The pairs of buffers, by rank, that are next to each other among the live ones when one of them is born.
///
/// They connect all buffers that are live at one tick, because the live ones form a chain: where one is removed from
/// it, the path through it stays.
fn neighbours(lifetimes: &LifetimeTrace, rank: &[u32]) -> Vec<(u32, u32)> {
    let mut events: Vec<(i64, bool, u32)> = Vec::with_capacity(2 * rank.len());
    for (buffer, &rank) in lifetimes.buffers().iter().zip(rank) {
        events.push((buffer.live.begin().0, true, rank));
        events.push((buffer.live.end().0, false, rank));
    }
    events.sort_stable();
    let mut live: BTreeSet<u32> = BTreeSet::new();
    let mut edges = Vec::with_capacity(2 * rank.len());
    let at_one_tick = events.chunk_by(|a, b| a.0 == b.0);
    for changes in at_one_tick {
        for &(_, is_birth, rank) in changes {
            if is_birth {
                live.insert(rank);
            } else {
                live.remove(&rank);
            }
        }
        for &(_, _, rank) in changes.iter().filter(|change| change.1) {
            let lower = live.range(..rank).next_back();
            let upper = live.range(rank + 1..).next();
            edges.extend(lower.map(|&lower| (lower, rank)));
            edges.extend(upper.map(|&upper| (rank, upper)));
        }
    }
    edges
}

/// The buffers, each after those below it; fewer if edges form a cycle. `edges` are sorted by lower buffers, `first`
/// counts the edges to upper ones.
fn topological(n_buffers: usize, first: &[u32], edges: &[(BufferId, BufferId)]) -> Vec<BufferId> {
    let mut starts = vec![0_usize; n_buffers + 1];
    for (lower, _) in edges {
        starts[lower.index() + 1] += 1;
    }
    for place in 0..n_buffers {
        starts[place + 1] += starts[place];
    }
    let mut n_missing: Vec<u32> = first.windows(2).map(|ends| ends[1] - ends[0]).collect();
    let all = (0..u32::try_from(n_buffers).unwrap_or(u32::MAX)).map(BufferId);
    let mut order: Vec<BufferId> = all.filter(|id| n_missing[id.index()] == 0).collect();
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        next += 1;
        for (_, upper) in &edges[starts[id.index()]..starts[id.index() + 1]] {
            n_missing[upper.index()] -= 1;
            if n_missing[upper.index()] == 0 {
                order.push(*upper);
            }
        }
    }
    order
}
