//! Lifetime traces: the buffers of one allocation scope, validated on construction.
//!
//! A [`LifetimeTrace`] is always well formed. In particular, the sum of its padded sizes fits `i64`, so planners need
//! not check sums of offsets and sizes. Traces from files, programs and generators pass through
//! [`TraceBuilder::build`].

use std::borrow::Cow;
use std::ops::Index;
use std::sync::{Arc, OnceLock};

use memplan_support::Sort;
use memplan_support::symbolic::{ExpressionError, Polynomial, Symbol};

use super::load;
use super::relations::{self, Pool, PoolId, RelationError, Relations};
use super::sections::Sections;
use super::symbols::Symbols;
use super::uses::Uses;
use crate::{Buffer, BufferId, Bytes, Gap, InPlaceHint, Lifetime};

/// The most buffers, gaps counted twice, that a trace may have: planners number them in 32 bits.
pub const MAX_BUFFERS: usize = 1 << 30;

/// The buffers of one allocation scope and memory space, in the order in which ties are broken.
///
/// Collectors list buffers in the order of their allocations, so "the lower [`BufferId`] wins" means
/// "the earlier allocation wins".
///
/// ```
/// use memplan_planner::{BufferId, Bytes, LifetimeTrace};
///
/// let trace: LifetimeTrace = "a 0..4 32\n b 2..6 16 align=8".parse()?;
/// assert_eq!(trace.len(), 2);
/// assert_eq!(trace[BufferId(1)].align, Bytes(8));
/// # Ok::<(), memplan_planner::TraceError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LifetimeTrace {
    scope: String,
    memory_space: Option<String>,
    buffers: Vec<Buffer>,
    in_place: Vec<InPlaceHint>,
    capacity: Option<Bytes>,
    relations: Option<Box<Relations>>,
    symbols: Option<Box<Symbols>>,
    sections: Derived,
}

/// What follows from the other parts of a trace, computed when it is first asked for: no part of its value.
#[derive(Clone, Debug, Default)]
struct Derived(OnceLock<Arc<Sections>>);

impl PartialEq for Derived {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Derived {}

/// The relations of traces without any.
static NO_RELATIONS: Relations = Relations {
    pools: Vec::new(),
    allowed: Vec::new(),
    forever: Vec::new(),
    same_place: Vec::new(),
    apart: Vec::new(),
    never_together: Vec::new(),
    reuse_costs: Vec::new(),
    bank_costs: Vec::new(),
    objective: Vec::new(),
    uses: Vec::new(),
};

impl LifetimeTrace {
    /// Starts a trace of the named allocation scope.
    pub fn builder(scope: impl Into<String>) -> TraceBuilder {
        TraceBuilder(Self {
            scope: scope.into(),
            ..Self::default()
        })
    }

    /// Takes the trace apart, to build a changed one.
    pub fn into_builder(self) -> TraceBuilder {
        TraceBuilder(self)
    }

    /// The name of the allocation scope; for messages.
    pub fn scope(&self) -> &str {
        &self.scope
    }

    /// The memory space of all buffers, in the spelling of the collector; `None` is the default one.
    pub fn memory_space(&self) -> Option<&str> {
        self.memory_space.as_deref()
    }

    /// The buffers, indexed by [`BufferId`].
    pub fn buffers(&self) -> &[Buffer] {
        &self.buffers
    }

    /// Which buffers may take over the bytes of which others; at most one hint for a pair.
    pub fn in_place(&self) -> &[InPlaceHint] {
        &self.in_place
    }

    /// The size of the arena, where it is given. A higher peak is a failure.
    pub fn capacity(&self) -> Option<Bytes> {
        self.capacity
    }

    /// Pools, relations between buffers and the objective; empty for a trace that is one arena.
    pub fn relations(&self) -> &Relations {
        self.relations.as_deref().unwrap_or(&NO_RELATIONS)
    }

    /// The symbols that sizes depend on, and the sizes; `None` where all sizes are numbers.
    pub fn symbolic(&self) -> Option<&Symbols> {
        self.symbols.as_deref()
    }

    /// The symbols that sizes depend on, in the order in which values are given.
    pub fn symbols(&self) -> &[Symbol] {
        self.symbolic().map_or(&[], Symbols::list)
    }

    /// The pools: those of the relations, else one with the memory space and the capacity of the trace.
    pub fn pools(&self) -> Cow<'_, [Pool]> {
        let relations = self.relations();
        if !relations.pools.is_empty() {
            return Cow::Borrowed(&relations.pools);
        }
        Cow::Owned(vec![Pool {
            capacity: self.capacity,
            ..Pool::new(self.memory_space.clone().unwrap_or_default())
        }])
    }

