//! Functions and globals of the `llvm` dialect, and calls.

use super::assembly::{llvm as assembly, llvm_calls as calls, modern};
use memplan_mlir::dialects::Ty::Any;
use memplan_mlir::dialects::{
    Attr, AttrForm, Effects, Regions, Segments, Successors, Traits, dflt, hook, maybe, ops, req,
};

const LINKAGE: Attr = dflt(
    "linkage",
    AttrForm::Dialect("llvm.linkage"),
    "#llvm.linkage<external>",
);
const CALLING_CONVENTION: Attr = dflt("CConv", AttrForm::Dialect("llvm.cconv"), "#llvm.cconv<ccc>");
const VISIBILITY: Attr = dflt("visibility_", AttrForm::IntIn(64, 0, 2), "0 : i64");

/// Always present in the custom form, optional in the generic form.
const ADDRESS_MATTERS: Attr = maybe("unnamed_addr", AttrForm::IntIn(64, 0, 2));

ops! { pub(super) OPS:
    "llvm.call" "Calls a function by name or through a pointer."
        ({callee_operands} Any, {op_bundle_operands} Any) -> ([result] Any)
        [maybe("callee", AttrForm::SymRef), maybe("var_callee_type", AttrForm::Type),
         dflt("fastmathFlags", AttrForm::Dialect("llvm.fastmath"), "#llvm.fastmath<none>"),
         CALLING_CONVENTION,
         dflt("TailCallKind", AttrForm::Dialect("llvm.tailcallkind"), "#llvm.tailcallkind<none>"),
         maybe("memory_effects", AttrForm::Dialect("llvm.memory_effects")),
         maybe("convergent", AttrForm::Unit), maybe("no_unwind", AttrForm::Unit),
         maybe("will_return", AttrForm::Unit), dflt("op_bundle_sizes", AttrForm::I32Array, "array<i32>"),
         maybe("op_bundle_tags", AttrForm::Array), maybe("arg_attrs", AttrForm::Array),
         maybe("res_attrs", AttrForm::Array), maybe("no_inline", AttrForm::Unit),
         maybe("always_inline", AttrForm::Unit), maybe("inline_hint", AttrForm::Unit),
         maybe("access_groups", AttrForm::Array), maybe("alias_scopes", AttrForm::Array),
         maybe("noalias_scopes", AttrForm::Array), maybe("tbaa", AttrForm::Array)]
        { segments: Segments::Operands, assembly: hook(assembly::parse_call, assembly::print_call),
         modern: Some(modern::llvm_call) };
    "llvm.func" "Defines or declares a function."
        [req("sym_name", AttrForm::SymName), req("function_type", AttrForm::Type),
         maybe("sym_visibility", AttrForm::Str), LINKAGE, CALLING_CONVENTION, VISIBILITY, ADDRESS_MATTERS,
         maybe("dso_local", AttrForm::Any), maybe("comdat", AttrForm::Any),
         maybe("convergent", AttrForm::Any), maybe("personality", AttrForm::Any),
         maybe("garbageCollector", AttrForm::Any), maybe("passthrough", AttrForm::Array),
         maybe("arg_attrs", AttrForm::Array), maybe("res_attrs", AttrForm::Array),
         maybe("function_entry_count", AttrForm::Any),
         maybe("memory_effects", AttrForm::Dialect("llvm.memory_effects")),
         maybe("arm_streaming", AttrForm::Any), maybe("arm_locally_streaming", AttrForm::Any),
         maybe("arm_streaming_compatible", AttrForm::Any), maybe("arm_new_za", AttrForm::Any),
         maybe("arm_in_za", AttrForm::Any), maybe("arm_out_za", AttrForm::Any),
         maybe("arm_inout_za", AttrForm::Any), maybe("arm_preserves_za", AttrForm::Any),
         maybe("section", AttrForm::Any), maybe("alignment", AttrForm::Any),
         maybe("vscale_range", AttrForm::Any), maybe("frame_pointer", AttrForm::Any),
         maybe("target_cpu", AttrForm::Any), maybe("tune_cpu", AttrForm::Any),
         maybe("reciprocal_estimates", AttrForm::Any), maybe("prefer_vector_width", AttrForm::Any),
         maybe("target_features", AttrForm::Any), maybe("no_infs_fp_math", AttrForm::Any),
         maybe("no_nans_fp_math", AttrForm::Any), maybe("no_signed_zeros_fp_math", AttrForm::Any),
         maybe("denormal_fp_math", AttrForm::Any), maybe("denormal_fp_math_f32", AttrForm::Any),
         maybe("fp_contract", AttrForm::Any), maybe("instrument_function_entry", AttrForm::Any),
         maybe("instrument_function_exit", AttrForm::Any), maybe("no_inline", AttrForm::Any),
         maybe("always_inline", AttrForm::Any), maybe("inline_hint", AttrForm::Any),
         maybe("no_unwind", AttrForm::Any), maybe("will_return", AttrForm::Any),
         maybe("optimize_none", AttrForm::Any), maybe("vec_type_hint", AttrForm::Any),
         maybe("work_group_size_hint", AttrForm::Any), maybe("reqd_work_group_size", AttrForm::Any),
         maybe("intel_reqd_sub_group_size", AttrForm::Any), maybe("uwtable_kind", AttrForm::Any)]
        { regions: Regions::Exactly(1),
         traits: Traits::FUNCTION.and(Traits::LINKAGE).and(Traits::SYMBOL).and(Traits::ISOLATED_FROM_ABOVE)
          .and(Traits::AFFINE_SCOPE).and(Traits::AUTOMATIC_ALLOCATION_SCOPE),
         assembly: hook(assembly::parse_func, assembly::print_func) };
    "llvm.mlir.global" "Defines or declares a global variable."
        [req("sym_name", AttrForm::SymName), req("global_type", AttrForm::Type),
         maybe("constant", AttrForm::Unit), LINKAGE, maybe("dso_local", AttrForm::Unit),
         maybe("thread_local_", AttrForm::Unit), maybe("externally_initialized", AttrForm::Unit),
         maybe("value", AttrForm::Any), maybe("alignment", AttrForm::Alignment),
         dflt("addr_space", AttrForm::IntIn(32, 0, i32::MAX as i64), "0 : i32"), ADDRESS_MATTERS,
         maybe("section", AttrForm::Str), maybe("comdat", AttrForm::NestedRef),
         maybe("dbg_exprs", AttrForm::Array), VISIBILITY, maybe("target_specific_attrs", AttrForm::Array)]
        { regions: Regions::Exactly(1), traits: Traits::SYMBOL.and(Traits::ISOLATED_FROM_ABOVE),
         assembly: hook(assembly::parse_global, assembly::print_global) };
    "llvm.mlir.alias" "Defines another name for the address that its region computes."
        [req("sym_name", AttrForm::SymName), req("alias_type", AttrForm::Type), LINKAGE,
         maybe("dso_local", AttrForm::Unit), maybe("thread_local_", AttrForm::Unit), ADDRESS_MATTERS, VISIBILITY]
        { regions: Regions::Exactly(1), traits: Traits::SYMBOL.and(Traits::ISOLATED_FROM_ABOVE),
         assembly: hook(assembly::parse_alias, assembly::print_alias) };
    "llvm.call_intrinsic" "Calls an intrinsic by its name in LLVM."
        ({args} Any, {op_bundle_operands} Any) -> ([results] Any)
        [req("intrin", AttrForm::Str),
         dflt("fastmathFlags", AttrForm::Dialect("llvm.fastmath"), "#llvm.fastmath<none>"),
         dflt("op_bundle_sizes", AttrForm::I32Array, "array<i32>"), maybe("op_bundle_tags", AttrForm::Array),
         maybe("arg_attrs", AttrForm::Array), maybe("res_attrs", AttrForm::Array)]
        { segments: Segments::Operands,
         assembly: hook(assembly::parse_call_intrinsic, assembly::print_call_intrinsic) };
    "llvm.comdat" "Holds rules for sections that several objects define."
        [req("sym_name", AttrForm::SymName)] "@sym_name R {}"
        { regions: Regions::Exactly(1),
         traits: Traits::SYMBOL.and(Traits::SYMBOL_TABLE).and(Traits::GRAPH_REGION).and(Traits::SINGLE_BLOCK) };
    "llvm.comdat_selector" "A rule for a section that several objects define."
        [req("sym_name", AttrForm::SymName),
         req("comdat", AttrForm::IntEnum(64, &["any", "exactmatch", "largest", "nodeduplicate", "samesize"]))]
        "@sym_name @comdat {}" { traits: Traits::SYMBOL };
    "llvm.inline_asm" "Runs instructions of the machine." ({operands} Any) -> ([res] Any)
        [req("asm_string", AttrForm::Str), req("constraints", AttrForm::Str),
         maybe("has_side_effects", AttrForm::Unit), maybe("is_align_stack", AttrForm::Unit),
         dflt("tail_call_kind", AttrForm::AngleEnum("llvm.tailcallkind"), "#llvm.tailcallkind<none>"),
         maybe("asm_dialect", AttrForm::IntEnum(64, &["att", "intel"])),
         maybe("operand_attrs", AttrForm::Array)]
        "( 'has_side_effects' @has_side_effects^ )? ( 'is_align_stack' @is_align_stack^ )? ( \
         'tail_call_kind' '=' @tail_call_kind^ )? ( 'asm_dialect' '=' @asm_dialect^ )? ( 'operand_attrs' '=' \
         @operand_attrs^ )? {} @asm_string ',' @constraints ( operands^ )~ ':' fn";
    "llvm.invoke" "Calls a function and branches to where it returns or unwinds to."
        ({callee_operands} Any, {normalDestOperands} Any, {unwindDestOperands} Any,
         {op_bundle_operands} Any) -> ([result] Any)
        [maybe("var_callee_type", AttrForm::Type), maybe("callee", AttrForm::SymRef),
         maybe("arg_attrs", AttrForm::Array), maybe("res_attrs", AttrForm::Array),
         maybe("branch_weights", AttrForm::I32Array), CALLING_CONVENTION,
         dflt("op_bundle_sizes", AttrForm::I32Array, "array<i32>"), maybe("op_bundle_tags", AttrForm::Array)]
        { successors: Successors::Exactly(2), segments: Segments::Operands, traits: Traits::TERMINATOR,
         branch: &["normalDestOperands", "unwindDestOperands"],
         assembly: hook(calls::parse_invoke, calls::print_invoke) };
    "llvm.landingpad" "What unwinding brought here." ({clauses} Any) -> (res Any)
        [maybe("cleanup", AttrForm::Unit)]
        { assembly: hook(calls::parse_landingpad, calls::print_landingpad) };
    "llvm.linker_options" "Flags for the linker." [req("options", AttrForm::Array)] "@options {}";
    "llvm.mlir.global_ctors" "Functions that run before the program."
        [req("ctors", AttrForm::Array), req("priorities", AttrForm::Array), req("data", AttrForm::Array)]
        "( 'ctors' '=' @ctors^ ',' 'priorities' '=' @priorities ',' 'data' '=' @data )? {}"
        { modern: Some(modern::global_functions) };
    "llvm.mlir.global_dtors" "Functions that run after the program."
        [req("dtors", AttrForm::Array), req("priorities", AttrForm::Array), req("data", AttrForm::Array)]
        "( 'dtors' '=' @dtors^ ',' 'priorities' '=' @priorities ',' 'data' '=' @data )? {}"
        { modern: Some(modern::global_functions) };
    "llvm.module_flags" "Facts about the module for the linker." [req("flags", AttrForm::Array)] "@flags {}";
    "llvm.mlir.none" "Makes an empty token." -> (res Any) "{} ':' :res" { effects: Effects::None };
    "llvm.dso_local_equivalent" "Address of something that behaves like a function and is in the same object."
        -> (res Any) [req("function_name", AttrForm::SymRef)] "@function_name {} ':' :res"
        { effects: Effects::None };
    "llvm.resume" "Resumes unwinding." (value Any) "value {} ':' :value" { traits: Traits::TERMINATOR };
    "llvm.va_arg" "The next of a variable number of arguments." (arg Any) -> (res Any) "arg {} ':' fn";
}
