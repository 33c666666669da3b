//! Tests of the passes that lower the load.
