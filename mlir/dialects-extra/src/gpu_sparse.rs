//! The part of the `gpu` dialect that calls sparse matrix libraries.

use memplan_mlir::dialects::Ty::{self, Any, Index};
use memplan_mlir::dialects::{AttrForm, ResultName, Segments, dflt, ops, req};

const TOKEN: Ty = Ty::Named("!gpu.async.token");
const SPMAT: Ty = Ty::Named("!gpu.sparse.spmat_handle");
const DENSE: Ty = Ty::Named("!gpu.sparse.dntensor_handle");
const PRODUCT: Ty = Ty::Named("!gpu.sparse.spgemmop_handle");
const TRANSPOSE: AttrForm = AttrForm::SpacedKeywordEnum("gpu mat_transpose_mode");
const NOT_TRANSPOSED: &str = "#gpu<mat_transpose_mode NON_TRANSPOSE>";
const PRUNING: AttrForm = AttrForm::SpacedKeywordEnum("gpu prune_2to4_spmat_flag");
const WORK: AttrForm = AttrForm::SpacedKeywordEnum("gpu spgemm_work_estimation_or_compute_kind");

ops! { pub(super) OPS:
    "gpu.create_2to4_spmat" "Makes a matrix of which half of each four elements is zero."
        ({asyncDependencies} TOKEN, rows Index, cols Index, memref Any) -> (spMat SPMAT, [asyncToken] TOKEN)
        [dflt("pruneFlag", PRUNING, "#gpu<prune_2to4_spmat_flag PRUNE_AND_CHECK>")]
        "async(asyncDependencies) '{' @pruneFlag '}' rows ',' cols ',' memref {} ':' :memref"
        { result_name: ResultName::Groups };
    "gpu.create_bsr" "Makes a sparse matrix of compressed rows of blocks."
        ({asyncDependencies} TOKEN, brows Index, bcols Index, bnnz Index, rBlockSize Index,
         cBlockSize Index, bRowPos Any, bColIdxs Any, values Any) -> (spmat SPMAT, [asyncToken] TOKEN)
        "async(asyncDependencies) brows ',' bcols ',' bnnz ',' rBlockSize ',' cBlockSize ',' bRowPos ',' \
         bColIdxs ',' values {} ':' :bRowPos ',' :bColIdxs ',' :values" { result_name: ResultName::Groups };
    "gpu.create_coo_aos" "Makes a sparse matrix of positions, each in one piece, and values."
        ({asyncDependencies} TOKEN, rows Index, cols Index, nnz Index, idxs Any,
         values Any) -> (spmat SPMAT, [asyncToken] TOKEN)
        "async(asyncDependencies) rows ',' cols ',' nnz ',' idxs ',' values {} ':' :idxs ',' :values"
        { result_name: ResultName::Groups };
    "gpu.create_coo" "Makes a sparse matrix of positions and values."
        ({asyncDependencies} TOKEN, rows Index, cols Index, nnz Index, rowIdxs Any, colIdxs Any,
         values Any) -> (spmat SPMAT, [asyncToken] TOKEN)
        "async(asyncDependencies) rows ',' cols ',' nnz ',' rowIdxs ',' colIdxs ',' values {} ':' :rowIdxs \
         ',' :colIdxs ',' :values" { result_name: ResultName::Groups };
    "gpu.create_csc" "Makes a sparse matrix of compressed columns."
        ({asyncDependencies} TOKEN, rows Index, cols Index, nnz Index, colPos Any, rowIdxs Any,
         values Any) -> (spmat SPMAT, [asyncToken] TOKEN)
        "async(asyncDependencies) rows ',' cols ',' nnz ',' colPos ',' rowIdxs ',' values {} ':' :colPos \
         ',' :rowIdxs ',' :values" { result_name: ResultName::Groups };
    "gpu.create_csr" "Makes a sparse matrix of compressed rows."
        ({asyncDependencies} TOKEN, rows Index, cols Index, nnz Index, rowPos Any, colIdxs Any,
         values Any) -> (spmat SPMAT, [asyncToken] TOKEN)
        "async(asyncDependencies) rows ',' cols ',' nnz ',' rowPos ',' colIdxs ',' values {} ':' :rowPos \
         ',' :colIdxs ',' :values" { result_name: ResultName::Groups };
    "gpu.create_dn_tensor" "Makes a dense operand of sparse operations."
        ({asyncDependencies} TOKEN, memref Any, {dims} Any) -> (dnTensor DENSE, [asyncToken] TOKEN)
        "async(asyncDependencies) memref ',' dims {} ':' :dims 'into' :memref"
        { segments: Segments::Operands, result_name: ResultName::Groups };
    "gpu.destroy_dn_tensor" "Drops a dense operand of sparse operations."
        ({asyncDependencies} TOKEN, dnTensor DENSE) -> ([asyncToken] TOKEN)
        "async(asyncDependencies) dnTensor {}";
    "gpu.destroy_sp_mat" "Drops a sparse matrix."
        ({asyncDependencies} TOKEN, spmat SPMAT) -> ([asyncToken] TOKEN) "async(asyncDependencies) spmat {}";
    "gpu.sddmm_buffer_size" "Size of the memory that `gpu.sddmm` needs."
        ({asyncDependencies} TOKEN, dnmatA DENSE, dnmatB DENSE, spmatC SPMAT) -> (bufferSz Index,
         [asyncToken] TOKEN)
        [dflt("modeA", TRANSPOSE, NOT_TRANSPOSED), dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
         req("computeType", AttrForm::Type)]
        "async(asyncDependencies) dnmatA ( '{' @modeA^ '}' )? ',' dnmatB ( '{' @modeB^ '}' )? ',' spmatC {} \
         'into' @computeType" { result_name: ResultName::Groups };
    "gpu.sddmm" "Multiplies dense matrices at the positions of a sparse one."
        ({asyncDependencies} TOKEN, dnmatA DENSE, dnmatB DENSE, spmatC SPMAT,
         buffer Any) -> ([asyncToken] TOKEN)
        [dflt("modeA", TRANSPOSE, NOT_TRANSPOSED), dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
         req("computeType", AttrForm::Type)]
        "async(asyncDependencies) dnmatA ( '{' @modeA^ '}' )? ',' dnmatB ( '{' @modeB^ '}' )? ',' spmatC \
         ',' buffer {} ':' :buffer 'into' @computeType";
    "gpu.set_csr_pointers" "Replaces the parts of a sparse matrix of compressed rows."
        ({asyncDependencies} TOKEN, spmat SPMAT, positions Any, coordinates Any,
         values Any) -> ([asyncToken] TOKEN)
        "async(asyncDependencies) spmat ',' positions ',' coordinates ',' values {} ':' :positions ',' \
         :coordinates ',' :values";
    "gpu.spgemm_copy" "Copies the product of two sparse matrices."
        ({asyncDependencies} TOKEN, desc PRODUCT, spmatA SPMAT, spmatB SPMAT,
         spmatC SPMAT) -> ([asyncToken] TOKEN)
        [dflt("modeA", TRANSPOSE, NOT_TRANSPOSED), dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
         req("computeType", AttrForm::Type)]
        "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' spmatB ( '{' @modeB^ '}' )? ',' spmatC \
         ',' desc {} ':' @computeType";
    "gpu.spgemm_create_descr" "Makes what describes the product of two sparse matrices."
        ({asyncDependencies} TOKEN) -> (desc PRODUCT, [asyncToken] TOKEN) "async(asyncDependencies) {}"
        { result_name: ResultName::Groups };
    "gpu.spgemm_destroy_descr" "Drops what describes the product of two sparse matrices."
        ({asyncDependencies} TOKEN, desc PRODUCT) -> ([asyncToken] TOKEN) "async(asyncDependencies) desc {}";
    "gpu.spgemm_work_estimation_or_compute" "Multiplies two sparse matrices, or says how much memory that needs."
        ({asyncDependencies} TOKEN, desc PRODUCT, spmatA SPMAT, spmatB SPMAT, spmatC SPMAT, bufferSz Index,
         buffer Any) -> (bufferSzNew Index, [asyncToken] TOKEN)
        [dflt("modeA", TRANSPOSE, NOT_TRANSPOSED), dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
         req("computeType", AttrForm::Type), req("kind", WORK)]
        "async(asyncDependencies) '{' @kind '}' spmatA ( '{' @modeA^ '}' )? ',' spmatB ( '{' @modeB^ '}' )? \
         ',' spmatC ',' desc ',' bufferSz ',' buffer {} ':' @computeType 'into' :buffer"
        { result_name: ResultName::Groups };
    "gpu.spmm" "Multiplies a sparse matrix and a dense one."
        ({asyncDependencies} TOKEN, spmatA SPMAT, dnmatB DENSE, dnmatC DENSE,
         {buffers} Any) -> ([asyncToken] TOKEN)
        [dflt("modeA", TRANSPOSE, NOT_TRANSPOSED), dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
         req("computeType", AttrForm::Type)]
        "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' dnmatB ( '{' @modeB^ '}' )? ',' dnmatC \
         ',' buffers {} ':' :buffers 'into' @computeType" { segments: Segments::Operands };
    "gpu.spmm_buffer_size" "Sizes of the memory that `gpu.spmm` needs."
        ({asyncDependencies} TOKEN, spmatA SPMAT, dnmatB DENSE, dnmatC DENSE) -> ({bufferSzs} Index,
         [asyncToken] TOKEN)
        [dflt("modeA", TRANSPOSE, NOT_TRANSPOSED), dflt("modeB", TRANSPOSE, NOT_TRANSPOSED),
         req("computeType", AttrForm::Type)]
        "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' dnmatB ( '{' @modeB^ '}' )? ',' dnmatC {} \
         ':' :bufferSzs 'into' @computeType" { segments: Segments::Results, result_name: ResultName::Groups };
    "gpu.spmv_buffer_size" "Size of the memory that `gpu.spmv` needs."
        ({asyncDependencies} TOKEN, spmatA SPMAT, dnX DENSE, dnY DENSE) -> (bufferSz Index,
         [asyncToken] TOKEN) [dflt("modeA", TRANSPOSE, NOT_TRANSPOSED), req("computeType", AttrForm::Type)]
        "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' dnX ',' dnY {} 'into' @computeType"
        { result_name: ResultName::Groups };
    "gpu.spmv" "Multiplies a sparse matrix and a vector."
        ({asyncDependencies} TOKEN, spmatA SPMAT, dnX DENSE, dnY DENSE, buffer Any) -> ([asyncToken] TOKEN)
        [dflt("modeA", TRANSPOSE, NOT_TRANSPOSED), req("computeType", AttrForm::Type)]
        "async(asyncDependencies) spmatA ( '{' @modeA^ '}' )? ',' dnX ',' dnY ',' buffer {} ':' :buffer \
         'into' @computeType";
    "gpu.spmat_get_size" "The sizes of a sparse matrix."
        ({asyncDependencies} TOKEN, spmat SPMAT) -> (rows Index, cols Index, nnz Index, [asyncToken] TOKEN)
        "async(asyncDependencies) spmat {}" { result_name: ResultName::Groups };
}
