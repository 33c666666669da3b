//! Tests of bufferization.
