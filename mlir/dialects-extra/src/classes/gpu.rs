//! Type classes of the operands and results of `gpu`.

use super::ClassRow;
use super::Place::Group;
use super::kinds::{
    INDEX, INT_INDEX_FLOAT, INT_OR_FLOAT, INT_OR_FLOAT_1D, LAUNCH_SIZE, MEMREF, MEMREF_1D_I8,
    MMA_MATRIX, UNRANKED_MEMREF,
};

pub(crate) static GPU: &[ClassRow] = &[
    ClassRow {
        ops: &["all_reduce"],
        places: &[
            (Group("value"), &INT_OR_FLOAT),
            (Group("result"), &INT_OR_FLOAT),
        ],
    },
    ClassRow {
        ops: &["alloc", "create_2to4_spmat", "dealloc"],
        places: &[(Group("memref"), &MEMREF)],
    },
    ClassRow {
        ops: &["create_bsr"],
        places: &[
            (Group("bRowPos"), &MEMREF),
            (Group("bColIdxs"), &MEMREF),
            (Group("values"), &MEMREF),
        ],
    },
    ClassRow {
        ops: &["create_coo"],
        places: &[
            (Group("rowIdxs"), &MEMREF),
            (Group("colIdxs"), &MEMREF),
            (Group("values"), &MEMREF),
        ],
    },
    ClassRow {
        ops: &["create_coo_aos"],
        places: &[(Group("idxs"), &MEMREF), (Group("values"), &MEMREF)],
    },
    ClassRow {
        ops: &["create_csc"],
        places: &[
            (Group("colPos"), &MEMREF),
            (Group("rowIdxs"), &MEMREF),
            (Group("values"), &MEMREF),
        ],
    },
    ClassRow {
        ops: &["create_csr"],
        places: &[
            (Group("rowPos"), &MEMREF),
            (Group("colIdxs"), &MEMREF),
            (Group("values"), &MEMREF),
        ],
    },
    ClassRow {
        ops: &["create_dn_tensor"],
        places: &[(Group("memref"), &MEMREF), (Group("dims"), &INDEX)],
    },
    ClassRow {
        ops: &["dynamic_shared_memory"],
        places: &[(Group("resultMemref"), &MEMREF_1D_I8)],
    },
    ClassRow {
        ops: &["host_register", "host_unregister"],
        places: &[(Group("value"), &UNRANKED_MEMREF)],
    },
    ClassRow {
        ops: &["launch_func"],
        places: &[
            (Group("gridSizeX"), &LAUNCH_SIZE),
            (Group("gridSizeY"), &LAUNCH_SIZE),
            (Group("gridSizeZ"), &LAUNCH_SIZE),
            (Group("blockSizeX"), &LAUNCH_SIZE),
            (Group("blockSizeY"), &LAUNCH_SIZE),
            (Group("blockSizeZ"), &LAUNCH_SIZE),
            (Group("clusterSizeX"), &LAUNCH_SIZE),
            (Group("clusterSizeY"), &LAUNCH_SIZE),
            (Group("clusterSizeZ"), &LAUNCH_SIZE),
        ],
    },
    ClassRow {
        ops: &["memcpy"],
        places: &[(Group("dst"), &MEMREF), (Group("src"), &MEMREF)],
    },
    ClassRow {
        ops: &["memset"],
        places: &[(Group("dst"), &MEMREF)],
    },
    ClassRow {
        ops: &["printf"],
        places: &[(Group("args"), &INT_INDEX_FLOAT)],
    },
    ClassRow {
        ops: &["rotate", "shuffle", "subgroup_reduce"],
        places: &[(Group("value"), &INT_OR_FLOAT_1D)],
    },
    ClassRow {
        ops: &["sddmm", "spgemm_work_estimation_or_compute", "spmv"],
        places: &[(Group("buffer"), &MEMREF)],
    },
    ClassRow {
        ops: &["set_csr_pointers"],
        places: &[
            (Group("positions"), &MEMREF),
            (Group("coordinates"), &MEMREF),
            (Group("values"), &MEMREF),
        ],
    },
    ClassRow {
        ops: &["spmm"],
        places: &[(Group("buffers"), &MEMREF)],
    },
    ClassRow {
        ops: &["subgroup_mma_compute"],
        places: &[
            (Group("opA"), &MMA_MATRIX),
            (Group("opB"), &MMA_MATRIX),
            (Group("res"), &MMA_MATRIX),
        ],
    },
    ClassRow {
        ops: &["subgroup_mma_constant_matrix"],
        places: &[(Group("value"), &INT_OR_FLOAT), (Group("res"), &MMA_MATRIX)],
    },
    ClassRow {
        ops: &["subgroup_mma_elementwise"],
        places: &[(Group("args"), &MMA_MATRIX), (Group("res"), &MMA_MATRIX)],
    },
    ClassRow {
        ops: &["subgroup_mma_extract_thread_local"],
        places: &[
            (Group("matrix"), &MMA_MATRIX),
            (Group("res"), &INT_OR_FLOAT),
        ],
    },
    ClassRow {
        ops: &["subgroup_mma_insert_thread_local"],
        places: &[
            (Group("value"), &INT_OR_FLOAT),
            (Group("matrix"), &MMA_MATRIX),
            (Group("res"), &MMA_MATRIX),
        ],
    },
    ClassRow {
        ops: &["subgroup_mma_load_matrix"],
        places: &[(Group("srcMemref"), &MEMREF), (Group("res"), &MMA_MATRIX)],
    },
    ClassRow {
        ops: &["subgroup_mma_store_matrix"],
        places: &[(Group("src"), &MMA_MATRIX), (Group("dstMemref"), &MEMREF)],
    },
];
