//! Execution kernels: the behaviours that the interpreter implements, referenced by table entries.

/// A behaviour of an operation. The documentation describes the behaviour; operands, attributes and regions are
/// those of the MLIR operation that has it.
///
/// Simplifications test for a kernel to match a particular operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Returns the number, vector or tensor in its attribute `value`.
    Constant,
    /// Returns the number of bits of an index.
    IndexWidth,
    /// Returns poison.
    Poison,
    /// Is never reached.
    Unreachable,
    /// Branches to its only successor.
    Branch,
    /// Defines a function.
    Function,
    /// Does nothing when executed: a declaration, or a hint.
    Nothing,
    /// Hints that an element will be accessed soon.
    Prefetch,
    /// Calls a function by name.
    Call,
    /// Calls a function value.
    CallIndirect,
    /// Returns a function as a value.
    FunctionReference,
    /// Stops the program if its operand is false.
    Assert,
    /// Runs its region once (`scf`).
    ExecuteRegion,
    /// A counted loop (`scf`).
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
    /// Runs its region once and frees its stack allocations.
    AllocaScope,
    /// Allocates on the heap.
    Alloc,
    /// Allocates in the enclosing allocation scope.
    Alloca,
    /// Frees a buffer.
    Dealloc,
    /// Copies a buffer to another size and frees it.
    Realloc,
    /// Returns the buffer of a global.
    GetGlobal,
    /// Returns its operands.
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
    /// Starts a copy of elements that lie one after the other.
    DmaStart,
    /// Waits for such a copy.
    DmaWait,
    /// Returns the size of a dimension of a buffer.
    Dim,
    /// Returns the rank of a buffer.
    Rank,
    /// Returns the address of a buffer as an index.
    Address,
    /// Changes the static type of a buffer.
    Cast,
    /// Changes the memory space in the type of a buffer.
    SpaceCast,
    /// Views groups of dimensions as one each.
    CollapseShape,
    /// Views dimensions as groups.
    ExpandShape,
    /// Returns base buffer, offset, sizes and strides.
    StridedMetadata,
    /// Views the base buffer by offset, sizes and strides.
    ReinterpretCast,
    /// Views a buffer in a shape that is stored in another one.
    Reshape,
    /// Views a strided part.
    Subview,
    /// Views a buffer with its dimensions permuted.
    Transpose,
    /// Views bytes as elements of another type.
    View,
    /// Evaluates a map.
    AffineApply,
    /// Computes the largest result of a map.
    AffineMax,
    /// Computes the smallest result of a map.
    AffineMin,
    /// A loop that counts between results of maps.
    AffineFor,
    /// Runs one of two regions, depending on an integer set.
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
    /// Returns a coordinate of the current point.
    PointIndex,
    /// Creates a tensor, optionally as a copy of another.
    AllocTensor,
    /// Copies a buffer to a new allocation.
    Clone,
    /// Frees memrefs that are owned and not retained.
    DeallocOwned,
    /// Writes a tensor to its destination.
    Materialize,
    /// Returns the buffer of a tensor.
    ToBuffer,
    /// Returns the contents of a buffer.
    ToTensor,
    /// Computes the exponentials of a tensor or buffer, divided by their sum along a dimension.
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
    /// Returns the size of a dimension of a tensor.
    TensorDim,
    /// Returns the rank of a tensor.
    TensorRank,
    /// Creates a tensor with undefined contents.
    TensorEmpty,
    /// Returns an element of a tensor.
    TensorExtract,
    /// Replaces an element of a tensor.
    TensorInsert,
    /// Returns a strided part of a tensor.
    TensorExtractSlice,
    /// Replaces a strided part of a tensor.
    TensorInsertSlice,
    /// Replaces a strided part of a result of `scf.forall`.
    TensorParallelInsertSlice,
    /// Creates a tensor from its operands.
    TensorFromElements,
    /// Computes each element by its region.
    TensorGenerate,
    /// Rearranges a tensor into tiles.
    TensorPack,
    /// Pads a tensor with elements computed by its region.
    TensorPad,
    /// Returns a tensor with another shape.
    TensorReshape,
    /// Creates a tensor whose elements are all one value.
    TensorSplat,
    /// Rearranges tiles into a tensor.
    TensorUnpack,
    /// Reads a vector from a buffer or tensor, with padding for positions outside.
    TransferRead,
    /// Writes the part of a vector that lies inside a buffer or tensor.
    TransferWrite,
    /// Reads elements of a buffer or tensor at the positions in a vector.
    VectorGather,
    /// Creates a complex number from its parts.
    ComplexCreate,
    /// Adds a token or value to a group.
    AsyncAddToGroup,
    /// Waits for a token, a value or a group.
    AsyncAwait,
    /// Creates an empty group.
    AsyncCreateGroup,
    /// Runs its region later.
    AsyncExecute,
    /// Runs its region for each thread, possibly later.
    GpuLaunch,
    /// Copies a buffer, possibly later.
    GpuMemcpy,
    /// Fills a buffer, possibly later.
    GpuMemset,
    /// Waits for tokens.
    GpuWait,
}
