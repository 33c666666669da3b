//! The part of the `gpu` dialect that calls sparse matrix libraries.

use memplan_mlir::dialects::{
    Assembly, AttrForm, OpDef, ResultName, Segments, Ty, dflt, many, one, opt, req,
};

const TOKEN: Ty = Ty::Named("!gpu.async.token");
const SPMAT: Ty = Ty::Named("!gpu.sparse.spmat_handle");
const DENSE: Ty = Ty::Named("!gpu.sparse.dntensor_handle");
const PRODUCT: Ty = Ty::Named("!gpu.sparse.spgemmop_handle");
const TRANSPOSE: AttrForm = AttrForm::SpacedKeywordEnum("gpu mat_transpose_mode");
const NOT_TRANSPOSED: &str = "#gpu<mat_transpose_mode NON_TRANSPOSE>";
const PRUNING: AttrForm = AttrForm::SpacedKeywordEnum("gpu prune_2to4_spmat_flag");
const WORK: AttrForm = AttrForm::SpacedKeywordEnum("gpu spgemm_work_estimation_or_compute_kind");

pub(super) const OPS: &[OpDef] = &[
    OpDef {
        name: "gpu.create_2to4_spmat",
        summary: "Makes a matrix of which half of each four elements is zero.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("rows", Ty::Index),
            one("cols", Ty::Index),
            one("memref", Ty::Any),
        ],
        results: &[one("spMat", SPMAT), opt("asyncToken", TOKEN)],
        attrs: &[dflt(
            "pruneFlag",
            PRUNING,
            "#gpu<prune_2to4_spmat_flag PRUNE_AND_CHECK>",
        )],
        assembly: Assembly::Format(
            "async(asyncDependencies) '{' @pruneFlag '}' rows ',' cols ',' memref {} ':' :memref",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.create_bsr",
        summary: "Makes a sparse matrix of compressed rows of blocks.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("brows", Ty::Index),
            one("bcols", Ty::Index),
            one("bnnz", Ty::Index),
            one("rBlockSize", Ty::Index),
            one("cBlockSize", Ty::Index),
            one("bRowPos", Ty::Any),
            one("bColIdxs", Ty::Any),
            one("values", Ty::Any),
        ],
        results: &[one("spmat", SPMAT), opt("asyncToken", TOKEN)],
        assembly: Assembly::Format(
            "async(asyncDependencies) brows ',' bcols ',' bnnz ',' rBlockSize ',' cBlockSize ',' bRowPos ',' bColIdxs ',' values {} ':' :bRowPos ',' :bColIdxs ',' :values",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.create_coo_aos",
        summary: "Makes a sparse matrix of positions, each in one piece, and values.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("rows", Ty::Index),
            one("cols", Ty::Index),
            one("nnz", Ty::Index),
            one("idxs", Ty::Any),
            one("values", Ty::Any),
        ],
        results: &[one("spmat", SPMAT), opt("asyncToken", TOKEN)],
        assembly: Assembly::Format(
            "async(asyncDependencies) rows ',' cols ',' nnz ',' idxs ',' values {} ':' :idxs ',' :values",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.create_coo",
        summary: "Makes a sparse matrix of positions and values.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("rows", Ty::Index),
            one("cols", Ty::Index),
            one("nnz", Ty::Index),
            one("rowIdxs", Ty::Any),
            one("colIdxs", Ty::Any),
            one("values", Ty::Any),
        ],
        results: &[one("spmat", SPMAT), opt("asyncToken", TOKEN)],
        assembly: Assembly::Format(
            "async(asyncDependencies) rows ',' cols ',' nnz ',' rowIdxs ',' colIdxs ',' values {} ':' :rowIdxs ',' :colIdxs ',' :values",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.create_csc",
        summary: "Makes a sparse matrix of compressed columns.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("rows", Ty::Index),
            one("cols", Ty::Index),
            one("nnz", Ty::Index),
            one("colPos", Ty::Any),
            one("rowIdxs", Ty::Any),
            one("values", Ty::Any),
        ],
        results: &[one("spmat", SPMAT), opt("asyncToken", TOKEN)],
        assembly: Assembly::Format(
            "async(asyncDependencies) rows ',' cols ',' nnz ',' colPos ',' rowIdxs ',' values {} ':' :colPos ',' :rowIdxs ',' :values",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.create_csr",
        summary: "Makes a sparse matrix of compressed rows.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("rows", Ty::Index),
            one("cols", Ty::Index),
            one("nnz", Ty::Index),
            one("rowPos", Ty::Any),
            one("colIdxs", Ty::Any),
            one("values", Ty::Any),
        ],
        results: &[one("spmat", SPMAT), opt("asyncToken", TOKEN)],
        assembly: Assembly::Format(
            "async(asyncDependencies) rows ',' cols ',' nnz ',' rowPos ',' colIdxs ',' values {} ':' :rowPos ',' :colIdxs ',' :values",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.create_dn_tensor",
        summary: "Makes a dense operand of sparse operations.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("memref", Ty::Any),
            many("dims", Ty::Any),
        ],
        results: &[one("dnTensor", DENSE), opt("asyncToken", TOKEN)],
        segments: Segments::Operands,
        assembly: Assembly::Format(
            "async(asyncDependencies) memref ',' dims {} ':' :dims 'into' :memref",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.destroy_dn_tensor",
        summary: "Drops a dense operand of sparse operations.",
        operands: &[many("asyncDependencies", TOKEN), one("dnTensor", DENSE)],
        results: &[opt("asyncToken", TOKEN)],
        assembly: Assembly::Format("async(asyncDependencies) dnTensor {}"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.destroy_sp_mat",
        summary: "Drops a sparse matrix.",
        operands: &[many("asyncDependencies", TOKEN), one("spmat", SPMAT)],
        results: &[opt("asyncToken", TOKEN)],
        assembly: Assembly::Format("async(asyncDependencies) spmat {}"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.sddmm_buffer_size",
        summary: "Size of the memory that `gpu.sddmm` needs.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("dnmatA", DENSE),
            one("dnmatB", DENSE),
            one("spmatC", SPMAT),
        ],
        results: &[one("bufferSz", Ty::Index), opt("asyncToken", TOKEN)],
        attrs: &[
            dflt("modeA", TRANSPOSE, NOT_TRANSPOSED),
            dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
            req("computeType", AttrForm::Type),
        ],
        assembly: Assembly::Format(
            "async(asyncDependencies) dnmatA ( '{' @modeA^ '}' )? ',' dnmatB ( '{' @modeB^ '}' )? ',' spmatC {} 'into' @computeType",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.sddmm",
        summary: "Multiplies dense matrices at the positions of a sparse one.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("dnmatA", DENSE),
            one("dnmatB", DENSE),
            one("spmatC", SPMAT),
            one("buffer", Ty::Any),
        ],
        results: &[opt("asyncToken", TOKEN)],
        attrs: &[
            dflt("modeA", TRANSPOSE, NOT_TRANSPOSED),
            dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
            req("computeType", AttrForm::Type),
        ],
        assembly: Assembly::Format(
            "async(asyncDependencies) dnmatA ( '{' @modeA^ '}' )? ',' dnmatB ( '{' @modeB^ '}' )? ',' spmatC ',' buffer {} ':' :buffer 'into' @computeType",
        ),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.set_csr_pointers",
        summary: "Replaces the parts of a sparse matrix of compressed rows.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("spmat", SPMAT),
            one("positions", Ty::Any),
            one("coordinates", Ty::Any),
            one("values", Ty::Any),
        ],
        results: &[opt("asyncToken", TOKEN)],
        assembly: Assembly::Format(
            "async(asyncDependencies) spmat ',' positions ',' coordinates ',' values {} ':' :positions ',' :coordinates ',' :values",
        ),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.spgemm_copy",
        summary: "Copies the product of two sparse matrices.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("desc", PRODUCT),
            one("spmatA", SPMAT),
            one("spmatB", SPMAT),
            one("spmatC", SPMAT),
        ],
        results: &[opt("asyncToken", TOKEN)],
        attrs: &[
            dflt("modeA", TRANSPOSE, NOT_TRANSPOSED),
            dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
            req("computeType", AttrForm::Type),
        ],
        assembly: Assembly::Format(
            "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' spmatB ( '{' @modeB^ '}' )? ',' spmatC ',' desc {} ':' @computeType",
        ),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.spgemm_create_descr",
        summary: "Makes what describes the product of two sparse matrices.",
        operands: &[many("asyncDependencies", TOKEN)],
        results: &[one("desc", PRODUCT), opt("asyncToken", TOKEN)],
        assembly: Assembly::Format("async(asyncDependencies) {}"),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.spgemm_destroy_descr",
        summary: "Drops what describes the product of two sparse matrices.",
        operands: &[many("asyncDependencies", TOKEN), one("desc", PRODUCT)],
        results: &[opt("asyncToken", TOKEN)],
        assembly: Assembly::Format("async(asyncDependencies) desc {}"),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.spgemm_work_estimation_or_compute",
        summary: "Multiplies two sparse matrices, or says how much memory that needs.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("desc", PRODUCT),
            one("spmatA", SPMAT),
            one("spmatB", SPMAT),
            one("spmatC", SPMAT),
            one("bufferSz", Ty::Index),
            one("buffer", Ty::Any),
        ],
        results: &[one("bufferSzNew", Ty::Index), opt("asyncToken", TOKEN)],
        attrs: &[
            dflt("modeA", TRANSPOSE, NOT_TRANSPOSED),
            dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
            req("computeType", AttrForm::Type),
            req("kind", WORK),
        ],
        assembly: Assembly::Format(
            "async(asyncDependencies) '{' @kind '}' spmatA ( '{' @modeA^ '}' )? ',' spmatB ( '{' @modeB^ '}' )? ',' spmatC ',' desc ',' bufferSz ',' buffer {} ':' @computeType 'into' :buffer",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.spmm",
        summary: "Multiplies a sparse matrix and a dense one.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("spmatA", SPMAT),
            one("dnmatB", DENSE),
            one("dnmatC", DENSE),
            many("buffers", Ty::Any),
        ],
        results: &[opt("asyncToken", TOKEN)],
        attrs: &[
            dflt("modeA", TRANSPOSE, NOT_TRANSPOSED),
            dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
            req("computeType", AttrForm::Type),
        ],
        segments: Segments::Operands,
        assembly: Assembly::Format(
            "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' dnmatB ( '{' @modeB^ '}' )? ',' dnmatC ',' buffers {} ':' :buffers 'into' @computeType",
        ),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.spmm_buffer_size",
        summary: "Sizes of the memory that `gpu.spmm` needs.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("spmatA", SPMAT),
            one("dnmatB", DENSE),
            one("dnmatC", DENSE),
        ],
        results: &[many("bufferSzs", Ty::Index), opt("asyncToken", TOKEN)],
        attrs: &[
            dflt("modeA", TRANSPOSE, NOT_TRANSPOSED),
            dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
            req("computeType", AttrForm::Type),
        ],
        segments: Segments::Results,
        assembly: Assembly::Format(
            "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' dnmatB ( '{' @modeB^ '}' )? ',' dnmatC {} ':' :bufferSzs 'into' @computeType",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.spmv_buffer_size",
        summary: "Size of the memory that `gpu.spmv` needs.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("spmatA", SPMAT),
            one("dnX", DENSE),
            one("dnY", DENSE),
        ],
        results: &[one("bufferSz", Ty::Index), opt("asyncToken", TOKEN)],
        attrs: &[
            dflt("modeA", TRANSPOSE, NOT_TRANSPOSED),
            req("computeType", AttrForm::Type),
        ],
        assembly: Assembly::Format(
            "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' dnX ',' dnY {} 'into' @computeType",
        ),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.spmv",
        summary: "Multiplies a sparse matrix and a vector.",
        operands: &[
            many("asyncDependencies", TOKEN),
            one("spmatA", SPMAT),
            one("dnX", DENSE),
            one("dnY", DENSE),
            one("buffer", Ty::Any),
        ],
        results: &[opt("asyncToken", TOKEN)],
        attrs: &[
            dflt("modeA", TRANSPOSE, NOT_TRANSPOSED),
            req("computeType", AttrForm::Type),
        ],
        assembly: Assembly::Format(
            "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' dnX ',' dnY ',' buffer {} ':' :buffer 'into' @computeType",
        ),
        ..OpDef::EMPTY
    },
    OpDef {
        name: "gpu.spmat_get_size",
        summary: "The sizes of a sparse matrix.",
        operands: &[many("asyncDependencies", TOKEN), one("spmat", SPMAT)],
        results: &[
            one("rows", Ty::Index),
            one("cols", Ty::Index),
            one("nnz", Ty::Index),
            opt("asyncToken", TOKEN),
        ],
        assembly: Assembly::Format("async(asyncDependencies) spmat {}"),
        result_name: ResultName::Groups,
        ..OpDef::EMPTY
    },
];
