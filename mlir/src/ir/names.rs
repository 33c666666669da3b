//! Names of attributes that memplan gives a meaning, interned in every context.
//!
//! Names that start with `memplan.` occur as text here only; `cargo xtask tidy` checks that.

use super::StrId;

macro_rules! well_known {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        well_known!(@consts 0u32; $([$(#[$doc])* $name $text])*);
        pub(crate) const TEXTS: &[&str] = &[$($text),*];
    };
    (@consts $n:expr; [$(#[$doc:meta])* $head:ident $text:literal] $($tail:tt)*) => {
        #[doc = concat!("`", $text, "`")]
        ///
        $(#[$doc])*
        pub const $head: StrId = StrId::from_index($n);
        well_known!(@consts $n + 1; $($tail)*);
    };
    (@consts $n:expr;) => {};
}

well_known! {
    OPERAND_SEGMENT_SIZES = "operandSegmentSizes",
    RESULT_SEGMENT_SIZES = "resultSegmentSizes",
    SYM_NAME = "sym_name",
    SYM_VISIBILITY = "sym_visibility",
    FUNCTION_TYPE = "function_type",
    ARG_ATTRS = "arg_attrs",
    RES_ATTRS = "res_attrs",
    VALUE = "value",
    CALLEE = "callee",
    NAME = "name",
    TYPE = "type",
    ALIGNMENT = "alignment",
    INDEXING_MAPS = "indexing_maps",
    ITERATOR_TYPES = "iterator_types",
    STATIC_OFFSETS = "static_offsets",
    STATIC_SIZES = "static_sizes",
    STATIC_STRIDES = "static_strides",
    STATIC_LOWER_BOUND = "staticLowerBound",
    STATIC_UPPER_BOUND = "staticUpperBound",
    STATIC_STEP = "staticStep",
    REASSOCIATION = "reassociation",
    CASES = "cases",
    LOWER_BOUND_MAP = "lowerBoundMap",
    UPPER_BOUND_MAP = "upperBoundMap",
    STEP = "step",
    MAPPING = "mapping",
    PREDICATE = "predicate",
    FASTMATH = "fastmath",
    OVERFLOW_FLAGS = "overflowFlags",
    CASE_OPERAND_SEGMENTS = "case_operand_segments",
    /// On functions whose buffers memplan has freed: an array with the owner of each result, or a unit if the caller
    /// owns all of them. Ownership-based deallocation writes it; passes that need programs without deallocations skip
    /// such functions, and deallocation reads how their callers own results.
    DEALLOCATED = "memplan.deallocated",
    /// On allocations that hold merged buffers and are not freed yet. The mutator `merge-alloc` writes it; deallocation
    /// frees them in their scopes and removes it.
    ARENA = "memplan.arena",
    /// On calls: how many operands, counted from the last, are arenas. `merge-alloc` with `arena=arg` writes it;
    /// analyses and collectors read it through [`arena_operands`](crate::interfaces::arena_operands).
    ARENA_OPERANDS = "memplan.arena_operands",
    /// On functions: the arenas among the arguments, an array of dictionaries in which `argument` is the number of the
    /// argument. `merge-alloc` with `arena=arg` writes it for programs that call the function; analyses read it through
    /// [`arena_arguments`](crate::interfaces::arena_arguments).
    ARENAS = "memplan.arenas",
    /// On the module: the memories of the target, an array of dictionaries. Written by users; collectors plan within
    /// them.
    POOLS = "memplan.pools",
    /// On allocations: a group whose members never share bytes. Written by users; collectors make it relations of
    /// traces.
    APART = "memplan.apart",
    /// On allocations: the first byte in the merged allocation. Written by users, and where buffers move as a plan
    /// says; collectors pin the buffers.
    OFFSET = "memplan.offset",
    /// On views of merged allocations: the address of the first byte. The mutator `merge-alloc` writes it where
    /// [`POOLS`] states the address of the memory.
    ADDRESS = "memplan.address",
    /// On allocations and what frees them: deallocation leaves them alone. Defined by MLIR; memplan writes it where it
    /// frees merged buffers.
    MANUAL_DEALLOCATION = "bufferization.manual_deallocation",
    /// On arguments of functions: `none`, `read`, `write` or `read-write`. Defined by MLIR; written by the pass
    /// `one-shot-bufferize` in analysis mode, read by its analysis and by the interpreter.
    ACCESS = "bufferization.access",
    /// On arguments of functions: whether the function may write to the buffer. Defined by MLIR; read by bufferization.
    WRITABLE = "bufferization.writable",
    /// On arguments of functions: others may use the memory after the call, or not with `false`. Users write this and
    /// the next two; the contracts of the memory model read them, and those of LLVM.
    CAPTURES = "memplan.captures",
    /// On arguments of functions: the call may free the memory.
    FREES = "memplan.frees",
    /// On arguments of functions without a body: results may be the argument.
    RETURNED = "memplan.returned",
    /// On the module: `capture` if unknown operations and functions without a body may keep what they are given.
    UNKNOWN_OPS = "memplan.unknown_ops",
    NOCAPTURE = "llvm.nocapture",
    LLVM_RETURNED = "llvm.returned",
    READONLY = "llvm.readonly",
    WRITEONLY = "llvm.writeonly",
    READNONE = "llvm.readnone",
    /// On arguments of functions: the caller gives up what the argument holds, and its memory holds a result
    /// afterwards: the number of the result, or a unit for any of the same type. Users write it, and
    /// `donate-arguments`, which reads it.
    DONATED = "memplan.donated",
    NOALIAS = "memplan.noalias",

    /// On operations of dialects without tables: their text around the operands, and the symbols in it. The parser
    /// writes it, and the printer prints it.
    KEPT_TEXT = "memplan.text",
    /// Of a loop over blocks of points: how many blocks there are.
    BLOCKS = "memplan.blocks",
    /// On functions whose results `donate-arguments` has dropped: where each result was, in their old order,
    /// `argument N` or `result N`. Wrappers of functions read it.
    RESULTS = "memplan.results",
    /// On arguments of functions: names and ranges of dynamic dimensions, such as `["b=1..64", "s=32..1024/32"]`. Users
    /// write it; the sizes of the memory model read it.
    DIMS = "memplan.dims",
    /// On allocations of dynamic shape, while passes weigh them: dynamic sizes at some shapes. Only within a search.
    ASSUMED_SIZES = "memplan.assumed_sizes",
    /// On arguments of functions: the layout of the memref that a tensor becomes. Defined by MLIR; read by
    /// bufferization.
    BUFFER_LAYOUT = "bufferization.buffer_layout",
}
