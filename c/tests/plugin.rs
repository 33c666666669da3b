//! The plug-in of MLIR.
