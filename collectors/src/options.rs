//! Options of the collector.

use memplan_memory_model::{BufferViewFlowAnalysis, UnknownOps};
use memplan_mlir::Module;
use memplan_planner::Bytes;
use memplan_plugin::{Field, ParamError};

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

    /// The user-visible options. The first three are those of all collectors.
    pub(crate) fn fields(&mut self) -> Vec<Field<'_>> {
        const LONE: &[(&str, Lone)] = &[("merge", Lone::Merged), ("skip", Lone::Skipped)];
        const WIDTHS: &[(&str, u32)] = &[("16", 16), ("32", 32), ("64", 64)];
        const COMPAT: &[(&str, Compat)] =
            &[("reference", Compat::Reference), ("none", Compat::Beyond)];
        const HOIST: &[(&str, Hoisting)] =
            &[("true", Hoisting::Allowed), ("false", Hoisting::Forbidden)];
        const LOOPS: &[(&str, Loops)] = &[("body", Loops::Body), ("before", Loops::Before)];
        const UNKNOWN: &[(&str, UnknownOps)] = &[
            ("access", UnknownOps::Access),
            ("capture", UnknownOps::Capture),
        ];
        vec![
            alignment(&mut self.alignment, &mut self.padding)
                .help("Alignment of every buffer in bytes; `own`: up to 64, without padding."),
            Field::word("lone", &mut self.lone, LONE)
                .help("`skip` does not merge an allocation that is alone in its scope."),
            Field::word("index-width", &mut self.index_width, WIDTHS)
                .help("Width of `index` in bits."),
            Field::word("compat", &mut self.compat, COMPAT)
                .help("`reference` merges and deletes only what the reference implementation does."),
            Field::word("hoist", &mut self.hoisting, HOIST)
                .help("Hoist allocations out of nested parallel loops."),
            Field::word("loops", &mut self.loops, LOOPS).help(
                "Where buffers whose sizes depend on a loop variable are merged: in the `body` of the loop, or \
                 `before` it, with the largest size.",
            ),
            Field::word("unknown-ops", &mut self.unknown_ops, UNKNOWN).help(
                "Assumed effect of unknown operations and functions without a body on buffers: `access`, or \
                 `capture` (they may keep addresses).",
            ),
        ]
    }
}

/// The option `alignment`.
fn alignment<'a>(alignment: &'a mut Bytes, padding: &'a mut Padding) -> Field<'a> {
    const NAME: &str = "alignment";
    let text = match padding {
        Padding::Uniform => alignment.to_string(),
        Padding::None => "own".to_owned(),
    };
    Field::new(NAME, text, |value| {
        (*alignment, *padding) = match value {
            "own" => (TickOptions::DEFAULT.alignment, Padding::None),
            _ => {
                let bytes = alignment_of(value);
                let expected = "`own` or a power of two up to 2^30";
                let bytes = bytes.ok_or_else(|| ParamError::value(NAME, value, expected))?;
                (Bytes(bytes), Padding::Uniform)
            }
        };
        Ok(())
    })
}

/// Reads an alignment: a power of two up to 2^30.
pub(crate) fn alignment_of(text: &str) -> Option<u64> {
    let bytes = text.parse().ok();
    bytes.filter(|bytes: &u64| bytes.is_power_of_two() && *bytes <= 1 << 30)
}
