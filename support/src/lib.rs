//! What several crates of memplan need and no library outside gives in this form: reproducible random numbers, and
//! stable sorts that share one compiled sort.

pub mod random;
pub mod sorting;

pub use random::Random;
pub use sorting::{Key, Sort};
