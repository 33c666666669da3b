//! The `gpu` dialect: kernels, their launch, and memory of devices.

use super::assembly::gpu as assembly;
use super::verify;
use memplan_mlir::dialects::Dialect;
use memplan_mlir::dialects::EffectKind::{Allocate, Free, Read, Write};
use memplan_mlir::dialects::{
    Arg, Assembly, Attr, AttrForm, Effects, ORDERED, OpDef, RegionFlow, Regions, ResultName,
    Segments, Traits, Ty, dflt, hook, makes, many, maybe, on, one, opt, req,
};
use memplan_mlir::ir::{AttrKind, Context, Module, OpId, TypeId, TypeKind};
use memplan_mlir::semantics::Kernel;

/// The dialect.
pub(super) static DIALECT: Dialect = Dialect {
    name: "gpu",
    ops: &[OPS, super::gpu_sparse::OPS],
    attrs: super::vocabulary::GPU,
    types: super::vocabulary::GPU_TYPES,
    element_type: Some(matrix_element),
    classes: &[super::classes::gpu::GPU],
    ..Dialect::EMPTY
};

const DIMENSION: &[Attr] = &[
    req("dimension", AttrForm::SpacedKeywordEnum("gpu dim")),
    maybe("upper_bound", AttrForm::Index),
];
const UPPER_BOUND: &[Attr] = &[maybe("upper_bound", AttrForm::Index)];
const TOKEN: Ty = Ty::Named("!gpu.async.token");
const INDEX: &[Arg] = &[one("result", Ty::Index)];
const ASYNC_TOKEN: &[Arg] = &[opt("asyncToken", TOKEN)];
const HOST_BUFFER: &[Arg] = &[one("value", Ty::Any)];
const YIELD_OPERANDS: &[Arg] = &[many("operands", Ty::Any)];

/// A position or size in the grid along one dimension.
const fn grid(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        name,
        summary,
        results: INDEX,
        attrs: DIMENSION,
        assembly: Assembly::Format("@dimension ( 'upper_bound' @upper_bound^ )? {}"),
        effects: Effects::None,
        result_name: ResultName::Hook(dimension_name),
        ..OpDef::EMPTY
    }
}

/// A position or size with a single dimension.
const fn lane(name: &'static str, summary: &'static str, format: &'static str) -> OpDef {
    OpDef {
        name,
        summary,
        results: INDEX,
        attrs: UPPER_BOUND,
        assembly: Assembly::Format(format),
        effects: Effects::None,
        ..OpDef::EMPTY
    }
}

const LANE_FORMAT: &str = "( 'upper_bound' @upper_bound^ )? {}";
const SUBGROUP_FORMAT: &str = "( 'upper_bound' @upper_bound^ )? {} ':' :result";

