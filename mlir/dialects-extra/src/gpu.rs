//! The `gpu` dialect: kernels, their launch, and memory of devices.

use super::assembly::gpu as assembly;
use super::verify;
use memplan_mlir::dialects::Clauses;
use memplan_mlir::dialects::EffectKind::{Allocate, Free, Read, Write};
use memplan_mlir::dialects::Form::{Checked, Converted, Renamed};
use memplan_mlir::dialects::Ty::{self, Any, Elem, I1, I32, Index, Same};
use memplan_mlir::dialects::{
    Assembly, AttrForm, Dialect, Effects, ORDERED, OpDef, RegionFlow, Regions, ResultName,
    Segments, Traits, dflt, hook, makes, maybe, on, one, ops, req, shared,
};
use memplan_mlir::dialects::{missing, spelled};
use memplan_mlir::ir::{AttrKind, Context, Module, OpId, TypeId, TypeKind};
use memplan_mlir::semantics::{Kernel, Semantics};
use memplan_mlir::syntax::MlirVersion::{V19, V20, V21, V24};

pub(super) static DIALECT: Dialect = Dialect {
    name: "gpu",
    clauses: Clauses::Generic,
    ops: &[OPS, GRID, super::gpu_sparse::OPS],
    attrs: super::vocabulary::GPU,
    types: super::vocabulary::GPU_TYPES,
    element_type: Some(matrix_element),
    classes: &[super::classes::gpu::GPU],
    spellings: &[
        spelled(
            "subgroup_reduce",
            V19,
            V19,
            Converted(super::assembly::modern::unclustered),
        ),
        spelled(
            "launch",
            V19,
            V21,
            Checked(super::assembly::modern::unnamed_kernel),
        ),
        spelled(
            "warp_execute_on_lane_0",
            V19,
            V19,
            Renamed(
                "vector.warp_execute_on_lane_0",
                super::assembly::modern::vector_yield,
            ),
        ),
        missing(
            "rotate subgroup_mma_extract_thread_local subgroup_mma_insert_thread_local",
            V19,
            V20,
        ),
        missing("subgroup_broadcast", V19, V21),
        spelled(
            "module_end",
            V20,
            V24,
            Converted(super::assembly::modern::without_end),
        ),
    ],
    ..Dialect::EMPTY
};

const TOKEN: Ty = Ty::Named("!gpu.async.token");

