//! What the known dialects define beyond operations: attributes, with the words that may stand in
//! them, and types.
//!
//! Bodies of dialect attributes and types are kept as text. What is listed here lets the parser refuse a
//! name or a word that MLIR does not have, and write sets of words in one order.

/// What follows the name of an attribute.
#[derive(Clone, Copy, Debug)]
pub enum AttrBody {
    /// `<word>`, one of these.
    Word(&'static [&'static str]),
    /// A blank and one of these words, all of it in angle brackets: `#gpu<dim x>`.
    BareWord(&'static [&'static str]),
    /// `<word, ..>`, any of a set.
    Set(&'static WordSet),
    /// Something else, which is not checked.
    Other,
}

/// Words of which any may be given; none of them is `none`.
#[derive(Debug)]
pub struct WordSet {
    /// The words in the order of their bits.
    pub words: &'static [&'static str],
    /// The word for all of them.
    pub all: Option<&'static str>,
    /// What stands between two.
    pub separator: &'static str,
}

use AttrBody::{BareWord, Other, Set, Word};

/// `arith.fastmath`.
static FASTMATH: WordSet = WordSet {
    words: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
    all: Some("fast"),
    separator: ",",
};
/// `llvm.fastmath`.
static LLVM_FASTMATH: WordSet = WordSet {
    words: &["nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"],
    all: Some("fast"),
    separator: ", ",
};
/// `arith.overflow` and `llvm.overflow`.
static OVERFLOW: WordSet = WordSet {
    words: &["nsw", "nuw"],
    all: None,
    separator: ", ",
};

const COMBINING: &[&str] = &[
    "add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor",
    "maximumf", "minimumf",
];
const ITERATORS: &[&str] = &["parallel", "reduction"];
const UNARY: &[&str] = &[
    "exp",
    "log",
    "abs",
    "ceil",
    "floor",
    "negf",
    "reciprocal",
    "round",
    "sqrt",
    "rsqrt",
    "square",
    "tanh",
    "erf",
];
const BINARY: &[&str] = &[
    "add",
    "sub",
    "mul",
    "div",
    "div_unsigned",
    "max_signed",
    "min_signed",
    "max_unsigned",
    "min_unsigned",
    "powf",
];
const ELEMENTWISE: &[&str] = &[
    "exp",
    "log",
    "abs",
    "ceil",
    "floor",
    "negf",
    "reciprocal",
    "round",
    "sqrt",
    "rsqrt",
    "square",
    "tanh",
    "erf",
    "add",
    "sub",
    "mul",
    "div",
    "div_unsigned",
    "max_signed",
    "min_signed",
    "max_unsigned",
    "min_unsigned",
    "powf",
    "select",
];
const ADDRESS_SPACES: &[&str] = &["global", "workgroup", "private"];
const MAPPING_IDS: &[&str] = &[
    "x",
    "y",
    "z",
    "linear_dim_0",
    "linear_dim_1",
    "linear_dim_2",
    "linear_dim_3",
    "linear_dim_4",
    "linear_dim_5",
    "linear_dim_6",
    "linear_dim_7",
    "linear_dim_8",
    "linear_dim_9",
];
const COMPARISONS: &[&str] = &[
    "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
];
/// Linkages of LLVM, in the order of their numbers.
pub(super) const LINKAGES: &[&str] = &[
    "external",
    "available_externally",
    "linkonce",
    "linkonce_odr",
    "weak",
    "weak_odr",
    "appending",
    "internal",
    "private",
    "extern_weak",
    "common",
];
/// Calling conventions of LLVM.
const CALLING_CONVENTIONS: &[&str] = &[
    "ccc",
    "fastcc",
    "coldcc",
    "cc_10",
    "cc_11",
    "anyregcc",
    "preserve_mostcc",
    "preserve_allcc",
    "swiftcc",
    "cxx_fast_tlscc",
    "tailcc",
    "cfguard_checkcc",
    "swifttailcc",
    "x86_stdcallcc",
    "x86_fastcallcc",
    "arm_apcscc",
    "arm_aapcscc",
    "arm_aapcs_vfpcc",
    "msp430_intrcc",
    "x86_thiscallcc",
    "ptx_kernelcc",
    "ptx_devicecc",
    "spir_funccc",
    "spir_kernelcc",
    "intel_ocl_bicc",
    "x86_64_sysvcc",
    "win64cc",
    "x86_vectorcallcc",
    "hhvmcc",
    "hhvm_ccc",
    "x86_intrcc",
    "avr_intrcc",
    "avr_builtincc",
    "amdgpu_vscc",
    "amdgpu_gscc",
    "amdgpu_cscc",
    "amdgpu_kernelcc",
    "x86_regcallcc",
    "amdgpu_hscc",
    "msp430_builtincc",
    "amdgpu_lscc",
    "amdgpu_escc",
    "aarch64_vectorcallcc",
    "aarch64_sve_vectorcallcc",
    "wasm_emscripten_invokecc",
    "amdgpu_gfxcc",
    "m68k_intrcc",
];
pub(super) static ARITH: &[(&str, AttrBody)] =
    &[("fastmath", Set(&FASTMATH)), ("overflow", Set(&OVERFLOW))];
