//! Interpreter.
