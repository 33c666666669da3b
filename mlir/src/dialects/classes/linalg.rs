//! Type classes of the operands and results of `linalg`.

use super::kinds::{INDEX, MEMREF_OR_TENSOR, RANKED_TENSOR, SHAPED, TENSOR, TENSOR_4D, TENSOR_6D};
use super::rows;

rows! { pub(in crate::dialects) LINALG:
    "abs add batch_matmul batch_matvec batch_mmt4d batch_reduce_matmul batch_vecmat ceil conv_1d \
     conv_1d_ncw_fcw conv_2d conv_2d_nchw_fchw conv_2d_nchw_fchw_q conv_2d_ngchw_fgchw conv_2d_ngchw_gfchw \
     conv_2d_ngchw_gfchw_q conv_2d_nhwc_fhwc conv_2d_nhwc_fhwc_q conv_2d_nhwc_hwcf_q conv_2d_nhwgc_gfhwc \
     conv_2d_nhwgc_gfhwc_q conv_3d conv_3d_ncdhw_fcdhw conv_3d_ndhwc_dhwcf conv_3d_ndhwc_dhwcf_q \
     depthwise_conv_1d_ncw_cw depthwise_conv_1d_nwc_wc depthwise_conv_1d_nwc_wcm \
     depthwise_conv_2d_nchw_chw depthwise_conv_2d_nhwc_hwc depthwise_conv_2d_nhwc_hwc_q \
     depthwise_conv_2d_nhwc_hwcm depthwise_conv_2d_nhwc_hwcm_q depthwise_conv_3d_ncdhw_cdhw \
     depthwise_conv_3d_ndhwc_dhwc depthwise_conv_3d_ndhwc_dhwcm div div_unsigned dot erf exp floor log \
     matvec max min mmt4d mul negf pooling_nchw_max pooling_nchw_sum pooling_ncw_max pooling_ncw_sum \
     pooling_ndhwc_max pooling_ndhwc_min pooling_ndhwc_sum pooling_nhwc_max_unsigned pooling_nhwc_min \
     pooling_nhwc_min_unsigned pooling_nhwc_sum pooling_nwc_max pooling_nwc_max_unsigned pooling_nwc_min \
     pooling_nwc_min_unsigned pooling_nwc_sum powf quantized_batch_matmul quantized_matmul reciprocal \
     round rsqrt select sqrt square sub tanh vecmat"
        outputs SHAPED;
    "broadcast" input MEMREF_OR_TENSOR, init MEMREF_OR_TENSOR;
    "contract" outputs SHAPED, results SHAPED;
    "conv_1d_nwc_wcf conv_2d_nhwc_hwcf copy elementwise fill fill_rng_2d generic matmul pooling_nhwc_max"
        outputs SHAPED, results RANKED_TENSOR;
    "index" result INDEX;
    "map" inputs MEMREF_OR_TENSOR, init MEMREF_OR_TENSOR, results TENSOR;
    "pack unpack" source MEMREF_OR_TENSOR, dest MEMREF_OR_TENSOR;
    "reduce" inputs MEMREF_OR_TENSOR, inits MEMREF_OR_TENSOR, results TENSOR;
    "softmax" input SHAPED, output SHAPED, result RANKED_TENSOR;
    "transpose" input MEMREF_OR_TENSOR, init MEMREF_OR_TENSOR, results TENSOR;
    "winograd_filter_transform" filter TENSOR_4D, output TENSOR_4D, result TENSOR_4D;
    "winograd_input_transform" input TENSOR_4D, output TENSOR_6D, result TENSOR_6D;
    "winograd_output_transform" value TENSOR_6D, output TENSOR_4D, result TENSOR_4D;
}