ops! { pub(super) OPS:
    "gpu.all_reduce" "Reduces a value over a workgroup." (value Any) -> (result Any)
        [maybe("op", AttrForm::SpacedKeywordEnum("gpu all_reduce_op")), maybe("uniform", AttrForm::Unit)]
        "( @op^ )~ value ( 'uniform' @uniform^ )? R {} ':' fn"
        { regions: Regions::Exactly(1), traits: Traits::ISOLATED_FROM_ABOVE, flow: RegionFlow::Elementwise };
    "gpu.alloc" "Allocates memory of the device."
        ({asyncDependencies} TOKEN, {dynamicSizes} Index, {symbolOperands} Index) -> (memref Any,
         [asyncToken] TOKEN) [maybe("hostShared", AttrForm::Unit)]
        "async(asyncDependencies) ( ~ 'host_shared' @hostShared^ )? ~ '(' dynamicSizes ')' ( _ '[' \
         symbolOperands^ ']' )? {} ':' :memref"
        { segments: Segments::Operands, effects: Effects::List(&[makes(Allocate, "memref")]),
         traits: Traits::FREED_BY_DIALECT, verify: Some(shared::allocation),
         result_name: ResultName::Groups };
    "gpu.barrier" "Waits for all work items of the workgroup." "{}";
    "gpu.binary" "Holds compiled code of the device."
        [req("sym_name", AttrForm::SymName), dflt("offloadingHandler", AttrForm::Any, "#gpu.select_object"),
         req("objects", AttrForm::Array)] "@sym_name ~ ( '<' @offloadingHandler^ '>' )? {} ~ @objects"
        { traits: Traits::SYMBOL };
    "gpu.dealloc" "Frees memory of `gpu.alloc`."
        ({asyncDependencies} TOKEN, memref Any) -> ([asyncToken] TOKEN)
        "async(asyncDependencies) memref {} ':' :memref" { effects: Effects::List(&[on(Free, "memref")]) };
    "gpu.dynamic_shared_memory" "The shared memory whose size the launch chooses." -> (resultMemref Any)
        "{} ':' :resultMemref" { effects: Effects::None };
    // MLIR stores the name as a discardable attribute. The attribute that marks a kernel is discardable, too, so the
    // region is always treated as parallel.
    "gpu.func" "Defines a function of the device."
        [req("function_type", AttrForm::Type), maybe("arg_attrs", AttrForm::Array),
         maybe("res_attrs", AttrForm::Array), maybe("workgroup_attrib_attrs", AttrForm::Array),
         maybe("private_attrib_attrs", AttrForm::Array), maybe("known_block_size", AttrForm::I32Array),
         maybe("known_grid_size", AttrForm::I32Array), maybe("known_cluster_size", AttrForm::I32Array)]
        { regions: Regions::Exactly(1),
         traits: Traits::FUNCTION.and(Traits::SYMBOL).and(Traits::ISOLATED_FROM_ABOVE)
         .and(Traits::AFFINE_SCOPE).and(Traits::AUTOMATIC_ALLOCATION_SCOPE).and(Traits::PARALLEL_REGION),
         parents: &["gpu.module"], assembly: hook(assembly::parse_func, assembly::print_func) };
    "gpu.host_register" "Makes memory of the host visible to the device." (value Any) "value {} ':' :value"
        { traits: Traits::CAPTURES };
    "gpu.host_unregister" "Makes memory of the host invisible to the device." (value Any)
        "value {} ':' :value" { traits: Traits::CAPTURES };
    "gpu.lane_id" "Position of the thread in its subgroup." -> (result Index)
        [maybe("upper_bound", AttrForm::Index)] "( 'upper_bound' @upper_bound^ )? {}"
        { effects: Effects::None };
    "gpu.launch" "Runs its region on the device, once for each thread."
        ({asyncDependencies} TOKEN, gridSizeX Index, gridSizeY Index, gridSizeZ Index, blockSizeX Index,
         blockSizeY Index, blockSizeZ Index, [clusterSizeX] Index, [clusterSizeY] Index,
         [clusterSizeZ] Index, [dynamicSharedMemorySize] I32) -> ([asyncToken] TOKEN)
        [maybe("module", AttrForm::SymRef), maybe("function", AttrForm::SymRef)]
        { regions: Regions::Exactly(1), segments: Segments::Operands,
         traits: Traits::AFFINE_SCOPE.and(Traits::AUTOMATIC_ALLOCATION_SCOPE).and(Traits::PARALLEL_REGION),
         effects: Effects::Recursive, flow: RegionFlow::Once,
         assembly: hook(assembly::parse_launch, assembly::print_launch),
         semantics: Semantics::Kernel(Kernel::GpuLaunch) };
    "gpu.launch_func" "Runs a kernel on the device."
        ({asyncDependencies} TOKEN, gridSizeX Any, gridSizeY Any, gridSizeZ Any, blockSizeX Any,
         blockSizeY Any, blockSizeZ Any, [clusterSizeX] Any, [clusterSizeY] Any, [clusterSizeZ] Any,
         [dynamicSharedMemorySize] I32, {kernelOperands} Any, [asyncObject] Any) -> ([asyncToken] TOKEN)
        [req("kernel", AttrForm::NestedRef)]
        { segments: Segments::Operands,
         assembly: hook(assembly::parse_launch_func, assembly::print_launch_func),
         verify_symbol: Some(verify::gpu::launch_func) };
    "gpu.memcpy" "Copies memory between host and device."
        ({asyncDependencies} TOKEN, dst Any, src Any) -> ([asyncToken] TOKEN)
        "async(asyncDependencies) dst ',' src ':' :dst ',' :src {}"
        { verify: Some(verify::gpu::memcpy), effects: Effects::List(&[on(Write, "dst"), on(Read, "src")]),
         canonical: Some(super::canonical::gpu_memcpy), semantics: Semantics::Kernel(Kernel::GpuMemcpy) };
    "gpu.memset" "Fills memory with one value."
        ({asyncDependencies} TOKEN, dst Any, value Any) -> ([asyncToken] TOKEN)
        "async(asyncDependencies) dst ',' value ':' :dst ',' :value {}"
        { verify: Some(verify::gpu::memset), effects: Effects::List(&[on(Write, "dst")]),
         semantics: Semantics::Kernel(Kernel::GpuMemset) };
    "gpu.module" "Holds functions of the device."
        [req("sym_name", AttrForm::SymName), maybe("targets", AttrForm::Array),
         maybe("offloadingHandler", AttrForm::Any)]
        "@sym_name ( '<' @offloadingHandler^ '>' )? ( @targets^ )? {kw} R"
        { regions: Regions::Exactly(1),
         traits: Traits::ISOLATED_FROM_ABOVE.and(Traits::SYMBOL_TABLE).and(Traits::SYMBOL)
         .and(Traits::GRAPH_REGION).and(Traits::SINGLE_BLOCK) };
    "gpu.module_end" "Ends a `gpu.module` in MLIR 19." "{}"
        { traits: Traits::TERMINATOR, parents: &["gpu.module"], effects: Effects::None };
    "gpu.num_subgroups" "Number of subgroups of the workgroup." -> (result Index)
        [maybe("upper_bound", AttrForm::Index)] "( 'upper_bound' @upper_bound^ )? {} ':' :result"
        { effects: Effects::None };
    "gpu.printf" "Prints from the device." ({args} Any) [req("format", AttrForm::Str)]
        { assembly: hook(assembly::parse_printf, assembly::print_printf), effects: Effects::List(&[ORDERED]) };
    "gpu.return" "Returns from a function of the device." ({operands} Any) "{} ( operands^ ':' :operands )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), parents: &["gpu.func"],
         effects: Effects::None };
    "gpu.rotate" "Passes values around a subgroup." (value Any) -> (rotateResult Same("value"), valid I1)
        [req("offset", AttrForm::Int(32)), req("width", AttrForm::Int(32))]
        "value ',' @offset ',' @width {} ':' :value"
        { effects: Effects::None, result_name: ResultName::Groups };
    "gpu.set_default_device" "Chooses the device of what follows." (devIndex I32) "{} devIndex"
        { effects: Effects::List(&[ORDERED]) };
    "gpu.shuffle" "Exchanges values within a subgroup."
        (value Any, offset I32, width I32) -> (shuffleResult Same("value"), valid I1)
        [req("mode", AttrForm::SpacedKeywordEnum("gpu shuffle_mode"))]
        "@mode value ',' offset ',' width {} ':' :value"
        { effects: Effects::None, result_name: ResultName::Groups };
    "gpu.subgroup_broadcast" "Gives every thread of a subgroup the value of one of them."
        (src Same("result"), [lane] I32) -> (result Any)
        [req("broadcast_type", AttrForm::SpacedKeywordEnum("gpu broadcast"))]
        "src ',' @broadcast_type ( lane^ )? {} ':' :result" { effects: Effects::None };
    "gpu.subgroup_id" "Position of the subgroup in the workgroup." -> (result Index)
        [maybe("upper_bound", AttrForm::Index)] "( 'upper_bound' @upper_bound^ )? {} ':' :result"
        { effects: Effects::None };
    "gpu.subgroup_mma_compute" "Multiplies matrices held by a subgroup and adds a third."
        (opA Any, opB Any, opC Same("res")) -> (res Any)
        [maybe("a_transpose", AttrForm::Unit), maybe("b_transpose", AttrForm::Unit)]
        "opA ',' opB ',' opC {} ':' :opA ',' :opB '->' :res" { effects: Effects::None };
    "gpu.subgroup_mma_constant_matrix" "A matrix of equal elements, held by a subgroup."
        (value Elem("res")) -> (res Any) "value {} ':' :res"
        { verify: Some(verify::gpu::matrix_element), effects: Effects::None };
    "gpu.subgroup_mma_elementwise" "Computes on the elements of matrices held by a subgroup."
        ({args} Any) -> (res Any) [req("opType", AttrForm::SpacedKeywordEnum("gpu mma_element_wise"))]
        "@opType args {} ':' fn" { effects: Effects::None };
    "gpu.subgroup_mma_extract_thread_local" "Reads an element of a matrix that the thread holds."
        (matrix Any, {indices} Index) -> (res Any) "matrix '[' indices ']' {} ':' :matrix '->' :res"
        { effects: Effects::None };
    "gpu.subgroup_mma_insert_thread_local" "Replaces an element of a matrix that the thread holds."
        (value Any, matrix Any, {indices} Index) -> (res Any)
        "value ',' matrix '[' indices ']' {} ':' :value ',' :matrix '->' :res"
        { verify: Some(verify::gpu::matrix_element), effects: Effects::None };
    "gpu.subgroup_mma_load_matrix" "Reads a matrix into a subgroup."
        (srcMemref Any, {indices} Index) -> (res Any)
        [req("leadDimension", AttrForm::Index), maybe("transpose", AttrForm::Unit)]
        "srcMemref '[' indices ']' {} ':' :srcMemref '->' :res"
        { effects: Effects::List(&[on(Read, "srcMemref")]) };
    "gpu.subgroup_mma_store_matrix" "Writes a matrix held by a subgroup."
        (src Any, dstMemref Any, {indices} Index)
        [req("leadDimension", AttrForm::Index), maybe("transpose", AttrForm::Unit)]
        "src ',' dstMemref '[' indices ']' {} ':' :src ',' :dstMemref"
        { effects: Effects::List(&[on(Write, "dstMemref")]) };
    "gpu.subgroup_reduce" "Reduces a value over a subgroup." (value Any) -> (result Same("value"))
        [req("op", AttrForm::SpacedKeywordEnum("gpu all_reduce_op")), maybe("uniform", AttrForm::Unit),
         maybe("cluster_size", AttrForm::Int(32)), dflt("cluster_stride", AttrForm::Int(32), "1 : i32")]
        "( @op^ )? value ( 'uniform' @uniform^ )? ( 'cluster' '(' 'size' '=' @cluster_size^ ( ',' 'stride' \
         '=' @cluster_stride^ )? ')' )? {} ':' fn";
    "gpu.subgroup_size" "Number of threads of a subgroup." -> (result Index)
        [maybe("upper_bound", AttrForm::Index)] "( 'upper_bound' @upper_bound^ )? {} ':' :result"
        { effects: Effects::None };
    "gpu.terminator" "Ends the region of `gpu.launch`." "{}"
        { traits: Traits::TERMINATOR, parents: &["gpu.launch"], effects: Effects::None };
    "gpu.wait" "Waits for tokens, or makes one token of them."
        ({asyncDependencies} TOKEN) -> ([asyncToken] TOKEN) "async(asyncDependencies) {}"
        { canonical: Some(super::canonical::gpu_wait), semantics: Semantics::Kernel(Kernel::GpuWait) };
    "gpu.warp_execute_on_lane_0" "Runs its region on the first lane of a warp."
        (laneid Index, {args} Any) -> ({results} Any) [req("warp_size", AttrForm::Int(64))]
        { regions: Regions::Exactly(1), traits: Traits::SINGLE_BLOCK,
         implicit_terminator: Some("gpu.yield"), effects: Effects::Recursive, flow: RegionFlow::Unknown,
         assembly: hook(assembly::parse_warp, assembly::print_warp),
         modern: Some(super::assembly::modern::warp_yield), verify: Some(verify::gpu::warp_execute) };
    "gpu.yield" "Ends a region with its results." ({operands} Any) "{} ( operands^ ':' :operands )?"
        { traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE), effects: Effects::None };
}

