//! Which tensor operands may be updated in place.

mod chains;
mod conflicts;
mod decide;
mod equivalence;
mod facts;
pub mod interface;
mod intervals;
pub mod models;
mod order;
mod regions;
mod sets;
mod state;
pub mod subset;
pub mod summary;
mod union_find;
