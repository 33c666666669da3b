//! A linear order of the blocks of a region that keeps loops together.
//!
//! It is a weak topological order (Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA
//! 1993): the blocks of a loop are neighbours, its header comes first, and every edge leads forwards unless it
//! leads to the header of a loop that contains both ends. For a region without loops this is a reverse
//! post-order. A plain reverse post-order may place blocks after a loop between those of the loop, so intervals
//! over it would be wrong.
//!
//! A loop is a strongly connected component of the region, or of a loop without its header, so irreducible
//! control flow needs no special case. The header is the first block in a depth-first search from the region's
//! entry: no other block of the loop dominates it.
//!
//! `O(edges * loop depth)`, and the depth is bounded by [`BlockOrder::MAX_DEPTH`].

use memplan_support::Sort;
use rustc_hash::FxHashMap;

use crate::ir::{BlockId, Module, RegionId};

/// The blocks of one region in order, and the loops they form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockOrder {
    blocks: Vec<BlockId>,
    loop_of: Vec<Option<u32>>,
    loops: Vec<CfgLoop>,
}

/// A cycle of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CfgLoop {
    /// The smallest loop around this one, as its index in [`BlockOrder::loops`].
    pub parent: Option<u32>,
    /// The block that every iteration passes, or one of them if there are several.
    pub header: BlockId,
    /// Position of the first of its blocks in [`BlockOrder::blocks`].
    pub first: usize,
    /// One past the position of its last block.
    pub end: usize,
    /// Whether nested loops are omitted because the nesting is too deep. The order of the blocks is then arbitrary.
    pub is_opaque: bool,
}

struct Builder {
    successors: Vec<Vec<u32>>,
    /// Position in a depth-first search from the entry.
    preorder: Vec<u32>,
    rpo: Vec<u32>,
    /// Larger positions in `rpo` belong to blocks that are unreachable from the entry.
    n_reached: u32,
    /// The current task of each node.
    task_of: Vec<u32>,
    n_tasks: u32,
    scratch: Scratch,
    order: Vec<u32>,
    loop_of: Vec<Option<u32>>,
    loops: Vec<LoopNodes>,
}

struct LoopNodes {
    parent: Option<u32>,
    header: u32,
    first: usize,
    end: usize,
    is_opaque: bool,
}

#[derive(Default)]
struct Scratch {
    order: Vec<u32>,
    low: Vec<u32>,
    done: Vec<bool>,
}

enum Task {
    Emit(u32, Option<u32>),
    Split(Vec<u32>, Option<u32>, usize),
    Close(u32),
}

impl BlockOrder {
    /// Maximum nesting depth of loops; the inner structure of deeper loops is not analysed.
    pub const MAX_DEPTH: usize = 64;

    /// Orders the blocks of a region. Unreachable blocks come last.
    pub fn new(m: &Module, region: RegionId) -> Self {
        let blocks: Vec<BlockId> = m.blocks(region).collect();
        if blocks.len() <= 1 {
            return Self {
                loop_of: vec![None; blocks.len()],
                blocks,
                loops: Vec::new(),
            };
        }
        let index: FxHashMap<BlockId, u32> = (0..).zip(&blocks).map(|(i, &b)| (b, i)).collect();
        let successors = blocks.iter().map(|&block| {
            let last = m.last_op(block);
            let targets = last.map_or(&[][..], |op| m.successors(op));
            targets
                .iter()
                .filter_map(|block| index.get(block).copied())
                .collect()
        });
        let mut builder = Builder::new(successors.collect());
        builder.run();
        let block = |node: u32| blocks[node as usize];
        let loops = builder.loops.iter().map(|looped| CfgLoop {
            parent: looped.parent,
            header: block(looped.header),
            first: looped.first,
            end: looped.end,
            is_opaque: looped.is_opaque,
        });
        Self {
            blocks: builder.order.iter().map(|&node| block(node)).collect(),
            loop_of: builder.loop_of.clone(),
            loops: loops.collect(),
        }
    }

    /// All blocks of the region.
    pub fn blocks(&self) -> &[BlockId] {
        &self.blocks
    }

    /// All loops, outer ones before those inside of them.
    pub fn loops(&self) -> &[CfgLoop] {
        &self.loops
    }

    /// The smallest loop that the block at a position belongs to, as its index in
    /// [`loops`](Self::loops).
    pub fn loop_of(&self, position: usize) -> Option<u32> {
        self.loop_of.get(position).copied().flatten()
    }
}

