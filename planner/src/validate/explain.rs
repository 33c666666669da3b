//! Why two buffers may not share bytes: for messages about cliques that do not fit.

use crate::{BufferId, LifetimeTrace, Tick};

/// Why two buffers of one pool may not share a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PairRule {
    /// Both are live at this tick; with classes, these members of the classes of the two are.
    Live {
        /// A member of the class of the first buffer.
        buffer: BufferId,
        /// A member of the class of the other one.
        other: BufferId,
        /// A common tick.
        tick: Tick,
    },
    /// They are to be apart.
    Apart,
    /// The bytes of one of them are taken at all ticks.
    Forever {
        /// The pinned buffer.
        buffer: BufferId,
    },
}

/// Why two buffers may not share a byte if they are in one pool: a time at which both are live, else a relation. `None`
/// if they may, or are at the same place. `O(n + relations)`, and the pieces of the members of both classes.
///
/// ```
/// use memplan_planner::{BufferId, LifetimeTrace, pair_rule};
///
/// let trace: LifetimeTrace = "a 0..2 8; b 4..6 8; c 1..5 8\napart a b".parse()?;
/// let rule = |a, b| pair_rule(&trace, BufferId(a), BufferId(b)).map(|rule| rule.describe(&trace));
/// assert_eq!(rule(0, 1).as_deref(), Some("are to be apart"));
/// assert_eq!(rule(0, 2).as_deref(), Some("are live at tick 1"));
/// # Ok::<(), memplan_planner::TraceError>(())
/// ```
pub fn pair_rule(trace: &LifetimeTrace, buffer: BufferId, other: BufferId) -> Option<PairRule> {
    let relations = trace.relations();
    let classes = relations.classes(trace.len());
    let class = |id: BufferId| classes.get(id.index()).copied();
    let (a, b) = (class(buffer)?, class(other)?);
    if a == b {
        return None;
    }
    let members = |root: BufferId| trace.ids().filter(move |id| class(*id) == Some(root));
    let is_never = |x: BufferId, y: BufferId| {
        let mut pairs = relations.never_together.iter();
        pairs.any(|&(p, q)| (p, q) == (x, y) || (p, q) == (y, x))
    };
    for x in members(a) {
        for y in members(b) {
            let meet = trace[x].pieces().find_map(|p| {
                let mut others = trace[y].pieces();
                let other = others.find(|q| p.ticks.overlaps(q.ticks))?;
                Some(p.ticks.begin().max(other.ticks.begin()))
            });
            if let Some(tick) = meet.filter(|_| !is_never(x, y)) {
                return Some(PairRule::Live {
                    buffer: x,
                    other: y,
                    tick,
                });
            }
        }
    }
    let is_pair = |&(x, y): &(BufferId, BufferId)| {
        let both = (class(x), class(y));
        both == (Some(a), Some(b)) || both == (Some(b), Some(a))
    };
    if relations.apart.iter().any(is_pair) {
        return Some(PairRule::Apart);
    }
    let mut forever = relations.forever.iter();
    let pinned = forever.find(|id| [Some(a), Some(b)].contains(&class(**id)));
    pinned.map(|&buffer| PairRule::Forever { buffer })
}

impl PairRule {
    /// The rule as the predicate of a sentence about the two buffers, such as `are live at tick 4`.
    pub fn describe(&self, trace: &LifetimeTrace) -> String {
        let name = |id: BufferId| &trace[id].name;
        match *self {
            Self::Live {
                buffer,
                other,
                tick,
            } => {
                let classes = trace.relations().classes(trace.len());
                let is_alone = |id: BufferId| {
                    let class = classes[id.index()];
                    classes.iter().filter(|other| **other == class).count() == 1
                };
                if is_alone(buffer) && is_alone(other) {
                    format!("are live at tick {tick}")
                } else {
                    let (buffer, other) = (name(buffer), name(other));
                    format!(
                        "are at the places of `{buffer}` and `{other}`, which are live at tick {tick}"
                    )
                }
            }
            Self::Apart => "are to be apart".to_owned(),
            Self::Forever { buffer } => {
                format!(
                    "cannot share, as the bytes of `{}` are taken at all ticks",
                    name(buffer)
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pair_rule;
    use crate::{BufferId, LifetimeTrace};

    #[test]
    fn rules_of_classes_are_those_of_their_members() {
        let trace: LifetimeTrace =
            "a 0..2 8; b 4..6 8; c 5..7 8; d 8..9 8; e 0..1 4 pin=0 pool=p forever\n\
                                    pool p 64\nsame a b\nnever a d\napart d b"
                .parse()
                .unwrap();
        let rule =
            |a, b| pair_rule(&trace, BufferId(a), BufferId(b)).map(|rule| rule.describe(&trace));
        assert_eq!(rule(0, 1), None);
        assert_eq!(
            rule(0, 2).as_deref(),
            Some("are at the places of `b` and `c`, which are live at tick 5")
        );
        assert_eq!(rule(0, 3).as_deref(), Some("are to be apart"));
        assert_eq!(rule(2, 3), None);
        assert_eq!(
            rule(3, 4).as_deref(),
            Some("cannot share, as the bytes of `e` are taken at all ticks")
        );
    }
}
