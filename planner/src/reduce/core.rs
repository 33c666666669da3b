//! The core of an instance: what remains after forced placements.
//!
//! Items that occupy all sections of a component can be stacked at its bottom: such an item can be
//! removed from any plan, the items above it lowered, and the item inserted below. Without them the
//! component often splits, and the parts may have such items again. This module repeats that to the
//! end, for the whole instance at once: the result is *components*, each with its items, its
//! sections and the height at which it begins. Order-based planners place them one by one in one
//! address tree, without copying the instance.

use memplan_support::Sort;

use super::{Instance, Run};

/// An independent part of an instance without the items at its bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Component {
    pub(crate) sections: Run,
    /// Where its items begin and end in [`Core::items`].
    pub(crate) items: (u32, u32),
    /// The units taken below it.
    pub(crate) floor: u64,
    /// The sum of sizes, `floor` included, in units, in the section where it is largest.
    pub(crate) load: u64,
    /// The first section of that load.
    pub(crate) peak_section: u32,
}

/// The components of an instance, and the items that are placed already.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    /// In order of time.
    pub(crate) components: Vec<Component>,
    /// The items of the components, one component after the other, each in order of first section.
    pub(crate) items: Vec<u32>,
    /// The offsets of all items: given for those at the bottom, 0 for the others.
    pub(crate) offsets: Vec<u64>,
    /// The highest end, in bytes, of the items at the bottom.
    pub(crate) peak: u64,
}

impl Core {
    /// Takes an instance apart. `O(n log n + sections)`.
    ///
    /// Where sizes were rounded up, the peak of the plan with items at the bottom may be higher than
    /// it has to be, by less than what rounding added to the item at the top.
    pub(crate) fn new(instance: &Instance, loads: &[u64]) -> Self {
        let may_peel = !instance.has_pins() && !instance.has_alignment() && !instance.has_gaps;
        Self::peeled(instance, loads, may_peel)
    }

    /// The same with nothing at the bottom: for callers that already have plans. `O(n + sections)`.
    pub(crate) fn without_bottom(instance: &Instance, loads: &[u64]) -> Self {
        Self::peeled(instance, loads, false)
    }

    fn peeled(instance: &Instance, loads: &[u64], may_peel: bool) -> Self {
        let mut peeling = Peeling::new(instance, may_peel);
        let mut core = Self {
            components: Vec::new(),
            items: Vec::new(),
            offsets: vec![0; instance.len()],
            peak: 0,
        };
        peeling.run(instance, loads, &mut core);
        core
    }

    pub(crate) fn items_of(&self, component: &Component) -> &[u32] {
        &self.items[component.items.0 as usize..component.items.1 as usize]
    }
}

/// A stretch of sections under examination.
struct Stretch {
    sections: Run,
    /// The number of items below it, all of which occupy all of it.
    n_below: u32,
    floor: u64,
}

struct Peeling {
    may_peel: bool,
    /// All items by first section; of equal ones the longest first.
    by_first: Vec<u32>,
    /// Where in `by_first` the items with each first section begin; one entry more than sections.
    first_of: Vec<u32>,
    /// The same without the items at the bottom; those come first.
    next_of: Vec<u32>,
    /// The borders of sections, ascending, by how many hulls cross them.
    borders: Vec<u32>,
    /// Where in `borders` those with each number of hulls begin.
    first_border: Vec<u32>,
}

impl Peeling {
    fn new(instance: &Instance, may_peel: bool) -> Self {
        let n_sections = instance.n_sections as usize;
        let mut first_of = vec![0_u32; n_sections + 2];
        // The number of hulls that cross the border before each section; the differences may wrap.
        let mut crossing = vec![0_u32; n_sections + 1];
        for &(first, end) in &instance.hull {
            first_of[first as usize + 2] += 1;
            crossing[first as usize + 1] = crossing[first as usize + 1].wrapping_add(1);
            crossing[end as usize] = crossing[end as usize].wrapping_sub(1);
        }
        sum_up(&mut first_of);
        let mut by_first = vec![0_u32; instance.len()];
        for (item, &(first, _)) in instance.hull.iter().enumerate() {
            let at = &mut first_of[first as usize + 1];
            by_first[*at as usize] = item as u32;
            *at += 1;
        }
        first_of.pop();
        if may_peel {
            for section in first_of.windows(2) {
                let items = &mut by_first[section[0] as usize..section[1] as usize];
                items.sort_stable_by_key(|&item| {
                    (std::cmp::Reverse(instance.hull[item as usize].1), item)
                });
            }
        }
        sum_up(&mut crossing);
        let most = crossing.iter().copied().max().unwrap_or(0) as usize;
        let mut first_border = vec![0_u32; most + 3];
        for &n_hulls in &crossing {
            first_border[n_hulls as usize + 2] += 1;
        }
        sum_up(&mut first_border);
        let mut borders = vec![0_u32; crossing.len()];
        for (border, &n_hulls) in crossing.iter().enumerate() {
            let at = &mut first_border[n_hulls as usize + 1];
            borders[*at as usize] = border as u32;
            *at += 1;
        }
        Self {
            may_peel,
            by_first,
            next_of: first_of[..n_sections].to_vec(),
            first_of,
            borders,
            first_border,
        }
    }

