//! Traces for planners: small ones in `data/`, and seeded generators of large ones. `fetch.sh`
//! downloads the public benchmark sets, which are not part of the repository.
//!
//! A generator is a pure function of its parameters: equal parameters give equal traces on any
//! machine and in any later version of this crate. To change a distribution, add a generator
//! instead of changing one.
//!
//! ```
//! use memplan_datasets::{generate, registry, small};
//!
//! let trace = generate::uniform(7, 1000);
//! assert_eq!(trace.len(), 1000);
//! let same = registry::generate("uniform{n=1000 seed=7}")?;
//! assert_eq!(same.trace, trace);
//! assert!(small::all()?.iter().any(|named| named.name == "diamond"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod generate;
pub mod models;
pub mod registry;
pub mod small;
