//! Turns the bytes of accesses into scopes: one for each range of bytes of an object, with the scopes that are disjoint
//! from it.

use std::collections::{BTreeMap, HashMap};

use memplan_support::Sort as _;

use super::graph::{Function, Shape};
use super::ranges::{Memory, Range, Ranges};

/// With more ranges than this, ranges of an object are merged into [`FEW`] classes: lists grow with their square.
const MANY: usize = 256;

/// See [`MANY`].
const FEW: usize = 64;

/// The most objects with scopes of their own: those with the most accesses.
const MAX_OBJECTS: usize = 64;

/// The scopes of a function.
#[derive(Default)]
pub(super) struct Scopes {
    pub(super) domains: usize,
    pub(super) scopes: Vec<Scope>,
    /// For each access that gets metadata its number, its own scopes, and those that it never touches.
    pub(super) marked: Vec<(usize, Marks)>,
}

/// A set of bytes.
pub(super) struct Scope {
    pub(super) domain: usize,
    pub(super) description: String,
    /// Whether it holds for one call of the function only. Where LLVM inlines it into a loop, and repeats the body of
    /// that, it has to know.
    pub(super) is_of_call: bool,
}

/// The scopes of an access, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Marks {
    pub(super) own: Vec<usize>,
    pub(super) others: Vec<usize>,
}

impl Scopes {
    /// Finds the scopes. Near-linear in the function, and quadratic in the classes of one object.
    pub(super) fn of<I>(function: &Function<I>) -> Self {
        let shape = Shape::new(function);
        let mut ranges = Ranges::new(function, &shape);
        // Copies within one object are in the scopes of both ends. Between objects they get none of these: such a scope
        // would say that what never touches one end never touches the other.
        let mut objects: BTreeMap<(u32, Vec<u32>), Object> = BTreeMap::new();
        let mut memories: BTreeMap<Memory, usize> = BTreeMap::new();
        let mut memories_of = Vec::new();
        for (number, access) in function.accesses.iter().enumerate() {
            let Some(places) = ranges.of_access(access) else {
                continue;
            };
            let Some(first) = places.first() else {
                continue;
            };
            if places.iter().all(|place| place.root == first.root) {
                let object = objects.entry(first.root.clone()).or_insert_with(|| Object {
                    is_fresh: true,
                    accesses: Vec::new(),
                });
                object.is_fresh &= places.iter().all(|place| ranges.is_fresh(place));
                let of_access = places.iter().map(|place| place.range).collect();
                object.accesses.push((number, of_access));
            }
            let of_access: Option<Vec<Memory>> =
                places.iter().map(|place| ranges.memory(place)).collect();
            for &memory in of_access.iter().flatten() {
                *memories.entry(memory).or_default() += 1;
            }
            memories_of.extend(of_access.map(|of_access| (number, of_access)));
        }
        let mut scopes = Self::default();
        let mut marks = vec![Marks::default(); function.accesses.len()];
        for object in objects.into_values() {
            scopes.add_ranges(&object, &mut marks);
        }
        scopes.add_memories(memories, &memories_of, &mut marks);
        let marked = marks.into_iter().enumerate();
        scopes.marked = marked
            .filter(|(_, marks)| !marks.others.is_empty())
            .collect();
        scopes
    }

    fn add_ranges(&mut self, object: &Object, marks: &mut [Marks]) {
        let mut distinct: Vec<Range> = object
            .accesses
            .iter()
            .flat_map(|(_, ranges)| ranges)
            .copied()
            .collect();
        distinct.sort_stable_by(Ord::cmp);
        distinct.dedup();
        let mut hulls: Vec<Range> = Vec::new();
        let mut class_of: HashMap<Range, usize> = HashMap::new();
        for (&range, class) in distinct.iter().zip(classes(&distinct)) {
            if class == hulls.len() {
                hulls.push(range);
            }
            hulls[class] = (hulls[class].0.min(range.0), hulls[class].1.max(range.1));
            class_of.insert(range, class);
        }
        let are_disjoint = |a: Range, b: Range| a.1 <= b.0 || b.1 <= a.0;
        let least_end = hulls.iter().map(|hull| hull.1).min();
        if hulls
            .last()
            .zip(least_end)
            .is_none_or(|(last, end)| last.0 < end)
        {
            return;
        }
        let first = self.scopes.len();
        for (from, to) in &hulls {
            self.scopes.push(Scope {
                domain: self.domains,
                description: format!("{from} to {to}"),
                is_of_call: !object.is_fresh,
            });
        }
        self.domains += 1;
        let mut others_of: HashMap<Vec<usize>, Vec<usize>> = HashMap::new();
        for (number, ranges) in &object.accesses {
            let mut own: Vec<usize> = ranges.iter().map(|range| class_of[range]).collect();
            own.sort_stable();
            own.dedup();
            let others = others_of.entry(own.clone()).or_insert_with(|| {
                let is_other = |&class: &usize| {
                    own.iter()
                        .all(|&own| are_disjoint(hulls[own], hulls[class]))
                };
                (0..hulls.len()).filter(is_other).collect()
            });
            marks[*number]
                .own
                .extend(own.iter().map(|class| first + class));
            marks[*number]
                .others
                .extend(others.iter().map(|class| first + class));
        }
    }

