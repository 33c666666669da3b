//! Trace and plan formats.