    /// What accesses cost if each buffer stays in one pool: their bytes, times [`Pool::access_cost`].
    pub(crate) fn bytes_accessed(&self, pool_of: impl Fn(BufferId) -> PoolId) -> u64 {
        let pools = self.pools();
        let cost = |uses: &Uses| {
            let price = pools[pool_of(uses.buffer).index()].access_cost;
            let bytes = uses
                .accesses
                .iter()
                .map(|access| access.bytes.0)
                .sum::<u64>();
            bytes.saturating_mul(price).saturating_mul(uses.times)
        };
        let costs = self.relations().uses.iter().map(cost);
        costs.fold(0, u64::saturating_add)
    }

    /// The number of buffers.
    pub fn len(&self) -> usize {
        self.buffers.len()
    }

    /// Whether there is no buffer.
    pub fn is_empty(&self) -> bool {
        self.buffers.is_empty()
    }

    /// All buffers, in ascending order.
    pub fn ids(
        &self,
    ) -> impl ExactSizeIterator<Item = BufferId> + DoubleEndedIterator + Clone + use<> {
        (0..u32::try_from(self.buffers.len()).unwrap_or(u32::MAX)).map(BufferId)
    }

    /// Largest sum of sizes live at one tick: no schedule of this trace has a lower peak, unless it
    /// uses in-place hints.
    ///
    /// In bytes; 0 for an empty trace. Sweeps the end points when it is first asked for, `O(n log n)` in the number of
    /// buffers. With relations, the sum over the pools of what must be live at once in each. Source: LOAD in Buchsbaum
    /// et al., "OPT versus LOAD in Dynamic Storage Allocation", STOC 2003.
    ///
    /// ```
    /// use memplan_planner::{Bytes, LifetimeTrace};
    ///
    /// let trace: LifetimeTrace = "a 0..4 32\n b 2..6 16".parse()?;
    /// assert_eq!(trace.max_load(), Bytes(48));
    /// # Ok::<(), memplan_planner::TraceError>(())
    /// ```
    pub fn max_load(&self) -> Bytes {
        if self.relations().is_empty() {
            self.sections().max_load()
        } else {
            load::load_of_pools(self)
        }
    }

    /// Time as the maximal cliques, for planners. Computed once for a trace, `O(n log n)`, and kept: 12 bytes for each
    /// buffer.
    pub(crate) fn sections(&self) -> &Sections {
        self.sections
            .0
            .get_or_init(|| Arc::new(Sections::new(self)))
    }

    /// The bytes that the buffers take if each is allocated by itself: their sizes, each rounded up to
    /// its alignment. `O(n)`.
    pub fn separate_size(&self) -> Bytes {
        // The builder has checked that this sum does not overflow.
        let padded = |buffer: &Buffer| buffer.size.0.div_ceil(buffer.align.0) * buffer.align.0;
        Bytes(self.buffers.iter().map(padded).sum())
    }

    /// [`Self::max_load`] if every in-place hint is used: no schedule has a lower peak.
    ///
    /// In bytes. A buffer that another may take over counts until that other is born. The same as
    /// [`Self::max_load`] for a trace without hints. `O(n log n)`.
    pub fn least_load(&self) -> Bytes {
        load::least_load(self)
    }
}

impl Index<BufferId> for LifetimeTrace {
    type Output = Buffer;

    fn index(&self, id: BufferId) -> &Buffer {
        &self.buffers[id.index()]
    }
}

/// Collects the parts of a [`LifetimeTrace`] and checks them.
#[derive(Clone, Debug, Default)]
pub struct TraceBuilder(LifetimeTrace);

impl TraceBuilder {
    /// Sets the memory space.
    pub fn memory_space(mut self, space: Option<String>) -> Self {
        self.0.memory_space = space;
        self
    }

    /// Sets the size of the arena.
    pub fn capacity(mut self, capacity: Option<Bytes>) -> Self {
        self.0.capacity = capacity;
        self
    }

    /// Appends buffers.
    pub fn buffers(mut self, buffers: impl IntoIterator<Item = Buffer>) -> Self {
        if self.0.buffers.is_empty() {
            self.0.buffers = buffers.into_iter().collect(); // reuses the allocation of a vector
        } else {
            self.0.buffers.extend(buffers);
        }
        self
    }

