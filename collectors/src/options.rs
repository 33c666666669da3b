//! Options of the collector.

use memplan_memory_model::{BufferViewFlowAnalysis, UnknownOps};
use memplan_mlir::Module;
use memplan_planner::Bytes;
use memplan_plugin::{OptionInfo, ParamError, Params};

/// The user-visible options.
pub(super) const OPTIONS: &[OptionInfo] = &[
    ALIGNMENT,
    LONE,
    INDEX_WIDTH,
    OptionInfo {
        name: "compat",
        default: "none",
        help: "`reference` merges and deletes only what the reference implementation does.",
    },
    OptionInfo {
        name: "hoist",
        default: "true",
        help: "Hoist allocations out of nested parallel loops.",
    },
    OptionInfo {
        name: "loops",
        default: "body",
        help: "Where buffers whose sizes depend on a loop variable are merged: in the `body` of the loop, or \
               `before` it, with the largest size.",
    },
    OptionInfo {
        name: "unknown-ops",
        default: "access",
        help: "Assumed effect of unknown operations and functions without a body on buffers: `access`, or \
               `capture` (they may keep addresses).",
    },
];

/// The option `alignment`.
pub(crate) const ALIGNMENT: OptionInfo = OptionInfo {
    name: "alignment",
    default: "64",
    help: "Alignment of every buffer in bytes; `own`: up to 64, without padding.",
};

/// The option `lone`.
pub(crate) const LONE: OptionInfo = OptionInfo {
    name: "lone",
    default: "merge",
    help: "`skip` does not merge an allocation that is alone in its scope.",
};

/// The option `index-width`.
pub(crate) const INDEX_WIDTH: OptionInfo = OptionInfo {
    name: "index-width",
    default: "64",
    help: "Width of `index` in bits.",
};

/// Options of [`TickCollector`](crate::TickCollector).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TickOptions {
    /// Alignment of every buffer and of the merged allocation; a power of two.
    pub alignment: Bytes,
    /// The alignment of buffers whose size is not a multiple of `alignment`.
    pub padding: Padding,
    /// Whether an allocation is merged if it is alone in its scope.
    pub lone: Lone,
    /// Width of `index` in bits.
    pub index_width: u32,
    /// Whether to match the reference implementation.
    pub compat: Compat,
    /// Whether allocations may be hoisted out of parallel loops.
    pub hoisting: Hoisting,
    /// Where buffers whose sizes depend on a loop variable are merged.
    pub loops: Loops,
    /// The assumed effect of unknown operations on their operands.
    pub unknown_ops: UnknownOps,
}

/// The alignment of a buffer whose size is not a multiple of [`TickOptions::alignment`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Padding {
    /// The full alignment: small buffers are padded.
    #[default]
    Uniform,
    /// The largest power of two up to it that divides the size, so that nothing is padded; but at least the alignment
    /// that its elements and its allocation require.
    None,
}

/// How to handle an allocation that is alone in its scope and memory space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lone {
    /// Merge it like any other.
    #[default]
    Merged,
    /// It is not merged, unless it is in a loop that it would move out of.
    Skipped,
}

/// Whether to match the reference: the pass that the MLIR merge-alloc proposal describes. Incorrect results of the
/// reference are never reproduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compat {
    /// Merge and delete all allocations that can be.
    #[default]
    Beyond,
    /// Only identity layouts, no alignment above that of the options, no regions with several blocks, no
    /// deleted allocations.
    Reference,
}

/// Whether allocations may be hoisted out of parallel loops with constant bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hoisting {
    /// Hoist allocations that a nested parallel loop uses; they get one slot per iteration.
    #[default]
    Allowed,
    /// Every allocation stays in its scope.
    Forbidden,
}

/// Where buffers whose sizes depend on a loop variable are merged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Loops {
    /// In the body of the loop, with the size at hand.
    #[default]
    Body,
    /// In front of the loop, with the size at the last or first value of the variable, if that is proven to be the
    /// largest.
    Before,
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
        index_width: memplan_mlir::INDEX_WIDTH,
        compat: Compat::Beyond,
        hoisting: Hoisting::Allowed,
        loops: Loops::Body,
        unknown_ops: UnknownOps::Access,
    };

    /// The aliases that the collectors follow.
    pub(crate) fn flow(&self, m: &Module) -> BufferViewFlowAnalysis {
        match self.compat {
            Compat::Beyond => BufferViewFlowAnalysis::across_calls(m, m.root()),
            Compat::Reference => BufferViewFlowAnalysis::new(m, m.root()),
        }
    }

    /// These options with [`Lone::Merged`]; `None` if they have it already.
    pub(crate) fn with_lone_buffers(self) -> Option<Self> {
        let options = Self {
            lone: Lone::Merged,
            ..self
        };
        (self.lone != Lone::Merged).then_some(options)
    }

    /// The minimum alignment of a merged allocation.
    pub fn arena_alignment(&self) -> Bytes {
        match self.padding {
            Padding::Uniform => self.alignment,
            Padding::None => Bytes(1),
        }
    }

    /// Returns these options with the values of a specification.
    ///
    /// # Errors
    ///
    /// [`ParamError`] if a value is invalid for its option.
    pub(crate) fn configured(mut self, params: &Params) -> Result<Self, ParamError> {
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
        let loops = [("body", Loops::Body), ("before", Loops::Before)];
        self.loops = params.one_of("loops", &loops)?.unwrap_or(self.loops);
        let unknown = [
            ("access", UnknownOps::Access),
            ("capture", UnknownOps::Capture),
        ];
        let unknown = params.one_of("unknown-ops", &unknown)?;
        self.unknown_ops = unknown.unwrap_or(self.unknown_ops);
        Ok(self)
    }

    /// The values that differ from the defaults, in the form that [`Self::configured`] accepts.
    pub(crate) fn params(&self) -> Params {
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
            ("loops", word(self.loops == Loops::Before, "before")),
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
