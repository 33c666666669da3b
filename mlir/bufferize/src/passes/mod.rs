//! Companion passes of bufferization, with the names and options of mlir-opt 22.

mod compute_in_donated;
mod convert_elementwise;
mod eliminate_empty;
mod empty_to_alloc;
mod loop_destination;
mod split_empty;
mod subviews;
mod verify_bufferized;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

use crate::{AlternateBuffers, OneShotBufferize, TensorCopyInsertion};

pub use compute_in_donated::{ComputeInDonated, compute_in_donated};
pub use convert_elementwise::ConvertElementwiseToLinalg;
pub use eliminate_empty::{EliminateEmptyTensors, eliminate_empty_tensors};
pub use empty_to_alloc::EmptyTensorToAllocTensor;
pub use loop_destination::LoopDestinations;
pub use split_empty::{SplitEmptyTensors, split_empty_tensors};
pub(crate) use subviews::write_parts_in_place;
pub use verify_bufferized::VerifyBufferized;

/// The companion passes on tensors, with the default options. Those on buffers are in `memplan-placement`.
pub fn passes() -> Vec<Arc<dyn PassPlugin>> {
    vec![
        Arc::new(AlternateBuffers),
        Arc::new(ComputeInDonated),
        Arc::new(ConvertElementwiseToLinalg),
        Arc::new(EliminateEmptyTensors),
        Arc::new(EmptyTensorToAllocTensor),
        Arc::new(LoopDestinations),
        Arc::new(OneShotBufferize::default()),
        Arc::new(SplitEmptyTensors),
        Arc::new(TensorCopyInsertion::default()),
        Arc::new(VerifyBufferized),
    ]
}