    /// Appends in-place hints.
    pub fn in_place(mut self, hints: impl IntoIterator<Item = InPlaceHint>) -> Self {
        self.0.in_place.extend(hints);
        self
    }

    /// Sets pools, relations and objective.
    pub fn relations(mut self, relations: Relations) -> Self {
        self.0.relations = (!relations.is_empty()).then(|| Box::new(relations));
        self
    }

    /// The buffers so far.
    pub(crate) fn listed(&self) -> &[Buffer] {
        &self.0.buffers
    }

    /// Sets the symbols that sizes depend on, and a size for each buffer, in bytes: sizes set otherwise do not count.
    pub fn symbols(mut self, symbols: Vec<Symbol>, sizes: Vec<Polynomial>) -> Self {
        self.0.symbols = Some(Box::new(Symbols::new(symbols, sizes)));
        self
    }

    /// Sets the symbols that sizes depend on, and the sizes of some buffers; those of the others are their numbers.
    pub(crate) fn expressions(self, symbols: Vec<Symbol>, of: Vec<(usize, Polynomial)>) -> Self {
        // A size that exceeds 63 bits is one that the builder refuses.
        let number = |buffer: &Buffer| i64::try_from(buffer.size.0).unwrap_or(i64::MAX);
        let buffers = self.0.buffers.iter();
        let numbers = buffers.map(|buffer| Polynomial::constant(number(buffer)));
        let mut sizes: Vec<Polynomial> = numbers.collect();
        for (at, size) in of {
            sizes[at] = size;
        }
        self.symbols(symbols, sizes)
    }

    /// Drops the symbols: sizes are those of the buffers.
    pub fn without_symbols(mut self) -> Self {
        self.0.symbols = None;
        self
    }

    /// Changes the buffers collected so far.
    pub fn map_buffers(mut self, change: impl FnMut(&mut Buffer)) -> Self {
        self.0.buffers.iter_mut().for_each(change);
        self
    }

    /// Validates the buffers and returns the trace. `O(n + h log h)` for `h` hints and relations.
    ///
    /// # Errors
    /// [`TraceError`] names the first invalid buffer and what is wrong with it.
    pub fn build(self) -> Result<LifetimeTrace, TraceError> {
        let mut trace = self.0;
        trace.sections = Derived::default();
        let n_gaps: usize = trace.buffers.iter().map(|buffer| buffer.gaps.len()).sum();
        let n_buffers = trace.buffers.len() + 2 * n_gaps;
        if n_buffers > MAX_BUFFERS {
            return Err(TraceError::TooManyBuffers { n_buffers });
        }
        if let Some(symbols) = trace.symbols.take() {
            symbols.resolve(&mut trace.buffers)?;
            trace.symbols = Some(symbols).filter(|symbols| !symbols.list().is_empty());
        }
        let mut padded_total: u64 = 0;
        for buffer in &trace.buffers {
            check_buffer(buffer)?;
            padded_total = buffer
                .size
                .0
                .checked_add(buffer.align.0 - 1)
                .and_then(|padded| padded.checked_add(padded_total))
                .filter(|&total| i64::try_from(total).is_ok())
                .ok_or_else(|| TraceError::TotalTooLarge {
                    buffer: buffer.name.to_string(),
                })?;
        }
        check_hints(&trace)?;
        if trace.relations.is_some() {
            relations::check(&trace)?;
        }
        Ok(trace)
    }
}

fn check_buffer(buffer: &Buffer) -> Result<(), TraceError> {
    let name = || buffer.name.to_string();
    if buffer.live.is_empty() {
        return Err(TraceError::EmptyLifetime {
            buffer: name(),
            live: buffer.live,
        });
    }
    if buffer.align == Bytes(0) {
        return Err(TraceError::ZeroAlignment { buffer: name() });
    }
    let mut free_from = buffer.live.begin();
    for &gap in &buffer.gaps {
        let in_order = free_from <= gap.ticks.begin() && gap.ticks.end() <= buffer.live.end();
        if gap.ticks.is_empty() || !in_order {
            return Err(TraceError::BadGap {
                buffer: name(),
                live: buffer.live,
                gap,
            });
        }
        free_from = gap.ticks.end();
        if let Some(window) = gap.window
            && !(window.lo < window.hi && window.hi <= buffer.size)
        {
            return Err(TraceError::BadWindow {
                buffer: name(),
                size: buffer.size,
                gap,
            });
        }
    }
    if let Some(offset) = buffer.pinned {
        if !offset.0.is_multiple_of(buffer.align.0) {
            let align = buffer.align;
            return Err(TraceError::MisalignedPin {
                buffer: name(),
                offset,
                align,
            });
        }
        let end = offset.0.checked_add(buffer.size.0);
        if end.is_none_or(|end| i64::try_from(end).is_err()) {
            return Err(TraceError::PinTooHigh {
                buffer: name(),
                offset,
            });
        }
    }
    Ok(())
}