    fn run(&mut self, instance: &Instance, loads: &[u64], core: &mut Core) {
        let mut stretches = vec![Stretch {
            sections: (0, instance.n_sections),
            n_below: 0,
            floor: 0,
        }];
        while let Some(mut stretch) = stretches.pop() {
            let (first, end) = stretch.sections;
            if first == end {
                continue;
            }
            if self.may_peel {
                self.peel(instance, &mut stretch, core);
            }
            let borders = self.borders_below(stretch.n_below);
            let low = borders.partition_point(|&border| border <= first);
            let high = borders.partition_point(|&border| border < end);
            if low < high {
                // Push the last one first, so that components are found in order of time.
                let mut end = end;
                for &border in borders[low..high].iter().rev() {
                    stretches.push(Stretch {
                        sections: (border, end),
                        ..stretch
                    });
                    end = border;
                }
                stretches.push(Stretch {
                    sections: (first, end),
                    ..stretch
                });
            } else {
                self.add(loads, &stretch, core);
            }
        }
    }

    /// The borders that `n_hulls` hulls cross, ascending.
    fn borders_below(&self, n_hulls: u32) -> &[u32] {
        let n_hulls = n_hulls as usize;
        match self.first_border.get(n_hulls..n_hulls + 2) {
            Some(range) => &self.borders[range[0] as usize..range[1] as usize],
            None => &[],
        }
    }

    /// Puts the items that occupy all of a stretch at its bottom.
    fn peel(&mut self, instance: &Instance, stretch: &mut Stretch, core: &mut Core) {
        let (first, end) = stretch.sections;
        let next = &mut self.next_of[first as usize];
        while *next < self.first_of[first as usize + 1] {
            let item = self.by_first[*next as usize] as usize;
            if instance.hull[item].1 != end {
                break;
            }
            core.offsets[item] = stretch.floor;
            core.peak = core.peak.max(instance.end(item, stretch.floor));
            stretch.floor += instance.size[item];
            stretch.n_below += 1;
            *next += 1;
        }
    }

    /// Turns the remaining items of a stretch into a component.
    fn add(&self, loads: &[u64], stretch: &Stretch, core: &mut Core) {
        let (first, end) = stretch.sections;
        let begin = core.items.len() as u32;
        for section in first..end {
            let from = self.next_of[section as usize] as usize;
            let to = self.first_of[section as usize + 1] as usize;
            core.items.extend_from_slice(&self.by_first[from..to]);
        }
        if begin == core.items.len() as u32 {
            return;
        }
        let mut peak_section = first;
        for section in first..end {
            if loads[peak_section as usize] < loads[section as usize] {
                peak_section = section;
            }
        }
        core.components.push(Component {
            sections: stretch.sections,
            items: (begin, core.items.len() as u32),
            floor: stretch.floor,
            load: loads[peak_section as usize],
            peak_section,
        });
    }
}

/// Replaces each number by the sum up to it.
fn sum_up(numbers: &mut [u32]) {
    let mut sum = 0_u32;
    for number in numbers {
        sum = sum.wrapping_add(*number);
        *number = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::Core;
    use crate::reduce::Instance;
    use crate::{LifetimeTrace, PlanOptions};

    fn core(notation: &str) -> (Instance, Core) {
        let trace: LifetimeTrace = notation.parse().unwrap();
        let instance = Instance::new(&trace, &PlanOptions::default()).unwrap();
        let core = Core::new(&instance, &instance.loads());
        (instance, core)
    }

    /// Items, floor and load of each component.
    fn components(core: &Core) -> Vec<(Vec<u32>, u64, u64)> {
        let components = core.components.iter();
        components
            .map(|c| (core.items_of(c).to_vec(), c.floor, c.load))
            .collect()
    }

    #[test]
    fn what_spans_a_component_goes_to_its_bottom_again_and_again() {
        let (_, core) = core(
            "w 0..12 8; a 0..6 4; b 6..12 2; e 0..2 1; f 1..3 1; g 2..4 1; h 3..6 1; x 12..13 3",
        );
        assert_eq!(core.offsets[..3], [0, 8, 8]);
        assert_eq!(components(&core), [(vec![4, 3, 5, 6], 12, 14)]);
        assert_eq!((core.offsets[7], core.peak), (0, 12));
    }

    #[test]
    fn parts_of_parts_have_bottoms_of_their_own() {
        let chain = |at: u64| {
            let item = |i: u64| {
                let begin = at + i;
                format!("c{at}-{i} {begin}..{} 1\n", begin + 2)
            };
            (0..4).map(item).collect::<String>()
        };
        let (_, core) = core(&format!("w 0..10 8\na 0..5 4\n{}{}", chain(0), chain(5)));
        assert_eq!(core.offsets[..2], [0, 8]);
        assert_eq!(
            components(&core),
            [(vec![3, 2, 4, 5], 12, 14), (vec![7, 6, 8, 9], 8, 10)]
        );
    }

    #[test]
    fn gaps_pins_and_alignment_leave_everything_in_place() {
        for feature in ["gap=2..3", "pin=3", "align=2"] {
            let (_, core) = core(&format!("w 0..9 8; a 0..4 3 {feature}; b 4..9 2"));
            let items: Vec<usize> = components(&core).iter().map(|c| c.0.len()).collect();
            assert_eq!(items, [3], "{feature}");
        }
    }

    #[test]
    fn deep_nests_take_no_recursion() {
        let n = 100_000;
        let nest = (0..n).map(|i| format!("a{i} {i}..{n} 1\nb{i} {i}..{} 1\n", i + 1));
        let (_, core) = core(&nest.collect::<String>());
        assert!(core.components.is_empty());
        assert_eq!(core.peak, n + 1);
    }
}
