//! Execution kernels: the behaviours that the interpreter implements, referenced by table entries.

/// A behaviour. Its doc says what an operation with it does; operands, attributes and regions are
/// those of the operation of MLIR that has it.
///
/// Simplifications ask for a kernel where they look for a particular operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Gives the number, vector or tensor of its attribute `value`.
    Constant,
    /// Gives the number of bits of an index.
    IndexWidth,
    /// Gives poison.
    Poison,
    /// Is never reached.
    Unreachable,
    /// Branches to its only successor.
    Branch,
    /// Defines a function of the host, which runs where it is called.
    Function,
    /// Does nothing when it is reached: a declaration, or a hint.
    Nothing,
    /// Hints that an element is accessed soon.
    Prefetch,
    /// Calls a function by name.
    Call,
    /// Calls a function value.
    CallIndirect,
    /// Gives a function as a value.
    FunctionReference,
    /// Stops the program where its operand is false.
    Assert,
    /// Runs its region once (`scf`).
    ExecuteRegion,
    /// Counts (`scf`).
    For,
    /// Runs its region for each point of a grid, and combines slices (`scf`).
    Forall,
    /// Runs one of two regions (`scf`).
    If,
    /// Runs the region of a case (`scf`).
    IndexSwitch,
    /// Runs its region for each point of a grid, and reduces (`scf`).
    Parallel,
    /// Runs two regions alternately (`scf`).
    While,
    /// Runs its region once and frees what it allocated on the stack.
    AllocaScope,
    /// Allocates on the heap.
    Alloc,
    /// Allocates in the enclosing allocation scope.
    Alloca,
    /// Frees a buffer.
    Dealloc,
    /// Copies a buffer to another size and frees it.
    Realloc,
    /// Gives the buffer of a global.
    GetGlobal,
    /// Gives its operands as its results.
    Forward,
    /// Reads an element of a buffer.
    Load,
    /// Writes an element of a buffer.
    Store,
    /// Updates an element by a named function.
    AtomicRmw,
    /// Updates an element by its region.
    GenericAtomicRmw,
    /// Copies the elements of a buffer.
    Copy,
    /// Gives the size of a dimension of a buffer.
    Dim,
    /// Gives the rank of a buffer.
    Rank,
    /// Gives the address of a buffer as an index.
    Address,
    /// Changes the static type of a buffer.
    Cast,
    /// Changes the memory space in the type of a buffer.
    SpaceCast,
    /// Views groups of dimensions as one each.
    CollapseShape,
    /// Views dimensions as groups.
    ExpandShape,
    /// Gives base buffer, offset, sizes and strides.
    StridedMetadata,
    /// Views the base buffer by offset, sizes and strides.
    ReinterpretCast,
    /// Views a buffer in the shape that another one holds.
    Reshape,
    /// Views a strided part.
    Subview,
    /// Views a buffer with its dimensions permuted.
    Transpose,
    /// Views bytes as elements of another type.
    View,
    /// Computes a map.
    AffineApply,
    /// Computes the largest result of a map.
    AffineMax,
    /// Computes the smallest result of a map.
    AffineMin,
    /// Counts between results of maps.
    AffineFor,
    /// Runs one of two regions, by an integer set.
    AffineIf,
    /// Runs its region for each point of a grid, and reduces (`affine`).
    AffineParallel,
    /// Reads an element at the results of a map.
    AffineLoad,
    /// Writes an element at the results of a map.
    AffineStore,
    /// Splits a linear index by a basis.
    Delinearize,
    /// Joins indices by a basis.
    Linearize,
    /// Runs its body at each point, by the maps of [`IndexingMaps`](crate::dialects::IndexingMaps).
    Structured,
    /// Runs its body at each point, by the maps of its attributes.
    Generic,
    /// Writes one value to all elements.
    Fill,
    /// Runs its region for each element.
    Map,
    /// Reduces some dimensions by its region.
    Reduce,
    /// Repeats its input along new dimensions.
    Broadcast,
    /// Permutes dimensions by copying.
    Permute,
    /// Gives a coordinate of the current point.
    PointIndex,
    /// Makes a tensor, perhaps a copy.
    AllocTensor,
    /// Copies a buffer to a new allocation.
    Clone,
    /// Frees what is owned and not retained.
    DeallocOwned,
    /// Writes a tensor to its destination.
    Materialize,
    /// Gives the buffer of a tensor.
    ToBuffer,
    /// Gives the contents of a buffer.
    ToTensor,
    /// Gives the exponentials of a tensor or buffer, divided by their sum along a dimension.
    Softmax,
    /// Reads the elements of a tensor as another type of the same width.
    TensorBitcast,
    /// Changes the static type of a tensor.
    TensorCast,
    /// Joins dimensions of a tensor.
    TensorCollapse,
    /// Splits dimensions of a tensor.
    TensorExpand,
    /// Joins tensors along a dimension.
    TensorConcat,
    /// Gives the size of a dimension of a tensor.
    TensorDim,
    /// Gives the rank of a tensor.
    TensorRank,
    /// Makes a tensor with any contents.
    TensorEmpty,
    /// Gives an element of a tensor.
    TensorExtract,
    /// Replaces an element of a tensor.
    TensorInsert,
    /// Gives a strided part of a tensor.
    TensorExtractSlice,
    /// Replaces a strided part of a tensor.
    TensorInsertSlice,
    /// Replaces a strided part of a result of `scf.forall`.
    TensorParallelInsertSlice,
    /// Makes a tensor of its operands.
    TensorFromElements,
    /// Computes each element by its region.
    TensorGenerate,
    /// Rearranges a tensor into tiles.
    TensorPack,
    /// Puts elements computed by its region around a tensor.
    TensorPad,
    /// Gives a tensor another shape.
    TensorReshape,
    /// Makes a tensor of one value.
    TensorSplat,
    /// Rearranges tiles into a tensor.
    TensorUnpack,
    /// Reads a vector from a buffer or tensor, with padding outside.
    TransferRead,
    /// Writes a vector to a buffer or into a tensor, as far as it is inside.
    TransferWrite,
    /// Reads elements of a buffer or tensor at positions that a vector holds.
    VectorGather,
    /// Makes a complex number of its parts.
    ComplexCreate,
    /// Adds a token or value to a group.
    AsyncAddToGroup,
    /// Waits for a token, a value or a group.
    AsyncAwait,
    /// Makes an empty group.
    AsyncCreateGroup,
    /// Runs its region later.
    AsyncExecute,
    /// Runs its region for each thread, perhaps later.
    GpuLaunch,
    /// Copies a buffer, perhaps later.
    GpuMemcpy,
    /// Fills a buffer, perhaps later.
    GpuMemset,
    /// Waits for tokens.
    GpuWait,
}