fn check_hints(trace: &LifetimeTrace) -> Result<(), TraceError> {
    let name = |id: BufferId| trace[id].name.to_string();
    for hint in &trace.in_place {
        for id in [hint.buffer, hint.other] {
            if id.index() >= trace.len() {
                return Err(TraceError::DanglingHint {
                    id,
                    n_buffers: trace.len(),
                });
            }
        }
        if hint.buffer == hint.other {
            return Err(TraceError::SelfHint {
                buffer: name(hint.buffer),
            });
        }
    }
    let mut pairs: Vec<_> = trace.in_place.iter().map(|h| (h.buffer, h.other)).collect();
    pairs.sort_stable();
    if let Some(pair) = pairs.windows(2).find(|pair| pair[0] == pair[1]) {
        let (buffer, other) = pair[0];
        return Err(TraceError::RepeatedHint {
            buffer: name(buffer),
            other: name(other),
        });
    }
    Ok(())
}

/// Why a list of buffers is not a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// A symbol is not well formed, or there are too many.
    #[error(transparent)]
    Symbol(#[from] ExpressionError),
    /// The list of sizes has another length than the list of buffers.
    #[error("there are {n_sizes} sizes for {n_buffers} buffers")]
    SizeCount {
        /// The number of sizes.
        n_sizes: usize,
        /// The number of buffers.
        n_buffers: usize,
    },
    /// The size of a buffer does not go with the symbols, or with something that the buffer has.
    #[error("buffer `{buffer}` has {problem}")]
    SymbolicSize {
        /// The name of the buffer.
        buffer: String,
        /// What does not go together, and a way out.
        problem: &'static str,
    },
    /// The lifetime ends before or at its begin.
    #[error("buffer `{buffer}` has an empty lifetime {live}: its begin must be before its end")]
    EmptyLifetime {
        /// The name of the buffer.
        buffer: String,
        /// The lifetime found.
        live: Lifetime,
    },
    /// The alignment is 0.
    #[error("buffer `{buffer}` has alignment 0; the minimum is 1")]
    ZeroAlignment {
        /// The name of the buffer.
        buffer: String,
    },
    /// With this buffer the padded sizes no longer fit `i64`.
    #[error("buffer `{buffer}` makes the sum of sizes and alignment padding exceed 2^63 - 1 bytes")]
    TotalTooLarge {
        /// The name of the first buffer that overflows the sum.
        buffer: String,
    },
    /// There are more buffers than a [`BufferId`] can count.
    #[error(
        "a trace holds at most {MAX_BUFFERS} buffers, gaps counted twice; this one has {n_buffers}"
    )]
    TooManyBuffers {
        /// The number of buffers found, gaps counted twice.
        n_buffers: usize,
    },
    /// A gap is empty, leaves the lifetime, or begins before the previous one ends.
    #[error(
        "buffer `{buffer}`, live {live}, has the gap {}: \
         gaps are not empty, lie within the lifetime, and follow one another",
        gap.ticks
    )]
    BadGap {
        /// The name of the buffer.
        buffer: String,
        /// Its lifetime.
        live: Lifetime,
        /// The gap found.
        gap: Gap,
    },
    /// The window of a gap is empty or leaves the buffer.
    #[error(
        "buffer `{buffer}` of {size} bytes has an empty or too large byte window in its gap {}",
        gap.ticks
    )]
    BadWindow {
        /// The name of the buffer.
        buffer: String,
        /// Its size.
        size: Bytes,
        /// The gap found.
        gap: Gap,
    },
    /// A pinned offset contradicts the alignment of its buffer.
    #[error("buffer `{buffer}` is pinned to offset {offset}, which is not a multiple of {align}")]
    MisalignedPin {
        /// The name of the buffer.
        buffer: String,
        /// The pinned offset.
        offset: Bytes,
        /// The alignment it contradicts.
        align: Bytes,
    },
    /// A pinned buffer ends above `i64::MAX`.
    #[error("buffer `{buffer}`, pinned to offset {offset}, ends above 2^63 - 1 bytes")]
    PinTooHigh {
        /// The name of the buffer.
        buffer: String,
        /// The pinned offset.
        offset: Bytes,
    },
    /// An in-place hint names a buffer that does not exist.
    #[error("an in-place hint names buffer {id}, but the trace has {n_buffers} buffers")]
    DanglingHint {
        /// The buffer named.
        id: BufferId,
        /// The number of buffers there are.
        n_buffers: usize,
    },
    /// An in-place hint lets a buffer take over itself.
    #[error("an in-place hint makes buffer `{buffer}` reuse itself")]
    SelfHint {
        /// The name of the buffer.
        buffer: String,
    },
    /// Two in-place hints name the same pair.
    #[error("duplicate in-place hint: `{buffer}` reuses `{other}`")]
    RepeatedHint {
        /// The name of the later buffer.
        buffer: String,
        /// The name of the buffer whose bytes are taken over.
        other: String,
    },
    /// The relations contradict the buffers or each other.
    #[error(transparent)]
    Relations(#[from] RelationError),
    /// A line of the one-line notation cannot be read.
    #[error("line {line}: {problem}")]
    Notation {
        /// The line, counted from 1.
        line: usize,
        /// What was found and what was expected.
        problem: String,
    },
}

