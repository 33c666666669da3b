//! The integration tests.

mod words;
