//! Options of bufferization, with the names of `mlir-opt --one-shot-bufferize`.

/// The order in which operands are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heuristic {
    /// The best of the next three by bytes copied, bytes allocated, number of allocations, and number of written
    /// arguments, in this order.
    #[default]
    Best,
    /// Last operation first.
    BottomUp,
    /// First operation first.
    TopDown,
    /// The chains that feed terminators first.
    BottomUpFromTerminators,
    /// A random order, determined by [`Options::fuzzer_seed`].
    Fuzzer,
}

/// The layouts of function arguments and results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoundaryLayout {
    /// Arguments have dynamic layouts, results the layouts that the body determines.
    #[default]
    Infer,
    /// Dynamic strides and offset.
    FullyDynamic,
    /// The identity layout; other layouts cost a copy.
    Identity,
}

/// The layouts of buffers whose origin is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownLayout {
    /// Dynamic strides and offset.
    #[default]
    FullyDynamic,
    /// The identity layout.
    Identity,
}

/// Options of the pass `one-shot-bufferize`. The defaults are memplan's; [`Options::reference`] has those of
/// mlir-opt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Decide as mlir-opt does, except where that changes what a program computes.
    pub is_reference: bool,
    /// Accept loops that yield a buffer other than the one of their iteration argument.
    pub allow_return_allocs_from_loops: bool,
    /// Keep operations that cannot be bufferized, between `to_tensor` and `to_buffer`.
    pub allow_unknown_ops: bool,
    /// The order of decisions.
    pub heuristic: Heuristic,
    /// Seed of [`Heuristic::Fuzzer`].
    pub fuzzer_seed: u64,
    /// Bufferize functions, calls and returns too.
    pub function_boundaries: bool,
    /// Do not write to tensors from outside in regions that run in parallel.
    pub check_parallel_regions: bool,
    /// No analysis: every operand that is written is copied first.
    pub copy_before_write: bool,
    /// Only operations of these dialects are bufferized; all if empty.
    pub dialect_filter: Vec<String>,
    /// The names of functions that are not analysed.
    pub no_analysis_functions: Vec<String>,
    /// Layouts at function boundaries.
    pub boundary_layout: BoundaryLayout,
    /// Layouts of buffers of unknown origin.
    pub unknown_layout: UnknownLayout,
    /// Report an error where no memory space can be inferred.
    pub must_infer_memory_space: bool,
    /// The encoding of a tensor type is its memory space.
    pub encoding_is_memory_space: bool,
    /// Alignment of allocations and globals in bytes; 0 for none.
    pub buffer_alignment: u64,
    /// Arguments of public functions are never written.
    pub readonly_public_args: bool,
    /// Rewrite elementwise operations of other dialects as `linalg.map` first.
    pub lower_elementwise: bool,
    /// Stop after the analysis and write its decisions into attributes.
    pub test_analysis_only: bool,
    /// With [`Options::test_analysis_only`]: write conflicts into attributes.
    pub print_conflicts: bool,
    /// With [`Options::test_analysis_only`]: write alias sets into attributes.
    pub dump_alias_sets: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            is_reference: false,
            allow_return_allocs_from_loops: true,
            heuristic: Heuristic::Best,
            lower_elementwise: true,
            ..Self::reference()
        }
    }
}

impl Options {
    /// The defaults of mlir-opt 22.
    #[must_use]
    pub fn reference() -> Self {
        Self {
            is_reference: true,
            allow_return_allocs_from_loops: false,
            allow_unknown_ops: false,
            heuristic: Heuristic::BottomUp,
            fuzzer_seed: 0,
            function_boundaries: false,
            check_parallel_regions: true,
            copy_before_write: false,
            dialect_filter: Vec::new(),
            no_analysis_functions: Vec::new(),
            boundary_layout: BoundaryLayout::Infer,
            unknown_layout: UnknownLayout::FullyDynamic,
            must_infer_memory_space: false,
            encoding_is_memory_space: false,
            buffer_alignment: 64,
            readonly_public_args: false,
            lower_elementwise: false,
            test_analysis_only: false,
            print_conflicts: false,
            dump_alias_sets: false,
        }
    }

    /// Whether operations of this name are bufferized, according to the filters.
    pub(crate) fn allows(&self, op_name: &str) -> bool {
        let dialect = op_name.split('.').next().unwrap_or_default();
        let is_in_filter = self.dialect_filter.iter().any(|listed| listed == dialect);
        (dialect != "func" || self.function_boundaries)
            && (self.dialect_filter.is_empty() || is_in_filter)
    }
}