/// Effects on unnamed memory and on its operand.
const fn host_memory(name: &'static str, summary: &'static str) -> OpDef {
    OpDef {
        name,
        summary,
        operands: HOST_BUFFER,
        assembly: Assembly::Format("value {} ':' :value"),
        traits: Traits::CAPTURES,
        ..OpDef::EMPTY
    }
}

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        name: "gpu.all_reduce",
        summary: "Reduces a value over a workgroup.",
        operands: &[one("value", Ty::Any)],
        results: &[one("result", Ty::Any)],
        attrs: &[
            maybe("op", AttrForm::SpacedKeywordEnum("gpu all_reduce_op")),
            maybe("uniform", AttrForm::Unit),
        ],
        regions: Regions::Exactly(1),
        assembly: Assembly::Format("( @op^ )~ value ( 'uniform' @uniform^ )? R {} ':' fn"),
        traits: Traits::ISOLATED_FROM_ABOVE,
        flow: RegionFlow::Elementwise,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.alloc",
        summary: "Allocates memory of the device.",
        operands: &[
            many("asyncDependencies", TOKEN),
            many("dynamicSizes", Ty::Index),
            many("symbolOperands", Ty::Index),
        ],
        results: &[one("memref", Ty::Any), opt("asyncToken", TOKEN)],
        attrs: &[maybe("hostShared", AttrForm::Unit)],
        segments: Segments::Operands,
        effects: Effects::List(&[makes(Allocate, "memref")]),
        traits: Traits::FREED_BY_DIALECT,
        verify: Some(memplan_mlir::dialects::shared::allocation),
        result_name: ResultName::Groups,
        assembly: Assembly::Format(
            "async(asyncDependencies) ( ~ 'host_shared' @hostShared^ )? ~ '(' dynamicSizes ')' ( _ '[' symbolOperands^ ']' )? {} ':' :memref",
        ),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.barrier",
        summary: "Waits for all work items of the workgroup.",
        assembly: Assembly::Format("{}"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.binary",
        summary: "Holds compiled code of the device.",
        attrs: &[
            req("sym_name", AttrForm::SymName),
            dflt("offloadingHandler", AttrForm::Any, "#gpu.select_object"),
            req("objects", AttrForm::Array),
        ],
        assembly: Assembly::Format("@sym_name ~ ( '<' @offloadingHandler^ '>' )? {} ~ @objects"),
        traits: Traits::SYMBOL,
        ..OpDef::EMPTY
    },
    grid("gpu.block_dim", "Number of threads of a block."),
    grid("gpu.block_id", "Position of the block in the grid."),
    grid(
        "gpu.cluster_block_id",
        "Position of the block in the cluster.",
    ),
    grid("gpu.cluster_dim", "Number of clusters of the grid."),
    grid("gpu.cluster_dim_blocks", "Number of blocks of a cluster."),
    grid("gpu.cluster_id", "Position of the cluster in the grid."),
    OpDef {
        name: "gpu.dealloc",
        summary: "Frees memory of `gpu.alloc`.",
        operands: &[many("asyncDependencies", TOKEN), one("memref", Ty::Any)],
        results: ASYNC_TOKEN,
        effects: Effects::List(&[on(Free, "memref")]),
        assembly: Assembly::Format("async(asyncDependencies) memref {} ':' :memref"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.dynamic_shared_memory",
        summary: "The shared memory whose size the launch chooses.",
        results: &[one("resultMemref", Ty::Any)],
        assembly: Assembly::Format("{} ':' :resultMemref"),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    // MLIR stores the name as a discardable attribute. The attribute that marks a kernel is discardable, too, so the
    // region is always treated as parallel.
    OpDef {
        name: "gpu.func",
        summary: "Defines a function of the device.",
        attrs: &[
            req("function_type", AttrForm::Type),
            maybe("arg_attrs", AttrForm::Array),
            maybe("res_attrs", AttrForm::Array),
            maybe("workgroup_attrib_attrs", AttrForm::Array),
            maybe("private_attrib_attrs", AttrForm::Array),
            maybe("known_block_size", AttrForm::I32Array),
            maybe("known_grid_size", AttrForm::I32Array),
            maybe("known_cluster_size", AttrForm::I32Array),
        ],
        regions: Regions::Exactly(1),
        traits: Traits::FUNCTION
            .and(Traits::SYMBOL)
            .and(Traits::ISOLATED_FROM_ABOVE)
            .and(Traits::AFFINE_SCOPE)
            .and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
            .and(Traits::PARALLEL_REGION),
        parents: &["gpu.module"],
        assembly: hook(assembly::parse_func, assembly::print_func),
        ..OpDef::EMPTY
    },
    grid("gpu.global_id", "Position of the thread among all threads."),
    grid("gpu.grid_dim", "Number of blocks of the grid."),
    host_memory(
        "gpu.host_register",
        "Makes memory of the host visible to the device.",
    ),
    host_memory(
        "gpu.host_unregister",
        "Makes memory of the host invisible to the device.",
    ),
    lane(
        "gpu.lane_id",
        "Position of the thread in its subgroup.",
        LANE_FORMAT,
    ),
    OpDef {
        name: "gpu.launch",
        summary: "Runs its region on the device, once for each thread.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("gridSizeX", Ty::Index),
            one("gridSizeY", Ty::Index),
            one("gridSizeZ", Ty::Index),
            one("blockSizeX", Ty::Index),
            one("blockSizeY", Ty::Index),
            one("blockSizeZ", Ty::Index),
            opt("clusterSizeX", Ty::Index),
            opt("clusterSizeY", Ty::Index),
            opt("clusterSizeZ", Ty::Index),
            opt("dynamicSharedMemorySize", Ty::I32),
        ],
        results: ASYNC_TOKEN,
        attrs: &[
            maybe("module", AttrForm::SymRef),
            maybe("function", AttrForm::SymRef),
        ],
        regions: Regions::Exactly(1),
        segments: Segments::Operands,
        traits: Traits::AFFINE_SCOPE
            .and(Traits::AUTOMATIC_ALLOCATION_SCOPE)
            .and(Traits::PARALLEL_REGION),
        effects: Effects::Recursive,
        flow: RegionFlow::Once,
        assembly: hook(assembly::parse_launch, assembly::print_launch),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::GpuLaunch),
    OpDef {
        name: "gpu.launch_func",
        summary: "Runs a kernel on the device.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("gridSizeX", Ty::Any),
            one("gridSizeY", Ty::Any),
            one("gridSizeZ", Ty::Any),
            one("blockSizeX", Ty::Any),
            one("blockSizeY", Ty::Any),
            one("blockSizeZ", Ty::Any),
            opt("clusterSizeX", Ty::Any),
            opt("clusterSizeY", Ty::Any),
            opt("clusterSizeZ", Ty::Any),
            opt("dynamicSharedMemorySize", Ty::I32),
            many("kernelOperands", Ty::Any),
            opt("asyncObject", Ty::Any),
        ],
        results: ASYNC_TOKEN,
        attrs: &[req("kernel", AttrForm::NestedRef)],
        segments: Segments::Operands,
        assembly: hook(assembly::parse_launch_func, assembly::print_launch_func),
        verify_symbol: Some(verify::gpu::launch_func),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.memcpy",
        verify: Some(verify::gpu::memcpy),
        summary: "Copies memory between host and device.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("dst", Ty::Any),
            one("src", Ty::Any),
        ],
        results: ASYNC_TOKEN,
        effects: Effects::List(&[on(Write, "dst"), on(Read, "src")]),
        assembly: Assembly::Format("async(asyncDependencies) dst ',' src ':' :dst ',' :src {}"),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::GpuMemcpy),
    OpDef {
        name: "gpu.memset",
        verify: Some(verify::gpu::memset),
        summary: "Fills memory with one value.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("dst", Ty::Any),
            one("value", Ty::Any),
        ],
        results: ASYNC_TOKEN,
        effects: Effects::List(&[on(Write, "dst")]),
        assembly: Assembly::Format("async(asyncDependencies) dst ',' value ':' :dst ',' :value {}"),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::GpuMemset),
    OpDef {
        name: "gpu.module",
        summary: "Holds functions of the device.",
        attrs: &[
            req("sym_name", AttrForm::SymName),
            maybe("targets", AttrForm::Array),
            maybe("offloadingHandler", AttrForm::Any),
        ],
        regions: Regions::Exactly(1),
        traits: Traits::ISOLATED_FROM_ABOVE
            .and(Traits::SYMBOL_TABLE)
            .and(Traits::SYMBOL)
            .and(Traits::GRAPH_REGION)
            .and(Traits::SINGLE_BLOCK),
        assembly: Assembly::Format(
            "@sym_name ( '<' @offloadingHandler^ '>' )? ( @targets^ )? {kw} R",
        ),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.module_end",
        summary: "Ends a `gpu.module` in MLIR 19.",
        assembly: Assembly::Format("{}"),
        traits: Traits::TERMINATOR,
        parents: &["gpu.module"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    lane(
        "gpu.num_subgroups",
        "Number of subgroups of the workgroup.",
        SUBGROUP_FORMAT,
    ),
    OpDef {
        name: "gpu.printf",
        summary: "Prints from the device.",
        operands: &[many("args", Ty::Any)],
        attrs: &[req("format", AttrForm::Str)],
        assembly: Assembly::Format("@format {} ( ',' args^ ':' :args )?"),
        effects: Effects::List(&[ORDERED]),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.return",
        summary: "Returns from a function of the device.",
        operands: YIELD_OPERANDS,
        assembly: Assembly::Format("{} ( operands^ ':' :operands )?"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        parents: &["gpu.func"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.rotate",
        summary: "Passes values around a subgroup.",
        operands: &[one("value", Ty::Any)],
        results: &[one("rotateResult", Ty::Same("value")), one("valid", Ty::I1)],
        attrs: &[
            req("offset", AttrForm::Int(32)),
            req("width", AttrForm::Int(32)),
        ],
        assembly: Assembly::Format("value ',' @offset ',' @width {} ':' :value"),
        effects: Effects::None,
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.set_default_device",
        summary: "Chooses the device of what follows.",
        operands: &[one("devIndex", Ty::I32)],
        assembly: Assembly::Format("{} devIndex"),
        effects: Effects::List(&[ORDERED]),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.shuffle",
        summary: "Exchanges values within a subgroup.",
        operands: &[
            one("value", Ty::Any),
            one("offset", Ty::I32),
            one("width", Ty::I32),
        ],
        results: &[
            one("shuffleResult", Ty::Same("value")),
            one("valid", Ty::I1),
        ],
        attrs: &[req("mode", AttrForm::SpacedKeywordEnum("gpu shuffle_mode"))],
        assembly: Assembly::Format("@mode value ',' offset ',' width {} ':' :value"),
        effects: Effects::None,
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.subgroup_broadcast",
        summary: "Gives every thread of a subgroup the value of one of them.",
        operands: &[one("src", Ty::Same("result")), opt("lane", Ty::I32)],
        results: &[one("result", Ty::Any)],
        attrs: &[req(
            "broadcast_type",
            AttrForm::SpacedKeywordEnum("gpu broadcast"),
        )],
        assembly: Assembly::Format("src ',' @broadcast_type ( lane^ )? {} ':' :result"),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    lane(
        "gpu.subgroup_id",
        "Position of the subgroup in the workgroup.",
        SUBGROUP_FORMAT,
    ),
    OpDef {
        name: "gpu.subgroup_mma_compute",
        summary: "Multiplies matrices held by a subgroup and adds a third.",
        operands: &[
            one("opA", Ty::Any),
            one("opB", Ty::Any),
            one("opC", Ty::Same("res")),
        ],
        results: &[one("res", Ty::Any)],
        attrs: &[
            maybe("a_transpose", AttrForm::Unit),
            maybe("b_transpose", AttrForm::Unit),
        ],
        assembly: Assembly::Format("opA ',' opB ',' opC {} ':' :opA ',' :opB '->' :res"),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.subgroup_mma_constant_matrix",
        verify: Some(verify::gpu::matrix_element),
        summary: "A matrix of equal elements, held by a subgroup.",
        operands: &[one("value", Ty::Elem("res"))],
        results: &[one("res", Ty::Any)],
        assembly: Assembly::Format("value {} ':' :res"),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.subgroup_mma_elementwise",
        summary: "Computes on the elements of matrices held by a subgroup.",
        operands: &[many("args", Ty::Any)],
        results: &[one("res", Ty::Any)],
        attrs: &[req(
            "opType",
            AttrForm::SpacedKeywordEnum("gpu mma_element_wise"),
        )],
        assembly: Assembly::Format("@opType args {} ':' fn"),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.subgroup_mma_extract_thread_local",
        summary: "Reads an element of a matrix that the thread holds.",
        operands: &[one("matrix", Ty::Any), many("indices", Ty::Index)],
        results: &[one("res", Ty::Any)],
        assembly: Assembly::Format("matrix '[' indices ']' {} ':' :matrix '->' :res"),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.subgroup_mma_insert_thread_local",
        verify: Some(verify::gpu::matrix_element),
        summary: "Replaces an element of a matrix that the thread holds.",
        operands: &[
            one("value", Ty::Any),
            one("matrix", Ty::Any),
            many("indices", Ty::Index),
        ],
        results: &[one("res", Ty::Any)],
        assembly: Assembly::Format(
            "value ',' matrix '[' indices ']' {} ':' :value ',' :matrix '->' :res",
        ),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.subgroup_mma_load_matrix",
        summary: "Reads a matrix into a subgroup.",
        operands: &[one("srcMemref", Ty::Any), many("indices", Ty::Index)],
        results: &[one("res", Ty::Any)],
        attrs: &[
            req("leadDimension", AttrForm::Index),
            maybe("transpose", AttrForm::Unit),
        ],
        assembly: Assembly::Format("srcMemref '[' indices ']' {} ':' :srcMemref '->' :res"),
        effects: Effects::List(&[on(Read, "srcMemref")]),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.subgroup_mma_store_matrix",
        summary: "Writes a matrix held by a subgroup.",
        operands: &[
            one("src", Ty::Any),
            one("dstMemref", Ty::Any),
            many("indices", Ty::Index),
        ],
        attrs: &[
            req("leadDimension", AttrForm::Index),
            maybe("transpose", AttrForm::Unit),
        ],
        assembly: Assembly::Format("src ',' dstMemref '[' indices ']' {} ':' :src ',' :dstMemref"),
        effects: Effects::List(&[on(Write, "dstMemref")]),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.subgroup_reduce",
        summary: "Reduces a value over a subgroup.",
        operands: &[one("value", Ty::Any)],
        results: &[one("result", Ty::Same("value"))],
        attrs: &[
            req("op", AttrForm::SpacedKeywordEnum("gpu all_reduce_op")),
            maybe("uniform", AttrForm::Unit),
            maybe("cluster_size", AttrForm::Int(32)),
            dflt("cluster_stride", AttrForm::Int(32), "1 : i32"),
        ],
        assembly: Assembly::Format(
            "( @op^ )? value ( 'uniform' @uniform^ )? ( 'cluster' '(' 'size' '=' @cluster_size^ ( ',' 'stride' '=' @cluster_stride^ )? ')' )? {} ':' fn",
        ),
        ..OpDef::EMPTY
    },
    lane(
        "gpu.subgroup_size",
        "Number of threads of a subgroup.",
        SUBGROUP_FORMAT,
    ),
    OpDef {
        name: "gpu.terminator",
        summary: "Ends the region of `gpu.launch`.",
        assembly: Assembly::Format("{}"),
        traits: Traits::TERMINATOR,
        parents: &["gpu.launch"],
        effects: Effects::None,
        ..OpDef::EMPTY
    },
    grid("gpu.thread_id", "Position of the thread in its block."),
    OpDef {
        name: "gpu.wait",
        summary: "Waits for tokens, or makes one token of them.",
        operands: &[many("asyncDependencies", TOKEN)],
        results: ASYNC_TOKEN,
        assembly: Assembly::Format("async(asyncDependencies) {}"),
        ..OpDef::EMPTY
    }
    .kernel(Kernel::GpuWait),
    OpDef {
        name: "gpu.warp_execute_on_lane_0",
        summary: "Runs its region on the first lane of a warp.",
        operands: &[one("laneid", Ty::Index), many("args", Ty::Any)],
        results: &[many("results", Ty::Any)],
        attrs: &[req("warp_size", AttrForm::Int(64))],
        regions: Regions::Exactly(1),
        traits: Traits::SINGLE_BLOCK,
        implicit_terminator: Some("gpu.yield"),
        effects: Effects::Recursive,
        flow: RegionFlow::Unknown,
        assembly: hook(assembly::parse_warp, assembly::print_warp),
        verify: Some(verify::gpu::warp_execute),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.yield",
        summary: "Ends a region with its results.",
        operands: YIELD_OPERANDS,
        assembly: Assembly::Format("{} ( operands^ ':' :operands )?"),
        traits: Traits::TERMINATOR.and(Traits::RETURN_LIKE),
        effects: Effects::None,
        ..OpDef::EMPTY
    },
];

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
