//! Development tasks for memplan.
fn main() {}
