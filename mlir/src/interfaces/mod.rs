//! Questions that passes ask of operations.
