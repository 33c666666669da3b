//! Type classes of the operands and results of `gpu`.

use super::kinds::{
    INDEX, INT_INDEX_FLOAT, INT_OR_FLOAT, INT_OR_FLOAT_1D, LAUNCH_SIZE, MEMREF, MEMREF_1D_I8,
    MMA_MATRIX, UNRANKED_MEMREF,
};
use super::rows;

rows! { pub(crate) GPU:
    "all_reduce" value INT_OR_FLOAT, result INT_OR_FLOAT;
    "alloc create_2to4_spmat dealloc" memref MEMREF;
    "create_bsr" bRowPos MEMREF, bColIdxs MEMREF, values MEMREF;
    "create_coo" rowIdxs MEMREF, colIdxs MEMREF, values MEMREF;
    "create_coo_aos" idxs MEMREF, values MEMREF;
    "create_csc" colPos MEMREF, rowIdxs MEMREF, values MEMREF;
    "create_csr" rowPos MEMREF, colIdxs MEMREF, values MEMREF;
    "create_dn_tensor" memref MEMREF, dims INDEX;
    "dynamic_shared_memory" resultMemref MEMREF_1D_I8;
    "host_register host_unregister" value UNRANKED_MEMREF;
    "launch_func"
        gridSizeX LAUNCH_SIZE, gridSizeY LAUNCH_SIZE, gridSizeZ LAUNCH_SIZE, blockSizeX LAUNCH_SIZE,
        blockSizeY LAUNCH_SIZE, blockSizeZ LAUNCH_SIZE, clusterSizeX LAUNCH_SIZE, clusterSizeY LAUNCH_SIZE,
        clusterSizeZ LAUNCH_SIZE;
    "memcpy" dst MEMREF, src MEMREF;
    "memset" dst MEMREF;
    "printf" args INT_INDEX_FLOAT;
    "rotate shuffle subgroup_reduce" value INT_OR_FLOAT_1D;
    "sddmm spgemm_work_estimation_or_compute spmv" buffer MEMREF;
    "set_csr_pointers" positions MEMREF, coordinates MEMREF, values MEMREF;
    "spmm" buffers MEMREF;
    "subgroup_mma_compute" opA MMA_MATRIX, opB MMA_MATRIX, res MMA_MATRIX;
    "subgroup_mma_constant_matrix" value INT_OR_FLOAT, res MMA_MATRIX;
    "subgroup_mma_elementwise" args MMA_MATRIX, res MMA_MATRIX;
    "subgroup_mma_extract_thread_local" matrix MMA_MATRIX, res INT_OR_FLOAT;
    "subgroup_mma_insert_thread_local" value INT_OR_FLOAT, matrix MMA_MATRIX, res MMA_MATRIX;
    "subgroup_mma_load_matrix" srcMemref MEMREF, res MMA_MATRIX;
    "subgroup_mma_store_matrix" src MMA_MATRIX, dstMemref MEMREF;
}
