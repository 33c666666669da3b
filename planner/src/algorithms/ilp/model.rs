//! The integer program at one capacity.
//!
//! Offsets are continuous (multiples of their alignment where they have one), each undecided pair has
//! a binary variable, and the height `H` is minimised between the bound and the capacity:
//!
//! - `o_a + room <= o_b + M (1 - y_ab)` and its mirror image, with the least `M` that the domains of
//!   the offsets allow;
//! - stack rows: in each section, the offset of a buffer is at least the sum of all buffers below it, and the space
//!   above it at least the sum of all buffers above it. Together they imply that `H` is at least the load, which the
//!   relaxation of the big-M rows alone does not;
//! - cuts: transitivity of orders in a section, added where a relaxation violates it, and the
//!   [`super::order::Ordered::Reason`]s found so far.
//!
//! Units are scaled so that the capacity is a few thousand: tolerances of solvers are absolute.

use std::ops::Range;

use good_lp::{
    Constraint, Expression, IntoAffineExpression as _, ProblemVariables, Variable,
    VariableDefinition, constraint, variable,
};
use memplan_support::Sort;

use super::domains::Domains;
use super::parameters::Parameters;
use super::problem::Problem;

/// `sum of literals <= bound`, where the literal `(p, true)` is 1 if `a` is below in pair `p`, and
/// `(p, false)` is 1 if it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub(super) literals: Vec<(usize, bool)>,
    pub(super) bound: i32,
}

impl Cut {
    /// Not all of these orientations at once.
    pub(super) fn not_all(literals: Vec<(usize, bool)>) -> Self {
        let bound = i32::try_from(literals.len()).unwrap_or(i32::MAX) - 1;
        Self { literals, bound }
    }

    fn left_side(&self, order: &[f64]) -> f64 {
        let value = |&(pair, a_is_below): &(usize, bool)| {
            if a_is_below {
                order[pair]
            } else {
                1.0 - order[pair]
            }
        };
        self.literals.iter().map(value).sum()
    }
}

/// Whether the orders of pairs must be whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integrality {
    /// Any value from 0 to 1: a linear program, quickly solved.
    Relaxed,
    /// Either 0 or 1.
    Whole,
}

/// A model to be solved, and what its variables mean.
pub(super) struct Model {
    pub(super) variables: ProblemVariables,
    pub(super) height: Variable,
    pub(super) rows: Vec<Constraint>,
    /// The order of each pair: decided, or a variable.
    orders: Vec<Order>,
    /// Bytes per unit of the model.
    scale: f64,
    /// The tolerance in bytes.
    tolerance: f64,
    integrality: Integrality,
}

#[derive(Clone, Copy, Debug)]
enum Order {
    Decided(bool),
    Open {
        variable: Variable,
        /// Its place among all variables.
        column: usize,
    },
}

impl Order {
    /// 1 if `a` is below (or, for `a_is_below == false`, if it is not).
    fn literal(self, a_is_below: bool) -> Expression {
        match self {
            Self::Decided(decided) => Expression::from(f64::from(u8::from(decided == a_is_below))),
            Self::Open { variable, .. } if a_is_below => Expression::from(variable),
            Self::Open { variable, .. } => 1.0 - variable,
        }
    }
}

impl Model {
    /// The model of schedules within `domains` whose peaks, in bytes, are in a range.
    pub(super) fn new(
        problem: &Problem,
        domains: &Domains,
        peaks: Range<u64>,
        cuts: &[Cut],
        integrality: Integrality,
    ) -> Self {
        let capacity = domains.highest_end(problem);
        let scale =
            (capacity as f64 / Parameters::DEFAULT.greatest_height).max(problem.unit as f64);
        // Nearly halfway to the next peak, if floats can distinguish them. Solutions within the
        // capacity are never cut off; solutions that exceed it slightly are detected when offsets
        // are derived.
        let to_next = 0.4 * peaks.end.saturating_sub(capacity) as f64;
        let tolerance = Parameters::DEFAULT.tolerance * capacity as f64;
        let highest = capacity as f64 + to_next.max(tolerance);
        let mut variables = ProblemVariables::new();
        let height = variables.add(
            variable()
                .min((peaks.start as f64 - tolerance).max(0.0) / scale)
                .max(highest / scale),
        );
        let open = match integrality {
            Integrality::Relaxed => variable().min(0.0).max(1.0),
            Integrality::Whole => variable().binary(),
        };
        let mut orders = Vec::with_capacity(problem.pairs.len());
        for decided in &domains.a_is_below {
            orders.push(match decided {
                Some(decided) => Order::Decided(*decided),
                None => {
                    let column = variables.len();
                    let variable = variables.add(open.clone());
                    Order::Open { variable, column }
                }
            });
        }
        let mut model = Self {
            variables,
            height,
            rows: Vec::new(),
            orders,
            scale,
            tolerance,
            integrality,
        };
        let offsets = model.add_offsets(problem, domains, integrality);
        model.add_disjunctions(problem, domains, &offsets);
        model.add_stacks(problem, &offsets);
        for cut in cuts {
            let literals = cut.literals.iter();
            let sum: Expression = literals
                .map(|&(pair, a_is_below)| model.orders[pair].literal(a_is_below))
                .sum();
            model.add_row(sum, f64::from(cut.bound));
        }
        model
    }

    /// For each pair how much `a` is below: 1 if it is, 0 if it is not.
    pub(super) fn orders(&self, columns: &[f64]) -> Vec<f64> {
        let order = |order: &Order| match *order {
            Order::Decided(decided) => f64::from(u8::from(decided)),
            Order::Open { column, .. } => columns.get(column).copied().unwrap_or(0.0),
        };
        self.orders.iter().map(order).collect()
    }

