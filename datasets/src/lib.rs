//! Traces to plan: small ones kept in `data/`, and seeded generators of large ones. `fetch.sh` gets
//! the public benchmark sets, which are not kept here.
//!
//! A generator is a plain function of its parameters: equal parameters give equal traces, on any
//! machine and in any later version of this crate. Those who need another distribution add a
//! generator; they do not change one.
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
