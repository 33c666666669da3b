//! Options of the collector, typed and as text.

use memplan_planner::Bytes;
use memplan_plugin::{OptionInfo, ParamError, Params};

/// The options as users see them.
pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "alignment",
        default: "64",
        help: "Alignment of every buffer in bytes; `own`: as much of 64 as costs no padding.",
    },
    OptionInfo {
        name: "lone",
        default: "merge",
        help: "`skip` leaves an allocation alone that shares its scope with no other one.",
    },
    OptionInfo {
        name: "index-width",
        default: "64",
        help: "Width of `index` in bits.",
    },
    OptionInfo {
        name: "compat",
        default: "none",
        help: "`reference` merges and deletes no more than the reference does.",
    },
    OptionInfo {
        name: "hoist",
        default: "true",
        help: "`false` leaves every allocation in its scope.",
    },
    OptionInfo {
        name: "unknown-ops",
        default: "access",
        help: "`capture`: operations without a table entry keep addresses.",
    },
];

/// Options of [`TickCollector`](crate::TickCollector).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TickOptions {
    /// Alignment of every buffer and of the merged allocation; a power of two.
    pub alignment: Bytes,
    /// Whether buffers whose size is no multiple of that alignment get all of it.
    pub padding: Padding,
    /// Whether an allocation is merged that shares its scope with no other one.
    pub lone: Lone,
    /// Width of `index` in bits.
    pub index_width: u32,
    /// Whether to do more than the reference does.
    pub compat: Compat,
    /// Whether allocations may move out of parallel loops.
    pub hoisting: Hoisting,
    /// What an operation that no table describes does to its operands.
    pub unknown_ops: UnknownOps,
}

/// Which alignment a buffer gets whose size is no multiple of [`TickOptions::alignment`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Padding {
    /// All of it: small buffers are padded.
    #[default]
    Uniform,
    /// As much of it as divides its size, which costs no byte; at least what its elements need and
    /// what its allocation promises.
    None,
}

/// What becomes of an allocation that is alone in its scope and memory space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lone {
    /// It is merged like any other one.
    #[default]
    Merged,
    /// It stays as it is, unless it is in a loop that it would move out of.
    Skipped,
}

/// Whether to do more than the pass that `merge-alloc` describes. Results that the reference gets
/// wrong are never reproduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compat {
    /// Merge and delete all that can be.
    #[default]
    Beyond,
    /// Identity layouts only, no alignment above the option's, no several blocks, nothing deleted.
    Reference,
}

/// Whether allocations may move out of parallel loops with constant bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hoisting {
    /// Those that a nested parallel loop uses move, and get one slot for each iteration.
    #[default]
    Allowed,
    /// Every allocation stays in its scope.
    Forbidden,
}

/// What an operation that no table describes does to its memref operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownOps {
    /// It reads and writes them, and its memref results may be any of them.
    #[default]
    Access,
    /// It may also keep their addresses.
    Capture,
}

impl Default for TickOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl TickOptions {
    /// The defaults.
    pub const DEFAULT: Self = Self {
        alignment: Bytes(64),
        padding: Padding::Uniform,
        lone: Lone::Merged,
        index_width: 64,
        compat: Compat::Beyond,
        hoisting: Hoisting::Allowed,
        unknown_ops: UnknownOps::Access,
    };

    /// What a merged allocation is aligned to, whatever its buffers ask for.
    pub fn arena_alignment(&self) -> Bytes {
        match self.padding {
            Padding::Uniform => self.alignment,
            Padding::None => Bytes(1),
        }
    }

    /// These options with the values of a specification.
    ///
    /// # Errors
    ///
    /// [`ParamError`] when a value does not suit its option.
    pub(super) fn configured(mut self, params: &Params) -> Result<Self, ParamError> {
        let alignment = "`own` or a power of two up to 2^30";
        let alignment = params.parse_with("alignment", alignment, |value| match value {
            "own" => Some((Self::default().alignment, Padding::None)),
            _ => {
                let n: u64 = value.parse().ok()?;
                let is_allowed = n.is_power_of_two() && n <= 1 << 30;
                is_allowed.then_some((Bytes(n), Padding::Uniform))
            }
        })?;
        (self.alignment, self.padding) = alignment.unwrap_or((self.alignment, self.padding));
        let lone = [("merge", Lone::Merged), ("skip", Lone::Skipped)];
        self.lone = params.one_of("lone", &lone)?.unwrap_or(self.lone);
        let widths = [("16", 16), ("32", 32), ("64", 64)];
        let width = params.one_of("index-width", &widths)?;
        self.index_width = width.unwrap_or(self.index_width);
        let compat = [("reference", Compat::Reference), ("none", Compat::Beyond)];
        self.compat = params.one_of("compat", &compat)?.unwrap_or(self.compat);
        let hoist = [("true", Hoisting::Allowed), ("false", Hoisting::Forbidden)];
        self.hoisting = params.one_of("hoist", &hoist)?.unwrap_or(self.hoisting);
        let unknown = [
            ("access", UnknownOps::Access),
            ("capture", UnknownOps::Capture),
        ];
        let unknown = params.one_of("unknown-ops", &unknown)?;
        self.unknown_ops = unknown.unwrap_or(self.unknown_ops);
        Ok(self)
    }

    /// The values that differ from the defaults, as [`Self::configured`] reads them.
    pub(super) fn params(&self) -> Params {
        let default = Self::default();
        let alignment = match self.padding {
            Padding::None => Some("own".to_owned()),
            Padding::Uniform => {
                (self.alignment != default.alignment).then(|| self.alignment.to_string())
            }
        };
        let width = (self.index_width != default.index_width).then(|| self.index_width.to_string());
        let word = |differs: bool, word: &str| differs.then(|| word.to_owned());
        let values = [
            ("alignment", alignment),
            ("lone", word(self.lone == Lone::Skipped, "skip")),
            ("index-width", width),
            (
                "compat",
                word(self.compat == Compat::Reference, "reference"),
            ),
            ("hoist", word(self.hoisting == Hoisting::Forbidden, "false")),
            (
                "unknown-ops",
                word(self.unknown_ops == UnknownOps::Capture, "capture"),
            ),
        ];
        let given = values.into_iter();
        given
            .filter_map(|(key, value)| Some((key.to_owned(), value?)))
            .collect()
    }
}
