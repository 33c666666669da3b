//! Companion passes of bufferization, with the names and options of mlir-opt 22.

mod buffer_results;
mod convert_elementwise;
mod drop_equivalent;
mod eliminate_empty;
mod empty_to_alloc;
mod loop_destination;
mod signatures;
mod split_empty;
mod subviews;
mod verify_bufferized;

use std::sync::Arc;

use memplan_mlir::passes::PassPlugin;

use crate::donation::{ComputeInDonated, DonateArguments};
use crate::{AlternateBuffers, OneShotBufferize, TensorCopyInsertion};

pub use buffer_results::{BufferResultsToOutParams, ReturnedAlloc, results_to_callers};
pub use convert_elementwise::ConvertElementwiseToLinalg;
pub use drop_equivalent::DropEquivalentBufferResults;
pub use eliminate_empty::{EliminateEmptyTensors, eliminate_empty_tensors};
pub use empty_to_alloc::EmptyTensorToAllocTensor;
pub use loop_destination::LoopDestinations;
pub(crate) use signatures::{
    Function, call_again, drop_returned, functions, insert, kept, new_buffer, replace_result,
    set_signature,
};
pub use split_empty::{SplitEmptyTensors, split_empty_tensors};
pub(crate) use subviews::write_parts_in_place;
pub use verify_bufferized::VerifyBufferized;

/// All passes of this crate, with the default options.
pub fn passes() -> Vec<Arc<dyn PassPlugin>> {
    let mut passes: Vec<Arc<dyn PassPlugin>> = vec![
        Arc::new(AlternateBuffers),
        Arc::new(BufferResultsToOutParams::default()),
        Arc::new(ComputeInDonated),
        Arc::new(ConvertElementwiseToLinalg),
        Arc::new(DonateArguments::default()),
        Arc::new(DropEquivalentBufferResults),
        Arc::new(EliminateEmptyTensors),
        Arc::new(EmptyTensorToAllocTensor),
        Arc::new(LoopDestinations),
        Arc::new(OneShotBufferize::default()),
        Arc::new(SplitEmptyTensors),
        Arc::new(TensorCopyInsertion::default()),
        Arc::new(VerifyBufferized),
    ];
    passes.extend(crate::tensors::passes());
    passes
}
