//! The arithmetic of a plan at run time: its formulas after value numbering.

use std::collections::BTreeMap;

use memplan_support::Sort;

use super::{Orientation, OrientationPlan};
use crate::{BufferId, Bytes};

/// How many values are visited to find out whether one is part of another.
const MAX_VISITED: usize = 64;

/// One value of an [`Arithmetic`], computed from earlier ones, which are given by their indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The number 0.
    Zero,
    /// A size of the plan, rounded as the plan says, by its index in [`OrientationPlan::sizes`].
    Size(u32),
    /// The sum of two values, the lower index first.
    Sum(u32, u32),
    /// The maximum of two values or more, ascending.
    Maximum(Vec<u32>),
}

/// Where the results of one orientation are, as indices of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The offset of each buffer.
    pub offsets: Vec<u32>,
    /// The size of the arena.
    pub peak: u32,
}

/// The computations of a plan, each once: equal sets of ends below two buffers are one offset, an equal offset and size
/// one end, in all orientations.
///
/// ```
/// use memplan_planner::symbols::Arithmetic;
/// use memplan_planner::{PlanOptions, registry, wire};
///
/// let file = b"# symbol b 1..64\nid,lower,upper,size\nx,0,2,64*b\ny,1,3,b*b\nz,2,4,64*b\n";
/// let trace = &wire::read_trace(file)?.traces[0];
/// let schedule = registry::planner("greedy-by-size")?.plan(trace, &PlanOptions::default())?;
/// let arithmetic = Arithmetic::of(schedule.oriented.as_deref().ok_or("no symbols")?);
/// assert_eq!((arithmetic.n_additions(), arithmetic.n_maxima()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    /// All values, operands before results.
    pub values: Vec<Value>,
    /// For each orientation of the plan.
    pub results: Vec<Results>,
}

impl Arithmetic {
    /// The arithmetic of a plan. `O(k (n + m) log n)`.
    pub fn of(plan: &OrientationPlan) -> Self {
        let mut numbering = Numbering::default();
        numbering.number(Value::Zero);
        let orientations = plan.orientations.iter();
        let results = orientations
            .map(|orientation| numbering.results(orientation, &plan.size_of))
            .collect();
        Self {
            values: numbering.values,
            results,
        }
    }

    /// The number of additions.
    pub fn n_additions(&self) -> usize {
        let sums = self.values.iter();
        sums.filter(|value| matches!(value, Value::Sum(..))).count()
    }

    /// The number of maxima of two numbers.
    pub fn n_maxima(&self) -> usize {
        let of_value = self.values.iter().map(|value| match value {
            Value::Maximum(of) => of.len() - 1,
            Value::Zero | Value::Size(_) | Value::Sum(..) => 0,
        });
        of_value.sum()
    }

    /// The number of different offsets in all orientations.
    pub fn n_offsets(&self) -> usize {
        let mut all: Vec<u32> = (self.results.iter())
            .flat_map(|results| results.offsets.iter().copied())
            .collect();
        all.sort_stable();
        all.dedup();
        all.len()
    }

    /// All values for these rounded sizes, one for each of [`OrientationPlan::sizes`]; `None` when one exceeds 64 bits,
    /// or sizes are missing.
    pub fn evaluate(&self, sizes: &[Bytes]) -> Option<Vec<Bytes>> {
        let mut computed: Vec<Bytes> = Vec::with_capacity(self.values.len());
        for value in &self.values {
            let at = |index: &u32| computed.get(*index as usize).copied();
            let number = match value {
                Value::Zero => Bytes(0),
                Value::Size(index) => *sizes.get(*index as usize)?,
                Value::Sum(a, b) => Bytes(at(a)?.0.checked_add(at(b)?.0)?),
                Value::Maximum(of) => of.iter().map(at).max().flatten()?,
            };
            computed.push(number);
        }
        Some(computed)
    }
}

#[derive(Default)]
struct Numbering {
    values: Vec<Value>,
    number_of: BTreeMap<Value, u32>,
}

/// The number of [`Value::Zero`].
const ZERO: u32 = 0;

impl Numbering {
    fn number(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        *self.number_of.entry(value).or_insert_with_key(|value| {
            self.values.push(value.clone());
            next
        })
    }

    fn results(&mut self, orientation: &Orientation, size_of: &[u32]) -> Results {
        let mut offsets = vec![ZERO; orientation.len()];
        let mut ends = vec![ZERO; orientation.len()];
        let mut is_below = vec![false; orientation.len()];
        for &id in orientation.order() {
            for lower in orientation.below(id) {
                is_below[lower.index()] = true;
            }
            let below = orientation.below(id).iter();
            let offset = self.maximum(below.map(|lower| ends[lower.index()]).collect());
            let size = size_of.get(id.index()).copied().unwrap_or_default();
            let size = self.number(Value::Size(size));
            offsets[id.index()] = offset;
            ends[id.index()] = match offset {
                ZERO => size,
                _ => self.number(Value::Sum(offset.min(size), offset.max(size))),
            };
        }
        let all = (0..orientation.len() as u32).map(BufferId);
        let tops = all.filter(|id| !is_below[id.index()]);
        let tops = tops.map(|id| ends[id.index()]).collect();
        Results {
            peak: self.maximum(tops),
            offsets,
        }
    }

    /// The maximum of values, without those that are part of another one: no size is negative.
    fn maximum(&mut self, mut of: Vec<u32>) -> u32 {
        of.sort_stable();
        of.dedup();
        of.retain(|&value| value != ZERO);
        let all = of.clone();
        of.retain(|&value| !all.iter().any(|&other| self.is_part(value, other)));
        match *of {
            [] => ZERO,
            [value] => value,
            _ => self.number(Value::Maximum(of)),
        }
    }

    /// Whether a value is an operand of another one, or an operand of one of its operands, and so on. Gives up early.
    fn is_part(&self, part: u32, whole: u32) -> bool {
        let mut stack = vec![whole];
        let mut n_visited = 0;
        while let Some(value) = stack.pop() {
            n_visited += 1;
            if value < part || MAX_VISITED < n_visited {
                continue;
            }
            let operands: &[u32] = match &self.values[value as usize] {
                Value::Zero | Value::Size(_) => &[],
                Value::Sum(a, b) => &[*a, *b],
                Value::Maximum(of) => of,
            };
            if operands.contains(&part) {
                return true;
            }
            stack.extend(operands);
        }
        false
    }
}