pub(super) static ASYNC_TYPES: &[&str] = &[
    "coro.handle",
    "coro.id",
    "coro.state",
    "group",
    "token",
    "value",
];
pub(super) static COMPLEX: &[(&str, AttrBody)] = &[("number", Other)];
pub(super) static GPU: &[(&str, AttrBody)] = &[
    ("address_space", Word(ADDRESS_SPACES)),
    ("all_reduce_op", BareWord(COMBINING)),
    ("block", Word(MAPPING_IDS)),
    (
        "broadcast",
        BareWord(&["first_active_lane", "specific_lane"]),
    ),
    ("dim", BareWord(&["x", "y", "z"])),
    ("kernel_metadata", Other),
    ("kernel_table", Other),
    ("lane", Word(MAPPING_IDS)),
    ("loop_dim_map", Other),
    ("mask", Other),
    (
        "mat_transpose_mode",
        BareWord(&["NON_TRANSPOSE", "TRANSPOSE", "CONJUGATE_TRANSPOSE"]),
    ),
    ("memory_space", Word(ADDRESS_SPACES)),
    (
        "mma_element_wise",
        BareWord(&[
            "addf", "mulf", "subf", "maxf", "minf", "divf", "addi", "muli", "subi", "divs", "divu",
            "negatef", "negates", "extf",
        ]),
    ),
    ("object", Other),
    (
        "prune_2to4_spmat_flag",
        BareWord(&["NONE", "PRUNE_ONLY", "PRUNE_AND_CHECK"]),
    ),
    ("select_object", Other),
    ("shuffle_mode", BareWord(&["xor", "up", "down", "idx"])),
    (
        "spgemm_work_estimation_or_compute_kind",
        BareWord(&["WORK_ESTIMATION", "COMPUTE"]),
    ),
    ("thread", Word(MAPPING_IDS)),
    ("warp", Word(MAPPING_IDS)),
    ("warpgroup", Word(MAPPING_IDS)),
];
pub(super) static GPU_TYPES: &[&str] = &[
    "async.token",
    "mma_matrix",
    "sparse.dntensor_handle",
    "sparse.spgemmop_handle",
    "sparse.spmat_handle",
];
pub(super) static INDEX: &[(&str, AttrBody)] = &[("cmp_predicate", BareWord(COMPARISONS))];
pub(super) static LINALG: &[(&str, AttrBody)] = &[
    ("binary_fn", Word(BINARY)),
    ("elementwise_kind", Word(ELEMENTWISE)),
    ("iterator_type", Word(ITERATORS)),
    ("ternary_fn", Word(&["select"])),
    ("type_fn", Word(&["cast_signed", "cast_unsigned"])),
    ("unary_fn", Word(UNARY)),
];
pub(super) static TOSA: &[(&str, AttrBody)] = &[
    ("block_size", Word(&["BLOCK_SIZE_32"])),
    ("conv_quant", Other),
    (
        "ext",
        Word(&[
            "none",
            "int16",
            "int4",
            "bf16",
            "fp8e4m3",
            "fp8e5m2",
            "fft",
            "variable",
            "controlflow",
            "doubleround",
            "inexactround",
            "dynamic",
            "mxfp",
            "int64",
            "shape",
        ]),
    ),
    ("level", Word(&["none", "8k"])),
    ("matmul_quant", Other),
    ("nan_mode", Word(&["PROPAGATE", "IGNORE"])),
    ("pad_quant", Other),
    ("prof", Word(&["pro_int", "pro_fp", "none"])),
    ("resize_mode", Word(&["NEAREST_NEIGHBOR", "BILINEAR"])),
    (
        "rounding_mode",
        Word(&["SINGLE_ROUND", "INEXACT_ROUND", "DOUBLE_ROUND"]),
    ),
    ("specification_version", Other),
    ("target_env", Other),
    ("unary_quant", Other),
];
pub(super) static TOSA_TYPES: &[&str] = &["mxint8", "shape"];
pub(super) static UB: &[(&str, AttrBody)] = &[("poison", Other)];
pub(super) static VECTOR: &[(&str, AttrBody)] = &[
    ("iterator_type", Word(ITERATORS)),
    ("kind", Word(COMBINING)),
    (
        "punctuation",
        Word(&["no_punctuation", "newline", "comma", "open", "close"]),
    ),
];
/// The attributes with words; the dialect has many others, and types that its own parser knows.
pub(super) static LLVM: &[(&str, AttrBody)] = &[
    ("cconv", Word(CALLING_CONVENTIONS)),
    (
        "comdat",
        BareWord(&["any", "exactmatch", "largest", "nodeduplicate", "samesize"]),
    ),
    ("fastmath", Set(&LLVM_FASTMATH)),
    ("linkage", Word(LINKAGES)),
    ("overflow", Set(&OVERFLOW)),
    (
        "tailcallkind",
        Word(&["none", "notail", "musttail", "tail"]),
    ),
];
/// Attributes of `llvm` whose bodies are not checked.
pub(super) const LLVM_OTHERS: &[&str] = &[
    "access_group",
    "address_space",
    "alias_scope",
    "alias_scope_domain",
    "blockaddress",
    "blocktag",
    "cgprofile_entry",
    "constant_range",
    "dependent_libraries",
    "dereferenceable",
    "di_annotation",
    "di_basic_type",
    "di_common_block",
    "di_compile_unit",
    "di_composite_type",
    "di_derived_type",
    "di_expression",
    "di_expression_elem",
    "di_file",
    "di_generic_subrange",
    "di_global_variable",
    "di_global_variable_expression",
    "di_imported_entity",
    "di_label",
    "di_lexical_block",
    "di_lexical_block_file",
    "di_local_variable",
    "di_module",
    "di_namespace",
    "di_null_type",
    "di_string_type",
    "di_subprogram",
    "di_subrange",
    "di_subroutine_type",
    "dso_local_equivalent",
    "loop_annotation",
    "loop_distribute",
    "loop_interleave",
    "loop_licm",
    "loop_peeled",
    "loop_pipeline",
    "loop_unroll",
    "loop_unroll_and_jam",
    "loop_unswitch",
    "loop_vectorize",
    "md_const",
    "md_func",
    "md_node",
    "md_string",
    "memory_effects",
    "mlir.module_flag",
    "mlir.workgroup_attribution",
    "mmra_tag",
    "poison",
    "profile_summary",
    "profile_summary_detailed",
    "target",
    "target_features",
    "tbaa_member",
    "tbaa_root",
    "tbaa_tag",
    "tbaa_type_desc",
    "undef",
    "vec_type_hint",
    "vscale_range",
    "zero",
];

/// Namespaces that mlir-opt 19 or 22 registers beside the core dialects. It reads the bodies of their
/// attributes and types, so that an alias in one stands for what it names.
const OTHER_NAMESPACES: &[&str] = &[
    "acc",
    "amdgpu",
    "amx",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
    "dlti",
    "emitc",
    "gpu",
    "irdl",
    "llvm",
    "mesh",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "polynomial",
    "ptr",
    "quant",
    "rocdl",
    "shape",
    "shard",
    "smt",
    "sparse_tensor",
    "spirv",
    "test",
    "tosa",
    "transform",
    "wasmssa",
    "x86vector",
    "xegpu",
    "xevm",
];

/// Whether mlir-opt reads the bodies of attributes and types of a dialect that is not registered.
pub(crate) fn is_known_to_mlir(dialect: &[u8]) -> bool {
    OTHER_NAMESPACES
        .iter()
        .any(|known| known.as_bytes() == dialect)
}

/// Whether LLVM has this calling convention.
pub(crate) fn is_calling_convention(word: &str) -> bool {
    CALLING_CONVENTIONS.contains(&word)
}
