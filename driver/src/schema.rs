//! Schemas of types of crates that have none. Only their names, fields and texts matter.

#![expect(dead_code, reason = "types for their schemas")]

use schemars::JsonSchema;

/// A place in the text of a program.
#[derive(JsonSchema)]
pub(crate) struct Place {
    file: String,
    /// From 1.
    line: u32,
    /// In bytes, from 1.
    column: u32,
}

/// An operation by its name and its place.
#[derive(JsonSchema)]
pub(crate) struct PlacedOp {
    operation: String,
    #[serde(flatten)]
    place: Place,
}

/// An argument that holds a result.
#[derive(JsonSchema)]
pub(crate) struct DonatedArgument {
    function: String,
    argument: usize,
    result: usize,
    /// Absent where it is known at run time only.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    copies: usize,
    /// Why there is a copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The operation that is the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    culprit: Option<PlacedOp>,
}
