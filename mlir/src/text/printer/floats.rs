//! Floating-point numbers as text, and back.