impl Builder {
    fn new(successors: Vec<Vec<u32>>) -> Self {
        let n = successors.len();
        let (preorder, rpo, n_reached) = depth_first(&successors);
        Self {
            successors,
            preorder,
            rpo,
            n_reached,
            task_of: vec![0; n],
            n_tasks: 0,
            scratch: Scratch {
                order: vec![u32::MAX; n],
                low: vec![0; n],
                done: vec![false; n],
            },
            order: Vec::with_capacity(n),
            loop_of: Vec::with_capacity(n),
            loops: Vec::new(),
        }
    }

    fn run(&mut self) {
        let nodes = 0..self.successors.len() as u32;
        let (reached, dead) = nodes.partition(|&node| self.rpo[node as usize] < self.n_reached);
        let mut tasks = vec![Task::Split(dead, None, 0), Task::Split(reached, None, 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Emit(node, inside) => {
                    self.order.push(node);
                    self.loop_of.push(inside);
                }
                Task::Close(index) => {
                    if let Some(looped) = self.loops.get_mut(index as usize) {
                        looped.end = self.order.len();
                    }
                }
                Task::Split(nodes, inside, depth) => self.split(nodes, inside, depth, &mut tasks),
            }
        }
        // Until now, `first` holds the number of blocks of the loop.
        for looped in &mut self.loops {
            looped.first = looped.end - looped.first;
        }
    }

    /// Pushes the components of a set of blocks so that sources are popped before targets.
    fn split(
        &mut self,
        mut nodes: Vec<u32>,
        inside: Option<u32>,
        depth: usize,
        tasks: &mut Vec<Task>,
    ) {
        nodes.sort_stable_by_key(|&node| self.rpo[node as usize]);
        if depth > BlockOrder::MAX_DEPTH {
            tasks.extend(nodes.into_iter().rev().map(|node| Task::Emit(node, inside)));
            return;
        }
        for mut component in self.components(&nodes) {
            let single = component[0];
            let is_cycle =
                component.len() > 1 || self.successors[single as usize].contains(&single);
            if !is_cycle {
                tasks.push(Task::Emit(single, inside));
                continue;
            }
            let preorder = &self.preorder;
            let header = component
                .iter()
                .copied()
                .min_by_key(|&node| preorder[node as usize])
                .unwrap_or(single);
            let index = self.loops.len() as u32;
            self.loops.push(LoopNodes {
                parent: inside,
                header,
                first: component.len(),
                end: 0,
                is_opaque: depth == BlockOrder::MAX_DEPTH,
            });
            component.retain(|&node| node != header);
            tasks.push(Task::Close(index));
            tasks.push(Task::Split(component, Some(index), depth + 1));
            tasks.push(Task::Emit(header, Some(index)));
        }
    }