    /// Separates new objects from each other, and from memory that existed before.
    fn add_memories(
        &mut self,
        memories: BTreeMap<Memory, usize>,
        of_accesses: &[(usize, Vec<Memory>)],
        marks: &mut [Marks],
    ) {
        let mut most_used: Vec<(Memory, usize)> = memories.into_iter().collect();
        most_used.sort_stable_by_key(|&(memory, n)| match memory {
            Memory::Outside => 0,
            Memory::Fresh(_) => usize::MAX - n,
        });
        most_used.truncate(MAX_OBJECTS);
        if most_used.len() < 2 {
            return;
        }
        let first = self.scopes.len();
        let scope_of: HashMap<Memory, usize> = (most_used.iter())
            .map(|&(memory, _)| memory)
            .zip(first..)
            .collect();
        for (number, (memory, _)) in most_used.iter().enumerate() {
            self.scopes.push(Scope {
                domain: self.domains,
                description: match memory {
                    Memory::Outside => "outside".to_owned(),
                    Memory::Fresh(_) => format!("object {number}"),
                },
                is_of_call: true,
            });
        }
        self.domains += 1;
        for (number, memories) in of_accesses {
            let own: Option<Vec<usize>> = memories
                .iter()
                .map(|memory| scope_of.get(memory).copied())
                .collect();
            let Some(mut own) = own else {
                continue;
            };
            own.sort_stable();
            own.dedup();
            let others = (first..self.scopes.len()).filter(|scope| !own.contains(scope));
            marks[*number].others.extend(others);
            marks[*number].own.extend(own);
        }
    }
}

/// The accesses of an object, by number, with the bytes that each touches.
struct Object {
    is_fresh: bool,
    accesses: Vec<(usize, Vec<Range>)>,
}

/// The class of each of the sorted ranges: its own, or few, in which neighbours with the smallest hulls are together.
fn classes(ranges: &[Range]) -> Vec<usize> {
    if ranges.len() <= MANY {
        return (0..ranges.len()).collect();
    }
    // Ranges from the same byte on are one; so are neighbours where there are too many to compare.
    let per_group = ranges.len().div_ceil(FEW * FEW);
    let mut groups: Vec<(Range, usize)> = Vec::new();
    for (number, &range) in ranges.iter().enumerate() {
        match groups.last_mut() {
            Some((hull, n)) if hull.0 == range.0 || number % per_group != 0 => {
                hull.1 = hull.1.max(range.1);
                *n += 1;
            }
            _ => groups.push((range, 1)),
        }
    }
    while groups.len() > FEW {
        let growth = |at: usize| {
            let (a, b) = (groups[at].0, groups[at + 1].0);
            (a.1.max(b.1) - a.0) - (a.1 - a.0).max(b.1 - b.0)
        };
        let Some(at) = (0..groups.len() - 1).min_by_key(|&at| growth(at)) else {
            break;
        };
        let (next, n) = groups.remove(at + 1);
        groups[at].0.1 = groups[at].0.1.max(next.1);
        groups[at].1 += n;
    }
    let of_group = |(class, &(_, n)): (usize, &(Range, usize))| std::iter::repeat_n(class, n);
    groups.iter().enumerate().flat_map(of_group).collect()
}

#[cfg(test)]
mod tests {
    use super::classes;

    #[test]
    fn few_ranges_are_exact_and_many_become_few() {
        assert_eq!(classes(&[(0, 4), (0, 8), (8, 12)]), [0, 1, 2]);
        let many: Vec<(i128, i128)> = (0..10_000).map(|at| (at * 4, at * 4 + 4)).collect();
        let of_many = classes(&many);
        assert_eq!(of_many.len(), many.len());
        assert!(of_many.is_sorted());
        assert!(of_many.last().is_some_and(|&last| last < 64));
        let twins: Vec<(i128, i128)> = (0..600)
            .map(|at| (at / 2 * 8, at / 2 * 8 + 4 + at % 2))
            .collect();
        let of_twins = classes(&twins);
        assert!(
            of_twins.chunks(2).all(|pair| pair[0] == pair[1]),
            "{of_twins:?}"
        );
    }
}
