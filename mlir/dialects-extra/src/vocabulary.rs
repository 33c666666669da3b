//! Attributes and types of these dialects: the keywords that attributes may contain, and the names of types.

use memplan_mlir::dialects::vocabulary::AttrBody::{self, BareWord, Other, Set, Word};
use memplan_mlir::dialects::vocabulary::{COMBINING, OVERFLOW, WordSet};

/// `llvm.fastmath`.
static LLVM_FASTMATH: WordSet = WordSet {
    words: &["nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"],
    all: Some("fast"),
    separator: ", ",
};

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

/// Linkages of LLVM, in the order of their numbers.
pub(crate) const LINKAGES: &[&str] = &[
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

pub(crate) static ASYNC_TYPES: &[&str] = &[
    "coro.handle",
    "coro.id",
    "coro.state",
    "group",
    "token",
    "value",
];

pub(crate) static GPU: &[(&str, AttrBody)] = &[
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

pub(crate) static GPU_TYPES: &[&str] = &[
    "async.token",
    "mma_matrix",
    "sparse.dntensor_handle",
    "sparse.spgemmop_handle",
    "sparse.spmat_handle",
];

pub(crate) static TOSA: &[(&str, AttrBody)] = &[
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

pub(crate) static TOSA_TYPES: &[&str] = &["mxint8", "shape"];

/// The attributes of `llvm` with keywords; the dialect has many others, and types with a parser of their own.
pub(crate) static LLVM: &[(&str, AttrBody)] = &[
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
pub(crate) const LLVM_OTHERS: &[&str] = &[
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

/// Whether LLVM has this calling convention.
pub(crate) fn is_calling_convention(word: &str) -> bool {
    CALLING_CONVENTIONS.contains(&word)
}