/// A position or size in the grid along one dimension.
const PLACE: OpDef = OpDef {
    results: &[one("result", Index)],
    attrs: &[
        req("dimension", AttrForm::SpacedKeywordEnum("gpu dim")),
        maybe("upper_bound", AttrForm::Index),
    ],
    assembly: Assembly::Format("@dimension ( 'upper_bound' @upper_bound^ )? {}"),
    effects: Effects::None,
    result_name: ResultName::Hook(dimension_name),
    ..OpDef::EMPTY
};

ops! { pub(super) GRID:
    "gpu.block_dim" "Number of threads of a block." like PLACE;
    "gpu.block_id" "Position of the block in the grid." like PLACE;
    "gpu.cluster_block_id" "Position of the block in the cluster." like PLACE;
    "gpu.cluster_dim" "Number of clusters of the grid." like PLACE;
    "gpu.cluster_dim_blocks" "Number of blocks of a cluster." like PLACE;
    "gpu.cluster_id" "Position of the cluster in the grid." like PLACE;
    "gpu.global_id" "Position of the thread among all threads." like PLACE;
    "gpu.grid_dim" "Number of blocks of the grid." like PLACE;
    "gpu.thread_id" "Position of the thread in its block." like PLACE;
}

/// `%thread_id_x` and similar names.
fn dimension_name(module: &Module, op: OpId) -> Option<String> {
    let name = module.op_name_text(op);
    let stem = name.split_once('.')?.1;
    let key = module.ctx.find_str("dimension")?;
    let AttrKind::Opaque { body, .. } = module.ctx.attr_kind(module.prop(op, key)?) else {
        return None;
    };
    let body = module.ctx.text(*body);
    let letter = ['x', 'y', 'z']
        .into_iter()
        .find(|&letter| body.ends_with(&format!(" {letter}>")))?;
    Some(format!("{stem}_{letter}"))
}

/// The element type of a `!gpu.mma_matrix<16x16xf32, "AOp">`.
fn matrix_element(ctx: &mut Context, ty: TypeId) -> Option<TypeId> {
    let TypeKind::Opaque { body, .. } = *ctx.type_kind(ty) else {
        return None;
    };
    let body = ctx.text(body);
    let (shape, _) = body.strip_prefix("mma_matrix<")?.split_once(',')?;
    let text = format!("vector<{shape}>");
    let like = ctx.type_from_text(text.as_bytes()).ok()?;
    ctx.element_type(like)
}