#[cfg(test)]
mod tests {
    use super::{LifetimeTrace, TraceError};
    use crate::{Buffer, BufferId, Bytes, InPlaceHint, InPlaceKind, Lifetime, Tick};

    fn error(notation: &str) -> String {
        match notation.parse::<LifetimeTrace>() {
            Ok(trace) => format!("accepted: {trace}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_bad_buffer_is_named() {
        assert_eq!(
            error("a 0..2 8\nb 4..4 8"),
            "buffer `b` has an empty lifetime 4..4: its begin must be before its end"
        );
        assert_eq!(
            error("a 0..2 8 align=0"),
            "buffer `a` has alignment 0; the minimum is 1"
        );
        assert_eq!(
            error("a 0..9 8 gap=4..6 gap=5..7"),
            "buffer `a`, live 0..9, has the gap 5..7: \
             gaps are not empty, lie within the lifetime, and follow one another"
        );
        assert_eq!(
            error("a 0..9 8 gap=4..6@4..9"),
            "buffer `a` of 8 bytes has an empty or too large byte window in its gap 4..6"
        );
        assert_eq!(
            error("a 0..9 8 align=8 pin=12"),
            "buffer `a` is pinned to offset 12, which is not a multiple of 8"
        );
        assert_eq!(
            error("a 0..9 8 pin=9223372036854775800"),
            "buffer `a`, pinned to offset 9223372036854775800, ends above 2^63 - 1 bytes"
        );
    }

    #[test]
    fn the_sum_of_padded_sizes_is_bounded() {
        let half = "a 0..1 4611686018427387904\nb 5..6 4611686018427387903";
        assert!(half.parse::<LifetimeTrace>().is_ok());
        assert_eq!(
            error(&format!("{half} align=2")),
            "buffer `b` makes the sum of sizes and alignment padding exceed 2^63 - 1 bytes"
        );
        assert_eq!(
            error("a 0..1 18446744073709551615 align=2"),
            "buffer `a` makes the sum of sizes and alignment padding exceed 2^63 - 1 bytes"
        );
    }

    #[test]
    fn hints_name_two_buffers_once() {
        let hint = |buffer, other| InPlaceHint {
            buffer: BufferId(buffer),
            other: BufferId(other),
            kind: InPlaceKind::Free,
        };
        let build = |hints: &[InPlaceHint]| {
            let live = Lifetime::half_open(Tick(0), Tick(1));
            LifetimeTrace::builder("s")
                .buffers(["a", "b"].map(|name| Buffer::new(name, Bytes(1), live)))
                .in_place(hints.iter().copied())
                .build()
                .map(|trace| trace.in_place().len())
        };
        assert_eq!(build(&[hint(1, 0), hint(0, 1)]), Ok(2));
        assert_eq!(
            build(&[hint(1, 2)]),
            Err(TraceError::DanglingHint {
                id: BufferId(2),
                n_buffers: 2
            })
        );
        assert_eq!(
            build(&[hint(1, 1)]),
            Err(TraceError::SelfHint { buffer: "b".into() })
        );
        assert_eq!(
            build(&[hint(1, 0), hint(1, 0)]),
            Err(TraceError::RepeatedHint {
                buffer: "b".into(),
                other: "a".into()
            })
        );
    }
}
