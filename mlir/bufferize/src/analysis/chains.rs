//! Chains of values with one buffer: each leads from a result back to the operand that it updates.
//!
//! Values form a forest. With a pre-order numbering, a test for an ancestor takes two comparisons. A walk over a
//! chain of `n` operations would take `n` steps.

use super::facts::Val;

/// The forest.
#[derive(Clone, Debug, Default)]
pub(super) struct Chains {
    enter: Vec<u32>,
    leave: Vec<u32>,
    top: Vec<Val>,
}

impl Chains {
    /// The forest with these parents, which must be acyclic. Linear.
    pub(super) fn new(parents: &[Option<Val>]) -> Self {
        let n = parents.len();
        let mut children: Vec<Vec<Val>> = vec![Vec::new(); n];
        for (v, parent) in parents.iter().enumerate() {
            if let Some(parent) = parent {
                children[*parent as usize].push(v as Val);
            }
        }
        let mut chains = Self {
            enter: vec![0; n],
            leave: vec![0; n],
            top: (0..n as Val).collect(),
        };
        let mut next = 0;
        for root in (0..n as Val).filter(|&v| parents[v as usize].is_none()) {
            let mut work = vec![(root, false)];
            while let Some((v, is_done)) = work.pop() {
                if is_done {
                    chains.leave[v as usize] = next;
                    continue;
                }
                chains.enter[v as usize] = next;
                chains.top[v as usize] = root;
                next += 1;
                work.push((v, true));
                work.extend(children[v as usize].iter().map(|&child| (child, false)));
            }
        }
        chains
    }

    /// Whether `above` is `v` or an ancestor of `v`.
    pub(super) fn is_at_or_below(&self, v: Val, above: Val) -> bool {
        let at = self.enter[v as usize];
        self.enter[above as usize] <= at && at < self.leave[above as usize]
    }

    /// The root of the tree that contains `v`.
    pub(super) fn top(&self, v: Val) -> Val {
        self.top[v as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Chains;

    #[test]
    fn a_value_is_below_all_that_the_way_back_meets() {
        let parents = [None, Some(0), Some(1), Some(1), None, Some(4), Some(3)];
        let chains = Chains::new(&parents);
        for v in 0..parents.len() as u32 {
            let mut way = vec![v];
            while let Some(&last) = way.last()
                && let Some(parent) = parents[last as usize]
            {
                way.push(parent);
            }
            assert_eq!(way.last().copied(), Some(chains.top(v)));
            for above in 0..parents.len() as u32 {
                assert_eq!(
                    chains.is_at_or_below(v, above),
                    way.contains(&above),
                    "{v} {above}"
                );
            }
        }
    }
}
