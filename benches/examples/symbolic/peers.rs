//! What other systems need for the same traces, by their published rules; these are no runs of the systems.

use memplan_planner::{BufferId, Lifetime, LifetimeTrace, PlanOptions, registry};

use crate::{INNER, Outcome, Ratio, rounded};

/// The worst and the mean ratio of a number of bytes to the max load, at some shapes.
fn ratio(
    trace: &LifetimeTrace,
    shapes: &[Vec<i64>],
    bytes: impl Fn(&[u64]) -> u64,
) -> Outcome<Ratio> {
    let (mut worst, mut sum) = (0.0_f64, 0.0);
    for values in shapes {
        let sized = rounded(trace, values)?;
        let sizes: Vec<u64> = sized.buffers().iter().map(|buffer| buffer.size.0).collect();
        let one = bytes(&sizes) as f64 / sized.max_load().0.max(1) as f64;
        worst = worst.max(one);
        sum += one;
    }
    Ok((worst, sum / shapes.len().max(1) as f64))
}

/// ExecuTorch, and TVM Relax with bounds: one plan for the largest shape.
pub(crate) fn upper_bounds(
    trace: &LifetimeTrace,
    largest: &[i64],
    shapes: &[Vec<i64>],
) -> Outcome<Ratio> {
    let planner = registry::planner(INNER)?;
    let schedule = planner.plan(&rounded(trace, largest)?, &PlanOptions::default())?;
    ratio(trace, shapes, |_| schedule.total_size.0)
}

/// Each buffer has memory of its own.
pub(crate) fn no_sharing(trace: &LifetimeTrace, shapes: &[Vec<i64>]) -> Outcome<Ratio> {
    ratio(trace, shapes, |sizes| sizes.iter().sum())
}

/// TVM Relax without bounds: a buffer reuses a token that is free and of the same polynomial.
pub(crate) fn equal_sizes(trace: &LifetimeTrace, shapes: &[Vec<i64>]) -> Outcome<Ratio> {
    let mut order: Vec<BufferId> = trace.ids().collect();
    order.sort_by_key(|&id| (trace[id].live.begin(), id));
    // The first buffer of each token, and its last tick.
    let mut tokens: Vec<(BufferId, i64)> = Vec::new();
    for id in order {
        let live = trace[id].live;
        let reused = (tokens.iter_mut())
            .find(|token| trace.size(token.0) == trace.size(id) && token.1 <= live.begin().0);
        match reused {
            Some(token) => token.1 = live.end().0,
            None => tokens.push((id, live.end().0)),
        }
    }
    ratio(trace, shapes, |sizes| {
        tokens.iter().map(|token| sizes[token.0.index()]).sum()
    })
}

/// Inductor: pools that are trees of splits in time and space, built in order of size at one shape (the hints).
pub(crate) fn tree(trace: &LifetimeTrace, hints: &[i64], shapes: &[Vec<i64>]) -> Outcome<Ratio> {
    let hinted = rounded(trace, hints)?;
    let mut order: Vec<BufferId> = hinted.ids().collect();
    let length = |id: BufferId| hinted[id].live.end().0 - hinted[id].live.begin().0;
    order.sort_by_key(|&id| (std::cmp::Reverse((hinted[id].size, length(id))), id));
    let mut pool: Option<Node> = None;
    for id in order {
        let block = Block {
            id,
            live: hinted[id].live,
            hint: hinted[id].size.0,
        };
        let Some(mut root) = pool.take() else {
            pool = Some(Node::InTime(vec![Node::Block(block)]));
            continue;
        };
        if !root.allocate(block, true) {
            let above = Node::InTime(vec![Node::Block(block)]);
            root = Node::InTime(vec![Node::InSpace(Box::new([root, above]))]);
        }
        pool = Some(root);
    }
    ratio(trace, shapes, |sizes| {
        pool.as_ref().map_or(0, |pool| pool.bytes(sizes))
    })
}

/// A buffer in a tree.
#[derive(Clone, Copy)]
struct Block {
    id: BufferId,
    live: Lifetime,
    hint: u64,
}

/// A part of a pool.
enum Node {
    Block(Block),
    /// Unused space, at the hints.
    Empty(u64),
    /// One after another, at the same place.
    InTime(Vec<Node>),
    /// Side by side.
    InSpace(Box<[Node; 2]>),
}

impl Node {
    /// Puts a block into the part, if there is room; the last part may grow.
    fn allocate(&mut self, block: Block, is_last: bool) -> bool {
        let room = self.hint();
        match self {
            Self::Block(_) | Self::Empty(_) => false,
            Self::InSpace(parts) => {
                let [left, right] = &mut **parts;
                left.allocate(block, false) || right.allocate(block, is_last)
            }
            Self::InTime(parts) => {
                if !is_last && room < block.hint {
                    return false;
                }
                let overlapping = parts
                    .iter()
                    .filter(|part| part.overlaps(block.live))
                    .count();
                match overlapping {
                    0 => {}
                    1 => {
                        let mut parts = parts.iter_mut();
                        let part = parts.find(|part| part.overlaps(block.live));
                        return part.is_some_and(|part| part.allocate(block, is_last));
                    }
                    _ => return false,
                }
                if matches!(&**parts, [Self::Empty(_)]) {
                    parts.clear();
                }
                let new = Self::Block(block);
                if block.hint <= room {
                    parts.push(new.padded(room - block.hint));
                } else {
                    let grown = std::mem::take(parts).into_iter();
                    parts.extend(grown.map(|part| part.padded(block.hint - room)));
                    parts.push(new);
                }
                true
            }
        }
    }

    /// The part with more space beside it.
    fn padded(self, bytes: u64) -> Self {
        match bytes {
            0 => self,
            _ => Self::InSpace(Box::new([
                Self::InTime(vec![self]),
                Self::InTime(vec![Self::Empty(bytes)]),
            ])),
        }
    }

    fn hint(&self) -> u64 {
        match self {
            Self::Block(block) => block.hint,
            Self::Empty(bytes) => *bytes,
            Self::InTime(parts) => parts.iter().map(Self::hint).max().unwrap_or(0),
            Self::InSpace(parts) => parts.iter().map(Self::hint).sum(),
        }
    }

    /// The size of the part for these sizes of buffers.
    fn bytes(&self, sizes: &[u64]) -> u64 {
        match self {
            Self::Block(block) => sizes[block.id.index()],
            Self::Empty(_) => 0,
            Self::InTime(parts) => parts
                .iter()
                .map(|part| part.bytes(sizes))
                .max()
                .unwrap_or(0),
            Self::InSpace(parts) => parts.iter().map(|part| part.bytes(sizes)).sum(),
        }
    }

    fn overlaps(&self, live: Lifetime) -> bool {
        match self {
            Self::Block(block) => block.live.overlaps(live),
            Self::Empty(_) => false,
            Self::InTime(parts) => parts.iter().any(|part| part.overlaps(live)),
            Self::InSpace(parts) => parts.iter().any(|part| part.overlaps(live)),
        }
    }
}
