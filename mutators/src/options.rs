//! Options of the mutator.

use memplan_planner::Bytes;
use memplan_plugin::{OptionInfo, ParamError, Params};

/// The user-visible options.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "arena",
        default: "alloc",
        help: "Where merged memory comes from: `alloc`, `alloca`, `global`, `arg`, an argument of the \
               function, or `caller`, an argument where callers can hold the memory at no cost.",
    },
    OptionInfo {
        name: "stack-limit",
        default: "4096",
        help: "Maximum size in bytes of a merged allocation on the stack with `arena=alloca`.",
    },
    OptionInfo {
        name: "dealloc",
        default: "always",
        help: "Which merged allocations are freed: `always` all, `existing` only those where the \
               program freed a merged buffer or whose function is already deallocated.",
    },
];

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
    /// Every kind.
    pub const ALL: [Self; 5] = [
        Self::Alloc,
        Self::Alloca,
        Self::Global,
        Self::Arg,
        Self::Caller,
    ];

    /// The name in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Alloc => "alloc",
            Self::Alloca => "alloca",
            Self::Global => "global",
            Self::Arg => "arg",
            Self::Caller => "caller",
        }
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

    /// Returns these options with the values of a specification.
    ///
    /// # Errors
    ///
    /// [`ParamError`] if a value is invalid for its option.
    pub(super) fn configured(mut self, params: &Params) -> Result<Self, ParamError> {
        let arena = params.one_of("arena", &ArenaKind::ALL.map(|kind| (kind.name(), kind)))?;
        self.arena = arena.unwrap_or(self.arena);
        let limit = params.parse("stack-limit", "a number of bytes")?;
        self.stack_limit = limit.map_or(self.stack_limit, Bytes);
        let dealloc = [
            ("always", ArenaDealloc::Always),
            ("existing", ArenaDealloc::Existing),
        ];
        let dealloc = params.one_of("dealloc", &dealloc)?;
        self.dealloc = dealloc.unwrap_or(self.dealloc);
        Ok(self)
    }
}