    /// Strongly connected components of a subset, targets before sources (Tarjan, no recursion).
    fn components(&mut self, nodes: &[u32]) -> Vec<Vec<u32>> {
        self.n_tasks += 1;
        let task = self.n_tasks;
        let Scratch { order, low, done } = &mut self.scratch;
        for &node in nodes {
            self.task_of[node as usize] = task;
            order[node as usize] = u32::MAX;
            done[node as usize] = false;
        }
        let mut list = Vec::new();
        let (mut stack, mut path): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
        let mut next = 0;
        for &start in nodes {
            if order[start as usize] == u32::MAX {
                path.push((start, 0));
            }
            while let Some((node, edge)) = path.last_mut() {
                let at = *node as usize;
                if *edge == 0 {
                    order[at] = next;
                    low[at] = next;
                    next += 1;
                    stack.push(*node);
                }
                let successors = &self.successors[at];
                // Visit the last successor first, so that the first one comes first in the order.
                if let Some(&to) = successors.iter().rev().nth(*edge) {
                    *edge += 1;
                    let target = to as usize;
                    if self.task_of[target] != task || done[target] {
                        // Not in this subset, or in a component of its own.
                    } else if order[target] == u32::MAX {
                        path.push((to, 0));
                    } else {
                        low[at] = low[at].min(order[target]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    low[parent as usize] = low[parent as usize].min(low[at]);
                }
                if low[at] == order[at] {
                    let mut component = Vec::new();
                    while let Some(node) = stack.pop() {
                        done[node as usize] = true;
                        component.push(node);
                        if node as usize == at {
                            break;
                        }
                    }
                    list.push(component);
                }
            }
        }
        list
    }
}

/// Position of each block in a depth-first search from the first block, in preorder and in reverse postorder; and
/// the number of blocks that are reachable from the first one.
fn depth_first(successors: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>, u32) {
    let n = successors.len();
    let (mut preorder, mut rpo) = (vec![u32::MAX; n], vec![0; n]);
    let mut path: Vec<(u32, usize)> = Vec::new();
    let (mut entered, mut n_reached) = (0, 0);
    let mut left: Vec<u32> = Vec::new();
    // Blocks that are unreachable from the entry are numbered after all others in both orders.
    for starts in [0..n.min(1), 1..n.max(1)] {
        let before = left.len();
        for start in starts {
            if preorder[start] != u32::MAX {
                continue;
            }
            path.push((start as u32, 0));
            while let Some((node, edge)) = path.last_mut() {
                let at = *node as usize;
                if *edge == 0 {
                    preorder[at] = entered;
                    entered += 1;
                }
                let next = successors[at].iter().rev().nth(*edge).copied();
                *edge += 1;
                match next {
                    Some(to) if preorder[to as usize] == u32::MAX => path.push((to, 0)),
                    Some(_) => {}
                    None => {
                        left.push(at as u32);
                        path.pop();
                    }
                }
            }
        }
        for (position, &node) in left[before..].iter().rev().enumerate() {
            rpo[node as usize] = (before + position) as u32;
        }
        if before == 0 {
            n_reached = left.len() as u32;
        }
    }
    (preorder, rpo, n_reached)
}

#[cfg(test)]
mod tests {
    use super::BlockOrder;
    use crate::text::{ParseOptions, parse};

    /// Builds a region from edges (block 0 is the entry) and shows its order: loops in brackets.
    fn order(edges: &[(usize, &[usize])]) -> String {
        let mut text = String::from("\"test.region\"() ({\n");
        for (block, targets) in edges {
            let targets: Vec<String> = targets.iter().map(|t| format!("^b{t}")).collect();
            text += &format!(
                "^b{block}:\n  \"test.br\"()[{}] : () -> ()\n",
                targets.join(", ")
            );
        }
        text += "}) : () -> ()\n";
        let m = parse(text.replace("[]", "").as_bytes(), &ParseOptions::default())
            .unwrap()
            .module;
        let region = m.regions(m.first_op(m.body().unwrap()).unwrap())[0];
        let names: Vec<_> = m.blocks(region).zip(edges).map(|(b, e)| (b, e.0)).collect();
        let order = BlockOrder::new(&m, region);
        let mut shown = Vec::new();
        for (position, block) in order.blocks().iter().enumerate() {
            let opens = order
                .loops()
                .iter()
                .filter(|looped| looped.first == position)
                .count();
            let closes = order
                .loops()
                .iter()
                .filter(|looped| looped.end == position + 1)
                .count();
            let name = names.iter().find(|(id, _)| id == block).unwrap().1;
            shown.push(format!("{}{name}{}", "(".repeat(opens), ")".repeat(closes)));
        }
        shown.join(" ")
    }

    #[test]
    fn without_loops_it_is_a_reverse_post_order_with_first_successors_first() {
        assert_eq!(
            order(&[(0, &[1, 2]), (1, &[3]), (2, &[3]), (3, &[])]),
            "0 1 2 3"
        );
        assert_eq!(order(&[(0, &[2]), (1, &[]), (2, &[1])]), "0 2 1");
    }

    #[test]
    fn loops_stay_together_and_what_follows_comes_after() {
        assert_eq!(
            order(&[(0, &[1]), (1, &[2, 3]), (2, &[]), (3, &[1])]),
            "0 (1 3) 2"
        );
        assert_eq!(
            order(&[(0, &[1]), (1, &[2]), (2, &[2, 3]), (3, &[1, 4]), (4, &[])]),
            "0 (1 (2) 3) 4"
        );
    }

    #[test]
    fn a_cycle_with_two_entries_is_one_loop() {
        assert_eq!(
            order(&[(0, &[1, 2]), (1, &[2, 3]), (2, &[1]), (3, &[])]),
            "0 (2 1) 3"
        );
    }

    #[test]
    fn blocks_that_cannot_be_reached_come_last() {
        assert_eq!(order(&[(0, &[2]), (1, &[2]), (2, &[])]), "0 2 1");
    }
}