    /// Whether orders may be fractions.
    pub(super) fn is_relaxed(&self) -> bool {
        self.integrality == Integrality::Relaxed
    }

    /// Converts a bound in units of the model to bytes, reduced by the tolerance of solvers.
    pub(super) fn height_to_bytes(&self) -> impl Fn(f64) -> u64 + use<> {
        let (scale, tolerance) = (self.scale, self.tolerance.max(0.25));
        move |height| {
            let bytes = height * scale - tolerance;
            if bytes.is_finite() {
                bytes.ceil().max(0.0) as u64 // saturates
            } else {
                0
            }
        }
    }

    fn add_offsets(
        &mut self,
        problem: &Problem,
        domains: &Domains,
        integrality: Integrality,
    ) -> Vec<Expression> {
        let unit = problem.unit as f64 / self.scale;
        let mut offsets = Vec::with_capacity(problem.items.len());
        for (index, item) in problem.items.iter().enumerate() {
            let (lowest, highest) = (domains.lowest[index], domains.highest[index]);
            let is_whole = item.align != 1
                && integrality == Integrality::Whole
                && highest / item.align <= Parameters::DEFAULT.most_multiples;
            let step = if is_whole { item.align } else { 1 };
            let definition: VariableDefinition = variable()
                .min((lowest / step) as f64)
                .max((highest / step) as f64);
            let offset = if lowest == highest {
                Expression::from(lowest as f64 * unit)
            } else if is_whole {
                self.variables.add(definition.integer()) * (step as f64 * unit)
            } else {
                let scaled = variable()
                    .min(lowest as f64 * unit)
                    .max(highest as f64 * unit);
                Expression::from(self.variables.add(scaled))
            };
            let end = offset.clone() + item.bytes as f64 / self.scale;
            self.add_row(end - self.height, 0.0);
            offsets.push(offset);
        }
        offsets
    }

    fn add_disjunctions(&mut self, problem: &Problem, domains: &Domains, offsets: &[Expression]) {
        let unit = problem.unit as f64 / self.scale;
        for (index, pair) in problem.pairs.iter().enumerate() {
            let (a, b) = (pair.a as usize, pair.b as usize);
            let order = self.orders[index];
            for (low, high, room, a_is_below) in
                [(a, b, pair.a_below, true), (b, a, pair.b_below, false)]
            {
                // The big-M constant: how far `low` may reach into `high` at most if it is not
                // below.
                let most = i128::from(domains.highest[low]) + i128::from(room)
                    - i128::from(domains.lowest[high]);
                if most <= 0 || matches!(order, Order::Decided(decided) if decided != a_is_below) {
                    continue;
                }
                let reach = offsets[low].clone() + room as f64 * unit - offsets[high].clone();
                let slack = most as f64 * unit * order.literal(!a_is_below);
                self.add_row(reach - slack, 0.0);
            }
        }
    }

    fn add_stacks(&mut self, problem: &Problem, offsets: &[Expression]) {
        for section in &problem.sections {
            let members = &section.members;
            for (i, member) in members.iter().enumerate() {
                let offset = offsets[member.item as usize].clone();
                let (mut below, mut above) = (Expression::from(0.0), Expression::from(0.0));
                for (j, other) in members.iter().enumerate() {
                    if i == j {
                        continue;
                    }
                    let height = (other.hi - other.lo) as f64 / self.scale;
                    let pair = section.pair(i, j);
                    let other_is_a = problem.pairs[pair].a == other.item;
                    below += height * self.orders[pair].literal(other_is_a);
                    above += height * self.orders[pair].literal(!other_is_a);
                }
                let foot = offset.clone() + member.lo as f64 / self.scale;
                self.add_row(below - foot, 0.0);
                let head = offset + member.hi as f64 / self.scale;
                let slack = section.top_slack as f64 / self.scale;
                self.add_row(above + head - self.height - slack, 0.0);
            }
        }
    }

    /// Adds `left <= right`, unless both are constants: the domains have already checked those.
    fn add_row(&mut self, left: Expression, right: f64) {
        if (&left).linear_coefficients().next().is_some() {
            self.rows.push(constraint::leq(left, right));
        }
    }
}

/// The transitivity cuts that the orders of a relaxation violate, worst first, at most `limit`.
///
/// `O(s k^3)` for `s` sections of `k` members.
pub(super) fn violated_cuts(problem: &Problem, orders: &[f64], limit: usize) -> Vec<Cut> {
    let mut cuts: Vec<(f64, [(usize, bool); 3])> = Vec::new();
    for section in &problem.sections {
        let members = &section.members;
        for i in 0..members.len() {
            for j in i + 1..members.len() {
                for k in j + 1..members.len() {
                    // Members are ascending, so the first of two is `a` of their pair.
                    let (ij, jk) = (section.pair(i, j), section.pair(j, k));
                    let ik = section.pair(i, k);
                    for forward in [true, false] {
                        let literals = [(ij, forward), (jk, forward), (ik, !forward)];
                        let cut = Cut {
                            literals: literals.to_vec(),
                            bound: 2,
                        };
                        let violation = cut.left_side(orders) - f64::from(cut.bound);
                        if Parameters::DEFAULT.least_violation < violation {
                            cuts.push((violation, literals));
                        }
                    }
                }
            }
        }
    }
    cuts.sort_stable_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    cuts.dedup_by(|x, y| x.1 == y.1);
    cuts.truncate(limit);
    let cut = |(_, literals): (f64, [(usize, bool); 3])| Cut {
        literals: literals.to_vec(),
        bound: 2,
    };
    cuts.into_iter().map(cut).collect()
}
