//! The memplan command.
fn main() {}
