//! Options of the mutator.

use memplan_planner::Bytes;
use memplan_plugin::Field;

/// Options of [`MergeAlloc`](crate::MergeAlloc).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeAllocOptions {
    /// The memory of merged allocations.
    pub arena: ArenaKind,
    /// Maximum size of a merged allocation on the stack with [`ArenaKind::Alloca`].
    pub stack_limit: Bytes,
    /// Which merged allocations are freed.
    pub dealloc: ArenaDealloc,
}

/// Which merged allocations are freed in their scopes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArenaDealloc {
    /// All of them.
    #[default]
    Always,
    /// Those with a buffer that the program freed, and those in functions that were already deallocated. The others
    /// are left to the ownership pass or the user.
    Existing,
}

/// The memory of merged allocations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArenaKind {
    /// A `memref.alloc`.
    #[default]
    Alloc,
    /// `memref.alloca`, freed with its scope. Totals above [`MergeAllocOptions::stack_limit`] and scopes
    /// that do not start a region stay [`ArenaKind::Alloc`].
    Alloca,
    /// A private `memref.global`. Only for the body of a function that the module does not enter
    /// again while it runs; other scopes stay [`ArenaKind::Alloc`]. The user guarantees that code
    /// outside the module does not re-enter it either, for example from a second thread.
    Global,
    /// An argument that is added to the function, whose size and alignment its attribute `memplan.arenas`
    /// reports. Calls inside of the module pass a part of the caller's arena. Functions whose callers
    /// cannot pass one, and scopes other than bodies of functions, stay [`ArenaKind::Alloc`].
    Arg,
    /// [`ArenaKind::Arg`] for private functions whose merged allocation may be held during whole calls
    /// ([`ScopeRewrite::callers_may_hold`](crate::ScopeRewrite::callers_may_hold)), [`ArenaKind::Alloc`] for others.
    Caller,
}

impl ArenaKind {
    /// Every kind with its name in options and reports.
    pub(super) const NAMES: &[(&str, Self)] = &[
        ("alloc", Self::Alloc),
        ("alloca", Self::Alloca),
        ("global", Self::Global),
        ("arg", Self::Arg),
        ("caller", Self::Caller),
    ];

    /// The name in options and reports.
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, kind)| *kind == self);
        named.map_or("", |(name, _)| name)
    }
}

impl Default for MergeAllocOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl MergeAllocOptions {
    /// The defaults.
    pub const DEFAULT: Self = Self {
        arena: ArenaKind::Alloc,
        stack_limit: Bytes(4096),
        dealloc: ArenaDealloc::Always,
    };

    /// The user-visible options.
    pub(super) fn fields(&mut self) -> Vec<Field<'_>> {
        const DEALLOC: &[(&str, ArenaDealloc)] = &[
            ("always", ArenaDealloc::Always),
            ("existing", ArenaDealloc::Existing),
        ];
        vec![
            Field::word("arena", &mut self.arena, ArenaKind::NAMES).help(
                "Where merged memory comes from: `alloc`, `alloca`, `global`, `arg`, an argument of the \
                 function, or `caller`, an argument where callers can hold the memory at no cost.",
            ),
            Field::value("stack-limit", &mut self.stack_limit.0)
                .expects("a number of bytes")
                .help("Maximum size in bytes of a merged allocation on the stack with `arena=alloca`."),
            Field::word("dealloc", &mut self.dealloc, DEALLOC).help(
                "Which merged allocations are freed: `always` all, `existing` only those where the \
                 program freed a merged buffer or whose function is already deallocated.",
            ),
        ]
    }
}
