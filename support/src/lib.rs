//! What several crates of memplan need and no library outside gives in this form: reproducible random numbers, stable
//! sorts that share one compiled sort, polynomials over symbols, digests, runs of other programs, and sizes and tables
//! as people read and write them.

mod digest;
pub mod process;
pub mod random;
pub mod sizes;
pub mod sorting;
pub mod symbolic;
pub mod table;

pub use digest::Digest;
pub use random::Random;
pub use sorting::{Key, Sort};
