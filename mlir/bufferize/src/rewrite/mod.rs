//! From tensors to memrefs.
